//! Balls in awkward places: nothing freezes, sinks in, gains energy, runs back in time or goes on for ever.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::ball::{
    Aero, BallSim, BallState, Blade, Body, EventKind, Physics, RacketMotion, RacketPart, RacketState, Settings,
    Surroundings,
};
use multiball::court::Court;
use multiball::geometry::Vec3;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const BODY: Body = Body::STANDARD;
const GRAVITY: f64 = 9.81;
/// More events than any of these balls needs.
const MOST_EVENTS: usize = 3000;

fn ball(p: [f64; 3], v: [f64; 3], w: [f64; 3]) -> BallState {
    BallState::new(p.into(), v.into(), w.into())
}

/// How deep a ball is in a solid, m.
fn depth(around: &Surroundings, position: &Vec3) -> f64 {
    let gaps =
        [around.table.nearest(position).distance, around.net.nearest(position).distance, position.z - around.floor_z];
    BODY.radius - gaps.into_iter().fold(f64::INFINITY, f64::min)
}

/// Follows a ball to rest, checking all the way; returns where it rests.
fn follow(physics: &Physics, start: BallState) -> Vec3 {
    let around = Court::STANDARD.surroundings();
    let mut sim = BallSim::new(physics, &around, start);
    let (mut energy, mut clock, mut deepest) = (start.energy(&BODY, GRAVITY), 0.0, 0f64);
    for _ in 0..MOST_EVENTS {
        let event = sim.next_event_among(600.0, &[], &mut |segment| {
            assert!(segment.start_s >= clock && segment.end_s >= segment.start_s, "{start:?}: time runs backwards");
            clock = segment.end_s;
            for i in 0..=4 {
                let t = segment.start_s + (segment.end_s - segment.start_s) * f64::from(i) / 4.0;
                deepest = deepest.max(depth(&around, &segment.state_at(t).position));
            }
        });
        let Some(event) = event else { panic!("{start:?} is still moving after 600 s") };
        let after = event.after.energy(&BODY, GRAVITY);
        assert!(after <= energy + 2e-9, "{start:?}: {energy} J to {after} J at {event:?}");
        energy = after;
        if event.kind == EventKind::Rest {
            assert!(deepest < 1e-5, "{start:?} was {deepest} m deep in something");
            return event.after.position;
        }
    }
    panic!("{start:?}: more than {MOST_EVENTS} events");
}

/// Heights at which a ball can lie: on the table and on the floor.
fn lies_on_something(position: &Vec3) -> bool {
    let on = |height: f64| (position.z - height - BODY.radius).abs() < 1e-6;
    let over_table = position.x.abs() <= 1.3701 && position.y.abs() <= 0.7626;
    (on(0.0) && over_table) || on(-0.76)
}

/// Each of these once froze in the air, sank into something, or rattled without end.
#[test]
fn bug_balls_in_awkward_places_come_to_rest() {
    let starts = [
        ball([0.004, 0.1, 0.175], [0.1, 0.0, 0.0], [0.0; 3]),
        ball([0.02, 0.0, 0.05], [0.0; 3], [0.0, 1.0, 0.0]),
        ball([0.0, 0.0, 0.1725], [0.0; 3], [0.0, 100.0, 0.0]),
        ball([1.37, -0.7625, 0.02], [1e-4, 0.0, 0.0], [-300.0, 100.0, 0.0]),
        ball([-0.1, 0.0, 0.02], [0.5, 0.0, 0.0], [0.0, 300.0, 0.0]),
        ball([-0.02, 0.0, 0.02], [0.0; 3], [0.0, 100.0, 0.0]),
        ball([1.37, 0.3, 0.02], [0.0; 3], [0.0, 300.0, 0.0]),
        ball([1.372, 0.0, 0.0199], [-0.1, 0.0, 0.0], [0.0, -5.0, 0.0]),
        ball([-0.05, 0.762, 0.02], [0.5, 0.02, 0.0], [-1.0, 25.0, 0.0]),
        ball([0.02, 0.0, 0.10], [0.0; 3], [0.0; 3]),
        ball([0.5, 0.0, 0.01999901], [1.0, 0.0, -0.05], [0.0; 3]),
        ball([-1.1208, -0.7147, 0.0282], [-0.0024, -0.0032, 0.0054], [9.4, 211.9, -182.5]),
    ];
    for start in starts {
        let end = follow(&Physics::default(), start);
        assert!(lies_on_something(&end), "{start:?} rests at {end:?}");
    }
}

