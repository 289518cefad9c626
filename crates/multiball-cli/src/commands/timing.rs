//! How long one piece of work takes, over many.

use std::time::Instant;

use crate::statistics::quantile;

/// Times of pieces of work.
#[derive(Debug, Default)]
pub(crate) struct Timing {
    times_us: Vec<f64>,
}

impl Timing {
    /// Does a piece of work and notes its time.
    pub(crate) fn of<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.times_us.push(start.elapsed().as_secs_f64() * 1e6);
        result
    }

    /// The time that a share of all pieces did not exceed, us; 0 when there were none.
    pub(crate) fn at_us(&mut self, share: f64) -> f64 {
        self.times_us.sort_unstable_by(f64::total_cmp);
        quantile(&self.times_us, share).unwrap_or_default()
    }
}
