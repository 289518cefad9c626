//! Measurements of the ball's position.

use nalgebra::Matrix3;

use crate::geometry::Vec3;
use crate::vision::Ray;

/// One measurement of the ball's position. What it does not determine, such as the distance along a single line of
/// sight, has no information in its matrix.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measurement {
    /// When, s.
    pub t_s: f64,
    /// Where, m.
    pub position: Vec3,
    /// Inverse of the covariance, 1/m².
    pub(super) information: Matrix3<f64>,
}

impl Measurement {
    /// A point with the same standard deviation (m) along each axis.
    #[must_use]
    pub fn point(t_s: f64, position: Vec3, sd: f64) -> Self {
        Self { t_s, position, information: Matrix3::from_diagonal_element(1.0 / (sd * sd)) }
    }

    /// A point with a covariance, m²; `None` when the matrix is not positive definite.
    #[must_use]
    pub fn with_covariance(t_s: f64, position: Vec3, covariance: &Matrix3<f64>) -> Option<Self> {
        Some(Self { t_s, position, information: covariance.cholesky()?.inverse() })
    }

    /// A line of sight of one camera alone: the ball is on it, `sd` (m) to either side at the distance where it is
    /// expected.
    #[must_use]
    pub fn line(t_s: f64, ray: &Ray, expected: &Vec3, sd: f64) -> Self {
        let along = (expected - ray.origin).dot(&ray.direction);
        let across = Matrix3::identity() - ray.direction * ray.direction.transpose();
        Self { t_s, position: ray.origin + ray.direction * along, information: across / (sd * sd) }
    }

    /// Squared Mahalanobis distance of a position from this measurement.
    #[must_use]
    pub fn mahalanobis_squared(&self, place: &Vec3) -> f64 {
        let error = self.position - place;
        error.dot(&(self.information * error))
    }

    /// Huber's loss of a position: half the squared Mahalanobis distance, linear beyond `huber_threshold` standard
    /// deviations. Returns the loss; the measurement's weight, 1 within `huber_threshold`; and the weighted residual,
    /// which is the loss's negative gradient, 1/m.
    #[inline(always)]
    pub(super) fn huber_loss(&self, place: &Vec3, huber_threshold: f64) -> (f64, f64, Vec3) {
        let error = self.position - place;
        let weighted = self.information * error;
        let square = error.dot(&weighted);
        if square > huber_threshold * huber_threshold {
            let distance = square.sqrt();
            let weight = huber_threshold / distance;
            (huber_threshold * (distance - 0.5 * huber_threshold), weight, weighted * weight)
        } else {
            (0.5 * square, 1.0, weighted)
        }
    }

    /// Whether it determines the position along every direction, which a line of sight alone does not.
    #[must_use]
    pub fn is_point(&self) -> bool {
        // Rounding leaves some 1e-16 of a determinant that is zero; no pair of cameras is ten thousand times surer
        // across than along.
        const LEAST_SHARE: f64 = 1e-9;
        let size = self.information.norm();
        self.information.determinant().abs() > LEAST_SHARE * size * size * size
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn law_points_are_points_and_lines_are_not() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        for _ in 0..1000 {
            let mut vector = || Vec3::from_fn(|_, _| rng.random_range(-1.0..1.0));
            let (place, along) = (vector(), vector().normalize());
            let line = Measurement::line(0.0, &Ray { origin: vector() * 4.0, direction: along }, &place, 1e-3);
            assert!(!line.is_point());
            assert!(Measurement::point(0.0, place, 1e-3).is_point());
            // A hundred times as sure across as along.
            let covariance = (Matrix3::identity() + along * along.transpose() * 1e4) * 1e-6;
            assert!(
                Measurement::with_covariance(0.0, place, &covariance).is_some_and(|measurement| measurement.is_point())
            );
        }
    }
}
