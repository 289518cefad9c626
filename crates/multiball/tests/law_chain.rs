//! Serial chains: forward, Jacobian and the numerical inverse on arms of three to seven joints.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI, TAU};

use multiball::geometry::{Pose, Vec3};
use multiball::robot::{Chain, ChainError, ChainJoint, JointKind, JointLimits, Planar3, ReachError, Search};
use nalgebra::{Rotation3, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn turn(low_deg: f64, high_deg: f64) -> JointLimits {
    JointLimits::revolute_deg(low_deg, high_deg, 360.0, 3600.0, 36_000.0)
}

fn slide(low: f64, high: f64) -> JointLimits {
    JointLimits { kind: JointKind::Prismatic, low, high, ..turn(0.0, 0.0) }
}

/// An arm of six joints with a spherical wrist, sizes and ranges of an ABB IRB 2400.
fn six() -> Chain {
    six_with([(-180.0, 180.0), (-100.0, 110.0), (-60.0, 65.0), (-200.0, 200.0), (-120.0, 120.0), (-400.0, 400.0)])
}

fn six_with(ranges: [(f64, f64); 6]) -> Chain {
    let [r1, r2, r3, r4, r5, r6] = ranges.map(|(low, high)| turn(low, high));
    let arm = Chain::builder().shift(0.0, 0.0, 0.615).yaw("1", r1).shift(0.1, 0.0, 0.0).pitch("2", r2);
    let arm = arm.shift(0.0, 0.0, 0.705).pitch("3", r3).shift(0.0, 0.0, 0.135).roll("4", r4);
    let arm = arm.shift(0.755, 0.0, 0.0).pitch("5", r5).roll("6", r6).shift(0.085, 0.0, 0.0);
    arm.finish().unwrap()
}

/// Six joints of which no three axes meet: no closed form of the usual kind.
fn offset_wrist() -> Chain {
    let arm = Chain::builder().shift(0.0, 0.0, 0.089).yaw("1", turn(-360.0, 360.0)).shift(0.0, 0.136, 0.0);
    let arm = arm.pitch("2", turn(-360.0, 360.0)).shift(0.425, -0.12, 0.0).pitch("3", turn(-180.0, 180.0));
    let arm = arm.shift(0.392, 0.0, 0.0).pitch("4", turn(-360.0, 360.0)).shift(0.0, 0.093, 0.0);
    let arm = arm.yaw("5", turn(-360.0, 360.0)).shift(0.0, 0.0, -0.095).pitch("6", turn(-360.0, 360.0));
    arm.shift(0.0, 0.082, 0.0).finish().unwrap()
}

fn seven() -> Chain {
    let (wide, narrow) = (turn(-170.0, 170.0), turn(-120.0, 120.0));
    let arm = Chain::builder().shift(0.0, 0.0, 0.34).yaw("1", wide).pitch("2", narrow).shift(0.0, 0.0, 0.4);
    let arm = arm.yaw("3", wide).pitch("4", narrow).shift(0.0, 0.0, 0.4).yaw("5", wide).pitch("6", narrow);
    arm.yaw("7", turn(-175.0, 175.0)).shift(0.0, 0.0, 0.126).finish().unwrap()
}

const LINKS: [f64; 3] = [0.45, 0.40, 0.18];

/// The planar arm of the papers, standing askew in space.
fn planar() -> Chain {
    let arm = Chain::builder().turn(0.3, -0.7, 0.2).shift(0.2, 0.1, 0.3).yaw("1", turn(-150.0, 150.0));
    let arm = arm.shift(LINKS[0], 0.0, 0.0).yaw("2", turn(-150.0, 150.0)).shift(LINKS[1], 0.0, 0.0);
    arm.yaw("3", turn(-120.0, 120.0)).shift(LINKS[2], 0.0, 0.0).finish().unwrap()
}

fn rails() -> Chain {
    let arm = Chain::builder().joint("x", Vec3::x(), slide(-1.0, 1.0)).joint("y", Vec3::y(), slide(-0.5, 0.5));
    let arm = arm.shift(0.0, 0.0, 0.3).yaw("3", turn(-170.0, 170.0)).pitch("4", turn(-100.0, 100.0));
    let arm = arm.shift(0.0, 0.0, 0.4).pitch("5", turn(-100.0, 100.0)).roll("6", turn(-180.0, 180.0));
    arm.shift(0.1, 0.0, 0.05).finish().unwrap()
}

fn arms() -> [Chain; 5] {
    [six(), offset_wrist(), seven(), planar(), rails()]
}

fn random_joints(chain: &Chain, rng: &mut ChaCha8Rng) -> Vec<f64> {
    chain.joints().iter().map(|joint| rng.random_range(joint.limits.low..joint.limits.high)).collect()
}

fn apart(a: &Pose, b: &Pose) -> (f64, f64) {
    let angle = (a.rotation.matrix() - b.rotation.matrix()).norm() / 2.0_f64.sqrt();
    ((a.translation.vector - b.translation.vector).norm(), angle)
}

/// The pose is reached and every limit kept.
fn check_solution(chain: &Chain, pose: &Pose, found: &[f64]) {
    let (metres, radians) = apart(&chain.forward(found).unwrap(), pose);
    assert!(metres <= 1e-10 && radians <= 1.001e-10, "{metres:e} m, {radians:e} rad");
    for (value, joint) in found.iter().zip(chain.joints()) {
        assert!(joint.limits.contains(*value), "{} at {value}", joint.name);
    }
}

#[test]
fn ref_the_six_joint_arm_stands_where_its_drawing_puts_it() {
    let pose = six().forward(&[0.0; 6]).unwrap();
    assert!((pose.translation.vector - Vec3::new(0.94, 0.0, 1.455)).norm() < 1e-15);
    // Turned to its left, upper arm level, forearm down, hand bent to point ahead again.
    let pose = six().forward(&[FRAC_PI_2, FRAC_PI_2, 0.0, 0.0, -FRAC_PI_2, 0.0]).unwrap();
    let ahead = 0.1 + 0.705 + 0.135 + 0.085;
    assert!((pose.translation.vector - Vec3::new(0.0, ahead, 0.615 - 0.755)).norm() < 1e-15, "{pose}");
}

#[test]
fn law_a_planar_chain_is_the_planar_robot() {
    let (chain, flat) = (planar(), Planar3 { links: LINKS });
    let base = Pose::from_parts(
        (Rotation3::from_euler_angles(0.3, -0.7, 0.2) * Vec3::new(0.2, 0.1, 0.3)).into(),
        Rotation3::from_euler_angles(0.3, -0.7, 0.2),
    );
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..1000 {
        let q = random_joints(&chain, &mut rng);
        let in_plane = flat.forward(&Vector3::from_column_slice(&q));
        let local = Pose::from_parts(
            Vec3::new(in_plane.x, in_plane.z, 0.0).into(),
            Rotation3::from_euler_angles(0.0, 0.0, in_plane.phi),
        );
        let (metres, radians) = apart(&chain.forward(&q).unwrap(), &(base * local));
        assert!(metres < 1e-14 && radians < 1e-14);
    }
}

#[test]
fn law_the_jacobian_is_the_derivative() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for chain in arms() {
        for _ in 0..200 {
            let q = random_joints(&chain, &mut rng);
            let (pose, jacobian) = chain.forward_and_jacobian(&q).unwrap();
            assert_eq!(pose, chain.forward(&q).unwrap());
            for joint in 0..q.len() {
                let shifted = |h: f64| {
                    let mut q = q.clone();
                    q[joint] += h;
                    chain.forward(&q).unwrap()
                };
                let (ahead, behind) = (shifted(1e-6), shifted(-1e-6));
                let linear = (ahead.translation.vector - behind.translation.vector) / 2e-6;
                let spin =
                    (ahead.rotation.matrix() - behind.rotation.matrix()) / 2e-6 * pose.rotation.matrix().transpose();
                let angular = Vec3::new(spin[(2, 1)], spin[(0, 2)], spin[(1, 0)]);
                assert!((linear - jacobian.fixed_view::<3, 1>(0, joint)).norm() < 1e-8);
                assert!((angular - jacobian.fixed_view::<3, 1>(3, joint)).norm() < 1e-8);
            }
        }
    }
}

