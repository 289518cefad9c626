//! A session that is driven from outside: the same in steps of any length, after a reset, and in a clone.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use multiball::ball::{BallSim, BallState, Blade, EventKind, Physics, RacketPart, RacketWood, Settings};
use multiball::court::Side;
use multiball::geometry::Vec3;
use multiball::hall::record::{BallPlace, Message, Recorder, SessionEvent, StrikerKind, Wants};
use multiball::hall::training::{CommandError, Session, TrainingHall, TrainingResult};
use multiball::hall::{Exchange, ExchangeSetup, Extent, NoHooks, Outcome, RailOptions, Scenario, world_from_player};
use multiball::hall::{MovingJoints, RecordedJoints, RigSettings};
use multiball::player::{JointCommand, RacketModel, RailPlayer};
use multiball::robot::{Mounted, Rail6, ReachError};
use multiball::track::{Estimator, EstimatorSettings, Measurement, Priors};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn hall(name: &str, seed: u64) -> Arc<TrainingHall> {
    Arc::new(TrainingHall::of(&Scenario::builtin(name).unwrap(), seed).unwrap())
}

/// Keeps all messages.
struct Witness(Vec<Message>, Wants);

impl Recorder for Witness {
    fn record(&mut self, message: &Message) {
        self.0.push(message.clone());
    }

    fn wants(&self) -> Wants {
        self.1
    }
}

type Reported = (Vec<Message>, TrainingResult);

/// What the hall's own run reports.
fn played(hall: &TrainingHall, extent: Extent, wants: Wants) -> Reported {
    let mut witness = Witness(Vec::new(), wants);
    let stop = AtomicBool::new(false);
    let result = hall.play(extent, &mut witness, &mut NoHooks, &stop, &mut |_| {}).unwrap();
    (witness.0, result)
}

/// What a session reports that is advanced by steps of these lengths, s.
fn stepped(session: &mut Session, mut step_s: impl FnMut() -> f64) -> Reported {
    let mut messages = session.take_messages();
    while !session.is_over() {
        session.advance_to(session.now_s() + step_s());
        messages.extend(session.take_messages());
    }
    (messages, session.result())
}

#[track_caller]
fn assert_same(one: &Reported, other: &Reported) {
    let differs = one.0.iter().zip(&other.0).position(|(one, other)| one != other);
    assert_eq!(differs, None, "{:?}", differs.map(|at| (&one.0[at], &other.0[at])));
    assert_eq!(one.0.len(), other.0.len());
    assert_eq!(one.1, other.1);
}

#[test]
fn law_a_session_can_be_held_sent_and_shared_by_anybody() {
    fn is_free<T: Clone + Send + Sync + 'static>() {}
    is_free::<Session>();
    is_free::<Exchange>();
    is_free::<TrainingHall>();
}

#[test]
fn law_steps_of_any_length_give_the_same_bytes_as_the_hall_s_own_run() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let extents =
        [("duel", Extent::Points(2)), ("serve-practice", Extent::Points(3)), ("picker", Extent::DurationS(40.0))];
    for (name, extent) in extents {
        for seed in [1, 2] {
            let hall = hall(name, seed);
            let whole = played(&hall, extent, Wants::Messages);
            assert!(whole.0.len() > 100 && whole.1.broke_off.is_none(), "{name}");
            let session = || Session::in_hall(hall.clone(), seed).unwrap().lasting(extent);
            assert_same(&whole, &stepped(&mut session(), || 1e-3));
            assert_same(&whole, &stepped(&mut session(), || rng.random_range(0.0..0.3)));
            assert_same(&whole, &stepped(&mut session(), || 1e4));
        }
    }
}

#[test]
fn law_a_session_with_cameras_shows_the_same_pictures_in_steps() {
    let (hall, extent) = (hall("hall", 1), Extent::Points(1));
    let whole = played(&hall, extent, Wants::Pictures);
    assert!(whole.0.iter().any(|message| matches!(message, Message::Picture(_))));
    let session = Session::in_hall(hall, 1).unwrap().lasting(extent);
    assert_same(&whole, &stepped(&mut session.reporting(Wants::Pictures), || 0.007));
}

#[test]
fn law_a_reset_session_is_a_fresh_one_and_a_clone_goes_on_alike() {
    for (name, extent) in [("duel", Extent::Points(2)), ("picker", Extent::DurationS(20.0))] {
        let hall = hall(name, 1);
        let fresh = |seed| Session::in_hall(hall.clone(), seed).unwrap().lasting(extent);
        let (one, two) = (stepped(&mut fresh(1), || 0.05), stepped(&mut fresh(2), || 0.05));
        assert_ne!(one.0, two.0, "{name}");
        let mut session = fresh(1);
        session.advance_to(7.3);
        session.reset(2);
        assert_same(&two, &stepped(&mut session, || 0.011));
        session.reset(1);
        let mut messages = session.take_messages();
        session.advance_to(3.456);
        messages.extend(session.take_messages());
        let mut clone = session.clone();
        for session in [&mut session, &mut clone] {
            let (rest, result) = stepped(session, || 0.02);
            assert_same(&one, &(messages.iter().cloned().chain(rest).collect(), result));
        }
    }
}

