//! Frames of one size in a folder.

use std::path::{Path, PathBuf};

use multiball::vision::image::Background;
use multiball::vision::{Frame, Region};

use crate::args::Detect;
use crate::failure::Failure;
use crate::images;

/// Frames whose median is the background where none is given.
const MEDIAN_OF: usize = 32;

/// A folder of frames.
#[derive(Debug)]
pub(super) struct Film {
    pub(super) paths: Vec<PathBuf>,
    /// The size of the first frame, which all must have.
    pub(super) size: Region,
}

impl Film {
    pub(super) fn open(folder: &Path) -> Result<Self, Failure> {
        if !folder.is_dir() {
            let what = if folder.exists() { "it is a file, but must be a folder" } else { "there is no such folder" };
            return Err(Failure::input(format!("{}: {what}", folder.display())));
        }
        let paths = images::pngs_in(folder)?;
        let size =
            paths.first().map_or(Ok(Region::whole(0, 0)), |path| images::read_png(path).map(|frame| frame.region()))?;
        Ok(Self { paths, size })
    }

    /// A frame, which must have the size of the first.
    pub(super) fn read(&self, path: &Path) -> Result<Frame, Failure> {
        let frame = images::read_png(path)?;
        self.check(path, &frame, "frames of a folder")?;
        Ok(frame)
    }

    fn check(&self, path: &Path, frame: &Frame, what: &str) -> Result<(), Failure> {
        let (found, wanted) = (frame.region(), self.size);
        if found == wanted {
            return Ok(());
        }
        let first = self.paths.first().map(|path| path.display().to_string()).unwrap_or_default();
        Err(Failure::input(format!(
            "{} has {} x {} pixels, {first} has {} x {}: {what} must have one size",
            path.display(),
            found.width,
            found.height,
            wanted.width,
            wanted.height
        )))
    }

    /// The background, and where it is from.
    pub(super) fn background(&self, detect: &Detect) -> Result<(Background, String), Failure> {
        if let Some(path) = &detect.background {
            let frame = images::read_png(path)?;
            self.check(path, &frame, "background and frames")?;
            return Ok((Background::from_frame(&frame), path.display().to_string()));
        }
        let failed = |error: &dyn std::fmt::Display| Failure::input(format!("background: {error}"));
        if let Some(count) = detect.background_frames {
            let count = count as usize;
            if count > self.paths.len() {
                return Err(Failure::input(format!(
                    "--background-frames {count}: the folder has {} frames",
                    self.paths.len()
                )));
            }
            let frames = self.paths[..count].iter().map(|path| self.read(path)).collect::<Result<Vec<_>, _>>()?;
            let background = Background::mean(&frames).map_err(|error| failed(&error))?;
            return Ok((background, format!("mean of the first {count} frames")));
        }
        let count = self.paths.len().min(MEDIAN_OF);
        // Spread over the whole folder, first and last among them.
        let at = |index: usize| index * (self.paths.len() - 1) / (count - 1).max(1);
        let frames = (0..count).map(|index| self.read(&self.paths[at(index)])).collect::<Result<Vec<_>, _>>()?;
        let background = Background::median(&frames).map_err(|error| failed(&error))?;
        Ok((background, format!("median of {count} frames")))
    }

    /// The part to search.
    pub(super) fn region(&self, detect: &Detect) -> Result<Region, Failure> {
        images::part_asked_for(detect.region, self.size)
    }
}
