//! A scenario: everything that a run depends on in addition to its seed, read from TOML.

use nalgebra::Vector3;
use serde::{Deserialize, Serialize};

use super::camera_settings::misplaced;
use super::checked;
use super::training::{
    HallWorld, OpponentSettings, PickerSettings, PlayerSettings, RoomSettings, ServerSettings, StrokeModelChoice,
    TrainingSettings, WorldKnowledge,
};
use super::{CameraSet, CameraSettings, CourtSettings, DriveSettings, RigSettings, SensorSettings, WarmUpSettings};
use crate::ball::{Aero, Air, Body, FloorContact, NetContact, Physics, PlacementError, RacketContact, TableContact};
use crate::court::{Court, Side};
use crate::format::{SCENARIO, TomlError, UnknownVersion, first};
use crate::player::{PlanarBody, PlanarChoice, PlanarPlayer, Rejections};
use crate::robot::Planar3;

/// Why a scenario was refused; the message shows line, value and what is allowed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ScenarioError {
    /// A version that is not known.
    #[error(transparent)]
    Version(#[from] UnknownVersion),
    /// The text is not TOML, has an unknown or missing field, or an invalid value.
    #[error(transparent)]
    Text(#[from] TomlError),
    /// Parts that do not go together.
    #[error("{table} needs {needs}")]
    Apart {
        /// The part that is there.
        table: &'static str,
        /// What it needs.
        needs: &'static str,
    },
    /// Balls would bounce, or be aimed, next to the table.
    #[error("{field} reaches {value_m} m; on the table of [court] it must be at most {most_m:.2} m")]
    OffTable {
        /// Which field.
        field: &'static str,
        /// Its value, away from the middle of the table.
        value_m: f64,
        /// The most that this table allows.
        most_m: f64,
    },
    /// The planar player supports ideal contacts only.
    #[error("{place}: {field} = \"{value}\": the planar players support `{allowed}` only")]
    NotPlanar {
        /// Line of the scenario, or that the value is the default.
        place: String,
        /// Which model.
        field: &'static str,
        /// Its value.
        value: String,
        /// What it must be.
        allowed: &'static str,
    },
    /// The players' choices allow no first ball.
    #[error(
        "[planar]: no first ball is possible with these choices of net clearance, target and hitting zone: of {} \
         tried, {} would touch \
         the net and {} have no path that the other side could play", .0.total(), .0.net, .0.path
    )]
    NoFeed(Rejections),
    /// No scenario has that name.
    #[error("no scenario `{name}`; known: {known}")]
    UnknownName {
        /// The name given.
        name: String,
        /// The names that exist.
        known: String,
    },
    /// A scenario has no field of that name.
    #[error("no scenario has a field `{key}`; near it: {near}")]
    UnknownKey {
        /// The name given.
        key: String,
        /// Names that exist and are most like it.
        near: String,
    },
    /// A field does not take that value.
    #[error("{key} = {value}: {reason}")]
    Value {
        /// The field's dotted name.
        key: String,
        /// The value given.
        value: String,
        /// Why not, and what is allowed.
        reason: String,
    },
    /// It cannot be written as TOML.
    #[error("the scenario cannot be written as TOML: {0}")]
    Unwritable(Box<toml::ser::Error>),
    /// The first ball would start inside something.
    #[error("[planar]: the first ball starts in the middle of the hitting zone, but {0}")]
    FeedPlace(PlacementError),
}

/// The ball, and its models, each as `name:key=value,…`.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct BallModels {
    /// Its mass.
    #[serde(default = "BallModels::mass", deserialize_with = "checked::ball_mass_kg")]
    pub mass_kg: f64,
    /// Its radius.
    #[serde(default = "BallModels::radius", deserialize_with = "checked::ball_radius_m")]
    pub radius_m: f64,
    /// Force of the air.
    #[serde(default, deserialize_with = "checked::model", serialize_with = "checked::model_text")]
    pub aero: Aero,
    /// Loss of spin per metre of flight.
    #[serde(default, deserialize_with = "checked::spin_decay")]
    pub spin_decay_per_m: f64,
    /// Bounce on the table.
    #[serde(default, deserialize_with = "checked::model", serialize_with = "checked::model_text")]
    pub table: TableContact,
    /// Rebound from a racket.
    #[serde(default, deserialize_with = "checked::model", serialize_with = "checked::model_text")]
    pub racket: RacketContact,
    /// Touching the net.
    #[serde(default, deserialize_with = "checked::model", serialize_with = "checked::model_text")]
    pub net: NetContact,
    /// Bouncing and rolling on the floor.
    #[serde(default, deserialize_with = "checked::model", serialize_with = "checked::model_text")]
    pub floor: FloorContact,
}