#[test]
fn law_what_is_not_reported_changes_nothing() {
    let hall = hall("duel", 3);
    let session = Session::in_hall(hall, 3).unwrap().lasting(Extent::Points(2));
    let (messages, loud) = stepped(&mut session.clone(), || 0.1);
    let (none, silent) = stepped(&mut session.reporting(Wants::Nothing), || 0.1);
    assert!(none.is_empty() && !messages.is_empty());
    assert_eq!(loud, silent);
}

#[test]
fn law_a_robot_knows_its_joints_and_measurements_with_errors_but_not_the_truth() {
    let mut session = Session::in_hall(hall("duel", 1), 1).unwrap().lasting(Extent::Points(2));
    let mut seen = 0;
    while session.tick() {
        for side in Side::BOTH {
            let knows = session.observation(side).unwrap();
            assert_eq!(knows.t_s, session.now_s());
            let Some(last) = knows.measurements.last() else { continue };
            // It arrives late, and is noisy.
            assert!(last.t_s <= knows.t_s - 0.004, "{} at {}", last.t_s, knows.t_s);
            let snapshot = session.snapshot();
            let Some(ball) = snapshot.balls.iter().find(|ball| ball.place == BallPlace::Flight) else { continue };
            let truth = world_from_player(side).from_world(&Vec3::from(ball.position_m));
            assert_ne!(last.position, truth);
            seen += 1;
        }
    }
    assert!(seen > 500, "{seen}");
}

#[test]
fn law_an_outside_program_commands_a_robot_and_gives_it_back() {
    let mut session = Session::in_hall(hall("duel", 1), 1).unwrap().lasting(Extent::Points(3));
    let start = session.observation(Side::Home).unwrap().joints;
    let mut there = start.clone();
    there[0] += 0.2;
    let command = JointCommand { velocity: vec![0.0; there.len()], position: there.clone() };
    session.command(Side::Home, Some(&command)).unwrap();
    session.advance_to(1.0);
    let knows = session.observation(Side::Home).unwrap();
    let off = knows.joints.iter().zip(&there).map(|(is, wanted)| (is - wanted).abs()).fold(0.0, f64::max);
    assert!(off < 1e-6 && knows.commanded == there, "{:?}", knows.joints);
    let few = JointCommand { position: vec![0.0; 5], velocity: vec![0.0; 5] };
    let refused = CommandError::Joints(ReachError::JointCount { given: 5, needed: 6 });
    assert_eq!(session.command(Side::Home, Some(&few)), Err(refused));
    // A robot that stands still plays no ball.
    while session.result().points.is_empty() && session.tick() {}
    let struck = |message: &Message| match message {
        Message::Event { event: SessionEvent::Struck { side, by, .. }, .. } => {
            *side == Side::Home && *by == StrikerKind::Robot
        }
        _ => false,
    };
    assert!(!session.take_messages().iter().any(struck));
    session.command(Side::Home, None).unwrap();
    while session.tick() {}
    assert!(session.take_messages().iter().any(struck));
    let none = Session::in_hall(hall("picker", 1), 1).unwrap().command(Side::Home, None);
    assert_eq!(none, Err(CommandError::NoRobot(Side::Home)));
}

#[test]
fn law_a_result_is_serialised_with_units_in_its_names() {
    let mut session = Session::in_hall(hall("serve-practice", 1), 1).unwrap().lasting(Extent::Points(1));
    while session.tick() {}
    let json = serde_json::to_value(session.result()).unwrap();
    assert_eq!(json["duration_s"], session.now_s());
    assert_eq!(json["points"].as_array().unwrap().len(), 1);
    assert!(json["broke_off"].is_null() && json["strokes"].is_array() && json["score"]["home_games"] == 0);
}

/// Plays one exchange with the rail player, which sees the ball as it is.
fn rail_player_plays(setup: &Arc<ExchangeSetup>, options: &RailOptions, exchange: &mut Exchange) -> Outcome {
    let court = multiball::court::Court::STANDARD;
    let arm = *setup.robot().downcast_ref::<Mounted<Rail6>>().unwrap();
    let mut player = RailPlayer::new(&options.believed, court, arm, options.player).unwrap();
    let mut estimator = Estimator::new(Priors::knowing(&options.physics, court), EstimatorSettings::RALLY);
    loop {
        let knows = exchange.observation();
        let now_s = knows.t_s;
        let measured = Measurement::point(now_s, knows.ball.position, 1e-3);
        if estimator.observe(measured).unwrap_or(false)
            && let Some(prediction) = estimator.prediction()
        {
            player.see(now_s, &prediction);
        }
        player.tick(now_s);
        let step = exchange.step(player.command(now_s + Exchange::TICK_S).position.as_slice()).unwrap();
        if let Some(outcome) = step.outcome {
            return outcome;
        }
    }
}

