//! Random numbers that depend on seed, round and purpose alone, never on threads or on what was drawn elsewhere.

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::geometry::portable;

/// A number from the standard normal distribution, by Marsaglia's polar method; the same bits on every machine.
pub(super) fn standard_normal(rng: &mut impl Rng) -> f64 {
    loop {
        let (x, y) = (2.0 * rng.random::<f64>() - 1.0, 2.0 * rng.random::<f64>() - 1.0);
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            return x * (-2.0 * portable::ln(square) / square).sqrt();
        }
    }
}

/// What a stream of random numbers is for. Another purpose, another stream: adding draws to one leaves the others alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The ball that starts a round.
    Feed,
    /// What the home player chooses.
    HomeChoice,
    /// What the away player chooses.
    AwayChoice,
    /// What the arms do wrong.
    Actuation,
    /// What the eyes get wrong.
    Sight,
}

/// The stream of one round for one purpose. ChaCha counts: any stream is reached at once, without drawing the others.
#[must_use]
pub(super) fn stream(seed: u64, round: u64, purpose: Purpose) -> ChaCha8Rng {
    const PURPOSES: u64 = 16;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(round.wrapping_mul(PURPOSES).wrapping_add(purpose as u64));
    rng
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_normal_numbers_have_the_moments_of_the_normal_distribution() {
        let mut rng = stream(1, 0, Purpose::Sight);
        let draws: Vec<f64> = (0..200_000).map(|_| standard_normal(&mut rng)).collect();
        let moment = |power: i32| draws.iter().map(|x| x.powi(power)).sum::<f64>() / 200_000.0;
        // Five standard errors of each moment.
        assert!(moment(1).abs() < 0.011 && (moment(2) - 1.0).abs() < 0.016, "{} {}", moment(1), moment(2));
        assert!(moment(3).abs() < 0.045 && (moment(4) - 3.0).abs() < 0.11, "{} {}", moment(3), moment(4));
    }

    #[test]
    fn law_streams_are_repeatable_and_differ_by_seed_round_and_purpose() {
        let draw = |seed, round, purpose| stream(seed, round, purpose).next_u64();
        let first = draw(1, 2, Purpose::Feed);
        assert_eq!(first, draw(1, 2, Purpose::Feed));
        let others = [draw(2, 2, Purpose::Feed), draw(1, 3, Purpose::Feed), draw(1, 2, Purpose::Sight)];
        assert!(others.iter().all(|other| *other != first));
    }
}
