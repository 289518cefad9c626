//! What an agent of a session may know: its own joints, its measurements and its estimate of the ball.

use crate::court::Side;
use crate::track::{Measurement, Predicted};

/// What a robot knows at a time. Positions are in its own frame, see [`crate::hall::world_from_player`].
///
/// It contains no true state of the hall: joints are those that the encoders measure, measurements of the ball are
/// noisy and arrive late.
#[derive(Debug, Clone, PartialEq)]
pub struct RobotObservation {
    /// When, s.
    pub t_s: f64,
    /// Where it stands.
    pub side: Side,
    /// Measured joints: m and rad.
    pub joints: Vec<f64>,
    /// Measured joint velocities, m/s and rad/s.
    pub joint_velocities: Vec<f64>,
    /// The joints that were commanded last.
    pub commanded: Vec<f64>,
    /// Measurements of the incoming ball that have arrived.
    pub measurements: Vec<Measurement>,
    /// Its estimate of the ball now, once there is one.
    pub ball: Option<Predicted>,
    /// Planned time of the hit, s, if its player has a plan.
    pub planned_hit_s: Option<f64>,
}

/// What the picker knows of itself at a time.
#[derive(Debug, Clone, PartialEq)]
pub struct PickerObservation {
    /// When, s.
    pub t_s: f64,
    /// Its estimated position in the world, m.
    pub believed_m: [f64; 2],
    /// Its estimated heading, rad.
    pub believed_heading_rad: f64,
    /// State of its behavior.
    pub state: String,
    /// Balls that it holds.
    pub holds: u32,
    /// State of charge of the battery, from 0 to 1.
    pub battery: f64,
}
