//! Edge and handle of a racket: what they do to the ball, and that they do it at the same instant however one looks.
#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::ball::{
    Aero, Air, BallEvent, BallSim, BallState, Blade, Body, EventKind, Physics, RacketMotion, RacketPart, RacketState,
    RacketWood, Settings,
};
use multiball::court::Court;
use multiball::geometry::{Attitude, Capsule, Vec3};
use multiball::hall::{RailOptions, Scenario};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const BODY: Body = Body::STANDARD;
const RADIUS: f64 = 0.075;
/// Half of a handle's thickness, as in the library.
const THIN: f64 = 0.014;
const LASTS_S: f64 = 0.4;
/// Events of a flight that are looked at: some balls come to lie on the blade, and rattle there without end.
const MOST_EVENTS: usize = 50;

/// A blade with some wood.
fn with_wood(wood: Option<RacketWood>) -> Blade {
    Blade { wood, ..Blade::of_radius(RADIUS) }
}

/// A racket that moves evenly and turns evenly about a fixed axis.
#[derive(Debug, Clone, Copy)]
struct Turning {
    center: Vec3,
    velocity: Vec3,
    attitude: Attitude,
    turning: Vec3,
    blade: Blade,
}

impl RacketMotion for Turning {
    fn at(&self, t_s: f64) -> RacketState {
        let attitude = Attitude::new(self.turning * t_s) * self.attitude;
        RacketState {
            center: self.center + self.velocity * t_s,
            normal: attitude * Vec3::x(),
            velocity: self.velocity,
            turning: self.turning,
            handle: Some(attitude * -Vec3::z()),
        }
    }

    fn blade(&self) -> &Blade {
        &self.blade
    }

    fn speed_bound(&self) -> f64 {
        self.velocity.norm()
    }

    fn turn_bound(&self) -> f64 {
        self.turning.norm()
    }
}

impl Turning {
    fn random(rng: &mut ChaCha8Rng) -> Self {
        let mut vector = |most: f64| Vec3::from_fn(|_, _| rng.random_range(-most..most));
        let (center, velocity, attitude, turning) = (Vec3::new(2.5, 0.0, 1.0), vector(4.0), vector(3.0), vector(12.0));
        let wood = RacketWood::new(true, rng.random_range(0.0..0.15));
        Self { center, velocity, attitude: Attitude::new(attitude), turning, blade: with_wood(wood) }
    }

    /// Where the ball's centre is from blade and handle, m.
    fn distances(&self, t_s: f64, ball: &Vec3) -> [f64; 2] {
        let RacketState { center, normal, handle, .. } = self.at(t_s);
        let offset = ball - center;
        let height = offset.dot(&normal);
        let beyond = ((offset - normal * height).norm() - RADIUS).max(0.0);
        let length = self.blade.wood.unwrap().handle_m;
        let (thin, along) = (THIN.min(0.5 * length), handle.unwrap());
        let [from, to] = [RADIUS + thin, RADIUS + length - thin].map(|away| center + along * away);
        let rod = Capsule { from, to, radius: thin };
        [height.hypot(beyond), (ball - rod.nearest_on_line(ball)).norm() - thin]
    }

    /// A ball that comes by near the racket after a tenth of a second.
    fn shot(&self, rng: &mut ChaCha8Rng) -> BallState {
        const MEETS_S: f64 = 0.1;
        let mut vector = |most: f64| Vec3::from_fn(|_, _| rng.random_range(-most..most));
        let met = self.center + self.velocity * MEETS_S + vector(0.14);
        let (velocity, spin) = (vector(12.0), vector(400.0));
        BallState::new(met - velocity * MEETS_S, velocity, spin)
    }
}

/// A world in which balls all but fly straight on.
fn straight() -> Physics {
    let air = Air { gravity: 1e-6, ..Air::STANDARD };
    Physics { aero: Aero::Vacuum, air, ..Physics::default() }
}

fn sim(physics: &Physics, ball: BallState) -> BallSim {
    BallSim::with_settings(physics, &Court::STANDARD.surroundings(), ball, 0.0, Settings::FAST)
}

/// The first event of a flight: some balls come to lie on the blade, and rattle there without end.
fn first_event(physics: &Physics, ball: BallState, racket: &Turning) -> Option<BallEvent> {
    sim(physics, ball).next_event_among(LASTS_S, &[racket], &mut |_| {})
}

