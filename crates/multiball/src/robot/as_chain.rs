//! The robots with closed forms as chains of joints, for programs that know chains alone.

use std::f64::consts::{FRAC_PI_2, PI};

use super::{
    Arm, Arm6, Arm6Geometry, Chain, ChainError, ChainJoint, JointLimits, Mounted, Planar3, Rail6, Rail6Geometry,
    Serve5, Serve5Geometry,
};
use crate::geometry::Vec3;

impl Planar3 {
    /// Names of its joints.
    pub const JOINTS: [&str; 3] = ["shoulder", "elbow", "wrist"];

    /// The robot as a chain in the plane y = 0 of space; its tip has x along the racket's normal.
    ///
    /// # Errors
    /// When lengths or limits make no sense.
    pub fn chain(&self, limits: &[JointLimits; 3]) -> Result<Chain, ChainError> {
        let mut chain = Chain::builder();
        for ((name, limits), length) in Self::JOINTS.iter().zip(limits).zip(self.links) {
            // From x towards z is a rotation about -y.
            chain = chain.joint(name, -Vec3::y(), *limits).shift(length, 0.0, 0.0);
        }
        chain.finish()
    }
}

impl Arm6 {
    /// Names of its joints.
    pub const JOINTS: [&str; 6] = ["yaw", "shoulder", "elbow", "forearm_roll", "wrist_bend", "hand_roll"];

    /// The arm as a chain.
    ///
    /// # Errors
    /// When lengths or limits make no sense.
    pub fn chain(&self) -> Result<Chain, ChainError> {
        let Arm6Geometry { shoulder_height, shoulder_offset, upper_arm, elbow_offset, forearm, hand } =
            *self.geometry();
        let [yaw, shoulder, elbow, forearm_roll, wrist_bend, hand_roll] = *self.limits();
        Chain::builder()
            .yaw(Self::JOINTS[0], yaw)
            .shift(0.0, shoulder_offset, shoulder_height)
            .roll(Self::JOINTS[1], shoulder)
            .shift(0.0, 0.0, upper_arm)
            .roll(Self::JOINTS[2], elbow)
            .shift(0.0, forearm, elbow_offset)
            .pitch(Self::JOINTS[3], forearm_roll)
            .roll(Self::JOINTS[4], wrist_bend)
            .pitch(Self::JOINTS[5], hand_roll)
            .shift(0.0, hand, 0.0)
            .finish()
    }
}

impl Serve5 {
    /// Names of its joints.
    pub const JOINTS: [&str; 5] = ["yaw", "shoulder", "upper_arm_roll", "elbow", "forearm_roll"];

    /// The arm as a chain.
    ///
    /// # Errors
    /// When lengths or limits make no sense.
    pub fn chain(&self) -> Result<Chain, ChainError> {
        let Serve5Geometry { shoulder_height, upper_arm, forearm, .. } = *self.geometry();
        let [yaw, shoulder, upper_arm_roll, elbow, forearm_roll] = *self.limits();
        Chain::builder()
            .shift(0.0, 0.0, shoulder_height)
            .yaw(Self::JOINTS[0], yaw)
            .joint(Self::JOINTS[1], -Vec3::y(), shoulder)
            .yaw(Self::JOINTS[2], upper_arm_roll)
            .shift(0.0, 0.0, upper_arm)
            .joint(Self::JOINTS[3], -Vec3::y(), elbow)
            .yaw(Self::JOINTS[4], forearm_roll)
            .shift(0.0, 0.0, forearm)
            .finish()
    }
}

impl Rail6 {
    /// Names of its joints.
    pub const JOINTS: [&str; 6] = ["rail", "cross_rail", "yaw", "lift", "elbow", "racket_roll"];

    /// The arm as a chain.
    ///
    /// # Errors
    /// When lengths or limits make no sense.
    pub fn chain(&self) -> Result<Chain, ChainError> {
        let Rail6Geometry { height, side_offset, upper_arm, forearm } = *self.geometry();
        let [rail, cross_rail, yaw, lift, elbow, racket_roll] = *self.limits();
        Chain::builder()
            .joint(Self::JOINTS[0], -Vec3::y(), rail)
            .joint(Self::JOINTS[1], Vec3::x(), cross_rail)
            .yaw(Self::JOINTS[2], yaw)
            .shift(-side_offset, 0.0, height)
            .joint(Self::JOINTS[3], -Vec3::x(), lift)
            .shift(0.0, -upper_arm, 0.0)
            .joint(Self::JOINTS[4], -Vec3::x(), elbow)
            .joint(Self::JOINTS[5], -Vec3::z(), racket_roll)
            .shift(0.0, 0.0, -forearm)
            // With all joints at zero n = -y, o = -x, a = -z.
            .turn(PI, 0.0, -FRAC_PI_2)
            .finish()
    }
}

impl<A> Mounted<A> {
    /// The chain of the arm, from its base to the tool.
    pub(super) fn hold(&self, chain: &Chain) -> Result<Chain, ChainError> {
        Chain::new(chain.joints().to_vec(), chain.last_from_tip() * self.end_from_tool)
    }

    /// The chain of the arm, from where its base is given to the tool.
    pub(super) fn mount(&self, chain: &Chain) -> Result<Chain, ChainError> {
        let mut joints: Vec<ChainJoint> = chain.joints().to_vec();
        if let Some(first) = joints.first_mut() {
            first.parent_from_joint = self.world_from_base * first.parent_from_joint;
        }
        Chain::new(joints, chain.last_from_tip() * self.end_from_tool)
    }
}
