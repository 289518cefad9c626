//! One polynomial in time: a piece of one joint's motion.

use super::hull::Hull;
use crate::geometry::polynomial::Coefficients;

/// Position, velocity and acceleration.
#[inline(always)]
pub(super) fn values([c0, c1, c2, c3, c4, c5]: &Coefficients, t: f64) -> (f64, f64, f64) {
    let position = ((((c5 * t + c4) * t + c3) * t + c2) * t + c1) * t + c0;
    let velocity = (((5.0 * c5 * t + 4.0 * c4) * t + 3.0 * c3) * t + 2.0 * c2) * t + c1;
    let acceleration = ((20.0 * c5 * t + 12.0 * c4) * t + 6.0 * c3) * t + 2.0 * c2;
    (position, velocity, acceleration)
}

/// Position of one joint and its derivatives, in rad or m and seconds.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct State {
    /// Position.
    pub position: f64,
    /// Its rate.
    pub velocity: f64,
    /// The velocity's rate.
    pub acceleration: f64,
    /// The acceleration's rate.
    pub jerk: f64,
}

/// q(t) = c0 + c1 t + … + c5 t⁵ for 0 ≤ t ≤ T; t in s from the piece's own start, q in rad or m.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Polynomial {
    /// c0 to c5.
    pub coefficients: Coefficients,
    /// T.
    pub duration_s: f64,
}

impl Polynomial {
    /// A joint at rest at a position, of duration 0.
    #[must_use]
    pub const fn still(position: f64) -> Self {
        Self { coefficients: [position, 0.0, 0.0, 0.0, 0.0, 0.0], duration_s: 0.0 }
    }

    /// The cubic between (position, velocity) at both ends [paper 000, joint motion]. Without a duration, the end
    /// state.
    #[must_use]
    #[inline]
    pub fn cubic((q0, v0): (f64, f64), (q1, v1): (f64, f64), duration_s: f64) -> Self {
        let t = duration_s;
        if t.is_nan() || t <= 0.0 {
            return Self { coefficients: [q1, v1, 0.0, 0.0, 0.0, 0.0], duration_s: 0.0 };
        }
        let change = q1 - q0;
        let c2 = (3.0 * change - (2.0 * v0 + v1) * t) / (t * t);
        let c3 = ((v0 + v1) * t - 2.0 * change) / (t * t * t);
        Self { coefficients: [q0, v0, c2, c3, 0.0, 0.0], duration_s }
    }

    /// The quintic between (position, velocity, acceleration) at both ends [paper 004, motion]. Without a duration, the
    /// end state.
    #[must_use]
    #[inline]
    pub fn quintic(from: (f64, f64, f64), to: (f64, f64, f64), duration_s: f64) -> Self {
        if duration_s.is_nan() || duration_s <= 0.0 {
            return Self { coefficients: [to.0, to.1, 0.5 * to.2, 0.0, 0.0, 0.0], duration_s: 0.0 };
        }
        Self { coefficients: Hull::between(from, to, duration_s).coefficients(duration_s), duration_s }
    }

    /// The joint at a time; outside the duration, as it begins or ends.
    #[must_use]
    #[inline]
    pub fn at(&self, t_s: f64) -> State {
        let t = t_s.max(0.0).min(self.duration_s);
        let [c0, c1, c2, c3, c4, c5] = self.coefficients;
        if c4 == 0.0 && c5 == 0.0 {
            // Most pieces are cubics; leaving out two zero terms gives the same bits sooner.
            return State {
                position: ((c3 * t + c2) * t + c1) * t + c0,
                velocity: (3.0 * c3 * t + 2.0 * c2) * t + c1,
                acceleration: 6.0 * c3 * t + 2.0 * c2,
                jerk: 6.0 * c3,
            };
        }
        let (position, velocity, acceleration) = values(&self.coefficients, t);
        State { position, velocity, acceleration, jerk: (60.0 * c5 * t + 24.0 * c4) * t + 6.0 * c3 }
    }

    /// The same values, slower by a factor.
    #[must_use]
    pub(super) fn slowed(&self, factor: f64) -> Self {
        let (mut coefficients, mut divisor) = (self.coefficients, 1.0);
        for coefficient in &mut coefficients {
            *coefficient /= divisor;
            divisor *= factor;
        }
        Self { coefficients, duration_s: self.duration_s * factor }
    }

