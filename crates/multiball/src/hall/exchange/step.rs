//! What a learner gets from an exchange.

use crate::ball::BallState;
use crate::court::Fault;
use crate::robot::Joints;

/// What is known at a time: the ball as it is, and the joints as measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExchangeObservation {
    /// Time since the opponent's stroke, s.
    pub t_s: f64,
    /// The ball.
    pub ball: BallState,
    /// The joints, m and rad.
    pub joints: Joints<6>,
    /// Their velocities.
    pub joint_velocities: Joints<6>,
}

/// How an exchange ended.
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
    /// The opponent's ball was none.
    Won(Fault),
    /// Nothing was decided in time.
    Undecided,
}

/// What a tick brought.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExchangeStep {
    /// What is known after it.
    pub observation: ExchangeObservation,
    /// Whether the racket met the ball in it.
    pub hit: bool,
    /// How the exchange ended, if it has.
    pub outcome: Option<Outcome>,
}
