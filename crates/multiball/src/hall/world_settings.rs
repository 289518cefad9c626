//! What may be wrong in a hall, as tables of a scenario: sensors, the robots as they were put together, their drives.

use rand::Rng;
use serde::{Deserialize, Serialize};

use super::{checked, checked_world};
use crate::ball::Rubber;
use crate::geometry::{Vec3, standard_normal};
use crate::player::RacketModel;
use crate::robot::{JointKind, JointLimits};
use crate::vision::Miscalibration;

/// How often a rig's calibration errors are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CalibrationErrors {
    /// Once: every ball of a rig is seen with the same errors, as in a laboratory.
    Rig,
    /// For each ball, so that they average out.
    Round,
}

impl CalibrationErrors {
    /// Number of the calibration errors with which a rig of a number sees a ball of a number.
    pub(super) fn number(self, rig: u64, ball: u64) -> u64 {
        match self {
            Self::Rig => rig,
            Self::Round => ball,
        }
    }
}

/// Whether cameras see the arm of the robot that they belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum OwnArm {
    /// It is not in the images.
    Hidden,
    /// It hides what is behind it; the robot masks it, as its joints are measured.
    Visible,
}

/// `[sensing]`: latency, noise and faults of what robots see.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct SensorSettings {
    /// Time from an exposure until its frame reaches the robot.
    #[serde(deserialize_with = "checked_world::delay_s")]
    pub latency_s: f64,
    /// Time that the robot then computes before it can use it. It processes one frame at a time; of those that arrive
    /// meanwhile only the newest.
    #[serde(deserialize_with = "checked_world::delay_s")]
    pub computing_s: f64,
    /// Standard deviation of a normal delay of which only positive values come on top.
    #[serde(deserialize_with = "checked_world::delay_s")]
    pub jitter_s: f64,
    /// By how much time stamps are late, unknown to the robot; negative when they are early.
    #[serde(deserialize_with = "checked_world::time_offset_s")]
    pub time_offset_s: f64,
    /// Share of frames or points that are lost.
    #[serde(deserialize_with = "checked::fraction")]
    pub dropped_share: f64,
    /// Share of points that are somewhere else, and of frames with a glint.
    #[serde(deserialize_with = "checked::fraction")]
    pub outlier_share: f64,
    /// Frames, or points, in a second.
    #[serde(deserialize_with = "checked_world::rate_hz")]
    pub rate_hz: f64,
    /// Cameras of the usual rig; a scenario with `[[camera]]` has its own.
    #[serde(deserialize_with = "checked_world::cameras")]
    pub cameras: u32,
    /// For how long the cameras' shutters are open. Images keep their brightness: the lens is opened for it.
    #[serde(deserialize_with = "checked_world::exposure_s")]
    pub exposure_s: f64,
    /// Standard deviation of a dark pixel's noise.
    #[serde(deserialize_with = "checked_world::noise_grey")]
    pub read_noise_grey: f64,
    /// Standard deviation that photons add to a white pixel.
    #[serde(deserialize_with = "checked_world::noise_grey")]
    pub shot_noise_grey: f64,
    /// Rolling shutter: each row is exposed so much later than the one above. Stamps are those of the first row.
    #[serde(deserialize_with = "checked_world::line_time_s")]
    pub line_time_s: f64,
    /// Whether the robot is told.
    pub line_time_known: bool,
    /// Whether cameras see the robot's own arm.
    pub own_arm: OwnArm,
    /// Standard deviation of a point along each axis, where no cameras are simulated.
    #[serde(deserialize_with = "checked_world::point_sd_m")]
    pub point_sd_m: f64,
    /// Errors of the cameras' calibration, as a multiple of those of a good laboratory.
    #[serde(deserialize_with = "checked_world::factor")]
    pub calibration_factor: f64,
    /// What the robot takes for that multiple. Without it, three, which is cautious; a robot that is told everything
    /// knows the true one.
    #[serde(deserialize_with = "checked_world::factor_if_given", skip_serializing_if = "Option::is_none")]
    pub believed_calibration_factor: Option<f64>,
    /// How often they are drawn.
    pub calibration: CalibrationErrors,
    /// Standard deviation along each axis that the keypoints of the opponent's body have in addition to that of the
    /// cameras which see them.
    #[serde(deserialize_with = "checked_world::keypoint_sd_m")]
    pub keypoint_sd_m: f64,
    /// Time from an image of the opponent's body until its keypoints reach the robot. Strokes are read at the contact,
    /// from what has arrived.
    #[serde(deserialize_with = "checked_world::keypoint_latency_s")]
    pub keypoint_latency_s: f64,
    /// Standard deviation of the time of the opponent's contact, as the robot hears or sees it.
    #[serde(deserialize_with = "checked_world::delay_s")]
    pub contact_time_sd_s: f64,
}

