//! Sensor readings that have not reached the robot yet: they wait for the latency.

use std::collections::VecDeque;

use rand_chacha::ChaCha8Rng;

use crate::geometry::{Capsule, standard_normal};
use crate::hall::SensorSettings;
use crate::hall::frame_buffer::FrameBuffer;
use crate::track::Measurement;

/// What the sensors read at one time: pixels of regions, or a point.
#[derive(Debug, Clone, Default)]
pub(in crate::hall) struct Reading {
    pub(super) stamp_s: f64,
    /// When the robot has it, s.
    pub(super) arrives_s: f64,
    pub(super) point: Option<Measurement>,
    pub(in crate::hall) frames: FrameBuffer,
    /// What the robot knows to be its own arm, by its joints at the exposure.
    pub(super) own: Vec<Capsule>,
}

impl Reading {
    pub(super) fn reset(&mut self, stamp_s: f64, arrives_s: f64) {
        (self.stamp_s, self.arrives_s, self.point) = (stamp_s, arrives_s, None);
        self.frames.clear();
        self.own.clear();
    }
}

/// Queue that delays readings by the latency and reuses their memory.
#[derive(Debug, Clone)]
pub(super) struct LatencyQueue {
    sensors: SensorSettings,
    rng: ChaCha8Rng,
    waiting: VecDeque<Reading>,
    spare: Vec<Reading>,
}

impl LatencyQueue {
    pub(super) fn new(sensors: SensorSettings, rng: ChaCha8Rng) -> Self {
        Self { sensors, rng, waiting: VecDeque::new(), spare: Vec::new() }
    }

    /// Draws the jitter from another stream from now on.
    pub(super) fn draw_from(&mut self, rng: ChaCha8Rng) {
        self.rng = rng;
    }

    /// An empty reading of an exposure at a time, with the stamp that the robot gets to see.
    pub(super) fn blank(&mut self, exposed_s: f64) -> Reading {
        let SensorSettings { jitter_s, time_offset_s, .. } = self.sensors;
        let jitter_s = if jitter_s > 0.0 { jitter_s * standard_normal(&mut self.rng).max(0.0) } else { 0.0 };
        let mut reading = self.spare.pop().unwrap_or_default();
        reading.reset(exposed_s + time_offset_s, exposed_s + self.sensors.delay_s() + jitter_s);
        reading
    }

    pub(super) fn push(&mut self, reading: Reading) {
        self.waiting.push_back(reading);
    }

    /// Whether a reading has arrived.
    pub(super) fn has_arrived(&self, now_s: f64) -> bool {
        self.waiting.front().is_some_and(|first| now_s >= first.arrives_s)
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
