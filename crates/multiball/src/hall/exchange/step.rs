//! What a learner gets from an exchange.

use crate::ball::BallState;
use crate::court::Fault;

/// What is known at a time: the ball as it is, and the joints as measured.
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
    /// Whether the racket met the ball in it.
    pub hit: bool,
    /// How the exchange ended, if it has.
    pub outcome: Option<Outcome>,
}
