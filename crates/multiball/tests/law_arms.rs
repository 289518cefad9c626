//! Closed-form arms: on a million random poses each, and at every singularity, all solutions are found and all close.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::geometry::{Pose, Vec3};
use multiball::robot::{
    Arm, Arm6, Arm6Geometry, Joints, Mounted, Planar3, Rail6, ReachError, Serve5, Solution, Solutions,
};
use nalgebra::{Matrix3, Rotation3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

const POSES: u64 = 1_000_000;
/// Streams that the poses are drawn from, so that they can be worked on in parallel.
const STREAMS: u64 = 64;

fn angle_between(a: &Pose, b: &Pose) -> f64 {
    // The sine form: the arc cosine of the trace loses half the digits near zero.
    let turned = a.rotation.inverse() * b.rotation;
    let m = turned.matrix();
    let axis = nalgebra::Vector3::new(m.m32 - m.m23, m.m13 - m.m31, m.m21 - m.m12);
    (0.5 * axis.norm()).atan2(0.5 * (m.trace() - 1.0))
}

fn turn_free(difference: f64) -> f64 {
    difference - std::f64::consts::TAU * (difference / std::f64::consts::TAU).round()
}

/// The greatest difference of two joint vectors, modulo whole turns.
fn apart<const N: usize>(a: &Joints<N>, b: &Joints<N>) -> f64 {
    (a - b).iter().map(|d| turn_free(*d).abs()).fold(0.0, f64::max)
}

/// Joints anywhere in a whole turn, or along a rail.
fn random_joints<const N: usize>(rng: &mut ChaCha8Rng) -> Joints<N> {
    Joints::from_fn(|_, _| rng.random_range(-std::f64::consts::PI..std::f64::consts::PI))
}

/// All solutions close, differ by branch and joints, and are flagged correctly.
fn check_all<const N: usize>(arm: &impl Arm<N>, pose: &Pose, found: &Solutions<N>, apart_by: f64) {
    assert!(!found.as_slice().is_empty());
    for (i, solution) in found.iter().enumerate() {
        let reached = arm.forward(&solution.joints);
        let miss = (reached.translation.vector - pose.translation.vector).norm();
        assert!(miss < 1e-10, "position misses by {miss:e}: {solution:?}");
        let turned = angle_between(&reached, pose);
        assert!(turned < 1e-10, "attitude misses by {turned:e}: {solution:?}");
        let inside = (0..N).all(|j| arm.limits()[j].contains(solution.joints[j]));
        assert_eq!(inside, solution.in_limits);
        for other in &found.as_slice()[..i] {
            assert_ne!(other.branch, solution.branch);
            assert!(apart(&other.joints, &solution.joints) > apart_by, "twice: {other:?} {solution:?}");
        }
    }
}

/// The solution nearest to given joints, and how far it is.
fn closest<const N: usize>(found: &Solutions<N>, joints: &Joints<N>) -> (Solution<N>, f64) {
    let distances = found.iter().map(|solution| (*solution, apart(&solution.joints, joints)));
    distances.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap()
}

fn million<const N: usize>(arm: &(impl Arm<N> + Sync), conditioned: impl Fn(&Joints<N>) -> f64 + Sync) {
    (0..STREAMS).into_par_iter().for_each(|stream| {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        rng.set_stream(stream);
        for _ in 0..POSES / STREAMS {
            let joints = random_joints(&mut rng);
            let pose = arm.forward(&joints);
            let found = arm.inverse(&pose, &Joints::zeros()).unwrap();
            // Near a singularity a rounded pose determines the joints only to limited accuracy.
            let sure = 1e-14 / conditioned(&joints).powi(2) + 1e-11;
            check_all(arm, &pose, &found, 0.0);
            let (nearest, distance) = closest(&found, &joints);
            assert!(distance < sure, "{joints} found only as {nearest:?}, {distance:e} apart, {sure:e} expected");
        }
    });
}

fn arm6_conditioned(arm: &Arm6, q: &Joints<6>) -> f64 {
    let g = arm.geometry();
    let wrist_y = g.shoulder_offset - g.upper_arm * q[1].sin() + g.forearm * (q[1] + q[2]).cos()
        - g.elbow_offset * (q[1] + q[2]).sin();
    let straight = q[2] - (g.forearm).atan2(g.elbow_offset);
    wrist_y.abs().min(q[4].sin().abs()).min(straight.sin().abs())
}

#[test]
fn law_arm6_solves_a_million_poses() {
    let arm = Arm6::default();
    million(&arm, |q| arm6_conditioned(&arm, q));
}

#[test]
fn law_serve5_solves_a_million_poses() {
    million(&Serve5::default(), |q| q[1].sin().abs().min(q[3].sin().abs()));
}

#[test]
fn law_rail6_solves_a_million_poses() {
    million(&Rail6::default(), |q| (q[3] + q[4]).sin().abs().min(q[3].cos().abs()));
}

#[test]
fn law_a_mounted_arm_with_a_tool_is_the_arm_seen_from_elsewhere() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let arm = Arm6::default();
    let mounted = Mounted {
        arm,
        world_from_base: arm.forward(&random_joints(&mut rng)),
        end_from_tool: arm.forward(&random_joints(&mut rng)),
    };
    for _ in 0..10_000 {
        let joints = random_joints(&mut rng);
        let pose = mounted.forward(&joints);
        let found = mounted.inverse(&pose, &Joints::zeros()).unwrap();
        check_all(&mounted, &pose, &found, 0.0);
        assert!(closest(&found, &joints).1 < 1e-6);
    }
}

