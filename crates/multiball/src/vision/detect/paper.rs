//! The ball as the paper finds it.

use super::{BlobPipeline, BlobPipelineSettings, DetectError};
use crate::vision::{FrameView, Region, Vec2};

/// The paper's detector: the blob's centre is the ball, the next frame is searched around it [paper 004, vision].
///
/// Deviations: the paper does not say what happens with several blobs or without one; here the largest is the ball, and
/// without one the next search is of the whole frame.
#[derive(Debug, Clone)]
pub struct PaperChain {
    chain: BlobPipeline,
    last: Option<Vec2>,
}

/// The largest blob.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Blob {
    /// Mean of its pixels, px.
    pub pixel: Vec2,
    /// Its pixels.
    pub area: u64,
}

impl PaperChain {
    /// Sides of the region of interest, px: assumed.
    pub const REGION: usize = 200;

    /// A detector that has seen nothing yet.
    #[must_use]
    pub fn new(settings: BlobPipelineSettings) -> Self {
        Self { chain: BlobPipeline::new(settings), last: None }
    }

    /// Where the next frame of this sensor will be searched.
    #[must_use]
    pub fn region(&self, sensor: &Region) -> Region {
        self.last.map_or(*sensor, |last| Region::around(&last, Self::REGION, Self::REGION, sensor))
    }

    /// The ball in a frame, if there is one; a region of interest without one is followed by a search of the whole
    /// frame.
    ///
    /// # Errors
    /// As [`BlobPipeline::blobs`].
    pub fn find<'a>(
        &mut self,
        frame: impl Into<FrameView<'a>>,
        background: impl Into<FrameView<'a>>,
    ) -> Result<Option<Blob>, DetectError> {
        let images = [frame.into(), background.into()];
        let sensor = images[0].region();
        let blob = match self.largest(images, &self.region(&sensor))? {
            None if self.last.is_some() => self.largest(images, &sensor)?,
            found => found,
        };
        self.last = blob.map(|blob| blob.pixel);
        Ok(blob)
    }

    fn largest(
        &mut self,
        [frame, background]: [FrameView<'_>; 2],
        region: &Region,
    ) -> Result<Option<Blob>, DetectError> {
        let blobs = self.chain.blobs(frame, background, region)?;
        // Of equals the first.
        let largest = blobs.iter().rev().max_by_key(|blob| blob.area).copied();
        let corner = self.chain.corner();
        Ok(largest.map(|blob| Blob { pixel: blob.centre() + corner, area: blob.area }))
    }
}
