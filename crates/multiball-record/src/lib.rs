//! Recordings of sessions: one MCAP file that is written while the session runs, read again, and recounted.
//!
//! [`Recording`] receives the messages of a session as [`multiball::hall::record::Recorder`] and writes them.
//! [`Replay`] opens such a file, also one of a run that was killed, and returns the messages by time. [`recount`]
//! counts the score and the balls again from the events, without the decisions of the recorded referee.

mod channels;
mod conservation;
mod error;
mod moment;
mod recount;
mod replay;
mod show;
mod write;

pub use conservation::Conservation;
pub use error::{RecordError, ReplayError};
pub use moment::EventAt;
pub use recount::{Recounted, recount};
pub use replay::{CutOff, Replay, ReplayPicture, Snapshots, StrokeEntry};
pub use write::{Recording, Written, begins_as_recording};
