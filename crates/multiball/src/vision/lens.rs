//! A pinhole with the distortion of a real lens.

use std::cmp::Ordering;

use nalgebra::{Matrix2, Matrix2x3};

use super::Vec2;
use crate::geometry::Vec3;

/// Brown's lens distortion: with (x, y) on the plane z = 1, r² = x² + y²,
///
/// ```text
/// x' = x (1 + k₁ r² + k₂ r⁴ + k₃ r⁶) + 2 p₁ x y + p₂ (r² + 2 x²)
/// y' = y (1 + k₁ r² + k₂ r⁴ + k₃ r⁶) + p₁ (r² + 2 y²) + 2 p₂ x y
/// ```
/// Holds where the radial part grows with r from the centre on, up to the least root of 1 + 3 k₁ r² + 5 k₂ r⁴ + 7 k₃
/// r⁶; [`Lens`] refuses points beyond. [Brown 1966; names as in OpenCV]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Brown {
    /// Radial coefficient of r².
    pub k1: f64,
    /// Radial coefficient of r⁴.
    pub k2: f64,
    /// Tangential coefficient, along y.
    pub p1: f64,
    /// Tangential coefficient, along x.
    pub p2: f64,
    /// Radial coefficient of r⁶.
    pub k3: f64,
}

/// What turns a direction into a pixel: focal lengths, principal point, distortion, size of the sensor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lens {
    /// Columns of the sensor.
    pub width: usize,
    /// Rows of the sensor.
    pub height: usize,
    /// Focal lengths along x and y, px.
    pub focal_px: Vec2,
    /// Where the optical axis meets the sensor, px.
    pub centre_px: Vec2,
    /// Distortion.
    pub distortion: Brown,
}

impl Brown {
    /// The factor of the radial part, and its derivative by r².
    fn radial(&self, r2: f64) -> (f64, f64) {
        let factor = 1.0 + r2 * (self.k1 + r2 * (self.k2 + r2 * self.k3));
        (factor, self.k1 + r2 * (2.0 * self.k2 + r2 * 3.0 * self.k3))
    }

    /// d/dr of r · factor: a cubic in r².
    fn growth(&self, r2: f64) -> f64 {
        1.0 + r2 * (3.0 * self.k1 + r2 * (5.0 * self.k2 + r2 * 7.0 * self.k3))
    }

    /// Whether the radial part grows all the way from the centre: beyond a first fold it may grow again, but there one
    /// image point has several directions. NaN does not grow.
    #[inline]
    fn grows_up_to(&self, r2: f64) -> bool {
        // Were all coefficients negative, the growth would be less everywhere; on most sensors that says enough.
        let least = 1.0 - r2 * (3.0 * self.k1.abs() + r2 * (5.0 * self.k2.abs() + r2 * 7.0 * self.k3.abs()));
        least > 0.0 || self.has_always_grown(r2)
    }

    /// The same exactly: the cubic is positive at r², and at its local minimum if that lies between the centre and r².
    #[cold]
    fn has_always_grown(&self, r2: f64) -> bool {
        let (a, b) = (10.0 * self.k2, 252.0 * self.k1 * self.k3);
        // NaN without a minimum; of the two forms of the root the one that does not cancel.
        let root = (a * a - b).sqrt();
        let lowest = if a >= 0.0 { -6.0 * self.k1 / (a + root) } else { (root - a) / (42.0 * self.k3) };
        self.growth(r2) > 0.0 && (!(0.0..r2).contains(&lowest) || self.growth(lowest) > 0.0)
    }

    /// The distorted point and its derivative by the undistorted one; `None` where the distortion folds back.
    #[must_use]
    pub fn distort(&self, point: &Vec2) -> Option<(Vec2, Matrix2<f64>)> {
        let (x, y) = (point.x, point.y);
        let r2 = x * x + y * y;
        if !self.grows_up_to(r2) {
            return None;
        }
        let (factor, slope) = self.radial(r2);
        let cross = 2.0 * x * y;
        let distorted = Vec2::new(
            x * factor + self.p1 * cross + self.p2 * (r2 + 2.0 * x * x),
            y * factor + self.p1 * (r2 + 2.0 * y * y) + self.p2 * cross,
        );
        let mixed = cross * slope + 2.0 * (self.p1 * x + self.p2 * y);
        let derivative = Matrix2::new(
            factor + 2.0 * x * x * slope + 2.0 * self.p1 * y + 6.0 * self.p2 * x,
            mixed,
            mixed,
            factor + 2.0 * y * y * slope + 6.0 * self.p1 * y + 2.0 * self.p2 * x,
        );
        Some((distorted, derivative))
    }

