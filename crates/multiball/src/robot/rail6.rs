//! The rail player's arm: two rails, then yaw, lift, elbow and roll [paper 004, kinematics].
//!
//! ```text
//! n = ( s3 c6 c45 - c3 s6, -c3 c6 c45 - s3 s6,  s45 c6)
//! o = (-s3 s6 c45 - c3 c6,  c3 s6 c45 - s3 c6, -s45 s6)        R = (n o a)
//! a = ( s45 s3, -s45 c3, -c45)
//! p = (d2 - L2 c3 + L3 c4 s3 + L4 s3 s45,  -d1 - L2 s3 - L3 c3 c4 - L4 c3 s45,  L1 - L4 c45 + L3 s4)
//! ```
//! The handle lies along a, the racket's face is normal to n. In print n_x has s6 where c6 belongs, and p_z reads "L1 -
//! L4 - c45 + L3 s4": neither is a proper rotation or length. The paper's arc cosines list 16 candidates, of which 2 to
//! 8 are right; this form gives the right ones, at most four. Theory: docs/theory/arms.md.

use std::f64::consts::{FRAC_PI_2, PI};

use nalgebra::Matrix3;

use super::frames::{Frames, JointAxis, SINGULAR, STRAIGHT, cos_sin, near_zero, turned, unit};
use super::joint::check_finite;
use super::{
    Arm, Branch, Elbow, Jacobian, JointKind, JointLimits, Joints, Mounted, Rail6Geometry, ReachError, Shoulder,
    Solutions,
};
use crate::geometry::{Pose, Vec3, directions, portable};

/// Two rails and four turning joints.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rail6 {
    geometry: Rail6Geometry,
    limits: [JointLimits; 6],
}

impl Default for Rail6 {
    /// Rails as long as the paper's; the other limits are assumed, of a light arm with direct drives.
    fn default() -> Self {
        let rail = |length| JointLimits {
            kind: JointKind::Prismatic,
            low: 0.0,
            high: length,
            speed: 4.0,
            acceleration: 40.0,
            jerk: 2000.0,
        };
        let joint = |low, high| JointLimits::revolute_deg(low, high, 900.0, 9000.0, 450_000.0);
        let turns = [joint(-180.0, 180.0), joint(-100.0, 100.0), joint(-180.0, 180.0), joint(-180.0, 180.0)];
        Self::new(Rail6Geometry::DEFAULT, [rail(1.85), rail(2.20), turns[0], turns[1], turns[2], turns[3]])
    }
}

impl Rail6 {
    /// An arm of given lengths and limits.
    #[must_use]
    pub fn new(geometry: Rail6Geometry, limits: [JointLimits; 6]) -> Self {
        Self { geometry, limits }
    }

    /// The arm on rails along the home half of the table, from 3 cm to 1.88 m behind the net. The base frame's -y
    /// points to the net; the lift axis moves 0.55 m above the table. A racket that faces the net is held by an arm
    /// that lies across the table, so the rails, not the arm, must span the distance.
    #[must_use]
    pub fn at_home(self) -> Mounted<Self> {
        let rails = [self.limits[0].high, self.limits[1].high];
        let world_from_base =
            Pose::new(Vec3::new(0.03 + rails[0], 0.5 * rails[1], 0.0), Vec3::new(0.0, 0.0, -FRAC_PI_2));
        Mounted { world_from_base, ..Mounted::bare(self) }
    }

    /// The same arm with other limits.
    #[must_use]
    pub fn with_limits(self, limits: [JointLimits; 6]) -> Self {
        Self { limits, ..self }
    }

    /// The lengths.
    #[must_use]
    pub fn geometry(&self) -> &Rail6Geometry {
        &self.geometry
    }

    /// Top of the carriage's column, shoulder, elbow and end point in the base frame.
    #[must_use]
    pub fn points(&self, joints: &Joints<6>) -> [Vec3; 4] {
        let frames = self.frames(joints);
        let elbow = frames.end - frames.rotation.column(2) * self.geometry.forearm;
        let (cos, sin) = cos_sin(joints[2]);
        let column = Vec3::new(joints[1], -joints[0], self.geometry.height);
        [column, column - Vec3::new(cos, sin, 0.0) * self.geometry.side_offset, elbow, frames.end]
    }

    /// Axes of the joints, and the end.
    #[inline]
    fn frames(&self, q: &Joints<6>) -> Frames<6> {
        let Rail6Geometry { height, side_offset, upper_arm, forearm } = self.geometry;
        let [(c3, s3), (c4, s4), (c45, s45), (c6, s6)] = [q[2], q[3], q[3] + q[4], q[5]].map(cos_sin);
        let carriage = Vec3::new(q[1], -q[0], 0.0);
        let (level, ahead) = (Vec3::new(c3, s3, 0.0), Vec3::new(s3, -c3, 0.0));
        let shoulder = carriage - level * side_offset + Vec3::z() * height;
        let elbow = shoulder + (ahead * c4 + Vec3::z() * s4) * upper_arm;
        let handle = ahead * s45 - Vec3::z() * c45;
        let across = ahead * c45 + Vec3::z() * s45;
        Frames {
            axes: [
                JointAxis::Slide(-Vec3::y()),
                JointAxis::Slide(Vec3::x()),
                JointAxis::Turn(Vec3::z(), carriage),
                JointAxis::Turn(-level, shoulder),
                JointAxis::Turn(-level, elbow),
                JointAxis::Turn(handle, elbow),
            ],
            end: elbow + handle * forearm,
            rotation: Matrix3::from_columns(&[across * c6 - level * s6, -across * s6 - level * c6, handle]),
        }
    }

