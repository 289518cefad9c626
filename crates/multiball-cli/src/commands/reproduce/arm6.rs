//! Paper 001: inverse kinematics of a six-axis arm in closed form.

use std::f64::consts::{LN_10, PI, TAU};

use multiball::geometry::{Pose, portable};
use multiball::robot::{Arm, Arm6, Joints};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{PaperReport, Row};
use crate::args::{Common, Reproduce};

/// The paper prints no table; its claim is a solution without iteration. The figures are those of the claim.
pub(super) fn report(reproduce: &Reproduce, common: &Common) -> PaperReport {
    let poses = if reproduce.quick { 20_000 } else { 200_000 };
    let arm = Arm6::default();
    let mut rng = ChaCha8Rng::seed_from_u64(common.seed_or_default());
    let anywhere = Trial::over(&arm, poses, || Joints::from_fn(|_, _| rng.random_range(-PI..PI)));
    let mut rng = ChaCha8Rng::seed_from_u64(common.seed_or_default() ^ 1);
    let near = Trial::over(&arm, poses, || near_a_singularity(&mut rng, &arm));
    let row = |name: &str, unit, ours, note: &str| Row::new("text", name, unit, None, ours).noted(note);
    let most = format!("of {} found; most for one pose {}", anywhere.solutions, anywhere.most);
    let rows = vec![
        printed_angle(),
        row("poses at random joints", "", poses as f64, "each given back with all its solutions"),
        row("solutions per pose, mean", "", anywhere.solutions as f64 / poses as f64, &most),
        row("poses whose own joints are among them", "%", anywhere.found_percent(poses), ""),
        row("worst position of a solution", "m", anywhere.position, "by forward kinematics; 1e-10 required"),
        row("worst attitude of a solution", "rad", anywhere.angle, "by forward kinematics; 1e-10 required"),
        row("poses near a singularity", "", poses as f64, "wrist, elbow or yaw within 1e-12 to 1e-3"),
        row("worst position of a solution there", "m", near.position, ""),
        row("worst attitude of a solution there", "rad", near.angle, ""),
        row("poses there without a solution", "", near.lost as f64, ""),
    ];
    PaperReport::new("arm6", rows)
}

/// The paper's angle between forearm and gripper adds angles of rotations that do not commute.
fn printed_angle() -> Row {
    let (elevation, azimuth, beta, phi1) = (0.3, 0.5, 0.4, 0.2);
    let (sin_e, cos_e) = portable::sin_cos(elevation);
    let (sin_b, cos_b) = portable::sin_cos(beta);
    let printed = portable::acos(portable::cos(elevation - beta) * portable::cos(azimuth - phi1));
    let exact = portable::acos(cos_e * cos_b * portable::cos(azimuth - phi1) + sin_e * sin_b);
    Row::new("text", "φ5 for elevation .3, azimuth .5, β .4, φ1 .2", "rad", Some(printed), exact)
        .noted("the paper's sum of angles, and the angle itself")
}

/// Results of a set of poses.
#[derive(Debug, Default)]
struct Trial {
    solutions: usize,
    most: usize,
    found: usize,
    lost: usize,
    position: f64,
    angle: f64,
}

impl Trial {
    fn over(arm: &Arm6, poses: usize, mut joints: impl FnMut() -> Joints<6>) -> Self {
        let mut trial = Self::default();
        (0..poses).for_each(|_| trial.look_at(arm, &joints()));
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
            self.position = self.position.max((reached.translation.vector - pose.translation.vector).norm());
            self.angle = self.angle.max(angle_between(&reached, &pose));
            nearest = nearest.min((solution.joints - joints).map(turns_aside).amax());
        }
        self.solutions += solutions.as_slice().len();
        self.most = self.most.max(solutions.as_slice().len());
        self.found += usize::from(nearest < 1e-6);
    }

    fn found_percent(&self, poses: usize) -> f64 {
        100.0 * self.found as f64 / poses as f64
    }
}

/// A difference of angles, modulo whole turns.
fn turns_aside(difference: f64) -> f64 {
    difference - TAU * (difference / TAU).round()
}

/// The angle between two attitudes, for small angles, where the sine is the angle.
fn angle_between(a: &Pose, b: &Pose) -> f64 {
    let m = (a.rotation.inverse() * b.rotation).into_inner();
    0.5 * portable::hypot(portable::hypot(m.m32 - m.m23, m.m13 - m.m31), m.m21 - m.m12)
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
