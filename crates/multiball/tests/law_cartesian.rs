//! Paths in space turned into joint motion: 1,000 random straight lines and 300 arcs for each robot. The tool stays
//! within 1e-6 m of the path, every joint keeps its limits, or the refusal has a reason.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::geometry::{Pose, Vec3, turn_between, turned_by};
use multiball::motion::{
    CartesianError, CartesianMotion, CartesianPath, JointState, PathShape, follow_path, jerk_limited,
};
use multiball::robot::{Chain, ChainRobot, JointLimits, Joints, PlanarPose, PlanarRobot, Robot, Search, by_name};
use nalgebra::Matrix3;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A URDF arm of seven joints, two of them sliding, with a limit of speed alone.
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
    robot.limits().iter().map(|limits| rng.random_range(middle(limits))).collect()
}

/// The middle 90 % of a joint's range.
fn middle(limits: &JointLimits) -> std::ops::Range<f64> {
    let (low, high) = (limits.low.max(-3.0), limits.high.min(3.0));
    let margin = 0.05 * (high - low);
    low + margin..high - margin
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
            let moved = |(q, limits): (&f64, &JointLimits)| {
                (q + rng.random_range(-0.4..0.4)).clamp(middle(limits).start, middle(limits).end)
            };
            robot.forward(&near.map(moved).collect::<Vec<f64>>()).unwrap()
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
    /// Durations in shares of the soonest motion between the same joints, whatever the tool does.
    slower: Vec<f64>,
}

