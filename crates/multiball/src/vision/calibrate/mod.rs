//! A camera's lens from views of a flat board.

mod check;
mod error;
mod model;
mod normal;
mod refine;
mod start;

pub use error::CalibrationError;
pub use model::{DistortionModel, UnknownDistortionModel};

use super::{Brown, Lens, Vec2};
use crate::geometry::{Pose, Vec3};

/// One corner of a board and where it is seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Corner {
    /// Its place on the board, m.
    pub on_board: Vec2,
    /// Its place in the image, px.
    pub pixel: Vec2,
}

impl Corner {
    /// The corner in the board's frame, whose z = 0 is the board.
    fn in_board(&self) -> Vec3 {
        self.on_board.push(0.0)
    }
}

/// A lens, and how well it is known.
#[derive(Debug, Clone, PartialEq)]
pub struct Calibration {
    /// The lens.
    pub lens: Lens,
    /// Where the board was in each view.
    pub camera_from_board: Vec<Pose>,
    /// Reprojection error of all corners, px: the root of the mean squared distance in the image.
    pub rms_px: f64,
    /// The same for each view.
    pub view_rms_px: Vec<f64>,
    /// Standard deviations of the lens.
    pub deviation: LensDeviation,
}

/// Standard deviations of what a calibration found; 0 for what was held fixed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LensDeviation {
    /// Of the focal lengths, px.
    pub focal_px: Vec2,
    /// Of the principal point, px.
    pub centre_px: Vec2,
    /// Of the coefficients of distortion.
    pub distortion: Brown,
}

/// The lens that explains best where the corners of a flat board are seen in several views.
///
/// Zhang's method: each view gives a homography, two homographies' equations for the image of the absolute conic give
/// the focal lengths and the principal point in closed form; then Levenberg and Marquardt's method finds the lens and
/// the poses with the least
///
/// ```text
/// Σ |pixel - project(lens, pose of the view, corner)|²
/// ```
/// to convergence. Standard deviations are σ √diag((JᵀJ)⁻¹) with σ² = sum of squares / (2 corners - unknowns), all
/// poses being unknown too. They hold for corners with independent, equal, normal errors. Views need not show the same
/// corners. [Zhang 2000; RMS and standard deviations as defined by OpenCV's calibrateCameraExtended]
///
/// Deviation: skew is zero, as it is on every sensor in use.
///
/// # Errors
/// With fewer than three views or four corners in one, corners on a line, coordinates that are not finite, boards that
/// are all parallel, or corners that no lens explains.
pub fn calibrate<V: AsRef<[Corner]>>(
    width: usize,
    height: usize,
    views: &[V],
    model: DistortionModel,
) -> Result<Calibration, CalibrationError> {
    let views: Vec<&[Corner]> = views.iter().map(AsRef::as_ref).collect();
    let homographies = check::homographies(width, height, &views, model)?;
    let start = start::guess(width, height, &views, &homographies)?;
    refine::refine(&views, start, model)
}

#[cfg(test)]
mod tests;
