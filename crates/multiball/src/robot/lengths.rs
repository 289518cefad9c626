//! Lengths of the robots, m. In a robot file each may be left out and then has the default value.

use serde::Deserialize;
use serde::de::Deserializer;

use crate::ball::Range;

/// Lengths of [`super::Arm6`], m, by the letters of the paper.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Arm6Geometry {
    /// h: from the base to the height of the shoulder axis.
    #[serde(deserialize_with = "offset")]
    pub shoulder_height: f64,
    /// MA: from the yaw axis forward to the shoulder axis.
    #[serde(deserialize_with = "offset")]
    pub shoulder_offset: f64,
    /// AB: upper arm.
    #[serde(deserialize_with = "link")]
    pub upper_arm: f64,
    /// BC: from the elbow axis up to the forearm's axis.
    #[serde(deserialize_with = "offset")]
    pub elbow_offset: f64,
    /// CD: forearm, from the elbow to the wrist.
    #[serde(deserialize_with = "link")]
    pub forearm: f64,
    /// DE: from the wrist to the end point.
    #[serde(deserialize_with = "offset")]
    pub hand: f64,
}

impl Arm6Geometry {
    /// An ABB IRB 2400/10, from the maker's drawing.
    pub const IRB_2400: Self = Self {
        shoulder_height: 0.615,
        shoulder_offset: 0.1,
        upper_arm: 0.705,
        elbow_offset: 0.135,
        forearm: 0.755,
        hand: 0.085,
    };
}

impl Default for Arm6Geometry {
    fn default() -> Self {
        Self::IRB_2400
    }
}

/// Lengths of [`super::Serve5`], m.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Serve5Geometry {
    /// d1: from the base up to the shoulder.
    #[serde(deserialize_with = "offset")]
    pub shoulder_height: f64,
    /// d3: upper arm.
    #[serde(deserialize_with = "link")]
    pub upper_arm: f64,
    /// d5: forearm, from the elbow to the end point.
    #[serde(deserialize_with = "link")]
    pub forearm: f64,
    /// How far the elbow may lie off its sphere for a pose to count as reachable: way points are printed rounded.
    #[serde(deserialize_with = "tolerance")]
    pub tolerance: f64,
}

impl Serve5Geometry {
    /// The paper prints no lengths; these follow from its tables 2 and 3 by least squares, to 0.0003 cm.
    pub const PAPER: Self = Self { shoulder_height: 0.92, upper_arm: 0.28, forearm: 0.48, tolerance: 1e-4 };
}

impl Default for Serve5Geometry {
    fn default() -> Self {
        Self::PAPER
    }
}

/// Lengths of [`super::Rail6`], m. The paper leaves them to another one that is lost: these are configuration.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rail6Geometry {
    /// L1: height of the lift axis.
    #[serde(deserialize_with = "offset")]
    pub height: f64,
    /// L2: sideways from the yaw axis to the arm's plane.
    #[serde(deserialize_with = "offset")]
    pub side_offset: f64,
    /// L3: upper arm.
    #[serde(deserialize_with = "link")]
    pub upper_arm: f64,
    /// L4: forearm with the racket, to its centre.
    #[serde(deserialize_with = "link")]
    pub forearm: f64,
}

impl Rail6Geometry {
    /// Lengths with which rails of 1.85 and 2.20 m reach the home half and half a metre behind it.
    pub const DEFAULT: Self = Self { height: 0.55, side_offset: 0.08, upper_arm: 0.35, forearm: 0.40 };
}

impl Default for Rail6Geometry {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// A link without length would leave its joint nothing to move.
const LINK: Range = Range::from_to(1e-3, 10.0);

fn link<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    LINK.number(deserializer)
}

/// Three links.
pub(super) fn links<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[f64; 3], D::Error> {
    LINK.numbers(deserializer)
}

/// A length that may be nothing or point the other way.
fn offset<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(-10.0, 10.0).number(deserializer)
}

/// Below a nanometre rounding would refuse what the arm reaches; above a centimetre the answer is another pose.
fn tolerance<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(1e-9, 1e-2).number(deserializer)
}
