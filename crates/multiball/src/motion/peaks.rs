//! The exact peaks of a motion, and whether it keeps its joint's limits.

use super::hull::{Hull, halves_inside};
use super::limits::with_slack;
use super::{LimitError, Polynomial, Quantity};
use crate::geometry::polynomial::{Coefficients, derivative, extremes};
use crate::robot::JointLimits;

/// An extreme value and when it is taken.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Extreme {
    /// The value.
    pub value: f64,
    /// When, s from the motion's start.
    pub at_s: f64,
}

impl Extreme {
    fn greater(self, other: Self) -> Self {
        if other.value > self.value { other } else { self }
    }

    fn lesser(self, other: Self) -> Self {
        if other.value < self.value { other } else { self }
    }

    fn later(self, by_s: f64) -> Self {
        Self { at_s: self.at_s + by_s, ..self }
    }
}

/// The extremes of one joint's motion, exact but for rounding: at the ends of a piece or where a rate changes its sign.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Peaks {
    /// Least position.
    pub low: Extreme,
    /// Greatest position.
    pub high: Extreme,
    /// Greatest speed.
    pub speed: Extreme,
    /// Greatest magnitude of the acceleration.
    pub acceleration: Extreme,
    /// Greatest magnitude of the jerk. Where pieces meet it may jump; it counts as it is on both sides.
    pub jerk: Extreme,
}

impl Peaks {
    /// The peaks of pieces that follow one another. Without any piece the least position is +∞ and the greatest -∞.
    #[must_use]
    pub fn of(pieces: &[Polynomial]) -> Self {
        let none = |value| Extreme { value, at_s: 0.0 };
        let (low, high) = (none(f64::INFINITY), none(f64::NEG_INFINITY));
        let mut peaks = Self { low, high, speed: none(0.0), acceleration: none(0.0), jerk: none(0.0) };
        let mut start_s = 0.0;
        for piece in pieces {
            let next = Self::of_piece(piece);
            peaks = Self {
                low: peaks.low.lesser(next.low.later(start_s)),
                high: peaks.high.greater(next.high.later(start_s)),
                speed: peaks.speed.greater(next.speed.later(start_s)),
                acceleration: peaks.acceleration.greater(next.acceleration.later(start_s)),
                jerk: peaks.jerk.greater(next.jerk.later(start_s)),
            };
            start_s += piece.duration_s;
        }
        peaks
    }

    fn of_piece(piece: &Polynomial) -> Self {
        let (low, high) = extent(piece, Quantity::Position);
        let [speed, acceleration, jerk] =
            [Quantity::Speed, Quantity::Acceleration, Quantity::Jerk].map(|quantity| magnitude(piece, quantity));
        Self { low, high, speed, acceleration, jerk }
    }
}

/// Least and greatest of a signed quantity.
fn extent(piece: &Polynomial, quantity: Quantity) -> (Extreme, Extreme) {
    let (low, high) = extremes(&rate(piece, quantity), 0.0, piece.duration_s);
    let extreme = |(at_s, value)| Extreme { value, at_s };
    (extreme(low), extreme(high))
}

/// Greatest magnitude of a quantity.
pub(super) fn magnitude(piece: &Polynomial, quantity: Quantity) -> Extreme {
    let (low, high) = extent(piece, quantity);
    high.greater(Extreme { value: -low.value, ..low })
}

/// Coefficients of a quantity.
fn rate(piece: &Polynomial, quantity: Quantity) -> Coefficients {
    let order = match quantity {
        Quantity::Position => 0,
        Quantity::Speed => 1,
        Quantity::Acceleration => 2,
        Quantity::Jerk => 3,
    };
    (0..order).fold(piece.coefficients, |c, _| derivative(&c))
}

/// Whether a joint keeps its limits on pieces that follow one another, up to the slack that rounding needs. Quick where
/// the hulls of the pieces are within the limits, exact where they are not.
///
/// # Errors
/// Which limit is broken, by how much and when, of the piece that breaks one first.
pub fn check(pieces: &[Polynomial], number: usize, limits: &JointLimits) -> Result<(), LimitError> {
    let allowed = with_slack(limits);
    let mut start_s = 0.0;
    for piece in pieces {
        let hull = Hull::of(&piece.coefficients, piece.duration_s);
        if !hull.within(&allowed) {
            let exactly = Exactly { piece, number, limits };
            exactly.check(&hull, &allowed).map_err(|error| error.on_clock(start_s))?;
        }
        start_s += piece.duration_s;
    }
    Ok(())
}

/// A piece whose hull is not within the limits: each quantity is checked again by itself.
struct Exactly<'a> {
    piece: &'a Polynomial,
    number: usize,
    limits: &'a JointLimits,
}

