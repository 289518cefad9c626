//! The cameras of a robot, as tables of a scenario.

use serde::{Deserialize, Serialize};

use super::camera_rig::{CameraRig, Knowledge};
use super::filming::FilmedFlight;
use super::{SensorSettings, checked_world};
use crate::ball::Body;
use crate::court::Court;
use crate::geometry::Vec3;
use crate::track::EstimatorSettings;
use crate::vision::scene::{Sensor, four_camera_rig};
use crate::vision::{Camera, Lens, Miscalibration};

/// `[[camera]]`: a camera at a place, with a lens without distortion. Its image is upright.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CameraSettings {
    /// Where it stands.
    #[serde(deserialize_with = "checked_world::camera_place_m")]
    pub place_m: [f64; 3],
    /// The point that it sees in the middle of its image.
    #[serde(default = "CameraSettings::looks_at", deserialize_with = "checked_world::camera_place_m")]
    pub looks_at_m: [f64; 3],
    /// Columns and rows of its sensor.
    #[serde(default = "CameraSettings::resolution", deserialize_with = "checked_world::resolution_px")]
    pub resolution_px: [u32; 2],
    /// Focal length.
    #[serde(default = "CameraSettings::focal", deserialize_with = "checked_world::focal_px")]
    pub focal_px: f64,
    /// By how much its time stamps are late compared with those of the others, unknown to the robot.
    #[serde(default, deserialize_with = "checked_world::camera_offset_s")]
    pub time_offset_s: f64,
}

impl CameraSettings {
    /// A place to look at nearer than this is no direction, m.
    const NEAREST_M: f64 = 0.1;

    /// A camera at a place, with the usual lens, that looks where the usual ones do.
    pub(super) fn at(place_m: [f64; 3]) -> Self {
        Self {
            place_m,
            looks_at_m: Self::looks_at(),
            resolution_px: Self::resolution(),
            focal_px: Self::focal(),
            time_offset_s: 0.0,
        }
    }

    /// The point at which the usual cameras look.
    fn looks_at() -> [f64; 3] {
        [0.0, 0.0, 0.45]
    }

    /// Resolution of the usual cameras.
    fn resolution() -> [u32; 2] {
        [1280, 1024]
    }

    /// Focal length of the usual cameras.
    fn focal() -> f64 {
        1400.0
    }

    /// Whether it looks anywhere.
    pub(super) fn looks_away(&self) -> bool {
        (Vec3::from(self.looks_at_m) - Vec3::from(self.place_m)).norm() >= Self::NEAREST_M
    }

    fn camera(&self) -> Camera {
        let [width, height] = self.resolution_px.map(|size| size as usize);
        let lens = Lens::pinhole(width, height, self.focal_px);
        Camera::looking_at(lens, self.place_m.into(), self.looks_at_m.into())
    }
}

/// The cameras that a scenario describes; none stand for the usual rig.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct CameraSet([Option<CameraSettings>; FilmedFlight::CAMERAS]);

impl CameraSet {
    /// Cameras of a rig: two are needed to see in space.
    pub const LEAST: usize = 2;
    /// The most of a rig.
    pub const MOST: usize = FilmedFlight::CAMERAS;

    /// These cameras; further ones than [`Self::MOST`] are left out.
    #[must_use]
    pub fn new(cameras: &[CameraSettings]) -> Self {
        Self(std::array::from_fn(|number| cameras.get(number).copied()))
    }

    /// The cameras: those described, else the first of the usual rig.
    #[must_use]
    pub fn cameras(&self, sensors: &SensorSettings) -> Vec<Camera> {
        let described: Vec<Camera> = self.0.iter().flatten().map(CameraSettings::camera).collect();
        match described.is_empty() {
            true => four_camera_rig().into_iter().take(sensors.cameras as usize).collect(),
            false => described,
        }
    }

    /// The cameras with their sensors and their backgrounds, as a robot that plays rallies uses them.
    /// It takes the errors of their calibration for what is believed.
    pub(super) fn rig(
        &self,
        sensors: &SensorSettings,
        believed: Miscalibration,
        seed: u64,
        ball_and_table: (Body, Court),
    ) -> CameraRig {
        let sensor = |number: usize| Sensor {
            exposure_s: sensors.exposure_s,
            read_noise: sensors.read_noise_grey,
            shot_noise: sensors.shot_noise_grey,
            line_time_s: sensors.line_time_s,
            // A stamp that is late is that of an earlier exposure.
            late_s: self.0.get(number).copied().flatten().map_or(0.0, |camera| -camera.time_offset_s),
            seed,
            ..Sensor::default()
        };
        let filmed: Vec<(Camera, Sensor)> =
            self.cameras(sensors).into_iter().enumerate().map(|(number, camera)| (camera, sensor(number))).collect();
        let told_s = if sensors.line_time_known { sensors.line_time_s } else { 0.0 };
        CameraRig::in_hall(&filmed, Knowledge::Calibrated(believed), seed, ball_and_table)
            .miscalibrated(sensors.miscalibration())
            .estimating(EstimatorSettings::RALLY)
            .told_line_time(told_s)
    }
}

/// A field of cameras that does not go with the others, and what it needs.
pub(super) fn misplaced(sensors: &SensorSettings, cameras: &[CameraSettings]) -> Option<(&'static str, &'static str)> {
    let SensorSettings { rate_hz, exposure_s, line_time_s, line_time_known, .. } = *sensors;
    let earliest_s = cameras.iter().map(|camera| -camera.time_offset_s).fold(0.0, f64::max);
    let rows = cameras.iter().map(|camera| camera.resolution_px[1]).max().unwrap_or(CameraSettings::resolution()[1]);
    let checks = [
        (
            cameras.is_empty() || (CameraSet::LEAST..=CameraSet::MOST).contains(&cameras.len()),
            "[[camera]]",
            "two to four of them",
        ),
        (cameras.iter().all(CameraSettings::looks_away), "looks_at_m", "a point at least 0.1 m away from place_m"),
        (
            cameras.is_empty() || sensors.cameras == SensorSettings::default().cameras,
            "cameras in [sensing]",
            "a scenario without [[camera]]",
        ),
        (exposure_s * rate_hz <= 1.0 + 1e-9, "exposure_s", "to be at most the time from frame to frame, 1 / rate_hz"),
        (
            line_time_s * f64::from(rows) <= sensors.delay_s() + 1e-9,
            "line_time_s",
            "a latency_s in which all rows are exposed: line_time_s times the rows",
        ),
        (
            earliest_s + line_time_s * f64::from(rows) <= sensors.delay_s() + 1e-9,
            "time_offset_s of a [[camera]] below 0",
            "a latency_s in which a frame with an early stamp is exposed",
        ),
        (!line_time_known || line_time_s > 0.0, "line_time_known", "a line_time_s above 0"),
    ];
    checks.into_iter().find(|(holds, ..)| !holds).map(|(_, field, needs)| (field, needs))
}
