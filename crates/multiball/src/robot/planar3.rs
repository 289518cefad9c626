//! The planar robot with three revolute joints [paper 000].
//!
//! ```text
//! x = l1 c1 + l2 c12 + l3 c123      z = l1 s1 + l2 s12 + l3 s123      φ = q1 + q2 + q3
//! ```
//! In the plane of the robot, its base at the origin, x towards the net, z up; the third link carries the racket,
//! whose face normal points along it. Theory: docs/theory/planar.md.

use nalgebra::{Matrix3, Vector3};
use serde::Deserialize;

use super::frames::{Bend, SINGULAR, turned};
use super::joint::check_values;
use super::{Branch, Elbow, JointLimits, ReachError, Solutions, lengths};
use crate::geometry::{Attitude, portable};

/// Link lengths of a planar 3R arm, m.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Planar3 {
    /// Upper arm, forearm, and wrist to racket centre.
    #[serde(deserialize_with = "lengths::links")]
    pub links: [f64; 3],
}

impl Default for Planar3 {
    /// The robot of the planar rally; the paper prints no lengths.
    fn default() -> Self {
        Self { links: [0.40, 0.40, 0.15] }
    }
}

/// Racket centre (m) and angle of its normal (rad) in the robot's plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlanarPose {
    /// Towards the net.
    pub x: f64,
    /// Up.
    pub z: f64,
    /// Angle of the face normal from x towards z.
    pub phi: f64,
}

impl PlanarPose {
    /// The racket's frame in space, with x along the face normal and y across the plane: φ turns it about -y, from x
    /// towards z.
    #[must_use]
    pub fn attitude(&self) -> Attitude {
        let (sin, cos) = portable::sin_cos(self.phi);
        Attitude::from_matrix_unchecked(Matrix3::new(cos, 0.0, -sin, 0.0, 1.0, 0.0, sin, 0.0, cos))
    }
}

/// Rates of a [`PlanarPose`], m/s and rad/s.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlanarTwist {
    /// Towards the net.
    pub x: f64,
    /// Up.
    pub z: f64,
    /// Angular velocity of the face.
    pub phi: f64,
}

/// A moving racket: its pose, the unit normal of its face (towards the net, up), and its rates.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlanarMotion {
    /// Where it is.
    pub pose: PlanarPose,
    /// Where the face points.
    pub normal: (f64, f64),
    /// How it moves.
    pub twist: PlanarTwist,
}

impl Planar3 {
    /// |sin q2| below which joint rates are refused.
    const SINGULAR: f64 = 1e-9;

    /// Whole turns at 12 rad/s, the speed of the planar rally; accelerations and jerks, which the rally does not limit,
    /// are assumed, of a light arm with direct drives.
    pub const LIMITS: [JointLimits; 3] =
        [JointLimits::revolute_deg(-180.0, 180.0, 687.549_354_156_987_9, 9000.0, 450_000.0); 3];

    /// Racket pose for joint angles.
    #[must_use]
    pub fn forward(&self, q: &Vector3<f64>) -> PlanarPose {
        self.forward_and_jacobian(q).0
    }

    /// Elbow, wrist and racket centre for joint angles.
    #[must_use]
    pub fn points(&self, q: &Vector3<f64>) -> [(f64, f64); 3] {
        self.points_and_normal(q).0
    }

    /// Elbow, wrist and racket centre, and the unit normal of the face, which the last link points along.
    fn points_and_normal(&self, q: &Vector3<f64>) -> ([(f64, f64); 3], (f64, f64)) {
        let mut angle = 0.0;
        let (mut x, mut z) = (0.0, 0.0);
        let mut normal = (1.0, 0.0);
        let points = std::array::from_fn(|joint| {
            angle += q[joint];
            let (sin, cos) = portable::sin_cos(angle);
            x += self.links[joint] * cos;
            z += self.links[joint] * sin;
            normal = (cos, sin);
            (x, z)
        });
        (points, normal)
    }

