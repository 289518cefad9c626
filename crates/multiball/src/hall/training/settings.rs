//! Settings of a training session in a scenario.

use serde::{Deserialize, Serialize};

use super::choices::{ShotChoice, StrokeModelChoice};
use super::picker_settings::PickerSettings;
use crate::ball::{RacketContact, RacketWood};
use crate::court::Court;
use crate::hall::{CameraSet, DriveSettings, PlayerChoice, RigSettings, SensorSettings, checked};
use crate::player::RailSettings;

/// The hall's room and its balls.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct RoomSettings {
    /// Length along the table and width across it, between the walls.
    #[serde(default = "RoomSettings::size", deserialize_with = "checked::room_m")]
    pub size_m: [f64; 2],
    /// Balls in all.
    #[serde(deserialize_with = "checked::balls")]
    pub balls: u32,
    /// How many of them lie on the floor at first; the others are in the hopper.
    #[serde(default, deserialize_with = "checked::balls_or_none")]
    pub on_floor: u32,
}

impl RoomSettings {
    /// The playing space of the rules.
    fn size() -> [f64; 2] {
        [14.0, 7.0]
    }
}

/// The arm that serves.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ServerSettings {
    /// Its racket, which need not be that of the players.
    #[serde(default, deserialize_with = "checked::model", serialize_with = "checked::model_text")]
    pub racket: RacketContact,
    /// Distance of the first bounce from the net on its own half, least and most.
    #[serde(deserialize_with = "checked::bounce_m")]
    pub own_bounce_from_net_m: (f64, f64),
    /// Distance of the second bounce from the net.
    #[serde(deserialize_with = "checked::bounce_m")]
    pub far_bounce_from_net_m: (f64, f64),
    /// How far from the middle line the second bounce is, least and most, to the receiver's right; negative to the
    /// left.
    #[serde(deserialize_with = "checked::across_m")]
    pub far_bounce_across_m: (f64, f64),
    /// Topspin, least and most; negative is backspin.
    #[serde(deserialize_with = "checked::spin_interval_rad_s")]
    pub topspin_rad_s: (f64, f64),
    /// Sidespin, least and most.
    #[serde(deserialize_with = "checked::spin_interval_rad_s")]
    pub sidespin_rad_s: (f64, f64),
    /// How far the ball is tossed, least and most.
    #[serde(deserialize_with = "checked::toss_m")]
    pub toss_rise_m: (f64, f64),
    /// Least time between a decision and the next toss.
    #[serde(deserialize_with = "checked::duration_s")]
    pub pause_s: f64,
    /// Balls that must be in the hopper before play goes on after it ran dry.
    #[serde(deserialize_with = "checked::balls")]
    pub resume_with: u32,
}

/// How a robot senses the ball.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SensingChoice {
    /// Points with noise, 200 a second.
    Points,
    /// Two cameras, detectors and tracker.
    Cameras,
}

/// What a robot is told of its world before it plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorldKnowledge {
    /// What data sheets say: typical balls and tables, the rubber's kind, the arm's drawing.
    Typical,
    /// The same, and air and table as measured in the hall.
    Measured,
    /// The same as they are, racket and mount included, and how large the errors of its cameras' calibration are; it is
    /// told neither these errors nor by how much stamps are late.
    Exact,
    /// The models of paper 004, which know nothing of spin.
    Paper,
}

/// The robot at the home end.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerSettings {
    /// Who plays: a player of the [`Catalog`](crate::hall::Catalog).
    #[serde(default = "usual_player")]
    pub kind: String,
    /// The robot that it plays with, of the same catalog.
    #[serde(default = "usual_robot")]
    pub robot: String,
    /// How it senses the ball.
    pub sensing: SensingChoice,
    /// What it knows of air and table.
    pub knows: WorldKnowledge,
    /// What the data sheet says of the robots' rackets; without it, what they are.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "checked::model_if_given",
        serialize_with = "checked::given_model_text"
    )]
    pub believed_racket: Option<RacketContact>,
    /// Where its returns should land: x and y on the far half.
    #[serde(deserialize_with = "checked::target_m")]
    pub target_m: [f64; 2],
    /// Where its racket waits.
    #[serde(default = "usual_ready", deserialize_with = "checked::ready_m")]
    pub ready_m: [f64; 3],
    /// Radius of its racket's blade.
    #[serde(default = "usual_radius", deserialize_with = "checked::racket_radius_m")]
    pub racket_radius_m: f64,
    /// Whether the ball can hit the edge of the blade; otherwise it passes the edge, or falls on the face.
    #[serde(default)]
    pub racket_edge: bool,
    /// Length of the racket's handle from the edge to its end, which the ball can hit; 0 for none.
    #[serde(default, deserialize_with = "checked::racket_handle_m")]
    pub racket_handle_m: f64,
    /// Strokes that it tries with each new prediction as long as it has none: more find one sooner and cost more time.
    #[serde(default = "usual_looks", deserialize_with = "checked::looks")]
    pub looks: u32,
    /// With what it reads a person's strokes.
    #[serde(default)]
    pub stroke_model: StrokeModelChoice,
}

impl PlayerSettings {
    /// Where a target may lie on the far half: least and greatest x, m. Nearer to net or end line every second ball
    /// would be lost.
    pub const TARGET_X_M: [f64; 2] = [-1.3, -0.1];
    /// Least and greatest y of a target, m.
    pub const TARGET_Y_M: [f64; 2] = [-0.7, 0.7];

