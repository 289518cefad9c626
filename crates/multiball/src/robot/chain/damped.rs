//! Damped least squares without squaring the matrix.

use nalgebra::{Matrix6, Vector6};

/// Solves `min |e - Σ cᵢ xᵢ|² + μ |x|²` for columns cᵢ of six numbers, however many there are.
///
/// ```text
/// [ √μ 1 ]       [ R ]                                [ · ]       [ z ]
/// [  Cᵀ  ]  =  H [ 0 ],    Rᵀ z = e,   and x from     [ x ]  =  H [ 0 ]
/// ```
/// C columns as a 6×n matrix, μ > 0 damping, H six Householder reflections, R upper triangular. The normal equations
/// (C Cᵀ + μ 1) y = e, x = Cᵀ y say the same but lose half the digits: within 1e-6 of a singularity their step is
/// mostly rounding.
#[derive(Debug, Clone)]
pub(super) struct Damped {
    /// Cᵀ, row by row; its column k turns into the lower part of reflection k.
    rows: Vec<Vector6<f64>>,
    r: Matrix6<f64>,
    /// Upper number of each reflection v, and 2 / |v|².
    tops: [(f64, f64); 6],
}

impl Damped {
    /// A solver for `count` columns.
    pub(super) fn new(count: usize) -> Self {
        Self { rows: vec![Vector6::zeros(); count], r: Matrix6::zeros(), tops: [(0.0, 0.0); 6] }
    }

    /// Factors the columns that take part; the others get 0.
    pub(super) fn factor(&mut self, columns: &[Vector6<f64>], takes_part: impl Fn(usize) -> bool, damping: f64) {
        for (i, (row, column)) in self.rows.iter_mut().zip(columns).enumerate() {
            *row = if takes_part(i) { *column } else { Vector6::zeros() };
        }
        for k in 0..6 {
            let norm = self.rows.iter().fold(damping, |sum, row| sum + row[k] * row[k]).sqrt();
            let top = damping.sqrt() + norm;
            let scale = 1.0 / (norm * top);
            let mut part = Vector6::zeros();
            for row in &self.rows {
                part.axpy(scale * row[k], row, 1.0);
            }
            // Columns up to k are done and hold their reflections.
            part.as_mut_slice()[..=k].fill(0.0);
            for row in &mut self.rows {
                row.axpy(-row[k], &part, 1.0);
            }
            self.tops[k] = (top, scale);
            self.r.set_row(k, &(part * -top).transpose());
            self.r[(k, k)] = -norm;
        }
    }

    /// Writes the solution for a right-hand side.
    pub(super) fn solve(&self, right: &Vector6<f64>, solution: &mut [f64]) {
        let mut z = *right;
        for k in 0..6 {
            for j in 0..k {
                z[k] -= self.r[(j, k)] * z[j];
            }
            z[k] /= self.r[(k, k)];
        }
        solution.fill(0.0);
        for k in (0..6).rev() {
            let (top, scale) = self.tops[k];
            let along: f64 = self.rows.iter().zip(&*solution).map(|(row, x)| row[k] * x).sum();
            let part = scale * (top * z[k] + along);
            for (row, x) in self.rows.iter().zip(&mut *solution) {
                *x -= part * row[k];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{DVector, Matrix6xX};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn law_the_solution_is_that_of_the_normal_equations() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for i in 0..2000 {
            let count = 1 + i % 9;
            let columns: Vec<_> = (0..count).map(|_| Vector6::from_fn(|_, _| rng.random_range(-1.0..1.0))).collect();
            let right = Vector6::from_fn(|_, _| rng.random_range(-1.0..1.0));
            let (damping, left_out) = (rng.random_range(0.01..1.0), i % 4);
            let mut damped = Damped::new(count);
            let mut solution = vec![0.0; count];
            damped.factor(&columns, |column| column != left_out, damping);
            damped.solve(&right, &mut solution);

            let mut matrix = Matrix6xX::from_columns(&columns);
            if left_out < count {
                matrix.column_mut(left_out).fill(0.0);
            }
            let system = &matrix * matrix.transpose() + Matrix6::identity() * damping;
            let expected = matrix.transpose() * system.cholesky().unwrap().solve(&right);
            assert!((DVector::from_vec(solution) - expected).amax() < 1e-12);
        }
    }

    /// Two columns 1e-9 apart: squared, the difference would be lost.
    #[test]
    fn law_a_direction_of_size_1e_9_is_still_solved() {
        let (x, y) = (Vector6::x(), Vector6::y());
        let mut damped = Damped::new(2);
        let mut solution = [0.0; 2];
        damped.factor(&[x, x + y * 1e-9], |_| true, 1e-26);
        damped.solve(&(y * 1e-9), &mut solution);
        assert!((solution[0] + 1.0).abs() < 1e-6 && (solution[1] - 1.0).abs() < 1e-6, "{solution:?}");
    }
}
