//! The middle segment's rate of change, and its derivatives by the times.
//!
//! Over s = t/t₂ and with the ratios u = t₂/t₁, z = t₂/t₃ the rate dq/ds is linear in the differences d₁, d₂, d₃:
//!
//! ```text
//! w(s) = d₁ (3u A(s) + 6u² B(s)) + d₂ M(s) + d₃ (3z A(1-s) + 6z² B(1-s))
//! A(s) = (1-s)² (1 + 2s - 15s²)      B(s) = s (1-s)² (1 - 5s/2)      M(s) = 30 s² (1-s)²
//! ```
//!
//! A is the quartic with value 1 and slope 0 at the beginning, B the one with value 0 and slope 1 there; both vanish
//! with their slopes at the end and have the integral 0. M vanishes with its slope at both ends and has the integral 1.

use nalgebra::{Matrix2, Vector2};

use crate::geometry::polynomial::{Coefficients, derivative, roots_between, value};

/// Coefficients of w in powers of s.
#[inline]
pub(super) fn rate(&[d1, d2, d3]: &[f64; 3], [u, z]: [f64; 2]) -> Coefficients {
    let (begin, end) = (3.0 * d1 * u, 3.0 * d3 * z);
    let (begin_slope, end_slope) = (2.0 * begin * u, -2.0 * end * z);
    let bulge = 30.0 * (d2 - 0.5 * (begin + end)) - 2.5 * (begin_slope - end_slope);
    let rise = end - begin;
    let second = 3.0 * rise - 2.0 * begin_slope - end_slope + bulge;
    [begin, begin_slope, second, begin_slope + end_slope - 2.0 * (rise + bulge), bulge, 0.0]
}

/// An extreme of |w|, with its derivatives by x = ln t₁/t₂ and y = ln t₃/t₂ while it stays an extreme.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extreme {
    pub(super) size: f64,
    pub(super) gradient: Vector2<f64>,
    pub(super) hessian: Matrix2<f64>,
}

/// The extremes of |w| within the segment, at most three, without zeros. The ends are none: |w| grows away from either,
/// or w is 0 there.
#[inline]
pub(super) fn extremes(differences: &[f64; 3], ratios: [f64; 2]) -> [Option<Extreme>; 3] {
    let rate = rate(differences, ratios);
    let slope = derivative(&rate);
    let bend = derivative(&slope);
    let mut extremes = [None; 3];
    for (extreme, s) in extremes.iter_mut().zip(roots_between(&slope, 0.0, 1.0).as_slice()) {
        let (w, w_ss) = (value(&rate, *s), value(&bend, *s));
        *extreme = (w != 0.0).then(|| extreme_at(differences, ratios, *s, w, w_ss));
    }
    extremes
}

fn extreme_at(&[d1, _, d3]: &[f64; 3], [u, z]: [f64; 2], s: f64, w: f64, w_ss: f64) -> Extreme {
    let (x, y) = (Lever::at(d1, u, s), Lever::at(d3, z, 1.0 - s));
    // The extreme's position follows the times: w_ij - w_is w_js / w_ss. The last segment's lever counts from the other
    // end.
    let mixed = Vector2::new(x.first_s, -y.first_s);
    let follow = if w_ss == 0.0 { Matrix2::zeros() } else { mixed * mixed.transpose() / w_ss };
    let sign = 1f64.copysign(w);
    Extreme {
        size: w.abs(),
        gradient: sign * Vector2::new(x.first, y.first),
        hessian: sign * (Matrix2::from_diagonal(&Vector2::new(x.second, y.second)) - follow),
    }
}

/// Derivatives of d (3u A + 6u² B) by the logarithm of 1/u, at the distance s from the lever's own end.
struct Lever {
    first: f64,
    second: f64,
    first_s: f64,
}

impl Lever {
    fn at(d: f64, u: f64, s: f64) -> Self {
        let (rest, linear, square) = (1.0 - s, 3.0 * d * u, 6.0 * d * u * u);
        let (a, b) = (rest * rest * (1.0 + 2.0 * s - 15.0 * s * s), s * rest * rest * (1.0 - 2.5 * s));
        let (a_s, b_s) = (12.0 * s * rest * (5.0 * s - 3.0), rest * (1.0 - 8.0 * s + 10.0 * s * s));
        Self {
            first: -linear * a - 2.0 * square * b,
            second: linear * a + 4.0 * square * b,
            first_s: -linear * a_s - 2.0 * square * b_s,
        }
    }
}

#[cfg(test)]
#[allow(clippy::disallowed_methods)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn law_derivatives_of_the_extremes_are_those_of_small_differences() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut seen = 0;
        for _ in 0..2000 {
            let d: [f64; 3] = std::array::from_fn(|_| rng.random_range(-1.0..1.0));
            let logs = Vector2::new(rng.random_range(-1.0..1.0), rng.random_range(-1.0..1.0));
            let at = |logs: Vector2<f64>| extremes(&d, [(-logs.x).exp(), (-logs.y).exp()]);
            let (here, h) = (at(logs), 1e-5);
            let moved = [Vector2::x(), Vector2::y()].map(|axis| (at(logs - axis * h), at(logs + axis * h)));
            let same = |other: &[Option<Extreme>; 3]| {
                let near = |a: &Extreme, b: &Extreme| (a.gradient - b.gradient).norm() < 1e-3 * a.gradient.norm();
                here.iter().zip(other).all(|pair| match pair {
                    (Some(a), Some(b)) => near(a, b),
                    (None, None) => true,
                    _ => false,
                })
            };
            if !moved.iter().all(|(less, more)| same(less) && same(more)) {
                continue;
            }
            for (index, extreme) in here.iter().enumerate() {
                let Some(extreme) = extreme else { continue };
                for (axis, (less, more)) in moved.iter().enumerate() {
                    let (less, more) = (less[index].unwrap(), more[index].unwrap());
                    let slope = (more.size - less.size) / (2.0 * h);
                    let bend = (more.gradient - less.gradient) / (2.0 * h);
                    assert!((slope - extreme.gradient[axis]).abs() < 1e-5 * extreme.gradient.norm().max(1.0));
                    let column = extreme.hessian.column(axis);
                    assert!((bend - column).norm() < 1e-3 * column.norm().max(1.0), "{bend} instead of {column}");
                    seen += 1;
                }
            }
        }
        assert!(seen > 5000, "{seen}");
    }
}