    /// Joint angles for a racket pose.
    ///
    /// The printed law of cosines has the opposite sign (it yields the angle between the links, not the joint
    /// angle of the paper's own forward model); this form closes against [`Self::forward`].
    ///
    /// # Errors
    /// When the wrist lies outside the ring that the arm reaches.
    pub fn inverse(&self, pose: &PlanarPose, elbow: Elbow) -> Result<Vector3<f64>, ReachError> {
        let (bend, (x, z)) = self.bend(pose)?;
        let side = match elbow {
            Elbow::Up => -1.0,
            Elbow::Down => 1.0,
        };
        let q1 = portable::atan2(z, x) - side * portable::atan2(bend.across, bend.along);
        let q2 = side * portable::atan2(bend.sin, bend.cos);
        Ok(Vector3::new(q1, q2, pose.phi - q1 - q2))
    }

    /// The elbow for a racket pose, and the position of the wrist.
    fn bend(&self, pose: &PlanarPose) -> Result<(Bend, (f64, f64)), ReachError> {
        let (x, z) = self.wrist(pose);
        if !(x + z + pose.phi).is_finite() {
            return Err(ReachError::NotFinite);
        }
        Ok((Bend::reaching(self.links[0], self.links[1], x * x + z * z)?, (x, z)))
    }

    /// Where the wrist must be for a racket pose.
    fn wrist(&self, pose: &PlanarPose) -> (f64, f64) {
        let (sin, cos) = portable::sin_cos(pose.phi);
        (pose.x - self.links[2] * cos, pose.z - self.links[2] * sin)
    }

    /// All joint angles for a racket pose, each at the turn nearest to `near` within its limits; as of every
    /// [`super::Arm`], also where the pose is singular.
    ///
    /// # Errors
    /// When the wrist lies outside the ring that the arm reaches.
    pub fn solutions(
        &self,
        pose: &PlanarPose,
        near: &Vector3<f64>,
        limits: &[JointLimits; 3],
    ) -> Result<Solutions<3>, ReachError> {
        check_values(near.as_slice(), 3)?;
        let (bend, (x, z)) = self.bend(pose)?;
        let mut solutions = Solutions::none();
        for elbow in [Elbow::Up, Elbow::Down].into_iter().take(if bend.single { 1 } else { 2 }) {
            let mut joints = self.inverse(pose, elbow)?;
            if portable::hypot(x, z) < SINGULAR {
                joints = Vector3::new(near[0], joints[1], pose.phi - near[0] - joints[1]);
            }
            let branch = Branch { elbow: Some(elbow), ..Branch::default() };
            solutions.push(turned::<0, 3, 3>(joints.into(), near, limits), branch, limits);
        }
        Ok(solutions)
    }

    /// d(x, z, φ) / dq; its determinant is l1 l2 sin q2.
    #[must_use]
    pub fn jacobian(&self, q: &Vector3<f64>) -> Matrix3<f64> {
        self.forward_and_jacobian(q).1
    }

    /// Racket pose and Jacobian together, for the price of one.
    #[must_use]
    pub fn forward_and_jacobian(&self, q: &Vector3<f64>) -> (PlanarPose, Matrix3<f64>) {
        let (points, _) = self.points_and_normal(q);
        (Self::pose_of(&points, q), Self::jacobian_of(&points))
    }

    fn pose_of(&[_, _, (x, z)]: &[(f64, f64); 3], q: &Vector3<f64>) -> PlanarPose {
        PlanarPose { x, z, phi: q.sum() }
    }

    fn jacobian_of(&[elbow, wrist, racket]: &[(f64, f64); 3]) -> Matrix3<f64> {
        // Turning joint i moves the racket about that joint's axis.
        let column = |axis: (f64, f64)| Vector3::new(-(racket.1 - axis.1), racket.0 - axis.0, 1.0);
        Matrix3::from_columns(&[column((0.0, 0.0)), column(elbow), column(wrist)])
    }

    /// How the racket moves with the joints.
    #[must_use]
    pub fn motion(&self, q: &Vector3<f64>, rates: &Vector3<f64>) -> PlanarMotion {
        let (points, normal) = self.points_and_normal(q);
        let moved = Self::jacobian_of(&points) * rates;
        let twist = PlanarTwist { x: moved.x, z: moved.y, phi: moved.z };
        PlanarMotion { pose: Self::pose_of(&points, q), normal, twist }
    }

    /// Joint rates that give the racket a twist.
    ///
    /// # Errors
    /// At a stretched or folded elbow.
    pub fn joint_rates(&self, q: &Vector3<f64>, twist: &PlanarTwist) -> Result<Vector3<f64>, ReachError> {
        let sin_elbow = portable::sin(q[1]);
        let solved = self.jacobian(q).lu().solve(&Vector3::new(twist.x, twist.z, twist.phi));
        match solved {
            Some(rates) if sin_elbow.abs() > Self::SINGULAR => Ok(rates),
            _ => Err(ReachError::Singular { sin_elbow }),
        }
    }