/// Differences of the pose, as a velocity and an angular velocity.
fn check_jacobian<const N: usize>(arm: &impl Arm<N>, seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..2000 {
        let joints = random_joints(&mut rng);
        let (pose, jacobian) = arm.forward_and_jacobian(&joints);
        assert_eq!(pose, arm.forward(&joints));
        for joint in 0..N {
            let moved = |h: f64| {
                let mut q = joints;
                q[joint] += h;
                arm.forward(&q)
            };
            let (before, after) = (moved(-1e-6), moved(1e-6));
            let linear = (after.translation.vector - before.translation.vector) / 2e-6;
            let turned = after.rotation.matrix() * before.rotation.matrix().transpose();
            let angular =
                nalgebra::Vector3::new(turned.m32 - turned.m23, turned.m13 - turned.m31, turned.m21 - turned.m12)
                    / 4e-6;
            assert!((linear - jacobian.fixed_view::<3, 1>(0, joint)).norm() < 1e-8);
            assert!((angular - jacobian.fixed_view::<3, 1>(3, joint)).norm() < 1e-8);
        }
    }
}

#[test]
fn law_jacobians_are_derivatives() {
    check_jacobian(&Arm6::default(), 1);
    check_jacobian(&Serve5::default(), 2);
    check_jacobian(&Rail6::default(), 3);
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let arm = Rail6::default();
    let world_from_base = arm.forward(&random_joints(&mut rng));
    let end_from_tool = arm.forward(&random_joints(&mut rng));
    check_jacobian(&Mounted { arm, world_from_base, end_from_tool }, 5);
}

/// Distances from a singularity to look at, on both sides of it.
fn offsets() -> impl Iterator<Item = f64> {
    let sizes = [1e-12, 3e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3];
    [0.0].into_iter().chain(sizes.into_iter().flat_map(|size| [size, -size]))
}

/// Near a singularity every solution closes, none is given twice, and joints that reach the pose are found again when
/// the arm is near them, as accurately as the rounded pose allows.
fn check_singular<const N: usize>(arm: &impl Arm<N>, joints: &Joints<N>, offset: f64) {
    let pose = arm.forward(joints);
    check_all(arm, &pose, &arm.inverse(&pose, &Joints::zeros()).unwrap(), 1e-13);
    let found = arm.inverse(&pose, joints).unwrap();
    check_all(arm, &pose, &found, 1e-13);
    // Rounding moves the pose by 1e-15; angles follow in proportion 1 / offset, an elbow stretched or folded by the
    // square root.
    let sure = (2e-14 / offset.abs().max(1e-11)).max(5e-6);
    let (nearest, distance) = closest(&found, joints);
    assert!(distance < sure, "offset {offset:e}: {joints} found only as {nearest:?}, {distance:e} apart");
}

