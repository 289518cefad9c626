//! A ball of the robot's map.

use nalgebra::Matrix2;

use crate::picker::Point2;

/// An estimated ball of the map, which may be a phantom.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct MappedBall {
    /// Its unique number.
    pub(super) id: u64,
    /// Its position, m.
    pub(super) place: Point2,
    pub(super) covariance: Matrix2<f64>,
    /// Logarithm of the odds that it is there.
    pub(super) log_odds: f64,
    /// Whether it was sure at some time: a ball, which the camera can miss.
    pub(super) confirmed: bool,
    /// Looks at it since it was last measured, each counted as likely as it finds a near ball.
    pub(super) looks: f64,
    /// Not driven to before this time, s: it could not be reached.
    pub(super) shunned_until_s: f64,
    /// How often it could not be reached.
    pub(super) failures: u32,
    /// Obstacles enclose it, so that it cannot be reached.
    pub(super) cut_off: bool,
}

/// Logarithm of the odds at the first measurement: 25 % are balls.
const FIRST: f64 = -1.1;
/// From these logarithmic odds on (19 to 1) the robot drives to a ball.
const SURE: f64 = 2.9;
/// Upper limit of the logarithmic odds, so that a ball that was taken away is removed after a few frames.
const MOST: f64 = 6.0;
/// Gain of the logarithmic odds by one measurement: phantoms are spread over the whole view.
const SEEN_GAIN: f64 = 2.3;

impl MappedBall {
    /// A ball that was measured for the first time.
    pub(super) fn new(id: u64, place: Point2, covariance: Matrix2<f64>) -> Self {
        Self {
            id,
            place,
            covariance,
            log_odds: FIRST,
            confirmed: false,
            looks: 0.0,
            shunned_until_s: 0.0,
            failures: 0,
            cut_off: false,
        }
    }

    /// Whether the robot drives to it.
    pub(super) fn is_sure(&self) -> bool {
        self.log_odds >= SURE
    }

    /// Kalman update by a measured position.
    pub(super) fn update(&mut self, place: &Point2, noise: &Matrix2<f64>) {
        let Some(inverse) = (self.covariance + noise).try_inverse() else { return };
        let gain = self.covariance * inverse;
        self.place += gain * (place - self.place);
        self.covariance = gain * noise;
        self.log_odds = (self.log_odds + SEEN_GAIN).min(MOST);
        self.confirmed |= self.is_sure();
    }

    /// Avoids it for a while, twice as long each time: it could not be reached.
    pub(super) fn shun(&mut self, now_s: f64) {
        self.shunned_until_s = now_s + pause_s(self.failures);
        self.failures += 1;
    }
}

/// How long a ball is avoided, given the number of earlier failures, s: at most twenty minutes.
pub(super) fn pause_s(failures: u32) -> f64 {
    20.0 * f64::from(1_u32 << failures.min(6))
}
