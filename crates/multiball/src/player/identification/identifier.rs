//! What a robot finds out from its own strokes, ball by ball.

use nalgebra::{SMatrix, Vector2};

use super::own_stroke::{Outcome, SeenTouch};
use super::racket_model::{NUMBERS, RacketModel, Vector};
use super::unexplained::Unexplained;
use crate::ball::Physics;
use crate::robot::Robot;
use crate::track::Gaussian;

/// Covariance of a racket model.
type Square = SMatrix<f64, NUMBERS, NUMBERS>;

/// How well racket and mount are known before the first stroke, as standard deviations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RacketPrior {
    /// Of the blade's tilt about each axis, rad.
    pub tilt_rad: f64,
    /// Of the rubber's restitution.
    pub restitution: f64,
    /// Of the rubber's friction, as a share.
    pub friction: f64,
    /// Of the arm's place along each axis, m.
    pub offset_m: f64,
    /// Of the mean landing that nothing else explains, along each axis, m.
    pub landing_m: f64,
}

impl RacketPrior {
    /// A racket that was put on by hand, a rubber of which only the kind is known, and an arm that was aligned with the
    /// cameras by tape: assumed.
    pub const TYPICAL: Self =
        Self { tilt_rad: 0.03, restitution: 0.06, friction: 0.15, offset_m: 0.01, landing_m: 0.05 };
    /// All known exactly.
    pub const EXACT: Self = Self { tilt_rad: 0.0, restitution: 0.0, friction: 0.0, offset_m: 0.0, landing_m: 0.0 };

    fn vector(&self) -> Vector {
        let Self { tilt_rad, restitution, friction, offset_m, .. } = *self;
        Vector::from([tilt_rad, tilt_rad, restitution, friction, offset_m, offset_m, offset_m])
    }

    fn covariance(&self) -> Square {
        Square::from_diagonal(&self.vector().map(|sd| sd * sd))
    }
}

/// A number drifts from stroke to stroke by this share of its first standard deviation, as a random walk: rubber ages,
/// mounts creep.
const DRIFT: f64 = 1e-3;
/// Squared Mahalanobis distance, with four degrees of freedom, beyond which a stroke counts less and less: one in a
/// thousand is that far off by chance.
const UNUSUAL: f64 = 18.5;
/// Beyond this it counts not at all: another ball, or a touch of the edge.
const REFUSED: f64 = 200.0;
/// So many refused strokes in a row are no chance: something was changed, and all is learned anew.
const CHANGED_AFTER: usize = 5;
/// The least factor of the rubber's friction: with less, no stroke would show any.
const LEAST_FRICTION: f64 = 0.05;
/// Index of the friction among the numbers.
const FRICTION: usize = 3;
/// Standard deviation of one landing about its mean, m: mostly the spin that was not known.
pub(super) const LANDING_SD: f64 = 0.08;
/// A landing so many of its standard deviations from what was expected counts not at all: another ball's.
const REFUSED_LANDING: f64 = 10.0;

/// Finds out how racket and mount really are, from own strokes: a Kalman filter over [`RacketModel`], with the ball's
/// velocity after a touch and the distance between ball and face as measurements.
///
/// What neither explains, the mean distance between where returns land and where they should, is learned apart and
/// slowly.
#[derive(Debug, Clone, PartialEq)]
pub struct RacketIdentifier {
    prior: RacketPrior,
    mean: Vector,
    covariance: Square,
    landing: Vector2<f64>,
    landing_variance: f64,
    unexplained: Unexplained,
    strokes: usize,
    refused: usize,
    refused_in_a_row: usize,
}

impl RacketIdentifier {
    /// Nothing is found out yet: the racket as told, and how well that is known.
    #[must_use]
    pub fn new(told: RacketModel, prior: RacketPrior) -> Self {
        Self {
            prior,
            mean: told.to_vector(),
            covariance: prior.covariance(),
            landing: Vector2::zeros(),
            landing_variance: prior.landing_m * prior.landing_m,
            unexplained: Unexplained::FIRST,
            strokes: 0,
            refused: 0,
            refused_in_a_row: 0,
        }
    }

    /// The most probable racket.
    #[must_use]
    pub fn model(&self) -> RacketModel {
        RacketModel::from_vector(&self.mean)
    }

    /// Its numbers with their standard deviations, in the order tilt (rad) about y and z, restitution, friction, offset
    /// (m) along x, y and z.
    #[must_use]
    pub fn numbers(&self) -> [Gaussian; NUMBERS] {
        std::array::from_fn(|i| Gaussian { mean: self.mean[i], sd: self.covariance[(i, i)].max(0.0).sqrt() })
    }

