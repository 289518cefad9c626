//! The rail player in closed loop: what it sees, plans and does.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::ball::{BallSim, BallState, EventKind, Physics};
use multiball::court::Court;
use multiball::geometry::Vec3;
use multiball::hall::{BallSensing, RailHall, RailOptions, RailRound, SpinKnowledge};
use multiball::opponent::{Lesson, Schooling, ShotSet, Shots};
use multiball::player::{
    self, JointCommand, NoHit, Observation, Observed, PlayerError, PlayerSetup, RailPlayer, RailSettings,
};
use multiball::robot::{Arm, Rail6};
use multiball::track::{Estimator, EstimatorSettings, Measurement, Priors, SpinPrior, Stroke};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::sync::atomic::AtomicBool;

use crate::support::schooling;

fn taught(shots: ShotSet) -> Schooling {
    schooling(Lesson { players: 12, strokes: 40, shots, ..Lesson::default() })
}

pub(crate) fn rounds(options: RailOptions, count: u64) -> Vec<RailRound> {
    let hall = RailHall::new(options, taught(options.shots), 3).unwrap();
    hall.rounds(count, &AtomicBool::new(false), &|| {}).unwrap()
}

pub(crate) fn share(rounds: &[RailRound], of: impl Fn(&RailRound) -> bool) -> f64 {
    rounds.iter().filter(|round| of(round)).count() as f64 / rounds.len() as f64
}

const TARGET: (f64, f64) = (-0.9, 0.2);

#[test]
fn law_returns_land_around_the_target() {
    let played = rounds(RailOptions::default(), 120);
    assert!(share(&played, |round| round.hit) >= 0.98);
    assert!(share(&played, |round| round.within(TARGET, 0.3)) >= 0.97);
    assert!(share(&played, |round| round.within(TARGET, 0.15)) >= 0.95);
    let illegal: Vec<&RailRound> = played.iter().filter(|round| round.hit && round.landing.is_none()).collect();
    assert!(illegal.len() <= 1, "what is hit comes back, as the referee sees it: {illegal:?}");
}

#[test]
fn law_returns_are_more_accurate_with_known_spin() {
    let with = |spin: SpinKnowledge| {
        let played = rounds(RailOptions { spin, ..RailOptions::default() }, 100);
        let off = |(x, y): (f64, f64)| (x - TARGET.0).hypot(y - TARGET.1);
        let mut misses: Vec<f64> = played.iter().map(|round| round.landing.map_or(9.0, off)).collect();
        misses.sort_by(f64::total_cmp);
        misses[misses.len() * 19 / 20]
    };
    let [known, read, nothing] = [SpinKnowledge::True, SpinKnowledge::Stroke, SpinKnowledge::Nothing].map(with);
    let shown = format!(
        "in 19 of 20 rounds {known:.3} m with the true spin, {read:.3} m read from the stroke, {nothing:.3} m without"
    );
    assert!(known < 0.05 && known < read && read < nothing, "{shown}");
}

#[test]
fn law_hard_balls_come_back_too() {
    let played = rounds(RailOptions { shots: ShotSet::Hard, ..RailOptions::default() }, 60);
    assert!(share(&played, |round| round.landing.is_some()) >= 0.8);
    for round in played.iter().filter(|round| !round.hit) {
        assert!(round.why_not.is_some() || round.predicted.is_some(), "no reason: {round:?}");
    }
}

#[test]
fn law_cameras_in_the_loop_are_as_good_as_points() {
    let seen_with = |sensing: BallSensing| rounds(RailOptions { sensing, ..RailOptions::default() }, 24);
    let [cameras, points] = [BallSensing::Cameras, BallSensing::Points].map(seen_with);
    let inner = |played: &[RailRound]| share(played, |round| round.within(TARGET, 0.15));
    assert!(inner(&cameras) >= inner(&points) - 2.0 / 24.0, "{} and {}", inner(&cameras), inner(&points));
    assert!(share(&cameras, |round| round.hit) >= 23.0 / 24.0, "{cameras:?}");
}

