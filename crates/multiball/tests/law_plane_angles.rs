//! Paper 001's angles between planes: exact up to their signs, of which two choices close, and where they fail.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use std::f64::consts::PI;

use multiball::experiments::{InverseTrial, PlaneAngles, PlaneTrial, WristSigns};
use multiball::geometry::Vec3;
use multiball::robot::{Arm, Arm6, Arm6Geometry, Elbow, Joints, Shoulder, ToolAngles};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The formulas for the pose that joints reach.
fn planes(arm: &Arm6, joints: &Joints<6>, shoulder: Shoulder, elbow: Elbow) -> Option<PlaneAngles> {
    let pose = arm.forward(joints);
    PlaneAngles::of(arm.geometry(), &pose.translation.vector, &ToolAngles::of(&pose.rotation), shoulder, elbow)
}

/// Arms of other lengths than the default.
fn random_arm(rng: &mut ChaCha8Rng) -> Arm6 {
    let geometry = Arm6Geometry {
        shoulder_height: rng.random_range(-0.5..1.0),
        shoulder_offset: rng.random_range(-0.2..0.3),
        upper_arm: rng.random_range(0.3..1.0),
        elbow_offset: rng.random_range(-0.2..0.2),
        forearm: rng.random_range(0.3..1.0),
        hand: rng.random_range(0.0..0.2),
    };
    Arm6::new(geometry, *Arm6::default().limits())
}

#[test]
fn law_two_choices_of_signs_close_for_each_arm_and_they_are_our_solutions() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for seed in 0..5 {
        let arm = if seed == 0 { Arm6::default() } else { random_arm(&mut rng) };
        let trial = PlaneTrial::anywhere(&arm, 1000, seed);
        assert_eq!((trial.poses, trial.undefined, trial.missed), (1000, 0, 0), "{arm:?}");
        assert_eq!(trial.solutions, InverseTrial::anywhere(&arm, 1000, seed).solutions, "the same poses");
        assert_eq!(trial.solutions, 2 * trial.arms);
        assert!(trial.arms <= 4 * trial.poses && trial.arms >= trial.poses);
        // An angle within the tolerance of 0 or π/2 is the same in two quadrants.
        assert!(trial.not_two <= 3 && trial.closing >= 2 * trial.arms, "{trial:?}");
        assert!(trial.position_m < 1e-7 && trial.angle_rad < 1e-7, "{} {}", trial.position_m, trial.angle_rad);
    }
}

#[test]
fn law_the_rule_of_signs_needs_no_trying() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for seed in 0..5 {
        let arm = random_arm(&mut rng);
        let trial = PlaneTrial::anywhere(&arm, 1000, seed);
        assert_eq!(trial.by_rule, trial.arms, "{arm:?}");
    }
}

#[test]
fn law_a_choice_closes_with_the_wrist_bent_to_either_side() {
    let choices: Vec<WristSigns> = WristSigns::all().collect();
    assert_eq!((choices.len(), choices[0]), (WristSigns::COUNT, WristSigns::PRINTED));
    let trial = PlaneTrial::anywhere(&Arm6::default(), 1000, 3);
    for (index, signs) in choices.iter().enumerate() {
        assert!(!choices[..index].contains(signs), "{signs} twice");
        assert_eq!(signs.flipped().flipped(), *signs);
        let flipped = choices.iter().position(|other| *other == signs.flipped()).unwrap();
        assert_eq!(trial.by_choice[index], trial.by_choice[flipped], "{signs}");
    }
    assert!(trial.by_choice[..WristSigns::COUNT / 2].iter().all(|count| *count > 0), "every choice is needed");
}

