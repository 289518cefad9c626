//! What steering laws have in common.

use super::{Network, NetworkPid, Pid, Pursuit, TimeOptimal};
use crate::picker::{DriveLimits, Target};

/// A steering law at work on one target. It knows the measured target, with noise, and the drive's turn rate; nothing
/// else.
pub trait Steer {
    /// The turn rate wanted for the next step, rad/s, left positive: from the measured target and the drive's turn rate
    /// in the last step, rad/s.
    fn wanted_turn_rate(&mut self, seen: &Target, turn_rate: f64) -> f64;
}

/// Least distance in quotients, m: they stay finite where the robot stands on its target.
pub(super) const NEAREST: f64 = 1e-6;

/// A steering law by name.
#[derive(Debug, Clone, Copy, PartialEq)]
#[allow(clippy::large_enum_variant)] // Made once for a target, and nothing of it may be on the heap.
pub enum Law {
    /// The paper's: PID whose gains come from a network.
    Network(Network),
    /// PID with constant gains.
    Pid,
    /// Arcs through a point on the straight line to the target.
    Pursuit,
    /// Turning as hard as the drive can, and braking as late as it can.
    TimeOptimal,
}

impl Law {
    /// Every law; the paper's with a network.
    #[must_use]
    pub fn all(network: Network) -> [Self; 4] {
        [Self::Network(network), Self::Pid, Self::Pursuit, Self::TimeOptimal]
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Network(_) => "network",
            Self::Pid => "pid",
            Self::Pursuit => "pursuit",
            Self::TimeOptimal => "time-optimal",
        }
    }

    /// The law at work on a new target, for a drive.
    #[must_use]
    pub fn start(&self, limits: &DriveLimits) -> Steering {
        match self {
            Self::Network(network) => Steering::Network(NetworkPid::new(network, limits)),
            Self::Pid => Steering::Pid(Pid::new(Pid::TUNED, limits)),
            Self::Pursuit => Steering::Pursuit(Pursuit::new(Pursuit::LOOK_AHEAD, limits)),
            Self::TimeOptimal => Steering::TimeOptimal(TimeOptimal::new(limits)),
        }
    }
}

/// Any of the laws at work.
#[derive(Debug, Clone, Copy, PartialEq)]
#[allow(clippy::large_enum_variant)] // Made once for a target, and nothing of it may be on the heap.
pub enum Steering {
    /// See [`NetworkPid`].
    Network(NetworkPid),
    /// See [`Pid`].
    Pid(Pid),
    /// See [`Pursuit`].
    Pursuit(Pursuit),
    /// See [`TimeOptimal`].
    TimeOptimal(TimeOptimal),
}

impl Steer for Steering {
    fn wanted_turn_rate(&mut self, seen: &Target, turn_rate: f64) -> f64 {
        match self {
            Self::Network(law) => law.wanted_turn_rate(seen, turn_rate),
            Self::Pid(law) => law.wanted_turn_rate(seen, turn_rate),
            Self::Pursuit(law) => law.wanted_turn_rate(seen, turn_rate),
            Self::TimeOptimal(law) => law.wanted_turn_rate(seen, turn_rate),
        }
    }
}
