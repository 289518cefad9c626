//! The search through one camera's frames.

use super::queue::Waiting;
use crate::vision::detect::{DetectError, Detection, Detector, DetectorSettings, Expectation, Look};
use crate::vision::image::{Background, BackgroundLearner};
use crate::vision::{Camera, Frame, Region};

/// A camera's detector and what it found last.
#[derive(Debug, Clone)]
pub(super) struct CameraSearch {
    detector: Detector,
    /// While its background is not known.
    learner: Option<Box<BackgroundLearner>>,
    expected: Vec<Expectation>,
    seen: Vec<Detection>,
}

/// Greatest number of detections in one frame, and of balls that are expected in it.
const MOST_SEEN: usize = 64;
const MOST_EXPECTED: usize = 16;

impl CameraSearch {
    pub(super) fn knowing(detector: Detector) -> Self {
        Self {
            detector,
            learner: None,
            expected: Vec::with_capacity(MOST_EXPECTED),
            seen: Vec::with_capacity(MOST_SEEN),
        }
    }

    pub(super) fn learning(camera: &Camera, settings: DetectorSettings) -> Self {
        let sensor = Region::whole(camera.lens.width, camera.lens.height);
        let nothing = Background::from_frame(&Frame::filled(Region::whole(0, 0), 0));
        let learner = Some(Box::new(BackgroundLearner::new(sensor)));
        Self { learner, ..Self::knowing(Detector::new(nothing, settings)) }
    }

    pub(super) fn learns(&self) -> bool {
        self.learner.is_some()
    }

    pub(super) fn seen(&self) -> &[Detection] {
        &self.seen
    }

    pub(super) fn background(&self) -> &Frame {
        self.learner.as_ref().map_or(self.detector.background(), |learner| learner.background().shown())
    }

    /// Forgets what was seen last.
    pub(super) fn forget(&mut self) {
        self.seen.clear();
    }

    /// Learns the background, while it is not known; after so many frames it is.
    pub(super) fn learn(&mut self, crops: &[Waiting], enough: usize) {
        let Some(learner) = &mut self.learner else { return };
        crops.iter().for_each(|crop| learner.learn(&crop.frame));
        if learner.frames() >= enough
            && let Some(learner) = self.learner.take()
        {
            self.detector.set_background(learner.finish());
        }
    }

    /// Searches the parts of a frame: first where balls are expected, then where new ones are searched for. Returns how
    /// many searches found too many pieces.
    pub(super) fn work_through(
        &mut self,
        crops: &[Waiting],
        sensor: &Region,
        expected: impl Iterator<Item = Expectation>,
        searched: Option<Region>,
    ) -> usize {
        self.seen.clear();
        self.expected.clear();
        if self.learns() || crops.is_empty() {
            return 0;
        }
        self.expected.extend(expected);
        let mut unsearched = 0;
        for index in 0..self.expected.len() {
            let expected = self.expected[index];
            if let Some(crop) = best(crops, &expected.region(sensor)) {
                unsearched += usize::from(self.search(crop, &Look::For(&[expected])).is_err());
            }
        }
        let Some(searched) = searched else { return unsearched };
        let shared = |crop: &Waiting| crop.frame.region().overlap(&searched);
        let whole = best(crops, &searched).filter(|crop| shared(crop) == searched);
        let parts = if whole.is_some() { &[] } else { crops };
        for crop in whole.into_iter().chain(parts.iter().filter(|crop| shared(crop).area() > 0)) {
            unsearched += usize::from(self.search(crop, &Look::In(searched)).is_err());
        }
        unsearched
    }

    /// Searches a crop and keeps what is new.
    fn search(&mut self, crop: &Waiting, look: &Look<'_>) -> Result<(), DetectError> {
        // Two that lie so near to each other are one.
        const SAME_PX: f64 = 2.0;
        for detection in self.detector.detect(&crop.frame, look)? {
            let new = self.seen.iter().all(|other| (other.pixel - detection.pixel).norm() > SAME_PX);
            if new && self.seen.len() < MOST_SEEN {
                self.seen.push(*detection);
            }
        }
        Ok(())
    }
}

/// The crop that shows most of a region, if any shows some of it: exactly that region where there is one, else the
/// first.
fn best<'a>(crops: &'a [Waiting], region: &Region) -> Option<&'a Waiting> {
    let shared = |crop: &Waiting| crop.frame.region().overlap(region).area();
    let exact = crops.iter().find(|crop| crop.frame.region() == *region);
    exact.or_else(|| crops.iter().rev().max_by_key(|crop| shared(crop))).filter(|crop| shared(crop) > 0)
}
