//! Timing.

use std::time::{Duration, Instant};

use crate::Effort;

/// The least time of one run over several, ns: on a shared machine the least is what the work itself takes.
pub(crate) fn least_ns(effort: Effort, mut run: impl FnMut()) -> f64 {
    let budget = match effort {
        Effort::Quick => Duration::from_millis(300),
        Effort::Full => Duration::from_secs(2),
    };
    run();
    let begin = Instant::now();
    let mut least = f64::INFINITY;
    let mut runs = 0;
    while runs < 3 || begin.elapsed() < budget {
        let start = Instant::now();
        run();
        least = least.min(start.elapsed().as_nanos() as f64);
        runs += 1;
    }
    least
}
