//! Angles of many unit vectors at once.

use std::f64::consts::{FRAC_PI_2, PI};

/// Coefficients of atan(t) / t in t², for |t| ≤ tan(π/8): the polynomial of least greatest error (Remez exchange in 60
/// digits), which is 3.3e-17 relative.
const ARC_TANGENT: [f64; 10] = [
    -0.3333333333332862,
    0.1999999999888921,
    -0.14285714183509565,
    0.11111106276076248,
    -0.09090775149057723,
    0.07689980899721037,
    -0.06640458069223486,
    0.05689457381992592,
    -0.043510861530134025,
    0.021170682185251546,
];

/// The angle of each unit vector (cos, sin), from -π to π, to the last bit or two.
///
/// An arc tangent of two arguments that takes no branch: closed-form arms need some twenty angles a pose, all of random
/// quadrants, and a library's branches are mispredicted at every second one. Without branches the compiler works on
/// several angles at a time. Only the four operations are used, so the bits are the same on every machine.
#[must_use]
#[inline]
pub fn directions<const K: usize>(cos: &[f64; K], sin: &[f64; K]) -> [f64; K] {
    let mut angles = [0.0; K];
    for i in 0..K {
        angles[i] = direction(cos[i], sin[i]);
    }
    angles
}

/// The half angle's tangent is sin / (1 + cos); with the smaller of the two above, it stays below tan(π/8).
#[inline(always)]
fn direction(cos: f64, sin: f64) -> f64 {
    let (c, s) = (cos.abs(), sin.abs());
    let steep = s > c;
    let (short, long) = if steep { (c, s) } else { (s, c) };
    let t = short / (1.0 + long);
    let z = t * t;
    // Pairs first (Estrin): a shorter chain of dependent operations than Horner's.
    let k = &ARC_TANGENT;
    let (z2, z4) = (z * z, (z * z) * (z * z));
    let low = (k[0] + k[1] * z) + (k[2] + k[3] * z) * z2;
    let high = (k[4] + k[5] * z) + (k[6] + k[7] * z) * z2;
    let series = low + z4 * (high + z4 * (k[8] + k[9] * z));
    let octant = 2.0 * (t + t * (z * series));
    let quadrant = if steep { FRAC_PI_2 - octant } else { octant };
    let half = if cos < 0.0 { PI - quadrant } else { quadrant };
    half.copysign(sin)
}

#[cfg(test)]
#[allow(clippy::disallowed_methods)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn law_angles_come_back_to_the_last_bits() {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
        for _ in 0..200_000 {
            let angle: f64 = rng.random_range(-PI..PI);
            let [found] = directions(&[angle.cos()], &[angle.sin()]);
            assert!((found - angle).abs() < 6e-16, "{angle} came back as {found}");
        }
    }

    #[test]
    fn law_small_angles_keep_their_digits() {
        for exponent in 1..300 {
            let angle = 10f64.powi(-exponent);
            let [found, opposite] = directions(&[angle.cos(), -angle.cos()], &[-angle.sin(), angle.sin()]);
            assert!((found + angle).abs() <= 3e-16 * angle && (opposite - (PI - angle)).abs() < 5e-16);
        }
    }

    #[test]
    fn law_the_axes_are_exact() {
        let found = directions(&[1.0, 0.0, -1.0, 0.0], &[0.0, 1.0, 0.0, -1.0]);
        assert_eq!(found, [0.0, FRAC_PI_2, PI, -FRAC_PI_2]);
    }
}