impl Default for SensorSettings {
    /// Good cameras in a good laboratory.
    fn default() -> Self {
        Self {
            latency_s: 0.005,
            computing_s: 0.0,
            jitter_s: 0.0,
            time_offset_s: 0.0,
            dropped_share: 0.05,
            outlier_share: 0.02,
            rate_hz: 200.0,
            cameras: 2,
            exposure_s: 0.002,
            read_noise_grey: 0.8,
            shot_noise_grey: 2.55,
            line_time_s: 0.0,
            line_time_known: false,
            own_arm: OwnArm::Hidden,
            point_sd_m: 0.003,
            calibration_factor: 1.0,
            believed_calibration_factor: None,
            calibration: CalibrationErrors::Rig,
            keypoint_sd_m: 0.0,
            keypoint_latency_s: 0.0,
            contact_time_sd_s: 0.005,
        }
    }
}

impl SensorSettings {
    /// Errors of the cameras' calibration.
    #[must_use]
    pub fn miscalibration(&self) -> Miscalibration {
        Miscalibration::TYPICAL.times(self.calibration_factor)
    }

    /// From an exposure until the robot can use its frame, s, without jitter and without waiting for an earlier one.
    #[must_use]
    pub fn delay_s(&self) -> f64 {
        self.latency_s + self.computing_s
    }
}

/// `[rig]`: how racket and mount differ from drawing and data sheet. Each number is a mean and, with `_sd`, by how much
/// it differs from rig to rig. Robots are not told.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct RigSettings {
    /// Tilt of the blade about the tool's y and z axes.
    #[serde(deserialize_with = "checked_world::two_tilts_deg")]
    pub racket_tilt_deg: [f64; 2],
    /// Standard deviation of each.
    #[serde(deserialize_with = "checked_world::tilt_sd_deg")]
    pub racket_tilt_sd_deg: f64,
    /// Added to the rubber's restitution.
    #[serde(deserialize_with = "checked_world::restitution")]
    pub rubber_restitution: f64,
    /// Its standard deviation.
    #[serde(deserialize_with = "checked::fraction")]
    pub rubber_restitution_sd: f64,
    /// Times the rubber's friction.
    #[serde(deserialize_with = "checked_world::factor")]
    pub rubber_friction: f64,
    /// Its standard deviation.
    #[serde(deserialize_with = "checked::fraction")]
    pub rubber_friction_sd: f64,
    /// Mass of the racket.
    #[serde(deserialize_with = "checked::racket_mass_kg")]
    pub racket_mass_kg: f64,
    /// From where the cameras believe the arm to stand to where it stands.
    #[serde(deserialize_with = "checked_world::offset_vector_m")]
    pub arm_offset_m: [f64; 3],
    /// Standard deviation along each axis.
    #[serde(deserialize_with = "checked_world::offset_sd_m")]
    pub arm_offset_sd_m: f64,
}

impl Default for RigSettings {
    /// As drawn.
    fn default() -> Self {
        Self {
            racket_tilt_deg: [0.0; 2],
            racket_tilt_sd_deg: 0.0,
            rubber_restitution: 0.0,
            rubber_restitution_sd: 0.0,
            rubber_friction: 1.0,
            rubber_friction_sd: 0.0,
            racket_mass_kg: Rubber::MEASURED_ON_KG,
            arm_offset_m: [0.0; 3],
            arm_offset_sd_m: 0.0,
        }
    }
}

impl RigSettings {
    /// Whether the rubber differs from its data sheet, or may.
    pub(super) fn changes_rubber(&self) -> bool {
        let Self { rubber_restitution, rubber_restitution_sd, rubber_friction, rubber_friction_sd, .. } = *self;
        [rubber_restitution, rubber_restitution_sd, rubber_friction_sd] != [0.0; 3] || rubber_friction != 1.0
    }

    /// A racket and mount as they come out when they are put together.
    pub(super) fn draw(&self, rng: &mut impl Rng) -> RacketModel {
        let mut around = |mean: f64, sd: f64| mean + sd * standard_normal(rng);
        let tilt_sd_rad = self.racket_tilt_sd_deg.to_radians();
        RacketModel {
            tilt_rad: self.racket_tilt_deg.map(|tilt_deg| around(tilt_deg.to_radians(), tilt_sd_rad)),
            restitution: around(self.rubber_restitution, self.rubber_restitution_sd),
            friction: around(self.rubber_friction, self.rubber_friction_sd).max(0.0),
            offset_m: Vec3::from(self.arm_offset_m).map(|offset_m| around(offset_m, self.arm_offset_sd_m)),
        }
    }
}

