//! Eigenvalues of small symmetric matrices.

use nalgebra::SMatrix;
use nalgebra::SVector;

/// Eigenvalues in ascending order and their unit vectors, as columns, by Jacobi's cyclic rotations: square roots alone,
/// so the bits are the same on every machine, and small eigenvalues come out as exactly as the matrix has them.
pub(crate) fn symmetric_eigen<const N: usize>(matrix: &SMatrix<f64, N, N>) -> (SVector<f64, N>, SMatrix<f64, N, N>) {
    let mut a = *matrix;
    let mut vectors = SMatrix::<f64, N, N>::identity();
    for _ in 0..MOST_SWEEPS {
        let mut rotated = false;
        for p in 0..N {
            for q in p + 1..N {
                rotated |= rotate(&mut a, &mut vectors, p, q);
            }
        }
        if !rotated {
            break;
        }
    }
    sorted(&a, &vectors)
}

/// Jacobi's method converges quadratically; some six sweeps do for N up to ten.
const MOST_SWEEPS: usize = 30;

/// Makes one element zero; `false` when it is already negligible compared with its diagonal.
fn rotate<const N: usize>(a: &mut SMatrix<f64, N, N>, vectors: &mut SMatrix<f64, N, N>, p: usize, q: usize) -> bool {
    let off = a[(p, q)];
    // Compared with the geometric mean of the diagonal, so that rows of very different size are treated alike.
    if off == 0.0 || off.abs() <= 1e-16 * (a[(p, p)] * a[(q, q)]).abs().sqrt() || !off.is_finite() {
        return false;
    }
    let theta = (a[(q, q)] - a[(p, p)]) / (2.0 * off);
    let tangent = 1.0_f64.copysign(theta) / (theta.abs() + (theta * theta + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    for k in 0..N {
        let (left, right) = (a[(k, p)], a[(k, q)]);
        (a[(k, p)], a[(k, q)]) = (cosine * left - sine * right, sine * left + cosine * right);
        let (left, right) = (vectors[(k, p)], vectors[(k, q)]);
        (vectors[(k, p)], vectors[(k, q)]) = (cosine * left - sine * right, sine * left + cosine * right);
    }
    for k in 0..N {
        let (upper, lower) = (a[(p, k)], a[(q, k)]);
        (a[(p, k)], a[(q, k)]) = (cosine * upper - sine * lower, sine * upper + cosine * lower);
    }
    (a[(p, q)], a[(q, p)]) = (0.0, 0.0);
    true
}

fn sorted<const N: usize>(
    a: &SMatrix<f64, N, N>,
    vectors: &SMatrix<f64, N, N>,
) -> (SVector<f64, N>, SMatrix<f64, N, N>) {
    let mut order: [usize; N] = std::array::from_fn(|i| i);
    order.sort_unstable_by(|i, j| a[(*i, *i)].total_cmp(&a[(*j, *j)]));
    (SVector::from_fn(|i, _| a[(order[i], order[i])]), SMatrix::from_fn(|row, i| vectors[(row, order[i])]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn law_vectors_are_orthonormal_and_the_matrix_stretches_them() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for round in 0..2000 {
            let mut factor = SMatrix::<f64, 5, 5>::from_fn(|_, _| rng.random_range(-1.0..1.0));
            if round % 3 == 0 {
                factor.set_row(4, &(factor.row(0) * 2.0));
            }
            let matrix = factor.transpose() * factor;
            let (values, vectors) = symmetric_eigen(&matrix);
            assert!((vectors.transpose() * vectors - SMatrix::identity()).norm() < 1e-14);
            assert!(
                (matrix * vectors - vectors * SMatrix::from_diagonal(&values)).norm() < 1e-14 * (1.0 + matrix.norm())
            );
            assert!((0..4).all(|i| values[i] <= values[i + 1]), "{values}");
        }
    }
}
