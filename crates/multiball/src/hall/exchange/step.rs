//! What a learning agent receives from an exchange.

use crate::ball::BallState;
use crate::court::Fault;

/// Observation at a time: the true ball, and the measured joints.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExchangeObservation<'a> {
    /// Time since the opponent's stroke, s.
    pub t_s: f64,
    /// The ball.
    pub ball: BallState,
    /// The joints, m and rad.
    pub joints: &'a [f64],
    /// Their velocities.
    pub joint_velocities: &'a [f64],
}

/// Outcome of an exchange.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Outcome {
    /// The return landed on the far half.
    Returned {
        /// Where, x and y, m.
        landing_m: [f64; 2],
        /// How far from the target, m.
        off_m: f64,
    },
    /// The robot lost the point.
    Lost(Fault),
    /// The opponent's ball was a fault: the robot won the point.
    Won(Fault),
    /// Nothing was decided in time.
    Undecided,
}

/// Result of one tick.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExchangeStep {
    /// Whether the racket hit the ball in it.
    pub hit: bool,
    /// Outcome of the exchange, once it has ended.
    pub outcome: Option<Outcome>,
}
