//! Which files in the folder of a record may be replaced.

use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;

use super::own_files::{RECORDING, begins_as_ours, is_own};
use crate::failure::Failure;

/// Refuses a recording, open as `file`, unless it is ours and may go. An empty one counts as none.
pub(super) fn check_recording(folder: &Path, file: &File, force: bool) -> Result<(), Failure> {
    let about = file.metadata().map_err(|cause| refused(folder, RECORDING, &format!("cannot be read: {cause}")))?;
    if about.len() == 0 {
        Ok(())
    } else if begins_as_ours(RECORDING, file) {
        check_forced(folder, RECORDING, force)
    } else {
        Err(of_others(folder, RECORDING))
    }
}

/// Whether a file is in the place of one that will be written. It is refused unless it is ours and may go.
pub(super) fn check_written(folder: &Path, name: &str, force: bool) -> Result<bool, Failure> {
    if !check_plain(folder, name)? {
        Ok(false)
    } else if is_own(folder, name) {
        check_forced(folder, name, force).map(|()| true)
    } else {
        Err(of_others(folder, name))
    }
}

/// Whether a file that will not be written again is ours, of an earlier session, and goes with it.
pub(super) fn check_left(folder: &Path, name: &str, force: bool) -> Result<bool, Failure> {
    let is_own = is_own(folder, name);
    if is_own {
        check_forced(folder, name, force)?;
    }
    Ok(is_own)
}

/// Whether a file is there; anything else than a plain one is refused.
pub(super) fn check_plain(folder: &Path, name: &str) -> Result<bool, Failure> {
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

/// A file of the folder that stands in the way of a run.
pub(super) fn refused(folder: &Path, name: &str, why: &str) -> Failure {
    Failure::input(format!("--record {}: {name} {why}", folder.display()))
}

fn check_forced(folder: &Path, name: &str, force: bool) -> Result<(), Failure> {
    let why = "of an earlier session is there; --force records over it";
    if force { Ok(()) } else { Err(refused(folder, name, why)) }
}

fn of_others(folder: &Path, name: &str) -> Failure {
    refused(folder, name, "is not of `multiball play`, and is kept; move it away, or name another folder")
}
