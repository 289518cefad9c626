//! The usual industrial arm: yaw, shoulder, elbow, spherical wrist [paper 001].
//!
//! ```text
//! D = Rz(φ1) [(0, MA, h) + Rx(φ2) (0, 0, AB) + Rx(φ2 + φ3) (0, CD, BC)]
//! R = Rz(φ1) Rx(φ2 + φ3) Ry(φ4) Rx(φ5) Ry(φ6)                             E = D + DE R e_y
//! ```
//! x right, y forward, z up; with all angles zero the upper arm stands upright and the forearm points along y. The
//! inverse needs no iteration: sines and cosines come from lengths and dot products, each angle from one arc tangent of
//! both, so every quadrant is right; the paper's arc cosines have no sign. The paper's φ5 = acos(cos(el + β) cos(az +
//! α)) adds angles of rotations that do not commute; `docs/theory/arms.md` has the exact form and the figures.

use std::f64::consts::FRAC_PI_2;

use nalgebra::Matrix3;

use super::frames::{Bend, Frames, JointAxis, SINGULAR, cos_sin, near_zero, opposite, turned, unit};
use super::joint::check_finite;
use super::{Arm, Arm6Geometry, Branch, Elbow, Jacobian, JointLimits, Joints, ReachError, Shoulder, Solutions, Wrist};
use crate::geometry::{Pose, Vec3, directions, portable};

/// A six-joint arm with a spherical wrist.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Arm6 {
    geometry: Arm6Geometry,
    limits: [JointLimits; 6],
    /// l2: from the elbow axis straight to the wrist.
    reach: f64,
    /// Cosine and sine of the angle CDB between forearm and that line.
    bend: (f64, f64),
    /// φ3 with the arm stretched.
    straight: f64,
}

impl Default for Arm6 {
    /// Speeds and ranges of an IRB 2400, the elbow's as of a serial arm; accelerations and jerks are assumed.
    fn default() -> Self {
        let joint = |low, high, speed| JointLimits::revolute_deg(low, high, speed, 4.0 * speed, 40.0 * speed);
        let limits = [
            joint(-180.0, 180.0, 150.0),
            joint(-110.0, 100.0, 150.0),
            joint(-150.0, 85.0, 150.0),
            joint(-200.0, 200.0, 360.0),
            joint(-120.0, 120.0, 360.0),
            joint(-400.0, 400.0, 450.0),
        ];
        Self::new(Arm6Geometry::IRB_2400, limits)
    }
}

/// One of the two yaw angles that face the wrist point.
struct Facing {
    shoulder: Shoulder,
    /// Cosine and sine of φ1.
    yaw: (f64, f64),
    /// The wrist from the shoulder, ahead and up.
    y: f64,
    z: f64,
    /// The requested attitude in the yawed frame: Rz(φ1)ᵀ R.
    turned: Matrix3<f64>,
}

impl Facing {
    /// Squared distance from shoulder to wrist.
    #[inline]
    fn squared(&self) -> f64 {
        self.y * self.y + self.z * self.z
    }
}

/// Upper arm and forearm in their own plane; each angle as cosine and sine.
struct Links {
    /// t: the upper arm's elevation.
    upper: (f64, f64),
    /// β: the elevation of the forearm's axis.
    forearm: (f64, f64),
}

/// The wrist in the forearm's frame; each angle as cosine and sine.
struct WristAngles {
    phi4: (f64, f64),
    phi5: (f64, f64),
    phi6: (f64, f64),
    /// Whether φ4 is free.
    free: bool,
    /// How far their rotation is from the requested one.
    residual: f64,
}

impl Arm6 {
    /// An arm of given lengths and limits.
    #[must_use]
    pub fn new(geometry: Arm6Geometry, limits: [JointLimits; 6]) -> Self {
        let (bc, cd) = (geometry.elbow_offset, geometry.forearm);
        let reach = portable::hypot(bc, cd);
        Self { geometry, limits, reach, bend: (cd / reach, bc / reach), straight: FRAC_PI_2 - portable::atan2(bc, cd) }
    }