#[test]
fn law_the_inverse_closes_within_limits_on_random_poses() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for chain in arms() {
        for _ in 0..10_000 {
            let pose = chain.forward(&random_joints(&chain, &mut rng)).unwrap();
            let near = random_joints(&chain, &mut rng);
            let found = chain.solve(&pose, &near, &Search::default());
            check_solution(&chain, &pose, &found.unwrap_or_else(|error| panic!("{error}: {pose}")));
        }
    }
}

/// Joints at their limits, at right angles, or very near to them: that is where searches get stuck.
#[test]
fn law_the_inverse_closes_at_limits_and_near_singularities() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for chain in arms() {
        for i in 0..1500 {
            let hair = [0.0, 1e-8, 1e-6, 1e-4][i / 2 % 4];
            let mut place = |limits: &JointLimits| match (i % 2, rng.random_range(0..3)) {
                (0, 0) => limits.low,
                (0, 1) => limits.high,
                (0, _) => rng.random_range(limits.low..limits.high),
                _ => f64::from(rng.random_range(-4..=4)) * FRAC_PI_4 + hair * rng.random_range(-1.0..1.0),
            };
            let q: Vec<f64> = chain
                .joints()
                .iter()
                .map(|joint| place(&joint.limits).clamp(joint.limits.low, joint.limits.high))
                .collect();
            let pose = chain.forward(&q).unwrap();
            let found = chain.solve(&pose, &random_joints(&chain, &mut rng), &Search::default());
            check_solution(&chain, &pose, &found.unwrap_or_else(|error| panic!("{q:?}: {error}")));
        }
    }
}

