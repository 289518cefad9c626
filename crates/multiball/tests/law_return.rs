//! Returns of the rail player: what is planned is what the simulation does, and what is refused cannot be done.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::ball::{BallState, Physics, RacketContact, Rubber};
use multiball::court::{Court, Fixture};
use multiball::geometry::Vec3;
use multiball::player::{
    AimError, HitConfigurationError, NoReturn, PlayError, RailStroke, RailStroker, StrokeChoice, StrokeRequest,
    rehearse,
};
use multiball::robot::{Arm, JointLimits, Joints, Mounted, Rail6};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

/// A ball as it may come to the rail player's racket after its bounce, and a target on the other half.
fn request(rng: &mut ChaCha8Rng) -> (BallState, (f64, f64)) {
    let mut draw = |low: f64, high: f64| rng.random_range(low..high);
    let position = Vec3::new(draw(0.8, 1.8), draw(-0.6, 0.6), draw(0.1, 0.5));
    let direction = Vec3::new(1.0, draw(-0.25, 0.25), draw(-0.4, 0.5)).normalize();
    let velocity = direction * draw(2.0, 9.0);
    let spin = Vec3::new(draw(-300.0, 300.0), draw(-300.0, 300.0), draw(-300.0, 300.0));
    (BallState::new(position, velocity, spin), (draw(-1.3, -0.1), draw(-0.7, 0.7)))
}

fn requests(seed: u64, count: usize) -> Vec<(BallState, (f64, f64))> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    (0..count).map(|_| request(&mut rng)).collect()
}

fn middle(arm: &Mounted<Rail6>) -> Joints<6> {
    Joints::from_fn(|i, _| arm.limits()[i].middle())
}

/// An arm whose joints are so many times as fast.
fn faster(factor: f64) -> Mounted<Rail6> {
    let arm = Rail6::default();
    let limits = arm.limits().map(|limit| JointLimits { speed: factor * limit.speed, ..limit });
    arm.with_limits(limits).at_home()
}

fn answer(physics: &Physics, (ball, target): &(BallState, (f64, f64))) -> Result<RailStroke, NoReturn> {
    let arm = faster(1.0);
    RailStroker::new(physics, Court::STANDARD, arm).find(ball, *target, &StrokeRequest::default(), &middle(&arm))
}

/// How far a stroke lands from its target when the ball meets the moving racket in the whole court, m.
fn miss(physics: &Physics, (ball, target): &(BallState, (f64, f64)), stroke: &RailStroke) -> f64 {
    let seen = rehearse(physics, &Court::STANDARD, ball, &stroke.racket, &mut |_| {}).unwrap();
    assert!(seen.stroke.t_s.abs() < 1e-9, "it is met when it was planned: {} s", seen.stroke.t_s);
    assert!((seen.stroke.after.velocity - stroke.plan.struck.velocity).norm() < 1e-7);
    assert!((seen.landing.t_s - stroke.plan.flight_s).abs() < 1e-7);
    let landing = seen.landing.before.position;
    (landing.x - target.0).hypot(landing.y - target.1)
}

/// Asserts that the arm does what the racket should do, within its limits and clear of the table.
fn assert_arm(stroke: &RailStroke) {
    let arm = faster(1.0);
    let (pose, jacobian) = arm.forward_and_jacobian(&stroke.configuration.joints);
    assert!((pose.translation.vector - stroke.racket.center).norm() < 1e-9);
    assert!(pose.rotation.matrix().column(0).cross(&stroke.racket.normal).norm() < 1e-9);
    let twist = jacobian * stroke.configuration.rates;
    assert!((twist.fixed_rows::<3>(0) - stroke.racket.velocity).norm() < 1e-7);
    for (i, limit) in arm.limits().iter().enumerate() {
        assert!(
            limit.contains(stroke.configuration.joints[i])
                && stroke.configuration.rates[i].abs() <= limit.speed * (1.0 + 1e-9)
        );
    }
    let (court, across) = (Court::STANDARD, Vec3::y().cross(&stroke.racket.normal).normalize());
    for turn in 0..64 {
        let (sin, cos) = (f64::from(turn) * std::f64::consts::TAU / 64.0).sin_cos();
        let other = stroke.racket.normal.cross(&across);
        let rim = stroke.racket.center + (across * cos + other * sin) * 0.075;
        assert!(rim.z > 0.0 || rim.x > court.end_line() || rim.y.abs() > court.side_line(), "{rim}");
    }
}

#[test]
fn law_ten_thousand_returns_land_on_their_targets() {
    let physics = Physics::default();
    let requests = requests(91, 10_000);
    let checked = |request: &(BallState, (f64, f64))| {
        let stroke = answer(&physics, request)?;
        assert_arm(&stroke);
        Ok(miss(&physics, request, &stroke))
    };
    let misses: Vec<Result<f64, NoReturn>> = requests.par_iter().map(checked).collect();
    let worst = misses.iter().flatten().copied().fold(0.0, f64::max);
    let refused: Vec<_> = requests.iter().zip(&misses).filter(|(_, miss)| miss.is_err()).collect();
    println!("{} of 10000 returned, the worst {worst:.1e} m off; refused: {refused:?}", 10_000 - refused.len());
    // A millimetre is demanded; this is what is so.
    assert!(worst < 1e-6, "{worst} m");
    assert!(refused.len() <= 5, "{refused:?}");
}

