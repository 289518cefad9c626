//! Kinematics of the arms: all solutions of a pose, and pose with Jacobian.

use std::hint::black_box;

use multiball::geometry::Pose;
use multiball::robot::{Arm, Arm6, JacobianColumn, Joints, Rail6, Robot, Serve5};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rs_opw_kinematics::jacobian::Jacobian;
use rs_opw_kinematics::kinematic_traits::Kinematics;
use rs_opw_kinematics::kinematics_impl::OPWKinematics;
use rs_opw_kinematics::parameters::opw_kinematics::Parameters;

use crate::clock::least_ns;
use crate::{Effort, Row};

/// Poses in the set.
const POSES: usize = 1000;
const PEER: &str = "rs-opw-kinematics 3.0";
/// Note printed under the table.
pub(crate) const NOTE: &str =
    "arms: all checked solutions of 1000 poses at random joints within the limits, IRB 2400 sizes for both";

/// Joint vectors within an arm's limits.
fn joints<const N: usize>(arm: &impl Arm<N>) -> Vec<Joints<N>> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let draw = |rng: &mut ChaCha8Rng| {
        Joints::from_fn(|i, _| rng.random_range(arm.limits()[i].low.max(-3.1)..arm.limits()[i].high.min(3.1)))
    };
    (0..POSES).map(|_| draw(&mut rng)).collect()
}

/// Time for one call of `answer` on poses that the arm itself reaches, ns.
fn pose_ns<const N: usize, A: Arm<N>, T>(arm: &A, effort: Effort, answer: impl Fn(&A, &Pose, &Joints<N>) -> T) -> f64 {
    let poses: Vec<Pose> = joints(arm).iter().map(|joints| arm.forward(joints)).collect();
    let near = Joints::zeros();
    let all = least_ns(effort, || {
        for pose in &poses {
            black_box(answer(arm, black_box(pose), &near));
        }
    });
    all / POSES as f64
}

fn inverse_ns<const N: usize>(arm: &impl Arm<N>, effort: Effort) -> f64 {
    pose_ns(arm, effort, Arm::inverse)
}

fn forward_ns<const N: usize>(arm: &impl Arm<N>, effort: Effort) -> f64 {
    let joints = joints(arm);
    let all = least_ns(effort, || {
        for joints in &joints {
            black_box(arm.forward_and_jacobian(black_box(joints)));
        }
    });
    all / POSES as f64
}

/// Time for pose and Jacobian through the trait object for robots known at run time, ns.
fn seam_forward_ns<const N: usize>(arm: &(impl Arm<N> + Robot), effort: Effort) -> f64 {
    let (joints, robot): (_, &dyn Robot) = (joints(arm), black_box(arm));
    let mut columns = [JacobianColumn::zeros(); N];
    let all = least_ns(effort, || {
        for joints in &joints {
            let pose = robot.forward_and_columns(black_box(joints.as_slice()), &mut columns);
            let _ = black_box((pose, &columns));
        }
    });
    all / POSES as f64
}

/// The peer's times for all solutions, for all solutions sorted by the previous pose, and for pose and Jacobian, ns.
fn peer_ns(effort: Effort) -> [f64; 3] {
    let peer = OPWKinematics::new(Parameters::irb2400_10());
    // The peer's second, third and fifth joints turn the other way.
    let joints: Vec<[f64; 6]> =
        joints(&Arm6::default()).iter().map(|q| [q[0], -q[1], -q[2], q[3], -q[4], q[5]]).collect();
    let poses: Vec<_> = joints.iter().map(|joints| peer.forward(joints)).collect();
    let (mut all, mut sorted) = (0, 0);
    let all_ns = least_ns(effort, || all = poses.iter().map(|pose| peer.inverse(black_box(pose)).len()).sum());
    let near = [0.0; 6];
    let sorted_ns = least_ns(effort, || {
        sorted = poses.iter().map(|pose| peer.inverse_continuing(black_box(pose), &near).len()).sum();
    });
    black_box((all, sorted));
    let forward_ns = least_ns(effort, || {
        for joints in &joints {
            black_box((peer.forward(black_box(joints)), Jacobian::new(&peer, black_box(joints), 1e-6)));
        }
    });
    [all_ns, sorted_ns, forward_ns].map(|ns| ns / POSES as f64)
}

/// All rows of the arms.
pub(crate) fn rows(effort: Effort) -> Vec<Row> {
    let (arm6, serve5, rail6) = (Arm6::default(), Serve5::default(), Rail6::default());
    let ours = inverse_ns(&arm6, effort);
    let [all, sorted, forward] = peer_ns(effort);
    let rail6_forward = forward_ns(&rail6, effort);
    let nearest = Row::alone("arm6 ik nearest", pose_ns(&arm6, effort, Arm::nearest));
    vec![
        Row::alone("arm6 ik all", ours).versus(PEER, all, None),
        nearest.versus(format!("{PEER}, sorted"), sorted, None),
        Row::alone("serve5 ik all", inverse_ns(&serve5, effort)).versus("our arm6", ours, None),
        Row::alone("rail6 ik all", inverse_ns(&rail6, effort)).versus("our arm6", ours, None),
        Row::alone("arm6 forward and jacobian", forward_ns(&arm6, effort)).versus(PEER, forward, None),
        Row::alone("rail6 forward and jacobian", rail6_forward),
        Row::alone("rail6 forward, dyn Robot", seam_forward_ns(&rail6, effort)).versus(
            "our rail6",
            rail6_forward,
            None,
        ),
        Row::alone("serve5 forward and jacobian", forward_ns(&serve5, effort)),
    ]
}
