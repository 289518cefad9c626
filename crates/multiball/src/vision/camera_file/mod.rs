//! Cameras as TOML text: one file for all cameras of a rig.
//!
//! ```toml
//! version = 1      # of the format; may be left out
//!
//! [[camera]]
//! name = "left"
//! width_px = 1280
//! height_px = 1024
//! focal_px = [1400.0, 1396.0]
//! centre_px = [639.5, 511.5]
//! distortion = { k1 = -0.21, k2 = 0.09, p1 = 0.0011, p2 = -0.0007, k3 = 0.0 }
//! pose = { position_m = [0.0, -3.0, 1.5], quaternion = [1.0, 0.0, 0.0, 0.0] }   # optional
//! reprojection_error_px = 0.2                                                   # optional
//! ```

use std::fmt::Write;

use serde::Deserialize;
use serde::de::{Deserializer, Error};

use super::{Brown, Camera, Lens, Vec2};
use crate::ball::Range;
use crate::format::{CAMERAS, TomlError, UnknownVersion};
use crate::geometry::{Pose, Vec3, quaternion_from_rotation, rotation_from_quaternion};

/// A camera as a file has it.
#[derive(Debug, Clone, PartialEq)]
pub struct CameraRecord {
    /// What it is called; no two of a file are called the same.
    pub name: String,
    /// Its lens.
    pub lens: Lens,
    /// Where it stands, when that is known.
    pub pose: Option<CameraPlace>,
    /// Reprojection error of its calibration, px, when it had one.
    pub reprojection_error_px: Option<f64>,
}

/// Where a camera stands, as written: the same numbers go out that came in.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CameraPlace {
    /// Its place in the world, m.
    #[serde(deserialize_with = "position")]
    position_m: [f64; 3],
    /// w, x, y, z of world_from_camera.
    #[serde(deserialize_with = "quaternion")]
    quaternion: [f64; 4],
}

