//! Why a ball is not hit.

use super::{NoReturn, Touching};
use crate::motion::MotionError;

/// Why a ball is not hit.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum NoHit {
    /// It is not predicted to bounce on the home half.
    #[error("the ball is not expected on the home half: its bounce has the probability {probability:.2}")]
    NoBounce {
        /// How probable the bounce is.
        probability: f64,
    },
    /// It passes no plane at a height at which it is met.
    #[error(
        "the ball does not pass x = {first_m} to {last_m} m at a height from {low_m} to {high_m} m in the time that \
         is left"
    )]
    NotInZone {
        /// First plane, m.
        first_m: f64,
        /// Last plane, m.
        last_m: f64,
        /// Lowest ball, m.
        low_m: f64,
        /// Highest ball, m.
        high_m: f64,
    },
    /// There is no stroke for it.
    #[error(transparent)]
    NoReturn(NoReturn),
    /// On its way the racket would touch the ball.
    #[error("on its way the racket would touch the ball at {t_s:.3} s, {before_s:.3} s before the stroke")]
    InTheWay {
        /// When, s.
        t_s: f64,
        /// How long before the stroke, s.
        before_s: f64,
    },
    /// On its way the arm would touch table or net.
    #[error(transparent)]
    Touching(Touching),
    /// After the stroke no recovery avoids table and net.
    #[error("after the stroke every path back within {longest_s} s touches table or net, or breaks a limit")]
    NoRecovery {
        /// The longest that was tried, s.
        longest_s: f64,
    },
    /// The arm does not get there in time.
    #[error(transparent)]
    Motion(MotionError),
}

impl NoHit {
    /// The reason without its numbers.
    #[must_use]
    pub fn summary(&self) -> &'static str {
        match self {
            Self::NoBounce { .. } => "no bounce on the home half expected",
            Self::NotInZone { .. } => "passes outside the zone where balls are met",
            Self::NoReturn(NoReturn::Aim(_)) => "no stroke sends it to the target",
            Self::NoReturn(NoReturn::HitConfiguration(_)) => "the arm cannot make the stroke",
            Self::NoReturn(NoReturn::Play(_)) => "strokes fail when they are rehearsed",
            Self::InTheWay { .. } => "the racket would be in the way of the ball",
            Self::Touching(_) | Self::NoRecovery { .. } => "the arm would touch table or net",
            Self::Motion(_) => "the arm is not there in time",
        }
    }

    /// How near to a stroke the player came.
    pub(super) fn nearness(&self) -> u8 {
        match self {
            Self::NoBounce { .. } => 0,
            Self::NotInZone { .. } => 1,
            Self::NoReturn(_) => 2,
            Self::InTheWay { .. } | Self::Touching(_) | Self::NoRecovery { .. } => 3,
            Self::Motion(_) => 4,
        }
    }
}
