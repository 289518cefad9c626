//! The timeline: what a viewer may want to jump to, and what the score and the figures are computed from.

use multiball::court::Side;
use multiball::hall::record::{PointScore, SessionEvent, StrikerKind, StrokeRecord, Triple};
use serde::Serialize;

use crate::chunk::rounded;

/// How long before the hit a prediction is judged, s: about the time that an arm needs to get there.
const JUDGED_BEFORE_S: f64 = 0.15;

/// Most marks of one answer; the rest takes further requests.
pub const MOST_MARKS: usize = 5000;

/// A moment on the timeline.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Mark {
    /// When, s.
    pub t_s: f64,
    /// What.
    #[serde(flatten)]
    pub what: MarkKind,
}

/// What there is on the timeline.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum MarkKind {
    /// A point begins.
    Began {
        /// Its number.
        point: u64,
        /// Who serves.
        server: Side,
    },
    /// A ball was struck.
    Struck {
        /// By whom.
        by: StrikerKind,
        /// On which side.
        side: Side,
        /// m/s, after it.
        speed_m_s: f64,
        /// rad/s, after it.
        spin_rad_s: f64,
    },
    /// A point is decided.
    Point {
        /// Its number.
        point: u64,
        /// Who won it.
        winner: Option<Side>,
        /// What the other one did, in words.
        fault: Option<String>,
        /// Whether the serve is played again.
        is_let: bool,
        /// Strokes, the serve not counted.
        strokes: u32,
        /// The score after it.
        score: PointScore,
    },
    /// A robot's stroke is over: its story can be read.
    Stroke {
        /// Its number.
        stroke: u64,
        /// Number of the point.
        point: u64,
        /// The robot's name.
        robot: String,
        /// Whether the racket met the ball.
        hit: bool,
        /// Where a good return landed.
        landing_m: Option<[f64; 2]>,
        /// How far that is from the target.
        off_m: Option<f64>,
        /// Error of the place of the hit as predicted 0.15 s before it; none when the ball never came there.
        predicted_error_m: Option<f64>,
        /// What went wrong, in words.
        fault: Option<String>,
    },
    /// A return landed.
    Landed {
        /// Number of the stroke.
        stroke: u64,
        /// Where.
        position_m: [f64; 2],
        /// How far from the target.
        off_m: f64,
    },
    /// Play waits, or goes on.
    Waiting {
        /// Why; none when it goes on.
        reason: Option<String>,
    },
    /// A robot has found out more.
    Found {
        /// Its name.
        robot: String,
        /// Own strokes from which it has learned so far.
        strokes: u64,
        /// Incoming flights from which it has learned so far.
        flights: u64,
        /// Value and standard deviation of each number, in the order of the robot's priors on the stage.
        numbers: Vec<[f64; 2]>,
    },
    /// The picker's planned route.
    Route {
        /// Its corners.
        route_m: Vec<[f64; 2]>,
    },
}

/// Some marks in the order in which they became known, which is nearly that of time.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Marks {
    /// Number of the first.
    pub first: u64,
    /// The marks.
    pub marks: Vec<Mark>,
}

impl Mark {
    /// The mark that an event leaves, if it does.
    #[must_use]
    pub fn of(t_s: f64, what: &SessionEvent) -> Option<Self> {
        let what = match what {
            SessionEvent::PointBegan { point, server, .. } => MarkKind::Began { point: *point, server: *server },
            SessionEvent::Struck { by, side, velocity_m_s, spin_rad_s, .. } => MarkKind::Struck {
                by: *by,
                side: *side,
                speed_m_s: length(velocity_m_s),
                spin_rad_s: length(spin_rad_s),
            },
            SessionEvent::Decided { point, winner, fault, is_let, strokes, score, .. } => MarkKind::Point {
                point: *point,
                winner: *winner,
                is_let: *is_let,
                fault: fault.map(|fault| fault.to_string()),
                strokes: *strokes,
                score: *score,
            },
            SessionEvent::Landed { stroke, position_m, off_m } => {
                MarkKind::Landed { stroke: *stroke, position_m: *position_m, off_m: *off_m }
            }
            SessionEvent::Waiting { reason } => MarkKind::Waiting { reason: reason.clone() },
            SessionEvent::FoundOut { robot, strokes, flights, numbers } => MarkKind::Found {
                robot: robot.clone(),
                strokes: *strokes,
                flights: *flights,
                numbers: numbers.iter().map(|number| number.map(rounded)).collect(),
            },
            SessionEvent::PickerPlanned { route_m } => MarkKind::Route { route_m: route_m.clone() },
            _ => return None,
        };
        Some(Self { t_s, what })
    }

    /// The mark of a stroke: at its hit, or where it should have been.
    #[must_use]
    pub fn of_story(story: &StrokeRecord) -> Self {
        let (end, planned) = (&story.end, story.planned.as_ref());
        let judged = story.predicted.iter().rfind(|predicted| predicted.hit_s - predicted.at_s >= JUDGED_BEFORE_S);
        let what = MarkKind::Stroke {
            stroke: story.stroke,
            point: story.point,
            robot: story.robot.clone(),
            hit: end.hit_s.is_some(),
            landing_m: end.landing_m,
            off_m: end.off_m,
            predicted_error_m: judged.and_then(|predicted| predicted.error_m),
            fault: end.why_not.clone().or_else(|| end.fault.map(|fault| fault.to_string())),
        };
        Self { t_s: end.hit_s.or(planned.map(|plan| plan.hit_s)).unwrap_or(story.struck_s), what }
    }
}

fn length([x, y, z]: &Triple) -> f64 {
    (x * x + y * y + z * z).sqrt()
}