#[test]
fn law_a_start_nearby_needs_no_other_and_stays_near() {
    let search = Search { starts: 1, ..Search::default() };
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for chain in arms() {
        let mut jumped = 0;
        for _ in 0..2000 {
            let (q, other) = (random_joints(&chain, &mut rng), random_joints(&chain, &mut rng));
            let near: Vec<f64> = q.iter().zip(other).map(|(q, other)| q + 0.03 * (other - q)).collect();
            let pose = chain.forward(&q).unwrap();
            let found = chain.solve(&pose, &near, &search).unwrap();
            check_solution(&chain, &pose, &found);
            jumped += usize::from(found.iter().zip(&near).any(|(found, near)| (found - near).abs() > 1.0));
        }
        // Near a singularity another branch may be as near.
        assert!(jumped < 60, "{jumped} of 2000");
    }
}

#[test]
fn law_the_same_seed_gives_the_same_answer() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let (chain, mut others) = (seven(), 0);
    for _ in 0..200 {
        let pose = chain.forward(&random_joints(&chain, &mut rng)).unwrap();
        let solve_all = |seed| chain.solve_all(&pose, &[0.0; 7], &Search { seed, starts: 5, ..Search::default() });
        assert_eq!(solve_all(1), solve_all(1));
        others += usize::from(solve_all(1) != solve_all(2));
    }
    assert!(others > 190);
}

#[test]
fn law_all_solutions_are_found_distinct_and_nearest_first() {
    let whole = (-180.0, 180.0);
    let chain = six_with([whole; 6]);
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut counts = [0; 9];
    for _ in 0..50 {
        let q = random_joints(&chain, &mut rng);
        let pose = chain.forward(&q).unwrap();
        let found = chain.solve_all(&pose, &[0.0; 6], &Search { starts: 300, ..Search::default() }).unwrap();
        found.iter().for_each(|found| check_solution(&chain, &pose, found));
        let farthest = |q: &[f64]| q.iter().map(|value| value.abs()).fold(0.0, f64::max);
        assert!(found.windows(2).all(|pair| farthest(&pair[0]) <= farthest(&pair[1])));
        assert!(found.iter().any(|found| found.iter().zip(&q).all(|(a, b)| ((a - b) / TAU).fract().abs() < 1e-6)));
        counts[found.len()] += 1;
    }
    // An arm with a spherical wrist has 8, 4 or, with its wrist within the base's offset, fewer; always an even number.
    assert!(counts[8] > 25 && counts[8] + counts[4] >= 49, "{counts:?}");
}

#[test]
fn law_both_elbows_of_a_planar_arm_are_found() {
    let chain = planar();
    let q = [0.4, 0.9, -0.3];
    let pose = chain.forward(&q).unwrap();
    let found = chain.solve_all(&pose, &q, &Search::default()).unwrap();
    assert_eq!(found.len(), 2);
    assert!(found[0].iter().zip(q).all(|(a, b)| (a - b).abs() < 1e-9));
    assert!((found[1][1] + 0.9).abs() < 1e-9);
}

#[test]
fn law_turns_are_those_nearest_to_where_the_arm_is() {
    let chain = six();
    let q = [0.3, 0.2, 0.1, 0.4, 0.8, 0.5];
    let pose = chain.forward(&q).unwrap();
    let near = [0.3, 0.2, 0.1, 0.4, 0.8, 0.5 - TAU];
    let found = chain.solve(&pose, &near, &Search::default()).unwrap();
    assert!(found.iter().zip(near).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?}");
}

#[test]
fn law_what_is_out_of_reach_says_by_how_much() {
    let search = Search::default();
    // Straight up the arm is 0.615 + 0.705 + the forearm + 0.085 high at most.
    let up = Rotation3::from_euler_angles(0.0, -FRAC_PI_2, 0.0);
    let far = Pose::from_parts(Vec3::new(0.0, 0.0, 9.0).into(), up);
    let Err(ReachError::NotConverged { tries, position_m, angle_rad }) = six().solve(&far, &[0.0; 6], &search) else {
        panic!("reached {far}")
    };
    assert_eq!(tries, 100);
    assert!(position_m > 6.8 && position_m < 7.5 && angle_rad < 0.6, "{position_m} m, {angle_rad} rad");
    // A planar arm does not leave its plane, not even by a micrometre.
    let q = [0.4, 0.9, -0.3];
    let pose = planar().forward(&q).unwrap();
    let lifted = pose * nalgebra::Translation3::new(0.0, 0.0, 1e-6);
    let Err(ReachError::NotConverged { position_m, .. }) = planar().solve(&lifted, &q, &search) else {
        panic!("reached {lifted}")
    };
    assert!((position_m - 1e-6).abs() < 1e-8, "{position_m}");
    let coarse = Search { position_m: 2e-6, ..search };
    assert!(planar().solve(&lifted, &q, &coarse).is_ok());
}

