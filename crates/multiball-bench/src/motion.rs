//! Motions: an arm replanned towards a moving target, and the exact optimum of a 3-5-3 motion.

use std::hint::black_box;

use multiball::geometry::{Pose, Vec3, turned_by};
use multiball::motion::{CartesianPath, Follower, JointState, PathShape, SpeedLimitedPath, TimingCost, follow_path};
use multiball::optimise::{Evaluation, Schedule, Silent, Stop, Swarm, minimise};
use multiball::robot::{Arm, Arm6, Joints};
use multiball::serve::{ServeRequest, Server};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rsruckig::prelude::{InputParameter, Ruckig, ThrowErrorHandler, Trajectory};

use crate::clock::least_ns;
use crate::{Effort, Row};

/// Targets in the set.
const TARGETS: usize = 1000;
/// Time from a plan to its arrival, s.
const AHEAD_S: f64 = 0.8;
/// The joints of paper 003 at its way points, degrees, and their limit, deg/s.
const PAPER_003: [SpeedLimitedPath; 5] = [
    SpeedLimitedPath { way_points: [-43.6, -16.2, 14.4, 45.1], speed_limit: 80.0 },
    SpeedLimitedPath { way_points: [-165.0, -145.3, -110.2, -92.4], speed_limit: 80.0 },
    SpeedLimitedPath { way_points: [-160.5, -135.0, -115.0, -93.8], speed_limit: 80.0 },
    SpeedLimitedPath { way_points: [3.2, 18.5, 30.3, 46.0], speed_limit: 80.0 },
    SpeedLimitedPath { way_points: [94.9, 109.0, 124.1, 135.2], speed_limit: 80.0 },
];
/// Note printed under the table.
pub(crate) const NOTE: &str =
    "replan: six joints to a target that moves, limits checked, with a stop after it; the peer plans the same states";

/// Targets that wander about the arm's zero.
fn targets() -> Vec<JointState<6>> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut draw = |most: f64| Joints::from_fn(|_, _| rng.random_range(-most..most));
    (0..TARGETS).map(|_| JointState::moving(draw(0.2), draw(0.1))).collect()
}

/// One replan of six joints, and rsruckig's plan between the same states.
fn replan(effort: Effort) -> Row {
    let limits = *Arm6::default().limits();
    let targets = targets();
    let mut accepted = 0;
    let ours = least_ns(effort, || {
        let mut arm = Follower::at_rest(&Joints::zeros(), &limits);
        accepted = 0;
        for (tick, target) in targets.iter().enumerate() {
            let now_s = 1e-3 * tick as f64;
            accepted += usize::from(arm.replan(now_s, black_box(target), now_s + AHEAD_S).is_ok());
        }
        black_box(&arm);
    });
    let mut ruckig = Ruckig::<6, ThrowErrorHandler>::new(None, 1e-3);
    let mut trajectory = Trajectory::new(None);
    let inputs: Vec<InputParameter<6>> = targets.windows(2).map(|pair| input(&pair[0], &pair[1])).collect();
    let peer = least_ns(effort, || {
        for input in &inputs {
            // A refused request counts as an answer.
            let _ = black_box(ruckig.calculate(black_box(input), &mut trajectory));
        }
    });
    Row::alone(
        format!("six-joint quintic replan ({:.0} % accepted)", 100.0 * accepted as f64 / TARGETS as f64),
        ours / TARGETS as f64,
    )
    .versus("rsruckig 3.0", peer / inputs.len() as f64, None)
}

fn input(from: &JointState<6>, to: &JointState<6>) -> InputParameter<6> {
    let mut input = InputParameter::new(None);
    for (joint, limit) in Arm6::default().limits().iter().enumerate() {
        input.current_position[joint] = from.position[joint];
        input.current_velocity[joint] = from.velocity[joint];
        input.target_position[joint] = to.position[joint];
        input.target_velocity[joint] = to.velocity[joint];
        input.max_velocity[joint] = limit.speed;
        input.max_acceleration[joint] = limit.acceleration;
        input.max_jerk[joint] = limit.jerk;
    }
    input
}

/// The exact optimum of a joint, and a swarm's search for it.
fn optimum(effort: Effort) -> Option<Row> {
    let ours = least_ns(effort, || {
        for path in &PAPER_003 {
            let _ = black_box(black_box(path).least_times_s());
        }
    });
    let problem = TimingCost::new(PAPER_003[0]).ok()?;
    let swarm = Swarm::new(Schedule::Nonlinear, 20);
    let searched = least_ns(effort, || {
        let _ = black_box(minimise(&problem, &swarm, &Stop::after(2000), 1, Evaluation::Serial, &mut Silent));
    });
    let row = Row::alone("exact 3-5-3 optimum, one joint", ours / PAPER_003.len() as f64);
    Some(row.versus("our NPSO, 20 x 100", searched, None))
}

/// A serve from the request to the rehearsed plan.
fn serve(effort: Effort) -> Row {
    let (server, request) = (Server::default(), ServeRequest::default());
    Row::alone(
        "serve, planned and rehearsed",
        least_ns(effort, || {
            let _ = black_box(server.plan(black_box(&request)));
        }),
    )
}

/// A straight line of the six-joint arm's tool, 0.2 m with a turn, from the pose to the checked motion.
fn line(effort: Effort) -> Row {
    let (arm, mut rng) = (Arm6::default(), ChaCha8Rng::seed_from_u64(2));
    let mut draw = |most: f64| Vec3::from_fn(|_, _| rng.random_range(-most..most));
    let from = [0.3, -0.5, 0.2, 0.1, 0.9, 0.4];
    let start = Arm::forward(&arm, &Joints::from(from));
    let path = |_| {
        let to = start.translation.vector + draw(1.0).normalize() * 0.2;
        let to = Pose::from_parts(to.into(), turned_by(&draw(0.3)) * start.rotation);
        CartesianPath { poses: vec![to], shape: PathShape::Line, tool_speed_m_s: None }
    };
    let paths: Vec<CartesianPath> = (0..20).map(path).collect();
    let mut followed = 0;
    let ours = least_ns(effort, || {
        followed = paths.iter().filter(|path| black_box(follow_path(&arm, &from, path)).is_ok()).count();
    });
    Row::alone(format!("six-joint line in space ({followed} of {} followed)", paths.len()), ours / paths.len() as f64)
}

/// All rows of motions.
pub(crate) fn rows(effort: Effort) -> Vec<Row> {
    [Some(replan(effort)), optimum(effort), Some(line(effort)), Some(serve(effort))].into_iter().flatten().collect()
}
