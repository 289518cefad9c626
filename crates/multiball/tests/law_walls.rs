//! Laws of balls in a room with walls, on seeded random balls.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::ball::{
    Aero, BallEvent, BallSim, BallState, Body, EventKind, Ground, Physics, PlacementError, Room, Settings, Surroundings,
};
use multiball::court::Court;
use multiball::geometry::Vec3;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const BODY: Body = Body::STANDARD;
const ROOM: Room = Room::centred(14.0, 7.0);
/// Height of a ball on the floor, m.
const FLOOR: f64 = -0.74;

fn hall() -> Surroundings {
    Surroundings { room: Some(ROOM), ..Court::STANDARD.surroundings() }
}

fn spin(rng: &mut ChaCha8Rng) -> Vec3 {
    Vec3::from_fn(|_, _| rng.random_range(-500.0..500.0))
}

/// A ball anywhere in the air of the hall, with any velocity and spin.
fn flying(rng: &mut ChaCha8Rng) -> BallState {
    let around = hall();
    loop {
        let position =
            Vec3::new(rng.random_range(-6.98..6.98), rng.random_range(-3.48..3.48), rng.random_range(-0.7..2.5));
        let velocity = Vec3::from_fn(|_, _| rng.random_range(-15.0..15.0));
        let ball = BallState::new(position, velocity, spin(rng));
        if around.check(&ball, BODY.radius).is_ok() {
            return ball;
        }
    }
}

/// A ball on the floor near a wall, moving and turning in any way; every third against the wall from the beginning.
fn on_floor(rng: &mut ChaCha8Rng, number: usize) -> BallState {
    let x = if number.is_multiple_of(3) { 6.98 } else { rng.random_range(6.5..6.98) };
    let position = Vec3::new(x, rng.random_range(-3.48..3.48), FLOOR);
    let velocity = Vec3::new(rng.random_range(-1.0..3.0), rng.random_range(-2.0..2.0), 0.0);
    BallState::new(position, velocity, spin(rng) * 0.5)
}

/// All events until a time; every stretch is looked at every few milliseconds. With the tolerance for many balls the
/// interpolant between events is right to some 1e-9 m only.
fn follow(physics: &Physics, ball: BallState, until_s: f64, look: &mut dyn FnMut(&BallState)) -> Vec<BallEvent> {
    let around = hall();
    let settings = Settings { tolerance: 1e-11, markers: false };
    let mut sim = BallSim::with_settings(physics, &around, ball, 0.0, settings);
    let mut events = Vec::new();
    while let Some(event) = sim.next_event_among(until_s, &[], &mut |segment| {
        let lasts_s = segment.end_s - segment.start_s;
        let looks = (lasts_s / 0.004).ceil().clamp(1.0, 200.0);
        (0..=looks as u32).for_each(|i| look(&segment.state_at(segment.start_s + lasts_s * f64::from(i) / looks)));
    }) {
        events.push(event);
    }
    events
}

fn outside(position: &Vec3) -> f64 {
    (position.x.abs() + BODY.radius - 7.0).max(position.y.abs() + BODY.radius - 3.5)
}

fn balls(seed: u64, count: usize) -> impl Iterator<Item = BallState> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    (0..count).map(move |i| if i % 2 == 0 { flying(&mut rng) } else { on_floor(&mut rng, i) })
}

#[test]
fn law_a_ball_in_a_room_stays_inside_loses_energy_and_comes_to_rest() {
    let physics = Physics::default();
    let (mut touches, mut longest_s, mut most) = (0, 0.0_f64, 0);
    for ball in balls(1, 4000) {
        let mut energy = ball.energy(&BODY, physics.air.gravity);
        let events = follow(&physics, ball, 120.0, &mut |state| {
            assert!(outside(&state.position) < 1e-9, "{ball:?}: {} m outside", outside(&state.position));
            let now = state.energy(&BODY, physics.air.gravity);
            assert!(now <= energy + 1e-10, "{ball:?}: {energy} J to {now} J at {state:?}");
            energy = now;
        });
        let last = events.last().unwrap();
        assert_eq!(last.kind, EventKind::Rest, "{ball:?} ends with {last:?}");
        longest_s = longest_s.max(last.t_s);
        let walls = events.iter().filter(|event| event.kind == EventKind::Wall).count();
        touches += walls;
        most = most.max(walls);
    }
    assert!(touches > 4000 && longest_s < 20.0 && most < 200, "{touches} touches, at most {most}, {longest_s} s");
}

