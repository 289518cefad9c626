//! Paths in space turned into joint motion: 1,000 random straight lines and 300 arcs for each robot. The tool stays
//! within 1e-6 m of the path, every joint keeps its limits, or the refusal has a reason.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::geometry::{Pose, Vec3, turn_between, turned_by};
use multiball::motion::{CartesianError, CartesianMotion, CartesianPath, PathShape, follow_path};
use multiball::robot::{Chain, ChainRobot, PlanarPose, PlanarRobot, Robot, Search, by_name};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A URDF arm of eight joints with a limit of speed alone.
fn askew() -> Box<dyn Robot> {
    let chain = Chain::from_urdf(include_str!("../../../data/oracle/askew.urdf"), None).unwrap();
    Box::new(ChainRobot::new(chain, Search { starts: 5, ..Search::default() }))
}

/// The six-joint arm as URDF has it: without closed form, limits of speed alone.
fn urdf6() -> Box<dyn Robot> {
    let urdf = by_name("arm6").unwrap().chain().unwrap().to_urdf("arm6");
    Box::new(ChainRobot::new(Chain::from_urdf(&urdf, None).unwrap(), Search { starts: 5, ..Search::default() }))
}

/// Joints within the middle 90 % of their ranges.
fn anywhere(robot: &dyn Robot, rng: &mut ChaCha8Rng) -> Vec<f64> {
    let joint = |limits: &multiball::robot::JointLimits| {
        let (low, high) = (limits.low.max(-3.0), limits.high.min(3.0));
        let margin = 0.05 * (high - low);
        rng.random_range(low + margin..high - margin)
    };
    robot.limits().iter().map(joint).collect()
}

/// A vector of a random length up to `most`.
fn vector(rng: &mut ChaCha8Rng, most: f64) -> Vec3 {
    let direction = Vec3::from_fn(|_, _| rng.random_range(-1.0..1.0)).normalize();
    direction * rng.random_range(0.0..most)
}

/// A pose near another, which a robot with six joints or more may have: up to 0.4 m and 0.8 rad away.
fn pose_near(robot: &dyn Robot, pose: &Pose, joints: &[f64], rng: &mut ChaCha8Rng) -> Pose {
    match robot.joint_count() {
        3 => {
            let PlanarPose { x, z, phi } = PlanarRobot::in_plane(pose).unwrap();
            let by = vector(rng, 0.4);
            PlanarRobot::in_space(&PlanarPose { x: x + by.x, z: z + by.z, phi: phi + rng.random_range(-0.8..0.8) })
        }
        // Five joints have few attitudes at a position: one of joints near by.
        5 => {
            let near = joints.iter().zip(robot.limits());
            let near: Vec<f64> =
                near.map(|(q, limits)| (q + rng.random_range(-0.4..0.4)).clamp(limits.low, limits.high)).collect();
            robot.forward(&near).unwrap()
        }
        _ => {
            let to = pose.translation.vector + vector(rng, 0.4);
            Pose::from_parts(to.into(), turned_by(&vector(rng, 0.8)) * pose.rotation)
        }
    }
}

/// What became of many paths.
#[derive(Debug, Default)]
struct Outcome {
    followed: usize,
    reach: usize,
    range: usize,
    singular: usize,
    path_m: f64,
    attitude_rad: f64,
    longest_s: f64,
    pieces: usize,
}

impl Outcome {
    fn refused(&mut self, error: &CartesianError) {
        match error {
            CartesianError::Unreachable { .. } | CartesianError::OffPath { .. } => self.reach += 1,
            CartesianError::Range { .. } => self.range += 1,
            CartesianError::Singular { .. } | CartesianError::Attitude { .. } => self.singular += 1,
            other => panic!("{other}"),
        }
    }
}

fn position(robot: &dyn Robot, joints: &[f64]) -> Pose {
    robot.forward(joints).unwrap()
}

/// The joints at a time.
fn joints_at(motion: &CartesianMotion, t_s: f64) -> Vec<f64> {
    motion.at(t_s).map(|state| state.position).collect()
}

