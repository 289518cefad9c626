//! A quick test that a polynomial keeps its limits: sufficient, not necessary.

use super::Polynomial;
use crate::robot::JointLimits;

/// Control values in the Bernstein form of a quintic's position, velocity, acceleration and jerk over its duration. Each
/// quantity stays between the least and the greatest of its control values, and begins and ends at the outer ones.
///
/// An integral's control values are the running sums B_{i+1} = B_i + b_i T / n of its rate's, so the four follow from the jerk
/// upwards without any cancellation.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hull {
    pub(super) position: [f64; 6],
    pub(super) velocity: [f64; 5],
    pub(super) acceleration: [f64; 4],
    pub(super) jerk: [f64; 3],
}

impl Hull {
    #[inline]
    pub(super) fn of(piece: &Polynomial) -> Self {
        let [c0, c1, c2, c3, c4, c5] = piece.coefficients;
        let t = piece.duration_s;
        let (j0, bend) = (6.0 * c3, 12.0 * c4 * t);
        let jerk = [j0, j0 + bend, j0 + 2.0 * bend + 60.0 * c5 * t * t];
        let acceleration = integral(2.0 * c2, &jerk, t * (1.0 / 3.0));
        let velocity = integral(c1, &acceleration, t * 0.25);
        Self { position: integral(c0, &velocity, t * 0.2), velocity, acceleration, jerk }
    }

    /// Whether every control value is within the limits; no number that is not finite is.
    #[inline]
    pub(super) fn within(&self, limits: &JointLimits) -> bool {
        // Without early exit: comparing everything is cheaper than guessing branches.
        inside(&self.position, limits.low, limits.high)
            & inside(&self.velocity, -limits.speed, limits.speed)
            & inside(&self.acceleration, -limits.acceleration, limits.acceleration)
            & inside(&self.jerk, -limits.jerk, limits.jerk)
    }
}

/// Control values of the integral of a quantity, from its value at the start.
#[inline]
fn integral<const RATE: usize, const WHOLE: usize>(start: f64, rate: &[f64; RATE], step_s: f64) -> [f64; WHOLE] {
    let mut whole = [start; WHOLE];
    for i in 0..RATE.min(WHOLE - 1) {
        whole[i + 1] = whole[i] + rate[i] * step_s;
    }
    whole
}

#[inline]
fn inside(controls: &[f64], low: f64, high: f64) -> bool {
    controls.iter().fold(true, |all, value| all & (*value >= low) & (*value <= high))
}

/// Whether control values are within limits after halving their interval, which brings them much nearer to the curve.
pub(super) fn halves_inside<const K: usize>(controls: &[f64; K], low: f64, high: f64) -> bool {
    // De Casteljau: the first of each round is a control value of the left half, the last of the right.
    let mut round = *controls;
    for last in (0..K).rev() {
        if !inside(&[round[0], round[last]], low, high) {
            return false;
        }
        for i in 0..last {
            round[i] = 0.5 * (round[i] + round[i + 1]);
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn extent(values: &[f64]) -> (f64, f64) {
        values.iter().fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(*v), high.max(*v)))
    }

    #[test]
    fn law_the_curve_stays_in_its_hull_and_in_that_of_its_halves() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..2000 {
            let coefficients = std::array::from_fn(|_| rng.random_range(-3.0..3.0));
            let piece = Polynomial { coefficients, duration_s: rng.random_range(0.1..2.0) };
            let hull = Hull::of(&piece);
            let states: Vec<_> = (0..=100).map(|i| piece.at(piece.duration_s * f64::from(i) / 100.0)).collect();
            let holds = |controls: &[f64], sample: &dyn Fn(usize) -> f64| {
                let (low, high) = extent(controls);
                let slack = 1e-12 * (1.0 + high - low);
                (0..=100).all(|i| sample(i) >= low - slack && sample(i) <= high + slack)
                    && (controls[0] - sample(0)).abs() < slack
                    && (controls[controls.len() - 1] - sample(100)).abs() < slack
            };
            assert!(holds(&hull.position, &|i| states[i].position), "{piece:?}");
            assert!(holds(&hull.velocity, &|i| states[i].velocity), "{piece:?}");
            assert!(holds(&hull.acceleration, &|i| states[i].acceleration), "{piece:?}");
            assert!(holds(&hull.jerk, &|i| states[i].jerk), "{piece:?}");
            // Limits drawn anywhere: halves that are inside mean a curve that is.
            let (low, high) = (rng.random_range(-20.0..0.0), rng.random_range(0.0..20.0));
            if halves_inside(&hull.velocity, low, high) {
                assert!(states.iter().all(|state| state.velocity >= low && state.velocity <= high), "{piece:?}");
            }
        }
    }

    /// From rest to rest the velocity's control values reach 5 d / T, those of its halves its true peak 15/8 d / T.
    #[test]
    fn ref_halving_finds_the_peak_speed_from_rest_to_rest() {
        let hull = Hull::of(&Polynomial::quintic((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), 1.0));
        assert!((extent(&hull.velocity).1 - 5.0).abs() < 1e-12);
        assert!(halves_inside(&hull.velocity, -0.1, 1.8751) && !halves_inside(&hull.velocity, -0.1, 1.8749));
    }
}