/// `[drives]`: limits of the robots' joints in place of their own, and how stiff their control is. Where a limit is not
/// given, each joint keeps its own.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct DriveSettings {
    /// Greatest speed of rails.
    #[serde(deserialize_with = "checked_world::limit_if_given", skip_serializing_if = "Option::is_none")]
    pub rail_speed_m_s: Option<f64>,
    /// Greatest acceleration of rails.
    #[serde(deserialize_with = "checked_world::limit_if_given", skip_serializing_if = "Option::is_none")]
    pub rail_acceleration_m_s2: Option<f64>,
    /// Greatest jerk of rails.
    #[serde(deserialize_with = "checked_world::limit_if_given", skip_serializing_if = "Option::is_none")]
    pub rail_jerk_m_s3: Option<f64>,
    /// Greatest speed of joints that turn.
    #[serde(deserialize_with = "checked_world::limit_if_given", skip_serializing_if = "Option::is_none")]
    pub joint_speed_deg_s: Option<f64>,
    /// Greatest acceleration of joints that turn.
    #[serde(deserialize_with = "checked_world::limit_if_given", skip_serializing_if = "Option::is_none")]
    pub joint_acceleration_deg_s2: Option<f64>,
    /// Greatest jerk of joints that turn.
    #[serde(deserialize_with = "checked_world::limit_if_given", skip_serializing_if = "Option::is_none")]
    pub joint_jerk_deg_s3: Option<f64>,
    /// ω of the drives' control.
    #[serde(deserialize_with = "checked_world::limit")]
    pub stiffness_rad_s: f64,
}

impl Default for DriveSettings {
    /// Robots keep their own limits; a control as stiff as light direct drives allow, assumed.
    fn default() -> Self {
        Self {
            rail_speed_m_s: None,
            rail_acceleration_m_s2: None,
            rail_jerk_m_s3: None,
            joint_speed_deg_s: None,
            joint_acceleration_deg_s2: None,
            joint_jerk_deg_s3: None,
            stiffness_rad_s: 150.0,
        }
    }
}

impl DriveSettings {
    /// Settings in which every limit is given, so that each has a value to be written.
    pub(super) fn with_every_limit(limit: f64) -> Self {
        Self {
            rail_speed_m_s: Some(limit),
            rail_acceleration_m_s2: Some(limit),
            rail_jerk_m_s3: Some(limit),
            joint_speed_deg_s: Some(limit),
            joint_acceleration_deg_s2: Some(limit),
            joint_jerk_deg_s3: Some(limit),
            ..Self::default()
        }
    }

    /// Whether robots keep the limits that they come with.
    pub(super) fn keeps_limits(&self) -> bool {
        Self { stiffness_rad_s: Self::default().stiffness_rad_s, ..*self } == Self::default()
    }

    /// The limits of a joint under these settings: those that are given, else its own. Its range stays.
    #[must_use]
    pub fn of(&self, joint: &JointLimits) -> JointLimits {
        let [speed, acceleration, jerk] = self.limits(joint.kind);
        JointLimits {
            speed: speed.unwrap_or(joint.speed),
            acceleration: acceleration.unwrap_or(joint.acceleration),
            jerk: jerk.unwrap_or(joint.jerk),
            ..*joint
        }
    }

    /// Speed, acceleration and jerk that are given for joints of a kind.
    fn limits(&self, kind: JointKind) -> [Option<f64>; 3] {
        match kind {
            JointKind::Prismatic => [self.rail_speed_m_s, self.rail_acceleration_m_s2, self.rail_jerk_m_s3],
            JointKind::Revolute => [self.joint_speed_deg_s, self.joint_acceleration_deg_s2, self.joint_jerk_deg_s3]
                .map(|limit| limit.map(f64::to_radians)),
        }
    }
}

/// `[warm_up]`: balls before those that count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct WarmUpSettings {
    /// Balls that each robot plays, and learns from, before its figures count.
    #[serde(deserialize_with = "checked::balls_or_none")]
    pub balls: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bug_one_limit_of_a_scenario_leaves_the_others_of_a_slow_robot() {
        let slow = JointLimits::revolute_deg(-90.0, 90.0, 20.0, 100.0, 1000.0);
        let rails = DriveSettings { rail_speed_m_s: Some(3.0), ..DriveSettings::default() };
        assert_eq!(rails.of(&slow), slow);
        let faster = DriveSettings { joint_speed_deg_s: Some(30.0), ..rails }.of(&slow);
        assert_eq!(faster, JointLimits { speed: 30f64.to_radians(), ..slow });
    }

    /// Symptom: a limit of 900 °/s left a slow robot slow, because that was the value of a field that was left out.
    #[test]
    fn bug_a_limit_that_is_given_acts_whatever_its_value() {
        let slow = JointLimits::revolute_deg(-90.0, 90.0, 20.0, 100.0, 1000.0);
        let own_of_rail6 = DriveSettings { joint_speed_deg_s: Some(900.0), ..DriveSettings::default() };
        assert_eq!(own_of_rail6.of(&slow), JointLimits { speed: 900f64.to_radians(), ..slow });
    }
}
