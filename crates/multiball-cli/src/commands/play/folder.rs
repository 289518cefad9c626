//! The folder of a record: claimed before the session begins, and changed only once it can begin.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Error, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::own_files::{AFTERWARDS, RECORDING, SUMMARY, is_own};
use crate::failure::Failure;
use crate::files::{self, NewFolders};

/// A folder that belongs to this run until it is dropped.
pub(super) struct RecordFolder {
    folder: PathBuf,
    /// Whether this run made the recording, an empty file so far.
    is_claim_only: bool,
    /// Locks of the recording that was there or made, and of the one that replaces it: others may have opened either.
    locks: Vec<File>,
    /// Takes the space that the summary needs. It has no name, so that a killed run leaves nothing of it.
    reserve: Option<File>,
    _made: NewFolders,
}

impl RecordFolder {
    /// Makes the folder and locks the recording in it. `afterwards` are the other files that the session will write.
    pub(super) fn claim(folder: &Path, afterwards: &[&str], force: bool) -> Result<Self, Failure> {
        let made = NewFolders::make("--record", folder)?;
        let (lock, is_claim_only) = lock_recording(folder, force)?;
        let claimed = Self { folder: folder.into(), is_claim_only, locks: vec![lock], reserve: None, _made: made };
        afterwards.iter().try_for_each(|name| check_replaceable(folder, name, force))?;
        Ok(claimed)
    }

    /// Keeps space for a summary of so many bytes.
    pub(super) fn reserve(&mut self, bytes: usize) -> Result<(), Failure> {
        let part = files::part_of(&self.folder.join(SUMMARY))?;
        let failed =
            |cause| refused(&self.folder, SUMMARY, &format!("cannot be given {bytes} bytes of space: {cause}"));
        self.reserve = Some(unnamed_file(&part, bytes).map_err(failed)?);
        Ok(())
    }

    /// Puts the recording that `start` begins in an empty file in the place of an earlier one, whose other files go.
    /// When this fails, they all stay.
    pub(super) fn begin<T>(&mut self, start: impl FnOnce(File, &Path) -> Result<T, Failure>) -> Result<T, Failure> {
        let part = files::part_of(&self.folder.join(RECORDING))?;
        let started = self.replace_recording(&part, start).inspect_err(|_| drop(fs::remove_file(&part)))?;
        for name in AFTERWARDS.into_iter().filter(|name| is_own(&self.folder, name)) {
            let path = self.folder.join(name);
            fs::remove_file(&path).map_err(|cause| files::failed(&path, cause))?;
        }
        Ok(started)
    }

    fn replace_recording<T>(
        &mut self,
        part: &Path,
        start: impl FnOnce(File, &Path) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let path = self.folder.join(RECORDING);
        let refused = |cause: Error| refused(&self.folder, RECORDING, &format!("cannot be created: {cause}"));
        let file = files::create_part(part).map_err(refused)?;
        // Nobody else has the file yet: only a file system without locks refuses.
        let _ = file.try_lock();
        self.locks.push(file.try_clone().map_err(refused)?);
        let started = start(file, &path)?;
        // Unlike a write to the path, it follows no link.
        fs::rename(part, &path).map_err(refused)?;
        self.is_claim_only = false;
        Ok(started)
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.folder
    }

    /// Writes the summary, for which there is space.
    pub(super) fn write_summary(&mut self, text: String) -> Result<(), Failure> {
        self.reserve = None;
        self.write(&[(SUMMARY, text)])
    }

    /// Writes files, all whole or none. What appeared in the place of one during the session stays, and is a failure.
    pub(super) fn write(&self, texts: &[(&str, String)]) -> Result<(), Failure> {
        let files = texts.iter().map(|(name, text)| (self.folder.join(name), text.as_str()));
        let (taken, free): (Vec<_>, Vec<_>) = files.partition(|(path, _)| path.symlink_metadata().is_ok());
        files::write_all_whole(&free)?;
        let cause = || Error::new(ErrorKind::AlreadyExists, "it appeared during the session, and is kept");
        taken.first().map_or(Ok(()), |(path, _)| Err(files::failed(path, cause())))
    }
}

impl Drop for RecordFolder {
    fn drop(&mut self) {
        if self.is_claim_only {
            // Best effort: what stays is an empty file, which the next run takes for none.
            let _ = fs::remove_file(self.folder.join(RECORDING));
        }
    }
}

fn refused(folder: &Path, name: &str, why: &str) -> Failure {
    Failure::input(format!("--record {}: {name} {why}", folder.display()))
}

/// Locks the recording of a folder; whether it had to be made for that. The lock ends with the process.
fn lock_recording(folder: &Path, force: bool) -> Result<(File, bool), Failure> {
    let path = folder.join(RECORDING);
    let failed = |what: &str, cause: Error| refused(folder, RECORDING, &format!("cannot be {what}: {cause}"));
    let (file, is_new) = match File::create_new(&path) {
        Ok(file) => (file, true),
        Err(cause) if cause.kind() == ErrorKind::AlreadyExists => {
            check_plain(folder, RECORDING)?;
            let opened = OpenOptions::new().read(true).write(true).open(&path);
            (opened.map_err(|cause| failed("opened", cause))?, false)
        }
        Err(cause) => return Err(failed("created", cause)),
    };
    // A file system without locks still lets only one run make the file.
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        return Err(refused(folder, RECORDING, "is locked by another run, which records into this folder"));
    }
    if !force && file.metadata().map_err(|cause| failed("read", cause))?.len() > 0 {
        return Err(earlier(folder, RECORDING));
    }
    Ok((file, is_new))
}

fn earlier(folder: &Path, name: &str) -> Failure {
    refused(folder, name, "of an earlier session is there; --force records over it")
}

/// Refuses a file that is in the place of one that will be written, unless it is ours and may go.
fn check_replaceable(folder: &Path, name: &str, force: bool) -> Result<(), Failure> {
    if !check_plain(folder, name)? {
        Ok(())
    } else if !is_own(folder, name) {
        let why = "is not of `multiball play`, and is kept; move it away, or name another folder";
        Err(refused(folder, name, why))
    } else if force {
        Ok(())
    } else {
        Err(earlier(folder, name))
    }
}

/// Whether a file is there; anything else than a plain one is refused.
fn check_plain(folder: &Path, name: &str) -> Result<bool, Failure> {
    let about = match folder.join(name).symlink_metadata() {
        Ok(about) => about,
        Err(cause) if cause.kind() == ErrorKind::NotFound => return Ok(false),
        Err(cause) => return Err(refused(folder, name, &format!("cannot be read: {cause}"))),
    };
    let what = if about.is_symlink() {
        "is a link, and links are not followed"
    } else if about.is_dir() {
        "is a folder, but must be a file"
    } else if !about.is_file() {
        "is no regular file"
    } else {
        return Ok(true);
    };
    Err(refused(folder, name, &format!("{what}; move it away, or name another folder")))
}

/// A file of so many bytes that has no name any more.
fn unnamed_file(part: &Path, bytes: usize) -> std::io::Result<File> {
    let mut file = files::create_part(part)?;
    fs::remove_file(part)?;
    file.write_all(&vec![0; bytes])?;
    Ok(file)
}
