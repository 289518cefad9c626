//! Motions planned again and again while they run: no limit is ever broken, nothing jumps, arrivals are exact.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::motion::{
    Follower, JerkLimited, JointMotion, JointState, LimitError, MotionError, Polynomial, Quantity, arrive_at,
    jerk_limited, through,
};
use multiball::robot::{JointKind, JointLimits, Joints};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Joints of all kinds: narrow and wide, slow and quick, with and without a limit of jerk.
fn limits<const N: usize>(always_jerk: bool) -> [JointLimits; N] {
    std::array::from_fn(|i| {
        let size = 1.0 + i as f64;
        JointLimits {
            kind: if i == 0 { JointKind::Prismatic } else { JointKind::Revolute },
            low: -0.5 * size,
            high: 0.4 * size,
            speed: 2.0 * size,
            acceleration: 30.0 * size,
            jerk: if always_jerk || i % 2 == 0 { 800.0 * size } else { f64::INFINITY },
        }
    })
}

/// How far a state is beyond its limits, in parts of them.
fn excess<const N: usize>(state: &JointState<N>, limits: &[JointLimits; N]) -> f64 {
    let joint = |i: usize| {
        let (limit, position) = (&limits[i], state.position[i]);
        let rates = (state.velocity[i].abs() / limit.speed).max(state.acceleration[i].abs() / limit.acceleration) - 1.0;
        rates.max(limit.low - position).max(position - limit.high)
    };
    (0..N).map(joint).fold(f64::NEG_INFINITY, f64::max)
}

/// The greatest difference of position, velocity or acceleration.
fn jump<const N: usize>(a: &JointState<N>, b: &JointState<N>) -> f64 {
    let rates = (a.velocity - b.velocity).amax().max((a.acceleration - b.acceleration).amax());
    rates.max((a.position - b.position).amax())
}

/// A state anywhere within the limits or a little beyond, now at rest, now moving, now with acceleration.
fn random_target<const N: usize>(rng: &mut ChaCha8Rng, limits: &[JointLimits; N]) -> JointState<N> {
    let mut part = |of: f64| of * rng.random_range(-1.0..1.0);
    let position = Joints::from_fn(|i, _| limits[i].middle() + part(0.52 * (limits[i].high - limits[i].low)));
    let velocity = Joints::from_fn(|i, _| part(0.8 * limits[i].speed));
    let acceleration = Joints::from_fn(|i, _| part(0.5 * limits[i].acceleration));
    match rng.random_range(0..4) {
        0 => JointState::at_rest(position),
        1 => JointState { position, velocity, acceleration },
        _ => JointState::moving(position, velocity),
    }
}

/// A target near what the arm would do anyway, as a hit point is that moves a little at every look.
fn nearby_target<const N: usize>(rng: &mut ChaCha8Rng, now: &JointState<N>, ahead_s: f64) -> JointState<N> {
    let mut drift = |by: f64| Joints::from_fn(|_, _| rng.random_range(-by..by));
    let position = now.position + now.velocity * (0.7 * ahead_s) + drift(0.05);
    JointState::moving(position, now.velocity * 0.5 + drift(0.5))
}

#[test]
fn law_quintic_replans_never_break_a_limit_or_jump() {
    let limits = limits::<6>(false);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut arm = Follower::at_rest(&Joints::zeros(), &limits);
    let (mut t_s, mut accepted, mut stopped) = (0.0, 0, 0);
    for _ in 0..100_000 {
        // Ticks of milliseconds mostly; sometimes so long that the arm arrives and stops.
        let longest_s = if rng.random_range(0..10) == 0 { 1.0 } else { 0.004 };
        let tick_s = rng.random_range(0.0..longest_s);
        for _ in 0..8 {
            let state = arm.at(t_s + tick_s * rng.random_range(0.0..1.0));
            assert!(excess(&state, &limits) < 1e-8, "{state:?} is beyond by {}", excess(&state, &limits));
        }
        t_s += tick_s;
        let (before, old) = (arm.at(t_s), arm);
        stopped += u32::from(before.velocity.amax() == 0.0);
        let arrival_s = t_s + rng.random_range(0.02..0.8);
        let target = match rng.random_range(0..2) {
            0 => random_target(&mut rng, &limits),
            _ => nearby_target(&mut rng, &before, arrival_s - t_s),
        };
        if arm.replan(t_s, &target, arrival_s).is_err() {
            assert_eq!(arm, old);
            continue;
        }
        accepted += 1;
        assert!(jump(&before, &arm.at(t_s)) < 1e-9, "{before:?} {:?}", arm.at(t_s));
        assert_eq!(arm.at(arrival_s), target);
        let nearly = arm.at(arrival_s - 1e-12);
        assert!((nearly.position - target.position).amax() < 1e-9);
        assert!((nearly.velocity - target.velocity).amax() < 1e-9);
        assert_eq!(arm.motion().check(&limits), Ok(()));
    }
    assert!((20_000..80_000).contains(&accepted) && stopped > 500, "{accepted} accepted, {stopped} from rest");
}