#[test]
fn law_random_balls_come_to_rest_without_gaining_energy_or_sinking_in() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let around = Court::STANDARD.surroundings();
    let mut tried = 0;
    while tried < 4000 {
        let mut within = |most: f64| rng.random_range(-most..=most);
        let speed = if tried % 2 == 0 { 12.0 } else { 0.3 };
        let start = BallState::new(
            Vec3::new(within(1.8), within(1.1), within(0.5) + 0.2),
            Vec3::new(within(speed), within(speed), within(speed)),
            Vec3::new(within(500.0), within(500.0), within(500.0)),
        );
        if around.check(&start, BODY.radius).is_err() {
            continue;
        }
        tried += 1;
        let end = follow(&Physics::default(), start);
        assert!(lies_on_something(&end), "{start:?} rests at {end:?}");
    }
}

/// A toss straight up: drag alone, with its closed form. The kink of |v| v at the top once cost 0.07 mm.
#[test]
fn bug_a_toss_is_right_through_its_top() {
    let drag = 1.225 * BODY.area() * 0.547 / (2.0 * BODY.mass);
    let terminal = (GRAVITY / drag).sqrt();
    let physics = Physics { aero: Aero::Drag { cd: 0.547 }, ..Physics::default() };
    let around = Court::STANDARD.surroundings();
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..2000 {
        let speed = rng.random_range(5.0..9.0);
        let start = ball([2.0, 0.0, 1.0], [0.0, 0.0, speed], [0.0; 3]);
        let mut sim = BallSim::new(&physics, &around, start);
        assert!(sim.next_event(1.0).is_none());
        let up_s = (speed / terminal).atan() * terminal / GRAVITY;
        let top = (speed / terminal).powi(2).ln_1p() / (2.0 * drag);
        let fallen = ((1.0 - up_s) * GRAVITY / terminal).cosh().ln() / drag;
        let error = (sim.state().position.z - (1.0 + top - fallen)).abs();
        assert!(error < 5e-9, "tossed at {speed} m/s: off by {error} m");
    }
}

/// A racket that lies still, face up.
struct Tray;

impl RacketMotion for Tray {
    fn at(&self, _t_s: f64) -> RacketState {
        RacketState {
            center: Vec3::new(2.0, 0.0, 0.3),
            normal: Vec3::z(),
            velocity: Vec3::zeros(),
            turning: Vec3::zeros(),
            handle: None,
        }
    }

    fn blade(&self) -> &Blade {
        const BLADE: Blade = Blade::of_radius(0.08);
        &BLADE
    }

    fn speed_bound(&self) -> f64 {
        0.0
    }

    fn turn_bound(&self) -> f64 {
        0.0
    }
}

/// A ball dropped on a still racket bounces lower and lower; it once fell through when the bounces became short.
#[test]
fn bug_a_ball_does_not_fall_through_a_still_racket() {
    let (physics, around) = (Physics::default(), Court::STANDARD.surroundings());
    let start = ball([2.0, 0.0, 0.42], [0.0; 3], [0.0; 3]);
    let mut sim = BallSim::with_settings(&physics, &around, start, 0.0, Settings::FAST);
    for _ in 0..2000 {
        match sim.next_event_among(10.0, &[&Tray], &mut |_| {}) {
            Some(event) => assert_eq!(event.kind, EventKind::Racket(0, RacketPart::Face), "{event:?}"),
            None => break,
        }
    }
    assert!((sim.state().position.z - 0.32).abs() < 1e-4, "at {:?}", sim.state().position);
}
