//! Arms against other programs and the papers' tables.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::experiments::PlaneAngles;
use multiball::geometry::{Pose, Vec3};
use multiball::robot::{Arm, Arm6, Elbow, Joints, ReachError, Serve5, Shoulder, ToolAngles};
use nalgebra::{Quaternion, Rotation3, Translation3, UnitQuaternion};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
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

/// How far two solutions are apart, modulo whole turns; with a straight wrist only the sum of the rotations on both
/// sides of it counts.
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
    let mut joints = Joints::from_fn(|_, _| rng.random_range(-3.1..3.1));
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
    const STREAMS: u64 = 64;
    let compare = |stream: u64| {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        rng.set_stream(stream);
        let mut compared = 0usize;
        for _ in 0..1_000_000 / STREAMS {
            let (joints, singular) = awkward(&mut rng, &ours);
            let pose = ours.forward(&joints);
            let (found, theirs) = (ours.inverse(&pose, &Joints::zeros()).unwrap(), oracle.inverse(&pose));
            for solution in &theirs {
                let near = ours.inverse(&pose, solution).unwrap();
                let distance = near.iter().map(|s| apart(&s.joints, solution)).fold(f64::MAX, f64::min);
                // The oracle takes the wrist for straight within 1e-6, and finds a stretched elbow to the root of
                // rounding, which a wrist that is nearly straight magnifies.
                let sure = if solution[4].abs() < STRAIGHT { 1e-4 } else { 2e-6 + 1e-7 / solution[4].sin().abs() };
                assert!(distance < sure, "{solution} is missing: {distance:e}, {near:?}");
                compared += 1;
            }
            assert!(singular || found.as_slice().len() >= theirs.len());
        }
        compared
    };
    let compared: usize = (0..STREAMS).into_par_iter().map(compare).sum();
    assert!(compared > 6_000_000, "{compared} solutions compared");
}

/// Paper 001 adds angles of rotations that do not commute: its φ5 differs from that of the exact pose.
#[test]
fn ref_paper_001_prints_another_bend_of_the_wrist() {
    let (el, az, beta, phi1) = (0.3_f64, 0.5_f64, 0.4_f64, 0.2_f64);
    let printed = ((el - beta).cos() * (az - phi1).cos()).acos();
    let arm = Arm6::default();
    let hand = arm.geometry().hand;
    let reached = arm.forward(&Joints::from([phi1, -0.3, beta + 0.3, 0.0, 0.0, 0.0]));
    let wrist = reached.translation.vector - reached.rotation * Vec3::y() * hand;
    let attitude = Rotation3::from_axis_angle(&Vec3::z_axis(), az) * Rotation3::from_axis_angle(&Vec3::x_axis(), el);
    let pose = Pose::from_parts(Translation3::from(wrist + attitude * Vec3::y() * hand), attitude);
    let found = arm.inverse(&pose, &Joints::zeros()).unwrap();
    let same_arm = found.iter().find(|s| (s.joints[0] - phi1).abs() + (s.joints[1] + 0.3).abs() < 1e-12).unwrap();
    let exact = same_arm.joints[4].abs();
    assert_eq!((format!("{exact:.4}"), format!("{printed:.4}")), ("0.2988".to_owned(), "0.3157".to_owned()));
    let tool = ToolAngles { azimuth: az, elevation: el, roll: 0.0 };
    let end = pose.translation.vector;
    let planes = PlaneAngles::of(arm.geometry(), &end, &tool, Shoulder::Front, Elbow::Up).unwrap();
    assert!((planes.printed_phi5([true, true]) - printed).abs() < 1e-12 && (planes.phi5 - exact).abs() < 1e-12);
    let law = (el.cos() * beta.cos() * (az - phi1).cos() + el.sin() * beta.sin()).acos();
    assert!((exact - law).abs() < 1e-12);
}

/// Way points of table 2 as poses, and the joints of table 3 at each, degrees.
fn paper003() -> (Vec<Pose>, Vec<[f64; 5]>) {
    let text = include_str!("../../../data/reference/paper003.json");
    let tables: serde_json::Value = serde_json::from_str(text).unwrap();
    let rows = |name: &str| -> Vec<Vec<f64>> { serde_json::from_value(tables[name].clone()).unwrap() };
    let about = |axis, degrees: f64| Rotation3::from_axis_angle(&axis, degrees.to_radians());
    let pose = |row: &Vec<f64>| {
        let rotation = about(Vec3::x_axis(), row[5]) * about(Vec3::y_axis(), row[4]) * about(Vec3::z_axis(), row[3]);
        Pose::from_parts(Translation3::new(row[0] / 100.0, row[1] / 100.0, row[2] / 100.0), rotation)
    };
    let joints = rows("table3_deg");
    let at = |point: usize| std::array::from_fn(|joint| joints[joint][point]);
    (rows("table2_cm_deg").iter().map(pose).collect(), (0..4).map(at).collect())
}

#[test]
fn ref_table_3_of_paper_003_follows_from_table_2_to_every_printed_digit() {
    let arm = Serve5::default();
    let (poses, printed) = paper003();
    for (pose, printed) in poses.iter().zip(&printed) {
        // The joint ranges leave one solution.
        let found = arm.inverse(pose, &Joints::zeros()).unwrap();
        assert_eq!(found.iter().filter(|solution| solution.in_limits).count(), 1);
        let solution = arm.nearest(pose, &Joints::zeros()).unwrap();
        for (joint, printed) in solution.joints.iter().zip(printed) {
            assert_eq!((joint.to_degrees() * 10.0).round() / 10.0, *printed, "{solution:?}");
        }
        // The way point is printed rounded; the answer has its attitude exactly and the nearest position.
        let reached = arm.forward(&solution.joints);
        assert!((reached.rotation.matrix() - pose.rotation.matrix()).amax() < 1e-12);
        assert!((reached.translation.vector - pose.translation.vector).norm() < 1e-4);
    }
}

#[test]
fn ref_a_pose_off_the_sphere_is_refused_with_the_distance() {
    let arm = Serve5::default();
    let (poses, _) = paper003();
    let elbow = poses[2].translation.vector - poses[2].rotation * Vec3::z() * 0.48 - Vec3::new(0.0, 0.0, 0.92);
    let mut moved = poses[2];
    moved.translation.vector += elbow.normalize() * 0.01;
    let Err(ReachError::OffSphere { by_m, .. }) = arm.inverse(&moved, &Joints::zeros()) else { panic!("reached") };
    assert!((by_m - 0.01).abs() < 1e-5, "{by_m}");
}
