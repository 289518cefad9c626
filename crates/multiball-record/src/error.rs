//! What can go wrong with recordings.

use std::path::PathBuf;

use multiball::format::UnknownVersion;

/// Why a recording is not whole.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum RecordError {
    /// The file could not be made.
    #[error("{}: cannot be created: {why}", path.display())]
    Create {
        /// The file.
        path: PathBuf,
        /// What the system said.
        why: String,
    },
    /// The file could not be written on; what was written before can be read.
    #[error("{}: recording stopped after {bytes} bytes: {why}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Bytes that were written.
        bytes: u64,
        /// What the system said.
        why: String,
    },
    /// A message that no file can hold.
    #[error("{what} at {t_s} s: not recorded: {why}")]
    Refused {
        /// What kind of thing it was.
        what: &'static str,
        /// Its time, s.
        t_s: f64,
        /// What is wrong with it.
        why: String,
    },
}

/// Why a recording cannot be read.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ReplayError {
    /// The file could not be opened or read.
    #[error("{}: cannot be read: {why}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        why: String,
    },
    /// It is no MCAP file.
    #[error("{}: {found}; a recording is an MCAP file, as `multiball play --record` writes it", path.display())]
    NotMcap {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        found: String,
    },
    /// It is an MCAP file of something else, or ends before the hall was described.
    #[error("{}: an MCAP file without the channel {topic}{channels}; a recording of multiball begins with a message \
        on it", path.display())]
    NoStage {
        /// The file.
        path: PathBuf,
        /// The channel that was looked for.
        topic: &'static str,
        /// Those that are there, for the message.
        channels: String,
    },
    /// It is of a version that is not known here.
    #[error("{}: {unknown}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// Which version.
        unknown: UnknownVersion,
    },
    /// A part of it is damaged.
    #[error("{}: damaged at byte {offset}: {why}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where.
        offset: u64,
        /// How.
        why: String,
    },
}
