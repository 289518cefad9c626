//! Files that appear whole or not at all.

use std::fs;
use std::path::Path;

use crate::failure::Failure;

/// Writes a file beside its place and moves it there.
pub(crate) fn write_whole(path: &Path, content: &str) -> Result<(), Failure> {
    let failed = |cause| Failure::Output { what: path.display().to_string(), cause };
    let Some(name) = path.file_name() else {
        return Err(Failure::input(format!("{}: not a file name", path.display())));
    };
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(hidden);
    fs::write(&part, content).map_err(failed)?;
    fs::rename(&part, path).map_err(|cause| {
        // Best effort: the failure to report is the rename's.
        let _ = fs::remove_file(&part);
        failed(cause)
    })
}

/// Makes a folder, unless it is there.
pub(crate) fn make_folder(path: &Path) -> Result<(), Failure> {
    fs::create_dir_all(path).map_err(|cause| Failure::Output { what: path.display().to_string(), cause })
}

/// Reads a text file that the user named.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|cause| Failure::input(format!("cannot read {}: {cause}", path.display())))
}

/// Refuses a plot's file name that does not end in `.svg`.
pub(crate) fn check_svg(path: &Path) -> Result<(), Failure> {
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg")) {
        return Ok(());
    }
    Err(Failure::input(format!("--plot {}: the file name must end in .svg", path.display())))
}