impl BallModels {
    fn mass() -> f64 {
        Body::STANDARD.mass
    }

    fn radius() -> f64 {
        Body::STANDARD.radius
    }
}

/// The two planar robots, mirror images of each other.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PlanarSettings {
    /// Upper arm, forearm, and wrist to racket centre.
    #[serde(deserialize_with = "checked::three_lengths_m")]
    pub links_m: [f64; 3],
    /// How far behind the end line the base stands.
    #[serde(deserialize_with = "checked::length_m")]
    pub base_behind_end_line_m: f64,
    /// How far above the table top the base stands; negative below.
    #[serde(deserialize_with = "checked::offset_m")]
    pub base_above_table_m: f64,
    /// Radius of the racket, a disc.
    #[serde(deserialize_with = "checked::length_m")]
    pub racket_radius_m: f64,
    /// Greatest speed of each joint that a plan may use.
    #[serde(deserialize_with = "checked::three_speeds_rad_s")]
    pub joint_speed_limit_rad_s: [f64; 3],
    /// Joint angles to wait in.
    #[serde(deserialize_with = "checked::three_angles_rad")]
    pub ready_rad: [f64; 3],
    /// Time to return to them after a stroke; longer where the joint speeds require it.
    #[serde(deserialize_with = "checked::duration_s")]
    pub recover_s: f64,
    /// Clearance between ball and net, least and most, to draw from.
    #[serde(deserialize_with = "checked::interval_m")]
    pub net_clearance_m: (f64, f64),
    /// Distance of the landing point from the net, least and most.
    #[serde(deserialize_with = "checked::interval_m")]
    pub target_from_net_m: (f64, f64),
    /// Distance of the hit from the net, least and most.
    #[serde(deserialize_with = "checked::interval_m")]
    pub hit_from_net_m: (f64, f64),
    /// Height of the hit above the table top, least and most.
    #[serde(deserialize_with = "checked::interval_m")]
    pub hit_height_m: (f64, f64),
    /// Choices tried before the player gives up.
    #[serde(deserialize_with = "checked::count")]
    pub attempts: u32,
}

/// Errors of the robots; all zero is the ideal world.
#[derive(Debug, Clone, Copy, PartialEq, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct NoiseSettings {
    /// Standard deviation of the racket's speed at the hit, as a share of it.
    #[serde(default, deserialize_with = "checked::fraction")]
    pub racket_speed_share: f64,
    /// Standard deviation of the racket's angle at the hit, degrees.
    #[serde(default, deserialize_with = "checked::angle_deg")]
    pub racket_angle_deg: f64,
    /// Standard deviation of a measured position, m per axis.
    #[serde(default, deserialize_with = "checked::deviation")]
    pub measurement_position_m: f64,
    /// Standard deviation of a measured velocity, m/s per axis.
    #[serde(default, deserialize_with = "checked::deviation")]
    pub measurement_velocity_m_s: f64,
}

/// How long to play.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PlaySettings {
    /// Points to play when the command does not say.
    #[serde(deserialize_with = "checked::count")]
    pub points: u32,
    /// Strokes after which a rally is broken off undecided.
    #[serde(deserialize_with = "checked::count")]
    pub most_strokes: u32,
}

/// A whole scenario.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Version of its format, [`SCENARIO`].
    #[serde(default = "first")]
    pub version: u32,
    /// Its name.
    pub name: String,
    /// One sentence about it.
    pub about: String,
    /// Seed of its random numbers when the command does not say.
    pub seed: u64,
    /// The ball and its models.
    pub ball: BallModels,
    /// Sizes of table and net.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub court: Option<CourtSettings>,
    /// The planar robots.
    pub planar: Option<PlanarSettings>,
    /// Their errors.
    pub noise: Option<NoiseSettings>,
    /// The hall of a training session.
    pub hall: Option<RoomSettings>,
    /// The arm that serves in it.
    pub server: Option<ServerSettings>,
    /// The robot on rails at the home end.
    pub player: Option<PlayerSettings>,
    /// Who plays at the away end.
    pub opponent: Option<OpponentSettings>,
    /// The robot that picks the balls up.
    pub picker: Option<PickerSettings>,
    /// Latency, noise and faults of what robots see.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sensing: Option<SensorSettings>,
    /// The cameras of the robot at the home end, in place of the usual rig.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub camera: Vec<CameraSettings>,
    /// How racket and mount of the robots differ from their drawing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rig: Option<RigSettings>,
    /// Limits of the robots' joints.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drives: Option<DriveSettings>,
    /// Balls before those that count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warm_up: Option<WarmUpSettings>,
    /// How long to play.
    pub play: PlaySettings,
}

