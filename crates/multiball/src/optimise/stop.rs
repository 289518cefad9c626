//! When to stop.

use super::{OptimiseError, Score};

/// When a minimisation ends: after a number of evaluations, which is never exceeded, or when another condition that was
/// added is met first. Conditions other than the evaluations are looked at after each generation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stop {
    evaluations: u64,
    target: Option<f64>,
    stall: Option<u64>,
}

/// Which condition ended a minimisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopReason {
    /// The evaluations are used up.
    Evaluations,
    /// The target cost is reached.
    Target,
    /// For too many generations nothing better was found.
    Stall,
}

impl Stop {
    /// Ends when so many points have been judged, not one more.
    #[must_use]
    pub fn after(evaluations: u64) -> Self {
        Self { evaluations, target: None, stall: None }
    }

    /// Ends as well when a feasible point costs so much or less.
    #[must_use]
    pub fn or_at_cost(self, target: f64) -> Self {
        Self { target: Some(target), ..self }
    }

    /// Ends as well when nothing better was found for so many generations in a row.
    #[must_use]
    pub fn or_stalled_for(self, generations: u64) -> Self {
        Self { stall: Some(generations), ..self }
    }

    /// Refuses conditions that make no sense.
    pub(super) fn check(&self) -> Result<(), OptimiseError> {
        OptimiseError::unless(self.evaluations > 0, "number of evaluations", self.evaluations as f64, "1 or more")?;
        let target = self.target.unwrap_or(0.0);
        OptimiseError::unless(!target.is_nan(), "target cost", target, "a number")?;
        let stall = self.stall.unwrap_or(1);
        OptimiseError::unless(stall > 0, "number of stalled generations", stall as f64, "1 or more")
    }

    /// How many of so many points may still be judged.
    pub(super) fn room(&self, evaluations: u64, wanted: usize) -> usize {
        usize::try_from(self.evaluations - evaluations).map_or(wanted, |left| left.min(wanted))
    }

    /// The part of the evaluations that is used up, 0 to 1.
    pub(super) fn share(&self, evaluations: u64) -> f64 {
        evaluations as f64 / self.evaluations as f64
    }

    /// Whether to stop, and why.
    pub(super) fn reason(&self, evaluations: u64, best: &Score, stalled: u64) -> Option<StopReason> {
        if self.target.is_some_and(|target| best.violation == 0.0 && best.cost <= target) {
            Some(StopReason::Target)
        } else if evaluations >= self.evaluations {
            Some(StopReason::Evaluations)
        } else {
            self.stall.is_some_and(|most| stalled >= most).then_some(StopReason::Stall)
        }
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
    fn law_conditions_that_make_no_sense_are_refused() {
        let stop = Stop::after(1);
        for bad in [Stop::after(0), stop.or_at_cost(f64::NAN), stop.or_stalled_for(0)] {
            assert!(matches!(bad.check(), Err(OptimiseError::Setting { .. })), "{bad:?}");
        }
        assert_eq!(stop.or_at_cost(-1.0).or_stalled_for(1).check(), Ok(()));
    }

    #[test]
    fn law_room_never_exceeds_what_is_left() {
        let stop = Stop::after(100);
        assert_eq!([0, 60, 90, 100].map(|done| stop.room(done, 40)), [40, 40, 10, 0]);
        assert_eq!(stop.share(25), 0.25);
    }
}
