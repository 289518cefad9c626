//! How far a run is.

use serde::Serialize;

/// Whether a run goes on.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(tag = "state", content = "why", rename_all = "snake_case")]
pub enum RunState {
    /// It goes on.
    #[default]
    Running,
    /// It is over.
    Finished,
    /// It broke off, and why.
    Failed(String),
}

/// How far a run is, and what of it can be pulled.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Head {
    /// Whether it goes on.
    #[serde(flatten)]
    pub state: RunState,
    /// Session time up to which it can be seen, s.
    pub head_s: f64,
    /// Number of the first chunk that is still there.
    pub first_chunk: u64,
    /// Number after that of the last whole chunk.
    pub end_chunk: u64,
    /// Number after that of the last mark.
    pub end_mark: u64,
    /// Time on the wall since it began, s; none for a recording.
    pub wall_s: Option<f64>,
}
