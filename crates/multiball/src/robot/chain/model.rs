//! The chain itself: where its tip is and how it moves.

use nalgebra::{Isometry, Matrix6xX, Rotation3, Translation3, Vector6};

use super::{ChainBuilder, ChainError};
use crate::geometry::{Basis, Pose, Vec3, portable};
use crate::robot::joint::check_values;
use crate::robot::{JointKind, JointLimits, ReachError};

/// One joint of a [`Chain`].
#[derive(Debug, Clone, PartialEq)]
pub struct ChainJoint {
    /// Its name.
    pub name: String,
    /// Frame of the joint at value 0 in the frame of the joint before it, or in the base frame.
    pub parent_from_joint: Pose,
    /// The axis that it turns about or slides along, in its own frame.
    pub axis: Vec3,
    /// How it moves and how far.
    pub limits: JointLimits,
}

/// A serial chain of any number of joints.
///
/// ```text
/// base_from_tip(q) = Π_i [ parent_from_joint_i · M_i(q_i) ] · last_from_tip
/// ```
/// M turns about the joint's axis by q (rad) or slides along it by q (m).
#[derive(Debug, Clone, PartialEq)]
pub struct Chain {
    joints: Vec<ChainJoint>,
    last_from_tip: Pose,
    /// The same frames, each turned so that its joint's axis is z: a joint's motion then mixes two columns only.
    aligned: Vec<Pose>,
    aligned_tip: Pose,
}

impl Chain {
    /// A chain from the base up; `last_from_tip` is where the tip is in the last joint's frame. Axes need not be unit
    /// vectors.
    ///
    /// # Errors
    /// Without joints, and where a name, frame, axis, range or rate makes no sense.
    pub fn new(mut joints: Vec<ChainJoint>, last_from_tip: Pose) -> Result<Self, ChainError> {
        if joints.is_empty() {
            return Err(ChainError::NoJoints);
        }
        for index in 0..joints.len() {
            let (before, rest) = joints.split_at_mut(index);
            check_name(&rest[0].name, before)?;
            check_frame(&rest[0].parent_from_joint, || format!("joint {:?}", rest[0].name))?;
            check_limits(&rest[0])?;
            rest[0].axis = unit_axis(&rest[0])?;
        }
        check_frame(&last_from_tip, || "the tip".to_owned())?;
        let turns: Vec<Rotation3<f64>> = joints.iter().map(|joint| z_to(&joint.axis)).collect();
        let turned_back = |index: usize| match index {
            0 => Rotation3::identity(),
            _ => turns[index - 1].inverse(),
        };
        let aligned = joints.iter().enumerate().map(|(i, joint)| turned_back(i) * joint.parent_from_joint * turns[i]);
        let (aligned, aligned_tip) = (aligned.collect(), turned_back(joints.len()) * last_from_tip);
        Ok(Self { joints, last_from_tip, aligned, aligned_tip })
    }

    /// Starts a chain at its base.
    #[must_use]
    pub fn builder() -> ChainBuilder {
        ChainBuilder::default()
    }

    /// The joints from the base up; their axes are unit vectors.
    #[must_use]
    pub fn joints(&self) -> &[ChainJoint] {
        &self.joints
    }

    /// A bound of the distance between the tip and any axis about which it turns, m: the sum of all lengths and sliding
    /// ranges after the first revolute joint.
    #[must_use]
    pub fn reach(&self) -> f64 {
        let turns = |joint: &&ChainJoint| joint.limits.kind == JointKind::Revolute;
        let first = self.joints.iter().position(|joint| turns(&joint)).unwrap_or(self.joints.len());
        let length = |joint: &ChainJoint| {
            let slides = if turns(&joint) { 0.0 } else { joint.limits.low.abs().max(joint.limits.high.abs()) };
            joint.parent_from_joint.translation.vector.norm() + slides
        };
        let between = self.joints.iter().skip(first + 1).map(length).sum::<f64>();
        between + self.last_from_tip.translation.vector.norm()
    }

    /// The tip in the last joint's frame.
    #[must_use]
    pub fn last_from_tip(&self) -> &Pose {
        &self.last_from_tip
    }

    /// Pose of the tip in the base frame.
    ///
    /// # Errors
    /// Unless there is one finite value for each joint.
    pub fn forward(&self, joints: &[f64]) -> Result<Pose, ReachError> {
        check_values(joints, self.joints.len())?;
        Ok(self.sweep(joints, |_, _, _| ()))
    }

    /// Pose and Jacobian together: velocity of the tip (m/s, first three rows) and its angular velocity (rad/s, last
    /// three) for each joint's rate, both in the base frame.
    ///
    /// # Errors
    /// Unless there is one finite value for each joint.
    pub fn forward_and_jacobian(&self, joints: &[f64]) -> Result<(Pose, Matrix6xX<f64>), ReachError> {
        check_values(joints, self.joints.len())?;
        let mut columns = vec![Vector6::zeros(); joints.len()];
        let pose = self.forward_and_columns(joints, &mut columns);
        Ok((pose, Matrix6xX::from_columns(&columns)))
    }