    /// The mean landing, from where the measured start of a return would take it, that nothing else explains, m.
    #[must_use]
    pub fn landing(&self) -> [Gaussian; 2] {
        let sd = self.landing_variance.sqrt();
        [0, 1].map(|axis| Gaussian { mean: self.landing[axis], sd })
    }

    /// Strokes that were used, and that were refused.
    #[must_use]
    pub fn strokes(&self) -> (usize, usize) {
        (self.strokes, self.refused)
    }

    /// How far it is from how racket and mount really are, in squared standard deviations of all numbers together.
    #[cfg(test)]
    pub(crate) fn squared_deviations(&self, truth: &RacketModel) -> f64 {
        let off = truth.to_vector() - self.mean;
        self.covariance.cholesky().map_or(f64::INFINITY, |factor| off.dot(&factor.solve(&off)))
    }

    /// Takes the touch of a stroke, made with the nominal robot under nominal physics. Returns its squared Mahalanobis
    /// distance, with four degrees of freedom, from what was expected; `None` when it has none or was refused.
    pub(super) fn observe(&mut self, touch: &SeenTouch, nominal: &dyn Robot, physics: &Physics) -> Option<f64> {
        let distance = self.update(touch, nominal, physics)?;
        if distance <= REFUSED {
            self.strokes += 1;
            self.refused_in_a_row = 0;
            return Some(distance);
        }
        self.refused += 1;
        self.refused_in_a_row += 1;
        if self.refused_in_a_row == CHANGED_AFTER {
            self.covariance = self.prior.covariance();
            self.refused_in_a_row = 0;
        }
        None
    }

    /// Takes where a return landed and where it should have, by the racket as it was known then, m.
    pub(super) fn observe_landing(&mut self, landed: [f64; 2], expected: [f64; 2]) {
        let off = Vector2::from(landed) - Vector2::from(expected) - self.landing;
        if off.norm() > REFUSED_LANDING * LANDING_SD {
            return;
        }
        let variance = LANDING_SD * LANDING_SD;
        let gain = self.landing_variance / (self.landing_variance + variance);
        // A single landing may move the mean by two standard deviations of its own at most.
        let reach = 2.0 * LANDING_SD;
        self.landing += off.map(|off| off.clamp(-reach, reach)) * gain;
        self.landing_variance *= 1.0 - gain;
        self.landing_variance += (DRIFT * self.prior.landing_m).powi(2);
    }

    /// The Kalman step. Returns the squared Mahalanobis distance; `None` when it has none.
    fn update(&mut self, touch: &SeenTouch, nominal: &dyn Robot, physics: &Physics) -> Option<f64> {
        let model = self.model();
        let expected = touch.outcome(&model, nominal, physics)?;
        let slope = self.slope(touch, &expected, nominal, physics)?;
        let tracks = touch.covariance(&model, nominal, physics)?;
        let noise = tracks + self.unexplained.covariance();
        let residual = touch.seen() - expected;
        let known = slope * self.covariance * slope.transpose();
        let spread = known + noise;
        let distance = residual.dot(&(spread.cholesky()?.inverse() * residual));
        if !distance.is_finite() {
            return None;
        }
        if distance <= REFUSED {
            self.unexplained.observe(&residual, &(known + tracks));
            // An unusual stroke is one with more noise.
            let spread = spread + noise * ((distance / UNUSUAL).max(1.0) - 1.0);
            let gain = self.covariance * slope.transpose() * spread.cholesky()?.inverse();
            self.mean += gain * residual;
            self.mean[FRICTION] = self.mean[FRICTION].max(LEAST_FRICTION);
            self.covariance = (Square::identity() - gain * slope) * self.covariance;
            self.covariance = (self.covariance + self.covariance.transpose()) * 0.5;
            self.drift();
        }
        Some(distance)
    }

    /// What was seen long ago counts less: the covariance grows by a share of the prior's.
    fn drift(&mut self) {
        let prior = self.prior.vector();
        for i in 0..NUMBERS {
            let most = prior[i] * prior[i];
            self.covariance[(i, i)] = (self.covariance[(i, i)] + DRIFT * DRIFT * most).min(most);
        }
    }

    /// How the outcome changes with the racket's numbers, by differences.
    fn slope(
        &self,
        touch: &SeenTouch,
        at: &Outcome,
        nominal: &dyn Robot,
        physics: &Physics,
    ) -> Option<SMatrix<f64, 4, NUMBERS>> {
        const STEP: f64 = 1e-5;
        let mut slope = SMatrix::<f64, 4, NUMBERS>::zeros();
        for i in 0..NUMBERS {
            let mut changed = self.mean;
            changed[i] += STEP;
            let there = touch.outcome(&RacketModel::from_vector(&changed), nominal, physics)?;
            slope.set_column(i, &((there - at) / STEP));
        }
        Some(slope)
    }
}