#[test]
fn law_rounds_depend_on_their_number_alone() {
    let hall = RailHall::new(RailOptions::default(), taught(ShotSet::Human), 3).unwrap();
    let together = hall.rounds(6, &AtomicBool::new(false), &|| {}).unwrap();
    let alone: Vec<RailRound> = (0..6).rev().map(|round| hall.play(round).unwrap()).collect();
    assert!(together.iter().eq(alone.iter().rev()));
}

/// A flying ball, with the estimator that tracks it.
struct Watched {
    ball: BallState,
    estimator: Estimator,
}

fn watched(number: u64, physics: &Physics) -> Watched {
    let mut rng = ChaCha8Rng::seed_from_u64(number);
    let shots = Shots::new(*physics, Court::STANDARD);
    let ball = shots.draw(ShotSet::Human, Stroke::ALL[number as usize % 4], true, &mut rng).unwrap();
    let spin = SpinPrior::known(&ball.velocity, &ball.spin, 20.0);
    let priors = Priors { spin, ..Priors::knowing(physics, Court::STANDARD) };
    Watched { ball, estimator: Estimator::new(priors, EstimatorSettings::default()) }
}

#[test]
fn law_the_arm_keeps_its_limits_and_comes_back() {
    let physics = Physics::default();
    let (court, arm) = (Court::STANDARD, Rail6::default().at_home());
    let around = court.surroundings();
    let mut strokes = 0;
    for number in 0..24 {
        let Watched { ball, mut estimator } = watched(number, &physics);
        let mut player = RailPlayer::new(&physics, court, arm, RailSettings::default()).unwrap();
        let ready = player.command(0.0).position;
        let mut before = player.command(0.0);
        for tick in 0..3000 {
            let now_s = f64::from(tick) * 1e-3;
            if tick % 5 == 0 {
                let mut sim = BallSim::new(&physics, &around, ball);
                while sim.next_event(now_s).is_some_and(|event| event.kind != EventKind::Rest) {}
                let seen = Measurement::point(now_s, sim.state().position, 1e-3);
                if tick > 0 && sim.state().position.x < 2.0 && estimator.observe(seen).unwrap() {
                    player.see(now_s, &estimator.prediction().unwrap());
                }
            }
            player.tick(now_s);
            let now = player.command(now_s);
            for (i, limit) in arm.limits().iter().enumerate() {
                assert!(limit.contains(now.position[i]), "joint {} at {now_s} s", i + 1);
                assert!(now.velocity[i].abs() <= limit.speed * 1.000_1);
                assert!(now.acceleration[i].abs() <= limit.acceleration * 1.000_1);
                let jump = (now.acceleration[i] - before.acceleration[i]).abs();
                assert!(jump <= limit.jerk * 1e-3 * 1.01 + 1e-9, "joint {} jerks by {jump} at {now_s} s", i + 1);
            }
            before = now;
        }
        strokes += u32::from(player.stroke().is_some());
        if player.stroke().is_some() {
            assert!(player.is_ready(3.0) && (player.command(3.0).position - ready).norm() < 1e-9, "{number}");
        }
    }
    assert!(strokes >= 22, "{strokes} of 24");
}

#[test]
fn law_a_ball_that_nobody_can_reach_is_left_with_a_reason() {
    let physics = Physics::default();
    let mut player =
        RailPlayer::new(&physics, Court::STANDARD, Rail6::default().at_home(), RailSettings::default()).unwrap();
    // It flies far above the table and never bounces on it.
    let ball = BallState::new(Vec3::new(-1.5, 0.0, 1.0), Vec3::new(12.0, 0.0, 4.0), Vec3::zeros());
    let priors = Priors::knowing(&physics, Court::STANDARD);
    let mut estimator = Estimator::new(priors, EstimatorSettings::default());
    for frame in 1..30 {
        let t_s = 0.005 * f64::from(frame);
        let around = Court::STANDARD.surroundings();
        let mut sim = BallSim::new(&physics, &around, ball);
        while sim.next_event(t_s).is_some() {}
        if estimator.observe(Measurement::point(t_s, sim.state().position, 1e-3)).unwrap() {
            player.see(t_s, &estimator.prediction().unwrap());
        }
    }
    assert!(player.stroke().is_none());
    assert!(matches!(player.why_not(), Some(NoHit::NoBounce { probability }) if *probability < 0.5));
}

