//! Real roots of polynomials up to degree five, and the extremes that they mark.

/// Coefficients c0 + c1 t + … + c5 t⁵.
pub type Coefficients = [f64; 6];

/// Roots found in an interval, in ascending order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Roots {
    items: [f64; 5],
    count: usize,
}

impl Roots {
    const NONE: Self = Self { items: [0.0; 5], count: 0 };

    fn push(&mut self, root: f64) {
        if self.count < 5 && (self.count == 0 || self.items[self.count - 1] < root) {
            self.items[self.count] = root;
            self.count += 1;
        }
    }

    /// The roots.
    #[must_use]
    pub fn as_slice(&self) -> &[f64] {
        &self.items[..self.count]
    }
}

/// Value of a polynomial.
#[must_use]
#[inline]
pub fn value(c: &Coefficients, t: f64) -> f64 {
    ((((c[5] * t + c[4]) * t + c[3]) * t + c[2]) * t + c[1]) * t + c[0]
}

/// Coefficients of the derivative.
#[must_use]
#[inline]
pub fn derivative(c: &Coefficients) -> Coefficients {
    [c[1], 2.0 * c[2], 3.0 * c[3], 4.0 * c[4], 5.0 * c[5], 0.0]
}

/// Every point strictly between `from` and `to` where the polynomial changes its sign, each to the last bits.
///
/// Between two neighbouring roots of its derivative a polynomial is monotone and has at most one root: the derivatives
/// are solved first, from the quadratic up, and each monotone piece is closed in by Newton steps that a bracket keeps
/// safe. A polynomial that is zero everywhere has no such point.
#[must_use]
pub fn roots_between(c: &Coefficients, from: f64, to: f64) -> Roots {
    // In units of the greatest coefficient no product overflows or vanishes; roots do not change.
    let unit = c.iter().fold(0.0, |most: f64, c| most.max(c.abs()));
    if (1e-100..1e100).contains(&unit) || unit == 0.0 || !unit.is_finite() {
        return roots_of(c, from, to);
    }
    roots_of(&c.map(|c| c / unit), from, to)
}

fn roots_of(c: &Coefficients, from: f64, to: f64) -> Roots {
    match (1..6).rev().find(|k| c[*k] != 0.0) {
        None => Roots::NONE,
        Some(1) => inside(&[-c[0] / c[1]], from, to),
        Some(2) => quadratic(c, from, to),
        Some(_) => {
            let slope = derivative(c);
            monotone_pieces(c, &slope, &roots_of(&slope, from, to), from, to)
        }
    }
}

/// An argument and the value there.
pub type Point = (f64, f64);

/// The points of the least and of the greatest value between `from` and `to`, exactly: an end, or where the derivative
/// changes its sign. Of equal values the earlier point, the ends first.
#[must_use]
pub fn extremes(c: &Coefficients, from: f64, to: f64) -> (Point, Point) {
    let at = |t: f64| (t, value(c, t));
    let lesser = |a: Point, b: Point| if b.1 < a.1 { b } else { a };
    let greater = |a: Point, b: Point| if b.1 > a.1 { b } else { a };
    let (begin, end) = (at(from), at(to));
    let extrema = roots_between(&derivative(c), from, to);
    let ends = (lesser(begin, end), greater(begin, end));
    extrema.as_slice().iter().map(|t| at(*t)).fold(ends, |(low, high), p| (lesser(low, p), greater(high, p)))
}

/// Least and greatest value between `from` and `to`.
#[must_use]
pub fn extent(c: &Coefficients, from: f64, to: f64) -> (f64, f64) {
    let (low, high) = extremes(c, from, to);
    (low.1, high.1)
}

fn inside(candidates: &[f64], from: f64, to: f64) -> Roots {
    let mut roots = Roots::NONE;
    candidates.iter().filter(|root| **root > from && **root < to).for_each(|root| roots.push(*root));
    roots
}

fn quadratic(c: &Coefficients, from: f64, to: f64) -> Roots {
    let discriminant = c[1] * c[1] - 4.0 * c[2] * c[0];
    if discriminant <= 0.0 {
        return Roots::NONE;
    }
    // The form without cancellation: q has the sign of b, roots are q / a and c / q.
    let q = -0.5 * (c[1] + discriminant.sqrt().copysign(c[1]));
    let (first, second) = (q / c[2], c[0] / q);
    inside(&[first.min(second), first.max(second)], from, to)
}

