//! What came of a session.

use serde::{Serialize, Serializer};

use super::errors::TrainingError;
use crate::court::{Fault, Match, Side};

/// How a point went.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PointResult {
    /// Who served.
    pub server: Side,
    /// Who won it; nobody when it was played again or broken off.
    pub winner: Option<Side>,
    /// What the other one did.
    pub fault: Option<Fault>,
    /// Whether the serve is played again.
    pub is_let: bool,
    /// Strokes, the serve not counted.
    pub strokes: u32,
    /// From its begin on, when the arm takes up its place for the serve, s.
    pub duration_s: f64,
    /// When it began, s.
    pub began_s: f64,
}

/// How a robot's stroke went.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct StrokeResult {
    /// Number of the point, from 1.
    pub point: u64,
    /// Whose stroke.
    pub side: Side,
    /// Whether the racket met the ball.
    pub hit: bool,
    /// Where a good return landed, m.
    pub landing_m: Option<[f64; 2]>,
    /// How far from the target, m.
    pub off_m: Option<f64>,
    /// How far the ball was from where it was predicted when it was hit, m.
    pub predicted_error_m: Option<f64>,
}

/// What the robot on the floor did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct PickerTally {
    /// Balls that it took in.
    pub taken: u32,
    /// Balls that came out onto the floor again.
    pub dropped: u32,
    /// Balls that it launched into the hopper.
    pub launched: u32,
    /// Way that it drove, m.
    pub way_m: f64,
    /// Time in which its body was in a player's zone while a point was played, s.
    pub in_zone_s: f64,
}

/// A time in which play waited.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Wait {
    /// From when on, s.
    pub from_s: f64,
    /// How long, s.
    pub lasted_s: f64,
    /// Why.
    pub reason: String,
}

/// What came of a session.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TrainingResult {
    /// The points, in order.
    pub points: Vec<PointResult>,
    /// The robots' strokes, in order.
    pub strokes: Vec<StrokeResult>,
    /// The score.
    pub score: Match,
    /// The robot on the floor, if there was one.
    pub picker: Option<PickerTally>,
    /// When play waited.
    pub waits: Vec<Wait>,
    /// Simulated time, s.
    pub duration_s: f64,
    /// How often the book of balls was compared with the world.
    pub audits: u64,
    /// Balls in each place at the end, in the order of [`crate::hall::record::BallPlace::ALL`].
    pub balls: [usize; 6],
    /// Whether somebody broke it off.
    pub interrupted: bool,
    /// Why it could not be played on; its message where it is written.
    #[serde(serialize_with = "message")]
    pub broke_off: Option<TrainingError>,
}

/// The message of an error, if there is one.
fn message<S: Serializer>(error: &Option<TrainingError>, serializer: S) -> Result<S::Ok, S::Error> {
    error.as_ref().map(ToString::to_string).serialize(serializer)
}