/// What follows an arrival is part of the plan: the arm comes to rest within its limits and stays there.
#[test]
fn law_after_an_arrival_the_arm_comes_to_rest() {
    let limits = limits::<6>(false);
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut arrived = 0;
    for _ in 0..3000 {
        let mut arm = Follower::at_rest(&Joints::zeros(), &limits);
        let target = random_target(&mut rng, &limits);
        if arm.replan(0.0, &target, 0.7).is_err() {
            continue;
        }
        arrived += 1;
        let motion = arm.motion();
        for i in 0..=200 {
            let state = arm.at(0.7 + (motion.end_s() - 0.7) * f64::from(i) / 200.0);
            assert!(excess(&state, &limits) < 1e-8, "{state:?}");
            assert!(jump(&state, &motion.at(0.7 + (motion.end_s() - 0.7) * f64::from(i) / 200.0)) < 1e-9);
        }
        let end = arm.at(motion.end_s());
        assert!(end.velocity.amax() < 1e-9 && end.acceleration.amax() < 1e-9, "{end:?}");
        assert!(jump(&end, &arm.at(motion.end_s() + 100.0)) < 1e-9);
    }
    assert!(arrived > 500, "{arrived} arrivals");
}

/// A target whose stop would leave the range is refused although the motion to it is fine; the error has the position.
#[test]
fn law_a_target_without_stopping_distance_is_refused() {
    let limits = limits::<1>(true);
    let mut arm = Follower::at_rest(&Joints::zeros(), &limits);
    assert_eq!(arm.motion().check(&limits), Ok(()));
    assert_eq!((arm.motion().at(-5.0), arm.at(7.0)), (arm.at(-5.0), JointState::at_rest(Joints::zeros())));
    let fast = |position: f64| JointState::moving(Joints::repeat(position), Joints::repeat(1.5));
    assert!(arm.replan(0.0, &fast(0.3), 0.6).is_ok());
    // At 1.5 m/s the stop takes max(1.5 v / A, √(6 v / J)) = 0.1061 s and 0.0795 m.
    let stopped = arm.at(10.0).position[0];
    assert!((stopped - 0.3 - 0.75 * (6.0f64 * 1.5 / 800.0).sqrt()).abs() < 1e-12, "{stopped}");
    let kept = arm;
    let error = arm.replan(0.1, &fast(0.35), 0.6).unwrap_err();
    let MotionError::Limit(LimitError::Broken { number: 1, quantity: Quantity::Position, peak, limit, at_s, .. }) =
        error
    else {
        panic!("{error}")
    };
    assert!((peak - 0.42955).abs() < 1e-4 && limit == 0.4 && at_s > 0.6);
    assert_eq!(arm, kept);
    assert_eq!(arm.replan(0.2, &fast(0.3), 0.2), Err(MotionError::NoTime { start_s: 0.2, end_s: 0.2 }));
    assert_eq!(arm.replan(-1.0, &fast(0.3), 0.2), Err(MotionError::Past { now_s: -1.0, start_s: 0.0 }));
    for bad in [f64::NAN, f64::INFINITY] {
        assert!(arm.replan(0.2, &fast(bad), 0.6).is_err() && arm.replan(0.2, &fast(0.3), bad).is_err());
        assert!(arm.replan(bad, &fast(0.3), 0.6).is_err());
    }
    assert_eq!(arm, kept);
}