fn monotone_pieces(c: &Coefficients, slope: &Coefficients, extrema: &Roots, from: f64, to: f64) -> Roots {
    let mut roots = Roots::NONE;
    let (mut a, mut fa) = (from, value(c, from));
    for b in extrema.as_slice().iter().copied().chain([to]) {
        let fb = value(c, b);
        // A piece that ends at a root goes on to the next extremum: the sign there shows whether the curve crosses or
        // touches.
        if fb == 0.0 && b < to {
            continue;
        }
        if (fa < 0.0 && fb > 0.0) || (fa > 0.0 && fb < 0.0) {
            roots.push(root_of_piece(c, slope, (a, b), fa));
        }
        (a, fa) = (b, fb);
    }
    roots
}

/// The root in a bracket on which the polynomial is monotone, `fa` its value at the bracket's begin.
fn root_of_piece(c: &Coefficients, slope: &Coefficients, (a, b): (f64, f64), fa: f64) -> f64 {
    let (mut a, mut b) = (a, b);
    let mut t = 0.5 * (a + b);
    let sizes = c.map(f64::abs);
    for _ in 0..100 {
        let f = value(c, t);
        // Below the rounding of its terms the value's sign is meaningless.
        if f.abs() <= f64::EPSILON * value(&sizes, t.abs()) {
            return t;
        }
        if (f < 0.0) == (fa < 0.0) {
            a = t;
        } else {
            b = t;
        }
        let newton = t - f / value(slope, t);
        let next = if newton > a && newton < b { newton } else { 0.5 * (a + b) };
        if (next - t).abs() <= 1e-15 * next.abs().max(b - a) || next <= a || next >= b {
            return next;
        }
        t = next;
    }
    t
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Coefficients of (t - r1) (t - r2) … times a factor.
    fn with_roots(roots: &[f64], factor: f64) -> Coefficients {
        let mut c = [factor, 0.0, 0.0, 0.0, 0.0, 0.0];
        for root in roots {
            for k in (0..6).rev() {
                c[k] = (if k > 0 { c[k - 1] } else { 0.0 }) - root * c[k];
            }
        }
        c
    }

    #[test]
    fn law_roots_that_were_put_in_come_out() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..20_000 {
            let degree = rng.random_range(1..=5);
            let mut roots: Vec<f64> = (0..degree).map(|_| rng.random_range(-2.0..2.0)).collect();
            roots.sort_by(f64::total_cmp);
            if roots.windows(2).any(|pair| pair[1] - pair[0] < 0.01) {
                continue;
            }
            let c = with_roots(&roots, rng.random_range(0.1..10.0));
            let found = roots_between(&c, -1.0, 1.5);
            let expected: Vec<f64> = roots.into_iter().filter(|root| *root > -1.0 && *root < 1.5).collect();
            assert_eq!(found.as_slice().len(), expected.len(), "{c:?}: {found:?} instead of {expected:?}");
            for (found, expected) in found.as_slice().iter().zip(&expected) {
                assert!((found - expected).abs() < 1e-6, "{found} instead of {expected}");
            }
        }
    }

    #[test]
    fn law_the_extent_holds_many_samples_and_no_more() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for _ in 0..2000 {
            let c: Coefficients = std::array::from_fn(|_| rng.random_range(-3.0..3.0));
            let (low, high) = extent(&c, -1.0, 1.0);
            let samples = (0..=2000).map(|i| value(&c, f64::from(i) / 1000.0 - 1.0));
            let (least, most) = samples.fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(v), h.max(v)));
            assert!(low <= least && high >= most && low > least - 1e-4 && high < most + 1e-4);
        }
    }

    #[test]
    fn law_degenerate_polynomials_work() {
        assert_eq!(roots_between(&[0.0; 6], -1.0, 1.0).as_slice(), &[] as &[f64]);
        assert_eq!(extent(&[3.0, 0.0, 0.0, 0.0, 0.0, 0.0], 0.0, 1.0), (3.0, 3.0));
        assert_eq!(extent(&[0.0, 0.0, 1.0, 0.0, 0.0, 0.0], -1.0, 2.0), (0.0, 4.0));
        assert_eq!(roots_between(&with_roots(&[1.0, 1.0, 3.0], 1.0), 0.0, 10.0).as_slice().len(), 1);
        // Coefficients far from 1 keep their roots.
        for scale in [1e-170, 1e160] {
            assert_eq!(roots_between(&[-scale, 0.0, 0.0, scale, 0.0, 0.0], 0.0, 10.0).as_slice(), &[1.0]);
            assert!((extent(&[0.0, -3.0 * scale, 0.0, scale, 0.0, 0.0], 0.0, 2.0).0 / scale + 2.0).abs() < 1e-12);
        }
        // A triple root changes the sign once, a double root does not.
        assert_eq!(roots_between(&with_roots(&[0.0, 0.0, 0.0], 1.0), -1.0, 1.0).as_slice(), &[0.0]);
        assert_eq!(roots_between(&with_roots(&[0.5, 0.5], 1.0), -1.0, 1.0).as_slice(), &[] as &[f64]);
    }
}