/// Checks ends, limits, smoothness and tool speed; the distance of the tool from the path comes from `off_path`.
fn check(
    robot: &dyn Robot,
    from: &[f64],
    path: &CartesianPath,
    motion: &CartesianMotion,
    outcome: &mut Outcome,
    off_path: impl Fn(&Vec3) -> f64,
) {
    motion.check(robot.limits()).unwrap();
    let (duration_s, to) = (motion.duration_s(), path.poses.last().unwrap());
    let end = position(robot, &joints_at(motion, duration_s));
    assert!(joints_at(motion, 0.0).iter().zip(from).all(|(a, b)| (a - b).abs() < 1e-12));
    assert!((end.translation.vector - to.translation.vector).norm() < 1e-8);
    let turned = turn_between(&end.rotation, &to.rotation).norm();
    assert!(turned < if robot.joint_count() < 6 { 1e-3 } else { 1e-8 }, "{turned}");
    let (samples, mut before) = (2000, None::<Vec3>);
    for i in 0..=samples {
        let t_s = duration_s * f64::from(i) / f64::from(samples);
        let tool = position(robot, &joints_at(motion, t_s)).translation.vector;
        outcome.path_m = outcome.path_m.max(off_path(&tool));
        if let (Some(before), Some(speed)) = (before, path.tool_speed_m_s) {
            let seen = (tool - before).norm() / (duration_s / f64::from(samples));
            assert!(seen < speed * (1.0 + 1e-4), "{seen} m/s of {speed}");
        }
        before = Some(tool);
    }
    for state in motion.at(0.0).chain(motion.at(duration_s)) {
        assert!(state.velocity.abs() < 1e-9 && state.acceleration.abs() < 1e-6, "{state:?}");
    }
    for joint in motion.pieces() {
        for pair in joint.windows(2) {
            let (end, start) = (pair[0].at(pair[0].duration_s), pair[1].at(0.0));
            assert!((end.position - start.position).abs() < 1e-11, "{end:?} {start:?}");
            assert!((end.velocity - start.velocity).abs() < 1e-8 * (1.0 + end.velocity.abs()), "{end:?} {start:?}");
            let scale = 1.0 + end.acceleration.abs();
            assert!((end.acceleration - start.acceleration).abs() < 1e-6 * scale, "{end:?} {start:?}");
        }
    }
    outcome.followed += 1;
    outcome.pieces += motion.pieces()[0].len();
    outcome.longest_s = outcome.longest_s.max(duration_s);
    let legs = motion.legs().iter();
    outcome.attitude_rad = legs.fold(outcome.attitude_rad, |most, leg| most.max(leg.attitude_error_rad));
}

/// Straight lines from anywhere to a pose near by, every other at a tool speed.
fn lines(robot: &dyn Robot, count: usize, seed: u64) -> Outcome {
    let (mut rng, mut outcome) = (ChaCha8Rng::seed_from_u64(seed), Outcome::default());
    for i in 0..count {
        let from = anywhere(robot, &mut rng);
        let start = position(robot, &from);
        let to = pose_near(robot, &start, &from, &mut rng);
        let tool_speed_m_s = (i % 2 == 1).then(|| rng.random_range(0.05..1.0));
        let path = CartesianPath { poses: vec![to], shape: PathShape::Line, tool_speed_m_s };
        match follow_path(robot, &from, &path) {
            Ok(motion) => {
                let (a, b) = (start.translation.vector, to.translation.vector);
                let along = (b - a).normalize();
                let off = |tool: &Vec3| {
                    let (off, length) = (tool - a, (b - a).norm());
                    (off - along * off.dot(&along).clamp(0.0, length)).norm()
                };
                check(robot, &from, &path, &motion, &mut outcome, off);
            }
            Err(error) => outcome.refused(&error),
        }
    }
    outcome
}

#[test]
fn law_random_lines_are_followed_or_refused_with_a_reason() {
    let all: [(&str, Box<dyn Robot>); 6] = [
        ("planar3", by_name("planar3").unwrap()),
        ("arm6", by_name("arm6").unwrap()),
        ("serve5", by_name("serve5").unwrap()),
        ("rail6", by_name("rail6").unwrap()),
        ("urdf6", urdf6()),
        ("askew", askew()),
    ];
    for (name, robot) in all {
        let start = std::time::Instant::now();
        let outcome = lines(&*robot, std::env::var("LINES").map_or(1000, |n| n.parse().unwrap()), 1);
        eprintln!("{name} {outcome:?} {:?}", start.elapsed());
        assert!(outcome.path_m < 1e-6, "{name}: {outcome:?}");
    }
}
