//! Robots known at run time: files hold the defaults, refusals name the line, and the façade is the arm behind it.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use std::path::Path;

use multiball::geometry::{Capsule, Pose, Vec3, rotation_from_quaternion};
use multiball::hall::Scenario;
use multiball::robot::{
    Arm, Arm6, ChainRobot, JointKind, Joints, Mounted, NAMES, Planar3, PlanarRobot, Rail6, ReachError, Robot,
    RobotFileError, Search, Serve5, by_name, from_toml,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn repository_text(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)).unwrap()
}

/// All that a robot is made of: numbers are shown with all their digits.
fn shown(robot: &dyn Robot) -> String {
    format!("{robot:?}")
}

fn robot_text(name: &str) -> String {
    repository_text(&format!("robots/{name}.toml"))
}

#[test]
fn law_each_robot_file_holds_the_defaults() {
    for name in NAMES {
        let built_in = by_name(name).unwrap();
        assert_eq!(shown(&*from_toml(&robot_text(name)).unwrap()), shown(&*built_in), "{name}");
        assert_eq!(shown(&*from_toml(&format!("kind = \"{name}\"")).unwrap()), shown(&*built_in), "{name}");
        assert_eq!(built_in.kind(), name);
    }
    assert!(by_name("arm7").is_none());
}

/// Every field is in the files, so that a reader finds it: each one changed makes another robot.
#[test]
fn law_every_field_of_the_robot_files_counts() {
    let mut changed = 0;
    for name in NAMES {
        let (text, built_in) = (robot_text(name), by_name(name).unwrap());
        for (i, line) in text.lines().enumerate() {
            let Some((field, _)) = line.split_once(" = ").filter(|(field, _)| *field != "kind") else { continue };
            let value = match field {
                "links" => "[0.5, 0.5, 0.5]",
                "position_m" => "[0.5, 0.5, 0.5]",
                "quaternion" => "[0.5, 0.5, 0.5, 0.5]",
                "tolerance" => "0.002",
                _ => "1.75",
            };
            let lines = text.lines().enumerate();
            let lines: Vec<String> =
                lines.map(|(j, line)| if i == j { format!("{field} = {value}") } else { line.to_owned() }).collect();
            let other = from_toml(&lines.join("\n")).unwrap();
            assert_ne!(shown(&*other), shown(&*built_in), "{name}, line {}: {line}", i + 1);
            changed += 1;
        }
    }
    assert_eq!(changed, 1 + 15 + 6 + 30 + 4 + 4 + 25 + 4 + 4 + 30 + 4);
}

#[test]
fn law_planar3_is_the_robot_of_the_planar_rally() {
    let settings =
        Scenario::from_toml(&repository_text("crates/multiball/scenarios/planar.toml")).unwrap().planar.unwrap();
    assert_eq!(Planar3::default().links, settings.links_m);
    for (limits, speed) in Planar3::LIMITS.iter().zip(settings.joint_speed_limit_rad_s) {
        assert!((limits.speed - speed).abs() < 1e-12);
    }
}

#[test]
fn law_what_a_file_leaves_out_is_the_default() {
    let text = "kind = \"arm6\"\n[lengths_m]\nforearm = 0.9\n[tool]\nposition_m = [0, 0.2, 0]\n";
    let robot = from_toml(text).unwrap();
    let mounted = robot.downcast_ref::<Mounted<Arm6>>().unwrap();
    assert_eq!((mounted.arm.geometry().forearm, mounted.arm.geometry().upper_arm), (0.9, 0.705));
    assert_eq!(Arm::limits(&mounted.arm), Arm::limits(&Arm6::default()));
    assert_eq!(mounted.end_from_tool.translation.vector, Vec3::new(0.0, 0.2, 0.0));
    // One joint of five has one field.
    let joints = "[[joints]]\n".repeat(4);
    let text = format!("kind = \"serve5\"\n{joints}[[joints]]\nhigh_deg = inf\n");
    let robot = from_toml(&text).unwrap();
    let limits = robot.limits();
    assert_eq!(limits[4].high, f64::INFINITY);
    assert_eq!((limits[4].low, limits[4].speed), (by_name("serve5").unwrap().limits()[4].low, limits[0].speed));
}

