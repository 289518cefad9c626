//! Output for people: text, tables, progress, moving pictures.

mod filmstrip;
mod moving_svg;
mod progress;
mod table;

pub(crate) use filmstrip::{Filmstrip, Frame};
pub(crate) use moving_svg::{MADE_BY, moving_svg};
pub(crate) use progress::{progress_bar, spinner};
pub(crate) use table::{Align, Table, bar, fitted};

use std::io::Write;

use serde::Serialize;

use crate::failure::Failure;

/// A count with its noun: `1 frame`, `2 frames`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Words as XML and HTML take them: a scenario's author may write anything.
pub(crate) fn escaped(words: &str) -> String {
    // The ampersand first: the others bring ampersands of their own.
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Prints text to standard output. A reader that has gone away (`| head`) is no failure.
pub(crate) fn print_text(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(cause) if cause.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::Output { what: "standard output".into(), cause })
        }
        _ => Ok(()),
    }
}

/// Prints a line to standard error. Where that cannot be written only the line is lost; `eprintln!` would panic.
pub(crate) fn print_message(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}

/// A document as JSON text with a final line break.
pub(crate) fn json_text(document: &impl Serialize) -> Result<String, Failure> {
    let cause = |error: serde_json::Error| Failure::Output { what: "JSON".into(), cause: error.into() };
    Ok(serde_json::to_string(document).map_err(cause)? + "\n")
}

/// Prints a report: as JSON when requested, else as text.
pub(crate) fn print_report(report: &(impl Serialize + std::fmt::Display), json: bool) -> Result<(), Failure> {
    print_text(&if json { json_text(report)? } else { report.to_string() })
}