#[test]
fn law_a_rail_player_behind_the_trait_commands_the_same() {
    let (physics, court, arm) = (Physics::default(), Court::STANDARD, Rail6::default().at_home());
    let around = court.surroundings();
    let rng = ChaCha8Rng::seed_from_u64(1);
    let setup = PlayerSetup { physics: &physics, court, robot: &arm, rail: RailSettings::default(), planar: None, rng };
    let mut any = player::by_name("rail", &setup).unwrap();
    let mut own = RailPlayer::new(&physics, court, arm, RailSettings::default()).unwrap();
    let mut command = JointCommand::default();
    let (mut strokes, mut start_s) = (0, 0.0);
    for number in 0..4 {
        let Watched { ball, mut estimator } = watched(number, &physics);
        own.await_ball(start_s);
        any.observe(start_s, &Observation { t_s: start_s, what: Observed::BallExpected });
        for tick in 0..1500 {
            let now_s = start_s + f64::from(tick) * 1e-3;
            let mut sim = BallSim::with_settings(&physics, &around, ball, start_s, Default::default());
            if tick % 10 == 0 && tick > 0 {
                while sim.next_event(now_s).is_some_and(|event| event.kind != EventKind::Rest) {}
                let seen = Measurement::point(now_s, sim.state().position, 1e-3);
                if sim.state().position.x < 2.0 && estimator.observe(seen).unwrap() {
                    let prediction = estimator.prediction().unwrap();
                    own.see(now_s, &prediction);
                    any.observe(now_s, &Observation { t_s: now_s, what: Observed::Prediction(prediction) });
                }
            }
            own.tick(now_s);
            any.act(now_s, &mut command);
            let state = own.command(now_s);
            assert_eq!(command.position, state.position.as_slice(), "ball {number} at {now_s} s");
            assert_eq!(command.velocity, state.velocity.as_slice());
            assert_eq!(any.intent().map(|intent| intent.hit_s), own.stroke().map(|(_, hit_s)| hit_s));
            assert_eq!(any.why_not().map(|why_not| why_not.detail), own.why_not().map(ToString::to_string));
            assert_eq!(any.is_ready(now_s), own.is_ready(now_s));
            if tick == 300 {
                // A copy goes on where the player is.
                any = any.clone();
            }
        }
        strokes += u32::from(own.stroke().is_some());
        start_s += 2.0;
    }
    assert!(strokes >= 3, "{strokes} of 4");
}

#[test]
fn law_players_are_chosen_by_name_and_for_their_robot() {
    let (physics, court) = (Physics::default(), Court::STANDARD);
    let arm6 = multiball::robot::by_name("arm6").unwrap();
    let rng = ChaCha8Rng::seed_from_u64(1);
    let rail = RailSettings::default();
    let setup = PlayerSetup { physics: &physics, court, robot: &*arm6, rail, planar: None, rng };
    for name in player::NAMES {
        assert!(matches!(player::by_name(name, &setup), Err(PlayerError::OtherRobot { player, .. }) if player == name));
    }
    assert!(matches!(player::by_name("raill", &setup), Err(PlayerError::Unknown)));
    let planar = multiball::robot::PlanarRobot::default();
    let setup = PlayerSetup { robot: &planar, ..setup };
    assert!(matches!(player::by_name("planar", &setup), Err(PlayerError::NoSettings { player: "planar" })));
}
