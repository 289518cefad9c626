//! What an agent of a session may know: its own joints, and what its sensors and its estimator say of the ball.

use crate::court::Side;
use crate::track::{Measurement, Predicted};

/// What a robot knows at a time. Places are in its own frame, see [`crate::hall::world_from_player`]: it plays at home.
///
/// Nothing of it is the truth of the hall: joints are those that its encoders measure, measurements of the ball carry
/// noise and arrive late.
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
    /// What its sensors measured of the ball that comes, as far as it has arrived.
    pub measurements: Vec<Measurement>,
    /// Its estimate of the ball now, once there is one.
    pub ball: Option<Predicted>,
    /// When its player means to hit the ball, s, if it has a plan.
    pub planned_hit_s: Option<f64>,
}

/// What the picker knows of itself at a time.
#[derive(Debug, Clone, PartialEq)]
pub struct PickerObservation {
    /// When, s.
    pub t_s: f64,
    /// Where it believes to be in the world, m.
    pub believed_m: [f64; 2],
    /// Which way it believes to look, rad.
    pub believed_heading_rad: f64,
    /// What it is about.
    pub work: String,
    /// Balls that it holds.
    pub holds: u32,
    /// What is left in the battery, from 0 to 1.
    pub battery: f64,
}