    /// The same arm with other limits.
    #[must_use]
    pub fn with_limits(self, limits: [JointLimits; 6]) -> Self {
        Self { limits, ..self }
    }

    /// The lengths.
    #[must_use]
    pub fn geometry(&self) -> &Arm6Geometry {
        &self.geometry
    }

    /// Base, top of the column, shoulder, elbow, wrist and end point in the base frame.
    #[must_use]
    pub fn points(&self, joints: &Joints<6>) -> [Vec3; 6] {
        let Frames { axes, end, .. } = self.frames(joints);
        let [column, shoulder, elbow, wrist, ..] = axes.map(JointAxis::through);
        [column, Vec3::z() * self.geometry.shoulder_height, shoulder, elbow, wrist, end]
    }

    /// Axes of the joints, and the end.
    #[inline]
    fn frames(&self, q: &Joints<6>) -> Frames<6> {
        let Arm6Geometry { shoulder_height, shoulder_offset, upper_arm, elbow_offset, forearm, hand } = self.geometry;
        let [(c1, s1), (c2, s2), (cb, sb)] = [q[0], q[1], q[1] + q[2]].map(cos_sin);
        let [(c4, s4), (c5, s5), (c6, s6)] = [q[3], q[4], q[5]].map(cos_sin);
        let (side, ahead) = (Vec3::new(c1, s1, 0.0), Vec3::new(-s1, c1, 0.0));
        let (along, above) = (ahead * cb + Vec3::z() * sb, Vec3::z() * cb - ahead * sb);
        let shoulder = ahead * shoulder_offset + Vec3::z() * shoulder_height;
        let elbow = shoulder + (Vec3::z() * c2 - ahead * s2) * upper_arm;
        let wrist = elbow + along * forearm + above * elbow_offset;
        // Ry(φ4), then Rx(φ5), then Ry(φ6).
        let (x4, z4) = (side * c4 - above * s4, side * s4 + above * c4);
        let (y5, z5) = (along * c5 + z4 * s5, z4 * c5 - along * s5);
        Frames {
            axes: [
                JointAxis::Turn(Vec3::z(), Vec3::zeros()),
                JointAxis::Turn(side, shoulder),
                JointAxis::Turn(side, elbow),
                JointAxis::Turn(along, wrist),
                JointAxis::Turn(x4, wrist),
                JointAxis::Turn(y5, wrist),
            ],
            end: wrist + y5 * hand,
            rotation: Matrix3::from_columns(&[x4 * c6 - z5 * s6, y5, x4 * s6 + z5 * c6]),
        }
    }

    /// The two facings of the wrist, front first. On the yaw axis the yaw is free: it keeps its value, and there is no
    /// second facing.
    #[inline]
    fn facings(&self, pose: &Pose, near: &Joints<6>) -> Result<([Facing; 2], bool), ReachError> {
        let attitude = pose.rotation.matrix();
        let wrist = pose.translation.vector - attitude.column(1) * self.geometry.hand;
        let radius = portable::hypot(wrist.x, wrist.y);
        let z = wrist.z - self.geometry.shoulder_height;
        if !(radius + z).is_finite() {
            return Err(ReachError::NotFinite);
        }
        let free = radius < SINGULAR;
        let (c, s) = if free { cos_sin(near[0]) } else { unit(wrist.y, -wrist.x, radius) };
        let ahead = c * wrist.y - s * wrist.x;
        let (x, y) = (attitude.row(0) * c + attitude.row(1) * s, attitude.row(1) * c - attitude.row(0) * s);
        let facing = |shoulder, sign: f64| Facing {
            shoulder,
            yaw: (sign * c, sign * s),
            y: sign * ahead - self.geometry.shoulder_offset,
            z,
            turned: Matrix3::from_rows(&[x * sign, y * sign, attitude.row(2).into()]),
        };
        Ok(([facing(Shoulder::Front, 1.0), facing(Shoulder::Back, -1.0)], free))
    }