    /// The undistorted point of a distorted one, by Newton's method; `None` where there is none.
    #[must_use]
    pub fn undistort(&self, distorted: &Vec2) -> Option<Vec2> {
        if *self == Self::default() {
            return Some(*distorted);
        }
        let (mut last, mut point) = (Vec2::zeros(), *distorted);
        for _ in 0..MOST_NEWTON_STEPS {
            let Some((image, derivative)) = self.distort(&point) else {
                // Too far out: half way back; the centre, where every lens is well behaved, is the first to go back to.
                point = 0.5 * (point + last);
                continue;
            };
            let residual = distorted - image;
            let step = derivative.try_inverse()? * residual;
            (last, point) = (point, point + step);
            if step.norm() <= NEWTON_TOLERANCE * (1.0 + point.norm()) {
                return self.distort(&point).map(|_| point);
            }
            // Near a fold the slope is so small that steps stay large when nothing but rounding is left to take away.
            if residual.norm() <= NEWTON_TOLERANCE * distorted.norm() {
                return Some(last);
            }
        }
        None
    }
}

/// Newton's method converges in four to six steps for the lenses of cameras.
const MOST_NEWTON_STEPS: usize = 40;
/// Relative step or residual that ends it: some units in the last place.
const NEWTON_TOLERANCE: f64 = 1e-15;

impl Lens {
    /// A lens without distortion whose axis meets the middle of the sensor.
    #[must_use]
    pub fn pinhole(width: usize, height: usize, focal_px: f64) -> Self {
        Self {
            width,
            height,
            focal_px: Vec2::new(focal_px, focal_px),
            centre_px: Vec2::new((width as f64 - 1.0) / 2.0, (height as f64 - 1.0) / 2.0),
            distortion: Brown::default(),
        }
    }

    /// The pixel of a point in the camera's frame; `None` behind the camera and where the distortion folds back.
    #[must_use]
    pub fn project(&self, point: &Vec3) -> Option<Vec2> {
        self.project_with_derivative(point).map(|(pixel, _)| pixel)
    }

    /// The pixel, and its derivative by the point.
    #[must_use]
    pub fn project_with_derivative(&self, point: &Vec3) -> Option<(Vec2, Matrix2x3<f64>)> {
        if point.z.partial_cmp(&0.0) != Some(Ordering::Greater) {
            return None;
        }
        let inverse = 1.0 / point.z;
        let plane = Vec2::new(point.x * inverse, point.y * inverse);
        let (distorted, derivative) = self.distortion.distort(&plane)?;
        let pixel = self.focal_px.component_mul(&distorted) + self.centre_px;
        let by_plane = Matrix2::from_diagonal(&self.focal_px) * derivative;
        let by_point = Matrix2x3::new(inverse, 0.0, -plane.x * inverse, 0.0, inverse, -plane.y * inverse);
        Some((pixel, by_plane * by_point))
    }

    /// The point on the plane z = 1 that is seen at a pixel; `None` where the distortion has no inverse.
    #[must_use]
    pub fn undistort(&self, pixel: &Vec2) -> Option<Vec2> {
        self.distortion.undistort(&(pixel - self.centre_px).component_div(&self.focal_px))
    }

