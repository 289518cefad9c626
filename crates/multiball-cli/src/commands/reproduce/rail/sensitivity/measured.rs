//! What an assumption costs, before and after a warm-up, and how much of it is won back.

use super::cases::{Case, Kind};
use super::worlds::Outcome;
use crate::statistics::{Estimate, ratio_of_rounds};

/// A loss of fewer points than this may be chance: nothing is said of how much of it is won back.
const LEAST_LOSS: f64 = 2.0;

/// The same rounds before and after the warm-up.
pub(super) struct Measured {
    pub(super) case: &'static Case,
    pub(super) before: Outcome,
    pub(super) after: Outcome,
}

impl Measured {
    /// What it is compared with, where that was played.
    pub(super) fn baseline<'m>(&self, all: &'m [Self]) -> Option<&'m Self> {
        of(self.case.baseline(), all)
    }

    /// How much of what the inner square loses before the warm-up is there again after it, %, with the whole of the
    /// baseline after the warm-up: `(after - before) / (whole - before)`. The interval is that of a ratio of means over
    /// the same rounds.
    pub(super) fn won_back(&self, all: &[Self]) -> Option<Estimate> {
        let whole = &self.baseline(all)?.after;
        let may_be = matches!(self.case.kind, Kind::FoundOut | Kind::WrongAssumption | Kind::Together);
        if !may_be || whole.inner_percent() - self.before.inner_percent() < LEAST_LOSS {
            return None;
        }
        let above_before = |outcome: &Outcome| {
            outcome.inner().zip(self.before.inner()).map(|(inner, before)| inner - before).collect::<Vec<f64>>()
        };
        let ratio = ratio_of_rounds(&above_before(&self.after), &above_before(whole), whole.rigs)?;
        Some(ratio.times(100.0))
    }

    /// What the inner square still loses after the warm-up, %.
    pub(super) fn remaining_loss(&self, all: &[Self]) -> Option<f64> {
        Some(self.baseline(all)?.after.inner_percent() - self.after.inner_percent())
    }
}

/// What was measured of a case.
pub(super) fn of<'m>(case: &'static Case, all: &'m [Measured]) -> Option<&'m Measured> {
    all.iter().find(|measured| std::ptr::eq(measured.case, case))
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::cases::CASES;
    use super::*;

    /// An outcome of rounds of which the first land in the inner square.
    pub(in super::super) fn outcome(inner: usize, of: usize) -> Outcome {
        Outcome { rounds: (0..of).map(|round| [true, true, round < inner]).collect(), rigs: 1 }
    }

    #[test]
    fn law_what_is_won_back_is_a_share_of_what_was_lost() {
        let measured = |case: &'static Case, before: usize, after: usize| {
            let [before, after] = [before, after].map(|inner| outcome(inner, 100));
            Measured { case, before, after }
        };
        let found_out = |cameras: bool| {
            CASES.iter().find(|case| case.kind == Kind::FoundOut && case.with_cameras() == cameras).unwrap()
        };
        let (points, cameras) = (found_out(false), found_out(true));
        let all = [
            measured(points.baseline(), 95, 96),
            measured(cameras.baseline(), 90, 90),
            measured(points, 56, 86),
            measured(cameras, 80, 90),
        ];
        let won_back = |index: usize| all[index].won_back(&all);
        assert_eq!([won_back(0), won_back(1)], [None, None]);
        let (part, whole) = (won_back(2).unwrap(), won_back(3).unwrap());
        assert!((part.value - 75.0).abs() < 1e-9 && (whole.value - 100.0).abs() < 1e-9, "{part:?}, {whole:?}");
        // 30 of 40 lost balls: a binomial share has ± 13.4 %.
        assert!((part.half() - 13.4).abs() < 2.5, "{part:?}");
        // Without the baseline nothing is known, and of a small loss nothing is said.
        assert_eq!(all[2].won_back(&all[1..]), None);
        assert_eq!(measured(points, 95, 96).won_back(&all), None);
        assert_eq!(all[2].remaining_loss(&all), Some(10.0));
    }
}
