//! Everything that moves, at one time.

use serde::{Deserialize, Serialize};

use super::Triple;

/// Everything that moves, at one time.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Snapshot {
    /// When, s.
    pub t_s: f64,
    /// Joints of each arm, rad or m.
    pub joints: Vec<Vec<f64>>,
    /// The people.
    pub people: Vec<PersonNow>,
    /// Every ball, by its number.
    pub balls: Vec<BallNow>,
    /// The robot that picks balls up.
    pub picker: Option<PickerNow>,
}

/// Where a ball is counted: always exactly one of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BallPlace {
    /// In the hopper of the serving arm.
    Hopper,
    /// In the serving arm's hand, or thrown up by it and not yet struck.
    Toss,
    /// In play, or still moving after it.
    Flight,
    /// On the floor for the picker to find; it may roll.
    Floor,
    /// In the picker.
    Picker,
    /// In flight from the picker's launcher to the hopper.
    Launcher,
}

impl BallPlace {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Hopper, Self::Toss, Self::Flight, Self::Floor, Self::Picker, Self::Launcher];

    /// Its name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Hopper => "hopper",
            Self::Toss => "toss",
            Self::Flight => "flight",
            Self::Floor => "floor",
            Self::Picker => "picker",
            Self::Launcher => "launcher",
        }
    }
}

/// A ball.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct BallNow {
    /// Where it is counted.
    pub place: BallPlace,
    /// Its centre; of one in the hopper or in the picker, the hopper's mouth or the picker's middle.
    pub position_m: Triple,
}

/// A person: the seventeen keypoints of COCO, and the racket.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PersonNow {
    /// Keypoints in the order of [`crate::opponent::Keypoint`].
    pub keypoints_m: Vec<Triple>,
    /// Middle of the blade.
    pub blade_m: Triple,
    /// Its normal.
    pub blade_normal: Triple,
}

/// The picker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PickerNow {
    /// Its true position.
    pub position_m: [f64; 2],
    /// Counter-clockwise from x.
    pub heading_rad: f64,
    /// Its estimated position.
    pub believed_m: [f64; 2],
    /// Its estimated heading.
    pub believed_heading_rad: f64,
    /// State of its behavior.
    #[serde(alias = "work")]
    pub state: String,
    /// Balls inside.
    pub holds: u32,
    /// State of charge of its battery, from 0 to 1.
    pub battery: f64,
}