#[test]
fn law_no_wall_is_missed_at_any_speed() {
    let physics = Physics { aero: Aero::Vacuum, ..Physics::default() };
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..2000 {
        let (ball, mut turned) = (flying(&mut rng), Vec3::zeros());
        let fast = BallState { velocity: ball.velocity * 5.0, ..ball };
        let around = Surroundings { room: Some(ROOM), ..Surroundings::far_below() };
        let event = BallSim::new(&physics, &around, fast).next_event(1e4).unwrap();
        // Without air and floor the ball flies straight as seen from above: the nearer wall in time comes first.
        let due = |axis: usize, half: f64| {
            (half - fast.position[axis] * fast.velocity[axis].signum()) / fast.velocity[axis].abs()
        };
        let (x_s, y_s) = (due(0, 6.98), due(1, 3.48));
        turned[usize::from(y_s < x_s)] = 1.0;
        assert!(event.kind == EventKind::Wall && (event.t_s - x_s.min(y_s)).abs() < 1e-9, "{fast:?}: {event:?}");
        let (before, after) = (event.before.velocity.dot(&turned), event.after.velocity.dot(&turned));
        assert!((after + 0.8 * before).abs() < 1e-9);
    }
}

#[test]
fn ref_a_head_on_bounce_has_the_speed_of_the_restitution() {
    let physics = Physics { aero: Aero::Vacuum, ..Physics::default() };
    let ball = BallState::new(Vec3::new(6.0, 0.5, 1.0), Vec3::new(9.0, 0.0, 0.0), Vec3::zeros());
    let event = BallSim::new(&physics, &hall(), ball).next_event(1.0).unwrap();
    assert_eq!(event.kind, EventKind::Wall);
    assert!((event.t_s - 0.98 / 9.0).abs() < 1e-12 && (event.after.velocity.x + 7.2).abs() < 1e-12);
    // Rolling at 1 m/s its skin slides down the wall at 1 m/s: friction stops that slip, two fifths of it by lifting
    // the ball.
    let rolling = BallState::new(Vec3::new(6.97, 0.5, FLOOR), Vec3::x(), Vec3::y() * 50.0);
    let events = follow(&physics, rolling, 60.0, &mut |_| {});
    let hop = events.iter().find(|event| event.kind == EventKind::Wall).unwrap();
    let speed = hop.before.velocity.x;
    assert!((hop.after.velocity - Vec3::new(-0.8, 0.0, 0.4) * speed).norm() < 1e-9, "{hop:?}");
}

/// The room, the table and all laws look the same in mirrors across both axes.
#[test]
fn law_mirrored_rooms_have_mirrored_balls() {
    let physics = Physics::default();
    for ball in balls(3, 600) {
        let ends = |ball| follow(&physics, ball, 1.5, &mut |_| {});
        let here = ends(ball);
        for (there, back) in [
            (ends(ball.mirrored()), &BallState::mirrored as &dyn Fn(&BallState) -> BallState),
            (ends(ball.from_other_end()), &BallState::from_other_end),
        ] {
            assert_eq!(here.len(), there.len(), "{ball:?}");
            for (a, b) in here.iter().zip(&there) {
                let off = (back(&b.after).position - a.after.position).norm();
                assert!(a.kind == b.kind && off < 1e-7, "{ball:?}: {off} m at {a:?}");
            }
        }
    }
}