/// The kind of a scenario, with its settings.
#[derive(Debug, Clone, PartialEq)]
#[allow(clippy::large_enum_variant)] // Made once a run, and never moved.
pub enum Setting {
    /// Two planar robots.
    Planar,
    /// A training session.
    Training(TrainingSettings),
}

impl Scenario {
    /// Reads a scenario.
    ///
    /// # Errors
    /// When the version is unknown, the text is not TOML, a field is unknown, missing or out of range, or models do not
    /// go together.
    pub fn from_toml(text: &str) -> Result<Self, ScenarioError> {
        SCENARIO.check_toml(text)?;
        let scenario: Self = toml::from_str(text).map_err(TomlError::from)?;
        match scenario.check() {
            Err(ScenarioError::NotPlanar { field, value, allowed, .. }) => {
                let line = text.lines().position(|line| line.trim_start().starts_with(field));
                let place = line.map_or("[ball], by default".into(), |line| format!("line {}, [ball]", line + 1));
                Err(ScenarioError::NotPlanar { place, field, value, allowed })
            }
            Err(other) => Err(other),
            Ok(()) => Ok(scenario),
        }
    }

    /// Refuses a scenario whose parts do not go together.
    ///
    /// # Errors
    /// What needs what, or which model the players do not support.
    pub fn check(&self) -> Result<(), ScenarioError> {
        match self.setting()? {
            Setting::Training(_) => Ok(()),
            Setting::Planar => self.planar_players().map(drop),
        }
    }

    /// Its kind, with its settings.
    ///
    /// # Errors
    /// When its parts do not go together.
    pub fn setting(&self) -> Result<Setting, ScenarioError> {
        let refused = |table: &'static str, needs: &'static str| Err(ScenarioError::Apart { table, needs });
        let room = match (self.hall, self.planar) {
            (Some(_), Some(_)) => return refused("[planar]", "a scenario without [hall]"),
            (None, None) => return refused("the scenario", "[hall] or [planar]"),
            (Some(room), None) => room,
            (None, Some(_)) => {
                let others = [
                    ("[server]", self.server.is_some()),
                    ("[player]", self.player.is_some()),
                    ("[opponent]", self.opponent.is_some()),
                    ("[picker]", self.picker.is_some()),
                    ("[sensing]", self.sensing.is_some()),
                    ("[[camera]]", !self.camera.is_empty()),
                    ("[rig]", self.rig.is_some()),
                    ("[drives]", self.drives.is_some()),
                    ("[warm_up]", self.warm_up.is_some()),
                ];
                let other = others.into_iter().find(|(_, there)| *there);
                return other.map_or(Ok(Setting::Planar), |(table, _)| refused(table, "[hall]"));
            }
        };
        if self.noise.is_some() {
            return refused("[noise]", "[planar]");
        }
        if room.on_floor > room.balls {
            return refused("on_floor", "as many balls in all");
        }
        if self.server.is_some_and(|server| server.resume_with > room.balls) {
            return refused("resume_with", "as many balls in the hall");
        }
        if self.picker.is_some_and(|picker| !picker.has_charges_in_order()) {
            return refused("battery_enough", "more than battery_low, and at most battery_full");
        }
        if self.player.as_ref().is_some_and(|player| player.believed_racket.is_some() && !player.has_data_sheet()) {
            return refused("believed_racket", "knows = \"typical\" or \"measured\"");
        }
        if let Some((field, needs)) = self.opponent.as_ref().and_then(OpponentSettings::misplaced) {
            return refused(field, needs);
        }
        self.check_on_table()?;
        let reads = self.player.as_ref().is_some_and(|player| player.stroke_model != StrokeModelChoice::BuiltIn);
        if reads && self.opponent.as_ref().is_none_or(OpponentSettings::is_robot) {
            return refused("stroke_model", "[opponent] with another kind than \"robot\"");
        }
        let for_players = [
            ("[sensing]", self.sensing.is_some()),
            ("[[camera]]", !self.camera.is_empty()),
            ("[rig]", self.rig.is_some()),
            ("[drives]", self.drives.is_some()),
            ("[warm_up]", self.warm_up.is_some()),
        ];
        if let Some((table, _)) = for_players.into_iter().find(|(_, there)| *there && self.player.is_none()) {
            return refused(table, "[player]");
        }
        let sensing = self.sensing.unwrap_or_default();
        let told = self.player.as_ref().is_some_and(|player| player.knows == WorldKnowledge::Exact);
        if told && sensing.believed_calibration_factor.is_some() {
            return refused("believed_calibration_factor", "another `knows` than \"exact\"");
        }
        if let Some((field, needs)) = misplaced(&sensing, &self.camera) {
            return refused(field, needs);
        }
        let world = HallWorld {
            court: self.court(),
            sensing,
            cameras: CameraSet::new(&self.camera),
            rig: self.rig.unwrap_or_default(),
            drives: self.drives.unwrap_or_default(),
            warm_up: self.warm_up.unwrap_or_default().balls,
        };
        match (self.server, self.player.clone(), self.opponent.clone(), self.picker) {
            (None, Some(_), ..) => refused("[player]", "[server]"),
            (None, None, Some(_), _) | (Some(_), None, Some(_), _) => refused("[opponent]", "[player]"),
            (None, None, None, None) => refused("[hall]", "[server] or [picker]"),
            (server, player, opponent, picker) => {
                Ok(Setting::Training(TrainingSettings { room, server, player, opponent, picker, world }))
            }
        }
    }

