//! From a frame to the bright, new, connected things in it.

use super::DetectError;
use crate::vision::image::{Component, Components, Element, Foreground, Mask, Morphology, Run};
use crate::vision::{FrameView, Region, Vec2};

/// The steps from a frame to blobs [paper 004, vision]: background subtraction and threshold, opening, erosion and
/// dilation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BlobPipelineSettings {
    /// What counts as bright and new.
    pub foreground: Foreground,
    /// Element of the opening.
    pub opening: Element,
    /// Element of the erosion and dilation after it. Where it is the same, these change nothing, because an opening
    /// opens an opened mask no further, and they are left out.
    pub again: Element,
}

/// Runs the steps in memory that is reused from frame to frame.
#[derive(Debug, Clone)]
pub struct BlobPipeline {
    settings: BlobPipelineSettings,
    mask: Mask,
    morphology: Morphology,
    components: Components,
    region: Region,
}

/// More runs than a frame with balls, lines, sleeves and people in it has; they take 1 MB.
const MOST_RUNS: usize = 16_384;

impl BlobPipeline {
    /// A pipeline with its memory.
    #[must_use]
    pub fn new(settings: BlobPipelineSettings) -> Self {
        Self {
            settings,
            mask: Mask::default(),
            morphology: Morphology::default(),
            components: Components::with_capacity(MOST_RUNS),
            region: Region::whole(0, 0),
        }
    }

    /// The connected things in a region of a frame, in the order of their first pixels. Their coordinates count from
    /// the corner of [`BlobPipeline::region`].
    ///
    /// # Errors
    /// When frame, background and region share no pixel, or there are too many pieces.
    pub fn blobs<'a>(
        &mut self,
        frame: impl Into<FrameView<'a>>,
        background: impl Into<FrameView<'a>>,
        region: &Region,
    ) -> Result<&[Component], DetectError> {
        self.blobs_in([frame.into(), background.into()], region)
    }

    fn blobs_in(&mut self, images: [FrameView<'_>; 2], region: &Region) -> Result<&[Component], DetectError> {
        let [frame, background] = images;
        let shared = region.overlap(&frame.region()).overlap(&background.region());
        if shared.area() == 0 {
            return Err(DetectError::NothingShared {
                frame: frame.region(),
                background: background.region(),
                region: *region,
            });
        }
        self.region = shared;
        let BlobPipelineSettings { foreground, opening, again } = self.settings;
        foreground.mark(frame, background, &shared, &mut self.mask);
        self.morphology.open(&mut self.mask, opening);
        if again != opening {
            self.morphology.open(&mut self.mask, again);
        }
        Ok(self.components.find(&self.mask)?)
    }

    /// The part of the sensor that was looked at last.
    #[must_use]
    pub fn region(&self) -> Region {
        self.region
    }

    /// The mask that was made last.
    #[must_use]
    pub fn mask(&self) -> &Mask {
        &self.mask
    }

    /// What was found last.
    pub(super) fn found(&self) -> &[Component] {
        self.components.found()
    }

    /// Runs of the mask that was made last.
    pub(super) fn runs(&self) -> &[Run] {
        self.components.runs()
    }

    /// The corner of the region, px.
    pub(super) fn corner(&self) -> Vec2 {
        Vec2::new(self.region.left as f64, self.region.top as f64)
    }
}
