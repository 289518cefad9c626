//! Arms against other programs and the papers' tables.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::geometry::{Pose, Vec3};
use multiball::robot::{Arm, Arm6, Joints};
use nalgebra::{Quaternion, Rotation3, Translation3, UnitQuaternion};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rs_opw_kinematics::kinematic_traits::Kinematics;
use rs_opw_kinematics::kinematics_impl::OPWKinematics;
use rs_opw_kinematics::parameters::opw_kinematics::Parameters;
use rs_opw_kinematics::pose::Pose as OpwPose;

/// |φ5| below which the wrist counts as straight when solutions are compared.
const STRAIGHT: f64 = 1e-5;

/// The oracle's base has x forward, its end z forward, and its joints 2, 3 and 5 turn the other way.
struct Oracle {
    arm: OPWKinematics,
    end_from_its_end: Rotation3<f64>,
}

impl Oracle {
    fn new() -> Self {
        let arm = OPWKinematics::new(Parameters::irb2400_10());
        let zero = Self { arm, end_from_its_end: Rotation3::identity() }.forward(&Joints::zeros());
        let arm = OPWKinematics::new(Parameters::irb2400_10());
        let end_from_its_end = Arm6::default().forward(&Joints::zeros()).rotation.inverse() * zero.rotation;
        Self { arm, end_from_its_end: end_from_its_end.inverse() }
    }

    fn turned() -> Rotation3<f64> {
        Rotation3::from_axis_angle(&Vec3::z_axis(), std::f64::consts::FRAC_PI_2)
    }

    fn swapped(q: &Joints<6>) -> Joints<6> {
        Joints::from([q[0], -q[1], -q[2], q[3], -q[4], q[5]])
    }

    fn forward(&self, joints: &Joints<6>) -> Pose {
        let its = self.arm.forward(&Self::swapped(joints).into());
        let (p, r) = (its.translation, its.rotation);
        let rotation = UnitQuaternion::from_quaternion(Quaternion::new(r.w, r.x, r.y, r.z)).to_rotation_matrix();
        let turned = Self::turned();
        let position = turned * Vec3::new(p.x, p.y, p.z);
        Pose::from_parts(Translation3::from(position), turned * rotation * self.end_from_its_end)
    }

    fn inverse(&self, pose: &Pose) -> Vec<Joints<6>> {
        let back = Self::turned().inverse();
        let p = back * pose.translation.vector;
        let rotation = back * pose.rotation * self.end_from_its_end.inverse();
        let q = UnitQuaternion::from_rotation_matrix(&rotation).coords;
        let mut its = self.arm.forward(&[0.0; 6]);
        (its.translation.x, its.translation.y, its.translation.z) = (p.x, p.y, p.z);
        (its.rotation.x, its.rotation.y, its.rotation.z, its.rotation.w) = (q[0], q[1], q[2], q[3]);
        let its: OpwPose = its;
        self.arm.inverse(&its).into_iter().map(|q| Self::swapped(&Joints::from(q))).collect()
    }
}

/// How far two solutions are apart, whole turns aside; with a straight wrist only the sum of the turns beside it counts.
fn apart(a: &Joints<6>, b: &Joints<6>) -> f64 {
    let turn = std::f64::consts::TAU;
    let free = |d: f64| (d - turn * (d / turn).round()).abs();
    let d = a - b;
    if a[4].abs() < STRAIGHT && b[4].abs() < STRAIGHT {
        return [d[0], d[1], d[2], d[3] + d[5]].map(free).into_iter().fold(0.0, f64::max);
    }
    d.iter().map(|d| free(*d)).fold(0.0, f64::max)
}

#[test]
fn ref_arm6_stands_where_rs_opw_kinematics_puts_it() {
    let (ours, oracle) = (Arm6::default(), Oracle::new());
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..10_000 {
        let joints = Joints::from_fn(|_, _| rng.random_range(-3.1..3.1));
        let (a, b) = (ours.forward(&joints), oracle.forward(&joints));
        assert!((a.to_homogeneous() - b.to_homogeneous()).amax() < 1e-13, "{a} {b}");
    }
}

/// Joints whose pose is near a singularity of the arm every second time, and whether it is.
fn awkward(rng: &mut ChaCha8Rng, arm: &Arm6) -> (Joints<6>, bool) {
    let mut joints = Joints::from_fn(|_, _| rng.random_range(-3.14..3.14));
    let offset = 10f64.powf(rng.random_range(-13.0..-3.0));
    let kind = rng.random_range(0..6);
    match kind {
        0 => joints[4] = offset,
        1 => joints[4] = 0.0,
        2 => joints[2] = arm.geometry().forearm.atan2(arm.geometry().elbow_offset) + offset,
        _ => {}
    }
    (joints, kind < 3)
}

#[test]
fn ref_arm6_misses_no_solution_that_rs_opw_kinematics_finds() {
    let (ours, oracle) = (Arm6::default(), Oracle::new());
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut compared = 0;
    for _ in 0..100_000 {
        let (joints, singular) = awkward(&mut rng, &ours);
        let pose = ours.forward(&joints);
        let (found, theirs) = (ours.inverse(&pose, &Joints::zeros()).unwrap(), oracle.inverse(&pose));
        for solution in &theirs {
            let near = ours.inverse(&pose, solution).unwrap();
            let distance = near.iter().map(|s| apart(&s.joints, solution)).fold(f64::MAX, f64::min);
            // The oracle takes the wrist for straight within 1e-6, and finds a stretched elbow to the root of rounding, which a wrist that is
            // nearly straight magnifies.
            let sure = if solution[4].abs() < STRAIGHT { 1e-4 } else { 2e-6 + 1e-7 / solution[4].sin().abs() };
            assert!(distance < sure, "{solution} is missing: {distance:e}, {near:?}");
            compared += 1;
        }
        assert!(singular || found.as_slice().len() >= theirs.len());
    }
    assert!(compared > 600_000, "{compared} solutions compared");
}