    /// Whether a pixel coordinate lies on the sensor.
    #[must_use]
    pub fn sees(&self, pixel: &Vec2) -> bool {
        let inside = |value: f64, size: usize| value >= -0.5 && value < size as f64 - 0.5;
        inside(pixel.x, self.width) && inside(pixel.y, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn lens() -> Lens {
        let distortion = Brown { k1: -0.21, k2: 0.09, p1: 1.1e-3, p2: -7e-4, k3: -0.012 };
        Lens { focal_px: Vec2::new(1400.0, 1396.0), distortion, ..Lens::pinhole(1280, 1024, 1400.0) }
    }

    #[test]
    fn law_undistort_inverts_distort() {
        let lens = lens();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..10_000 {
            let pixel = Vec2::new(rng.random_range(0.0..1280.0), rng.random_range(0.0..1024.0));
            let plane = lens.undistort(&pixel).unwrap();
            let depth = rng.random_range(0.1..9.0);
            let back = lens.project(&(plane.push(1.0) * depth)).unwrap();
            assert!((back - pixel).norm() < 1e-10, "{pixel} came back as {back}");
        }
    }

    #[test]
    fn law_derivative_is_the_limit_of_differences() {
        let lens = lens();
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for _ in 0..1000 {
            let mut draw = |range: f64| rng.random_range(-range..range);
            let point = Vec3::new(draw(0.8), draw(0.6), 2.0 + draw(0.5));
            let (_, derivative) = lens.project_with_derivative(&point).unwrap();
            for axis in 0..3 {
                let mut step = Vec3::zeros();
                step[axis] = 1e-6;
                let ahead = lens.project(&(point + step)).unwrap();
                let behind = lens.project(&(point - step)).unwrap();
                let difference = (ahead - behind) / 2e-6;
                assert!((difference - derivative.column(axis)).norm() < 1e-5, "{difference} {derivative}");
            }
        }
    }

    #[test]
    fn law_folded_points_are_refused() {
        let lens = lens();
        assert!(lens.project(&Vec3::new(0.0, 0.0, -1.0)).is_none());
        assert!(lens.project(&Vec3::new(5.0, 0.0, 1.0)).is_none());
        assert!(lens.project(&Vec3::new(f64::NAN, 0.0, 1.0)).is_none());
    }
    /// A lens whose radial part folds at the r² of `folds`, and the radius of the first fold with that of its image.
    fn folding(folds: [f64; 3]) -> (Brown, f64, f64) {
        let [a, b, c] = folds.map(|fold| -1.0 / fold);
        let lens =
            Brown { k1: (a + b + c) / 3.0, k2: (a * b + b * c + c * a) / 5.0, k3: a * b * c / 7.0, ..Brown::default() };
        (lens, folds[0].sqrt(), folds[0].sqrt() * lens.radial(folds[0]).0)
    }

    #[test]
    fn law_beyond_the_first_fold_nothing_is_imaged_and_up_to_it_everything_is() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        for _ in 0..3000 {
            let first = rng.random_range(0.05..2.0);
            let second = first * rng.random_range(1.01..3.0);
            let third = [f64::INFINITY, second * rng.random_range(1.01..3.0), -rng.random_range(0.1..9.0)];
            let (lens, edge, image_edge) = folding([first, second, third[rng.random_range(0..3)]]);
            let direction = Vec2::new(rng.random_range(-1.0..1.0), rng.random_range(-1.0..1.0)).normalize();
            let beyond = rng.random_range(1.0001..3.0);
            assert!(lens.distort(&(direction * edge * beyond)).is_none(), "{lens:?}: {beyond} of {edge}");
            assert!(
                lens.undistort(&(direction * image_edge * beyond)).is_none(),
                "{lens:?}: image {beyond} of {image_edge}"
            );
            // From the middle to a millionth part before the fold.
            let point = direction * edge * (1.0 - 10f64.powi(-rng.random_range(0..7)) * rng.random_range(0.1..1.0));
            let (image, _) = lens.distort(&point).unwrap();
            let back = lens.undistort(&image).unwrap_or_else(|| panic!("{lens:?}: {point} of {edge} is lost"));
            assert!((lens.distort(&back).unwrap().0 - image).norm() < 1e-14 * (1.0 + edge), "{lens:?}: {point} {back}");
        }
    }

    #[test]
    fn law_coefficients_that_are_no_numbers_image_nothing() {
        let broken = Brown { k1: f64::NAN, ..Brown::default() };
        assert!(broken.distort(&Vec2::new(0.1, 0.1)).is_none());
    }
}
