//! Robots by name and from TOML text. robots/README.md has every field.

use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error};

use super::file_joints::{JointTexts, JointsError, read_limits};
use super::{
    Arm, Arm6, Arm6Geometry, JointLimits, Mounted, Planar3, PlanarRobot, Rail6, Rail6Geometry, Robot, Serve5,
    Serve5Geometry,
};
use crate::ball::Range;
use crate::format::{ROBOT, TomlError, UnknownVersion};
use crate::geometry::{Attitude, Pose, rotation_from_quaternion};

/// Why a robot file was refused; the message shows line, value and what is allowed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum RobotFileError {
    /// A version that is not known.
    #[error(transparent)]
    Version(#[from] UnknownVersion),
    /// The text is not TOML, has an unknown field, or a value that makes no sense.
    #[error(transparent)]
    Text(#[from] TomlError),
    /// The kind of the robot is missing.
    #[error("missing field `kind`; it must be one of {}", NAMES.join(", "))]
    NoKind,
    /// The joints do not go with the robot.
    #[error(transparent)]
    Joints(#[from] JointsError),
}

impl From<toml::de::Error> for RobotFileError {
    fn from(error: toml::de::Error) -> Self {
        Self::Text(error.into())
    }
}

/// What a robot is; the rest of its file depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Planar3,
    Arm6,
    Serve5,
    Rail6,
}

/// The robot's kind alone, which is read first.
#[derive(Debug, Deserialize)]
struct KindOnly {
    kind: Option<Kind>,
}

/// The file of a robot in space with lengths L.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ArmText<L> {
    #[serde(default, rename = "version")]
    _version: u32,
    #[serde(rename = "kind")]
    _kind: Kind,
    lengths_m: Option<L>,
    joints: Option<JointTexts>,
    #[serde(default)]
    base: PoseText,
    #[serde(default)]
    tool: PoseText,
}

/// The file of a planar robot, whose base is at its plane's origin.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanarText {
    #[serde(default, rename = "version")]
    _version: u32,
    #[serde(rename = "kind")]
    _kind: Kind,
    lengths_m: Option<Planar3>,
    joints: Option<JointTexts>,
}

/// Position and attitude of a frame.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct PoseText {
    #[serde(deserialize_with = "position")]
    position_m: [f64; 3],
    #[serde(deserialize_with = "attitude")]
    quaternion: Attitude,
}

impl From<PoseText> for Pose {
    fn from(PoseText { position_m, quaternion }: PoseText) -> Self {
        Self::from_parts(position_m.into(), quaternion)
    }
}

fn position<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[f64; 3], D::Error> {
    Range::from_to(-100.0, 100.0).numbers(deserializer)
}

fn attitude<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Attitude, D::Error> {
    rotation_from_quaternion(<[f64; 4]>::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// The robots that come with the library.
pub const NAMES: [&str; 4] = ["planar3", "arm6", "serve5", "rail6"];

/// One of [`NAMES`] with its default lengths and limits, at the origin and without a tool.
#[must_use]
pub fn by_name(name: &str) -> Option<Box<dyn Robot>> {
    match name {
        "planar3" => Some(Box::new(PlanarRobot::default())),
        "arm6" => Some(Box::new(Mounted::bare(Arm6::default()))),
        "serve5" => Some(Box::new(Mounted::bare(Serve5::default()))),
        "rail6" => Some(Box::new(Mounted::bare(Rail6::default()))),
        _ => None,
    }
}

/// Reads a robot file; what it leaves out is as [`by_name`] has it. All but the planar robot are [`Mounted`].
///
/// # Errors
/// When the version is unknown, the text is not TOML, the kind is unknown or missing, a field is unknown, or a value is
/// out of range or of the wrong unit for its joint.
pub fn from_toml(text: &str) -> Result<Box<dyn Robot>, RobotFileError> {
    ROBOT.check_toml(text)?;
    let KindOnly { kind } = toml::from_str(text)?;
    Ok(match kind.ok_or(RobotFileError::NoKind)? {
        Kind::Planar3 => {
            let PlanarText { lengths_m, joints, .. } = toml::from_str(text)?;
            let limits = read_limits(text, joints, Planar3::LIMITS)?;
            Box::new(PlanarRobot { arm: lengths_m.unwrap_or_default(), limits })
        }
        Kind::Arm6 => Box::new(mounted(text, |lengths: Arm6Geometry, limits| Arm6::new(lengths, limits))?),
        Kind::Serve5 => Box::new(mounted(text, |lengths: Serve5Geometry, limits| Serve5::new(lengths, limits))?),
        Kind::Rail6 => Box::new(mounted(text, |lengths: Rail6Geometry, limits| Rail6::new(lengths, limits))?),
    })
}

fn mounted<L, A, const N: usize>(
    text: &str,
    build: impl Fn(L, [JointLimits; N]) -> A,
) -> Result<Mounted<A>, RobotFileError>
where
    L: DeserializeOwned + Default,
    A: Arm<N> + Default,
{
    let ArmText::<L> { lengths_m, joints, base, tool, .. } = toml::from_str(text)?;
    let limits = read_limits(text, joints, *A::default().limits())?;
    let arm = build(lengths_m.unwrap_or_default(), limits);
    Ok(Mounted { arm, world_from_base: base.into(), end_from_tool: tool.into() })
}
