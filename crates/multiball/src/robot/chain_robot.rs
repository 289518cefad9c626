//! Any chain of joints as a robot, solved numerically.

use super::closed::{LINK_RADIUS, check_columns};
use super::joint::check_values;
use super::{Chain, ChainError, JacobianColumn, JointLimits, ReachError, Robot, RobotSolution, Search};
use crate::geometry::{Capsule, Pose};

/// A chain of joints, as read from URDF, and how its inverse is searched.
#[derive(Debug, Clone, PartialEq)]
pub struct ChainRobot {
    chain: Chain,
    limits: Vec<JointLimits>,
    /// How its inverse is searched.
    pub search: Search,
    /// Half of its links' thickness, m: they run straight from joint to joint and to the tip.
    pub link_radius: f64,
}

impl ChainRobot {
    /// The robot of a chain, with links 4 cm thick.
    #[must_use]
    pub fn new(chain: Chain, search: Search) -> Self {
        let limits = chain.joints().iter().map(|joint| joint.limits).collect();
        Self { chain, limits, search, link_radius: LINK_RADIUS }
    }
}

impl Robot for ChainRobot {
    fn kind(&self) -> &str {
        "chain"
    }

    fn limits(&self) -> &[JointLimits] {
        &self.limits
    }

    fn forward(&self, joints: &[f64]) -> Result<Pose, ReachError> {
        self.chain.forward(joints)
    }

    fn forward_and_columns(&self, joints: &[f64], columns: &mut [JacobianColumn]) -> Result<Pose, ReachError> {
        check_values(joints, self.limits.len())?;
        check_columns(columns, self.limits.len())?;
        Ok(self.chain.forward_and_columns(joints, columns))
    }

    fn inverse(&self, pose: &Pose, near: &[f64]) -> Result<Vec<RobotSolution>, ReachError> {
        let numerical = |joints| RobotSolution { joints, branch: None, in_limits: true };
        Ok(self.chain.solve_all(pose, near, &self.search)?.into_iter().map(numerical).collect())
    }

    fn links(&self, joints: &[f64], links: &mut Vec<Capsule>) -> Result<(), ReachError> {
        check_values(joints, self.limits.len())?;
        links.clear();
        let mut from = None;
        let tip = self.chain.sweep(joints, |_, _, origin| {
            let to = *origin;
            links.extend(from.replace(to).map(|from| Capsule { from, to, radius: self.link_radius }));
        });
        let to = tip.translation.vector;
        links.extend(from.map(|from| Capsule { from, to, radius: self.link_radius }));
        Ok(())
    }

    fn chain(&self) -> Result<Chain, ChainError> {
        Ok(self.chain.clone())
    }

    fn joint_names(&self) -> Vec<String> {
        self.chain.joints().iter().map(|joint| joint.name.clone()).collect()
    }

    fn clone_box(&self) -> Box<dyn Robot> {
        Box::new(self.clone())
    }
}
