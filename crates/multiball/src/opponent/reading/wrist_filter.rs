//! The racket's wrist, followed through noise, gaps and mistaken arms.

use nalgebra::{Matrix3, Vector3};

use crate::geometry::Vec3;
use crate::opponent::{Keypoint, PoseMeasurement};

/// How a wrist is followed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WristSettings {
    /// Standard deviation of a seen coordinate along x, y and z, m.
    pub measurement_sd: Vec3,
    /// Density of the jerk that moves the wrist, m/s³ per √Hz.
    pub jerk: f64,
    /// Distance from where the wrist is expected, in standard deviations, beyond which a measurement is not of it.
    pub gate: f64,
    /// Measurements in a row outside the gate after which the filter begins anew there.
    pub most_refused: usize,
}

impl Default for WristSettings {
    /// For [`crate::opponent::PoseSensor::default`], which sees depth, mostly along x, four times worse than the rest.
    /// Strokes reach 100 m/s² within a tenth of a second.
    fn default() -> Self {
        Self { measurement_sd: Vec3::new(0.0067, 0.0018, 0.0025), jerk: 150.0, gate: 5.0, most_refused: 4 }
    }
}

/// Kalman filter for a point that is moved by white jerk: position, velocity and acceleration along each axis.
///
/// ```text
/// x' = F x,  P' = F P Fᵀ + Q,  K = P' Hᵀ / (H P' Hᵀ + σ²)        Q = q² ∫ g gᵀ dt,  g = (t²/2, t, 1)
/// ```
/// q: `jerk`, σ: `measurement_sd`. A measurement beyond the gate is not taken; when the other wrist's measurement lies
/// within, the arms were mistaken for each other and that one is. Gaps are bridged by prediction. After `most_refused`
/// measurements of the own wrist outside the gate it begins anew there.
#[derive(Debug, Clone, PartialEq)]
pub struct WristFilter {
    settings: WristSettings,
    wrist: Keypoint,
    axes: [Axis; 3],
    last_s: Option<f64>,
    refused: usize,
    innovation: Option<Vec3>,
}

/// Position, velocity and acceleration along one axis, with covariance.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Axis {
    state: Vector3<f64>,
    covariance: Matrix3<f64>,
    measurement_variance: f64,
}

impl WristFilter {
    /// A filter for one wrist, without measurements.
    #[must_use]
    pub fn new(wrist: Keypoint, settings: WristSettings) -> Self {
        let axes = [0, 1, 2].map(|axis| Axis::at(0.0, settings.measurement_sd[axis]));
        Self { settings, wrist, axes, last_s: None, refused: 0, innovation: None }
    }

    /// Takes what was seen of the body at a later time. Returns the wrist's velocity, m/s; `None` before it was first
    /// seen.
    pub fn observe(&mut self, measurement: &PoseMeasurement) -> Option<Vec3> {
        let own = measurement.points[self.wrist as usize];
        let other = measurement.points[self.other_wrist() as usize];
        self.innovation = None;
        let Some(last_s) = self.last_s.replace(measurement.t_s) else {
            self.last_s = own.map(|_| measurement.t_s);
            self.begin(own?);
            return Some(self.velocity());
        };
        self.axes.iter_mut().for_each(|axis| axis.predict(measurement.t_s - last_s, self.settings.jerk));
        let within = |place: &Vec3| self.innovation_sd(place).norm() < self.settings.gate;
        let (own_fits, other_fits) = (own.filter(within), other.filter(within));
        // Only what was seen elsewhere counts: a gap is no sign that the wrist is not where it should be.
        self.refused = if own_fits.is_some() { 0 } else { self.refused + usize::from(own.is_some()) };
        match (own_fits.or(other_fits), own) {
            (None, Some(own)) | (Some(_), Some(own)) if self.refused > self.settings.most_refused => self.begin(own),
            (Some(place), _) => self.correct(&place),
            (None, _) => {}
        }
        Some(self.velocity())
    }

    /// Estimated position of the wrist, m.
    #[must_use]
    pub fn place(&self) -> Vec3 {
        Vec3::from(self.axes.map(|axis| axis.state.x))
    }

    /// Estimated velocity of the wrist, m/s.
    #[must_use]
    pub fn velocity(&self) -> Vec3 {
        Vec3::from(self.axes.map(|axis| axis.state.y))
    }

    /// Distance of the last measurement from where it was expected along each axis, in standard deviations; `None` when
    /// none was taken.
    #[must_use]
    pub fn innovation(&self) -> Option<Vec3> {
        self.innovation
    }

    fn other_wrist(&self) -> Keypoint {
        if self.wrist == Keypoint::LeftWrist { Keypoint::RightWrist } else { Keypoint::LeftWrist }
    }

    fn begin(&mut self, place: Vec3) {
        self.axes = [0, 1, 2].map(|axis| Axis::at(place[axis], self.settings.measurement_sd[axis]));
        self.refused = 0;
    }

    fn innovation_sd(&self, place: &Vec3) -> Vec3 {
        let along = |axis: usize| (place[axis] - self.axes[axis].state.x) / self.axes[axis].variance().sqrt();
        Vec3::new(along(0), along(1), along(2))
    }

    fn correct(&mut self, place: &Vec3) {
        self.innovation = Some(self.innovation_sd(place));
        self.axes.iter_mut().zip(place.iter()).for_each(|(axis, seen)| axis.correct(*seen));
    }
}

impl Axis {
    /// At a place where it was seen, with any speed that a waiting player's wrist may have.
    fn at(place: f64, measurement_sd: f64) -> Self {
        const SPEED_SD: f64 = 2.0;
        const ACCELERATION_SD: f64 = 20.0;
        let sd = Vector3::new(measurement_sd, SPEED_SD, ACCELERATION_SD);
        Self {
            state: Vector3::new(place, 0.0, 0.0),
            covariance: Matrix3::from_diagonal(&sd.component_mul(&sd)),
            measurement_variance: measurement_sd * measurement_sd,
        }
    }

    fn predict(&mut self, t: f64, jerk: f64) {
        let step = Matrix3::new(1.0, t, 0.5 * t * t, 0.0, 1.0, t, 0.0, 0.0, 1.0);
        let (t2, t3, t4, t5) = (t.powi(2) / 2.0, t.powi(3), t.powi(4) / 8.0, t.powi(5) / 20.0);
        let noise = Matrix3::new(t5, t4, t3 / 6.0, t4, t3 / 3.0, t2, t3 / 6.0, t2, t);
        self.state = step * self.state;
        self.covariance = step * self.covariance * step.transpose() + noise * (jerk * jerk);
    }

    /// Variance of what will be seen.
    fn variance(&self) -> f64 {
        self.covariance[(0, 0)] + self.measurement_variance
    }

    fn correct(&mut self, seen: f64) {
        let gain = self.covariance.column(0) / self.variance();
        self.state += gain * (seen - self.state.x);
        self.covariance -= gain * self.covariance.row(0);
    }
}
