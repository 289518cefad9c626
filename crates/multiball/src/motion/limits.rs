//! Limited quantities of a motion, and the error that reports a broken limit.

use crate::robot::{JointKind, JointLimits};

/// A limited quantity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// Position of the joint.
    Position,
    /// Speed in either direction.
    Speed,
    /// Magnitude of the acceleration.
    Acceleration,
    /// Magnitude of the jerk.
    Jerk,
}

impl Quantity {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::Speed => "speed",
            Self::Acceleration => "acceleration",
            Self::Jerk => "jerk",
        }
    }

    /// Its unit.
    #[must_use]
    pub fn unit(self, kind: JointKind) -> String {
        let per_time = match self {
            Self::Position => "",
            Self::Speed => "/s",
            Self::Acceleration => "/s²",
            Self::Jerk => "/s³",
        };
        format!("{}{per_time}", kind.unit())
    }
}

/// Why a joint cannot perform a motion.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum LimitError {
    /// A limit would be broken.
    #[error(
        "joint {number} would reach {name} {peak:.6} {unit} at {at_s:.4} s, the limit is {limit:.6} {unit}",
        name = quantity.name(), unit = quantity.unit(*kind)
    )]
    Broken {
        /// Which joint, counted from 1.
        number: usize,
        /// How it moves.
        kind: JointKind,
        /// Which limit.
        quantity: Quantity,
        /// The most that would be reached: a signed position; the others without sign.
        peak: f64,
        /// What is allowed.
        limit: f64,
        /// When, on the clock of the motion.
        at_s: f64,
    },
    /// The motion is not made of finite numbers.
    #[error("the motion of joint {number} is not made of finite numbers")]
    NotFinite {
        /// Which joint, counted from 1.
        number: usize,
    },
}

impl LimitError {
    /// The same error on a clock that showed `start_s` when this one showed 0.
    pub(super) fn on_clock(mut self, start_s: f64) -> Self {
        if let Self::Broken { at_s, .. } = &mut self {
            *at_s += start_s;
        }
        self
    }
}

/// Limits with the slack that rounding needs: 1e-9 of each, at least [`JointLimits::SLACK`]. A motion made to touch a
/// limit would else be refused for its last bits. No limit stays infinite, so that what is infinite breaks it.
#[must_use]
pub(super) fn with_slack(limits: &JointLimits) -> JointLimits {
    let most = |limit: f64| (limit + JointLimits::SLACK * limit.max(1.0)).min(f64::MAX);
    JointLimits {
        kind: limits.kind,
        low: (limits.low - JointLimits::SLACK).max(f64::MIN),
        high: (limits.high + JointLimits::SLACK).min(f64::MAX),
        speed: most(limits.speed),
        acceleration: most(limits.acceleration),
        jerk: most(limits.jerk),
    }
}
