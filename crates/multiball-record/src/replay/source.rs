//! The file that a replay reads from.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::ReplayError;

/// What can be read at any place.
pub(super) trait Bytes: Read + Seek + Send {}

impl<T: Read + Seek + Send> Bytes for T {}

/// A file that parts are read of, by several threads in turn.
pub(super) struct Source {
    path: PathBuf,
    bytes: Mutex<Box<dyn Bytes>>,
    length: u64,
}

impl Source {
    /// Opens a file.
    pub(super) fn open(path: &Path) -> Result<Self, ReplayError> {
        let unreadable = |error: std::io::Error| ReplayError::Read { path: path.into(), why: error.to_string() };
        let file = File::open(path).map_err(unreadable)?;
        if file.metadata().map_err(unreadable)?.is_dir() {
            return Err(ReplayError::NotMcap { path: path.into(), found: "a folder".into() });
        }
        Self::new(path, Box::new(file))
    }

    /// Reads from anything; the path is for messages.
    pub(super) fn new(path: &Path, mut bytes: Box<dyn Bytes>) -> Result<Self, ReplayError> {
        let length = bytes.seek(SeekFrom::End(0));
        let length = length.map_err(|error| ReplayError::Read { path: path.into(), why: error.to_string() })?;
        Ok(Self { path: path.into(), bytes: Mutex::new(bytes), length })
    }

    /// The file's name.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Its length when it was opened, bytes.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Reads at most so many bytes at a place, fewer at the end of the file.
    pub(super) fn read(&self, offset: u64, most: u64) -> Result<Vec<u8>, ReplayError> {
        let count = most.min(self.length.saturating_sub(offset));
        let unreadable = |error: std::io::Error| ReplayError::Read { path: self.path.clone(), why: error.to_string() };
        let mut bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        bytes.seek(SeekFrom::Start(offset)).map_err(unreadable)?;
        let mut read = Vec::new();
        bytes.by_ref().take(count).read_to_end(&mut read).map_err(unreadable)?;
        Ok(read)
    }

    /// An error about a place in the file.
    pub(super) fn damaged(&self, offset: u64, why: impl Into<String>) -> ReplayError {
        ReplayError::Damaged { path: self.path.clone(), offset, why: why.into() }
    }
}