    /// The same without a check and without allocation: one column for each joint.
    pub(in crate::robot) fn forward_and_columns(&self, joints: &[f64], columns: &mut [Vector6<f64>]) -> Pose {
        // The tip is known last: until then a column holds its joint's axis and origin.
        let pose = self.sweep(joints, |index, axis, origin| {
            columns[index].fixed_rows_mut::<3>(0).copy_from(axis);
            columns[index].fixed_rows_mut::<3>(3).copy_from(origin);
        });
        for (column, joint) in columns.iter_mut().zip(&self.joints) {
            let axis: Vec3 = column.fixed_rows::<3>(0).into_owned();
            let origin: Vec3 = column.fixed_rows::<3>(3).into_owned();
            let (linear, angular) = match joint.limits.kind {
                JointKind::Revolute => (axis.cross(&(pose.translation.vector - origin)), axis),
                JointKind::Prismatic => (axis, Vec3::zeros()),
            };
            column.fixed_rows_mut::<3>(0).copy_from(&linear);
            column.fixed_rows_mut::<3>(3).copy_from(&angular);
        }
        pose
    }

    /// Goes from the base to the tip and calls `show` with the axis and origin of each joint; returns the tip's pose.
    #[inline]
    pub(in crate::robot) fn sweep(&self, joints: &[f64], mut show: impl FnMut(usize, &Vec3, &Vec3)) -> Pose {
        let (mut rotation, mut origin) = (nalgebra::Matrix3::identity(), Vec3::zeros());
        for (index, (frame, value)) in self.aligned.iter().zip(joints).enumerate() {
            origin += rotation * frame.translation.vector;
            rotation *= frame.rotation.matrix();
            let axis: Vec3 = rotation.column(2).into_owned();
            show(index, &axis, &origin);
            match self.joints[index].limits.kind {
                JointKind::Revolute => {
                    let (sin, cos) = portable::sin_cos(*value);
                    let (x, y): (Vec3, Vec3) = (rotation.column(0).into_owned(), rotation.column(1).into_owned());
                    rotation.set_column(0, &(x * cos + y * sin));
                    rotation.set_column(1, &(y * cos - x * sin));
                }
                JointKind::Prismatic => origin += axis * *value,
            }
        }
        origin += rotation * self.aligned_tip.translation.vector;
        rotation *= self.aligned_tip.rotation.matrix();
        Isometry::from_parts(Translation3::from(origin), Rotation3::from_matrix_unchecked(rotation))
    }
}

/// The rotation that takes z to a unit axis; exact where the axis is one of the frame's own.
pub(super) fn z_to(axis: &Vec3) -> Rotation3<f64> {
    let Basis { x, y, z } = Basis::from_normal(*axis);
    Rotation3::from_basis_unchecked(&[x, y, z])
}

fn check_name(name: &str, before: &[ChainJoint]) -> Result<(), ChainError> {
    if name.is_empty() || name.chars().any(char::is_control) {
        return Err(ChainError::BadName { number: before.len() + 1, name: name.to_owned() });
    }
    match before.iter().any(|other| other.name == name) {
        true => Err(ChainError::SameName { name: name.to_owned() }),
        false => Ok(()),
    }
}

fn check_frame(pose: &Pose, place: impl Fn() -> String) -> Result<(), ChainError> {
    let mut numbers = pose.translation.vector.iter().chain(pose.rotation.matrix().iter());
    match numbers.find(|number| !number.is_finite()) {
        Some(value) => Err(ChainError::Frame { place: place(), value: *value }),
        None => Ok(()),
    }
}

fn unit_axis(joint: &ChainJoint) -> Result<Vec3, ChainError> {
    let length = joint.axis.norm();
    match (1e-6..=1e6).contains(&length) {
        true => Ok(joint.axis / length),
        false => Err(ChainError::Axis { joint: joint.name.clone(), axis: joint.axis.into() }),
    }
}

fn check_limits(joint: &ChainJoint) -> Result<(), ChainError> {
    let JointLimits { low, high, speed, acceleration, jerk, .. } = joint.limits;
    let some_value = low <= high && low < f64::INFINITY && high > f64::NEG_INFINITY;
    if !some_value {
        return Err(ChainError::Range { joint: joint.name.clone(), low, high });
    }
    let rates = [("speed", speed), ("acceleration", acceleration), ("jerk", jerk)];
    match rates.into_iter().find(|(_, value)| value.is_nan() || *value <= 0.0) {
        Some((rate, value)) => Err(ChainError::Rate { joint: joint.name.clone(), rate, value }),
        None => Ok(()),
    }
}
