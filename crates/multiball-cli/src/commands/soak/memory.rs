//! Memory of this process over the simulated time.

use serde::{Deserialize, Serialize};

/// Resident memory through a run.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Memory {
    pub(super) start_mb: f64,
    pub(super) end_mb: f64,
    pub(super) most_mb: f64,
    /// Of the straight line through the second half of the run.
    pub(super) slope_mb_per_hour: f64,
    /// Whether it grew by more than results and caches may.
    pub(super) grew: bool,
}

/// Growth over half a run that is allowed, MB: caches and the allocator's own reserve.
const ALLOWED_MB: f64 = 8.0;
/// Growth in an hour that is allowed beyond it, MB: the index of the recording and the results of strokes are kept.
const ALLOWED_MB_PER_HOUR: f64 = 1.5;
/// Samples of a run.
const SAMPLES: f64 = 400.0;

/// Takes samples of the memory.
#[derive(Debug)]
pub(super) struct Samples {
    interval_h: f64,
    next_h: f64,
    /// Simulated time, h, and memory, MB.
    taken: Vec<[f64; 2]>,
}

impl Samples {
    /// For a run of so many hours.
    pub(super) fn new(hours: f64) -> Self {
        Self { interval_h: hours / SAMPLES, next_h: 0.0, taken: Vec::new() }
    }

    /// Takes a sample if one is due.
    pub(super) fn take(&mut self, now_h: f64) {
        if now_h >= self.next_h {
            self.next_h = now_h + self.interval_h;
            self.taken.extend(resident_mb().map(|size_mb| [now_h, size_mb]));
        }
    }

    /// What the samples show; `None` where the system does not tell.
    pub(super) fn summary(&self) -> Option<Memory> {
        let (first, last) = (self.taken.first()?, self.taken.last()?);
        let settled = &self.taken[self.taken.len() / 2..];
        let slope = slope(settled);
        let grown_mb = slope * (last[0] - settled.first()?[0]);
        Some(Memory {
            start_mb: first[1],
            end_mb: last[1],
            most_mb: self.taken.iter().map(|sample| sample[1]).fold(0.0, f64::max),
            slope_mb_per_hour: slope,
            grew: grown_mb > ALLOWED_MB + ALLOWED_MB_PER_HOUR * (last[0] - settled.first()?[0]),
        })
    }
}

/// Slope of the least-squares line; 0 of fewer than two different times.
fn slope(samples: &[[f64; 2]]) -> f64 {
    let count = samples.len() as f64;
    let mean = |column: usize| samples.iter().map(|sample| sample[column]).sum::<f64>() / count;
    let (mean_x, mean_y) = (mean(0), mean(1));
    let spread: f64 = samples.iter().map(|[x, _]| (x - mean_x).powi(2)).sum();
    let joint: f64 = samples.iter().map(|[x, y]| (x - mean_x) * (y - mean_y)).sum();
    if spread > 0.0 { joint / spread } else { 0.0 }
}

/// Memory of this process that is resident, MB; `None` where the system does not tell.
fn resident_mb() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<f64>().ok().map(|kilobytes| kilobytes * 1024.0 / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary_of(hours: f64, size_mb: impl Fn(f64) -> f64) -> Memory {
        let taken = (0..400).map(|n| f64::from(n) * hours / 400.0).map(|at_h| [at_h, size_mb(at_h)]).collect();
        Samples { taken, ..Samples::new(hours) }.summary().unwrap()
    }

    #[test]
    fn law_a_leak_is_found_and_a_warm_up_is_none() {
        let flat = summary_of(10.0, |at_h| 100.0 + 40.0 * (1.0 - (-4.0 * at_h).exp()));
        assert!(!flat.grew && flat.slope_mb_per_hour.abs() < 0.1, "{flat:?}");
        let leaks = summary_of(10.0, |at_h| 100.0 + 10.0 * at_h);
        assert!(leaks.grew && (leaks.slope_mb_per_hour - 10.0).abs() < 1e-9, "{leaks:?}");
        assert!((leaks.start_mb - 100.0).abs() < 1e-9 && leaks.end_mb > 199.0);
    }

    #[test]
    fn law_growth_is_judged_by_its_bound() {
        for hours in [0.1, 3.0, 10.0, 100.0] {
            // From the first sample of the second half to the last of all.
            let half_h = hours * 199.0 / 400.0;
            let bound = ALLOWED_MB_PER_HOUR + ALLOWED_MB / half_h;
            for (share, grew) in [(0.999, false), (1.001, true)] {
                let summary = summary_of(hours, |at_h| 100.0 + share * bound * at_h);
                assert_eq!(summary.grew, grew, "{hours} h, {share} of {bound} MB/h: {summary:?}");
            }
        }
    }

    #[test]
    fn law_a_short_run_cannot_fail_by_noise() {
        let noisy = summary_of(0.01, |at_h| if at_h > 0.007 { 105.0 } else { 100.0 });
        assert!(!noisy.grew, "{noisy:?}");
    }
}
