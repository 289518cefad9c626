//! When to stop.

use std::fmt;

use super::{OptimiseError, Score};

/// When a search ends: after a number of steps, which is never exceeded, or when another condition that was added is
/// met first.
///
/// A step is an evaluation of [`minimise`](super::minimise), which checks the other conditions after each generation,
/// or one improvement of a route, where all of them are checked before each step.
#[derive(Clone, Copy)]
pub struct Stop<'a> {
    steps: u64,
    target: Option<f64>,
    stall: Option<u64>,
    condition: Option<&'a dyn Fn(f64) -> bool>,
}

/// Which condition ended a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopReason {
    /// The steps are used up.
    Evaluations,
    /// The target cost is reached.
    Target,
    /// For too many generations, or steps of a route, nothing better was found.
    Stall,
    /// The caller's condition is met.
    Requested,
}

impl<'a> Stop<'a> {
    /// Ends after so many steps, not one more.
    #[must_use]
    pub const fn after(steps: u64) -> Self {
        Self { steps, target: None, stall: None, condition: None }
    }

    /// Ends when `condition` returns true; it gets the best cost so far. Clocks and flags are read there: the library
    /// has none.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// use multiball::optimise::Stop;
    /// use multiball::picker::Point2;
    /// use multiball::picker::routing::{Floor, best};
    ///
    /// let floor = Floor::new(vec![Point2::new(1.0, 0.0), Point2::new(1.0, 1.0)], 8)?;
    /// let interrupted = AtomicBool::new(true);
    /// let tour = best(&floor, 1, &Stop::when(&|_| interrupted.load(Ordering::Relaxed)));
    /// assert!((tour.length_m - (2.0 + 2.0_f64.sqrt())).abs() < 1e-9);
    /// # Ok::<(), multiball::picker::routing::FloorError>(())
    /// ```
    #[must_use]
    pub fn when(condition: &'a dyn Fn(f64) -> bool) -> Self {
        Self::after(u64::MAX).or_when(condition)
    }

    /// Ends as well when a feasible point costs so much or less.
    #[must_use]
    pub fn or_at_cost(self, target: f64) -> Self {
        Self { target: Some(target), ..self }
    }

    /// Ends as well when nothing better was found for so many generations, or steps of a route, in a row.
    #[must_use]
    pub fn or_stalled_for(self, generations: u64) -> Self {
        Self { stall: Some(generations), ..self }
    }

    /// Ends as well when `condition` returns true; it gets the best cost so far.
    #[must_use]
    pub fn or_when(self, condition: &'a dyn Fn(f64) -> bool) -> Self {
        Self { condition: Some(condition), ..self }
    }

    /// Refuses conditions that make no sense.
    pub(super) fn check(&self) -> Result<(), OptimiseError> {
        OptimiseError::unless(self.steps > 0, "number of evaluations", self.steps as f64, "1 or more")?;
        let target = self.target.unwrap_or(0.0);
        OptimiseError::unless(!target.is_nan(), "target cost", target, "a number")?;
        let stall = self.stall.unwrap_or(1);
        OptimiseError::unless(stall > 0, "number of stalled generations", stall as f64, "1 or more")
    }

    /// How many of `wanted` points may still be judged.
    pub(super) fn batch_size(&self, evaluations: u64, wanted: usize) -> usize {
        usize::try_from(self.steps - evaluations).map_or(wanted, |left| left.min(wanted))
    }

    /// The part of the steps that is used up, 0 to 1.
    pub(super) fn share(&self, evaluations: u64) -> f64 {
        evaluations as f64 / self.steps as f64
    }

    /// Whether to stop, and why.
    pub(super) fn reason(&self, steps: u64, best: &Score, stalled: u64) -> Option<StopReason> {
        if self.target.is_some_and(|target| best.violation == 0.0 && best.cost <= target) {
            Some(StopReason::Target)
        } else if steps >= self.steps {
            Some(StopReason::Evaluations)
        } else if self.stall.is_some_and(|most| stalled >= most) {
            Some(StopReason::Stall)
        } else {
            self.condition.is_some_and(|condition| condition(best.cost)).then_some(StopReason::Requested)
        }
    }

