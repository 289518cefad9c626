//! Result of a round.

use crate::ball::BallState;
use crate::court::Fault;
use crate::geometry::Vec3;
use crate::player::{Intent, WhyNot};
use crate::track::Stroke;

/// Result of a round.
#[derive(Debug, Clone, PartialEq)]
pub struct RailRound {
    /// The opponent's stroke.
    pub stroke: Stroke,
    /// The class that the player read.
    pub read: Option<Stroke>,
    /// Whether the racket touched the ball.
    pub hit: bool,
    /// Where a legal return landed, m.
    pub landing: Option<(f64, f64)>,
    /// Why the point was lost, if it was.
    pub fault: Option<Fault>,
    /// Why the player found no stroke, if so.
    pub why_not: Option<WhyNot>,
    /// Error of the last prediction with which the stroke was planned.
    pub predicted: Option<PredictionError>,
}

/// Distance between the predicted and the true ball at the hit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PredictionError {
    /// Position, m.
    pub position: f64,
    /// Velocity, m/s.
    pub velocity: f64,
    /// Spin, rad/s.
    pub spin: f64,
}

impl PredictionError {
    pub(super) fn of(planned: &Intent, truth: &BallState) -> Self {
        let off = |predicted: &Vec3, truth: &Vec3| (predicted - truth).norm();
        Self {
            position: off(&planned.ball_position, &truth.position),
            velocity: off(&planned.ball_velocity, &truth.velocity),
            spin: off(&planned.ball_spin, &truth.spin),
        }
    }
}

impl RailRound {
    /// Whether it landed in a square around a target, `half` its half side, m.
    #[must_use]
    pub fn within(&self, target: (f64, f64), half: f64) -> bool {
        self.landing.is_some_and(|(x, y)| (x - target.0).abs() <= half && (y - target.1).abs() <= half)
    }
}
