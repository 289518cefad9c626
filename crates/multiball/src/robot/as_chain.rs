//! The robots with closed forms as chains of joints, for programs that know chains alone.

use std::f64::consts::{FRAC_PI_2, PI};

use super::{
    Arm, Arm6, Arm6Geometry, Chain, ChainError, ChainJoint, JointLimits, Mounted, Planar3, Rail6, Rail6Geometry, Robot,
    Serve5, Serve5Geometry,
};
use crate::geometry::Vec3;

const PLANAR3: [&str; 3] = ["shoulder", "elbow", "wrist"];
const ARM6: [&str; 6] = ["yaw", "shoulder", "elbow", "forearm_roll", "wrist_bend", "hand_roll"];
const SERVE5: [&str; 5] = ["yaw", "shoulder", "upper_arm_roll", "elbow", "forearm_roll"];
const RAIL6: [&str; 6] = ["rail", "cross_rail", "yaw", "lift", "elbow", "racket_roll"];

impl Planar3 {
    /// The robot as a chain in the plane y = 0 of space; its tip has x along the racket's normal.
    ///
    /// # Errors
    /// When lengths or limits make no sense.
    pub fn chain(&self, limits: &[JointLimits; 3]) -> Result<Chain, ChainError> {
        let mut chain = Chain::builder();
        for ((name, limits), length) in PLANAR3.iter().zip(limits).zip(self.links) {
            // From x towards z is a turn about -y.
            chain = chain.joint(name, -Vec3::y(), *limits).shift(length, 0.0, 0.0);
        }
        chain.finish()
    }
}

impl Arm6 {
    /// The arm as a chain.
    ///
    /// # Errors
    /// When lengths or limits make no sense.
    pub fn chain(&self) -> Result<Chain, ChainError> {
        let Arm6Geometry { shoulder_height, shoulder_offset, upper_arm, elbow_offset, forearm, hand } =
            *self.geometry();
        let [yaw, shoulder, elbow, forearm_roll, wrist_bend, hand_roll] = *self.limits();
        Chain::builder()
            .yaw(ARM6[0], yaw)
            .shift(0.0, shoulder_offset, shoulder_height)
            .roll(ARM6[1], shoulder)
            .shift(0.0, 0.0, upper_arm)
            .roll(ARM6[2], elbow)
            .shift(0.0, forearm, elbow_offset)
            .pitch(ARM6[3], forearm_roll)
            .roll(ARM6[4], wrist_bend)
            .pitch(ARM6[5], hand_roll)
            .shift(0.0, hand, 0.0)
            .finish()
    }
}

impl Serve5 {
    /// The arm as a chain.
    ///
    /// # Errors
    /// When lengths or limits make no sense.
    pub fn chain(&self) -> Result<Chain, ChainError> {
        let Serve5Geometry { shoulder_height, upper_arm, forearm, .. } = *self.geometry();
        let [yaw, shoulder, upper_arm_roll, elbow, forearm_roll] = *self.limits();
        Chain::builder()
            .shift(0.0, 0.0, shoulder_height)
            .yaw(SERVE5[0], yaw)
            .joint(SERVE5[1], -Vec3::y(), shoulder)
            .yaw(SERVE5[2], upper_arm_roll)
            .shift(0.0, 0.0, upper_arm)
            .joint(SERVE5[3], -Vec3::y(), elbow)
            .yaw(SERVE5[4], forearm_roll)
            .shift(0.0, 0.0, forearm)
            .finish()
    }
}

impl Rail6 {
    /// The arm as a chain.
    ///
    /// # Errors
    /// When lengths or limits make no sense.
    pub fn chain(&self) -> Result<Chain, ChainError> {
        let Rail6Geometry { height, side_offset, upper_arm, forearm } = *self.geometry();
        let [rail, cross_rail, yaw, lift, elbow, racket_roll] = *self.limits();
        Chain::builder()
            .joint(RAIL6[0], -Vec3::y(), rail)
            .joint(RAIL6[1], Vec3::x(), cross_rail)
            .yaw(RAIL6[2], yaw)
            .shift(-side_offset, 0.0, height)
            .joint(RAIL6[3], -Vec3::x(), lift)
            .shift(0.0, -upper_arm, 0.0)
            .joint(RAIL6[4], -Vec3::x(), elbow)
            .joint(RAIL6[5], -Vec3::z(), racket_roll)
            .shift(0.0, 0.0, -forearm)
            // With all joints at zero n = -y, o = -x, a = -z.
            .turn(PI, 0.0, -FRAC_PI_2)
            .finish()
    }
}

impl<A> Mounted<A> {
    /// The chain of the arm, from where its base is given to the tool.
    fn mount(&self, chain: &Chain) -> Result<Chain, ChainError> {
        let mut joints: Vec<ChainJoint> = chain.joints().to_vec();
        if let Some(first) = joints.first_mut() {
            first.parent_from_joint = self.world_from_base * first.parent_from_joint;
        }
        Chain::new(joints, chain.last_from_tip() * self.end_from_tool)
    }
}

impl Robot {
    /// The robot as a chain of joints, with base and tool.
    ///
    /// # Errors
    /// When lengths or limits make no sense; those of a robot file do.
    pub fn chain(&self) -> Result<Chain, ChainError> {
        match self {
            Self::Planar3 { arm, limits } => arm.chain(limits),
            Self::Arm6(mounted) => mounted.mount(&mounted.arm.chain()?),
            Self::Serve5(mounted) => mounted.mount(&mounted.arm.chain()?),
            Self::Rail6(mounted) => mounted.mount(&mounted.arm.chain()?),
            Self::Chain { chain, .. } => Ok(chain.clone()),
        }
    }

    /// What its joints are called, in order.
    #[must_use]
    pub fn joint_names(&self) -> Vec<&str> {
        match self {
            Self::Planar3 { .. } => PLANAR3.to_vec(),
            Self::Arm6(_) => ARM6.to_vec(),
            Self::Serve5(_) => SERVE5.to_vec(),
            Self::Rail6(_) => RAIL6.to_vec(),
            Self::Chain { chain, .. } => chain.joints().iter().map(|joint| joint.name.as_str()).collect(),
        }
    }
}
