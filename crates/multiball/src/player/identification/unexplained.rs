//! What no model of rubber and touch explains.

use super::own_stroke::{Outcome, OutcomeCovariance};

/// Variances of what a right racket model leaves unexplained in each component of the velocity, m²/s², and in the
/// distance, m². They are found out too: by how much strokes lie farther from what was expected than tracks and racket
/// explain.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Unexplained {
    velocity: f64,
    distance: f64,
    strokes: f64,
}

/// Rubbers were measured to about that: standard deviations, m/s and m.
const FIRST_SD: [f64; 2] = [0.1, 0.002];
/// No less is believed: a touch that lasts a millisecond is none of a moment.
const LEAST_SD: [f64; 2] = [0.01, 0.0002];
/// The first values count as much as so many strokes; so many strokes are remembered.
const FIRST_STROKES: f64 = 10.0;
const MEMORY_STROKES: f64 = 300.0;
/// A stroke counts as no more than so many times the variance that was expected.
const MOST: f64 = 9.0;

impl Unexplained {
    /// As for measured rubbers.
    pub(super) const FIRST: Self =
        Self { velocity: FIRST_SD[0] * FIRST_SD[0], distance: FIRST_SD[1] * FIRST_SD[1], strokes: FIRST_STROKES };

    /// As the covariance of an outcome.
    pub(super) fn covariance(&self) -> OutcomeCovariance {
        OutcomeCovariance::from_diagonal(&Outcome::new(self.velocity, self.velocity, self.velocity, self.distance))
    }

    /// Takes the residual of a stroke, whose covariance was expected without what is unexplained.
    pub(super) fn observe(&mut self, residual: &Outcome, explained: &OutcomeCovariance) {
        self.strokes = (self.strokes + 1.0).min(MEMORY_STROKES);
        let gain = 1.0 / self.strokes;
        let square = |i: usize| (residual[i] * residual[i], explained[(i, i)]);
        let velocity = [0, 1, 2].map(square).into_iter().fold((0.0, 0.0), |sum, (off, by)| (sum.0 + off, sum.1 + by));
        let learn = |variance: &mut f64, (off, explained): (f64, f64), least_sd: f64| {
            let off = off.min(MOST * (explained + *variance));
            *variance = (*variance + gain * (off - explained - *variance)).max(least_sd * least_sd);
        };
        learn(&mut self.velocity, (velocity.0 / 3.0, velocity.1 / 3.0), LEAST_SD[0]);
        learn(&mut self.distance, square(3), LEAST_SD[1]);
    }
}
