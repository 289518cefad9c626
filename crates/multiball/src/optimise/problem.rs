//! What is to be minimised.

/// A cost over a box, perhaps with constraints.
///
/// # Constraints
/// Deb's rule, which has no weight to tune: a feasible point beats an infeasible one, of two infeasible points the one
/// that breaks the constraints less is better, of two feasible points the cheaper [K. Deb, "An efficient constraint
/// handling method for genetic algorithms", Computer Methods in Applied Mechanics and Engineering 186, 2000]. So the
/// cost is never evaluated at an infeasible point and need not exist there.
pub trait Problem: Sync {
    /// The least and the greatest value of each variable. Only points within are evaluated.
    fn bounds(&self) -> &[(f64, f64)];

    /// What to make small. Not a number counts as +∞.
    fn cost(&self, x: &[f64]) -> f64;

    /// By how much a point breaks the constraints: 0 where it keeps them all, else a sum or maximum of the excesses,
    /// each on a scale that makes them comparable. Not a number counts as +∞.
    fn violation(&self, _x: &[f64]) -> f64 {
        0.0
    }

    /// Both together. A problem whose violation and cost come out of the same work does it once here.
    #[inline]
    fn score(&self, x: &[f64]) -> Score {
        Score::of(self, x)
    }
}

/// A problem without constraints, from bounds and a function.
#[derive(Debug, Clone)]
pub struct Function<F> {
    /// The least and the greatest value of each variable.
    pub bounds: Vec<(f64, f64)>,
    /// The cost.
    pub cost: F,
}

impl<F: Fn(&[f64]) -> f64 + Sync> Problem for Function<F> {
    fn bounds(&self) -> &[(f64, f64)] {
        &self.bounds
    }

    fn cost(&self, x: &[f64]) -> f64 {
        (self.cost)(x)
    }
}

/// How good a point is. Neither number is ever NaN.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Score {
    /// By how much the constraints are broken, 0 or more.
    pub violation: f64,
    /// The cost; +∞ where the constraints are broken.
    pub cost: f64,
}

impl Score {
    /// Worse than any point or as bad.
    pub const WORST: Self = Self { violation: f64::INFINITY, cost: f64::INFINITY };

    /// The score of a point.
    #[inline]
    pub fn of<P: Problem + ?Sized>(problem: &P, x: &[f64]) -> Self {
        let violation = problem.violation(x);
        if violation <= 0.0 {
            Self { violation: 0.0, cost: number_or_infinity(problem.cost(x)) }
        } else {
            Self { violation: number_or_infinity(violation), cost: f64::INFINITY }
        }
    }

    /// Whether this is strictly better, by Deb's rule.
    #[must_use]
    #[inline]
    pub fn beats(&self, other: &Self) -> bool {
        self.violation < other.violation || (self.violation == other.violation && self.cost < other.cost)
    }
}

#[inline]
fn number_or_infinity(value: f64) -> f64 {
    if value.is_nan() { f64::INFINITY } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Given {
        violation: f64,
        cost: f64,
    }

    impl Problem for Given {
        fn bounds(&self) -> &[(f64, f64)] {
            &[]
        }

        fn cost(&self, _x: &[f64]) -> f64 {
            self.cost
        }

        fn violation(&self, _x: &[f64]) -> f64 {
            self.violation
        }
    }

    fn score(violation: f64, cost: f64) -> Score {
        Score::of(&Given { violation, cost }, &[])
    }

    #[test]
    fn law_scores_are_ordered_by_debs_rule() {
        // From best to worst; equals share a step.
        let steps = [
            vec![score(0.0, -1.0), score(-3.0, -1.0)],
            vec![score(0.0, 7.0)],
            vec![score(0.0, f64::NAN), score(0.0, f64::INFINITY)],
            vec![score(1e-9, -100.0), score(1e-9, 5.0)],
            vec![score(2.0, -200.0)],
            vec![score(f64::NAN, 0.0), Score::WORST],
        ];
        for (i, better) in steps.iter().enumerate() {
            for (j, worse) in steps.iter().enumerate() {
                for (a, b) in better.iter().flat_map(|a| worse.iter().map(move |b| (a, b))) {
                    assert_eq!(a.beats(b), i < j, "{a:?} and {b:?}");
                }
            }
        }
    }
}