impl Exactly<'_> {
    #[cold]
    fn check(&self, hull: &Hull, allowed: &JointLimits) -> Result<(), LimitError> {
        if !self.piece.is_finite() {
            return Err(LimitError::NotFinite { number: self.number });
        }
        self.range(&hull.position, allowed)?;
        self.rate(Quantity::Speed, &hull.velocity, allowed.speed, self.limits.speed)?;
        self.rate(Quantity::Acceleration, &hull.acceleration, allowed.acceleration, self.limits.acceleration)?;
        self.rate(Quantity::Jerk, &hull.jerk, allowed.jerk, self.limits.jerk)
    }

    fn range(&self, controls: &[f64; 6], allowed: &JointLimits) -> Result<(), LimitError> {
        if halves_inside(controls, allowed.low, allowed.high) {
            return Ok(());
        }
        let (least, most) = extent(self.piece, Quantity::Position);
        if least.value < allowed.low {
            return Err(self.broken(Quantity::Position, least, self.limits.low));
        }
        if most.value > allowed.high {
            return Err(self.broken(Quantity::Position, most, self.limits.high));
        }
        Ok(())
    }

    fn rate<const K: usize>(
        &self,
        quantity: Quantity,
        controls: &[f64; K],
        allowed: f64,
        limit: f64,
    ) -> Result<(), LimitError> {
        if halves_inside(controls, -allowed, allowed) {
            return Ok(());
        }
        let peak = magnitude(self.piece, quantity);
        if peak.value > allowed { Err(self.broken(quantity, peak, limit)) } else { Ok(()) }
    }

    fn broken(&self, quantity: Quantity, peak: Extreme, limit: f64) -> LimitError {
        let (number, kind) = (self.number, self.limits.kind);
        LimitError::Broken { number, kind, quantity, peak: peak.value, limit, at_s: peak.at_s }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motion::State;
    use crate::robot::JointKind;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn random_pieces(rng: &mut ChaCha8Rng) -> [Polynomial; 3] {
        std::array::from_fn(|_| Polynomial {
            coefficients: std::array::from_fn(|_| rng.random_range(-2.0..2.0)),
            duration_s: rng.random_range(0.2..1.5),
        })
    }

    /// All states at many times, with the times.
    fn samples(pieces: &[Polynomial]) -> Vec<(f64, State)> {
        let mut start_s = 0.0;
        let mut all = Vec::new();
        for piece in pieces {
            let t = |i: i32| piece.duration_s * f64::from(i) / 500.0;
            all.extend((0..=500).map(|i| (start_s + t(i), piece.at(t(i)))));
            start_s += piece.duration_s;
        }
        all
    }

    #[test]
    fn law_peaks_are_the_greatest_of_many_samples_and_never_below() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..1000 {
            let pieces = random_pieces(&mut rng);
            let peaks = Peaks::of(&pieces);
            let samples = samples(&pieces);
            let greatest = |of: &dyn Fn(&State) -> f64| {
                samples.iter().map(|(_, state)| of(state)).fold(f64::NEG_INFINITY, f64::max)
            };
            let all = [
                (-peaks.low.value, greatest(&|state| -state.position)),
                (peaks.high.value, greatest(&|state| state.position)),
                (peaks.speed.value, greatest(&|state| state.velocity.abs())),
                (peaks.acceleration.value, greatest(&|state| state.acceleration.abs())),
                (peaks.jerk.value, greatest(&|state| state.jerk.abs())),
            ];
            for (peak, sampled) in all {
                assert!(peak >= sampled - 1e-11 * sampled.abs(), "{pieces:?}: {peak} below {sampled}");
                // Between samples a quantity bends by h²/8 times its second rate, here below 1e4.
                assert!(peak <= sampled + 0.02, "{pieces:?}: {peak} far above {sampled}");
            }
            let then = |(t, state): &(f64, State)| {
                (t - peaks.speed.at_s).abs() < 0.003 && (state.velocity.abs() - peaks.speed.value).abs() < 0.5
            };
            assert!(samples.iter().any(then), "{peaks:?}");
        }
    }

    /// The check refuses exactly those motions whose peaks exceed a limit, and reports the peak.
    #[test]
    fn law_the_check_agrees_with_the_peaks() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let (mut kept, mut broken) = (0, 0);
        for _ in 0..20_000 {
            let pieces = random_pieces(&mut rng);
            let peaks = Peaks::of(&pieces);
            let mut near = |peak: f64| peak.abs() * rng.random_range(0.9..1.6);
            let limits = JointLimits {
                kind: JointKind::Revolute,
                low: -near(peaks.low.value),
                high: near(peaks.high.value),
                speed: near(peaks.speed.value),
                acceleration: near(peaks.acceleration.value),
                jerk: near(peaks.jerk.value),
            };
            let keeps = peaks.low.value >= limits.low
                && peaks.high.value <= limits.high
                && peaks.speed.value <= limits.speed
                && peaks.acceleration.value <= limits.acceleration
                && peaks.jerk.value <= limits.jerk;
            match check(&pieces, 4, &limits) {
                Ok(()) => kept += 1,
                Err(LimitError::Broken { number: 4, quantity, peak, limit, at_s, .. }) => {
                    broken += 1;
                    assert!(if quantity == Quantity::Position { peak.abs() } else { peak } > limit.abs() - 1e-12);
                    assert!((0.0..=pieces.iter().map(|piece| piece.duration_s).sum()).contains(&at_s));
                }
                Err(other) => panic!("{other}"),
            }
            assert_eq!(check(&pieces, 4, &limits).is_ok(), keeps, "{pieces:?} {limits:?}");
        }
        assert!(kept > 1000 && broken > 1000, "{kept} kept, {broken} broken");
    }

    #[test]
    fn law_what_is_not_finite_is_refused() {
        let endless = JointLimits {
            kind: JointKind::Revolute,
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
            speed: f64::INFINITY,
            acceleration: f64::INFINITY,
            jerk: f64::INFINITY,
        };
        let fine = Polynomial { coefficients: [1e9; 6], duration_s: 1.0 };
        assert_eq!(check(&[fine], 1, &endless), Ok(()));
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for k in 0..6 {
                let mut piece = fine;
                piece.coefficients[k] = bad;
                assert_eq!(check(&[fine, piece], 2, &endless), Err(LimitError::NotFinite { number: 2 }));
            }
            assert!(check(&[Polynomial { duration_s: bad, ..fine }], 2, &endless).is_err());
        }
    }
}
