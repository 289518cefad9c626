//! The serving arm: yaw, shoulder, upper-arm roll, elbow, forearm roll [paper 003, table 1].
//!
//! Standard Denavit-Hartenberg, Rz(θ) Tz(d) Tx(a) Rx(α) with a = 0, α = 90, -90, 90, -90, 0 degrees and d = d1, 0, d3,
//! 0, d5:
//! ```text
//! R = Rz(θ1) Ry(-θ2) Rz(θ3) Ry(-θ4) Rz(θ5)      elbow = (0, 0, d1) + d3 Rz(θ1) Ry(-θ2) e_z      p = elbow + d5 R e_z
//! ```
//! Five joints: the elbow lies on a sphere of radius d3 about the shoulder, so a pose is reachable only if it puts the
//! elbow there. Theory: docs/theory/arms.md.

use nalgebra::Matrix3;

use super::frames::{Frames, JointAxis, SINGULAR, cos_sin, opposite, turned, unit};
use super::joint::check_finite;
use super::{Arm, Branch, Jacobian, JointLimits, Joints, ReachError, Serve5Geometry, Shoulder, Solutions, Wrist};
use crate::geometry::{Pose, Vec3, directions, portable};

/// A five-joint arm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Serve5 {
    geometry: Serve5Geometry,
    limits: [JointLimits; 5],
}

impl Default for Serve5 {
    /// Ranges of the paper; speed, acceleration and jerk of a light arm with small servo motors, assumed.
    fn default() -> Self {
        let joint = |low, high| JointLimits::revolute_deg(low, high, 540.0, 9000.0, 360_000.0);
        let limits =
            [joint(-180.0, 180.0), joint(-180.0, 90.0), joint(-180.0, 180.0), joint(0.0, 90.0), joint(-180.0, 180.0)];
        Self::new(Serve5Geometry::PAPER, limits)
    }
}

impl Serve5 {
    /// An arm of given lengths and limits.
    #[must_use]
    pub fn new(geometry: Serve5Geometry, limits: [JointLimits; 5]) -> Self {
        Self { geometry, limits }
    }

    /// The lengths.
    #[must_use]
    pub fn geometry(&self) -> &Serve5Geometry {
        &self.geometry
    }

    /// The same arm with other limits.
    #[must_use]
    pub fn with_limits(self, limits: [JointLimits; 5]) -> Self {
        Self { limits, ..self }
    }

    /// Shoulder, elbow and end point in the base frame.
    #[must_use]
    pub fn points(&self, joints: &Joints<5>) -> [Vec3; 3] {
        let frames = self.frames(joints);
        let shoulder = Vec3::z() * self.geometry.shoulder_height;
        [shoulder, frames.end - frames.rotation.column(2) * self.geometry.forearm, frames.end]
    }

    /// Axes of the joints, and the end.
    #[inline]
    fn frames(&self, q: &Joints<5>) -> Frames<5> {
        let Serve5Geometry { shoulder_height, upper_arm, forearm, .. } = self.geometry;
        let [(c1, s1), (c2, s2), (c3, s3), (c4, s4), (c5, s5)] = [q[0], q[1], q[2], q[3], q[4]].map(cos_sin);
        let shoulder = Vec3::z() * shoulder_height;
        // x and y of the yawed frame; x and z of the upper arm.
        let (x1, y1) = (Vec3::new(c1, s1, 0.0), Vec3::new(-s1, c1, 0.0));
        let (x2, z2) = (x1 * c2 + Vec3::z() * s2, Vec3::z() * c2 - x1 * s2);
        let elbow = shoulder + z2 * upper_arm;
        let (x3, y3) = (x2 * c3 + y1 * s3, y1 * c3 - x2 * s3);
        let (x4, z4) = (x3 * c4 + z2 * s4, z2 * c4 - x3 * s4);
        Frames {
            axes: [
                JointAxis::Turn(Vec3::z(), shoulder),
                JointAxis::Turn(-y1, shoulder),
                JointAxis::Turn(z2, shoulder),
                JointAxis::Turn(-y3, elbow),
                JointAxis::Turn(z4, elbow),
            ],
            end: elbow + z4 * forearm,
            rotation: Matrix3::from_columns(&[x4 * c5 + y3 * s5, y3 * c5 - x4 * s5, z4]),
        }
    }

    /// The elbow from the shoulder, if it lies on its sphere.
    fn elbow(&self, pose: &Pose) -> Result<Vec3, ReachError> {
        let Serve5Geometry { shoulder_height, upper_arm, forearm, tolerance } = self.geometry;
        let handle = pose.rotation.matrix().column(2);
        let elbow = pose.translation.vector - handle * forearm - Vec3::z() * shoulder_height;
        let elbow_m = elbow.norm();
        let by_m = (elbow_m - upper_arm).abs();
        if !elbow_m.is_finite() {
            return Err(ReachError::NotFinite);
        }
        if by_m > tolerance {
            return Err(ReachError::OffSphere { by_m, elbow_m, upper_m: upper_arm, tolerance_m: tolerance });
        }
        Ok(elbow)
    }