/// The events of a flight that stops at some times, as many as are looked at, and the ball at its end.
fn fly(physics: &Physics, ball: BallState, racket: &Turning, stops: &[f64]) -> (Vec<BallEvent>, BallState) {
    let mut sim = sim(physics, ball);
    let mut events = Vec::new();
    for t_s in stops.iter().chain([&LASTS_S]) {
        while let Some(event) = sim.next_event_among(*t_s, &[racket], &mut |_| {}) {
            events.push(event);
            if events.len() == MOST_EVENTS {
                return (events, *sim.state());
            }
        }
    }
    (events, *sim.state())
}

fn part(event: &BallEvent) -> Option<RacketPart> {
    match event.kind {
        EventKind::Racket(_, part) => Some(part),
        _ => None,
    }
}

fn is_apart(racket: &Turning, ball: &BallState) -> bool {
    racket.distances(0.0, &ball.position).iter().all(|distance| *distance > 1.1 * BODY.radius)
}

/// A ball that comes along the blade's plane, without spin, leaves along the normal with the restitution alone.
#[test]
fn ref_a_ball_onto_a_still_edge_rebounds_along_the_normal() {
    let mut rng = ChaCha8Rng::seed_from_u64(31);
    for _ in 0..200 {
        let mut racket = Turning { velocity: Vec3::zeros(), turning: Vec3::zeros(), ..Turning::random(&mut rng) };
        racket.blade.wood = RacketWood::new(true, 0.0);
        let (angle, speed) = (rng.random_range(0.0..6.2f64), rng.random_range(1.0..15.0));
        let outward = racket.attitude * Vec3::new(0.0, angle.cos(), angle.sin());
        let away_m = RADIUS + 0.3;
        let ball = BallState::new(racket.center + outward * away_m, -outward * speed, Vec3::zeros());
        let (events, _) = fly(&straight(), ball, &racket, &[]);
        let hit = events[0];
        assert_eq!(part(&hit), Some(RacketPart::Edge));
        assert!((hit.t_s - (away_m - RADIUS - BODY.radius) / speed).abs() < 1e-6);
        assert!((hit.after.velocity - outward * (0.7 * speed)).norm() < 1e-4, "{:?}", hit.after);
        assert!(hit.after.spin.norm() < 1e-2);
    }
}

#[test]
fn ref_a_ball_onto_a_still_handle_rebounds_along_the_normal() {
    let racket = Turning {
        center: Vec3::new(2.5, 0.0, 1.0),
        velocity: Vec3::zeros(),
        attitude: Attitude::identity(),
        turning: Vec3::zeros(),
        blade: with_wood(RacketWood::new(true, 0.1)),
    };
    // Half-way down the handle, which hangs below the blade, from one side of it.
    let ball = BallState::new(Vec3::new(2.0, 0.0, 1.0 - RADIUS - 0.05), Vec3::x() * 5.0, Vec3::zeros());
    let hit = fly(&straight(), ball, &racket, &[]).0[0];
    assert_eq!(part(&hit), Some(RacketPart::Handle));
    assert!((hit.t_s - (0.5 - BODY.radius - THIN) / 5.0).abs() < 1e-6);
    assert!((hit.after.velocity + Vec3::x() * 3.5).norm() < 1e-4);
}

