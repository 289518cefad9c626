//! Triangulation of a point that several cameras see.

mod error;
mod linear;

pub use error::TriangulationError;
pub use linear::triangulate_linear;

use nalgebra::Matrix3;

use super::pose_step::settled;
use super::{Camera, Ray, Vec2};
use crate::geometry::Vec3;

/// A point in the world, and how well it is known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fix {
    /// Its position, m.
    pub position: Vec3,
    /// Covariance of the position, m².
    pub covariance: Matrix3<f64>,
    /// Root of the mean squared distance between the pixels and the projections of the position, px.
    pub rms_px: f64,
    /// Sum of squared residuals over the variance of a pixel coordinate: for measurements of one point and normal noise
    /// it follows the chi-square distribution with 2 n - 3 degrees of freedom for n cameras.
    pub chi_square: f64,
}

/// Least sine between two lines of sight: below, a metre of baseline reaches 100 km.
const LEAST_SINE: f64 = 1e-5;
/// Two to four steps settle; noise of many pixels takes some more.
const MOST_ITERATIONS: usize = 50;
/// Residuals of this size are rounding, px.
const ROUNDING_PX: f64 = 1e-10;

/// The point that explains best where two or more cameras see it: the one with the least sum of squared distances in
/// the images, which is the likeliest for normal noise.
///
/// Starts where the lines of sight come nearest to each other and goes on by Gauss and Newton's method to convergence.
/// The covariance is (JᵀJ)⁻¹ σ², σ = `pixel_sd` the standard deviation of a pixel coordinate, px. Takes nothing from
/// the heap.
///
/// # Errors
/// With fewer than two cameras, numbers that are not finite, pixels that the lens does not image, parallel lines of
/// sight, or a point behind a camera.
pub fn triangulate(measurements: &[(&Camera, Vec2)], pixel_sd: f64) -> Result<Fix, TriangulationError> {
    check(measurements, pixel_sd)?;
    let start = nearest_to_rays(measurements)?;
    let (position, normal) = refine(measurements, start)?;
    let variance = pixel_sd * pixel_sd;
    let inverse = normal.inverse().ok_or(TriangulationError::NotConverged { squares: normal.squares })?;
    Ok(Fix {
        position,
        covariance: inverse * variance,
        rms_px: (normal.squares / measurements.len() as f64).sqrt(),
        chi_square: normal.squares / variance,
    })
}

fn check(measurements: &[(&Camera, Vec2)], pixel_sd: f64) -> Result<(), TriangulationError> {
    if measurements.len() < 2 {
        return Err(TriangulationError::TooFew { given: measurements.len() });
    }
    if !(pixel_sd > 0.0 && pixel_sd.is_finite()) {
        return Err(TriangulationError::Deviation { pixel_sd });
    }
    match measurements.iter().position(|(_, pixel)| !(pixel.x.is_finite() && pixel.y.is_finite())) {
        Some(index) => Err(TriangulationError::NotFinite { number: index + 1 }),
        None => Ok(()),
    }
}

fn ray(measurements: &[(&Camera, Vec2)], index: usize) -> Result<Ray, TriangulationError> {
    let (camera, pixel) = &measurements[index];
    camera.ray(pixel).ok_or(TriangulationError::NoRay { number: index + 1, x: pixel.x, y: pixel.y })
}

/// The point with the least sum of squared distances from all lines of sight: Σ (I - d dᵀ) (X - o) = 0.
fn nearest_to_rays(measurements: &[(&Camera, Vec2)]) -> Result<Vec3, TriangulationError> {
    let first = ray(measurements, 0)?;
    let mut matrix = Matrix3::identity() - first.direction * first.direction.transpose();
    // From the first camera's place all numbers are of the size of the scene.
    let mut right = Vec3::zeros();
    let mut sine = 0.0_f64;
    for index in 1..measurements.len() {
        let Ray { origin, direction } = ray(measurements, index)?;
        let across = Matrix3::identity() - direction * direction.transpose();
        matrix += across;
        right += across * (origin - first.origin);
        sine = sine.max(first.direction.cross(&direction).norm());
    }
    let parallel = TriangulationError::Parallel { sine, least: LEAST_SINE };
    if sine < LEAST_SINE {
        return Err(parallel);
    }
    Ok(first.origin + matrix.try_inverse().ok_or(parallel)? * right)
}

/// JᵀJ, Jᵀr and rᵀr at a point.
struct Normal {
    matrix: Matrix3<f64>,
    gradient: Vec3,
    squares: f64,
}

impl Normal {
    /// `Err` is the index of a camera that does not image the point.
    fn at(measurements: &[(&Camera, Vec2)], point: &Vec3) -> Result<Self, usize> {
        let mut normal = Self { matrix: Matrix3::zeros(), gradient: Vec3::zeros(), squares: 0.0 };
        for (index, (camera, pixel)) in measurements.iter().enumerate() {
            let (seen, derivative) = camera.project_with_derivative(point).ok_or(index)?;
            let residual = pixel - seen;
            normal.matrix += derivative.tr_mul(&derivative);
            normal.gradient += derivative.tr_mul(&residual);
            normal.squares += residual.norm_squared();
        }
        Ok(normal)
    }

    fn inverse(&self) -> Option<Matrix3<f64>> {
        self.matrix.try_inverse()
    }
}

/// The point of least squares near a start, and the normal equations there.
fn refine(measurements: &[(&Camera, Vec2)], start: Vec3) -> Result<(Vec3, Normal), TriangulationError> {
    let behind = |index: usize| TriangulationError::Behind {
        number: index + 1,
        depth_m: measurements[index].0.in_camera(&start).z,
    };
    let rounding = ROUNDING_PX * ROUNDING_PX * measurements.len() as f64;
    let mut point = start;
    let mut normal = Normal::at(measurements, &point).map_err(behind)?;
    let mut part = 1.0;
    for _ in 0..MOST_ITERATIONS {
        let lost = TriangulationError::NotConverged { squares: normal.squares };
        let step = normal.inverse().ok_or(lost)? * normal.gradient;
        let arrived = normal.squares <= rounding || settled(step.dot(&normal.gradient), normal.squares);
        match Normal::at(measurements, &(point + step * part)) {
            Ok(next) if arrived || next.squares < normal.squares => {
                (point, normal) = (point + step * part, next);
                part = 1.0;
            }
            // Too far: half the step, along a direction of descent.
            _ => part *= 0.5,
        }
        if arrived {
            return Ok((point, normal));
        }
    }
    Err(TriangulationError::NotConverged { squares: normal.squares })
}

#[cfg(test)]
mod tests;