#[test]
fn law_the_rail_player_returns_most_exchanges() {
    let options = RailOptions::default();
    let setup = Arc::new(ExchangeSetup::new(options, 64, 1).unwrap());
    let mut exchange = Exchange::new(setup.clone(), 0);
    let outcomes: Vec<Outcome> = (0..100)
        .map(|seed| {
            exchange.reset(seed);
            rail_player_plays(&setup, &options, &mut exchange)
        })
        .collect();
    let returned = outcomes.iter().filter(|outcome| matches!(outcome, Outcome::Returned { .. })).count();
    assert!(returned >= 70, "{returned} of 100: {outcomes:?}");
}

/// A ball on the waiting racket's face, or on its edge, leaves it as in the hall.
#[test]
fn law_an_exchange_is_played_with_the_racket_of_its_rig() {
    let usual = RailOptions::default();
    let rig = |rig: RigSettings, wood: bool| RailOptions { rig, wood: RacketWood::new(wood, 0.1), ..usual };
    let lively = RigSettings { rubber_restitution: 0.1, ..usual.rig };
    let light = RigSettings { racket_mass_kg: 0.05, ..usual.rig };
    let mut returns: Vec<Vec3> = Vec::new();
    for (options, contact, edge) in [
        (rig(usual.rig, true), usual.physics.racket, false),
        (
            rig(lively, false),
            RacketModel { restitution: 0.1, ..RacketModel::default() }.contact(&usual.physics.racket),
            false,
        ),
        (rig(light, false), usual.physics.racket.on_racket_of(0.05, &usual.physics.body), false),
        (rig(usual.rig, true), usual.physics.racket, true),
    ] {
        let setup = Arc::new(ExchangeSetup::new(options, 1, 1).unwrap());
        let mut exchange = Exchange::new(setup.clone(), 0);
        let aside = if edge { Vec3::y() * (options.player.blade_radius + 0.01) } else { Vec3::zeros() };
        let from = exchange.racket().center + aside - Vec3::x() * 0.4;
        let ball = BallState::new(from, Vec3::new(6.0, 0.0, 0.3), Vec3::new(0.0, 50.0, 20.0));
        exchange.reset_with(ball);
        while exchange.step(setup.ready()).unwrap().outcome.is_none() {}
        let mut held = RecordedJoints::new(Arc::from(setup.robot().clone_box()), 1e-3)
            .with_blade(Blade { wood: options.wood, ..Blade::of_radius(options.player.blade_radius) });
        held.record(MovingJoints { position: setup.ready(), velocity: &[0.0; 6] });
        let physics = Physics { racket: contact, ..options.physics };
        let around = options.court.surroundings();
        let mut sim = BallSim::with_settings(&physics, &around, ball, 0.0, Settings::FAST);
        let hit = sim.next_event_among(1.0, &[&held], &mut |_| {}).unwrap();
        let part = if edge { RacketPart::Edge } else { RacketPart::Face };
        assert_eq!(hit.kind, EventKind::Racket(0, part));
        let seen = exchange.observation();
        assert!((seen.t_s - hit.t_s).abs() < 1e-9, "{} s, in the hall {} s", seen.t_s, hit.t_s);
        assert!((seen.ball.velocity - hit.after.velocity).norm() < 1e-6, "{:?}, in the hall {hit:?}", seen.ball);
        assert!((seen.ball.spin - hit.after.spin).norm() < 1e-4);
        assert!(returns.iter().all(|other| (other - hit.after.velocity).norm() > 0.02), "{returns:?}");
        returns.push(hit.after.velocity);
    }
}

#[test]
fn law_an_exchange_is_the_same_after_a_reset_and_in_a_clone() {
    let setup = Arc::new(ExchangeSetup::new(RailOptions::default(), 16, 1).unwrap());
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut used = Exchange::new(setup.clone(), 99);
    for seed in 0..50 {
        let mut target = || -> Vec<f64> {
            let joints = setup.robot().limits().iter().zip(setup.ready());
            joints.map(|(limit, at)| rng.random_range(limit.low.max(at - 0.3)..limit.high.min(at + 0.3))).collect()
        };
        let targets: Vec<Vec<f64>> = (0..200).map(|_| target()).collect();
        let mut fresh = Exchange::new(setup.clone(), seed);
        used.reset(seed);
        for (tick, target) in targets.iter().enumerate() {
            let mut clone = used.clone();
            let step = used.step(target).unwrap();
            assert_eq!(step, fresh.step(target).unwrap());
            assert_eq!(step, clone.step(target).unwrap());
            assert_eq!(used.observation(), fresh.observation());
            assert_eq!(used.observation(), clone.observation());
            assert!(step.outcome.is_some() || used.observation().t_s > 0.01 * tick as f64);
        }
    }
}
