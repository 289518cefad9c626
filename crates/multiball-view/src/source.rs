//! Where the page gets a session from.

use std::sync::Arc;

use multiball::hall::record::Stage;

use super::{Head, Marks, Packed, Shown};

/// A session that can be looked at: one that runs, or a recording. Viewers pull; the simulation never waits for them.
/// Called on threads of the server, several at once.
pub trait Source: Send + Sync {
    /// What there is in the hall; none before the session has begun.
    fn stage(&self) -> Option<Arc<Stage>>;

    /// How far it is.
    fn head(&self) -> Head;

    /// The marks from a number on, at most [`super::MOST_MARKS`] of them.
    fn marks(&self, from: u64) -> Marks;

    /// A chunk of [`super::CHUNK_S`] as [`super::ChunkWriter`] writes it; none when it is over and gone, or not yet
    /// there.
    fn chunk(&self, number: u64) -> Option<Packed>;

    /// The [`multiball::hall::record::StrokeRecord`] of a stroke, in JSON.
    fn story(&self, stroke: u64) -> Option<Packed>;

    /// The last picture of a camera up to a time (s).
    fn picture(&self, camera: usize, t_s: f64) -> Option<Shown>;
}
