//! The folder of a record: claimed before the session begins, and changed only once it can begin.

use std::fs::{self, File};
use std::io::{Error, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::aside::Aside;
use super::own_files::{AFTERWARDS, RECORDING, SUMMARY, is_own};
use super::recording_lock::RecordingLock;
use super::replaceable::{check_left, check_recording, check_written, refused};
use crate::failure::Failure;
use crate::files::{self, NewFolders};

/// A folder that belongs to this run until it is dropped.
pub(super) struct RecordFolder {
    folder: PathBuf,
    lock: RecordingLock,
    /// The recording of this run, locked as well: others may have opened it, or the one that was there before.
    begun: Option<File>,
    /// Files of an earlier session, which go when this one begins.
    earlier: Vec<&'static str>,
    /// Takes the space that the summary needs. It has no name, so that a killed run leaves nothing of it.
    reserve: Option<File>,
    _made: NewFolders,
}

impl RecordFolder {
    /// Makes the folder and locks the recording in it. `afterwards` are the other files that the session will write.
    /// What would be replaced or removed is refused without `force`.
    pub(super) fn claim(folder: &Path, afterwards: &[&str], force: bool) -> Result<Self, Failure> {
        let made = NewFolders::make("--record", folder)?;
        let lock = RecordingLock::take(folder)?;
        let mut claimed =
            Self { folder: folder.into(), lock, begun: None, earlier: Vec::new(), reserve: None, _made: made };
        check_recording(folder, claimed.lock.file(), force)?;
        for name in AFTERWARDS {
            let check = if afterwards.contains(&name) { check_written } else { check_left };
            if check(folder, name, force)? {
                claimed.earlier.push(name);
            }
        }
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
        self.replace_record(&part, start).inspect_err(|_| drop(fs::remove_file(&part)))
    }

    fn replace_record<T>(
        &mut self,
        part: &Path,
        start: impl FnOnce(File, &Path) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let path = self.folder.join(RECORDING);
        let refused = |why: &str| refused(&self.folder, RECORDING, why);
        let failed = |cause: Error| refused(&format!("cannot be created: {cause}"));
        let file = files::create_part(part).map_err(failed)?;
        // Nobody else has the file yet: only a file system without locks refuses.
        let _ = file.try_lock();
        let begun = file.try_clone().map_err(failed)?;
        let started = start(file, &path)?;
        let mut aside = Aside::default();
        let earlier = self.earlier.iter().filter(|name| is_own(&self.folder, name));
        earlier.map(|name| self.folder.join(name)).try_for_each(|path| aside.add(path))?;
        if !self.lock.is_in_place() {
            return Err(refused("was replaced while this run was about to begin, and is kept"));
        }
        // Unlike a write to the path, it follows no link.
        fs::rename(part, &path).map_err(failed)?;
        aside.remove();
        self.begun = Some(begun);
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
        if self.begun.is_none() {
            self.lock.remove_if_new();
        }
    }
}

/// A file of so many bytes that has no name any more.
fn unnamed_file(part: &Path, bytes: usize) -> std::io::Result<File> {
    let mut file = files::create_part(part)?;
    fs::remove_file(part)?;
    file.write_all(&vec![0; bytes])?;
    Ok(file)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn law_a_recording_that_another_put_there_is_kept() {
        let folder = std::env::temp_dir().join(format!("multiball-folder-{}", std::process::id()));
        let path = folder.join(RECORDING);
        let mut claimed = RecordFolder::claim(&folder, &[SUMMARY], false).unwrap();
        fs::remove_file(&path).unwrap();
        fs::write(&path, "mine").unwrap();
        let refused = claimed.begin(|_, _| Ok(())).unwrap_err().to_string();
        drop(claimed);
        let (kept, names) = (fs::read_to_string(&path), fs::read_dir(&folder).unwrap().count());
        fs::remove_dir_all(&folder).unwrap();
        assert!(refused.contains("was replaced while") && kept.unwrap() == "mine" && names == 1, "{refused}");
    }
}
