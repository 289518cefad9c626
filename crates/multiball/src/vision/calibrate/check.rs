//! Checks of the corners before anything is computed from them.

use nalgebra::{Matrix2, Matrix3};

use super::super::Vec2;
use super::super::projective::{MOST_COORDINATE, beyond, homography};
use super::{CalibrationError, Corner, DistortionModel};
use crate::geometry::symmetric_eigen;

/// Views needed: each gives two equations for five unknowns.
const LEAST_VIEWS: usize = 3;
/// Corners of a view needed: each gives two equations for the eight unknowns of a homography.
const LEAST_CORNERS: usize = 4;
/// Least over greatest spread of a view's corners: a board 1:1000 wide is a line.
const LEAST_FLATNESS: f64 = 1e-3;

/// The homography of each view, in pixels from metres.
pub(super) fn homographies(
    width: usize,
    height: usize,
    views: &[&[Corner]],
    model: DistortionModel,
) -> Result<Vec<Matrix3<f64>>, CalibrationError> {
    if width == 0 || height == 0 {
        return Err(CalibrationError::NoImage { width, height });
    }
    if views.len() < LEAST_VIEWS {
        return Err(CalibrationError::TooFewViews { given: views.len(), needed: LEAST_VIEWS });
    }
    let found = views.iter().enumerate().map(|(index, view)| view_homography(index + 1, view));
    let found: Result<Vec<_>, _> = found.collect();
    let corners: usize = views.iter().map(|view| view.len()).sum();
    let unknowns = unknowns(views.len(), model);
    if found.is_ok() && 2 * corners <= unknowns {
        return Err(CalibrationError::TooFewNumbers { corners, unknowns });
    }
    found
}

/// Numbers that a calibration finds.
pub(super) fn unknowns(views: usize, model: DistortionModel) -> usize {
    4 + model.free().into_iter().filter(|free| *free).count() + 6 * views
}

fn view_homography(view: usize, corners: &[Corner]) -> Result<Matrix3<f64>, CalibrationError> {
    if corners.len() < LEAST_CORNERS {
        return Err(CalibrationError::TooFewCorners { view, given: corners.len(), needed: LEAST_CORNERS });
    }
    for (index, corner) in corners.iter().enumerate() {
        if let Some(value) = beyond(corner.on_board.iter().chain(corner.pixel.iter())) {
            return Err(CalibrationError::Coordinate { view, corner: index + 1, value, most: MOST_COORDINATE });
        }
    }
    let flatness = flatness(corners.iter().map(|corner| corner.on_board))
        .min(self::flatness(corners.iter().map(|corner| corner.pixel)));
    let collinear = CalibrationError::Collinear { view, flatness, least: LEAST_FLATNESS };
    if flatness < LEAST_FLATNESS {
        return Err(collinear);
    }
    homography(corners.iter().map(|corner| (corner.on_board, corner.pixel))).ok_or(collinear)
}

/// Least over greatest spread of points; 0 when all are the same.
fn flatness(points: impl Iterator<Item = Vec2> + Clone) -> f64 {
    let middle = points.clone().sum::<Vec2>() / points.clone().count() as f64;
    let scatter: Matrix2<f64> = points.map(|point| (point - middle) * (point - middle).transpose()).sum();
    let (values, _) = symmetric_eigen(&scatter);
    if values[1] > 0.0 { (values[0].max(0.0) / values[1]).sqrt() } else { 0.0 }
}
