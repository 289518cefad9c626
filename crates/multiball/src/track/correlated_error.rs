//! Errors that measurements share with their neighbours in time.

use nalgebra::Matrix3;

use super::measurement::Measurement;
use super::variation::Variation;
use crate::geometry::{Vec3, portable};

/// The part of a measurement's error that its neighbours in time share: that of the cameras' calibration. It changes
/// as the ball flies through their images, and at once where other cameras take over.
///
/// ```text
/// E[b(t)] = 0        E[b(t) b(u)ᵀ] = sd² exp(-|t - u| / time_s) I
/// ```
/// That is the covariance of an error that stays as it is for `time_s` in the mean and is then drawn anew, and also of
/// one that wanders.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CorrelatedError {
    /// Standard deviation along each axis, m.
    pub sd: f64,
    /// Correlation time, s.
    pub time_s: f64,
}

impl CorrelatedError {
    /// Of balls recorded by several cameras: positions jump by 1 to 3 mm where others take over, some 0.2 s after the
    /// first point: docs/theory/tracking.md.
    pub const RECORDED: Self = Self { sd: 0.002, time_s: 0.2 };
}

/// What is known of the correlated error after some measurements, if the flight is as it is assumed: a Kalman filter.
/// It is linear, and so the derivatives by the flight's parameters go through it as the numbers do.
#[derive(Debug, Clone, Copy)]
pub(super) struct ErrorFilter {
    model: CorrelatedError,
    /// Time of the last measurement, s; none before the first.
    last_s: Option<f64>,
    mean: Vec3,
    by_mean: Variation,
    covariance: Matrix3<f64>,
}

impl ErrorFilter {
    /// Before any measurement.
    pub(super) fn new(model: CorrelatedError) -> Self {
        let covariance = Matrix3::from_diagonal_element(model.sd * model.sd);
        Self { model, last_s: None, mean: Vec3::zeros(), by_mean: Variation::ZERO, covariance }
    }

    /// What a measurement says beyond those before it: the same with the information of its error given theirs, R + P
    /// in place of R, and the position that is expected of it with its derivatives.
    pub(super) fn expect(
        &mut self,
        measurement: &Measurement,
        place: &Vec3,
        by_place: &Variation,
    ) -> (Measurement, Vec3, Variation) {
        self.advance(measurement.t_s);
        // (R + P)⁻¹ = R⁻¹ (1 + P R⁻¹)⁻¹ holds for a line of sight too, whose R⁻¹ has no inverse.
        let both = Matrix3::identity() + self.covariance * measurement.information;
        let information = measurement.information * both.try_inverse().unwrap_or_else(Matrix3::zeros);
        let mut by = *by_place;
        by.add(1.0, &self.by_mean);
        (Measurement { information, ..*measurement }, place + self.mean, by)
    }

    /// Takes the measurement that was just expected; `certain` is its information with Huber's weight.
    pub(super) fn take(&mut self, measurement: &Measurement, certain: &Matrix3<f64>, expected: &Vec3, by: &Variation) {
        let gain = self.covariance * certain;
        self.mean += gain * (measurement.position - expected);
        self.by_mean.add_product(&-gain, by);
        self.covariance -= gain * self.covariance;
    }

    fn advance(&mut self, t_s: f64) {
        let passed_s = self.last_s.map_or(0.0, |last_s| t_s - last_s);
        self.last_s = Some(t_s);
        let kept = portable::exp(-passed_s / self.model.time_s);
        self.mean *= kept;
        self.by_mean.0.as_flattened_mut().iter_mut().for_each(|value| *value *= kept);
        let anew = self.model.sd * self.model.sd * (1.0 - kept * kept);
        self.covariance = self.covariance * (kept * kept) + Matrix3::from_diagonal_element(anew);
    }
}
