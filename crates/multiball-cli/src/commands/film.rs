//! Frames of one size in a folder, and the background behind what moves in them.

use std::path::{Path, PathBuf};

use multiball::vision::image::Background;
use multiball::vision::{Frame, Region};

use crate::failure::Failure;
use crate::images;
use crate::show::counted;

/// Frames whose median is the background where none is given.
const MEDIAN_OF: usize = 32;
/// Least number of frames for a median: with two, the ball of each frame would remain in it.
const LEAST_MEDIAN: usize = 3;

/// A folder of frames.
#[derive(Debug)]
pub(crate) struct Film {
    pub(crate) paths: Vec<PathBuf>,
    /// The size that all frames must have.
    pub(crate) size: Region,
    /// What determines that size, for messages: the first frame, or a camera.
    sized_by: String,
}

impl Film {
    /// A folder whose frames must have the size of the first one.
    pub(crate) fn open(folder: &Path) -> Result<Self, Failure> {
        let paths = paths_in(folder)?;
        let first = &paths[0];
        let (size, sized_by) = (images::read_png(first)?.region(), first.display().to_string());
        Ok(Self { paths, size, sized_by })
    }

    /// A folder whose frames must have a given size; `sized_by` names its origin in messages.
    pub(crate) fn open_sized(folder: &Path, size: Region, sized_by: String) -> Result<Self, Failure> {
        let film = Self { paths: paths_in(folder)?, size, sized_by };
        film.read(&film.paths[0])?;
        Ok(film)
    }

    /// Reads a frame and checks its size.
    pub(crate) fn read(&self, path: &Path) -> Result<Frame, Failure> {
        let frame = images::read_png(path)?;
        let (found, wanted) = (frame.region(), self.size);
        if found == wanted {
            return Ok(frame);
        }
        Err(Failure::input(format!(
            "{} has {} x {} pixels, {} has {} x {}: they must be the same",
            path.display(),
            found.width,
            found.height,
            self.sized_by,
            wanted.width,
            wanted.height
        )))
    }

    /// The background and its origin: an image of its own, the mean of the first frames, or else a median. `flag` is
    /// the option to suggest when there are too few frames for a median.
    pub(crate) fn background(
        &self,
        image: Option<&Path>,
        first_frames: Option<u64>,
        flag: &str,
    ) -> Result<(Background, String), Failure> {
        match (image, first_frames) {
            (Some(path), _) => Ok((Background::from_frame(&self.read(path)?), path.display().to_string())),
            (None, Some(count)) => self.mean_of_first(count as usize),
            (None, None) => self.median(flag),
        }
    }

    fn mean_of_first(&self, count: usize) -> Result<(Background, String), Failure> {
        let Some(paths) = self.paths.get(..count) else {
            let (folder, all) = (self.folder(), self.paths.len());
            let all = counted(all, "frame");
            return Err(Failure::input(format!("--background-frames {count}: {folder} has {all}")));
        };
        let frames = paths.iter().map(|path| self.read(path)).collect::<Result<Vec<_>, _>>()?;
        let background = Background::mean(&frames).map_err(|error| self.no_background(&error))?;
        Ok((background, format!("mean of the first {}", counted(count, "frame"))))
    }

    fn median(&self, flag: &str) -> Result<(Background, String), Failure> {
        if self.paths.len() < LEAST_MEDIAN {
            let (folder, all) = (self.folder(), counted(self.paths.len(), "frame"));
            return Err(Failure::input(format!(
                "{folder} has {all}; a background from the film takes at least {LEAST_MEDIAN} frames; give {flag}"
            )));
        }
        let count = self.paths.len().min(MEDIAN_OF);
        // Spread over the whole folder, first and last among them.
        let at = |index: usize| index * (self.paths.len() - 1) / (count - 1).max(1);
        let frames = (0..count).map(|index| self.read(&self.paths[at(index)])).collect::<Result<Vec<_>, _>>()?;
        let background = Background::median(&frames).map_err(|error| self.no_background(&error))?;
        Ok((background, format!("median of {}", counted(count, "frame"))))
    }

    fn no_background(&self, error: &dyn std::fmt::Display) -> Failure {
        Failure::input(format!("background of {}: {error}", self.folder()))
    }

    fn folder(&self) -> String {
        self.paths.first().and_then(|path| path.parent()).map_or_else(String::new, |path| path.display().to_string())
    }
}

/// The frames of a folder, at least one.
fn paths_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !folder.is_dir() {
        let what = if folder.exists() { "it is a file, but must be a folder" } else { "there is no such folder" };
        return Err(Failure::input(format!("{}: {what}", folder.display())));
    }
    images::pngs_in(folder)
}