#[test]
fn law_jerk_limited_replans_never_break_a_limit_or_jump() {
    let limits = limits::<3>(true);
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let middle = JointState::at_rest(Joints::from_fn(|i, _| limits[i].middle()));
    let mut arm: JerkLimited<3> = jerk_limited(0.0, &JointState::at_rest(Joints::zeros()), &middle, &limits).unwrap();
    let (mut t_s, mut accepted, mut late, mut broken) = (0.0, 0, 0, 0);
    for _ in 0..100_000 {
        for _ in 0..8 {
            let state = arm.at(t_s + (arm.end_s() - t_s) * rng.random_range(0.0..1.0));
            assert!(excess(&state, &limits) < 1e-8, "{state:?} is beyond by {}", excess(&state, &limits));
        }
        t_s += (arm.end_s() - t_s) * if rng.random_range(0..5) == 0 { 1.0 } else { rng.random_range(0.0..0.3) };
        let before = arm.at(t_s);
        let target = random_target(&mut rng, &limits);
        // Unlike a follower's plan, such a motion does not look beyond its end: a state without continuation would be
        // the last.
        if jerk_limited(0.0, &target, &middle, &limits).is_err() {
            continue;
        }
        let arrival_s = t_s + rng.random_range(0.02..1.5);
        let timed = rng.random_range(0..2) == 0;
        let found = match timed {
            true => arrive_at(t_s, &before, arrival_s, &target, &limits),
            false => jerk_limited(t_s, &before, &target, &limits),
        };
        match found {
            Ok(motion) => {
                accepted += 1;
                let end = motion.at(motion.end_s());
                assert!(!timed || motion.end_s() == arrival_s);
                assert!(jump(&before, &motion.at(t_s)) < 1e-9);
                assert!((end.position - target.position).amax() < 1e-9);
                assert!((end.velocity - target.velocity).amax() < 1e-9);
                assert_eq!(motion.check(&limits), Ok(()));
                arm = motion;
            }
            Err(MotionError::TooSoon { requested_s, soonest_s }) if timed && soonest_s > requested_s => late += 1,
            Err(MotionError::Limit(_)) => broken += 1,
            Err(other) => panic!("{other}"),
        }
    }
    assert!(accepted > 50_000 && late > 1000 && broken > 1000, "{accepted} accepted, {late} late, {broken} broken");
}

/// Where a single profile cannot take the requested time, an arm at rest waits and one that comes to rest arrives
/// early.
#[test]
fn law_arrivals_are_exact_waited_for_or_too_soon() {
    let limits = limits::<1>(true);
    let state = |position, velocity| JointState::moving(Joints::repeat(position), Joints::repeat(velocity));
    let (rest, there) = (state(0.0, 0.0), state(0.3, 0.0));
    let soonest_s = jerk_limited(0.0, &rest, &there, &limits).unwrap().end_s();
    let error = arrive_at(1.0, &rest, 1.0 + 0.9 * soonest_s, &there, &limits).unwrap_err();
    let MotionError::TooSoon { requested_s, soonest_s: told_s } = error else { panic!("{error}") };
    assert!((requested_s - 0.9 * soonest_s).abs() < 1e-12 && (told_s - soonest_s).abs() < 1e-12);

    // From speed to speed over this distance some durations are too long to arrive and too short to turn back and come
    // again.
    let (fast, faster) = (state(-0.05, 1.8), state(0.05, 1.8));
    let quick_s = jerk_limited(0.0, &fast, &faster, &limits).unwrap().end_s();
    let blocked = |share: f64| arrive_at(0.0, &fast, quick_s * share, &faster, &limits);
    let error = blocked(1.6).unwrap_err();
    let MotionError::TooSoon { requested_s, soonest_s } = error else { panic!("{error}") };
    assert!(soonest_s > requested_s && arrive_at(0.0, &fast, soonest_s, &faster, &limits).is_ok());
    assert!(blocked(1.0 + 1e-9).is_ok());

    // The same from rest: it waits as long as it must.
    for share in [1.0 + 1e-9, 1.3, 1.6, 2.0, 5.0, 50.0] {
        let from = state(-0.05, 0.0);
        let least_s = jerk_limited(0.0, &from, &faster, &limits).unwrap().end_s();
        let motion = arrive_at(2.0, &from, 2.0 + least_s * share, &faster, &limits).unwrap();
        assert!(jump(&motion.at(motion.end_s()), &faster) < 1e-9 && motion.end_s() == 2.0 + least_s * share);
        let mirrored = arrive_at(2.0, &fast, 2.0 + 3.0 * share, &state(0.2, 0.0), &limits).unwrap();
        assert!(jump(&mirrored.at(mirrored.end_s()), &state(0.2, 0.0)) < 1e-9);
    }
}

