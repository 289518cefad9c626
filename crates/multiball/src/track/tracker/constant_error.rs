//! The uncertainty from the cameras' constant errors, which stays however often a ball is seen.

use nalgebra::Matrix3;

use super::{Track, Tracker};
use crate::geometry::Vec3;
use crate::track::{Bounce, Predicted};

/// How long before a bounce the ball's velocity is that of its fall, s.
const BEFORE_BOUNCE_S: f64 = 1e-3;
/// Least speed at which a ball falls on the table, m/s: slower ones roll, and where they touch is not known by when
/// they do.
const LEAST_FALL_M_S: f64 = 0.2;

/// An estimator takes the errors of measurements for independent, and its covariance shrinks with their number. The
/// errors of calibration stay the same through a flight. They shift all of it by about as much as one measurement:
///
/// P = P_estimator + σ² (Σ JᵀJ)⁻¹,
///
/// σ² = [`super::TrackerSettings::least_pixel_sd`]² + [`super::TrackerSettings::common_pixel_sd`]², px², J the
/// derivative of a camera's pixel by the position, px/m, there. It holds where errors are those of position and
/// attitude and a flight is short compared with the distance of the cameras; what they make of velocity and spin is
/// left out. All of σ is taken for constant.
impl Tracker {
    /// Where a track's ball is at a time, as its prediction says, with the cameras' constant errors in the covariance
    /// of the position.
    #[must_use]
    pub fn place(&self, track: &Track, t_s: f64) -> Option<Predicted> {
        let mut there = track.prediction()?.at(t_s)?;
        there.position_covariance += self.constant_error(&there.position);
        Some(there)
    }

    /// A track's bounce of that number, as its prediction says, with the cameras' constant errors in its covariance. A
    /// flight that is shifted in height meets the table elsewhere: the shift d becomes d - v d_z / v_z, v the velocity
    /// before the bounce.
    #[must_use]
    pub fn bounce(&self, track: &Track, number: usize) -> Option<Bounce> {
        let prediction = track.prediction()?;
        let mut bounce = prediction.bounce(number)?;
        let before = prediction.motion(bounce.t_s - BEFORE_BOUNCE_S).map(|before| before.velocity);
        let fall = before.filter(|velocity| velocity.z < -LEAST_FALL_M_S);
        let along = fall.map_or_else(Vec3::z, |velocity| velocity / velocity.z);
        let onto_table = Matrix3::identity() - along * Vec3::z().transpose();
        bounce.covariance += onto_table * self.constant_error(&bounce.position) * onto_table.transpose();
        Some(bounce)
    }

    /// All bounces of a track that are more probable than not, in order, as [`Self::bounce`] gives them.
    pub fn bounces(&self, track: &Track) -> impl Iterator<Item = Bounce> {
        (0..).map_while(|number| self.bounce(track, number)).filter(|bounce| bounce.probability > 0.5)
    }

    /// Covariance of a position that all cameras see with an error of their own, m². Zero where they do not determine
    /// it.
    fn constant_error(&self, place: &Vec3) -> Matrix3<f64> {
        let cameras = self.cameras.iter().take(Self::MOST_CAMERAS);
        let seen = cameras.filter_map(|camera| camera.project_with_derivative(place));
        let information = seen.fold(Matrix3::zeros(), |sum, (_, by_place)| sum + by_place.transpose() * by_place);
        let super::TrackerSettings { least_pixel_sd, common_pixel_sd, .. } = self.settings;
        let variance = least_pixel_sd * least_pixel_sd + common_pixel_sd * common_pixel_sd;
        information.cholesky().map_or_else(Matrix3::zeros, |factor| factor.inverse() * variance)
    }
}