    /// A count of the steps of a search that makes one at a time.
    pub(crate) fn countdown(&self) -> Countdown<'a> {
        Countdown { stop: *self, steps: 0, best: f64::INFINITY, stalled: 0 }
    }
}

impl fmt::Debug for Stop<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { steps, target, stall, condition } = self;
        let mut shown = f.debug_struct("Stop");
        shown.field("steps", steps).field("target", target).field("stall", stall);
        shown.field("condition", &condition.is_some()).finish()
    }
}

/// A search that makes one step at a time and has made some of them.
pub(crate) struct Countdown<'a> {
    stop: Stop<'a>,
    steps: u64,
    best: f64,
    stalled: u64,
}

impl Countdown<'_> {
    /// Forgets the best cost: what follows is judged by another measure.
    pub(crate) fn measure_anew(&mut self) {
        (self.best, self.stalled) = (f64::INFINITY, 0);
    }

    /// Whether another step is made, with the cost so far.
    pub(crate) fn goes_on(&mut self, cost: f64) -> bool {
        if cost < self.best {
            (self.best, self.stalled) = (cost, 0);
        }
        let goes_on = self.stop.reason(self.steps, &Score { violation: 0.0, cost }, self.stalled).is_none();
        self.steps += 1;
        self.stalled += 1;
        goes_on
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOUND: Score = Score { violation: 0.0, cost: 1.0 };

    #[test]
    fn law_any_condition_ends_a_run_and_says_so() {
        let stop = Stop::after(100).or_at_cost(0.5).or_stalled_for(3);
        assert_eq!(stop.reason(99, &FOUND, 2), None);
        assert_eq!(stop.reason(100, &FOUND, 0), Some(StopReason::Evaluations));
        assert_eq!(stop.reason(1, &FOUND, 3), Some(StopReason::Stall));
        assert_eq!(stop.reason(100, &Score { cost: 0.5, ..FOUND }, 3), Some(StopReason::Target));
        assert_eq!(Stop::after(100).reason(99, &Score { cost: 0.0, ..FOUND }, 1000), None);
    }

    #[test]
    fn law_the_caller_ends_a_run_and_receives_the_cost() {
        let condition = |cost: f64| cost < 2.0;
        let stop = Stop::when(&condition);
        assert_eq!(stop.reason(5, &FOUND, 5), Some(StopReason::Requested));
        assert_eq!(stop.reason(5, &Score { cost: 2.0, ..FOUND }, 5), None);
        assert_eq!(stop.or_at_cost(1.0).reason(5, &FOUND, 5), Some(StopReason::Target));
    }

    #[test]
    fn law_steps_made_one_by_one_end_by_the_same_conditions() {
        let steps = |stop: Stop<'_>, costs: &[f64]| {
            let mut countdown = stop.countdown();
            costs.iter().take_while(|cost| countdown.goes_on(**cost)).count()
        };
        let falling = [9.0, 8.0, 7.0, 6.0, 6.0, 6.0, 6.0, 5.0];
        assert_eq!([0, 1, 5].map(|most| steps(Stop::after(most), &falling)), [0, 1, 5]);
        assert_eq!(steps(Stop::after(100).or_at_cost(7.0), &falling), 2);
        assert_eq!(steps(Stop::after(100).or_stalled_for(3), &falling), 6);
        assert_eq!(steps(Stop::when(&|cost| cost <= 5.0), &falling), 7);
    }

    #[test]
    fn law_conditions_that_make_no_sense_are_refused() {
        let stop = Stop::after(1);
        for bad in [Stop::after(0), stop.or_at_cost(f64::NAN), stop.or_stalled_for(0)] {
            assert!(matches!(bad.check(), Err(OptimiseError::Setting { .. })), "{bad:?}");
        }
        assert_eq!(stop.or_at_cost(-1.0).or_stalled_for(1).check(), Ok(()));
    }

    #[test]
    fn law_a_batch_never_exceeds_the_evaluations_left() {
        let stop = Stop::after(100);
        assert_eq!([0, 60, 90, 100].map(|done| stop.batch_size(done, 40)), [40, 40, 10, 0]);
        assert_eq!(stop.share(25), 0.25);
    }
}
