//! Sensor readings that have not reached the robot yet: they wait for the latency.

use std::collections::VecDeque;

use crate::hall::frame_buffer::FrameBuffer;
use crate::track::Measurement;

/// What the sensors read at one time: pixels of regions, or a point.
#[derive(Debug, Clone, Default)]
pub(in crate::hall) struct Reading {
    pub(super) stamp_s: f64,
    pub(super) point: Option<Measurement>,
    pub(in crate::hall) frames: FrameBuffer,
}

impl Reading {
    fn reset(&mut self, stamp_s: f64) {
        (self.stamp_s, self.point) = (stamp_s, None);
        self.frames.clear();
    }
}

/// Queue that delays readings by the latency and reuses their memory.
#[derive(Debug, Clone)]
pub(super) struct LatencyQueue {
    latency_s: f64,
    waiting: VecDeque<Reading>,
    spare: Vec<Reading>,
}

impl LatencyQueue {
    pub(super) fn new(latency_s: f64) -> Self {
        Self { latency_s, waiting: VecDeque::new(), spare: Vec::new() }
    }

    /// An empty reading with a time stamp.
    pub(super) fn blank(&mut self, stamp_s: f64) -> Reading {
        let mut reading = self.spare.pop().unwrap_or_default();
        reading.reset(stamp_s);
        reading
    }

    pub(super) fn push(&mut self, reading: Reading) {
        self.waiting.push_back(reading);
    }

    /// Whether a reading has arrived.
    pub(super) fn has_arrived(&self, now_s: f64) -> bool {
        self.waiting.front().is_some_and(|first| now_s >= first.stamp_s + self.latency_s)
    }

    /// The next reading that has arrived.
    pub(super) fn take(&mut self, now_s: f64) -> Option<Reading> {
        if self.has_arrived(now_s) { self.waiting.pop_front() } else { None }
    }

    /// Returns a reading's memory for reuse.
    pub(super) fn recycle(&mut self, reading: Reading) {
        self.spare.push(reading);
    }

    pub(super) fn clear(&mut self) {
        self.spare.extend(self.waiting.drain(..));
    }
}
