//! The sum of squares that a most probable flight makes least, with its gradient and curvature.

use super::flight::{Flight, Square};
use super::sight::Sight;
use super::variation::{LANES, PARAMETERS, Row};
use crate::geometry::portable;
use nalgebra::SVector;

/// All parameters as one vector.
pub(super) type Parameters = SVector<f64, PARAMETERS>;

/// Half the sum of squares, its negative gradient, and its curvature without second derivatives (Gauss-Newton).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct NormalEquations {
    pub(super) cost: f64,
    gradient: Row,
    curvature: [Row; PARAMETERS],
}

impl NormalEquations {
    /// Of all sights beside a flight. A sight further than `doubt` standard deviations off pulls no harder than one at that
    /// distance (Huber's loss): a cuff taken for the ball must not bend the flight.
    pub(super) fn of(flight: &Flight, sights: &[Sight], doubt: f64) -> Self {
        let mut equations = Self { cost: 0.0, gradient: [0.0; LANES], curvature: [[0.0; LANES]; PARAMETERS] };
        let mut stretch = 0;
        for sight in sights {
            stretch = flight.stretch_at(sight.t_s, stretch);
            equations.add(flight, stretch, sight, doubt);
        }
        equations
    }

    fn add(&mut self, flight: &Flight, stretch: usize, sight: &Sight, doubt: f64) {
        let (position, by) = flight.position_in(stretch, sight.t_s);
        let error = sight.whitening * (sight.position - position);
        let distance = error.norm();
        let weight = if distance > doubt { doubt / distance } else { 1.0 };
        self.cost += if distance > doubt { doubt * (distance - 0.5 * doubt) } else { 0.5 * distance * distance };
        for axis in 0..3 {
            let whiten = sight.whitening.row(axis);
            let mut row: Row = [0.0; LANES];
            by.add_weighted([whiten[0], whiten[1], whiten[2]], &mut row);
            self.add_row(&row, error[axis], weight);
        }
    }

    #[inline(always)]
    fn add_row(&mut self, row: &Row, error: f64, weight: f64) {
        super::variation::add_row(&mut self.gradient, weight * error, row);
        // The upper triangle, in whole pairs of lanes.
        for (i, curvature) in self.curvature.iter_mut().enumerate() {
            let (factor, pair) = (weight * row[i], i & !1);
            for (value, other) in curvature[pair..].iter_mut().zip(&row[pair..]) {
                *value += factor * other;
            }
        }
    }

    /// Adds what was believed beforehand: mean and information of the parameters.
    pub(super) fn believe(&mut self, parameters: &Parameters, mean: &Parameters, information: &Square) {
        let away = mean - parameters;
        let pull = information * away;
        self.cost += 0.5 * away.dot(&pull);
        for i in 0..PARAMETERS {
            self.gradient[i] += pull[i];
            for j in 0..PARAMETERS {
                self.curvature[i][j] += information[(i, j)];
            }
        }
    }

    /// The step to the minimum of the quadratic model whose diagonal is raised by `damping`, and the decrease of the cost that
    /// the model promises; `None` when the curvature is not positive definite in double precision.
    pub(super) fn step(&self, damping: f64) -> Option<(Parameters, f64)> {
        let mut curvature = self.square();
        for i in 0..PARAMETERS {
            curvature[(i, i)] *= 1.0 + damping;
        }
        let gradient = Parameters::from_fn(|i, _| self.gradient[i]);
        let step = curvature.cholesky()?.solve(&gradient);
        Some((step, 0.5 * gradient.dot(&step)))
    }

    /// Inverse of the curvature, the covariance of the parameters; and half the logarithm of the curvature's determinant.
    pub(super) fn covariance(&self) -> Option<(Square, f64)> {
        let factor = self.square().cholesky()?;
        let half_ln_determinant = factor.l_dirty().diagonal().iter().map(|value| portable::ln(*value)).sum();
        Some((factor.inverse(), half_ln_determinant))
    }

    fn square(&self) -> Square {
        Square::from_fn(|i, j| self.curvature[i.min(j)][i.max(j)])
    }
}
