//! Progress of long work, on standard error.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A progress line for work that ends at a given time; hidden when standard error is not a terminal.
pub(crate) fn spinner() -> ProgressBar {
    ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr())
}

/// A bar for so many steps of something; hidden when standard error is not a terminal.
pub(crate) fn progress_bar(steps: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::stderr());
    if let Ok(style) =
        ProgressStyle::with_template("{msg} {bar:30} {percent:>3} %  {human_pos} of {human_len}, {eta} left")
    {
        bar.set_style(style);
    }
    bar.set_message(what.to_owned());
    bar
}
