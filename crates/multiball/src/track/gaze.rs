//! The tracker with a detector for each camera.

use super::Tracker;
use crate::vision::Frame;
use crate::vision::detect::{DetectError, Detection, Detector, Expectation, Look};

/// A tracker and the detectors that search for it: at every instant, search the frames of the cameras, then observe.
#[derive(Debug, Clone)]
pub struct Gaze {
    tracker: Tracker,
    detectors: Vec<Detector>,
    seen: Vec<Vec<Detection>>,
}

impl Gaze {
    /// The detectors in the order of the tracker's cameras.
    #[must_use]
    pub fn new(tracker: Tracker, detectors: Vec<Detector>) -> Self {
        let seen = vec![Vec::new(); detectors.len()];
        Self { tracker, detectors, seen }
    }

    /// The balls that are followed.
    #[must_use]
    pub fn tracker(&self) -> &Tracker {
        &self.tracker
    }

    /// What a camera has found since the last instant.
    #[must_use]
    pub fn seen(&self, camera: usize) -> &[Detection] {
        self.seen.get(camera).map_or(&[], Vec::as_slice)
    }

    /// Searches a camera's frame, or a part of it, and keeps what is new.
    ///
    /// # Errors
    /// When the frame cannot be searched; what was found before is kept.
    pub fn search(&mut self, camera: usize, frame: &Frame, look: &Look<'_>) -> Result<(), DetectError> {
        // Two that lie so near to each other are one.
        const SAME_PX: f64 = 2.0;
        let (Some(detector), Some(seen)) = (self.detectors.get_mut(camera), self.seen.get_mut(camera)) else {
            return Ok(());
        };
        for detection in detector.detect(frame, look)? {
            if seen.iter().all(|other| (other.pixel - detection.pixel).norm() > SAME_PX) {
                seen.push(*detection);
            }
        }
        Ok(())
    }

    /// Searches a camera's whole frame: first where balls are expected, then everywhere.
    ///
    /// # Errors
    /// When the frame cannot be searched everywhere; what was found where balls are expected is kept.
    pub fn search_whole(&mut self, camera: usize, t_s: f64, frame: &Frame) -> Result<(), DetectError> {
        let expectations: Vec<Expectation> = self.tracker.expectations(camera, t_s).collect();
        for expected in expectations {
            self.search(camera, frame, &Look::For(&[expected]))?;
        }
        self.search(camera, frame, &Look::Everywhere)
    }

    /// Tells the tracker what was found at this time, and forgets it.
    pub fn observe(&mut self, t_s: f64) {
        let mut seen: [&[Detection]; Tracker::MOST_CAMERAS] = [&[]; Tracker::MOST_CAMERAS];
        for (slot, found) in seen.iter_mut().zip(&self.seen) {
            *slot = found;
        }
        self.tracker.observe(t_s, &seen);
        self.seen.iter_mut().for_each(Vec::clear);
    }
}
