//! Balls and tables of other sizes, as a scenario gives them, act wherever they should.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::sync::atomic::AtomicBool;

use multiball::ball::{Aero, BallSim, BallState, Body, EventKind, Physics, Surroundings};
use multiball::geometry::Vec3;
use multiball::hall::record::NullRecorder;
use multiball::hall::training::TrainingHall;
use multiball::hall::{Extent, NoHooks, RailOptions, Scenario};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::law_rail_player::{rounds, share};

/// The 44 mm ball that was tried in the game, and a table for children with all that is played on it.
const LARGE_BALL: [(&str, &str); 2] = [("ball.radius_m", "0.022"), ("ball.mass_kg", "0.0023")];
const SMALL_TABLE: [(&str, &str); 9] = [
    ("court.table_length_m", "2.2"),
    ("court.table_width_m", "1.25"),
    ("court.table_height_m", "0.68"),
    ("court.net_height_m", "0.12"),
    ("court.net_overhang_m", "0.1"),
    ("player.target_m", "-0.7,0.15"),
    ("server.own_bounce_from_net_m", "0.6,0.9"),
    ("server.far_bounce_from_net_m", "0.5,0.9"),
    ("server.far_bounce_across_m", "-0.3,0.3"),
];

/// The hall with points for cameras, a robot as drawn that is told air and table, and some fields changed.
fn hall(changes: &[(&str, &str)]) -> Scenario {
    let mut scenario = Scenario::builtin("hall").unwrap();
    let usual = [("player.sensing", "points"), ("player.knows", "measured"), ("warm_up.balls", "0")];
    for (key, text) in usual.iter().chain(changes) {
        scenario.set_text(key, text).unwrap();
    }
    scenario.rig = None;
    scenario
}

#[test]
fn law_sizes_reach_the_world_the_players_and_the_stage() {
    let mut scenario = hall(&[LARGE_BALL.as_slice(), SMALL_TABLE.as_slice()].concat());
    for knows in ["typical", "measured", "exact", "paper"] {
        scenario.set("player.knows", knows).unwrap();
        let options = RailOptions::of(&scenario).unwrap();
        let body = Body { mass: 0.0023, radius: 0.022 };
        let told = [options.physics.body, options.believed.body, options.priors().body];
        assert_eq!(told, [body; 3], "{knows}");
        assert_eq!([options.court, options.priors().court], [scenario.court(); 2]);
    }
    let stage = TrainingHall::of(&scenario, 1).unwrap().stage();
    assert_eq!((stage.ball_radius_m, stage.court.table_length_m, stage.court.net_height_m), (0.022, 2.2, 0.12));
    assert!((stage.court.court().net_overhang - 0.1).abs() < 1e-12);
    let usual = RailOptions::of(&hall(&[])).unwrap();
    assert_eq!((usual.physics.body, usual.court), (Body::STANDARD, hall(&[]).court()));
}

/// The air slows a ball by R² C_D / m and nothing else of it: another ball flies as one with another drag coefficient.
#[test]
fn law_a_ball_of_another_size_flies_as_one_with_so_much_more_drag() {
    let mut rng = ChaCha8Rng::seed_from_u64(44);
    for _ in 0..200 {
        let (mass, radius) = (rng.random_range(0.002..0.005), rng.random_range(0.019..0.022));
        let mut scenario = hall(&[("ball.aero", "drag:cd=0.47")]);
        scenario.set("ball.mass_kg", mass).unwrap();
        scenario.set("ball.radius_m", radius).unwrap();
        let Body { mass: usual_mass, radius: usual_radius } = Body::STANDARD;
        let more = (radius / usual_radius).powi(2) * usual_mass / mass;
        let same = Physics { aero: Aero::Drag { cd: 0.47 * more }, ..Physics::default() };
        let start = BallState::new(Vec3::zeros(), Vec3::from_fn(|_, _| rng.random_range(-15.0..15.0)), Vec3::zeros());
        let [it, other] = [scenario.physics(), same].map(|physics| {
            let air = Surroundings::far_below();
            let mut sim = BallSim::new(&physics, &air, start);
            while sim.next_event(0.5).is_some() {}
            sim.state().position
        });
        assert!((it - other).norm() < 1e-7, "{it} {other}");
    }
}

