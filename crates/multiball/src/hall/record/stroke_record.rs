//! The record of a robot's stroke: measurements, predictions, plan, motion and outcome.

use serde::{Deserialize, Serialize};

use super::Triple;
use crate::court::{Fault, Side};

/// A stroke from the moment at which the other side struck until the ball has landed, or was missed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StrokeRecord {
    /// Number of the stroke in the session, from 1.
    pub stroke: u64,
    /// Number of the point.
    pub point: u64,
    /// The robot's name.
    pub robot: String,
    /// Its side.
    pub side: Side,
    /// When the other side struck the ball, s.
    pub struck_s: f64,
    /// The opponent's stroke, where a person played.
    pub read: Option<ReadStroke>,
    /// Measurements of the ball.
    pub seen: Vec<SeenPoint>,
    /// Predictions of the hit, one for each time that the robot replanned.
    pub predicted: Vec<PredictedHit>,
    /// The plan at the hit; none when there was none.
    pub planned: Option<PlannedStroke>,
    /// Joints as they moved and as they were commanded.
    pub motion: Vec<JointSample>,
    /// The outcome.
    pub end: StrokeEnd,
}

/// The opponent's stroke and how it was classified.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReadStroke {
    /// The true class.
    pub was: String,
    /// Names of the classes.
    pub classes: Vec<String>,
    /// Their probabilities as read from the wrist's motion; empty when it was not observed.
    pub probabilities: Vec<f64>,
}

/// A measurement of the ball.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SeenPoint {
    /// When, s.
    pub t_s: f64,
    /// Measured position.
    pub position_m: Triple,
    /// True position.
    pub truth_m: Triple,
}

/// A prediction of the ball at the hit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PredictedHit {
    /// When it was predicted, s.
    pub at_s: f64,
    /// Predicted time of the hit, s.
    pub hit_s: f64,
    /// Predicted position.
    pub position_m: Triple,
    /// Distance to the true ball at that time; none when it never came so far.
    pub error_m: Option<f64>,
}

/// The stroke as it was planned last.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PlannedStroke {
    /// When the ball is hit, s.
    pub hit_s: f64,
    /// Where its centre is then.
    pub ball_m: Triple,
    /// Its velocity then.
    pub ball_velocity_m_s: Triple,
    /// Its spin then.
    pub ball_spin_rad_s: Triple,
    /// Middle of the blade.
    pub racket_m: Triple,
    /// Its normal.
    pub racket_normal: Triple,
    /// Its velocity.
    pub racket_velocity_m_s: Triple,
    /// Where the ball should land.
    pub target_m: [f64; 2],
}

/// Joints at a time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JointSample {
    /// When, s.
    pub t_s: f64,
    /// As they were commanded, rad or m.
    pub commanded: Vec<f64>,
    /// As they moved.
    pub moved: Vec<f64>,
}

/// The outcome of a stroke.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StrokeEnd {
    /// When the racket hit the ball, s; none when it missed.
    pub hit_s: Option<f64>,
    /// Where a good return landed.
    pub landing_m: Option<[f64; 2]>,
    /// How far that is from the robot's target.
    pub off_m: Option<f64>,
    /// Why the point was lost with it, if it was.
    pub fault: Option<Fault>,
    /// Why the robot made no stroke, in words.
    pub why_not: Option<String>,
    /// Time from the last picture that the robot used to the hit, s.
    pub last_look_s: Option<f64>,
}