    /// A speed (m/s) that the racket's centre cannot exceed while the joints stay within the given rates.
    #[must_use]
    pub fn speed_bound(&self, rates: &Vector3<f64>) -> f64 {
        let [l1, l2, l3] = self.links;
        rates[0].abs() * (l1 + l2 + l3) + rates[1].abs() * (l2 + l3) + rates[2].abs() * l3
    }
}

#[cfg(test)]
#[allow(clippy::disallowed_methods)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    const ARM: Planar3 = Planar3 { links: [0.45, 0.40, 0.18] };

    fn angles(rng: &mut ChaCha8Rng) -> Vector3<f64> {
        Vector3::from_fn(|_, _| rng.random_range(-3.1..3.1))
    }

    #[test]
    fn law_inverse_closes_and_finds_the_generating_pose() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..100_000 {
            let q = angles(&mut rng);
            let pose = ARM.forward(&q);
            let elbow = if q[1] > 0.0 { Elbow::Down } else { Elbow::Up };
            let found = ARM.inverse(&pose, elbow).unwrap();
            let closed = ARM.forward(&found);
            assert!((closed.x - pose.x).abs() < 1e-12 && (closed.z - pose.z).abs() < 1e-12);
            assert!((closed.phi - pose.phi).abs() < 1e-12);
            let turn = |angle: f64| (angle / std::f64::consts::TAU - (angle / std::f64::consts::TAU).round()).abs();
            assert!((found - q).iter().all(|difference| turn(*difference) < 1e-7), "{q} found as {found}");
        }
    }

    #[test]
    fn law_jacobian_is_the_derivative_and_its_determinant_the_printed_one() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for _ in 0..1000 {
            let q = angles(&mut rng);
            let jacobian = ARM.jacobian(&q);
            assert!((jacobian.determinant() - 0.45 * 0.40 * q[1].sin()).abs() < 1e-14);
            for joint in 0..3 {
                let shifted = |h: f64| {
                    let mut q = q;
                    q[joint] += h;
                    let pose = ARM.forward(&q);
                    Vector3::new(pose.x, pose.z, pose.phi)
                };
                let difference = (shifted(1e-6) - shifted(-1e-6)) / 2e-6;
                assert!((difference - jacobian.column(joint)).norm() < 1e-8);
            }
        }
    }

    #[test]
    fn law_rates_move_the_racket_as_requested_below_the_bound() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for _ in 0..1000 {
            let q = angles(&mut rng);
            let twist = PlanarTwist { x: rng.random_range(-5.0..5.0), z: rng.random_range(-5.0..5.0), phi: 0.0 };
            let rates = ARM.joint_rates(&q, &twist).unwrap();
            let moved = ARM.jacobian(&q) * rates;
            let scale = 1e-12 * (1.0 + rates.norm());
            assert!((moved - Vector3::new(twist.x, twist.z, twist.phi)).norm() < scale);
            assert!(twist.x.hypot(twist.z) <= ARM.speed_bound(&rates) * (1.0 + 1e-12));
        }
    }

    #[test]
    fn law_out_of_reach_says_by_how_much() {
        let far = PlanarPose { x: 2.0, z: 0.0, phi: 0.0 };
        let Err(ReachError::TooFar { by_m, .. }) = ARM.inverse(&far, Elbow::Up) else { panic!("reached {far:?}") };
        assert!((by_m - (2.0 - 0.18 - 0.85)).abs() < 1e-12);
        let nowhere = PlanarPose { x: f64::NAN, z: 0.0, phi: 0.0 };
        assert_eq!(ARM.inverse(&nowhere, Elbow::Up), Err(ReachError::NotFinite));
        let near = PlanarPose { x: 0.18, z: 0.0, phi: 0.0 };
        assert!(matches!(ARM.inverse(&near, Elbow::Up), Err(ReachError::TooNear { .. })));
        let stretched = Vector3::new(0.3, 0.0, 0.1);
        assert!(ARM.joint_rates(&stretched, &PlanarTwist { x: 1.0, z: 0.0, phi: 0.0 }).is_err());
    }
}
