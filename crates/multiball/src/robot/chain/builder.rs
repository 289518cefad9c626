//! A builder of chains, from base to tip.

use nalgebra::{Isometry, Translation3};

use super::rpy::rotation_from_rpy;
use super::{Chain, ChainError, ChainJoint};
use crate::geometry::{Pose, Vec3};
use crate::robot::JointLimits;

/// Builds a chain by moving a frame along the robot in its zero position and adding joints.
///
/// ```
/// use multiball::robot::{Chain, JointLimits};
///
/// let limits = JointLimits::revolute_deg(-180.0, 180.0, 360.0, 3600.0, 36_000.0);
/// let arm = Chain::builder()
///     .shift(0.0, 0.0, 0.3)
///     .yaw("waist", limits)
///     .shift(0.1, 0.0, 0.0)
///     .pitch("shoulder", limits)
///     .shift(0.5, 0.0, 0.0)
///     .finish()?;
/// let tip = arm.forward(&[0.0, 0.0])?;
/// assert!((tip.translation.x - 0.6).abs() < 1e-15 && (tip.translation.z - 0.3).abs() < 1e-15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct ChainBuilder {
    joints: Vec<ChainJoint>,
    since_last: Pose,
}

impl ChainBuilder {
    /// Moves the current frame along its own axes, m.
    #[must_use]
    pub fn shift(mut self, x: f64, y: f64, z: f64) -> Self {
        self.since_last *= Translation3::new(x, y, z);
        self
    }

    /// Rotates the current frame: Rz(yaw) Ry(pitch) Rx(roll), rad.
    #[must_use]
    pub fn turn(mut self, roll: f64, pitch: f64, yaw: f64) -> Self {
        let rotation = rotation_from_rpy([roll, pitch, yaw]);
        self.since_last *= Isometry::from_parts(Translation3::identity(), rotation);
        self
    }

    /// Adds a joint at the current frame, revolute or prismatic as its limits say.
    #[must_use]
    pub fn joint(mut self, name: &str, axis: Vec3, limits: JointLimits) -> Self {
        let parent_from_joint = std::mem::take(&mut self.since_last);
        self.joints.push(ChainJoint { name: name.to_owned(), parent_from_joint, axis, limits });
        self
    }

    /// Adds a joint with the axis x.
    #[must_use]
    pub fn roll(self, name: &str, limits: JointLimits) -> Self {
        self.joint(name, Vec3::x(), limits)
    }

    /// Adds a joint with the axis y.
    #[must_use]
    pub fn pitch(self, name: &str, limits: JointLimits) -> Self {
        self.joint(name, Vec3::y(), limits)
    }

    /// Adds a joint with the axis z.
    #[must_use]
    pub fn yaw(self, name: &str, limits: JointLimits) -> Self {
        self.joint(name, Vec3::z(), limits)
    }

    /// The chain; its tip is the current frame.
    ///
    /// # Errors
    /// As [`Chain::new`].
    pub fn finish(self) -> Result<Chain, ChainError> {
        Chain::new(self.joints, self.since_last)
    }
}