#[test]
fn law_limits_that_stand_in_the_way_are_named() {
    let whole = (-180.0, 180.0);
    let free = six_with([whole; 6]);
    let pose = free.forward(&[0.2, 0.3, 2.0, 0.4, 0.5, 0.6]).unwrap();
    let error = six().solve(&pose, &[0.0; 6], &Search::default()).unwrap_err();
    let ReachError::OutsideLimits { value, low, high, .. } = error else { panic!("{error}") };
    assert!(value < low || value > high);
    let out_of_rail = Pose::translation(3.0, 0.0, 0.0) * rails().forward(&[1.0, 0.0, 0.1, 0.2, 0.3, 0.4]).unwrap();
    let error = rails().solve(&out_of_rail, &[0.0; 6], &Search::default()).unwrap_err().to_string();
    assert!(error.contains("joint 1 at") && error.contains("allowed are -1.0000 to 1.0000 m"), "{error}");
}

#[test]
fn law_values_that_are_no_joints_are_refused() {
    let error = six().forward(&[0.0; 5]).unwrap_err();
    assert_eq!(error, ReachError::JointCount { given: 5, needed: 6 });
    assert_eq!(error.to_string(), "5 joint values were given, this arm needs 6");
    assert!(six().forward_and_jacobian(&[0.0; 7]).is_err());
    let bad = [0.0, 0.0, f64::NAN, 0.0, 0.0, 0.0];
    let error = six().solve(&Pose::identity(), &bad, &Search::default()).unwrap_err();
    assert!(matches!(error, ReachError::JointNotFinite { number: 3, .. }), "{error}");
    let nowhere = Pose::translation(f64::NAN, 0.0, 0.0);
    assert_eq!(six().solve(&nowhere, &[0.0; 6], &Search::default()), Err(ReachError::NotFinite));
}

#[test]
fn law_parts_that_make_no_chain_are_refused_with_place_and_value() {
    let joint = |name: &str, axis: Vec3, limits: JointLimits| ChainJoint {
        name: name.to_owned(),
        parent_from_joint: Pose::identity(),
        axis,
        limits,
    };
    let refused = |joints: Vec<ChainJoint>| Chain::new(joints, Pose::identity()).unwrap_err();
    let (z, whole) = (Vec3::z(), turn(-180.0, 180.0));
    assert_eq!(refused(vec![]), ChainError::NoJoints);
    assert!(refused(vec![joint("", z, whole)]).to_string().contains("joint number 1"));
    assert!(
        refused(vec![joint("a", z, whole), joint("a", z, whole)]).to_string().contains("two joints are called \"a\"")
    );
    assert!(
        refused(vec![joint("a", Vec3::zeros(), whole)]).to_string().contains("joint \"a\": the axis [0.0, 0.0, 0.0]")
    );
    assert!(refused(vec![joint("a", z * f64::NAN, whole)]).to_string().contains("NaN"));
    assert!(
        refused(vec![joint("a", z, turn(10.0, -10.0))]).to_string().contains("from 0.17453292519943295 to -0.1745")
    );
    let still = JointLimits { speed: 0.0, ..whole };
    assert!(refused(vec![joint("a", z, still)]).to_string().contains("greatest speed is 0; it must be above 0"));
    let lost = Chain::builder().yaw("a", whole).shift(f64::INFINITY, 0.0, 0.0).finish().unwrap_err();
    assert!(lost.to_string().contains("the tip: its frame") && lost.to_string().contains("inf"), "{lost}");
}

/// Endless sliding joints and a chain without lengths have no natural scale; they work all the same.
#[test]
fn law_chains_without_a_scale_work() {
    let endless = |kind| JointLimits { kind, low: f64::NEG_INFINITY, high: f64::INFINITY, ..turn(0.0, 0.0) };
    let (slide, turn) = (endless(JointKind::Prismatic), endless(JointKind::Revolute));
    let gantry = Chain::builder().roll("x", slide).pitch("y", slide).yaw("z", slide);
    let gantry = gantry.yaw("4", turn).pitch("5", turn).roll("6", turn).finish().unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    for _ in 0..500 {
        let mut q: Vec<f64> = (0..6).map(|_| rng.random_range(-PI..PI)).collect();
        q[0] *= 1000.0;
        let pose = gantry.forward(&q).unwrap();
        let found = gantry.solve(&pose, &[0.0; 6], &Search::default()).unwrap();
        check_solution(&gantry, &pose, &found);
    }
}
