//! A run that is shown while it goes on.

mod encoder;
mod history;
mod queue;
mod run;

pub(crate) use encoder::pack_story;
pub use history::{History, HistoryLimits};
pub use run::LiveRun;
