//! The planar arm as a robot in space.

use super::closed::{along, check_columns, owned, vector};
use super::{
    Chain, ChainError, JacobianColumn, JointLimits, Planar3, PlanarPose, ReachError, Robot, RobotSolution, Solutions,
};
use crate::geometry::{Capsule, Pose, Vec3, portable};

/// A planar arm and its joints' limits. In space it moves in the plane y = 0; its end has x along the racket's normal
/// and y across the plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlanarRobot {
    /// Its links.
    pub arm: Planar3,
    /// Its joints' limits.
    pub limits: [JointLimits; 3],
}

impl Default for PlanarRobot {
    fn default() -> Self {
        Self { arm: Planar3::default(), limits: Planar3::LIMITS }
    }
}

impl PlanarRobot {
    /// A pose of its plane in space.
    #[must_use]
    pub fn in_space(pose: &PlanarPose) -> Pose {
        Pose::from_parts(Vec3::new(pose.x, 0.0, pose.z).into(), pose.attitude())
    }

    /// A pose in space as one of its plane.
    ///
    /// # Errors
    /// [`ReachError::OffPlane`] when it lies off the plane or is turned out of it.
    pub fn in_plane(pose: &Pose) -> Result<PlanarPose, ReachError> {
        /// As near as solutions rebuild a pose, m and rad.
        const OFF: f64 = Solutions::<3>::CLOSES;
        let (position, rotation) = (&pose.translation.vector, pose.rotation.matrix());
        let planar = PlanarPose { x: position.x, z: position.z, phi: portable::atan2(rotation.m31, rotation.m11) };
        let (by_m, by_rad) = (position.y.abs(), (planar.attitude().matrix() - rotation).amax());
        // What is no number is refused as well.
        if by_m <= OFF && by_rad <= OFF { Ok(planar) } else { Err(ReachError::OffPlane { by_m, by_rad }) }
    }

    /// [`Robot::inverse`] for a pose of its plane.
    ///
    /// # Errors
    /// When there is none: why, and by how much.
    pub fn inverse_in_plane(&self, pose: &PlanarPose, near: &[f64]) -> Result<Vec<RobotSolution>, ReachError> {
        Ok(owned(&self.arm.solutions(pose, &vector(near)?, &self.limits)?))
    }

    /// [`Robot::nearest`] for a pose of its plane.
    ///
    /// # Errors
    /// When the pose is out of reach or every solution breaks a limit.
    pub fn nearest_in_plane(&self, pose: &PlanarPose, near: &[f64]) -> Result<RobotSolution, ReachError> {
        let near = vector(near)?;
        let found = self.arm.solutions(pose, &near, &self.limits)?;
        Ok((&found.nearest(&near, &self.limits)?).into())
    }
}

impl Robot for PlanarRobot {
    fn kind(&self) -> &str {
        "planar3"
    }

    fn limits(&self) -> &[JointLimits] {
        &self.limits
    }

    fn forward(&self, joints: &[f64]) -> Result<Pose, ReachError> {
        Ok(Self::in_space(&self.arm.forward(&vector(joints)?)))
    }

    fn forward_and_columns(&self, joints: &[f64], columns: &mut [JacobianColumn]) -> Result<Pose, ReachError> {
        check_columns(columns, 3)?;
        let (pose, jacobian) = self.arm.forward_and_jacobian(&vector(joints)?);
        for (to, from) in columns.iter_mut().zip(jacobian.column_iter()) {
            // From x towards z is a rotation about -y.
            *to = JacobianColumn::new(from[0], 0.0, from[1], 0.0, -from[2], 0.0);
        }
        Ok(Self::in_space(&pose))
    }

    fn inverse(&self, pose: &Pose, near: &[f64]) -> Result<Vec<RobotSolution>, ReachError> {
        self.inverse_in_plane(&Self::in_plane(pose)?, near)
    }

    fn nearest(&self, pose: &Pose, near: &[f64]) -> Result<RobotSolution, ReachError> {
        self.nearest_in_plane(&Self::in_plane(pose)?, near)
    }

    /// Its last link holds the blade from behind.
    fn has_handle(&self) -> bool {
        false
    }

    fn links(&self, joints: &[f64], links: &mut Vec<Capsule>) -> Result<(), ReachError> {
        let [elbow, wrist, end] = self.arm.points(&vector(joints)?).map(|(x, z)| Vec3::new(x, 0.0, z));
        links.clear();
        links.extend(along(&[Vec3::zeros(), elbow, wrist, end]));
        Ok(())
    }

    fn chain(&self) -> Result<Chain, ChainError> {
        self.arm.chain(&self.limits)
    }

    fn joint_names(&self) -> Vec<String> {
        Planar3::JOINTS.iter().map(|name| (*name).to_owned()).collect()
    }

    fn clone_box(&self) -> Box<dyn Robot> {
        Box::new(*self)
    }
}
