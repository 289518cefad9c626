//! Files on their way out, which come back unless all else succeeds.

use std::fs;
use std::path::PathBuf;

use crate::failure::Failure;
use crate::files;

/// Files that were moved to hidden names in their folders. They return when this is dropped, unless they were removed.
#[derive(Debug, Default)]
pub(super) struct Aside(Vec<[PathBuf; 2]>);

impl Aside {
    /// Moves a file to its hidden name.
    pub(super) fn add(&mut self, path: PathBuf) -> Result<(), Failure> {
        let hidden = files::part_of(&path)?;
        let moved = fs::rename(&path, &hidden);
        moved.map_err(|cause| Failure::input(format!("cannot move {} away: {cause}", path.display())))?;
        self.0.push([path, hidden]);
        Ok(())
    }

    /// Removes them for good.
    pub(super) fn remove(mut self) {
        // Best effort: a user who may move a file within its folder may remove it, too.
        self.0.drain(..).for_each(|[_, hidden]| drop(fs::remove_file(hidden)));
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        // Best effort: a failure is reported already.
        self.0.iter().for_each(|[path, hidden]| drop(fs::rename(hidden, path)));
    }
}
