//! Cubics through two points with their slopes.

/// Value and slope at a share of the interval between two points, on the cubic through both with their slopes.
///
/// `from` and `to` are value and slope at the ends, `lasts` the distance between them in the units of the slopes.
#[inline]
#[must_use]
pub fn cubic_between((p, u): (f64, f64), (q, v): (f64, f64), share: f64, lasts: f64) -> (f64, f64) {
    let (s, h) = (share, lasts);
    let (s2, s3) = (s * s, s * s * s);
    let value = p * (1.0 - 3.0 * s2 + 2.0 * s3)
        + q * (3.0 * s2 - 2.0 * s3)
        + u * (h * (s - 2.0 * s2 + s3))
        + v * (h * (s3 - s2));
    let slope = (q - p) * (6.0 * (s - s2) / h) + u * (1.0 - 4.0 * s + 3.0 * s2) + v * (3.0 * s2 - 2.0 * s);
    (value, slope)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_a_cubic_is_rebuilt_from_its_ends() {
        let at = |t: f64| (0.3 - t + 2.0 * t * t - 0.7 * t * t * t, -1.0 + 4.0 * t - 2.1 * t * t);
        let (from, to) = (0.4, 1.9);
        for step in 0..=20 {
            let share = f64::from(step) / 20.0;
            let (value, slope) = cubic_between(at(from), at(to), share, to - from);
            let (wanted, wanted_slope) = at(from + share * (to - from));
            assert!((value - wanted).abs() < 1e-14 && (slope - wanted_slope).abs() < 1e-14, "at {share}");
        }
    }
}