#[test]
fn law_what_a_jerk_limited_motion_cannot_do_is_reported() {
    let limits = limits::<2>(true);
    let rest = JointState::at_rest(Joints::zeros());
    let fails = |from: &JointState<2>, to: &JointState<2>| jerk_limited(3.0, from, to, &limits).unwrap_err();
    let broken = |error: MotionError| match error {
        MotionError::Limit(LimitError::Broken { number, quantity, .. }) => (number, quantity),
        other => panic!("{other}"),
    };
    // States beyond a limit, or that necessarily pass one.
    let moving = |v: f64, a: f64| JointState { velocity: [0.0, v].into(), acceleration: [0.0, a].into(), ..rest };
    assert_eq!(broken(fails(&rest, &JointState::at_rest([0.1, 5.0].into()))), (2, Quantity::Position));
    assert_eq!(broken(fails(&moving(4.1, 0.0), &rest)), (2, Quantity::Speed));
    assert_eq!(broken(fails(&moving(3.9, 59.0), &rest)), (2, Quantity::Speed));
    assert_eq!(broken(fails(&rest, &moving(3.9, -59.0))), (2, Quantity::Speed));
    assert_eq!(broken(fails(&rest, &moving(0.0, 61.0))), (2, Quantity::Acceleration));
    // Too fast to stop before the end of the range.
    let doomed = JointState { position: [0.0, 0.75].into(), ..moving(3.5, 0.0) };
    assert_eq!(broken(fails(&doomed, &rest)), (2, Quantity::Position));
    assert!(matches!(fails(&rest, &moving(f64::NAN, 0.0)), MotionError::Limit(LimitError::NotFinite { number: 2 })));
    // Limits that are infinite.
    let mut endless = limits;
    endless[1].jerk = f64::INFINITY;
    let error = jerk_limited(0.0, &rest, &rest, &endless).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no jerk-limited motion: the limit of jerk of joint 2 is inf rad/s³, it must be finite and above 0"
    );
    let nothing = jerk_limited(0.0, &rest, &rest, &limits).unwrap();
    assert!(nothing.end_s() == 0.0 && nothing.at(0.5) == rest);
}

/// The way points of paper 003 [table 3], deg, each joint's four.
const SERVE: [[f64; 4]; 5] = [
    [-43.6, -16.2, 14.4, 45.1],
    [-165.0, -145.3, -110.2, -92.4],
    [-160.5, -135.0, -115.0, -93.8],
    [3.2, 18.5, 30.3, 46.0],
    [94.9, 109.0, 124.1, 135.2],
];

/// The best 3-5-3 motion with common times takes 2.7359 s under 80 deg/s. With its peaks of acceleration and jerk as
/// limits, a jerk-limited motion through the same points takes 1.52 s.
#[test]
fn ref_jerk_limited_through_the_serving_arms_way_points() {
    let times: [f64; 3] = [1.0480, 0.5178, 1.1700];
    let pieces = SERVE.map(|[q0, q1, q2, q3]| {
        let ([t1, t2, t3], d1, d3) = (times, q1 - q0, q3 - q2);
        let (leave, reach) = ((q1, 3.0 * d1 / t1, 6.0 * d1 / (t1 * t1)), (q2, 3.0 * d3 / t3, -6.0 * d3 / (t3 * t3)));
        let cubic = |q, v, a: f64, j, duration_s| Polynomial { coefficients: [q, v, a / 2.0, j, 0.0, 0.0], duration_s };
        let first = cubic(q0, 0.0, 0.0, d1 / t1.powi(3), t1);
        [first, Polynomial::quintic(leave, reach, t2), cubic(q2, reach.1, reach.2, d3 / t3.powi(3), t3)]
    });
    let peaks = JointMotion::of_pieces(0.0, times.iter().sum(), pieces).peaks();
    assert!((peaks[0].speed.value - 80.0).abs() < 0.01 && (peaks[1].speed.value - 80.0).abs() < 0.01);
    let limits =
        peaks.map(|peak| JointLimits::revolute_deg(-200.0, 200.0, 80.0, peak.acceleration.value, peak.jerk.value));
    let points: Vec<Joints<5>> = (0..4).map(|k| Joints::from_fn(|i, _| SERVE[i][k].to_radians())).collect();
    let motion: JointMotion<5, 21> = through(0.0, &points, &limits).unwrap();
    assert!((motion.end_s() - 1.516).abs() < 0.005, "{}", motion.end_s());
    assert_eq!(motion.check(&limits), Ok(()));
    // It passes the points in their order, all joints together, and rests at both ends.
    let mut passed = 0;
    for i in 0..=100_000 {
        let state = motion.at(motion.end_s() * f64::from(i) / 100_000.0);
        passed += usize::from(passed < 4 && (state.position - points[passed]).amax() < 2e-5);
    }
    assert_eq!(passed, 4);
    assert!(motion.at(0.0).velocity.amax() < 1e-9 && motion.at(motion.end_s()).velocity.amax() < 1e-9);
    let error = through::<5, 15>(0.0, &points, &limits).unwrap_err();
    assert!(matches!(error, MotionError::TooManyPieces { number: 1, pieces: 16.., capacity: 15 }), "{error}");
    assert_eq!(through::<5, 21>(0.0, &points[..1], &limits), Err(MotionError::TooFewPoints { points: 1 }));
}
