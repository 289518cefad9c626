//! The robots with closed forms, written down again as chains: two ways to the same pose.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use std::f64::consts::{FRAC_PI_2, PI};

use multiball::geometry::Vec3;
use multiball::robot::{Arm, Arm6, Chain, Joints, Rail6, Search, Serve5};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn arm6(arm: &Arm6) -> Chain {
    let (g, limits) = (arm.geometry(), arm.limits());
    let chain = Chain::builder().yaw("1", limits[0]).shift(0.0, g.shoulder_offset, g.shoulder_height);
    let chain = chain.roll("2", limits[1]).shift(0.0, 0.0, g.upper_arm).roll("3", limits[2]);
    let chain = chain.shift(0.0, g.forearm, g.elbow_offset).pitch("4", limits[3]).roll("5", limits[4]);
    chain.pitch("6", limits[5]).shift(0.0, g.hand, 0.0).finish().unwrap()
}

fn serve5(arm: &Serve5) -> Chain {
    let (g, limits) = (arm.geometry(), arm.limits());
    let chain = Chain::builder().shift(0.0, 0.0, g.shoulder_height).yaw("1", limits[0]);
    let chain = chain.joint("2", -Vec3::y(), limits[1]).shift(0.0, 0.0, g.upper_arm).yaw("3", limits[2]);
    let chain = chain.joint("4", -Vec3::y(), limits[3]).yaw("5", limits[4]);
    chain.shift(0.0, 0.0, g.forearm).finish().unwrap()
}

fn rail6(arm: &Rail6) -> Chain {
    let (g, limits) = (arm.geometry(), arm.limits());
    let chain = Chain::builder().joint("1", -Vec3::y(), limits[0]).joint("2", Vec3::x(), limits[1]);
    let chain = chain.shift(0.0, 0.0, g.height).yaw("3", limits[2]).shift(-g.side_offset, 0.0, 0.0);
    let chain = chain.joint("4", -Vec3::x(), limits[3]).shift(0.0, -g.upper_arm, 0.0);
    let chain = chain.joint("5", -Vec3::x(), limits[4]).shift(0.0, 0.0, -g.forearm);
    chain.turn(PI, 0.0, -FRAC_PI_2).yaw("6", limits[5]).finish().unwrap()
}

/// Forward and Jacobian agree to rounding; what the search finds is among the solutions in closed form.
fn check<const N: usize>(arm: &impl Arm<N>, chain: &Chain) {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..1000 {
        let q = Joints::<N>::from_fn(|i, _| rng.random_range(arm.limits()[i].low..arm.limits()[i].high));
        let near = Joints::<N>::from_fn(|i, _| rng.random_range(arm.limits()[i].low..arm.limits()[i].high));
        let (pose, jacobian) = arm.forward_and_jacobian(&q);
        let (same, again) = chain.forward_and_jacobian(q.as_slice()).unwrap();
        assert!((pose.translation.vector - same.translation.vector).norm() < 1e-14, "{pose} {same}");
        assert!((pose.rotation.matrix() - same.rotation.matrix()).norm() < 1e-14, "{pose} {same}");
        assert!((jacobian - again.fixed_columns::<N>(0)).norm() < 1e-13);

        let found = Joints::<N>::from_column_slice(&chain.solve(&pose, near.as_slice(), &Search::default()).unwrap());
        let closed = arm.inverse(&pose, &found).unwrap();
        let nearest = closed.iter().map(|solution| (solution.joints - found).amax()).fold(f64::INFINITY, f64::min);
        assert!(nearest < 1e-6, "{found} is {nearest} from every solution in closed form");
    }
}

#[test]
fn law_the_arms_in_closed_form_are_chains() {
    let (arm, server, rail) = (Arm6::default(), Serve5::default(), Rail6::default());
    check(&arm, &arm6(&arm));
    check(&server, &serve5(&server));
    check(&rail, &rail6(&rail));
}