/// Why a camera file was refused; the message shows line, value and what is allowed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CameraFileError {
    /// A version that is not known.
    #[error(transparent)]
    Version(#[from] UnknownVersion),
    /// The text is not TOML, lacks a field or has an unknown one, or a value makes no sense.
    #[error(transparent)]
    Text(#[from] TomlError),
    /// No cameras.
    #[error("the file has no [[camera]]; it must have at least one")]
    Empty,
    /// Two cameras of one name.
    #[error("cameras {first} and {second} are both called `{name}`; each must have a name of its own")]
    SameName {
        /// The earlier one, counted from 1.
        first: usize,
        /// The later one.
        second: usize,
        /// Their name.
        name: String,
    },
}

impl From<&Camera> for CameraPlace {
    fn from(camera: &Camera) -> Self {
        let world_from_camera = camera.camera_from_world.inverse();
        Self { position_m: camera.place().into(), quaternion: quaternion_from_rotation(&world_from_camera.rotation) }
    }
}

impl CameraRecord {
    /// The camera, when it is known where it stands.
    #[must_use]
    pub fn camera(&self) -> Option<Camera> {
        let CameraPlace { position_m, quaternion } = self.pose?;
        // Any quaternion that a `CameraPlace` holds has been checked.
        let attitude = rotation_from_quaternion(quaternion).ok()?;
        let world_from_camera = Pose::from_parts(Vec3::from(position_m).into(), attitude);
        Some(Camera { lens: self.lens, camera_from_world: world_from_camera.inverse() })
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileText {
    #[serde(default, rename = "version")]
    _version: u32,
    #[serde(default)]
    camera: Vec<CameraText>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CameraText {
    #[serde(deserialize_with = "name")]
    name: String,
    #[serde(deserialize_with = "size")]
    width_px: usize,
    #[serde(deserialize_with = "size")]
    height_px: usize,
    #[serde(deserialize_with = "focal")]
    focal_px: [f64; 2],
    #[serde(deserialize_with = "centre")]
    centre_px: [f64; 2],
    distortion: DistortionText,
    pose: Option<CameraPlace>,
    #[serde(default, deserialize_with = "error_px")]
    reprojection_error_px: Option<f64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DistortionText {
    #[serde(deserialize_with = "coefficient")]
    k1: f64,
    #[serde(deserialize_with = "coefficient")]
    k2: f64,
    #[serde(deserialize_with = "coefficient")]
    p1: f64,
    #[serde(deserialize_with = "coefficient")]
    p2: f64,
    #[serde(deserialize_with = "coefficient")]
    k3: f64,
}

fn name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let name = String::deserialize(deserializer)?;
    if name.is_empty() { Err(D::Error::custom("a camera's name must not be empty")) } else { Ok(name) }
}

/// Sensors of up to so many rows or columns.
const MOST_PIXELS: usize = 100_000;

fn size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    let size = i64::deserialize(deserializer)?;
    let allowed = usize::try_from(size).ok().filter(|size| (1..=MOST_PIXELS).contains(size));
    allowed.ok_or_else(|| D::Error::custom(format!("{size} is not allowed; it must be from 1 to {MOST_PIXELS}")))
}

fn focal<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[f64; 2], D::Error> {
    Range::above_to(0.0, 1e7).numbers(deserializer)
}

fn centre<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[f64; 2], D::Error> {
    Range::from_to(-1e6, 1e6).numbers(deserializer)
}

fn coefficient<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(-1e9, 1e9).number(deserializer)
}

fn position<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[f64; 3], D::Error> {
    Range::from_to(-1e4, 1e4).numbers(deserializer)
}

fn quaternion<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[f64; 4], D::Error> {
    let quaternion = <[f64; 4]>::deserialize(deserializer)?;
    rotation_from_quaternion(quaternion).map_err(D::Error::custom)?;
    Ok(quaternion)
}

fn error_px<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    Range::from_to(0.0, 1e6).number(deserializer).map(Some)
}

impl From<CameraText> for CameraRecord {
    fn from(text: CameraText) -> Self {
        let DistortionText { k1, k2, p1, p2, k3 } = text.distortion;
        let lens = Lens {
            width: text.width_px,
            height: text.height_px,
            focal_px: Vec2::from(text.focal_px),
            centre_px: Vec2::from(text.centre_px),
            distortion: Brown { k1, k2, p1, p2, k3 },
        };
        Self { name: text.name, lens, pose: text.pose, reprojection_error_px: text.reprojection_error_px }
    }
}

/// Reads a camera file.
///
/// # Errors
/// When the version is unknown, the text is not TOML, a field is unknown or missing, a value is out of range, two
/// cameras have one name, or there is none.
pub fn cameras_from_toml(text: &str) -> Result<Vec<CameraRecord>, CameraFileError> {
    CAMERAS.check_toml(text)?;
    let file: FileText = toml::from_str(text).map_err(TomlError::from)?;
    let cameras: Vec<CameraRecord> = file.camera.into_iter().map(CameraRecord::from).collect();
    if cameras.is_empty() {
        return Err(CameraFileError::Empty);
    }
    for (second, camera) in cameras.iter().enumerate() {
        if let Some(first) = cameras[..second].iter().position(|other| other.name == camera.name) {
            let name = camera.name.clone();
            return Err(CameraFileError::SameName { first: first + 1, second: second + 1, name });
        }
    }
    Ok(cameras)
}

/// The text of a camera file, which [`cameras_from_toml`] reads back to the last bit.
///
/// # Errors
/// When it would be refused there.
pub fn cameras_to_toml(cameras: &[CameraRecord]) -> Result<String, CameraFileError> {
    let mut text = format!("version = {}\n", CAMERAS.version);
    for camera in cameras {
        // Writing to a string cannot fail.
        let _ = write_camera(&mut text, camera);
    }
    cameras_from_toml(&text)?;
    Ok(text)
}

fn write_camera(text: &mut String, camera: &CameraRecord) -> std::fmt::Result {
    let Lens { width, height, focal_px, centre_px, distortion: Brown { k1, k2, p1, p2, k3 } } = camera.lens;
    writeln!(text, "\n[[camera]]\nname = {}", quoted(&camera.name))?;
    writeln!(text, "width_px = {width}\nheight_px = {height}")?;
    writeln!(text, "focal_px = {:?}\ncentre_px = {:?}", focal_px.as_slice(), centre_px.as_slice())?;
    writeln!(text, "distortion = {{ k1 = {k1:?}, k2 = {k2:?}, p1 = {p1:?}, p2 = {p2:?}, k3 = {k3:?} }}")?;
    if let Some(CameraPlace { position_m, quaternion }) = camera.pose {
        writeln!(text, "pose = {{ position_m = {position_m:?}, quaternion = {quaternion:?} }}")?;
    }
    camera.reprojection_error_px.map_or(Ok(()), |error_px| writeln!(text, "reprojection_error_px = {error_px:?}"))
}

/// A TOML string: quotation marks, backslashes and what does not print are escaped.
fn quoted(name: &str) -> String {
    let mut text = String::from('"');
    for letter in name.chars() {
        if letter == '"' || letter == '\\' || letter.is_control() {
            let _ = write!(text, "\\U{:08X}", u32::from(letter));
        } else {
            text.push(letter);
        }
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests;
