//! Results of a session.

use serde::{Serialize, Serializer};

use super::errors::TrainingError;
use crate::court::{Fault, Match, Side};
use crate::player::Finding;

/// Result of a point.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PointResult {
    /// Who served.
    pub server: Side,
    /// Who won it; nobody when it was played again or broken off.
    pub winner: Option<Side>,
    /// The loser's fault.
    pub fault: Option<Fault>,
    /// Whether the serve is played again.
    pub is_let: bool,
    /// Strokes, the serve not counted.
    pub strokes: u32,
    /// From its start on, when the arm moves to its position for the serve, s.
    pub duration_s: f64,
    /// When it began, s.
    pub began_s: f64,
}

/// Result of a robot's stroke.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct StrokeResult {
    /// Number of the point, from 1.
    pub point: u64,
    /// Whose stroke.
    pub side: Side,
    /// Whether it belongs to the warm-up.
    pub warm_up: bool,
    /// Whether the racket hit the ball.
    pub hit: bool,
    /// Where a good return landed, m.
    pub landing_m: Option<[f64; 2]>,
    /// How far from the target, m.
    pub off_m: Option<f64>,
    /// Distance between the predicted and the true ball at the hit, m.
    pub predicted_error_m: Option<f64>,
}

/// What a robot has found out.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FoundOut {
    /// Whose robot.
    pub side: Side,
    /// Own strokes from which it learned.
    pub strokes: usize,
    /// The numbers.
    pub numbers: Vec<Finding>,
}

/// Counts of what the picker did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct PickerTally {
    /// Balls that it took in.
    pub taken: u32,
    /// Balls that came out of its brush onto the floor again.
    pub dropped: u32,
    /// Balls that it threw past the hopper, onto the floor.
    pub missed_throws: u32,
    /// Balls that it launched into the hopper.
    pub launched: u32,
    /// Distance that it drove, m.
    pub way_m: f64,
    /// Time in which its body was in a player's zone while a point was played, s.
    pub in_zone_s: f64,
}

/// A time in which play waited.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Wait {
    /// Start, s.
    pub from_s: f64,
    /// Duration, s.
    pub lasted_s: f64,
    /// Why.
    pub reason: String,
}

impl Wait {
    /// The same wait, which has lasted until a time, s.
    pub(super) fn until(self, now_s: f64) -> Self {
        Self { lasted_s: now_s - self.from_s, ..self }
    }
}

/// Result of a session.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TrainingResult {
    /// The points, in order.
    pub points: Vec<PointResult>,
    /// The robots' strokes, in order.
    pub strokes: Vec<StrokeResult>,
    /// What each robot has found out.
    pub found: Vec<FoundOut>,
    /// The score.
    pub score: Match,
    /// The robot on the floor, if there was one.
    pub picker: Option<PickerTally>,
    /// When play waited.
    pub waits: Vec<Wait>,
    /// Simulated time, s.
    pub duration_s: f64,
    /// How often the ledger of balls was compared with the world.
    pub audits: u64,
    /// Balls in each place at the end, in the order of [`crate::hall::record::BallPlace::ALL`].
    pub balls: [usize; 6],
    /// Whether the caller interrupted it.
    pub interrupted: bool,
    /// Why it could not be continued; in words where it is serialised.
    #[serde(serialize_with = "in_words")]
    pub broke_off: Option<TrainingError>,
}

impl TrainingResult {
    /// The result of a session in which nothing has been played.
    pub(super) fn none() -> Self {
        Self {
            points: Vec::new(),
            strokes: Vec::new(),
            found: Vec::new(),
            score: Match::new(Side::Away),
            picker: None,
            waits: Vec::new(),
            duration_s: 0.0,
            audits: 0,
            balls: [0; 6],
            interrupted: false,
            broke_off: None,
        }
    }
}

fn in_words<S: Serializer>(error: &Option<TrainingError>, serializer: S) -> Result<S::Ok, S::Error> {
    error.as_ref().map(ToString::to_string).serialize(serializer)
}
