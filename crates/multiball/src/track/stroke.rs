//! The opponent's stroke, and the spin that it implies.

use super::{Gaussian, SpinPrior};
use crate::geometry::Vec3;

/// The opponent's stroke, when it was read [paper 004, table 3].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stroke {
    /// Topspin and left sidespin.
    ForehandAttack,
    /// Topspin and right sidespin.
    BackhandAttack,
    /// Push: backspin and left sidespin.
    ForehandPush,
    /// Push: backspin and right sidespin.
    BackhandPush,
}

/// The spin that each stroke of a right-hander implies, in the order of [`Stroke::ALL`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StrokeSpins([SpinPrior; 4]);

impl Stroke {
    /// All strokes.
    pub const ALL: [Self; 4] = [Self::ForehandAttack, Self::BackhandAttack, Self::ForehandPush, Self::BackhandPush];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::ForehandAttack => "forehand-attack",
            Self::BackhandAttack => "backhand-attack",
            Self::ForehandPush => "forehand-push",
            Self::BackhandPush => "backhand-push",
        }
    }

    /// Whether the ball is driven with topspin; else it is pushed with backspin.
    #[must_use]
    pub fn is_attack(self) -> bool {
        matches!(self, Self::ForehandAttack | Self::BackhandAttack)
    }

    /// Whether it is played with the palm ahead, on the side of the racket hand.
    #[must_use]
    pub fn is_forehand(self) -> bool {
        matches!(self, Self::ForehandAttack | Self::ForehandPush)
    }

    /// The spin that it implies. Signs are the paper's; sizes are assumed between amateurs' drives (50 to 200 rad/s)
    /// and loops (500 to 900), wide enough for either.
    #[must_use]
    pub fn spin(self) -> SpinPrior {
        let (top, side) = match self {
            Self::ForehandAttack => (150.0, 30.0),
            Self::BackhandAttack => (150.0, -30.0),
            Self::ForehandPush => (-150.0, 30.0),
            Self::BackhandPush => (-150.0, -30.0),
        };
        SpinPrior::around(top, 120.0, side, 60.0)
    }
}

impl Default for StrokeSpins {
    /// As they are assumed before any ball was observed: [`Stroke::spin`].
    fn default() -> Self {
        Self(Stroke::ALL.map(Stroke::spin))
    }
}

impl StrokeSpins {
    /// Learned from observed balls: strokes, each with velocity and spin of its ball and whether it was played with the
    /// right hand. Classes with fewer than ten balls stay as assumed.
    #[must_use]
    pub fn watched(balls: impl Iterator<Item = (Stroke, Vec3, Vec3, bool)>) -> Self {
        const LEAST_BALLS: usize = 10;
        let mut spins: [Vec<Vec3>; 4] = Default::default();
        for (stroke, velocity, spin, right_handed) in balls {
            let mirror = if right_handed { 1.0 } else { -1.0 };
            let [left, ahead, up] = SpinPrior::axes(&velocity);
            spins[stroke as usize].push(Vec3::new(left.dot(&spin), mirror * ahead.dot(&spin), mirror * up.dot(&spin)));
        }
        let mut priors = Self::default().0;
        for (prior, spins) in priors.iter_mut().zip(spins).filter(|(_, spins)| spins.len() >= LEAST_BALLS) {
            let [top, along, side] = [0, 1, 2].map(|axis| spread(spins.iter().map(|spin| spin[axis])));
            *prior = SpinPrior { top, along, side };
        }
        Self(priors)
    }

    /// What is expected when each stroke has a probability: mean and variance of the mixture. A left-hander's sidespins
    /// are a right-hander's in a mirror.
    #[must_use]
    pub fn of(&self, probabilities: &[f64; 4], right_handed: bool) -> SpinPrior {
        let mirror = if right_handed { 1.0 } else { -1.0 };
        let mixed = |of: fn(&SpinPrior) -> Gaussian, sign: f64| {
            let total: f64 = probabilities.iter().sum();
            let parts = || probabilities.iter().map(|share| share / total).zip(self.0.each_ref().map(of));
            let mean: f64 = parts().map(|(share, gaussian)| share * gaussian.mean).sum();
            let square = |gaussian: Gaussian| gaussian.sd.powi(2) + (gaussian.mean - mean).powi(2);
            let variance: f64 = parts().map(|(share, gaussian)| share * square(gaussian)).sum();
            Gaussian { mean: sign * mean, sd: variance.sqrt() }
        };
        SpinPrior {
            top: mixed(|spin| spin.top, 1.0),
            along: mixed(|spin| spin.along, mirror),
            side: mixed(|spin| spin.side, mirror),
        }
    }
}

/// Mean and standard deviation, wider than those seen by a quarter: the next opponent may be another.
fn spread(values: impl Iterator<Item = f64> + Clone) -> Gaussian {
    const WIDER: f64 = 1.25;
    const LEAST_SD: f64 = 10.0;
    let count = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / count;
    let variance = values.map(|value| (value - mean).powi(2)).sum::<f64>() / count;
    Gaussian { mean, sd: (WIDER * variance.sqrt()).max(LEAST_SD) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_sure_strokes_mean_their_spin_and_unsure_ones_spread() {
        let spins = StrokeSpins::default();
        for (index, stroke) in Stroke::ALL.into_iter().enumerate() {
            let mut sure = [0.0; 4];
            sure[index] = 1.0;
            let (right, left) = (spins.of(&sure, true), spins.of(&sure, false));
            assert_eq!(right, stroke.spin());
            assert_eq!((left.top, left.side.mean), (right.top, -right.side.mean));
        }
        let unsure = spins.of(&[0.25; 4], true);
        assert!(unsure.top.mean.abs() < 1e-12 && unsure.side.mean.abs() < 1e-12);
        // 120² + 150² = 192².
        assert!((unsure.top.sd - 192.09).abs() < 0.01, "{}", unsure.top.sd);
    }

    #[test]
    fn law_watched_spins_are_those_of_the_balls_whichever_hand_played_them() {
        let velocity = Vec3::new(4.0, 3.0, 1.0);
        let [left, ahead, up] = SpinPrior::axes(&velocity);
        let ball = |i: usize| {
            let (right_handed, more) = (i.is_multiple_of(2), (i % 5) as f64 - 2.0);
            let mirror = if right_handed { 1.0 } else { -1.0 };
            let spin = left * (120.0 + 10.0 * more) + ahead * (mirror * 20.0) + up * (mirror * 40.0);
            (Stroke::BackhandPush, velocity, spin, right_handed)
        };
        let spins = StrokeSpins::watched((0..100).map(ball));
        let prior = spins.of(&[0.0, 0.0, 0.0, 1.0], true);
        assert!((prior.top.mean - 120.0).abs() < 1e-9 && (prior.side.mean - 40.0).abs() < 1e-9, "{prior:?}");
        assert!((prior.along.mean - 20.0).abs() < 1e-9 && prior.along.sd == 10.0, "{prior:?}");
        // 1.25 √2 · 10.
        assert!((prior.top.sd - 17.68).abs() < 0.01, "{prior:?}");
        assert_eq!(spins.of(&[1.0, 0.0, 0.0, 0.0], true), Stroke::ForehandAttack.spin());
    }
}
