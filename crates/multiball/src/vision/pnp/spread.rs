//! How points lie in space: their middle, and the axes along which they extend.

use nalgebra::Matrix3;

use super::super::Lens;
use super::super::Vec2;
use super::super::projective::Normaliser;
use super::{Landmark, PnpError};
use crate::geometry::{Vec3, symmetric_eigen};

/// Second over greatest spread of points that still make a plane.
const LEAST_FLATNESS: f64 = 1e-3;

/// Extent over distance from the origin that rounding alone gives.
const ROUNDING: f64 = 1e-14;

/// The middle of points and their principal axes.
pub(super) struct Spread {
    pub(super) middle: Vec3,
    /// Axes by falling spread, right-handed: columns.
    pub(super) axes: Matrix3<f64>,
    /// Root mean squares along the axes, m.
    pub(super) sizes: Vec3,
}

impl Spread {
    pub(super) fn of(landmarks: &[Landmark]) -> Result<Self, PnpError> {
        let count = landmarks.len() as f64;
        let middle = landmarks.iter().map(|landmark| landmark.point).sum::<Vec3>() / count;
        let mut scatter = Matrix3::zeros();
        for landmark in landmarks {
            let arm = landmark.point - middle;
            scatter += arm * arm.transpose();
        }
        let (values, vectors) = symmetric_eigen(&scatter);
        let sizes = Vec3::new(values[2], values[1], values[0]).map(|value| (value.max(0.0) / count).sqrt());
        if sizes.x <= ROUNDING * (1.0 + middle.norm()) {
            return Err(PnpError::OnePoint { points: landmarks.len() });
        }
        let flatness = sizes.y / sizes.x;
        if flatness < LEAST_FLATNESS {
            return Err(PnpError::Collinear { flatness, least: LEAST_FLATNESS });
        }
        let (x, y): (Vec3, Vec3) = (vectors.column(2).into(), vectors.column(1).into());
        Ok(Self { middle, axes: Matrix3::from_columns(&[x, y, x.cross(&y)]), sizes })
    }

    /// Thickness over extent.
    pub(super) fn flatness(&self) -> f64 {
        self.sizes.z / self.sizes.x
    }
}

/// The normalisation of the images on the plane z = 1 to size 1 about 0. Distorted ones will do: it need not be exact.
pub(super) fn image_normaliser(lens: &Lens, landmarks: &[Landmark]) -> Normaliser<2> {
    let pixels = Normaliser::of(landmarks.iter().map(|landmark| landmark.pixel));
    let middle = (pixels.middle - lens.centre_px).component_div(&lens.focal_px);
    Normaliser { middle, scale: pixels.scale * 0.5 * lens.focal_px.sum() }
}

/// The images on the plane z = 1, each with its point.
pub(super) fn undistorted<'a>(
    lens: &'a Lens,
    landmarks: &'a [Landmark],
) -> impl Iterator<Item = Result<(&'a Vec3, Vec2), PnpError>> {
    landmarks.iter().enumerate().map(|(index, Landmark { point, pixel })| {
        let image = lens.undistort(pixel).ok_or(PnpError::NoRay { number: index + 1, x: pixel.x, y: pixel.y })?;
        Ok((point, image))
    })
}
