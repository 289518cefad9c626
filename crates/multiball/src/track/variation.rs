//! How a quantity changes with the numbers that are estimated.

use crate::geometry::Vec3;

/// Estimated numbers: position, velocity and spin at the first measurement, then drag, lift, restitution, friction,
/// grip. An even number: the processor takes two at once.
pub(super) const PARAMETERS: usize = 14;

/// Index of the first parameter of each group.
pub(super) const POSITION: usize = 0;
pub(super) const VELOCITY: usize = 3;
pub(super) const SPIN: usize = 6;
pub(super) const DRAG: usize = 9;
pub(super) const LIFT: usize = 10;
pub(super) const RESTITUTION: usize = 11;
pub(super) const FRICTION: usize = 12;
pub(super) const GRIP: usize = 13;

/// Derivatives of one number by all parameters.
pub(super) type Row = [f64; PARAMETERS];

/// Derivatives of a vector by all parameters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Variation(pub(super) [Row; 3]);

impl Variation {
    pub(super) const ZERO: Self = Self([[0.0; PARAMETERS]; 3]);

    /// Of a vector that is itself the parameters from `first` on.
    pub(super) fn of_parameters(first: usize) -> Self {
        let mut variation = Self::ZERO;
        for (axis, row) in variation.0.iter_mut().enumerate() {
            row[first + axis] = 1.0;
        }
        variation
    }

    /// Adds `factor` times another.
    #[inline(always)]
    pub(super) fn add(&mut self, factor: f64, other: &Self) {
        for (row, other) in self.0.iter_mut().zip(&other.0) {
            add_row(row, factor, other);
        }
    }

    /// Adds vector × row: what a change of one number adds to a vector.
    #[inline(always)]
    pub(super) fn add_outer(&mut self, vector: &Vec3, other: &Row) {
        for (row, factor) in self.0.iter_mut().zip(vector.iter()) {
            add_row(row, *factor, other);
        }
    }

    /// Adds matrix × variation.
    #[inline(always)]
    pub(super) fn add_product(&mut self, matrix: &nalgebra::Matrix3<f64>, other: &Self) {
        for (row, coefficients) in self.0.iter_mut().zip(matrix.row_iter()) {
            other.add_weighted([coefficients[0], coefficients[1], coefficients[2]], row);
        }
    }

    /// Adds the weighted sum of the three rows to a row.
    #[inline(always)]
    pub(super) fn add_weighted(&self, weights: [f64; 3], row: &mut Row) {
        let [x, y, z] = &self.0;
        for (value, ((x, y), z)) in row.iter_mut().zip(x.iter().zip(y).zip(z)) {
            *value += weights[0] * x + weights[1] * y + weights[2] * z;
        }
    }
}

/// row += factor × other.
#[inline(always)]
pub(super) fn add_row(row: &mut Row, factor: f64, other: &Row) {
    for (value, other) in row.iter_mut().zip(other) {
        *value += factor * other;
    }
}
