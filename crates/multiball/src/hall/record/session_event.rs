//! Events of a session.

use serde::{Deserialize, Serialize};

use super::{BallPlace, Triple, triple};
use crate::ball::{BallEvent, BallState, EventKind, RacketPart, TablePart};
use crate::court::{Fault, Fixture, Match, Side};

/// Who struck a ball.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StrikerKind {
    /// The serving arm.
    Server,
    /// A robot that rallies.
    Robot,
    /// A person.
    Person,
    /// Another opponent, without a body.
    Opponent,
}

/// Points won so far, and games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PointScore {
    /// Points of the home side in the running game.
    pub home: u32,
    /// Points of the away side in the running game.
    pub away: u32,
    /// Games that the home side has won.
    pub home_games: u32,
    /// Games that the away side has won.
    pub away_games: u32,
}

/// An event of a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SessionEvent {
    /// A point begins: a ball is taken for it.
    PointBegan {
        /// Its number, from 1.
        point: u64,
        /// The ball's number.
        ball: u32,
        /// Who serves.
        server: Side,
    },
    /// A ball was thrown up for a serve.
    Tossed {
        /// The ball's number.
        ball: u32,
        /// Who throws.
        side: Side,
        /// The ball's centre when it leaves the hand.
        position_m: Triple,
        /// How far it rises.
        rise_m: f64,
    },
    /// A ball was struck.
    Struck {
        /// The ball's number.
        ball: u32,
        /// By whom.
        by: StrikerKind,
        /// On which side.
        side: Side,
        /// With which part of the racket; a face is not written.
        #[serde(default = "face", skip_serializing_if = "RacketPart::is_face")]
        part: RacketPart,
        /// Where.
        position_m: Triple,
        /// Velocity just before: whether it flew towards the table decides about an obstruction.
        velocity_before_m_s: Triple,
        /// Velocity after.
        velocity_m_s: Triple,
        /// Spin after.
        spin_rad_s: Triple,
    },
    /// A ball touched the playing surface.
    Bounced {
        /// The ball's number.
        ball: u32,
        /// Whose half.
        on: Side,
        /// Where.
        position_m: Triple,
        /// Velocity after.
        velocity_m_s: Triple,
    },
    /// A ball touched something else: net, floor, wall, side of the table.
    Touched {
        /// The ball's number.
        ball: u32,
        /// What: net, floor, wall, table_side.
        what: String,
        /// Where.
        position_m: Triple,
        /// Velocity after.
        velocity_m_s: Triple,
    },
    /// A player, or what they wear or carry, touched the net or moved the table.
    Fouled {
        /// Who.
        side: Side,
        /// What they touched.
        what: Fixture,
    },
    /// A robot's return landed on the far half.
    Landed {
        /// Number of the stroke, as in its [`super::StrokeRecord`].
        stroke: u64,
        /// Where.
        position_m: [f64; 2],
        /// How far from the target.
        off_m: f64,
    },
    /// A robot's prediction of the incoming ball's path.
    Predicted {
        /// Number of the stroke that it is for.
        stroke: u64,
        /// s, m, m, m, and the root of the greatest variance of the position, m.
        path: Vec<[f64; 5]>,
        /// Planned time and position of the hit: s, m, m, m; none while it has no plan.
        meeting: Option<[f64; 4]>,
    },
    /// A robot has found out more, from a ball that it has played.
    FoundOut {
        /// Its name, as in [`super::StagedRobot`].
        robot: String,
        /// Own strokes from which it has learned so far.
        strokes: u64,
        /// Incoming flights from which it has learned so far.
        flights: u64,
        /// Value and standard deviation of each number, in the order of [`super::StagedRobot::priors`].
        numbers: Vec<[f64; 2]>,
    },
    /// A planar robot decided on a stroke.
    Planned {
        /// Who.
        side: Side,
        /// When it will hit the ball, s.
        hit_s: f64,
        /// Where the ball's centre will be then.
        position_m: Triple,
        /// Speed of the racket then.
        racket_speed_m_s: f64,
        /// Where the ball should land.
        target_m: [f64; 2],
    },
    /// A planar robot found no stroke.
    NoStroke {
        /// Who.
        side: Side,
        /// Why, in words.
        reason: String,
    },
    /// The referee decided a point, or called a let.
    Decided {
        /// Number of the point.
        point: u64,
        /// Who won it; nobody when it is played again or was broken off.
        winner: Option<Side>,
        /// The loser's fault.
        fault: Option<Fault>,
        /// Whether the serve is played again.
        is_let: bool,
        /// Strokes, the serve not counted.
        strokes: u32,
        /// From its start on, s.
        duration_s: f64,
        /// The score after it.
        score: PointScore,
    },
    /// A ball is counted elsewhere.
    Moved {
        /// The ball's number.
        ball: u32,
        /// Before.
        from: BallPlace,
        /// Now.
        to: BallPlace,
    },
    /// Play waits, or goes on when there is no reason any more.
    Waiting {
        /// Why, in words; none when it goes on.
        reason: Option<String>,
    },
    /// The picker has a new plan: the path over the balls of its trips, in order.
    PickerPlanned {
        /// Corners of the path of the current trip, x, y.
        route_m: Vec<[f64; 2]>,
    },
    /// The picker's behavior has changed its state.
    PickerTurnsTo {
        /// Name of the new state.
        #[serde(alias = "work")]
        state: String,
    },
}

/// The part of a stroke that names none.
fn face() -> RacketPart {
    RacketPart::Face
}

impl PointScore {
    /// The score of a match.
    #[must_use]
    pub fn of(score: &Match) -> Self {
        Self {
            home: score.game.points(Side::Home),
            away: score.game.points(Side::Away),
            home_games: score.home_games,
            away_games: score.away_games,
        }
    }
}

impl SessionEvent {
    /// The event of a stroke that changed a ball's motion from `before` to `after`.
    pub(in crate::hall) fn of_stroke(
        ball: u32,
        by: StrikerKind,
        (side, part): (Side, RacketPart),
        before: &BallState,
        after: &BallState,
    ) -> Self {
        Self::Struck {
            ball,
            by,
            side,
            part,
            position_m: triple(&before.position),
            velocity_before_m_s: triple(&before.velocity),
            velocity_m_s: triple(&after.velocity),
            spin_rad_s: triple(&after.spin),
        }
    }

    /// The event of a ball's contact with anything but a racket.
    pub(in crate::hall) fn of_touch(ball: u32, event: &BallEvent) -> Option<Self> {
        let (position_m, velocity_m_s) = (triple(&event.before.position), triple(&event.after.velocity));
        let what = match event.kind {
            EventKind::Table(TablePart::Top | TablePart::Edge) => {
                return Some(Self::Bounced { ball, on: Side::of(event.before.position.x), position_m, velocity_m_s });
            }
            EventKind::Table(TablePart::Side) => "table_side",
            EventKind::Racket(..) | EventKind::NetPlane | EventKind::Apex => return None,
            kind => kind.name(),
        };
        Some(Self::Touched { ball, what: what.into(), position_m, velocity_m_s })
    }
}
