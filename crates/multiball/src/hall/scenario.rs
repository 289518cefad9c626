//! A scenario: everything that a run depends on in addition to its seed, read from TOML.

use serde::{Deserialize, Serialize};

use super::checked;
use super::training::{OpponentSettings, PickerSettings, PlayerSettings, RoomSettings, ServerSettings};
use super::{
    CameraSettings, CourtSettings, DriveSettings, NoiseSettings, PlanarSettings, RigSettings, ScenarioError,
    SensorSettings, WarmUpSettings,
};
use crate::ball::{Aero, Air, Body, FloorContact, NetContact, Physics, RacketContact, TableContact};
use crate::court::Court;
use crate::format::{SCENARIO, TomlError, first};

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
}
