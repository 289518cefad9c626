//! How the closed-form inverse of the six-axis arm gives back poses that the arm itself reaches [paper 001].

use std::f64::consts::{LN_10, PI};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::geometry::{Pose, portable, wrapped};
use crate::robot::{Arm, Arm6, Joints};

/// Results of a set of poses that the arm itself reaches.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct InverseTrial {
    /// Solutions of all poses together.
    pub solutions: usize,
    /// The most for one pose.
    pub most: usize,
    /// Poses whose own joints are among their solutions, to 1e-6 rad.
    pub found: usize,
    /// Poses without a solution.
    pub lost: usize,
    /// The worst position of a solution, by forward kinematics, m.
    pub position_m: f64,
    /// The worst attitude, rad.
    pub angle_rad: f64,
}

impl InverseTrial {
    /// Poses at random joints.
    #[must_use]
    pub fn anywhere(arm: &Arm6, poses: usize, seed: u64) -> Self {
        Self::over(arm, anywhere(poses, seed))
    }

    /// Poses near a singularity: wrist, elbow or yaw within 1e-12 to 1e-3 of it.
    #[must_use]
    pub fn near_singularities(arm: &Arm6, poses: usize, seed: u64) -> Self {
        Self::over(arm, near_singularities(arm, poses, seed))
    }

    fn over(arm: &Arm6, joints: impl Iterator<Item = Joints<6>>) -> Self {
        let mut trial = Self::default();
        joints.for_each(|joints| trial.look_at(arm, &joints));
        trial
    }

    fn look_at(&mut self, arm: &Arm6, joints: &Joints<6>) {
        let pose = arm.forward(joints);
        let Ok(solutions) = arm.inverse(&pose, joints) else {
            self.lost += 1;
            return;
        };
        let mut nearest = f64::INFINITY;
        for solution in &solutions {
            let reached = arm.forward(&solution.joints);
            self.position_m = self.position_m.max((reached.translation.vector - pose.translation.vector).norm());
            self.angle_rad = self.angle_rad.max(angle_between(&reached, &pose));
            nearest = nearest.min((solution.joints - joints).map(wrapped).amax());
        }
        self.solutions += solutions.as_slice().len();
        self.most = self.most.max(solutions.as_slice().len());
        self.found += usize::from(nearest < 1e-6);
    }
}

/// The angle between two attitudes, for small angles, where the sine is the angle.
fn angle_between(a: &Pose, b: &Pose) -> f64 {
    let m = (a.rotation.inverse() * b.rotation).into_inner();
    0.5 * portable::hypot(portable::hypot(m.m32 - m.m23, m.m13 - m.m31), m.m21 - m.m12)
}

/// Random joints of poses.
pub(super) fn anywhere(poses: usize, seed: u64) -> impl Iterator<Item = Joints<6>> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    (0..poses).map(move |_| Joints::from_fn(|_, _| rng.random_range(-PI..PI)))
}

/// Joints of poses near a singularity.
pub(super) fn near_singularities(arm: &Arm6, poses: usize, seed: u64) -> impl Iterator<Item = Joints<6>> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ 1);
    (0..poses).map(move |_| near_a_singularity(&mut rng, arm))
}

/// Joints near a singularity at a distance of any magnitude: wrist straight, elbow stretched, or wrist above the base.
fn near_a_singularity(rng: &mut ChaCha8Rng, arm: &Arm6) -> Joints<6> {
    let mut joints = Joints::from_fn(|_, _| rng.random_range(-PI..PI));
    let offset = portable::exp(LN_10 * rng.random_range(-12.0..-3.0));
    let geometry = arm.geometry();
    match rng.random_range(0..3) {
        0 => joints[4] = offset,
        1 => joints[2] = portable::atan2(geometry.forearm, geometry.elbow_offset) + offset,
        _ => {
            // The wrist seen from the shoulder with φ2 = 0, turned until it is `offset` away from the yaw axis.
            let (s3, c3) = portable::sin_cos(joints[2]);
            let ahead = geometry.forearm * c3 - geometry.elbow_offset * s3;
            let up = geometry.upper_arm + geometry.forearm * s3 + geometry.elbow_offset * c3;
            let cos = (offset - geometry.shoulder_offset) / portable::hypot(ahead, up);
            if cos.abs() < 1.0 {
                joints[1] = portable::acos(cos) - portable::atan2(up, ahead);
            }
        }
    }
    joints
}
