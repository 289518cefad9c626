//! The lock on a folder: on its recording, as long as that is the file at the path.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

use super::own_files::RECORDING;
use super::replaceable::{check_plain, refused};
use crate::failure::Failure;

/// How often another run may take the file away between its opening and its locking.
const TRIES: u32 = 100;

/// The recording of a folder, locked until this is dropped, or the process ends.
#[derive(Debug)]
pub(super) struct RecordingLock {
    path: PathBuf,
    file: File,
    /// Whether it was made for the lock, and holds nothing.
    is_new: bool,
}

impl RecordingLock {
    /// Locks the recording that is there, or an empty one that is made.
    pub(super) fn take(folder: &Path) -> Result<Self, Failure> {
        for _ in 0..TRIES {
            let opened = Self::open(folder)?;
            if let Some(lock) = opened.map(|opened| opened.lock(folder)).transpose()?.flatten() {
                return Ok(lock);
            }
        }
        Err(locked(folder))
    }

    /// Opens or makes it; none if it was removed in between.
    fn open(folder: &Path) -> Result<Option<Self>, Failure> {
        let path = folder.join(RECORDING);
        let failed = |what: &str, cause: Error| refused(folder, RECORDING, &format!("cannot be {what}: {cause}"));
        match File::create_new(&path) {
            Ok(file) => return Ok(Some(Self { path, file, is_new: true })),
            Err(cause) if cause.kind() == ErrorKind::AlreadyExists => {}
            Err(cause) => return Err(failed("created", cause)),
        }
        if !check_plain(folder, RECORDING)? {
            return Ok(None);
        }
        match OpenOptions::new().read(true).write(true).open(&path) {
            Ok(file) => Ok(Some(Self { path, file, is_new: false })),
            Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(None),
            Err(cause) => Err(failed("opened", cause)),
        }
    }

    /// Locks the open file; none if it is at its path no more: then others lock the one that is.
    fn lock(self, folder: &Path) -> Result<Option<Self>, Failure> {
        // A file system without locks still lets only one run make the file.
        if let Err(TryLockError::WouldBlock) = self.file.try_lock() {
            return Err(locked(folder));
        }
        Ok(self.is_in_place().then_some(self))
    }

    /// Whether the locked file is still the one at the path.
    pub(super) fn is_in_place(&self) -> bool {
        let (here, there) = (self.file.metadata(), self.path.symlink_metadata());
        here.is_ok_and(|here| there.is_ok_and(|there| is_same(&here, &there)))
    }

    /// The file.
    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// Removes the file if it was made for the lock and nothing was written to it since.
    pub(super) fn remove_if_new(&self) {
        if self.is_new && self.is_in_place() && self.file.metadata().is_ok_and(|about| about.len() == 0) {
            // Best effort: what stays is an empty file, which the next run takes for none.
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn locked(folder: &Path) -> Failure {
    refused(folder, RECORDING, "is locked by another run, which records into this folder")
}

#[cfg(unix)]
fn is_same(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Elsewhere files have no number that can be compared.
#[cfg(not(unix))]
fn is_same(_: &fs::Metadata, other: &fs::Metadata) -> bool {
    other.is_file()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// A folder that goes away with it.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(test: &str) -> std::io::Result<Self> {
            let path = std::env::temp_dir().join(format!("multiball-lock-{test}-{}", std::process::id()));
            fs::create_dir_all(&path)?;
            Ok(Self(path))
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn bug_a_file_that_was_removed_meanwhile_locks_nothing() {
        // Symptom: a run opened the file that another had made, and locked it when the other had failed and removed it.
        // A third run made a new one, and both reported success.
        let scratch = Scratch::new("removed").unwrap();
        let first = RecordingLock::take(&scratch.0).unwrap();
        let second = RecordingLock::open(&scratch.0).unwrap().unwrap();
        let refused = RecordingLock::take(&scratch.0).unwrap_err().to_string();
        assert!(refused.contains("is locked by another run"), "{refused}");
        first.remove_if_new();
        drop(first);
        let third = RecordingLock::take(&scratch.0).unwrap();
        assert!(second.lock(&scratch.0).unwrap().is_none(), "it is not the file at the path");
        assert!(third.is_in_place() && RecordingLock::take(&scratch.0).is_err());
    }

    #[test]
    fn law_only_the_file_itself_is_in_place_and_only_an_empty_one_is_removed() {
        let scratch = Scratch::new("place").unwrap();
        let path = scratch.0.join(RECORDING);
        let lock = RecordingLock::take(&scratch.0).unwrap();
        fs::rename(&path, scratch.0.join("moved")).unwrap();
        assert!(!lock.is_in_place(), "nothing is there");
        std::os::unix::fs::symlink(scratch.0.join("moved"), &path).unwrap();
        assert!(!lock.is_in_place(), "a link to it is there");
        fs::remove_file(&path).unwrap();
        fs::write(&path, "mine").unwrap();
        lock.remove_if_new();
        assert!(!lock.is_in_place() && path.exists(), "another file is there");
        fs::rename(scratch.0.join("moved"), &path).unwrap();
        fs::write(&path, "mine").unwrap();
        lock.remove_if_new();
        assert!(lock.is_in_place() && path.exists(), "something was written to it");
    }
}