#[test]
fn law_a_rounded_quaternion_is_made_a_rotation() {
    let text = "kind = \"rail6\"\n[base]\nquaternion = [0.7071, 0, 0, 0.7071]\n";
    let robot = from_toml(text).unwrap();
    let mounted = robot.downcast_ref::<Mounted<Rail6>>().unwrap();
    let half = 0.5f64.sqrt();
    let exact = rotation_from_quaternion([half, 0.0, 0.0, half]).unwrap();
    assert!((mounted.world_from_base.rotation.matrix() - exact.matrix()).amax() < 1e-15);
}

#[test]
fn law_what_makes_no_sense_is_refused_with_its_line() {
    let joints = |count: usize, last: &str| format!("{}[[joints]]\n{last}\n", "[[joints]]\n".repeat(count - 1));
    for (text, words) in [
        ("kind = \"arm7\"\n".to_owned(), &["line 1", "`arm7`", "`planar3`", "`arm6`", "`serve5`", "`rail6`"][..]),
        ("[lengths_m]\nhand = 0.1\n".to_owned(), &["missing field `kind`", "planar3, arm6, serve5, rail6"]),
        (String::new(), &["missing field `kind`", "planar3, arm6, serve5, rail6"]),
        ("kind = 6\n".to_owned(), &["line 1", "kind = 6"]),
        ("kind = \"arm6\n".to_owned(), &["line 1"]),
        ("kind = \"arm6\"\nlengths = 1\n".to_owned(), &["line 2", "unknown field `lengths`", "`lengths_m`"]),
        ("kind = \"arm6\"\n[lengths_m]\nheight = 1\n".to_owned(), &["line 3", "unknown field `height`", "`hand`"]),
        ("kind = \"arm6\"\n[lengths_m]\nforearm = 0\n".to_owned(), &["line 3", "0 is not allowed", "at least 0.001"]),
        ("kind = \"arm6\"\n[lengths_m]\nhand = nan\n".to_owned(), &["line 3", "NaN is not allowed", "at most 10"]),
        ("kind = \"arm6\"\n[lengths_m]\nhand = \"long\"\n".to_owned(), &["line 3", "invalid type", "long"]),
        ("kind = \"serve5\"\n[lengths_m]\ntolerance = 1\n".to_owned(), &["line 3", "1 is not allowed", "0.01"]),
        ("kind = \"planar3\"\n[lengths_m]\nlinks = [1, 1]\n".to_owned(), &["line 3", "length 2", "3"]),
        ("kind = \"planar3\"\n[base]\n".to_owned(), &["line 2", "unknown field `base`", "`joints`"]),
        (format!("kind = \"serve5\"\n{}", joints(4, "")), &["line 2", "4 [[joints]]", "has 5", "or none"]),
        (format!("kind = \"serve5\"\n{}", joints(6, "")), &["line 2", "6 [[joints]]", "has 5", "or none"]),
        ("kind = \"serve5\"\njoints = []\n".to_owned(), &["line 2", "0 [[joints]]", "has 5"]),
        (
            format!("kind = \"arm6\"\n{}", joints(6, "low_m = 1")),
            &["line 8", "joint 6 turns", "`low_m`", "low_deg, high_deg"],
        ),
        (
            "kind = \"rail6\"\n[[joints]]\n\nspeed_deg_s = 1\n".to_owned() + &joints(5, ""),
            &["line 4", "joint 1 slides", "`speed_deg_s`", "low_m, high_m"],
        ),
        (format!("kind = \"arm6\"\n{}", joints(6, "lowest = 1")), &["line 8", "unknown field `lowest`", "`low_deg`"]),
        (
            format!("kind = \"arm6\"\n{}", joints(6, "speed_deg_s = 0")),
            &["line 8", "joint 6", "speed_deg_s = 0", "greater than 0"],
        ),
        (
            format!("kind = \"arm6\"\n{}", joints(6, "low_deg = nan")),
            &["line 8", "joint 6", "low_deg = NaN", "at most 3600"],
        ),
        (
            format!("kind = \"arm6\"\n{}", joints(6, "high_deg = -500")),
            &["line 8", "joint 6", "low_deg = -400", "above high_deg = -500"],
        ),
        (
            format!("kind = \"rail6\"\n{}", joints(6, "").replacen("[[joints]]", "[[joints]]\nlow_m = 2", 1)),
            &["line 3", "joint 1", "low_m = 2", "above high_m = 1.85"],
        ),
        (
            "kind = \"arm6\"\n[base]\nquaternion = [1, 1, 0, 0]\n".to_owned(),
            &["line 3", "length 1.414214", "must be 1 within 0.001"],
        ),
        (
            "kind = \"arm6\"\n[tool]\nquaternion = [0, 0, 0, 0]\n".to_owned(),
            &["line 3", "length 0.000000", "must be 1"],
        ),
        (
            "kind = \"arm6\"\n[tool]\nposition_m = [0, 0, 1e9]\n".to_owned(),
            &["line 3", "1000000000 is not allowed", "at most 100"],
        ),
    ] {
        let said = from_toml(&text).unwrap_err().to_string();
        for word in words {
            assert!(said.contains(word), "the message should hold `{word}`\n{text}\n{said}");
        }
    }
    assert!(matches!(from_toml("kind = 1"), Err(RobotFileError::Text(_))));
}

