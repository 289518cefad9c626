//! The sum of squares that the most probable flight minimises, with its gradient and curvature.

use super::correlated_error::{CorrelatedError, ErrorFilter};
use super::flight::{Flight, Square};
use super::measurement::Measurement;
use super::variation::{PARAMETERS, Row, add_row};
use crate::geometry::{Vec3, portable};
use nalgebra::{Matrix3, SVector};

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
    /// Equations without measurements and priors.
    pub(super) const NONE: Self =
        Self { cost: 0.0, gradient: [0.0; PARAMETERS], curvature: [[0.0; PARAMETERS]; PARAMETERS] };

    /// Adds the residuals of measurements from a flight. A measurement further than `huber_threshold` standard
    /// deviations off has no more influence than one at that distance (Huber's loss): a cuff taken for the ball must
    /// not bend the flight.
    pub(super) fn add(&mut self, flight: &Flight, measurements: &[Measurement], huber_threshold: f64) {
        let mut rest = measurements;
        let mut stretch = 0;
        while let Some(first) = rest.first() {
            stretch = flight.stretch_at(first.t_s, stretch);
            let end_s = flight.stretch_end_s(stretch);
            let count = rest.iter().take_while(|measurement| measurement.t_s < end_s).count().max(1);
            let (here, later) = rest.split_at(count);
            self.add_stretch(flight, stretch, here, huber_threshold);
            rest = later;
        }
    }

    /// The same for measurements that share errors with their neighbours: each counts with what it says beyond those
    /// before it. They must be all from the first on.
    pub(super) fn add_correlated(
        &mut self,
        flight: &Flight,
        measurements: &[Measurement],
        huber_threshold: f64,
        error: CorrelatedError,
    ) {
        let mut filter = ErrorFilter::new(error);
        let mut stretch = 0;
        for measurement in measurements {
            stretch = flight.stretch_at(measurement.t_s, stretch);
            let (place, by_place) = flight.position_in(stretch, measurement.t_s);
            let (beyond, expected, by) = filter.expect(measurement, &place, &by_place);
            let (cost, robust_weight, residual) = beyond.huber_loss(&expected, huber_threshold);
            self.cost += cost;
            let certain = beyond.information * robust_weight;
            for axis in 0..3 {
                add_row(&mut self.gradient, residual[axis], &by.0[axis]);
                let mut row: Row = [0.0; PARAMETERS];
                by.add_weighted([certain[(axis, 0)], certain[(axis, 1)], certain[(axis, 2)]], &mut row);
                self.add_outer(&by.0[axis], &row);
            }
            filter.take(measurement, &certain, &expected, &by);
        }
    }

    /// The equations after a step to the minimum of the quadratic model, which lowers the cost by `predicted_decrease`.
    pub(super) fn after(&self, predicted_decrease: f64) -> Self {
        Self { cost: self.cost - predicted_decrease, gradient: [0.0; PARAMETERS], ..*self }
    }

    /// Adds the measurements in one stretch of a flight. There every position is a weighted sum of four vectors,
    /// position and velocity at both ends: the squares are summed up in their twelve numbers first, then carried over
    /// to the parameters at once.
    fn add_stretch(&mut self, flight: &Flight, stretch: usize, measurements: &[Measurement], huber_threshold: f64) {
        let (nodes, by) = flight.ends_of(stretch);
        let mut information = [[Matrix3::zeros(); 4]; 4];
        let mut residuals = [Vec3::zeros(); 4];
        for measurement in measurements {
            let weights = flight.weights_in(stretch, measurement.t_s);
            let position = nodes.iter().zip(weights).fold(Vec3::zeros(), |sum, (node, weight)| sum + node * weight);
            let (cost, robust_weight, residual) = measurement.huber_loss(&position, huber_threshold);
            self.cost += cost;
            let certain = measurement.information * robust_weight;
            for a in 0..4 {
                residuals[a] += residual * weights[a];
                for b in a..4 {
                    information[a][b] += certain * (weights[a] * weights[b]);
                }
            }
        }
        for a in 0..4 {
            for axis in 0..3 {
                add_row(&mut self.gradient, residuals[a][axis], &by[a].0[axis]);
                // One row of information × derivatives, then its product with what it belongs to.
                let mut row: Row = [0.0; PARAMETERS];
                for b in 0..4 {
                    let block = if a <= b { information[a][b] } else { information[b][a] };
                    by[b].add_weighted([block[(axis, 0)], block[(axis, 1)], block[(axis, 2)]], &mut row);
                }
                self.add_outer(&by[a].0[axis], &row);
            }
        }
    }

    /// Adds the upper triangle of column × row, in whole pairs of lanes.
    #[inline(always)]
    fn add_outer(&mut self, column: &Row, row: &Row) {
        for (i, curvature) in self.curvature.iter_mut().enumerate() {
            let (factor, pair) = (column[i], i & !1);
            for (value, other) in curvature[pair..].iter_mut().zip(&row[pair..]) {
                *value += factor * other;
            }
        }
    }

    /// Adds the prior: mean and information of the parameters.
    pub(super) fn add_prior(&mut self, parameters: &Parameters, mean: &Parameters, information: &Square) {
        let away = mean - parameters;
        let weighted = information * away;
        self.cost += 0.5 * away.dot(&weighted);
        for i in 0..PARAMETERS {
            self.gradient[i] += weighted[i];
            for j in 0..PARAMETERS {
                self.curvature[i][j] += information[(i, j)];
            }
        }
    }

    /// The step to the minimum of the quadratic model whose diagonal is increased by `damping`, and the decrease of the
    /// cost that the model predicts; `None` when the curvature is not positive definite in double precision.
    pub(super) fn step(&self, damping: f64) -> Option<(Parameters, f64)> {
        let mut curvature = self.square();
        for i in 0..PARAMETERS {
            curvature[(i, i)] *= 1.0 + damping;
        }
        let gradient = Parameters::from_fn(|i, _| self.gradient[i]);
        let step = curvature.cholesky()?.solve(&gradient);
        Some((step, 0.5 * gradient.dot(&step)))
    }

    /// Inverse of the curvature, the covariance of the parameters; and half the logarithm of the curvature's
    /// determinant.
    pub(super) fn covariance(&self) -> Option<(Square, f64)> {
        let factor = self.square().cholesky()?;
        let half_ln_determinant = factor.l_dirty().diagonal().iter().map(|value| portable::ln(*value)).sum();
        Some((factor.inverse(), half_ln_determinant))
    }

    fn square(&self) -> Square {
        Square::from_fn(|i, j| self.curvature[i.min(j)][i.max(j)])
    }
}
