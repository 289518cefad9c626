//! Where the robot believes to have been in the last moments: a frame tells of the time when it was taken.

use crate::picker::Stance;

/// The last stances, one a step.
#[derive(Debug, Clone)]
pub(super) struct Memory {
    stances: [Stance; Self::STEPS],
    step_s: f64,
    /// Steps remembered since the beginning.
    count: usize,
}

impl Memory {
    /// A third of a second of the paper's steps.
    const STEPS: usize = 64;

    pub(super) fn new(start: Stance, step_s: f64) -> Self {
        Self { stances: [start; Self::STEPS], step_s, count: 0 }
    }

    pub(super) fn remember(&mut self, stance: Stance) {
        self.stances[self.count % Self::STEPS] = stance;
        self.count += 1;
    }

    /// The stance some time ago; the oldest one known if that was longer ago.
    pub(super) fn ago(&self, time_s: f64) -> Stance {
        let back = ((time_s / self.step_s).round() as usize).min(Self::STEPS - 1).min(self.count.saturating_sub(1));
        self.stances[(self.count + Self::STEPS - 1 - back) % Self::STEPS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picker::Place;

    #[test]
    fn law_what_was_is_remembered_for_as_long_as_there_is_room() {
        let stance = |step: usize| Stance { place: Place::new(step as f64, 0.0), heading: 0.0 };
        let mut memory = Memory::new(stance(0), 0.005);
        for step in 0..200 {
            memory.remember(stance(step));
            for back in [0, 1, 10, 63] {
                assert_eq!(memory.ago(back as f64 * 0.005), stance(step.saturating_sub(back)));
            }
        }
        assert_eq!(memory.ago(10.0), stance(199 - 63));
    }
}
