//! Deserialisers of the numbers that describe sensors, racket, mount and drives, with their bounds.

use serde::de::{Deserialize, Deserializer, Error};

use super::CameraSet;
use super::checked::{whole, whole_within};
use crate::ball::Range;

/// A delay up to a second.
pub(super) fn delay_s<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(0.0, 1.0).number(deserializer)
}

/// An error of time stamps, up to a tenth of a second either way.
pub(super) fn time_offset_s<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(-0.1, 0.1).number(deserializer)
}

/// Noise of a measured point: from a tenth of a millimetre to 10 cm.
pub(super) fn point_sd_m<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(1e-4, 0.1).number(deserializer)
}

/// A factor up to 20.
pub(super) fn factor<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(0.0, 20.0).number(deserializer)
}

/// A factor that may be left out.
pub(super) fn factor_if_given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    factor(deserializer).map(Some)
}

/// Frames or points in a second: what the tracker and the clock of a millisecond support.
pub(super) fn rate_hz<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(50.0, 500.0).number(deserializer)
}

/// A number of cameras of the usual rig.
pub(super) fn cameras<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    whole(deserializer, CameraSet::LEAST as u32, CameraSet::MOST as u32)
}

/// A time of exposure: from 10 µs to the longest frame.
pub(super) fn exposure_s<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(1e-5, 0.02).number(deserializer)
}

/// Noise of a pixel, at most a tenth of the whole scale.
pub(super) fn noise_grey<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(0.0, 25.0).number(deserializer)
}

/// Time from row to row of a sensor.
pub(super) fn line_time_s<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(0.0, 5e-5).number(deserializer)
}

/// Noise of a keypoint on a body: up to a hand's width.
pub(super) fn keypoint_sd_m<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(0.0, 0.1).number(deserializer)
}

/// Latency of keypoints: with more nothing would be left of a stroke to read.
pub(super) fn keypoint_latency_s<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(0.0, 0.3).number(deserializer)
}

/// A place of a camera, or one that it looks at.
pub(super) fn camera_place_m<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[f64; 3], D::Error> {
    Range::from_to(-20.0, 20.0).numbers(deserializer)
}

/// An error of one camera's time stamps.
pub(super) fn camera_offset_s<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(-0.01, 0.01).number(deserializer)
}

/// A focal length, from a wide lens before a small sensor to a long one.
pub(super) fn focal_px<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(100.0, 10_000.0).number(deserializer)
}

/// Columns and rows of a sensor.
pub(super) fn resolution_px<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[u32; 2], D::Error> {
    let sizes = <[i64; 2]>::deserialize(deserializer)?;
    let [Ok(width), Ok(height)] = sizes.map(|size| whole_within(size, 64, 4096)) else {
        return Err(D::Error::custom(format!(
            "{sizes:?} is not allowed; it must be two whole numbers from 64 to 4096"
        )));
    };
    Ok([width, height])
}

/// Two tilts of a racket.
pub(super) fn two_tilts_deg<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[f64; 2], D::Error> {
    Range::from_to(-20.0, 20.0).numbers(deserializer)
}

/// How much tilts differ.
pub(super) fn tilt_sd_deg<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(0.0, 10.0).number(deserializer)
}

/// A change of restitution.
pub(super) fn restitution<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(-0.5, 0.5).number(deserializer)
}

/// Where an arm stands off its drawing.
pub(super) fn offset_vector_m<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[f64; 3], D::Error> {
    Range::from_to(-0.1, 0.1).numbers(deserializer)
}

/// How much that differs.
pub(super) fn offset_sd_m<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(0.0, 0.05).number(deserializer)
}

/// A limit of a drive.
pub(super) fn limit<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::above_to(0.0, 1e7).number(deserializer)
}

/// A limit of a drive that may be left out.
pub(super) fn limit_if_given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    limit(deserializer).map(Some)
}