/// In the frame of the material that it touches the ball loses energy. It is never deeper in the wood than rounding.
#[test]
fn law_wood_adds_no_energy_and_is_not_entered() {
    let mut rng = ChaCha8Rng::seed_from_u64(32);
    let (mut edges, mut handles) = (0, 0);
    for _ in 0..4000 {
        let racket = Turning::random(&mut rng);
        let ball = racket.shot(&mut rng);
        if !is_apart(&racket, &ball) {
            continue;
        }
        let around = Court::STANDARD.surroundings();
        let mut sim = BallSim::with_settings(&Physics::default(), &around, ball, 0.0, Settings::FAST);
        let mut deepest = f64::INFINITY;
        for _ in 0..MOST_EVENTS {
            let event = sim.next_event_among(LASTS_S, &[&racket], &mut |segment| {
                for i in 0..=40 {
                    let t_s = segment.start_s + (segment.end_s - segment.start_s) * f64::from(i) / 40.0;
                    let [blade, handle] = racket.distances(t_s, &segment.state_at(t_s).position);
                    deepest = deepest.min(blade - BODY.radius).min(handle - BODY.radius);
                }
            });
            let Some(event) = event else { break };
            let Some(part) = part(&event).filter(|part| !part.is_face()) else { continue };
            let [blade, handle] = racket.distances(event.t_s, &event.before.position);
            let distance = if part == RacketPart::Edge { blade } else { handle };
            assert!((distance - BODY.radius).abs() < 1e-9, "{part:?} touched at {distance} m");
            let energy = |ball: &BallState, surface: &Vec3| {
                BallState { velocity: ball.velocity - surface, ..*ball }.kinetic_energy(&BODY)
            };
            let material = racket.at(event.t_s).velocity_at(&touched(&racket, part, event.t_s, &event.before.position));
            let (before, after) = (energy(&event.before, &material), energy(&event.after, &material));
            assert!(after <= before * (1.0 + 1e-9), "{before} J before, {after} J after the {part:?}");
            edges += u32::from(part == RacketPart::Edge);
            handles += u32::from(part == RacketPart::Handle);
        }
        assert!(deepest > -1e-8, "{deepest} m deep");
    }
    assert!(edges > 150 && handles > 150, "{edges} edges, {handles} handles");
}

/// The point of the wood that touches a ball.
fn touched(racket: &Turning, part: RacketPart, t_s: f64, ball: &Vec3) -> Vec3 {
    let RacketState { center, normal, handle, .. } = racket.at(t_s);
    let offset = ball - center;
    if part == RacketPart::Edge {
        return center + (offset - normal * offset.dot(&normal)).normalize() * RADIUS;
    }
    let (length, along) = (racket.blade.wood.unwrap().handle_m, handle.unwrap());
    let thin = THIN.min(0.5 * length);
    let line = center + along * offset.dot(&along).min(RADIUS + length - thin).max(RADIUS + thin);
    line + (ball - line).normalize() * thin
}

#[test]
fn law_wood_is_touched_at_the_same_instant_however_the_flight_is_cut() {
    let mut rng = ChaCha8Rng::seed_from_u64(33);
    let mut touches = 0;
    for _ in 0..1500 {
        let racket = Turning::random(&mut rng);
        let ball = racket.shot(&mut rng);
        if !is_apart(&racket, &ball) {
            continue;
        }
        let physics = Physics::default();
        let (whole, end) = fly(&physics, ball, &racket, &[]);
        touches += whole.iter().filter_map(part).filter(|part| !part.is_face()).count();
        let even: Vec<f64> = (1..400).map(|i| f64::from(i) * 1e-3).collect();
        let mut odd: Vec<f64> = (0..50).map(|_| rng.random_range(0.0..LASTS_S)).collect();
        odd.sort_by(f64::total_cmp);
        // Cuts next to the touches are the hardest.
        let close: Vec<f64> =
            whole.iter().flat_map(|event| [-1e-6, -1e-9, 0.0, 1e-9].map(|by| event.t_s + by)).collect();
        for stops in [even, odd, close] {
            let (cut, cut_end) = fly(&physics, ball, &racket, &stops);
            assert_eq!(cut.len(), whole.len(), "{racket:?} {ball:?}");
            for (a, b) in cut.iter().zip(&whole) {
                assert!(a == b && a.t_s.to_bits() == b.t_s.to_bits(), "{a:?} instead of {b:?}");
            }
            assert_eq!(cut_end, end);
        }
    }
    assert!(touches > 150, "{touches}");
}

