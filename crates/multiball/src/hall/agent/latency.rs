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
    /// When the robot has it, s; once it is queued, when it has been processed.
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
///
/// A computer processes one reading at a time. What arrives meanwhile waits; of several that wait only the newest is
/// processed.
#[derive(Debug, Clone)]
pub(super) struct LatencyQueue {
    sensors: SensorSettings,
    rng: ChaCha8Rng,
    waiting: VecDeque<Reading>,
    spare: Vec<Reading>,
    /// When the computer begins with the last reading, s, and whether that one had to wait for it.
    begins_s: f64,
    had_to_wait: bool,
}

impl LatencyQueue {
    pub(super) fn new(sensors: SensorSettings, rng: ChaCha8Rng) -> Self {
        let (waiting, spare) = (VecDeque::new(), Vec::new());
        Self { sensors, rng, waiting, spare, begins_s: f64::NEG_INFINITY, had_to_wait: false }
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
        reading.reset(exposed_s + time_offset_s, exposed_s + self.sensors.latency_s + jitter_s);
        reading
    }

    /// Queues a reading.
    pub(super) fn push(&mut self, mut reading: Reading) {
        let computing_s = self.sensors.computing_s;
        if self.had_to_wait && self.begins_s > reading.arrives_s {
            // The one before still waits for the computer: the newer takes its place.
            self.spare.extend(self.waiting.pop_back());
        } else {
            let free_s = self.begins_s + computing_s;
            self.had_to_wait = computing_s > 0.0 && free_s > reading.arrives_s;
            self.begins_s = if self.had_to_wait { free_s } else { reading.arrives_s };
        }
        reading.arrives_s = self.begins_s + computing_s;
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
        (self.begins_s, self.had_to_wait) = (f64::NEG_INFINITY, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    /// When so many readings, exposed at 1 s, arrive after their exposure, s.
    fn delays(sensors: SensorSettings, count: usize) -> Vec<f64> {
        let mut queue = LatencyQueue::new(sensors, ChaCha8Rng::seed_from_u64(4));
        (0..count).map(|_| queue.blank(1.0).arrives_s - 1.0).collect()
    }

    /// Stamps and times of use, s, of a second of readings at 200 Hz.
    fn processed(sensors: SensorSettings) -> Vec<(f64, f64)> {
        let mut queue = LatencyQueue::new(sensors, ChaCha8Rng::seed_from_u64(4));
        let (mut processed, mut frame) = (Vec::new(), 0);
        for tick in 0..1200 {
            let now_s = f64::from(tick) * 1e-3;
            if tick % 5 == 0 && frame < 200 {
                let reading = queue.blank(now_s);
                queue.push(reading);
                frame += 1;
            }
            while let Some(reading) = queue.take(now_s) {
                processed.push((reading.stamp_s, reading.arrives_s));
                queue.recycle(reading);
            }
        }
        processed
    }

    #[test]
    fn law_a_slow_computer_skips_readings_and_falls_no_further_behind() {
        let sensors = |computing_s| SensorSettings { latency_s: 0.01, computing_s, ..SensorSettings::default() };
        let usual = processed(sensors(0.0));
        assert!(usual.len() == 200 && usual.iter().all(|(stamp_s, used_s)| *used_s == stamp_s + 0.01));
        // One that needs less than the time between frames takes all of them.
        let quick = processed(sensors(0.004));
        assert!(quick.len() == 200 && quick.iter().all(|(stamp_s, used_s)| (used_s - stamp_s - 0.014).abs() < 1e-12));
        for computing_s in [0.012, 0.02, 0.033] {
            let slow = processed(sensors(computing_s));
            let (most, count) = (1.0 / computing_s, slow.len() as f64);
            assert!((most - 2.0..=most + 2.0).contains(&count), "{count} in a second at {computing_s} s each");
            assert!(slow.windows(2).all(|pair| pair[1].1 - pair[0].1 >= computing_s - 1e-12 && pair[1].0 > pair[0].0));
            // What is processed is at most a frame old when the computer begins; the last one has none after it.
            let oldest = slow[..slow.len() - 1].iter().map(|(stamp_s, used_s)| used_s - stamp_s).fold(0.0, f64::max);
            assert!(oldest <= 0.01 + computing_s + 0.005 + 1e-9, "{oldest} s at {computing_s} s each");
        }
    }

    #[test]
    fn law_a_reading_waits_for_latency_and_computing() {
        let sensors = SensorSettings { latency_s: 0.02, computing_s: 0.007, ..SensorSettings::default() };
        let mut queue = LatencyQueue::new(sensors, ChaCha8Rng::seed_from_u64(4));
        let reading = queue.blank(1.0);
        queue.push(reading);
        assert!(!queue.has_arrived(1.0265) && queue.take(1.0265).is_none());
        assert!(queue.take(1.0275).is_some_and(|reading| reading.stamp_s == 1.0));
    }

    #[test]
    fn law_jitter_is_the_positive_half_of_a_normal_delay() {
        let usual = SensorSettings::default();
        let all = delays(SensorSettings { jitter_s: 0.01, ..usual }, 20_000);
        let mut further: Vec<f64> = all.iter().map(|delay| delay - usual.delay_s()).collect();
        further.sort_by(f64::total_cmp);
        assert!(delays(usual, 10).iter().all(|delay| (delay - usual.delay_s()).abs() < 1e-12));
        // Half of them none; the normal distribution's quantiles of 75 % and 97.72 %.
        assert!(further[0] > -1e-12 && further[9_700] < 1e-12, "{} s", further[9_700]);
        for (index, sd) in [(15_000, 0.6745), (19_544, 2.0)] {
            assert!((further[index] / (0.01 * sd) - 1.0).abs() < 0.05, "{} s", further[index]);
        }
    }

    #[test]
    fn law_stamps_are_late_by_the_offset_and_frames_are_not() {
        for time_offset_s in [-0.03, 0.04] {
            let sensors = SensorSettings { time_offset_s, ..SensorSettings::default() };
            let reading = LatencyQueue::new(sensors, ChaCha8Rng::seed_from_u64(4)).blank(1.0);
            assert_eq!((reading.stamp_s, reading.arrives_s), (1.0 + time_offset_s, 1.0 + sensors.delay_s()));
        }
    }
}