/// Where a ball on the floor stops, and how often it meets a wall.
fn roll_out(physics: &Physics, ball: &BallState, begin_s: f64) -> (Vec3, usize) {
    let mut rolling = Ground::on_floor(begin_s, ball, physics, Some(&ROOM));
    let (mut energy, mut since_s, mut bounces) = (ball.kinetic_energy(&BODY), begin_s, 0);
    while let Some((met_s, next)) = rolling.off_wall(&ROOM, physics) {
        for i in 0..=50 {
            let state = rolling.state_at(since_s + (met_s - since_s) * f64::from(i) / 50.0);
            assert!(outside(&state.position) < 1e-9, "{ball:?} at {state:?}");
        }
        let after = next.state_at(met_s).kinetic_energy(&BODY);
        assert!(after <= energy + 1e-12, "{ball:?}: {energy} J to {after} J");
        (energy, rolling, since_s, bounces) = (after, next, met_s, bounces + 1);
    }
    let rest = rolling.state_at(rolling.end_s()).position;
    assert!(outside(&rest) < 1e-9 && rolling.end_s() < 60.0, "{ball:?} stops at {rest}");
    (rest, bounces)
}

/// Along the floor the closed form and the simulation are one, as long as no ball hops.
#[test]
fn law_a_ball_pushed_along_the_floor_bounces_in_closed_form() {
    let physics = Physics::default();
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let (mut bounced, mut compared) = (0, 0);
    for number in 0..3000 {
        let ball = on_floor(&mut rng, number);
        bounced += roll_out(&physics, &ball, 0.0).1;
        // A simulation begins in flight: the first touch of the floor makes the ball roll.
        let events = follow(&physics, ball, 60.0, &mut |_| {});
        if events[0].kind == EventKind::Floor && events[1..].iter().all(|event| event.kind != EventKind::Floor) {
            let (rest, bounces) = roll_out(&physics, &events[0].after, events[0].t_s);
            let off = (events.last().unwrap().after.position - rest).norm();
            assert!(off < 1e-9 && bounces + 2 == events.len(), "{ball:?}: {off} m from {events:?}");
            compared += usize::from(bounces > 0);
        }
    }
    assert!(bounced > 2000 && compared > 100, "{bounced} bounces, {compared} compared");
}

#[test]
fn law_a_ball_behind_a_wall_is_refused() {
    let at = |x: f64, y: f64| BallState::new(Vec3::new(x, y, 0.5), Vec3::zeros(), Vec3::zeros());
    assert!(hall().check(&at(6.98, -3.48), BODY.radius).is_ok());
    for ball in [at(6.99, 0.0), at(0.0, -3.6), at(-8.0, 0.0)] {
        assert!(matches!(hall().check(&ball, BODY.radius), Err(PlacementError::InWall { .. })));
    }
    assert!(Court::STANDARD.surroundings().check(&at(-8.0, 0.0), BODY.radius).is_ok());
}

/// Anywhere on the table, also against the net and at the lines.
#[test]
fn law_a_ball_swept_off_the_table_is_on_the_floor_within_three_seconds() {
    let (physics, around, court) = (Physics::default(), hall(), Court::STANDARD);
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for number in 0..1500 {
        let x = match number % 3 {
            0 => 0.02 + 1e-12,
            1 => rng.random_range(0.02..1.37),
            _ => rng.random_range(1.35..1.37),
        };
        let side = if rng.random_range(0..2) == 0 { 1.0 } else { -1.0 };
        let lying =
            BallState::new(Vec3::new(side * x, rng.random_range(-0.7625..0.7625), 0.02), Vec3::zeros(), Vec3::zeros());
        let mut sim = BallSim::new(&physics, &around, court.swept_off(&lying, &BODY));
        let mut touched = std::iter::from_fn(|| sim.next_event(3.0)).map(|event| event.kind);
        assert!(touched.any(|kind| kind == EventKind::Floor), "{lying:?}");
        let rest = std::iter::from_fn(|| sim.next_event(60.0)).last().unwrap();
        assert!(rest.kind == EventKind::Rest && (rest.after.position.z - FLOOR).abs() < 1e-6, "{lying:?}: {rest:?}");
    }
}
