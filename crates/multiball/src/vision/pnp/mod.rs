//! The pose of a camera from points that are known in the world.

mod error;
mod planar;
mod refine;
mod spatial;
mod spread;
mod three;

pub use error::PnpError;

use nalgebra::{Matrix3, Matrix3x6, Matrix6};

use super::projective::{MOST_COORDINATE, beyond};
use super::{Camera, Lens, Vec2};
use crate::geometry::{Pose, Vec3};
use refine::Refined;
use spread::Spread;

/// A point that is known in the world, and where the camera sees it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Landmark {
    /// Its place in the world, m.
    pub point: Vec3,
    /// Its place in the image, px.
    pub pixel: Vec2,
}

/// The pose of a camera, and how well it is known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CameraPose {
    /// The pose.
    pub camera_from_world: Pose,
    /// Root of the mean squared distance between the pixels and where the pose puts the points, px.
    pub rms_px: f64,
    /// Standard deviation of the pixels' errors over the one predicted: √(Σ r² / (2 points - 6)) / σ, about 1 when all
    /// is as assumed.
    pub residual_ratio: f64,
    /// Covariance of a small rotation, rad, and a small translation, m, both along the camera's axes, the rotation
    /// first.
    pub covariance: Matrix6<f64>,
}

impl CameraPose {
    /// Covariance of the camera's place along the world's axes, m².
    ///
    /// The place is c = -Rᵀ t. A rotation ω and a translation δ along the camera's axes change R by ω × R and t by δ,
    /// so that c moves by -Rᵀ (t × ω + δ): a small rotation moves the camera by its distance from the world's origin.
    #[must_use]
    pub fn place_covariance(&self) -> Matrix3<f64> {
        let mut by_step = Matrix3x6::zeros();
        by_step.fixed_view_mut::<3, 3>(0, 0).copy_from(&self.camera_from_world.translation.vector.cross_matrix());
        by_step.fixed_view_mut::<3, 3>(0, 3).fill_with_identity();
        let by_step = self.camera_from_world.rotation.matrix().transpose() * by_step;
        by_step * self.covariance * by_step.transpose()
    }
}

/// Points needed.
const LEAST_POINTS: usize = 4;
/// Points from which a camera's matrix follows linearly.
const LEAST_LINEAR: usize = 6;
/// Thickness over extent of points that are treated as flat at the start; the refinement uses them as they are.
const FLAT: f64 = 0.05;
/// A ratio above this is no noise: either the right minimum was not found, or a point is not what it is said to be.
const MOST_RESIDUAL_RATIO: f64 = 4.0;

/// The pose of a camera with a known lens that sees at least four known points: the one with the least sum of squared
/// distances in the image.
///
/// Starts without iteration: for points of a plane both poses that the homography's derivative in their middle allows;
/// for six or more in space the linear camera matrix; otherwise, and whenever that start does not explain the pixels,
/// all poses that three of the points allow. Every start is refined by Levenberg and Marquardt's method and the best is
/// the answer. The covariance is (JᵀJ)⁻¹ σ², σ = `pixel_sd` the standard deviation of a pixel coordinate, px. Takes
/// nothing from the heap.
///
/// # Errors
/// With fewer than four points, points on a line, numbers that are not finite, pixels outside what the lens images,
/// when no pose has all points in front of the camera, or when the best leaves pixels four times farther off than
/// `pixel_sd` explains.
pub fn locate(lens: &Lens, landmarks: &[Landmark], pixel_sd: f64) -> Result<CameraPose, PnpError> {
    let spread = check(landmarks, pixel_sd)?;
    let mut best = Best { lens, landmarks, found: None };
    if spread.flatness() < FLAT {
        best.consider(&planar::starts(lens, landmarks, &spread)?);
    } else if landmarks.len() >= LEAST_LINEAR {
        best.consider(&[spatial::start(lens, landmarks, &spread)?]);
    }
    if best.off_px() > MOST_RESIDUAL_RATIO * pixel_sd {
        best.consider(&three::starts(lens, landmarks, &spread)?);
    }
    let none = PnpError::NoPose { points: landmarks.len() };
    let (rms_px, off_px) = (best.rms_px(), best.off_px());
    let Refined { camera_from_world, information, .. } = best.found.ok_or(none)?;
    if off_px > MOST_RESIDUAL_RATIO * pixel_sd {
        return Err(unexplained(lens, landmarks, &camera_from_world, off_px, pixel_sd));
    }
    let covariance = information.cholesky().ok_or(none)?.inverse() * (pixel_sd * pixel_sd);
    Ok(CameraPose { camera_from_world, rms_px, residual_ratio: off_px / pixel_sd, covariance })
}

/// The best pose so far.
struct Best<'a> {
    lens: &'a Lens,
    landmarks: &'a [Landmark],
    found: Option<Refined>,
}

impl Best<'_> {
    fn consider(&mut self, starts: &[Option<Pose>]) {
        for start in starts.iter().flatten() {
            let found = refine::refine(self.lens, self.landmarks, start);
            let least = self.found.as_ref().map_or(f64::INFINITY, |best| best.squares);
            if let Some(found) = found.filter(|found| found.squares < least) {
                self.found = Some(found);
            }
        }
    }

    fn squares(&self) -> f64 {
        self.found.as_ref().map_or(f64::INFINITY, |best| best.squares)
    }

    fn rms_px(&self) -> f64 {
        (self.squares() / self.landmarks.len() as f64).sqrt()
    }

    /// Standard deviation of a pixel coordinate's error, six numbers of all being used up for the pose.
    fn off_px(&self) -> f64 {
        (self.squares() / (2 * self.landmarks.len() - 6) as f64).sqrt()
    }
}

/// The error of a pose that does not explain its points, with the worst of them.
fn unexplained(lens: &Lens, landmarks: &[Landmark], pose: &Pose, off_px: f64, pixel_sd: f64) -> PnpError {
    let camera = Camera { lens: *lens, camera_from_world: *pose };
    let distance = |landmark: &Landmark| camera.project(&landmark.point).map(|seen| (seen - landmark.pixel).norm());
    let distances = landmarks.iter().map(|landmark| distance(landmark).unwrap_or(0.0)).enumerate();
    let (index, worst_px) = distances.fold((0, 0.0), |worst, next| if next.1 > worst.1 { next } else { worst });
    PnpError::Unexplained { off_px, most_px: MOST_RESIDUAL_RATIO * pixel_sd, number: index + 1, worst_px }
}

fn check(landmarks: &[Landmark], pixel_sd: f64) -> Result<Spread, PnpError> {
    if landmarks.len() < LEAST_POINTS {
        return Err(PnpError::TooFew { given: landmarks.len(), needed: LEAST_POINTS });
    }
    if !(pixel_sd > 0.0 && pixel_sd.is_finite()) {
        return Err(PnpError::Deviation { pixel_sd });
    }
    for (index, Landmark { point, pixel }) in landmarks.iter().enumerate() {
        if let Some(value) = beyond(point.iter().chain(pixel.iter())) {
            return Err(PnpError::Coordinate { number: index + 1, value, most: MOST_COORDINATE });
        }
    }
    Spread::of(landmarks)
}

#[cfg(test)]
#[allow(clippy::disallowed_methods)]
mod tests;