impl Outcome {
    /// Few enough are refused, all others are exact.
    fn assert(&mut self, name: &str, most_refused: usize) {
        self.slower.sort_by(f64::total_cmp);
        let refused = self.reach + self.range + self.singular;
        assert!(refused <= most_refused, "{name}: {refused} refused, {self:?}");
        assert!(self.path_m < 1e-6, "{name}: {self:?}");
        let (least, median) = (self.slower.first(), self.slower.get(self.slower.len() / 2));
        assert!(least.is_none_or(|least| *least > 1.0 - 1e-6), "{name}: sooner than possible, {self:?}");
        assert!(median.is_none_or(|median| *median < 1.7), "{name}: slow, {self:?}");
    }

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
    let (samples, mut before) = (1000, None::<Vec3>);
    for i in 0..=samples {
        let t_s = duration_s * f64::from(i) / f64::from(samples);
        let tool = position(robot, &joints_at(motion, t_s)).translation.vector;
        outcome.path_m = outcome.path_m.max(off_path(&tool));
        if let (Some(before), Some(speed)) = (before, path.tool_speed_m_s) {
            let seen = (tool - before).norm() / (duration_s / f64::from(samples));
            assert!(seen < speed * (1.0 + 1e-3), "{seen} m/s of {speed}");
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
    let legs = motion.legs().iter();
    outcome.attitude_rad = legs.fold(outcome.attitude_rad, |most, leg| most.max(leg.attitude_error_rad));
}

/// The line between two poses, as a distance from it.
fn off_line(from: &Pose, to: &Pose) -> impl Fn(&Vec3) -> f64 {
    let (a, b) = (from.translation.vector, to.translation.vector);
    let (along, length) = ((b - a).normalize(), (b - a).norm());
    move |tool: &Vec3| ((tool - a) - along * (tool - a).dot(&along).clamp(0.0, length)).norm()
}

/// How much longer than the soonest motion between its ends a motion takes.
fn slower<const N: usize>(robot: &dyn Robot, from: &[f64], motion: &CartesianMotion) -> f64 {
    let limits: [JointLimits; N] = std::array::from_fn(|i| robot.limits()[i]);
    let rest = |joints: &[f64]| JointState::at_rest(Joints::<N>::from_column_slice(joints));
    let to = joints_at(motion, motion.duration_s());
    motion.duration_s() / jerk_limited(0.0, &rest(from), &rest(&to), &limits).unwrap().end_s()
}

/// Whether the inverse in closed form leads along a line in 4,000 steps, within the ranges and without a jump.
fn is_continuous(robot: &dyn Robot, from: &[f64], start: &Pose, to: &Pose) -> bool {
    let turn = turn_between(&start.rotation, &to.rotation);
    let along = to.translation.vector - start.translation.vector;
    let mut joints = from.to_vec();
    (1..=4000).all(|i| {
        let share = f64::from(i) / 4000.0;
        let attitude = turned_by(&(turn * share)) * start.rotation;
        let pose = Pose::from_parts((start.translation.vector + along * share).into(), attitude);
        let Ok(next) = robot.nearest(&pose, &joints) else { return false };
        let jump = next.joints.iter().zip(&joints).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        joints = next.joints;
        jump < 0.05
    })
}

/// By how much longer a motion takes than its limits allow, as a share.
type Slower = fn(&dyn Robot, &[f64], &CartesianMotion) -> f64;

/// 1,000 straight lines from anywhere to a pose near by, every other at a tool speed.
fn lines(robot: &dyn Robot, slower: Option<Slower>) -> Outcome {
    let (mut rng, mut outcome) = (ChaCha8Rng::seed_from_u64(1), Outcome::default());
    for i in 0..1000 {
        let from = anywhere(robot, &mut rng);
        let start = position(robot, &from);
        let to = pose_near(robot, &start, &from, &mut rng);
        let tool_speed_m_s = (i % 2 == 1).then(|| rng.random_range(0.05..1.0));
        let path = CartesianPath { poses: vec![to], shape: PathShape::Line, tool_speed_m_s };
        match follow_path(robot, &from, &path) {
            Ok(motion) => {
                check(robot, &from, &path, &motion, &mut outcome, off_line(&start, &to));
                if let (Some(slower), None) = (slower, tool_speed_m_s) {
                    outcome.slower.push(slower(robot, &from, &motion));
                }
            }
            Err(error) => {
                outcome.refused(&error);
                let closed_form = slower.is_some() && robot.joint_count() != 5;
                assert!(!closed_form || !is_continuous(robot, &from, &start, &to), "{error} from {from:?} to {to}");
            }
        }
    }
    outcome
}

#[test]
fn law_planar3_follows_lines() {
    lines(&*by_name("planar3").unwrap(), Some(slower::<3>)).assert("planar3", 260);
}

#[test]
fn law_arm6_follows_lines() {
    lines(&*by_name("arm6").unwrap(), Some(slower::<6>)).assert("arm6", 280);
}

#[test]
fn law_serve5_follows_lines_between_poses_that_it_has() {
    lines(&*by_name("serve5").unwrap(), Some(slower::<5>)).assert("serve5", 60);
}

#[test]
fn law_rail6_follows_lines() {
    lines(&*by_name("rail6").unwrap(), Some(slower::<6>)).assert("rail6", 370);
}

#[test]
fn law_a_urdf_arm_of_six_joints_follows_lines() {
    lines(&*urdf6(), None).assert("urdf6", 290);
}

#[test]
fn law_a_urdf_arm_of_seven_joints_follows_lines() {
    lines(&*askew(), None).assert("askew", 510);
}

/// Arcs through a pose near by to one near that.
#[test]
fn law_arcs_are_followed_or_refused_with_a_reason() {
    for (name, most_refused) in [("planar3", 150), ("arm6", 180), ("rail6", 210)] {
        let (robot, mut outcome) = (by_name(name).unwrap(), Outcome::default());
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for _ in 0..300 {
            let from = anywhere(&*robot, &mut rng);
            let start = position(&*robot, &from);
            let via = pose_near(&*robot, &start, &from, &mut rng);
            let to = pose_near(&*robot, &via, &from, &mut rng);
            let path = CartesianPath { poses: vec![via, to], shape: PathShape::Arc, tool_speed_m_s: None };
            let [a, b, c] = [start, via, to].map(|pose| pose.translation.vector);
            let motion = match follow_path(&*robot, &from, &path) {
                Ok(motion) => motion,
                Err(CartesianError::Straight { .. }) => continue,
                Err(error) => {
                    outcome.refused(&error);
                    continue;
                }
            };
            // The centre is as far from all three points, in their plane.
            let normal = (b - a).cross(&(c - a)).normalize();
            let rows = Matrix3::from_rows(&[(b - a).transpose(), (c - a).transpose(), normal.transpose()]);
            let right = Vec3::new((b - a).norm_squared() / 2.0, (c - a).norm_squared() / 2.0, 0.0);
            let center = a + rows.lu().solve(&right).unwrap();
            let radius = (a - center).norm();
            let off = |tool: &Vec3| {
                let (from_center, height) = (tool - center, (tool - center).dot(&normal));
                height.hypot((from_center - normal * height).norm() - radius)
            };
            check(&*robot, &from, &path, &motion, &mut outcome, off);
            let passes = (0..=4000).map(|i| {
                let pose = position(&*robot, &joints_at(&motion, motion.duration_s() * f64::from(i) / 4000.0));
                let turned = turn_between(&pose.rotation, &via.rotation).norm();
                (pose.translation.vector - b).norm() + turned
            });
            let nearest = passes.fold(f64::INFINITY, f64::min);
            assert!(nearest < 0.01, "{name}: the middle pose is missed by {nearest}");
        }
        outcome.assert(name, most_refused);
    }
}

/// In its own plane the six-joint arm passes the wrist's singularity; a little to the side it swings the wrist round.
#[test]
fn law_singularities_are_passed_where_the_joints_run_on() {
    let (robot, mut rng) = (by_name("arm6").unwrap(), ChaCha8Rng::seed_from_u64(3));
    for i in 0..200 {
        let aside = [0.0, 1e-2, 1e-3, 1e-4, 1e-5][i % 5];
        let mut draw = |low: f64, high: f64| rng.random_range(low..high);
        let from = [0.0, draw(-0.5, 0.2), draw(-0.3, 0.3), aside, draw(0.2, 0.5), 0.0];
        let near = [0.0, from[1] + draw(-0.2, 0.2), from[2] + draw(-0.2, 0.2), 0.0, -draw(0.2, 0.5), 0.0];
        let (start, to) = (position(&*robot, &from), position(&*robot, &near));
        let path = CartesianPath { poses: vec![to], shape: PathShape::Line, tool_speed_m_s: None };
        let motion =
            follow_path(&*robot, &from, &path).unwrap_or_else(|error| panic!("{aside}: {error} from {from:?}"));
        let mut outcome = Outcome::default();
        check(&*robot, &from, &path, &motion, &mut outcome, off_line(&start, &to));
        outcome.assert("arm6", 0);
        assert!(motion.duration_s() < 6.0, "{aside}: {} s from {from:?}", motion.duration_s());
        let end = joints_at(&motion, motion.duration_s());
        assert_eq!(end[4] < 0.0, aside == 0.0, "{aside}: {end:?}");
    }
}

/// Several poses: the tool reaches each and stops there.
#[test]
fn law_the_tool_stops_at_each_pose_of_several_lines() {
    let (robot, mut rng, mut followed) = (by_name("arm6").unwrap(), ChaCha8Rng::seed_from_u64(4), 0);
    for _ in 0..100 {
        let from = anywhere(&*robot, &mut rng);
        let mut poses = vec![position(&*robot, &from)];
        for k in 0..3 {
            poses.push(pose_near(&*robot, &poses[k], &from, &mut rng));
        }
        poses.remove(0);
        let path = CartesianPath { poses, shape: PathShape::Line, tool_speed_m_s: Some(0.3) };
        let Ok(motion) = follow_path(&*robot, &from, &path) else { continue };
        followed += 1;
        motion.check(robot.limits()).unwrap();
        assert_eq!(motion.legs().len(), 3);
        for (leg, pose) in motion.legs().iter().zip(&path.poses) {
            let there = position(&*robot, &joints_at(&motion, leg.end_s));
            assert!((there.translation.vector - pose.translation.vector).norm() < 1e-8);
            assert!(motion.at(leg.end_s).all(|state| state.velocity.abs() < 1e-9));
        }
        let longer = motion.clone().lasting(2.0 * motion.duration_s()).unwrap();
        longer.check(robot.limits()).unwrap();
        let half = 0.5 * motion.duration_s();
        let apart =
            joints_at(&motion, half).into_iter().zip(joints_at(&longer, 2.0 * half)).map(|(a, b)| (a - b).abs());
        assert!(apart.fold(0.0, f64::max) < 1e-9);
        assert!(motion.lasting(half).is_err());
    }
    assert!(followed > 30, "{followed} of 100");
}