#[test]
fn law_a_ball_touches_table_and_floor_with_its_own_radius_where_they_are() {
    let scenario = hall(&[LARGE_BALL.as_slice(), SMALL_TABLE.as_slice()].concat());
    let (physics, around) = (scenario.physics(), scenario.court().surroundings());
    for (x, kind_is_floor, height_m) in [(1.05, false, 0.022), (1.2, true, 0.022 - 0.68)] {
        let start = BallState::new(Vec3::new(x, 0.0, 0.4), Vec3::zeros(), Vec3::zeros());
        let mut sim = BallSim::new(&physics, &around, start);
        let event = sim.next_event(2.0).unwrap();
        assert_eq!(matches!(event.kind, EventKind::Floor), kind_is_floor, "{event:?}");
        assert!((event.before.position.z - height_m).abs() < 1e-9, "{event:?}");
    }
}

#[test]
fn law_a_robot_returns_large_balls_and_plays_on_a_small_table() {
    for (changes, target) in [(LARGE_BALL.as_slice(), (-0.9, 0.2)), (SMALL_TABLE.as_slice(), (-0.7, 0.15))] {
        let played = rounds(RailOptions::of(&hall(changes)).unwrap(), 60);
        let (hit, outer) = (share(&played, |round| round.hit), share(&played, |round| round.within(target, 0.3)));
        assert!(hit > 0.9 && outer > 0.8, "{changes:?}: {hit} hit, {outer} in the outer square");
    }
}

/// Its image is a tenth larger, as detectors and trackers that know the ball expect.
#[test]
fn law_cameras_see_a_large_ball_where_it_is() {
    let changes = [LARGE_BALL.as_slice(), &[("player.sensing", "cameras")]].concat();
    let played = rounds(RailOptions::of(&hall(&changes)).unwrap(), 24);
    let hit = share(&played, |round| round.hit);
    assert!(hit > 0.85, "{hit} hit");
}

#[test]
fn law_a_session_is_played_with_large_balls_on_a_small_table() {
    let hall = TrainingHall::of(&hall(&[LARGE_BALL.as_slice(), SMALL_TABLE.as_slice()].concat()), 1).unwrap();
    let never = AtomicBool::new(false);
    let result = hall.play(Extent::Points(4), &mut NullRecorder, &mut NoHooks, &never, &mut |_| {}).unwrap();
    assert_eq!((result.points.len(), result.broke_off), (4, None));
    let strokes: u32 = result.points.iter().map(|point| point.strokes).sum();
    assert!(strokes > 8, "they rally: {strokes} strokes");
}

#[test]
fn law_sizes_are_bounded_and_what_lies_next_to_the_table_is_refused() {
    let mut scenario = hall(&[]);
    for (key, value, words) in [
        ("ball.mass_kg", "2.7", "at least 0.002 and at most 0.005"),
        ("ball.radius_m", "0.04", "at least 0.019 and at most 0.022"),
        ("court.table_length_m", "1.0", "at least 1.8 and at most 3"),
        ("court.net_height_m", "0", "at least 0.05 and at most 0.3"),
    ] {
        let refused = scenario.set_text(key, value).unwrap_err().to_string();
        assert!(refused.contains(key) && refused.contains(words), "{refused}");
    }
    for (key, value, words) in [
        ("court.table_length_m", "2.2", "far_bounce_from_net_m reaches 1.15 m; on the table of [court] it must be"),
        ("court.table_width_m", "1.0", "far_bounce_across_m reaches 0.5 m; "),
    ] {
        let mut small = scenario.clone();
        small.set_text("player.target_m", "-0.5,0").unwrap();
        small.set_text("server.own_bounce_from_net_m", "0.5,0.6").unwrap();
        if key.ends_with("width_m") {
            small.set_text("server.far_bounce_across_m", "-0.5,0.4").unwrap();
        }
        small.set_text(key, value).unwrap();
        let refused = small.check().unwrap_err().to_string();
        assert!(refused.contains(words), "{refused}");
    }
}