/// Joints anywhere within the limits.
fn random_joints(robot: &dyn Robot, rng: &mut ChaCha8Rng) -> Vec<f64> {
    robot.limits().iter().map(|limits| rng.random_range(limits.low..limits.high)).collect()
}

/// How far two poses are apart, m and rad.
fn apart(a: &Pose, b: &Pose) -> f64 {
    (a.to_homogeneous() - b.to_homogeneous()).amax()
}

#[test]
fn law_every_robot_closes_and_finds_where_it_is() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for name in NAMES {
        let robot = by_name(name).unwrap();
        for _ in 0..2000 {
            let joints = random_joints(&*robot, &mut rng);
            assert!(robot.in_limits(&joints));
            let (pose, _) = robot.forward_and_jacobian(&joints).unwrap();
            let all = robot.inverse(&pose, &joints).unwrap();
            for solution in &all {
                let (reached, _) = robot.forward_and_jacobian(&solution.joints).unwrap();
                assert!(apart(&reached, &pose) < 1e-10, "{name}: {joints:?} {solution:?}");
                assert_eq!(robot.in_limits(&solution.joints), solution.in_limits);
            }
            let nearest = robot.nearest(&pose, &joints).unwrap();
            assert!(all.contains(&nearest) && nearest.in_limits);
            assert!(
                nearest.joints.iter().zip(&joints).all(|(a, b)| (a - b).abs() < 1e-4),
                "{name}: {joints:?} {nearest:?}"
            );
        }
    }
}

#[test]
fn law_the_jacobian_is_the_arm_s_own() {
    let (arm, robot) = (Arm6::default(), by_name("arm6").unwrap());
    let joints = [0.3, -0.4, 0.2, 1.0, -0.6, 2.0];
    let (pose, jacobian) = Arm::forward_and_jacobian(&arm, &Joints::from(joints));
    let (end, matrix) = robot.forward_and_jacobian(&joints).unwrap();
    assert_eq!(end, pose);
    assert_eq!((matrix.shape(), matrix.as_slice()), ((6, 6), jacobian.as_slice()));
    let (_, matrix) = by_name("planar3").unwrap().forward_and_jacobian(&joints[..3]).unwrap();
    let planar = Planar3::default().jacobian(&nalgebra::Vector3::from_column_slice(&joints[..3]));
    for (row, planar_row, sign) in [(0, 0, 1.0), (2, 1, 1.0), (4, 2, -1.0)] {
        assert_eq!(matrix.row(row) * sign, planar.row(planar_row));
    }
    assert!([1, 3, 5].iter().all(|row| matrix.row(*row).amax() == 0.0));
}