    /// cos θ4 ≥ 0 and sin θ4 that lift the wrist to the height of the pose.
    fn lift(&self, pose: &Pose) -> Result<(f64, f64), ReachError> {
        let Rail6Geometry { height, upper_arm, forearm, .. } = self.geometry;
        let wrist_z_m = pose.translation.vector.z - forearm * pose.rotation.matrix().m33;
        let sin = (wrist_z_m - height) / upper_arm;
        if !sin.is_finite() {
            return Err(ReachError::NotFinite);
        }
        let squared = (1.0 - sin) * (1.0 + sin);
        if squared < -STRAIGHT {
            let (low_m, high_m) = (height - upper_arm, height + upper_arm);
            let by_m = (sin.abs() - 1.0) * upper_arm;
            return Err(ReachError::Height { by_m, wrist_z_m, low_m, high_m });
        }
        if squared < STRAIGHT { Ok((0.0, 1f64.copysign(sin))) } else { Ok((squared.sqrt(), sin)) }
    }

    /// Adds both elbows for one yaw; angles as cosine and sine. Returns how far they are from the pose.
    #[inline]
    fn add(
        &self,
        pose: &Pose,
        (shoulder, (c3, s3)): (Shoulder, (f64, f64)),
        (c4, s4): (f64, f64),
        near: &Joints<6>,
        solutions: &mut Solutions<6>,
    ) -> f64 {
        let m = pose.rotation.matrix();
        // The handle along and across the arm's plane; the roll from the level direction, which is never short.
        let (c45, s45) = (-m.m33, s3 * m.m13 - c3 * m.m23);
        let (c6, s6) = (-(c3 * m.m12 + s3 * m.m22), -(c3 * m.m11 + s3 * m.m21));
        let unit = (c6 * c6 + s6 * s6 - 1.0).abs() + (c45 * c45 + s45 * s45 - 1.0).abs();
        let upright = (m.m31 - s45 * c6).abs() + (m.m32 + s45 * s6).abs() + (c3 * m.m13 + s3 * m.m23).abs();
        let level = (s3 * m.m11 - c3 * m.m21 - c45 * c6).abs() + (s3 * m.m12 - c3 * m.m22 + c45 * s6).abs();
        let [theta3, theta45, theta4, theta6] = directions(&[c3, c45, c4, c6], &[s3, s45, s4, s6]);
        for (elbow, theta4, c4) in [(Elbow::Up, theta4, c4), (Elbow::Down, supplement(theta4), -c4)] {
            let [d1, d2] = self.rails(&pose.translation.vector, (c3, s3), c4, s45);
            let branch = Branch { shoulder: Some(shoulder), elbow: Some(elbow), wrist: None };
            let joints = [d1, d2, theta3, theta4, near_zero(theta45 - theta4), theta6];
            solutions.push(turned::<0, 6, 6>(joints, near, &self.limits), branch, &self.limits);
            if c4 == 0.0 {
                break;
            }
        }
        unit + upright + level
    }

    /// Where the carriage must be for the end point.
    #[inline]
    fn rails(&self, end: &Vec3, (c3, s3): (f64, f64), c4: f64, s45: f64) -> [f64; 2] {
        let Rail6Geometry { side_offset, upper_arm, forearm, .. } = self.geometry;
        let out = upper_arm * c4 + forearm * s45;
        [-end.y - side_offset * s3 - out * c3, end.x + side_offset * c3 - out * s3]
    }
}

/// The angle with the same sine and the other cosine, from -π to π.
#[inline]
fn supplement(angle: f64) -> f64 {
    PI.copysign(angle) - angle
}

impl Arm<6> for Rail6 {
    fn limits(&self) -> &[JointLimits; 6] {
        &self.limits
    }

    fn forward(&self, joints: &Joints<6>) -> Pose {
        self.frames(joints).pose()
    }

    #[inline]
    fn forward_and_jacobian(&self, joints: &Joints<6>) -> (Pose, Jacobian<6>) {
        let frames = self.frames(joints);
        (frames.pose(), frames.jacobian())
    }

    fn inverse(&self, pose: &Pose, near: &Joints<6>) -> Result<Solutions<6>, ReachError> {
        check_finite(near.as_slice())?;
        let lift = self.lift(pose)?;
        let handle = pose.rotation.matrix().column(2);
        let sine = portable::hypot(handle.x, handle.y);
        if !(sine + pose.translation.vector.sum()).is_finite() {
            return Err(ReachError::NotFinite);
        }
        // Handle upright: the yaw is free, keeps its value, and there is no second facing.
        let free = sine < SINGULAR;
        let (c3, s3) = if free { cos_sin(near[2]) } else { unit(-handle.y, handle.x, sine) };
        let mut solutions = Solutions::none();
        let mut residual = self.add(pose, (Shoulder::Front, (c3, s3)), lift, near, &mut solutions);
        if !free {
            residual += self.add(pose, (Shoulder::Back, (-c3, -s3)), lift, near, &mut solutions);
        }
        solutions.check(residual)?;
        Ok(solutions)
    }
}
