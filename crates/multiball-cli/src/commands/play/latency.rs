//! Computing time of the robots' players, by the wall clock.

use std::time::Instant;

use multiball::hall::{Hooks, Scenario};

use crate::plot::Thinking;

/// Decimal logarithm of the lowest bin's time, s; decades above it, and bins in each.
const FIRST: f64 = -6.0;
const DECADES: usize = 8;
const BINS: usize = 32;
/// Bins in one bar of the picture.
const IN_A_BAR: usize = 4;

/// Measures the time from a camera frame to the player's decision.
#[derive(Debug)]
pub(super) struct Latency {
    /// From one frame to the next, s.
    frame_s: f64,
    begun: Option<Instant>,
    /// Pictures by the logarithm of their time.
    counts: Vec<u64>,
    pub(super) pictures: u64,
    /// Pictures that took longer than a frame interval.
    pub(super) late: u64,
    pub(super) longest_s: f64,
}

impl Latency {
    /// Of a session whose cameras take pictures as often as its scenario says.
    pub(super) fn of(scenario: &Scenario) -> Self {
        let frame_s = 1.0 / scenario.sensing.unwrap_or_default().rate_hz;
        Self { frame_s, begun: None, counts: vec![0; DECADES * BINS], pictures: 0, late: 0, longest_s: 0.0 }
    }

    fn note(&mut self, elapsed_s: f64) {
        let bin = ((elapsed_s.max(1e-9).log10() - FIRST).max(0.0) * BINS as f64) as usize;
        self.counts[bin.min(DECADES * BINS - 1)] += 1;
        self.pictures += 1;
        self.late += u64::from(elapsed_s > self.frame_s);
        self.longest_s = self.longest_s.max(elapsed_s);
    }

    /// The time within which a share of all pictures was processed, s, to the width of a bin.
    pub(super) fn quantile_s(&self, share: f64) -> f64 {
        let wanted = (share * self.pictures as f64).ceil() as u64;
        let mut so_far = 0;
        let reached = |count: &u64| {
            so_far += count;
            so_far >= wanted
        };
        let bin = self.counts.iter().position(reached).unwrap_or(0);
        10f64.powf(FIRST + (bin as f64 + 0.5) / BINS as f64).min(self.longest_s)
    }

    /// The distribution of the times.
    pub(super) fn thinking(&self) -> Thinking {
        Thinking {
            first: FIRST,
            per_decade: (BINS / IN_A_BAR) as f64,
            counts: self.counts.chunks(IN_A_BAR).map(|bins| bins.iter().sum()).collect(),
            frame_s: self.frame_s,
        }
    }
}

impl Hooks for Latency {
    fn thinking_began(&mut self) {
        self.begun = Some(Instant::now());
    }

    fn thinking_ended(&mut self, _replanned: bool) {
        if let Some(begun) = self.begun.take() {
            self.note(begun.elapsed().as_secs_f64());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_quantiles_are_right_to_a_bin() {
        let mut latency = Latency::of(&Scenario::builtin("hall").unwrap());
        for number in 1..=1000 {
            latency.note(1e-5 * f64::from(number));
        }
        for (share, expected) in [(0.5, 5e-3), (0.9, 9e-3), (0.01, 1e-4)] {
            let ratio = latency.quantile_s(share) / expected;
            assert!((0.93..1.08).contains(&ratio), "{share}: {ratio}");
        }
        assert_eq!((latency.pictures, latency.late), (1000, 500));
        assert_eq!(latency.thinking().counts.iter().sum::<u64>(), 1000);
    }
}
