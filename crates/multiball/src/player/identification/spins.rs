//! What spin the balls of one opponent carry.

use crate::track::{Gaussian, SpinPrior};

/// What is known of a ball's spin before it is seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SpinHint {
    /// What the opponent's stroke says.
    Read(SpinPrior),
    /// It is a serve of the serving arm.
    Serve,
    /// It is struck by a robot, whose strokes nobody has learned to read.
    Robot,
}

/// Learns the spins of an opponent's balls from their flights.
///
/// By the law of total variance the spread of all spins is the spread of the estimates plus the mean of what each
/// leaves unknown.
#[derive(Debug, Clone, PartialEq)]
pub struct SpinIdentifier {
    prior: SpinPrior,
    balls: f64,
    mean: [f64; 3],
    /// Mean squares about the mean, and mean variances.
    spread: [f64; 3],
    unknown: [f64; 3],
}

/// The prior counts as much as so many balls.
const PRIOR_BALLS: f64 = 5.0;
/// Balls that are remembered: opponents change.
const MEMORY_BALLS: f64 = 200.0;
/// Spins are not taken for known better than this, rad/s.
const LEAST_SD: f64 = 15.0;

impl SpinIdentifier {
    /// Nothing but the prior is known.
    #[must_use]
    pub fn new(prior: SpinPrior) -> Self {
        let gaussians = gaussians(&prior);
        let unknown = gaussians.map(|gaussian| gaussian.sd * gaussian.sd);
        Self { prior, balls: PRIOR_BALLS, mean: gaussians.map(|gaussian| gaussian.mean), spread: [0.0; 3], unknown }
    }

    /// Takes the spin of a ball as its whole flight shows it.
    pub fn observe(&mut self, seen: &SpinPrior) {
        self.balls = (self.balls + 1.0).min(MEMORY_BALLS);
        let gain = 1.0 / self.balls;
        for (i, Gaussian { mean, sd }) in gaussians(seen).into_iter().enumerate() {
            if !(mean.is_finite() && sd.is_finite()) {
                continue;
            }
            let off = mean - self.mean[i];
            self.mean[i] += gain * off;
            self.spread[i] += gain * ((1.0 - gain) * off * off - self.spread[i]);
            self.unknown[i] += gain * (sd * sd - self.unknown[i]);
        }
    }

    /// What to expect of the next ball.
    #[must_use]
    pub fn prior(&self) -> SpinPrior {
        let of = |i: usize, first: Gaussian| {
            let sd = (self.spread[i] + self.unknown[i]).sqrt();
            Gaussian { mean: self.mean[i], sd: sd.clamp(LEAST_SD.min(first.sd), first.sd) }
        };
        let SpinPrior { top, along, side } = self.prior;
        SpinPrior { top: of(0, top), along: of(1, along), side: of(2, side) }
    }
}

fn gaussians(spin: &SpinPrior) -> [Gaussian; 3] {
    [spin.top, spin.along, spin.side]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::standard_normal;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn law_spins_of_an_opponent_are_learned_with_their_spread() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut learner = SpinIdentifier::new(SpinPrior::UNKNOWN);
        for _ in 0..400 {
            // Spins of 90 ± 30 rad/s, each seen within 20 rad/s.
            let mut draw = |mean: f64, sd: f64| mean + sd * standard_normal(&mut rng);
            let top = draw(90.0, 30.0);
            let seen = Gaussian { mean: draw(top, 20.0), sd: 20.0 };
            learner.observe(&SpinPrior { top: seen, ..SpinPrior::UNKNOWN });
        }
        let SpinPrior { top, side, .. } = learner.prior();
        assert!((top.mean - 90.0).abs() < 10.0, "{top:?}");
        // Estimates that are not shrunk towards a prior spread by 36; what each leaves unknown comes on top.
        assert!((30.0..50.0).contains(&top.sd), "{top:?}");
        assert_eq!(side.mean, 0.0);
        assert!(side.sd <= SpinPrior::UNKNOWN.side.sd);
    }
}