/// Where the wrist is straight as well, rounding errors of the arm rotate the wrist freely; the arm itself is found.
fn check_twice_singular(arm: &Arm6, joints: &Joints<6>) {
    let pose = arm.forward(joints);
    let found = arm.inverse(&pose, joints).unwrap();
    check_all(arm, &pose, &found, 1e-13);
    let same_arm = |s: &Solution<6>| (0..3).all(|j| turn_free(s.joints[j] - joints[j]).abs() < 3e-4);
    assert!(found.iter().any(same_arm), "{joints} {found:?}");
}

#[test]
fn law_arm6_loses_nothing_at_its_singularities() {
    let arm = Arm6::default();
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let (forearm, offset) = (arm.geometry().forearm, arm.geometry().elbow_offset);
    let straight = forearm.atan2(offset);
    for _ in 0..1000 {
        let anywhere =
            std::iter::repeat_with(|| random_joints(&mut rng)).find(|q| arm6_conditioned(&arm, q) > 0.1).unwrap();
        for offset in offsets() {
            for bend in [0.0, std::f64::consts::PI] {
                let mut wrist = anywhere;
                wrist[4] = bend + offset;
                check_singular(&arm, &wrist, offset);
                let mut elbow = anywhere;
                elbow[2] = straight + bend + offset;
                check_singular(&arm, &elbow, offset);
                elbow[4] = bend + offset;
                check_twice_singular(&arm, &elbow);
            }
            if let Some(joints) = on_yaw_axis(&arm, &anywhere, offset) {
                check_singular(&arm, &joints, offset);
                let mut wrist = joints;
                wrist[4] = offset;
                check_twice_singular(&arm, &wrist);
            }
        }
    }
}

/// The joints with φ2 changed so that the wrist lies so far from the yaw axis, if φ3 allows it.
fn on_yaw_axis(arm: &Arm6, joints: &Joints<6>, offset: f64) -> Option<Joints<6>> {
    let g = arm.geometry();
    // Wrist from the shoulder when φ2 = 0, turned by φ2 until its y is -MA + offset.
    let (s3, c3) = joints[2].sin_cos();
    let (y, z) = (g.forearm * c3 - g.elbow_offset * s3, g.upper_arm + g.forearm * s3 + g.elbow_offset * c3);
    let share = (offset - g.shoulder_offset) / y.hypot(z);
    let mut turned = *joints;
    turned[1] = share.abs().le(&0.999).then(|| share.acos() - z.atan2(y))?;
    Some(turned)
}

#[test]
fn law_serve5_loses_nothing_at_its_singularities() {
    let arm = Serve5::default();
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    for _ in 0..1000 {
        let anywhere: Joints<5> = random_joints(&mut rng);
        for offset in offsets() {
            for bend in [0.0, std::f64::consts::PI] {
                for (first, second) in [(1, 1), (3, 3), (1, 3)] {
                    let mut joints = anywhere;
                    joints[first] = bend + offset;
                    joints[second] = bend + offset;
                    check_singular(&arm, &joints, offset);
                }
            }
        }
    }
}

#[test]
fn law_rail6_loses_nothing_at_its_singularities() {
    let arm = Rail6::default();
    let mut rng = ChaCha8Rng::seed_from_u64(13);
    for _ in 0..1000 {
        let anywhere: Joints<6> = random_joints(&mut rng);
        for offset in offsets() {
            for bend in [0.0, std::f64::consts::PI] {
                let mut handle = anywhere;
                handle[4] = bend + offset - handle[3];
                check_singular(&arm, &handle, offset);
                let mut elbow = anywhere;
                elbow[3] = bend - std::f64::consts::FRAC_PI_2 + offset;
                check_singular(&arm, &elbow, offset);
                elbow[4] = bend + offset - elbow[3];
                check_singular(&arm, &elbow, offset);
            }
        }
    }
}

