//! The linear camera matrix of six or more points in space.

use super::super::Lens;
use super::super::attitude::attitude_from_matrix;
use super::super::projective::{Moments, Normaliser};
use super::spread::{Spread, image_normaliser, undistorted};
use super::{Landmark, PnpError};
use crate::geometry::{Pose, Vec3};

/// The pose nearest to the linear camera matrix (M | p): M is a rotation times a positive number when pixels are exact.
/// `None` when the points leave it open, or noise has turned it into a mirror.
pub(super) fn start(lens: &Lens, landmarks: &[Landmark], spread: &Spread) -> Result<Option<Pose>, PnpError> {
    let images = image_normaliser(lens, landmarks);
    let points = Normaliser { middle: spread.middle, scale: 3.0_f64.sqrt() / spread.sizes.norm() };
    let mut moments = Moments::<4>::new();
    for pair in undistorted(lens, landmarks) {
        let (point, image) = pair?;
        moments.add(&points.homogeneous(point), &((image - images.middle) * images.scale));
    }
    let Some(normalised) = moments.solve() else { return Ok(None) };
    let plain = images.inverse_matrix() * normalised;
    let matrix = plain.fixed_columns::<3>(0) * points.scale;
    let Some(attitude) = attitude_from_matrix(&matrix) else { return Ok(None) };
    let stretch = attitude.matrix().tr_mul(&matrix).trace() / 3.0;
    let middle_in_camera: Vec3 = plain.column(3) / stretch;
    Ok(Some(Pose::from_parts((middle_in_camera - attitude * spread.middle).into(), attitude)))
}