#[test]
fn law_returns_of_every_rubber_and_of_the_papers_racket_land_on_their_targets() {
    let others = ["ideal", "linear", "linear:k3=0.6,b1=0,b3=0"].map(|name| name.parse().unwrap());
    for contact in Rubber::ALL.map(RacketContact::Rubber).into_iter().chain(others) {
        let physics = Physics { racket: contact, ..Physics::default() };
        let requests = requests(92, 100);
        let answers: Vec<_> = requests.par_iter().map(|request| answer(&physics, request)).collect();
        for (request, answer) in requests.iter().zip(&answers) {
            if let Ok(stroke) = answer {
                assert_arm(stroke);
                assert!(miss(&physics, request, stroke) < 1e-6, "{contact}");
            }
        }
        let refused: Vec<_> = answers.iter().filter_map(|answer| answer.as_ref().err()).collect();
        assert!(refused.len() <= 2, "{contact}: {refused:?}");
    }
}

#[test]
fn law_landings_move_with_the_ball_as_predicted() {
    let mut compared = 0;
    for contact in [RacketContact::default(), "linear".parse().unwrap()] {
        let physics = Physics { racket: contact, ..Physics::default() };
        for (ball, target) in requests(93, 40) {
            let Ok(stroke) = answer(&physics, &(ball, target)) else { continue };
            for column in 0..9 {
                let step = [1e-4, 1e-3, 1e-1][column / 3];
                let moved = |share: f64| {
                    let mut ball = ball;
                    let vector = [&mut ball.position, &mut ball.velocity, &mut ball.spin];
                    vector.into_iter().nth(column / 3).unwrap()[column % 3] += share * step;
                    let seen = rehearse(&physics, &Court::STANDARD, &ball, &stroke.racket, &mut |_| {});
                    seen.ok().map(|seen| seen.landing.before.position.xy())
                };
                let Some((ahead, behind)) = moved(1.0).zip(moved(-1.0)) else { continue };
                let difference = (ahead - behind) / (2.0 * step);
                let predicted = stroke.plan.by_ball.column(column);
                let scale = stroke.plan.by_ball.fixed_columns::<3>(column / 3 * 3).norm();
                assert!((difference - predicted).norm() < 0.02 * scale, "{column}: {difference} {predicted}");
                compared += 1;
            }
        }
    }
    assert!(compared > 600, "{compared}");
}

#[test]
fn law_a_request_refused_for_speed_needs_just_that_speed() {
    const SLOW: f64 = 0.05;
    let physics = Physics::default();
    let choice = StrokeChoice { over_net: vec![0.1, 0.2, 0.36], brush_up: vec![0.0, 1.0] };
    let mut refused = 0;
    for (ball, target) in requests(94, 150) {
        let choose = |factor: f64| {
            let arm = faster(factor);
            RailStroker::new(&physics, Court::STANDARD, arm).choose(&ball, target, &choice, &middle(&arm))
        };
        let Err(NoReturn::HitConfiguration(HitConfigurationError::Speed { rate, most, .. })) = choose(SLOW) else {
            continue;
        };
        assert!(rate > most);
        assert!(choose(SLOW * rate / most * (1.0 + 1e-9)).is_ok(), "an arm that is fast enough makes the stroke");
        let slower = choose(SLOW * rate / most * 0.99);
        assert!(matches!(slower, Err(NoReturn::HitConfiguration(HitConfigurationError::Speed { .. }))), "{slower:?}");
        refused += 1;
    }
    assert!(refused > 50, "{refused}");
}

#[test]
fn law_what_the_court_does_not_allow_is_refused_with_its_reason() {
    let physics = Physics::default();
    let ball = |x: f64, y: f64, z: f64| {
        BallState::new(Vec3::new(x, y, z), Vec3::new(4.0, 0.0, 0.5), Vec3::new(0.0, 100.0, 0.0))
    };
    let arm = faster(1.0);
    let stroker = RailStroker::new(&physics, Court::STANDARD, arm);
    let refusal = |ball: BallState, target: (f64, f64), over_net: f64| {
        let choice = StrokeChoice { over_net: vec![over_net], brush_up: vec![0.0] };
        stroker.choose(&ball, target, &choice, &middle(&arm)).unwrap_err()
    };
    // An upright racket that meets a ball so low over the table would dip into it; behind the end line it may.
    let low = refusal(ball(1.0, 0.0, 0.04), (-0.9, 0.0), 0.1);
    assert!(
        matches!(
            low,
            NoReturn::HitConfiguration(HitConfigurationError::Touching(it))
                if it.fixture == Fixture::Table && it.lowest_m < 0.0
        ),
        "{low}"
    );
    assert!(answer(&physics, &(ball(1.55, 0.0, 0.04), (-0.9, 0.0))).is_ok());
    let far = refusal(ball(1.2, 2.6, 0.3), (-0.9, 0.0), 0.1);
    assert!(matches!(far, NoReturn::HitConfiguration(HitConfigurationError::Reach(_))), "{far}");
    let behind = refusal(ball(-0.2, 0.0, 0.3), (-0.9, 0.0), 0.1);
    assert!(matches!(behind, NoReturn::Aim(AimError::Behind { .. })), "{behind}");
    let high = refusal(ball(1.0, 0.0, 0.6), (-1.2, 0.0), 0.05);
    assert!(matches!(high, NoReturn::Aim(AimError::Net { straight_m, .. }) if straight_m > 0.05), "{high}");
    // Right over the net there is clearance; on its steep descent the ball touches the cord.
    let cord = refusal(ball(0.4, 0.0, 0.2), (-0.05, 0.0), 0.001);
    assert!(matches!(cord, NoReturn::Play(PlayError::Net { .. })), "{cord}");
}