#[test]
fn law_planes_measure_the_joints_up_to_sign_and_quadrant() {
    let (arm, mut rng) = (Arm6::default(), ChaCha8Rng::seed_from_u64(4));
    let acute = |angle: f64| angle.cos().abs().acos();
    for _ in 0..1000 {
        // Arm ahead and elbow up: the arm's own joints are those of the formulas.
        let arm_joints = [rng.random_range(-3.0..3.0), rng.random_range(-1.0..0.3), rng.random_range(-1.0..0.3)];
        let [phi4, phi6] = [(); 2].map(|()| rng.random_range(-3.0..3.0));
        let phi5: f64 = rng.random_range(0.1..3.0);
        let joints = Joints::from([arm_joints[0], arm_joints[1], arm_joints[2], phi4, -phi5, phi6]);
        let planes = planes(&arm, &joints, Shoulder::Front, Elbow::Up).unwrap();
        for (found, own) in planes.arm.iter().zip(arm_joints) {
            assert!((found - own).abs() < 1e-9, "{joints} {planes:?}");
        }
        assert!((planes.phi4 - acute(phi4)).abs() < 1e-6 && (planes.phi5 - phi5).abs() < 1e-9, "{joints} {planes:?}");
        assert!((planes.zeta - acute(planes.tool.roll - phi6)).abs() < 1e-6, "{joints} {planes:?}");
    }
}

/// The cosines of φ5 itself and as printed differ by sin el sin β (1 - cos Δ), with Δ between the azimuths.
#[test]
fn law_equation_11_holds_where_forearm_and_gripper_share_a_vertical_plane_or_one_is_level() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let arm = Arm6::default();
    for _ in 0..1000 {
        let joints = Joints::from_fn(|_, _| rng.random_range(-PI..PI));
        let Some(planes) = planes(&arm, &joints, Shoulder::Front, Elbow::Up) else { continue };
        let (tool, printed) = (planes.tool, planes.printed_phi5([true, true]));
        let around = (tool.azimuth - planes.arm[0]).cos();
        let expected = tool.elevation.sin() * planes.beta.sin() * (1.0 - around);
        assert!((planes.phi5.cos() - printed.cos() - expected).abs() < 1e-12, "{planes:?}");
        for (azimuth, elevation, beta) in [
            (planes.arm[0], tool.elevation, planes.beta),
            (tool.azimuth, 0.0, planes.beta),
            (tool.azimuth, tool.elevation, 0.0),
        ] {
            let tool = ToolAngles { azimuth, elevation, ..tool };
            let special = PlaneAngles { beta, tool, ..planes };
            let itself =
                tool.elevation.cos() * beta.cos() * (azimuth - planes.arm[0]).cos() + tool.elevation.sin() * beta.sin();
            assert!((special.printed_phi5([true, true]).cos() - itself).abs() < 1e-14, "{special:?}");
        }
    }
}

#[test]
fn law_where_a_plane_is_undefined_or_the_wrist_out_of_reach_there_is_no_number() {
    // Without a hand the wrist stays where it is, however the gripper points.
    let geometry = Arm6Geometry { hand: 0.0, ..Arm6Geometry::IRB_2400 };
    let of = |end: [f64; 3], azimuth, elevation| {
        let tool = ToolAngles { azimuth, elevation, roll: 0.3 };
        PlaneAngles::of(&geometry, &Vec3::from(end), &tool, Shoulder::Front, Elbow::Up)
    };
    let end = [-0.2, 0.9, 1.1];
    let planes = of(end, 0.1, 0.2).unwrap();
    assert_eq!(of(end, planes.arm[0], planes.beta), None, "gripper along the forearm");
    assert!(of(end, planes.arm[0] + 1e-9, planes.beta).is_some());
    assert_eq!(of([0.0, 3.0, 1.0], 0.1, 0.2), None, "too far");
    assert_eq!(of([0.0, 0.1, 0.615], 0.1, 0.2), None, "in the shoulder");
}

#[test]
fn law_near_singularities_half_of_the_digits_are_lost_and_no_more() {
    let trial = PlaneTrial::near_singularities(&Arm6::default(), 5000, 1);
    assert!(trial.position_m < 1e-6 && trial.angle_rad < 1e-6, "{} {}", trial.position_m, trial.angle_rad);
}
