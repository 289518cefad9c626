//! The interface of arms with a closed-form inverse.

use nalgebra::{SMatrix, Vector6};

use super::{JointLimits, Joints, ReachError, Solution, Solutions};
use crate::geometry::{Pose, Vec3};

/// Velocity of the end point (m/s, first three rows) and angular velocity of the end frame (rad/s, last three) for each
/// joint's rate, both in the base frame.
pub type Jacobian<const N: usize> = SMatrix<f64, 6, N>;

/// One column of a Jacobian: velocity (m/s) and angular velocity (rad/s) of the end for one joint's rate.
pub type JacobianColumn = Vector6<f64>;

/// An arm of N joints with its inverse in closed form.
///
/// # Singular poses
/// Where a pose leaves a joint free (within 1e-11 of a singularity), that joint keeps the value it has in `near` and
/// the others follow; of branches that then coincide only the first is given. An elbow that is stretched or folded but
/// for what rounding of the pose can hide (some 1e-7 rad) counts as straight, and both elbows as one. Elsewhere all
/// solutions are given, however near the singularity.
pub trait Arm<const N: usize> {
    /// The joints' limits.
    fn limits(&self) -> &[JointLimits; N];

    /// Pose of the end frame in the base frame.
    fn forward(&self, joints: &Joints<N>) -> Pose;

    /// Pose and Jacobian together, at little more cost than one of them.
    fn forward_and_jacobian(&self, joints: &Joints<N>) -> (Pose, Jacobian<N>);

    /// All joint vectors that reach a pose, within limits or not, each joint at the turn nearest to `near`.
    ///
    /// # Errors
    /// When there is none: why, and by how much.
    fn inverse(&self, pose: &Pose, near: &Joints<N>) -> Result<Solutions<N>, ReachError>;

    /// The joint vector within the limits that is nearest to `near`.
    ///
    /// # Errors
    /// When the pose is out of reach or every solution breaks a limit.
    fn nearest(&self, pose: &Pose, near: &Joints<N>) -> Result<Solution<N>, ReachError> {
        self.inverse(pose, near)?.nearest(near, self.limits())
    }
}

/// An arm with a base pose and a tool: poses are those of the tool in the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mounted<A> {
    /// The arm itself.
    pub arm: A,
    /// Pose of its base in the world.
    pub world_from_base: Pose,
    /// Pose of the tool in the end frame.
    pub end_from_tool: Pose,
}

impl<A> Mounted<A> {
    /// The arm at the origin, without a tool.
    #[must_use]
    pub fn bare(arm: A) -> Self {
        Self { arm, world_from_base: Pose::identity(), end_from_tool: Pose::identity() }
    }

    /// Pose of the arm's end in the base frame for a pose of the tool.
    #[inline]
    pub(super) fn base_from_end(&self, world_from_tool: &Pose) -> Pose {
        self.world_from_base.inverse() * world_from_tool * self.end_from_tool.inverse()
    }

    /// Vector from the end to the tool, m, in the base frame.
    #[inline]
    pub(super) fn lever(&self, base_from_end: &Pose) -> Vec3 {
        base_from_end.rotation * self.end_from_tool.translation.vector
    }

    /// A column of the end's Jacobian in the base frame as one of the tool's in the world.
    #[inline]
    pub(super) fn moved_to_tool(&self, column: &JacobianColumn, lever: &Vec3) -> JacobianColumn {
        let turn = &self.world_from_base.rotation;
        let angular: Vec3 = column.fixed_rows::<3>(3).into_owned();
        let linear: Vec3 = column.fixed_rows::<3>(0) + angular.cross(lever);
        let (linear, angular) = (turn * linear, turn * angular);
        JacobianColumn::new(linear.x, linear.y, linear.z, angular.x, angular.y, angular.z)
    }
}

impl<const N: usize, A: Arm<N>> Arm<N> for Mounted<A> {
    fn limits(&self) -> &[JointLimits; N] {
        self.arm.limits()
    }

    fn forward(&self, joints: &Joints<N>) -> Pose {
        self.world_from_base * self.arm.forward(joints) * self.end_from_tool
    }

    fn forward_and_jacobian(&self, joints: &Joints<N>) -> (Pose, Jacobian<N>) {
        let (base_from_end, mut jacobian) = self.arm.forward_and_jacobian(joints);
        let lever = self.lever(&base_from_end);
        for mut column in jacobian.column_iter_mut() {
            let moved = self.moved_to_tool(&column.clone_owned(), &lever);
            column.copy_from(&moved);
        }
        (self.world_from_base * base_from_end * self.end_from_tool, jacobian)
    }

    fn inverse(&self, pose: &Pose, near: &Joints<N>) -> Result<Solutions<N>, ReachError> {
        self.arm.inverse(&self.base_from_end(pose), near)
    }
}
