//! Frames that wait for their turn, in the order of their stamps.

use super::CameraFrame;
use crate::vision::{Frame, Region};

/// A copy of what a camera gave.
#[derive(Debug, Clone)]
pub(super) struct Waiting {
    stamp_s: f64,
    camera: usize,
    pub(super) frame: Frame,
}

/// Frames in order of stamp, camera and region, in memory that is reused.
#[derive(Debug, Clone)]
pub(super) struct FrameQueue {
    waiting: Vec<Waiting>,
    /// Those of the stamp that was taken last.
    taken: Vec<Waiting>,
    spare: Vec<Waiting>,
}

/// Frames, or parts of them, that may wait: eight cameras, sixteen times, two parts each. At 500 frames a second ten
/// times lie within the usual window of 20 ms.
const MOST_WAITING: usize = 256;

impl FrameQueue {
    pub(super) fn preallocated() -> Self {
        let list = || Vec::with_capacity(MOST_WAITING);
        Self { waiting: list(), taken: list(), spare: list() }
    }

    pub(super) fn is_full(&self) -> bool {
        self.waiting.len() == MOST_WAITING
    }

    /// Takes a copy of a frame, and returns it.
    pub(super) fn insert(&mut self, frame: &CameraFrame<'_>) -> &mut Frame {
        let CameraFrame { camera, stamp_s, pixels } = *frame;
        let blank = || Waiting { stamp_s, camera, frame: Frame::filled(Region::whole(0, 0), 0) };
        let mut new = self.spare.pop().unwrap_or_else(blank);
        (new.stamp_s, new.camera) = (stamp_s, camera);
        new.frame.copy_from(pixels);
        let place = self.waiting.partition_point(|other| !new.comes_before(other));
        self.waiting.insert(place, new);
        &mut self.waiting[place].frame
    }

    /// The oldest stamp that waits, s.
    pub(super) fn first_s(&self) -> Option<f64> {
        self.waiting.first().map(|first| first.stamp_s)
    }

    /// Takes the frames of the oldest stamp.
    pub(super) fn take_first(&mut self) -> Option<f64> {
        let first_s = self.first_s()?;
        let count = self.waiting.iter().take_while(|waiting| waiting.stamp_s == first_s).count();
        self.spare.append(&mut self.taken);
        self.taken.extend(self.waiting.drain(..count));
        Some(first_s)
    }

    /// What a camera gave of the stamp that was taken last.
    pub(super) fn taken(&self, camera: usize) -> &[Waiting] {
        let first = self.taken.partition_point(|taken| taken.camera < camera);
        let end = self.taken.partition_point(|taken| taken.camera <= camera);
        &self.taken[first..end]
    }

    pub(super) fn clear(&mut self) {
        self.spare.append(&mut self.taken);
        self.spare.append(&mut self.waiting);
    }
}

impl Waiting {
    fn comes_before(&self, other: &Self) -> bool {
        let place = |waiting: &Self| {
            let Region { left, top, width, height } = waiting.frame.region();
            (waiting.camera, top, left, height, width)
        };
        let by_time = self.stamp_s.total_cmp(&other.stamp_s);
        by_time.then_with(|| place(self).cmp(&place(other))).is_lt()
    }
}
