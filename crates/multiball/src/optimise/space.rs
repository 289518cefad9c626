//! The box that is searched, and points in it.

use std::slice::{ChunksExact, ChunksExactMut};

use rand::RngExt;

use super::{OptimiseError, Random};

/// Bounds that have been checked, a list for each side: loops over one variable after the other read them so.
#[derive(Debug, Clone, PartialEq)]
pub struct Space {
    low: Vec<f64>,
    high: Vec<f64>,
}

impl Space {
    /// From a problem's bounds.
    pub(super) fn new(bounds: &[(f64, f64)]) -> Result<Self, OptimiseError> {
        if bounds.is_empty() {
            return Err(OptimiseError::NoVariables);
        }
        for (variable, &(low, high)) in bounds.iter().enumerate() {
            let sound = low <= high && (high - low).is_finite();
            if !sound {
                return Err(OptimiseError::Bounds { variable, low, high });
            }
        }
        let (low, high) = bounds.iter().copied().unzip();
        Ok(Self { low, high })
    }

    /// Number of variables.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.low.len()
    }

    /// Lower bounds.
    #[must_use]
    pub fn low(&self) -> &[f64] {
        &self.low
    }

    /// Upper bounds.
    #[must_use]
    pub fn high(&self) -> &[f64] {
        &self.high
    }

    /// Puts each variable that is out of its bounds on the nearer one.
    pub(super) fn hold(&self, point: &mut [f64]) {
        for ((x, &low), &high) in point.iter_mut().zip(&self.low).zip(&self.high) {
            *x = held(*x, low, high);
        }
    }

    /// Spreads points evenly at random.
    pub(super) fn scatter(&self, points: &mut Points, rng: &mut Random) {
        for row in points.rows_mut() {
            for ((x, &low), &high) in row.iter_mut().zip(&self.low).zip(&self.high) {
                *x = low + (high - low) * rng.random::<f64>();
            }
            // The sum above may be rounded beyond the bound.
            self.hold(row);
        }
    }
}

/// The nearest number within bounds. Plain comparisons: `f64::clamp` checks its bounds each time, and min and max
/// look for NaN.
#[inline]
pub(super) fn held(x: f64, low: f64, high: f64) -> f64 {
    let x = if x < low { low } else { x };
    if x > high { high } else { x }
}

/// Points in one buffer, a row each.
#[derive(Debug, Clone, PartialEq)]
pub struct Points {
    flat: Vec<f64>,
    dimensions: usize,
}

impl Points {
    /// So many points at the origin.
    #[must_use]
    pub fn new(count: usize, dimensions: usize) -> Self {
        Self { flat: vec![0.0; count * dimensions], dimensions }
    }

    /// All numbers, row after row.
    #[must_use]
    pub fn flat(&self) -> &[f64] {
        &self.flat
    }

    /// One point.
    #[must_use]
    #[inline]
    pub fn row(&self, index: usize) -> &[f64] {
        &self.flat[index * self.dimensions..][..self.dimensions]
    }

    /// One point, to change.
    #[inline]
    pub fn row_mut(&mut self, index: usize) -> &mut [f64] {
        &mut self.flat[index * self.dimensions..][..self.dimensions]
    }

    /// The points in order.
    pub fn rows(&self) -> ChunksExact<'_, f64> {
        self.flat.chunks_exact(self.dimensions)
    }

    /// The points in order, to change.
    pub fn rows_mut(&mut self) -> ChunksExactMut<'_, f64> {
        self.flat.chunks_exact_mut(self.dimensions)
    }

    /// The points two by two, to change; a last one without a partner is left out.
    pub fn row_pairs_mut(&mut self) -> impl Iterator<Item = (&mut [f64], &mut [f64])> {
        let dimensions = self.dimensions;
        self.flat.chunks_exact_mut(2 * dimensions).map(move |pair| pair.split_at_mut(dimensions))
    }

    /// Becomes a copy of as many other points.
    pub fn copy_from(&mut self, other: &Self) {
        self.flat.copy_from_slice(&other.flat);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn law_bad_bounds_are_named() {
        assert_eq!(Space::new(&[]), Err(OptimiseError::NoVariables));
        let (nan, infinite) = (f64::NAN, f64::INFINITY);
        for (low, high) in [(1.0, 0.0), (nan, 1.0), (0.0, nan), (-infinite, 0.0), (0.0, infinite), (-1e308, 1e308)] {
            let error = Space::new(&[(0.0, 1.0), (low, high)]);
            assert!(matches!(error, Err(OptimiseError::Bounds { variable: 1, .. })), "{low} {high}");
        }
        assert!(Space::new(&[(2.0, 2.0)]).is_ok());
    }

    #[test]
    fn law_scattered_points_fill_the_box_and_stay_in_it() {
        let space = Space::new(&[(-1.0, 3.0), (5.0, 5.0)]).unwrap();
        let mut points = Points::new(10_000, 2);
        space.scatter(&mut points, &mut Random::seed_from_u64(1));
        assert!(points.rows().all(|x| (-1.0..=3.0).contains(&x[0]) && x[1] == 5.0));
        let mean = points.rows().map(|x| x[0]).sum::<f64>() / 10_000.0;
        // Five standard errors of a uniform variable of width 4.
        assert!((mean - 1.0).abs() < 0.058, "{mean}");
    }
}
