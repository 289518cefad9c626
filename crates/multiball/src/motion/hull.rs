//! A quick test that a polynomial keeps its limits: sufficient, not necessary.

use crate::geometry::polynomial::Coefficients;
use crate::robot::JointLimits;

/// Control values in the Bernstein form of a quintic's position, velocity, acceleration and jerk over its duration.
/// Each quantity stays between the least and the greatest of its control values, and begins and ends at the outer ones.
///
/// An integral's control values are the running sums B_{i+1} = B_i + b_i T / n of its rate's, so the four follow from
/// the jerk upwards without any cancellation.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hull {
    pub(super) position: [f64; 6],
    pub(super) velocity: [f64; 5],
    pub(super) acceleration: [f64; 4],
    pub(super) jerk: [f64; 3],
}

type End = (f64, f64, f64);

impl Hull {
    #[inline]
    pub(super) fn of([c0, c1, c2, c3, c4, c5]: &Coefficients, t: f64) -> Self {
        let (j0, bend) = (6.0 * c3, 12.0 * c4 * t);
        let jerk = [j0, j0 + bend, j0 + 2.0 * bend + 60.0 * c5 * t * t];
        let acceleration = integral(2.0 * c2, &jerk, t / 3.0);
        let velocity = integral(*c1, &acceleration, t / 4.0);
        Self { position: integral(*c0, &velocity, t / 5.0), velocity, acceleration, jerk }
    }

    /// The hull of the quintic between (position, velocity, acceleration) at both ends of a duration.
    #[inline(always)]
    pub(super) fn between((q0, v0, a0): End, (q1, v1, a1): End, t: f64) -> Self {
        let per_t = 1.0 / t;
        let (quarter, fifth) = (0.25 * t, 0.2 * t);
        let (speed1, speed3) = (v0 + a0 * quarter, v1 - a1 * quarter);
        // Offsets from the start, not positions: a short offset keeps its digits.
        let (offset1, offset4) = (v0 * fifth, q1 - q0 - v1 * fifth);
        let (offset2, offset3) = (offset1 + speed1 * fifth, offset4 - speed3 * fifth);
        let speed2 = (offset3 - offset2) * (5.0 * per_t);
        let (rate1, rate2) = ((speed2 - speed1) * (4.0 * per_t), (speed3 - speed2) * (4.0 * per_t));
        Self {
            position: [q0, q0 + offset1, q0 + offset2, q0 + offset3, q0 + offset4, q1],
            velocity: [v0, speed1, speed2, speed3, v1],
            acceleration: [a0, rate1, rate2, a1],
            jerk: [(rate1 - a0) * (3.0 * per_t), (rate2 - rate1) * (3.0 * per_t), (a1 - rate2) * (3.0 * per_t)],
        }
    }

    /// The coefficients of the quintic.
    #[inline(always)]
    pub(super) fn coefficients(&self, t: f64) -> Coefficients {
        let per_t = 1.0 / t;
        let [j0, j1, j2] = self.jerk;
        let (first, second) = (j1 - j0, j2 - j1);
        let c4 = first * (per_t * (1.0 / 12.0));
        let c5 = (second - first) * (per_t * per_t * (1.0 / 60.0));
        [self.position[0], self.velocity[0], 0.5 * self.acceleration[0], j0 * (1.0 / 6.0), c4, c5]
    }

    /// Whether every control value is within the limits; no number that is not finite is.
    #[inline(always)]
    pub(super) fn within(&self, limits: &JointLimits) -> bool {
        // No early exit: without branches a loop over joints is done two at a time.
        let both = |a: bool, b: bool| a & b;
        let bounded = |controls: &[f64], most: f64| controls.iter().map(|value| value.abs() <= most).fold(true, both);
        let inside = |value: &f64| (*value >= limits.low) & (*value <= limits.high);
        self.position.iter().map(inside).fold(true, both)
            & bounded(&self.velocity, limits.speed)
            & bounded(&self.acceleration, limits.acceleration)
            & bounded(&self.jerk, limits.jerk)
    }
}

/// Control values of the integral of a quantity, from its value at the start.
#[inline(always)]
fn integral<const RATE: usize, const WHOLE: usize>(start: f64, rate: &[f64; RATE], step_s: f64) -> [f64; WHOLE] {
    let mut whole = [start; WHOLE];
    for i in 0..RATE.min(WHOLE - 1) {
        whole[i + 1] = whole[i] + rate[i] * step_s;
    }
    whole
}

#[inline]
fn inside(controls: &[f64], low: f64, high: f64) -> bool {
    controls.iter().all(|value| *value >= low && *value <= high)
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
    use crate::motion::Polynomial;
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
            let hull = Hull::of(&piece.coefficients, piece.duration_s);
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

    #[test]
    fn law_both_ways_to_a_hull_agree() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for _ in 0..1000 {
            let t = rng.random_range(0.1..2.0);
            let mut draw = || rng.random_range(-2.0..2.0);
            let (from, to) = ((draw(), draw(), draw()), (draw(), draw(), draw()));
            let direct = Hull::between(from, to, t);
            let again = Hull::of(&direct.coefficients(t), t);
            let close = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9 * (1.0 + a.abs()));
            assert!(close(&direct.position, &again.position) && close(&direct.velocity, &again.velocity));
            assert!(close(&direct.acceleration, &again.acceleration) && close(&direct.jerk, &again.jerk));
        }
    }

    /// From rest to rest the velocity's control values reach 5 d / T, those of its halves its true peak 15/8 d / T.
    #[test]
    fn ref_halving_finds_the_peak_speed_from_rest_to_rest() {
        let hull = Hull::of(&Polynomial::quintic((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), 1.0).coefficients, 1.0);
        assert!((extent(&hull.velocity).1 - 5.0).abs() < 1e-12);
        assert!(halves_inside(&hull.velocity, -0.1, 1.8751) && !halves_inside(&hull.velocity, -0.1, 1.8749));
    }
}
