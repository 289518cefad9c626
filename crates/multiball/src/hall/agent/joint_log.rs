//! The joints of the last moments, as the encoders read them.

use super::MovingJoints;
use crate::player::MeasuredJoints;

/// A ring of joint readings, tick after tick, in memory that is reused.
#[derive(Debug, Clone)]
pub(in crate::hall) struct JointLog {
    joints: usize,
    times_s: Vec<f64>,
    /// Positions, then velocities, of all joints, reading after reading.
    states: Vec<f64>,
    next: usize,
}

/// Readings that are kept: an eighth of a second.
const KEPT: usize = 128;

impl JointLog {
    /// An empty log of a robot with so many joints.
    pub(in crate::hall) fn new(joints: usize) -> Self {
        Self { joints, times_s: vec![f64::NAN; KEPT], states: vec![0.0; 2 * joints * KEPT], next: 0 }
    }

    /// Adds a reading, in place of the oldest.
    pub(in crate::hall) fn add(&mut self, t_s: f64, joints: MovingJoints<'_>) {
        let (first, middle) = (2 * self.joints * self.next, 2 * self.joints * self.next + self.joints);
        self.states[first..middle].copy_from_slice(joints.position);
        self.states[middle..middle + self.joints].copy_from_slice(joints.velocity);
        self.times_s[self.next] = t_s;
        self.next = (self.next + 1) % KEPT;
    }

    /// The readings that are kept, oldest first.
    pub(in crate::hall) fn readings(&self) -> Vec<MeasuredJoints> {
        let slots = (self.next..KEPT).chain(0..self.next).filter(|slot| self.times_s[*slot].is_finite());
        let reading = |slot: usize| {
            let (position, velocity) = self.states[2 * self.joints * slot..][..2 * self.joints].split_at(self.joints);
            MeasuredJoints { t_s: self.times_s[slot], position: position.to_vec(), velocity: velocity.to_vec() }
        };
        slots.map(reading).collect()
    }
}
