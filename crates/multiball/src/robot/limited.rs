//! A robot with other limits of its joints.

use super::{Chain, ChainError, JacobianColumn, JointLimits, ReachError, Robot, RobotSolution};
use crate::geometry::{Capsule, Pose};

/// A robot that works like another, within other limits.
#[derive(Debug, Clone)]
pub(super) struct Limited {
    pub(super) robot: Box<dyn Robot>,
    pub(super) limits: Vec<JointLimits>,
}

impl Robot for Limited {
    fn kind(&self) -> &str {
        self.robot.kind()
    }

    fn limits(&self) -> &[JointLimits] {
        &self.limits
    }

    fn forward(&self, joints: &[f64]) -> Result<Pose, ReachError> {
        self.robot.forward(joints)
    }

    fn forward_and_columns(&self, joints: &[f64], columns: &mut [JacobianColumn]) -> Result<Pose, ReachError> {
        self.robot.forward_and_columns(joints, columns)
    }

    fn inverse(&self, pose: &Pose, near: &[f64]) -> Result<Vec<RobotSolution>, ReachError> {
        self.robot.inverse(pose, near)
    }

    fn links(&self, joints: &[f64], links: &mut Vec<Capsule>) -> Result<(), ReachError> {
        self.robot.links(joints, links)
    }

    fn chain(&self) -> Result<Chain, ChainError> {
        self.robot.chain()
    }

    fn base_and_chain(&self) -> Result<(Pose, Chain), ChainError> {
        self.robot.base_and_chain()
    }

    fn joint_names(&self) -> Vec<String> {
        self.robot.joint_names()
    }

    fn has_handle(&self) -> bool {
        self.robot.has_handle()
    }

    fn reach(&self) -> f64 {
        self.robot.reach()
    }

    fn at_home(&self) -> Box<dyn Robot> {
        Box::new(Self { robot: self.robot.at_home(), limits: self.limits.clone() })
    }

    fn clone_box(&self) -> Box<dyn Robot> {
        Box::new(self.clone())
    }
}