    /// What of its racket the ball can hit next to the faces.
    pub(in crate::hall) fn wood(&self) -> Option<RacketWood> {
        RacketWood::new(self.racket_edge, self.racket_handle_m)
    }

    /// Whether it has a data sheet of its racket: with the other profiles it is told what it plays with.
    pub(in crate::hall) fn has_data_sheet(&self) -> bool {
        matches!(self.knows, WorldKnowledge::Typical | WorldKnowledge::Measured)
    }

    /// The same target, if one may aim there.
    ///
    /// # Errors
    /// The value and what is allowed.
    pub fn check_target([x, y]: [f64; 2]) -> Result<[f64; 2], String> {
        let ([x_low, x_high], [y_low, y_high]) = (Self::TARGET_X_M, Self::TARGET_Y_M);
        if (x_low..=x_high).contains(&x) && (y_low..=y_high).contains(&y) {
            return Ok([x, y]);
        }
        Err(format!(
            "{x},{y} is not allowed; it takes x from {x_low} to {x_high} and y from {y_low} to {y_high}, a point of \
             the far half"
        ))
    }
}

/// The opponent at the away end.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct OpponentSettings {
    /// Who it is: [`Self::ROBOT`], or an opponent of the [`Catalog`](crate::hall::Catalog) such as [`Self::PERSON`].
    pub kind: String,
    /// The player of a robot, which aims at the mirror image of the home player's target and sees points.
    #[serde(default = "usual_player")]
    pub player: String,
    /// The robot that plays.
    #[serde(default = "usual_robot")]
    pub robot: String,
    /// How well a person plays, from 0 to 1.
    #[serde(default = "OpponentSettings::strength", deserialize_with = "checked::fraction")]
    pub strength: f64,
    /// What balls a person plays.
    #[serde(default = "OpponentSettings::shots")]
    pub shots: ShotChoice,
}

fn usual_ready() -> [f64; 3] {
    RailSettings::default().ready.into()
}

fn usual_radius() -> f64 {
    RailSettings::default().blade_radius
}

fn usual_looks() -> u32 {
    RailSettings::default().looks as u32
}

/// Player and robot where a scenario does not say: those of paper 004.
fn usual_player() -> String {
    PlayerChoice::default().player
}

fn usual_robot() -> String {
    PlayerChoice::default().robot
}

impl PlayerSettings {
    /// Player and robot.
    #[must_use]
    pub fn choice(&self) -> PlayerChoice {
        PlayerChoice { player: self.kind.clone(), robot: self.robot.clone() }
    }
}

impl OpponentSettings {
    /// A robot with a player of its own.
    pub const ROBOT: &str = "robot";
    /// A person of the simulation.
    pub const PERSON: &str = "person";

    /// Whether it is a robot with a player of its own.
    #[must_use]
    pub fn is_robot(&self) -> bool {
        self.kind == Self::ROBOT
    }

    /// Whether it is a person of the simulation.
    #[must_use]
    pub fn is_person(&self) -> bool {
        self.kind == Self::PERSON
    }

    /// Player and robot, where it is a robot.
    #[must_use]
    pub fn choice(&self) -> Option<PlayerChoice> {
        self.is_robot().then(|| PlayerChoice { player: self.player.clone(), robot: self.robot.clone() })
    }

    /// A field of a robot though none plays, or of another opponent though a robot plays, and what it needs.
    pub(in crate::hall) fn misplaced(&self) -> Option<(&'static str, &'static str)> {
        let usual = self.strength == Self::strength() && self.shots == Self::shots();
        if self.is_robot() && !usual {
            return Some(("strength or shots", "[opponent] with another kind than \"robot\""));
        }
        let usual = self.player == usual_player() && self.robot == usual_robot();
        (!self.is_robot() && !usual).then_some(("player or robot", "[opponent] with kind = \"robot\""))
    }

    fn strength() -> f64 {
        0.9
    }

    fn shots() -> ShotChoice {
        ShotChoice::Human
    }
}

impl TrainingSettings {
    /// Whether robots play at home and away.
    pub(super) fn robots(&self) -> [bool; 2] {
        let away = self.opponent.as_ref().is_some_and(OpponentSettings::is_robot);
        [self.player.is_some(), away]
    }
}

/// Settings of a training session: `None` for those who do not take part.
#[derive(Debug, Clone, PartialEq)]
pub struct TrainingSettings {
    /// The room.
    pub room: RoomSettings,
    /// The arm that serves, from the away end.
    pub server: Option<ServerSettings>,
    /// The robot at the home end.
    pub player: Option<PlayerSettings>,
    /// Who plays at the away end.
    pub opponent: Option<OpponentSettings>,
    /// The robot on the floor.
    pub picker: Option<PickerSettings>,
    /// The court, how robots see and how they were put together.
    pub world: HallWorld,
}

/// The court, how robots see, how they were put together, and how long they warm up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HallWorld {
    /// Table and net.
    pub court: Court,
    /// Sensors.
    pub sensing: SensorSettings,
    /// Cameras of the robot at the home end.
    pub cameras: CameraSet,
    /// Racket and mount.
    pub rig: RigSettings,
    /// Drives.
    pub drives: DriveSettings,
    /// Balls of the warm-up.
    pub warm_up: u32,
}
