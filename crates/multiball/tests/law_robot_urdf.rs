//! The robots with closed forms as chains and as URDF: the same robot, read back.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::robot::{Chain, ChainRobot, NAMES, ReachError, Robot, Search, by_name, from_toml};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The robots that come with the library, then some that stand elsewhere, hold something and have other lengths.
fn robots() -> Vec<(String, Box<dyn Robot>)> {
    let place = "[base]\nposition_m = [0.4, -1.2, 0.3]\nquaternion = [0.5, -0.5, 0.1, 0.7]\n\
                 [tool]\nposition_m = [0.05, 0.1, -0.2]\nquaternion = [0.1, 0.7, 0.7, -0.1]\n";
    let mut robots: Vec<(String, Box<dyn Robot>)> =
        NAMES.iter().map(|name| ((*name).to_owned(), by_name(name).unwrap())).collect();
    for (kind, lengths) in [
        ("arm6", "shoulder_height = -0.2\nshoulder_offset = -0.3\nelbow_offset = -0.1\nhand = 0"),
        ("serve5", "shoulder_height = 0\nforearm = 0.9"),
        ("rail6", "height = -0.4\nside_offset = -0.3"),
    ] {
        let text = format!("kind = \"{kind}\"\n[lengths_m]\n{lengths}\n{place}");
        robots.push((format!("{kind} elsewhere"), from_toml(&text).unwrap()));
    }
    robots
}

fn random_joints(robot: &dyn Robot, rng: &mut ChaCha8Rng) -> Vec<f64> {
    robot.limits().iter().map(|limits| rng.random_range(limits.low..limits.high)).collect()
}

#[test]
fn law_urdf_written_and_read_back_is_the_closed_form() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for (name, robot) in robots() {
        let chain = Chain::from_urdf(&robot.chain().unwrap().to_urdf(&name), None).unwrap();
        for _ in 0..1000 {
            let joints = random_joints(&*robot, &mut rng);
            let (pose, jacobian) = chain.forward_and_jacobian(&joints).unwrap();
            let (end, expected) = robot.forward_and_jacobian(&joints).unwrap();
            assert!((pose.to_homogeneous() - end.to_homogeneous()).amax() < 1e-12, "{name} {joints:?}");
            assert!((jacobian - expected).amax() < 1e-12, "{name} {joints:?}");
        }
    }
}

#[test]
fn law_urdf_keeps_names_ranges_and_speeds() {
    for (name, robot) in robots() {
        let chain = Chain::from_urdf(&robot.chain().unwrap().to_urdf(&name), None).unwrap();
        let names: Vec<&str> = chain.joints().iter().map(|joint| joint.name.as_str()).collect();
        assert_eq!(names, robot.joint_names(), "{name}");
        for (joint, limits) in chain.joints().iter().zip(robot.limits()) {
            let read = joint.limits;
            assert_eq!(
                (read.kind, read.low, read.high, read.speed),
                (limits.kind, limits.low, limits.high, limits.speed)
            );
        }
    }
}

#[test]
fn law_the_search_finds_what_the_closed_form_knows() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for (name, robot) in robots().into_iter().filter(|(name, _)| name != "planar3") {
        let numerical = ChainRobot::new(robot.chain().unwrap(), Search::default());
        for _ in 0..5 {
            let joints = random_joints(&*robot, &mut rng);
            let (pose, _) = robot.forward_and_jacobian(&joints).unwrap();
            let found = numerical.inverse(&pose, &robot.home()).unwrap();
            assert!(found.iter().all(|solution| solution.branch.is_none() && solution.in_limits), "{name}");
            let exact = robot.inverse(&pose, &robot.home()).unwrap();
            for solution in exact.iter().filter(|solution| solution.in_limits) {
                let same = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5);
                assert!(
                    found.iter().any(|other| same(&other.joints, &solution.joints)),
                    "{name}: {solution:?}\n{found:?}"
                );
            }
            // Started at the arm's own joints, the search returns them.
            let nearest = numerical.nearest(&pose, &joints).unwrap();
            assert!(nearest.joints.iter().zip(&joints).all(|(a, b)| (a - b).abs() < 1e-5), "{name}: {nearest:?}");
        }
    }
}

#[test]
fn law_a_chain_says_why_it_has_no_answer() {
    let chain = by_name("arm6").unwrap().chain().unwrap();
    let robot = ChainRobot::new(chain, Search { starts: 20, ..Search::default() });
    let mut pose = robot.forward(&[0.1; 6]).unwrap();
    pose.translation.vector *= 10.0;
    let error = robot.nearest(&pose, &robot.home()).unwrap_err();
    assert!(matches!(error, ReachError::NotConverged { tries: 20, position_m, .. } if position_m > 5.0), "{error}");
}