    /// Adds the two attitudes of the wrist for a yaw and a lift, each as cosine and sine; returns how far they are from
    /// the requested attitude.
    #[inline]
    fn add(
        &self,
        attitude: &Matrix3<f64>,
        (shoulder, yaw, lift): (Shoulder, (f64, f64), (f64, f64)),
        near: &Joints<5>,
        solutions: &mut Solutions<5>,
    ) -> f64 {
        let ((c1, s1), (c2, s2)) = (yaw, lift);
        let from_base = Matrix3::new(c1 * c2, s1 * c2, s2, -s1, c1, 0.0, -s2 * c1, -s2 * s1, c2);
        let rolls = rolls(&(from_base * attitude), near[2]);
        let pairs = [yaw, lift, rolls.theta3, rolls.theta4, rolls.theta5];
        let plain = directions(&pairs.map(|pair| pair.0), &pairs.map(|pair| pair.1));
        let branch = |wrist| Branch { shoulder: Some(shoulder), elbow: None, wrist: Some(wrist) };
        let mut push = |joints, wrist| {
            solutions.push(turned::<0, 5, 5>(joints, near, &self.limits), branch(wrist), &self.limits);
        };
        push(plain, Wrist::NoFlip);
        if !rolls.free {
            let [theta1, theta2, theta3, theta4, theta5] = plain;
            push([theta1, theta2, opposite(theta3), -theta4, opposite(theta5)], Wrist::Flip);
        }
        rolls.residual
    }
}

/// Roll of the upper arm, bend of the elbow, roll of the forearm; each angle as cosine and sine.
struct Rolls {
    theta3: (f64, f64),
    theta4: (f64, f64),
    theta5: (f64, f64),
    /// Whether θ3 is free.
    free: bool,
    residual: f64,
}

/// θ3, θ4 in 0..π, θ5 with Rz(θ3) Ry(-θ4) Rz(θ5) = W; conditioned at the singularity as elsewhere.
#[inline]
fn rolls(w: &Matrix3<f64>, near_theta3: f64) -> Rolls {
    let sine = portable::hypot(w.m13, w.m23);
    let free = sine < SINGULAR;
    let (c3, s3) = if free { cos_sin(near_theta3) } else { unit(-w.m13, -w.m23, sine) };
    let (c5, s5) = (c3 * w.m22 - s3 * w.m12, c3 * w.m21 - s3 * w.m11);
    let (c4, s4) = (w.m33, -(c3 * w.m13 + s3 * w.m23));
    // What is left of W when the three rotations are taken out again.
    let first = (c3 * w.m11 + s3 * w.m21 - c4 * c5).abs() + (c3 * w.m12 + s3 * w.m22 + c4 * s5).abs();
    let second = (c5 * c5 + s5 * s5 - 1.0).abs() + (c3 * w.m23 - s3 * w.m13).abs();
    let third = (w.m31 - s4 * c5).abs() + (w.m32 + s4 * s5).abs() + (c4 * c4 + s4 * s4 - 1.0).abs();
    Rolls { theta3: (c3, s3), theta4: (c4, s4), theta5: (c5, s5), free, residual: first + second + third }
}

impl Arm<5> for Serve5 {
    fn limits(&self) -> &[JointLimits; 5] {
        &self.limits
    }

    fn forward(&self, joints: &Joints<5>) -> Pose {
        self.frames(joints).pose()
    }

    fn forward_and_jacobian(&self, joints: &Joints<5>) -> (Pose, Jacobian<5>) {
        let frames = self.frames(joints);
        (frames.pose(), frames.jacobian())
    }

    /// A pose that misses the elbow's sphere by no more than the tolerance is answered with the joints that have
    /// exactly its attitude and the nearest position.
    fn inverse(&self, pose: &Pose, near: &Joints<5>) -> Result<Solutions<5>, ReachError> {
        check_finite(near.as_slice())?;
        let elbow = self.elbow(pose)?;
        let (radius, length) = (portable::hypot(elbow.x, elbow.y), elbow.norm());
        // Upper arm upright: the yaw is free, keeps its value, and there is no second facing.
        let free = radius < SINGULAR;
        let (c1, s1) = if free { cos_sin(near[0]) } else { unit(elbow.x, elbow.y, radius) };
        // Ry(-θ2) takes z to (-sin θ2, 0, cos θ2).
        let (c2, s2) = unit(elbow.z, -(c1 * elbow.x + s1 * elbow.y), length);
        let mut solutions = Solutions::none();
        let attitude = pose.rotation.matrix();
        let mut residual = self.add(attitude, (Shoulder::Front, (c1, s1), (c2, s2)), near, &mut solutions);
        if !free {
            residual += self.add(attitude, (Shoulder::Back, (-c1, -s1), (c2, -s2)), near, &mut solutions);
        }
        solutions.check(residual)?;
        Ok(solutions)
    }
}
