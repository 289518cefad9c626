//! The robots with closed forms, as chains: both give the same pose.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::robot::{Arm, Arm6, Chain, Joints, Rail6, Search, Serve5};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

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
    check(&arm, &arm.chain().unwrap());
    check(&server, &server.chain().unwrap());
    check(&rail, &rail.chain().unwrap());
}