#[test]
fn law_the_planar_robot_keeps_the_rule_of_singular_poses() {
    let robot = by_name("planar3").unwrap();
    for (joints, count) in [([0.4, 0.0, 0.3], 1), ([0.4, 1e-9, 0.3], 1), ([0.4, 1e-4, 0.3], 2), ([0.4, 3.1, 0.3], 2)] {
        let (pose, _) = robot.forward_and_jacobian(&joints).unwrap();
        let all = robot.inverse(&pose, &[0.0; 3]).unwrap();
        assert_eq!(all.len(), count, "{joints:?}");
        for solution in &all {
            assert!(apart(&robot.forward_and_jacobian(&solution.joints).unwrap().0, &pose) < 1e-10);
        }
    }
    // Folded, with the wrist in the shoulder: the first joint is free and stays where it is.
    let (pose, _) = robot.forward_and_jacobian(&[0.4, std::f64::consts::PI, 0.3]).unwrap();
    let all = robot.inverse(&pose, &[1.25, 0.0, 0.0]).unwrap();
    assert_eq!((all.len(), all[0].joints[0]), (1, 1.25));
    assert!(apart(&robot.forward_and_jacobian(&all[0].joints).unwrap().0, &pose) < 1e-10);
}

#[test]
fn law_what_cannot_be_is_refused() {
    let arm6 = by_name("arm6").unwrap();
    let (pose, _) = arm6.forward_and_jacobian(&[0.1; 6]).unwrap();
    assert_eq!(arm6.forward_and_jacobian(&[0.1; 5]), Err(ReachError::JointCount { given: 5, needed: 6 }));
    assert_eq!(arm6.inverse(&pose, &[0.1; 7]), Err(ReachError::JointCount { given: 7, needed: 6 }));
    let nowhere = [0.0, 0.0, f64::INFINITY, 0.0, 0.0, 0.0];
    let not_finite = ReachError::JointNotFinite { number: 3, value: f64::INFINITY };
    assert_eq!(arm6.nearest(&pose, &nowhere), Err(not_finite));
    let planar = by_name("planar3").unwrap();
    assert!(matches!(planar.inverse(&pose, &[0.0; 3]), Err(ReachError::OffPlane { by_m, .. }) if by_m > 0.1));
    let mut off_plane = planar.forward(&[0.1; 3]).unwrap();
    off_plane.translation.vector.y = 0.02;
    let off = planar.nearest(&off_plane, &[0.0; 3]);
    assert!(matches!(off, Err(ReachError::OffPlane { by_m: 0.02, by_rad }) if by_rad.abs() < 1e-15), "{off:?}");
    let few = &mut [nalgebra::Vector6::zeros(); 5];
    let wrong = Err(ReachError::JointCount { given: 5, needed: 6 });
    assert_eq!(arm6.forward_and_columns(&[0.1; 6], few), wrong);
    assert!(!arm6.in_limits(&[0.0; 5]) && !arm6.in_limits(&[9.0; 6]));
}

#[test]
fn law_home_is_within_the_limits() {
    for name in NAMES {
        let robot = by_name(name).unwrap();
        assert!(robot.in_limits(&robot.home()));
        for (value, limits) in robot.home().iter().zip(robot.limits()) {
            assert_eq!(*value, if limits.kind == JointKind::Prismatic { limits.middle() } else { 0.0 });
        }
    }
    let joints = "[[joints]]\n".repeat(5);
    let text = format!("kind = \"arm6\"\n[[joints]]\nlow_deg = 90\n{joints}");
    assert_eq!(from_toml(&text).unwrap().home()[0], std::f64::consts::FRAC_PI_2);
}