    /// The links with an elbow bent to one side.
    #[inline]
    fn links(&self, facing: &Facing, bend: &Bend, side: f64, near: &Joints<6>) -> Links {
        let (along, across, sin_g) = (bend.along, side * bend.across, side * bend.sin);
        let squared = facing.squared();
        // With the wrist in the shoulder's axis the upper arm may point anywhere: it keeps its direction.
        let upper = if squared > SINGULAR * SINGULAR {
            let (y, z) = unit(facing.y, facing.z, squared);
            (along * y + across * z, along * z - across * y)
        } else {
            cos_sin(near[1] + FRAC_PI_2)
        };
        let line = (upper.0 * bend.cos - upper.1 * sin_g, upper.1 * bend.cos + upper.0 * sin_g);
        let (cos_a, sin_a) = self.bend;
        Links { upper, forearm: (line.0 * cos_a + line.1 * sin_a, line.1 * cos_a - line.0 * sin_a) }
    }

    /// How far these links put the wrist from where it should be.
    #[inline]
    fn links_residual(&self, links: &Links, facing: &Facing) -> f64 {
        let ((ct, st), (cb, sb)) = (links.upper, links.forearm);
        let Arm6Geometry { upper_arm, elbow_offset, forearm, .. } = self.geometry;
        let y = upper_arm * ct + forearm * cb - elbow_offset * sb;
        let z = upper_arm * st + forearm * sb + elbow_offset * cb;
        (y - facing.y).abs() + (z - facing.z).abs()
    }

    /// Adds all solutions of one facing; returns how far they are from the pose.
    #[inline]
    fn add(&self, facing: &Facing, near: &Joints<6>, solutions: &mut Solutions<6>) -> Result<f64, ReachError> {
        let bend = Bend::reaching(self.geometry.upper_arm, self.reach, facing.squared())?;
        // Bent so, the elbow lies above the line to a wrist that the arm faces.
        let up = if facing.shoulder == Shoulder::Front { -1.0 } else { 1.0 };
        let elbows = [up, -up].map(|sign| {
            let links = self.links(facing, &bend, sign, near);
            let turns = wrist(&in_forearm(facing, &links), near[3]);
            (links, turns)
        });
        let [(above, turns_above), (below, turns_below)] = &elbows;
        let pairs = [
            facing.yaw,
            (bend.cos, bend.sin),
            // φ2 = t - π/2
            (above.upper.1, -above.upper.0),
            (below.upper.1, -below.upper.0),
            turns_above.phi4,
            turns_above.phi5,
            turns_above.phi6,
            turns_below.phi4,
            turns_below.phi5,
            turns_below.phi6,
        ];
        let angles = directions(&pairs.map(|pair| pair.0), &pairs.map(|pair| pair.1));
        let [phi1] = turned::<0, 1, 6>([angles[0]], near, &self.limits);
        let mut residual = 0.0;
        for (i, (links, turns)) in elbows.iter().enumerate().take(if bend.single { 1 } else { 2 }) {
            residual += turns.residual + self.links_residual(links, facing);
            let (elbow, g) = if i == 0 { (Elbow::Up, up * angles[1]) } else { (Elbow::Down, -up * angles[1]) };
            let phi3 = near_zero(g + self.straight);
            let [phi2, phi3] = turned::<1, 2, 6>([angles[2 + i], phi3], near, &self.limits);
            let wrist = [angles[4 + 3 * i], angles[5 + 3 * i], angles[6 + 3 * i]];
            let branch = Branch { shoulder: Some(facing.shoulder), elbow: Some(elbow), wrist: None };
            self.push([phi1, phi2, phi3], wrist, branch, turns.free, near, solutions);
        }
        Ok(residual)
    }

