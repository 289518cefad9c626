//! What a training session is made of, as a scenario says it.

use serde::{Deserialize, Serialize};

use crate::ball::RacketContact;
use crate::hall::checked;

/// The room and what is in it.
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
    /// A playing space of the rules.
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

/// How a robot sees the ball.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SensingChoice {
    /// Points with noise, 200 a second.
    Points,
    /// Two cameras, detectors and tracker.
    Cameras,
}

/// What a robot knows of air and table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorldKnowledge {
    /// They were measured in the hall.
    Measured,
    /// What holds for most balls and tables.
    Typical,
}

/// The robot on rails at the home end.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerSettings {
    /// What it sees the ball with.
    pub sensing: SensingChoice,
    /// What it knows of air and table.
    pub knows: WorldKnowledge,
    /// Where its returns shall land: distance beyond the net and place across, as x, y on the far half.
    #[serde(deserialize_with = "checked::target_m")]
    pub target_m: [f64; 2],
}

impl PlayerSettings {
    /// Where a target may lie on the far half: least and greatest x, m. Nearer to net or end line every second ball
    /// would be lost.
    pub const TARGET_X_M: [f64; 2] = [-1.3, -0.1];
    /// Least and greatest y of a target, m.
    pub const TARGET_Y_M: [f64; 2] = [-0.7, 0.7];

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

/// Who plays at the away end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpponentKind {
    /// A person.
    Person,
    /// Another robot on rails, which aims at the mirror image of the first one's target and sees points.
    Robot,
}

/// Which balls a person plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShotChoice {
    /// As people rally.
    Human,
    /// 10 to 16 m/s with much spin.
    Hard,
}

/// The opponent at the away end.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct OpponentSettings {
    /// Who it is.
    pub kind: OpponentKind,
    /// How well a person plays, from 0 to 1.
    #[serde(default = "OpponentSettings::strength", deserialize_with = "checked::fraction")]
    pub strength: f64,
    /// What balls a person plays.
    #[serde(default = "OpponentSettings::shots")]
    pub shots: ShotChoice,
}

impl OpponentSettings {
    /// Whether nothing is said of how a person plays.
    pub(in crate::hall) fn is_usual(&self) -> bool {
        self.strength == Self::strength() && self.shots == Self::shots()
    }

    fn strength() -> f64 {
        0.9
    }

    fn shots() -> ShotChoice {
        ShotChoice::Human
    }
}

/// The robot that picks the balls up.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PickerSettings {
    /// Balls that it holds.
    #[serde(deserialize_with = "checked::balls")]
    pub capacity: u32,
    /// Where it is at home, x, y in the hall.
    #[serde(default = "PickerSettings::home", deserialize_with = "checked::place_m")]
    pub home_m: [f64; 2],
}

impl PickerSettings {
    /// Behind the serving arm, off the opponent's zone.
    fn home() -> [f64; 2] {
        [-3.2, -2.3]
    }
}

impl TrainingSettings {
    /// Whether there are rail players at home and away.
    pub(super) fn robots(&self) -> [bool; 2] {
        let away = self.opponent.is_some_and(|opponent| opponent.kind == OpponentKind::Robot);
        [self.player.is_some(), away]
    }
}

/// A training session: who takes part is there, who does not is not.
#[derive(Debug, Clone, Copy, PartialEq)]
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
}
