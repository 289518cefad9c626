//! Recent pose estimates: a frame shows the floor at the time when it was taken.

use crate::picker::Pose2;

/// Ring buffer of the last estimated poses, one for each step.
#[derive(Debug, Clone)]
pub(super) struct Memory {
    poses: [Pose2; Self::STEPS],
    step_s: f64,
    /// Steps remembered since the beginning.
    count: usize,
}

impl Memory {
    /// A third of a second of the paper's steps.
    const STEPS: usize = 64;

    pub(super) fn new(start: Pose2, step_s: f64) -> Self {
        Self { poses: [start; Self::STEPS], step_s, count: 0 }
    }

    pub(super) fn remember(&mut self, pose: Pose2) {
        self.poses[self.count % Self::STEPS] = pose;
        self.count += 1;
    }

    /// The pose some time ago; the oldest one known if that was longer ago.
    pub(super) fn ago(&self, time_s: f64) -> Pose2 {
        let back = ((time_s / self.step_s).round() as usize).min(Self::STEPS - 1).min(self.count.saturating_sub(1));
        self.poses[(self.count + Self::STEPS - 1 - back) % Self::STEPS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picker::Point2;

    #[test]
    fn law_poses_are_remembered_up_to_the_length_of_the_memory() {
        let pose = |step: usize| Pose2 { place: Point2::new(step as f64, 0.0), heading: 0.0 };
        let mut memory = Memory::new(pose(0), 0.005);
        for step in 0..200 {
            memory.remember(pose(step));
            for back in [0, 1, 10, 63] {
                assert_eq!(memory.ago(back as f64 * 0.005), pose(step.saturating_sub(back)));
            }
        }
        assert_eq!(memory.ago(10.0), pose(199 - 63));
    }
}