    /// Adds the two attitudes of a wrist, one where it is straight.
    #[inline]
    fn push(
        &self,
        [phi1, phi2, phi3]: [f64; 3],
        wrist: [f64; 3],
        branch: Branch,
        free: bool,
        near: &Joints<6>,
        solutions: &mut Solutions<6>,
    ) {
        let mut add = |wrist: [f64; 3], label| {
            let [phi4, phi5, phi6] = turned::<3, 3, 6>(wrist, near, &self.limits);
            let branch = Branch { wrist: Some(label), ..branch };
            solutions.push([phi1, phi2, phi3, phi4, phi5, phi6], branch, &self.limits);
        };
        let [phi4, phi5, phi6] = wrist;
        add(wrist, Wrist::NoFlip);
        if !free {
            add([opposite(phi4), -phi5, opposite(phi6)], Wrist::Flip);
        }
    }
}

/// The requested attitude in the forearm's frame: Rx(β)ᵀ Rz(φ1)ᵀ R.
#[inline]
fn in_forearm(facing: &Facing, links: &Links) -> Matrix3<f64> {
    let (cb, sb) = links.forearm;
    let (y, z) = (facing.turned.row(1), facing.turned.row(2));
    Matrix3::from_rows(&[facing.turned.row(0).into(), y * cb + z * sb, z * cb - y * sb])
}

/// φ4, φ5 in 0..π, φ6 with Ry(φ4) Rx(φ5) Ry(φ6) = W.
///
/// φ4 comes from the column that φ6 does not move; the other two from W with φ4 taken out, which is as well conditioned
/// at the singularity as elsewhere.
#[inline]
fn wrist(w: &Matrix3<f64>, near_phi4: f64) -> WristAngles {
    let sine = portable::hypot(w.m12, w.m32);
    let free = sine < SINGULAR;
    let (c4, s4) = if free { cos_sin(near_phi4) } else { unit(w.m32, w.m12, sine) };
    let (c6, s6) = (c4 * w.m11 - s4 * w.m31, c4 * w.m13 - s4 * w.m33);
    let (c5, s5) = (w.m22, s4 * w.m12 + c4 * w.m32);
    // What is left of W when the three rotations are taken out again.
    let first = (c6 * c6 + s6 * s6 - 1.0).abs() + (c4 * w.m12 - s4 * w.m32).abs();
    let second = (w.m21 - s5 * s6).abs() + (c5 * c5 + s5 * s5 - 1.0).abs() + (w.m23 + s5 * c6).abs();
    let third = (s4 * w.m11 + c4 * w.m31 + c5 * s6).abs() + (s4 * w.m13 + c4 * w.m33 - c5 * c6).abs();
    WristAngles { phi4: (c4, s4), phi5: (c5, s5), phi6: (c6, s6), free, residual: first + second + third }
}

impl Arm<6> for Arm6 {
    fn limits(&self) -> &[JointLimits; 6] {
        &self.limits
    }

    fn forward(&self, joints: &Joints<6>) -> Pose {
        self.frames(joints).pose()
    }

    fn forward_and_jacobian(&self, joints: &Joints<6>) -> (Pose, Jacobian<6>) {
        let frames = self.frames(joints);
        (frames.pose(), frames.jacobian())
    }

    fn inverse(&self, pose: &Pose, near: &Joints<6>) -> Result<Solutions<6>, ReachError> {
        check_finite(near.as_slice())?;
        let ([front, back], one_facing) = self.facings(pose, near)?;
        let mut solutions = Solutions::none();
        let ahead = self.add(&front, near, &mut solutions);
        let residual = if one_facing {
            ahead?
        } else {
            match (ahead, self.add(&back, near, &mut solutions)) {
                (Err(miss), Err(other)) => return Err(miss.nearer(other)),
                (ahead, behind) => ahead.unwrap_or(0.0) + behind.unwrap_or(0.0),
            }
        };
        solutions.check(residual)?;
        Ok(solutions)
    }
}
