//! The attitude nearest to axes that are only nearly at right angles.

use nalgebra::Matrix3;

use crate::geometry::{Attitude, Vec3, portable};

/// The attitude whose first two axes are symmetrically nearest to two directions, of any length but not parallel.
pub(super) fn attitude_from_axes(x: &Vec3, y: &Vec3) -> Attitude {
    let (x, y) = (x.normalize(), y.normalize());
    // Sum and difference of unit vectors are exactly at right angles.
    let (sum, difference) = ((x + y).normalize(), (x - y).normalize());
    let (x, y) = ((sum + difference) * 0.5_f64.sqrt(), (sum - difference) * 0.5_f64.sqrt());
    Attitude::from_basis_unchecked(&[x, y, x.cross(&y)])
}

/// The attitude nearest to a matrix (its orthogonal polar factor), by Newton's iteration on X = (X + X⁻ᵀ)/2; `None`
/// when the matrix mirrors or is singular. [Higham 1986]
pub(super) fn attitude_from_matrix(matrix: &Matrix3<f64>) -> Option<Attitude> {
    let determinant = matrix.determinant();
    if !(determinant > 0.0 && determinant.is_finite()) {
        return None;
    }
    let mut x = matrix / portable::cbrt(determinant);
    for _ in 0..MOST_ITERATIONS {
        let next = (x + x.try_inverse()?.transpose()) * 0.5;
        let change = (next - x).norm();
        x = next;
        if change < 1e-9 {
            break;
        }
    }
    Some(Attitude::from_matrix_unchecked(x))
}

/// Converges quadratically; five to eight do for what a camera's matrix gives.
const MOST_ITERATIONS: usize = 50;

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn law_the_attitude_is_orthonormal_and_the_nearest() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..1000 {
            let mut draw = |size: f64| rng.random_range(-size..size);
            let truth = Attitude::from_euler_angles(draw(3.0), draw(1.5), draw(3.0));
            let blurred = truth.matrix() * 3.0 + Matrix3::from_fn(|_, _| draw(0.2));
            let nearest = attitude_from_matrix(&blurred).unwrap();
            assert!((nearest.matrix().transpose() * nearest.matrix() - Matrix3::identity()).norm() < 1e-14);
            // The polar factor: Rᵀ M is symmetric.
            let stretch = nearest.matrix().transpose() * blurred;
            assert!((stretch - stretch.transpose()).norm() < 1e-12);
            let axes = attitude_from_axes(&(truth * Vec3::x() * 2.0), &(truth * Vec3::y()));
            assert!((axes.matrix() - truth.matrix()).norm() < 1e-14);
        }
        assert_eq!(attitude_from_matrix(&-Matrix3::identity()), None);
    }
}