/// A ball that meets the face well inside its edge does not notice the wood, to the last bit.
#[test]
fn law_a_ball_on_the_face_does_not_notice_edge_and_handle() {
    let mut rng = ChaCha8Rng::seed_from_u64(34);
    let mut alike = 0;
    for _ in 0..2000 {
        let racket = Turning::random(&mut rng);
        let ball = racket.shot(&mut rng);
        if !is_apart(&racket, &ball) {
            continue;
        }
        let bare = Turning { blade: with_wood(None), ..racket };
        let [with, without] = [racket, bare].map(|racket| first_event(&Physics::default(), ball, &racket));
        let Some(first) = with.filter(|event| part(event) == Some(RacketPart::Face)) else { continue };
        assert_eq!(without, Some(first));
        alike += 1;
    }
    assert!(alike > 100, "{alike}");
    // Only the wood makes a racket feel a ball next to the blade.
    let racket = Turning { blade: with_wood(None), ..Turning::random(&mut rng) };
    let start = racket.center + racket.attitude * Vec3::new(-0.5, 0.0, -RADIUS - 0.05);
    let passing = BallState::new(start, racket.attitude * Vec3::x() * 10.0, Vec3::zeros());
    let still = Turning { velocity: Vec3::zeros(), turning: Vec3::zeros(), ..racket };
    assert!(fly(&straight(), passing, &still, &[]).0.iter().all(|event| part(event).is_none()));
    let held = Turning { blade: with_wood(RacketWood::new(false, 0.1)), ..still };
    assert_eq!(part(&fly(&straight(), passing, &held, &[]).0[0]), Some(RacketPart::Handle));
}

/// The mirror image of ball and racket gives the mirror image of the flight.
#[test]
fn law_wood_is_the_same_in_a_mirror() {
    let mut rng = ChaCha8Rng::seed_from_u64(35);
    let mut touches = 0;
    for _ in 0..1000 {
        let racket = Turning::random(&mut rng);
        let ball = racket.shot(&mut rng);
        if !is_apart(&racket, &ball) {
            continue;
        }
        let mirror = |v: &Vec3| Vec3::new(v.x, -v.y, v.z);
        let turned = |w: &Vec3| Vec3::new(-w.x, w.y, -w.z);
        let image = Turning {
            center: mirror(&racket.center),
            velocity: mirror(&racket.velocity),
            turning: turned(&racket.turning),
            attitude: Attitude::new(turned(&racket.attitude.scaled_axis())),
            ..racket
        };
        let one = first_event(&Physics::default(), ball, &racket);
        let other = first_event(&Physics::default(), ball.mirrored(), &image);
        let Some((a, b)) = one.zip(other).filter(|(a, _)| part(a).is_some_and(|p| !p.is_face())) else { continue };
        touches += 1;
        let off = (b.after.mirrored().velocity - a.after.velocity).norm();
        assert!(a.kind == b.kind && (a.t_s - b.t_s).abs() < 1e-9 && off < 1e-6, "{a:?} and {b:?}");
    }
    assert!(touches > 100, "{touches}");
}

#[test]
fn law_a_light_racket_gives_way_at_its_edge() {
    let wood = RacketWood::new(true, 0.0).unwrap();
    assert_eq!(wood.on_racket_of(multiball::ball::Rubber::MEASURED_ON_KG, &BODY), wood);
    let share = |mass_kg: f64| mass_kg / (mass_kg + BODY.mass);
    let changed = (1.0 + wood.on_racket_of(0.05, &BODY).e) / (1.0 + wood.e);
    assert!((changed - share(0.05) / share(0.18)).abs() < 1e-12, "{changed}");
    assert!(RacketWood::new(false, 0.0).is_none());
}

#[test]
fn law_edge_and_handle_are_fields_of_a_scenario() {
    let on = ["hall", "hard", "duel"];
    for name in on.into_iter().chain(["paper"]) {
        let player = Scenario::builtin(name).unwrap().player.unwrap();
        let (edge, handle_m) = if on.contains(&name) { (true, 0.1) } else { (false, 0.0) };
        assert_eq!((player.racket_edge, player.racket_handle_m), (edge, handle_m), "{name}");
        let options = RailOptions::of(&Scenario::builtin(name).unwrap()).unwrap();
        assert_eq!(options.wood, RacketWood::new(edge, handle_m));
    }
    let mut scenario = Scenario::builtin("hall").unwrap();
    let refused = scenario.set("player.racket_handle_m", 0.3).unwrap_err().to_string();
    assert!(refused.contains("0.3 is not allowed; it must be at least 0 and at most 0.2"), "{refused}");
    let refused = scenario.set("player.racket_edge", "often").unwrap_err().to_string();
    assert!(refused.contains("often"), "{refused}");
    assert_eq!(RailOptions::default().wood, None);
}