/// Robots of every kind, bare and mounted, with what their own types answer.
#[test]
fn law_a_robot_behind_the_trait_is_its_own_type_bit_for_bit() {
    fn check<const N: usize, A: Arm<N> + Robot + Copy>(arm: A)
    where
        Mounted<A>: Robot,
    {
        let place = Pose::new(Vec3::new(0.4, -1.2, 0.3), Vec3::new(0.3, -0.8, 1.1));
        let tool = Pose::new(Vec3::new(0.05, 0.1, -0.2), Vec3::new(-0.2, 0.4, 0.9));
        let mounted = Mounted { arm, world_from_base: place, end_from_tool: tool };
        let any = Mounted { arm: arm.clone_box(), world_from_base: place, end_from_tool: tool };
        let mut rng = ChaCha8Rng::seed_from_u64(8);
        for _ in 0..500 {
            let list = random_joints(&arm, &mut rng);
            let (joints, near) = (Joints::<N>::from_column_slice(&list), random_joints(&arm, &mut rng));
            let static_near = Joints::from_column_slice(&near);
            let mut columns = vec![nalgebra::Vector6::zeros(); N];
            let robots: [(&dyn Robot, &dyn Arm<N>); 3] = [(&arm, &arm), (&mounted, &mounted), (&any, &mounted)];
            for (robot, own) in robots {
                let (pose, jacobian) = own.forward_and_jacobian(&joints);
                assert_eq!(robot.forward(&list), Ok(own.forward(&joints)));
                assert_eq!(robot.forward_and_columns(&list, &mut columns), Ok(pose));
                assert!(columns.iter().zip(jacobian.column_iter()).all(|(a, b)| *a == b));
                let all = robot.inverse(&pose, &near).unwrap();
                let own_all = own.inverse(&pose, &static_near).unwrap();
                assert!(all.iter().map(|s| s.joints.as_slice()).eq(own_all.iter().map(|s| s.joints.as_slice())));
                assert!(all.iter().map(|s| s.branch).eq(own_all.iter().map(|s| Some(s.branch))));
                let nearest = robot.nearest(&pose, &near).map(|solution| solution.joints);
                assert_eq!(nearest, own.nearest(&pose, &static_near).map(|s| s.joints.as_slice().to_vec()));
            }
        }
    }
    check(Arm6::default());
    check(Serve5::default());
    check(Rail6::default());
}

#[test]
fn law_links_join_the_joints_and_the_end() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let mut robots: Vec<Box<dyn Robot>> = NAMES.iter().map(|name| by_name(name).unwrap()).collect();
    robots.push(Box::new(ChainRobot::new(robots[1].chain().unwrap(), Search::default())));
    robots.push(Box::new(Rail6::default().at_home()));
    for robot in robots {
        let (name, chain) = (robot.kind().to_owned(), robot.chain().unwrap());
        let mut links: Vec<Capsule> = Vec::new();
        for _ in 0..200 {
            let joints = random_joints(&*robot, &mut rng);
            robot.links(&joints, &mut links).unwrap();
            let end = robot.forward(&joints).unwrap().translation.vector;
            let inside = |point: &Vec3| links.iter().any(|link| link.contains(point));
            assert!(inside(&end), "{name}: the end");
            // The joint positions of its chain; rails and their carriage are not inside links.
            let first = if name == "rail6" { 3 } else { 0 };
            let mut base_from_joint = Pose::identity();
            for (index, (joint, value)) in chain.joints().iter().zip(&joints).enumerate() {
                base_from_joint *= joint.parent_from_joint;
                let place = base_from_joint.translation.vector;
                assert!(index < first || inside(&place), "{name}: joint {}", index + 1);
                let motion = match joint.limits.kind {
                    JointKind::Revolute => Pose::new(Vec3::zeros(), joint.axis * *value),
                    JointKind::Prismatic => Pose::new(joint.axis * *value, Vec3::zeros()),
                };
                base_from_joint *= motion;
            }
            // Links are connected.
            assert!(links.windows(2).all(|pair| (pair[0].to - pair[1].from).norm() < 1e-9), "{name}: {links:?}");
        }
    }
}

#[test]
fn law_a_planar_robot_in_space_is_the_one_in_its_plane() {
    let robot = PlanarRobot::default();
    let mut rng = ChaCha8Rng::seed_from_u64(10);
    for _ in 0..500 {
        let joints = random_joints(&robot, &mut rng);
        let planar = robot.arm.forward(&nalgebra::Vector3::from_column_slice(&joints));
        let pose = robot.forward(&joints).unwrap();
        let back = PlanarRobot::in_plane(&pose).unwrap();
        let turn = (planar.phi - back.phi) / std::f64::consts::TAU;
        assert!((turn - turn.round()).abs() < 1e-15 && (back.x, back.z) == (planar.x, planar.z));
        assert_eq!(robot.inverse(&pose, &joints), robot.inverse_in_plane(&back, &joints));
    }
}