/// Whether the arm reaches a racket position with the face towards the net, tilted up or down and sideways, and the
/// handle in any direction along the blade.
fn reaches(arm: &Mounted<Rail6>, place: Vec3, tilt: f64, aside: f64) -> bool {
    let normal = Vec3::new(-tilt.cos() * aside.cos(), aside.sin() * tilt.cos(), tilt.sin());
    let level = Vec3::z().cross(&normal).normalize();
    (0..24).any(|i| {
        let (sin, cos) = (f64::from(i) * std::f64::consts::TAU / 24.0).sin_cos();
        let handle = level * cos + normal.cross(&level) * sin;
        let rotation = Matrix3::from_columns(&[normal, handle.cross(&normal), handle]);
        let pose = Pose::from_parts(place.into(), Rotation3::from_matrix_unchecked(rotation));
        arm.nearest(&pose, &Joints::zeros()).is_ok()
    })
}

#[test]
fn law_rail6_reaches_the_home_half_and_half_a_metre_behind_it() {
    let arm = Rail6::default().at_home();
    for i in 0..=24 {
        for j in 0..=12 {
            for z in [0.08, 0.2, 0.35, 0.5, 0.65] {
                let place = Vec3::new(0.05 + 1.82 * f64::from(i) / 24.0, -0.7625 + 1.525 * f64::from(j) / 12.0, z);
                for (tilt, aside) in [(0.0, 0.0), (0.5, 0.0), (-0.3, 0.0), (0.2, 0.4), (0.2, -0.4)] {
                    assert!(reaches(&arm, place, tilt, aside), "{place} tilted {tilt}, {aside} aside");
                }
            }
        }
    }
}

#[test]
fn bug_equal_links_that_fold_gave_a_solution_twice_and_a_planar_one_not_at_all() {
    // Symptom: duplicates of arm6, and for planar3 one solution of two, off by half a turn. Cause: the law of cosines,
    // and a rule for folded arms that holds for unequal links only. Law: all solutions, each once, however little the
    // arm is open.
    let geometry = Arm6Geometry { upper_arm: 0.7, forearm: 0.7, elbow_offset: 0.0, ..Arm6Geometry::IRB_2400 };
    let arm = Arm6::new(geometry, *Arm6::default().limits());
    let planar = Planar3 { links: [0.4, 0.4, 0.15] };
    for offset in offsets() {
        let joints = Joints::from([0.3, -0.5, -std::f64::consts::FRAC_PI_2 + offset, 0.1, 0.9, 0.4]);
        let pose = arm.forward(&joints);
        check_all(&arm, &pose, &arm.inverse(&pose, &joints).unwrap(), 1e-13);

        let joints = Joints::from([0.3, std::f64::consts::PI - offset.abs(), 0.2]);
        let pose = planar.forward(&joints);
        let found = planar.solutions(&pose, &joints, &Planar3::LIMITS).unwrap();
        for solution in &found {
            let reached = planar.forward(&solution.joints);
            assert!((reached.x - pose.x).abs() < 1e-10 && (reached.z - pose.z).abs() < 1e-10, "{offset:e}");
        }
        let sure = (2e-14 / offset.abs().max(1e-11)).max(5e-6);
        assert!(closest(&found, &joints).1 < sure, "offset {offset:e}: {found:?}");
    }
}

#[test]
fn bug_a_reference_that_is_no_number_came_back_as_joints() {
    let arm = Arm6::default();
    let pose = arm.forward(&Joints::repeat(0.3));
    for bad in [f64::NAN, f64::INFINITY, 1e12, -1e300] {
        let refused = arm.inverse(&pose, &Joints::repeat(bad));
        assert!(matches!(refused, Err(ReachError::JointNotFinite { number: 1, .. })), "{bad}: {refused:?}");
    }
}

#[test]
fn bug_the_wrist_flipped_where_the_slowest_joint_was_the_same() {
    // Of solutions whose slowest joint needs the same time, the one whose other joints move less is nearer.
    let arm = Arm6::default();
    let joints = Joints::from([
        -2.885939853061682,
        -0.8746840899535699,
        0.24185897205596252,
        -0.5826648,
        -1.3079703,
        0.58558513,
    ]);
    let nearest = arm.nearest(&arm.forward(&joints), &Joints::zeros()).unwrap();
    assert!((nearest.joints - joints).amax() < 1e-9, "{nearest:?}");
}