    /// How the ball moves.
    #[must_use]
    pub fn physics(&self) -> Physics {
        let BallModels { mass_kg, radius_m, aero, spin_decay_per_m, table, racket, net, floor } = self.ball;
        let body = Body { mass: mass_kg, radius: radius_m };
        Physics { body, air: Air::STANDARD, aero, spin_decay_per_m, table, net, floor, racket }
    }

    /// The court.
    #[must_use]
    pub fn court(&self) -> Court {
        self.court.unwrap_or_default().court()
    }

    /// Refuses serves and targets next to a table that is smaller than that of the rules.
    fn check_on_table(&self) -> Result<(), ScenarioError> {
        // As far from the lines as the bounds of these fields are from those of the rules' table.
        let (usual, court) = (Court::STANDARD, self.court());
        let (shorter, narrower) = (usual.end_line() - court.end_line(), usual.side_line() - court.side_line());
        let widest = |(low, high): (f64, f64)| low.abs().max(high.abs());
        let serves = self.server.iter().flat_map(|server| {
            [
                ("own_bounce_from_net_m", widest(server.own_bounce_from_net_m), checked::BOUNCE_M.1 - shorter),
                ("far_bounce_from_net_m", widest(server.far_bounce_from_net_m), checked::BOUNCE_M.1 - shorter),
                ("far_bounce_across_m", widest(server.far_bounce_across_m), checked::ACROSS_M - narrower),
            ]
        });
        let targets = self.player.iter().flat_map(|player| {
            let [x, y] = player.target_m.map(f64::abs);
            let ([most_x, _], [_, most_y]) = (PlayerSettings::TARGET_X_M, PlayerSettings::TARGET_Y_M);
            [("target_m", x, -most_x - shorter), ("target_m", y, most_y - narrower)]
        });
        match serves.chain(targets).find(|(_, value_m, most_m)| value_m > most_m) {
            Some((field, value_m, most_m)) => Err(ScenarioError::OffTable { field, value_m, most_m }),
            None => Ok(()),
        }
    }

    /// The two players, home first; they know the scenario's models.
    ///
    /// # Errors
    /// When the models are not those of paper 000.
    pub fn planar_players(&self) -> Result<[PlanarPlayer; 2], ScenarioError> {
        let refused = |field, value: &dyn std::fmt::Display, allowed| ScenarioError::NotPlanar {
            place: "[ball]".into(),
            field,
            value: value.to_string(),
            allowed,
        };
        if self.ball.aero != Aero::Vacuum {
            return Err(refused("aero", &self.ball.aero, "vacuum"));
        }
        let TableContact::Ideal { k: table_k } = self.ball.table else {
            return Err(refused("table", &self.ball.table, "ideal:k=…"));
        };
        let RacketContact::Ideal { k: racket_k } = self.ball.racket else {
            return Err(refused("racket", &self.ball.racket, "ideal:k=…"));
        };
        let Some(settings) = &self.planar else {
            return Err(ScenarioError::Apart { table: "a planar rally", needs: "[planar]" });
        };
        let court = self.court();
        let body = PlanarBody {
            arm: Planar3 { links: settings.links_m },
            base_u: court.end_line() + settings.base_behind_end_line_m,
            base_z: settings.base_above_table_m,
            racket_radius: settings.racket_radius_m,
            joint_speed: Vector3::from(settings.joint_speed_limit_rad_s),
            ready: Vector3::from(settings.ready_rad),
            recover_s: settings.recover_s,
        };
        let choice = PlanarChoice {
            net_clearance: settings.net_clearance_m,
            target: settings.target_from_net_m,
            hit_u: settings.hit_from_net_m,
            hit_z: settings.hit_height_m,
            attempts: settings.attempts,
        };
        let (gravity, ball_radius) = (Air::STANDARD.gravity, self.ball.radius_m);
        Ok(Side::BOTH.map(|_| PlanarPlayer { body, choice, court, gravity, ball_radius, table_k, racket_k }))
    }
}