    /// Whether every number of it is finite.
    pub(super) fn is_finite(&self) -> bool {
        self.duration_s.is_finite() && self.coefficients.iter().all(|c| c.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    type End = (f64, f64, f64);

    /// A cubic and a quintic between random ends, with those ends.
    fn random(rng: &mut ChaCha8Rng) -> (Polynomial, Polynomial, End, End) {
        let mut draw = || rng.random_range(-5.0..5.0);
        let (from, to) = ((draw(), draw(), draw()), (draw(), draw(), draw()));
        let duration_s = 0.1 + rng.random_range(0.0..2.0);
        let cubic = Polynomial::cubic((from.0, from.1), (to.0, to.1), duration_s);
        (cubic, Polynomial::quintic(from, to, duration_s), from, to)
    }

    #[test]
    fn law_both_meet_their_ends() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..10_000 {
            let (cubic, quintic, from, to) = random(&mut rng);
            for (t_s, end) in [(0.0, from), (cubic.duration_s, to)] {
                let (low, high) = (cubic.at(t_s), quintic.at(t_s));
                assert!((low.position - end.0).abs() < 1e-12 && (low.velocity - end.1).abs() < 1e-10);
                assert!((high.position - end.0).abs() < 1e-12 && (high.velocity - end.1).abs() < 1e-10);
                assert!((high.acceleration - end.2).abs() < 1e-8, "{quintic:?} {end:?}");
            }
        }
    }

    #[test]
    fn law_each_rate_is_the_derivative_of_the_one_before() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for _ in 0..1000 {
            let (cubic, quintic, ..) = random(&mut rng);
            for piece in [cubic, quintic] {
                let (t, h) = (piece.duration_s * rng.random_range(0.1..0.9), 1e-5);
                let (before, now, after) = (piece.at(t - h), piece.at(t), piece.at(t + h));
                // A central difference errs by h² / 6 times the rate two orders on, and by rounding.
                let close = |least: f64, most: f64, rate: f64| {
                    ((most - least) / (2.0 * h) - rate).abs() < 1e-6 * (1.0 + now.jerk.abs() + rate.abs())
                };
                assert!(close(before.position, after.position, now.velocity), "{piece:?}");
                assert!(close(before.velocity, after.velocity, now.acceleration), "{piece:?}");
                assert!(close(before.acceleration, after.acceleration, now.jerk), "{piece:?}");
            }
        }
    }

    /// The closed forms of motions from rest to rest over a distance d in a time T.
    #[test]
    fn ref_rest_to_rest() {
        let (d, t) = (0.7, 1.3);
        let cubic = Polynomial::cubic((0.0, 0.0), (d, 0.0), t);
        let quintic = Polynomial::quintic((0.0, 0.0, 0.0), (d, 0.0, 0.0), t);
        let close = |value: f64, expected: f64| assert!((value - expected).abs() < 1e-12, "{value}, {expected}");
        close(cubic.at(t / 2.0).velocity, 1.5 * d / t);
        close(cubic.at(0.0).acceleration, 6.0 * d / (t * t));
        close(quintic.at(t / 2.0).velocity, 15.0 / 8.0 * d / t);
        close(quintic.at(t * (0.5 - 3f64.sqrt() / 6.0)).acceleration, 10.0 / 3f64.sqrt() * d / (t * t));
        close(quintic.at(0.0).jerk, 60.0 * d / (t * t * t));
    }

    #[test]
    fn law_no_duration_is_the_end_state() {
        for duration_s in [0.0, -1.0, f64::NAN] {
            let State { position, velocity, .. } = Polynomial::cubic((1.0, 2.0), (3.0, 4.0), duration_s).at(0.5);
            assert_eq!((position, velocity), (3.0, 4.0));
            let state = Polynomial::quintic((1.0, 2.0, 3.0), (3.0, 4.0, 5.0), duration_s).at(0.5);
            assert_eq!(state, State { position: 3.0, velocity: 4.0, acceleration: 5.0, jerk: 0.0 });
        }
    }
}
