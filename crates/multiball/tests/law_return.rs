//! Returns of the rail player: what is planned is what the simulation does.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::ball::{BallSim, BallState, EventKind, Physics, RacketContact, Rubber, TablePart};
use multiball::court::Court;
use multiball::geometry::Vec3;
use multiball::player::{NoReturn, RailStroker, StrokeChoice};
use multiball::robot::{Arm, Joints, Rail6};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A ball as it may come to the rail player's racket, and a target.
fn request(rng: &mut ChaCha8Rng) -> (BallState, (f64, f64)) {
    let mut draw = |low: f64, high: f64| rng.random_range(low..high);
    let position = Vec3::new(draw(0.9, 1.8), draw(-0.7, 0.7), draw(0.1, 0.5));
    let velocity = Vec3::new(draw(2.0, 9.0), draw(-1.5, 1.5), draw(-2.5, 2.5));
    let spin = Vec3::new(draw(-80.0, 80.0), draw(-300.0, 300.0), draw(-80.0, 80.0));
    (BallState::new(position, velocity, spin), (draw(-1.2, -0.3), draw(-0.6, 0.6)))
}

#[test]
fn law_returns_land_where_they_should_and_refusals_say_why() {
    let court = Court::STANDARD;
    let around = court.surroundings();
    let arm = Rail6::default().at_home();
    let near = Joints::from_fn(|i, _| arm.limits()[i].middle());
    let choice = StrokeChoice::default();
    let mut rng = ChaCha8Rng::seed_from_u64(91);
    for rubber in [Rubber::ALL[0], Rubber::ALL[4]] {
        let physics = Physics { racket: RacketContact::Rubber(rubber), ..Physics::default() };
        let stroker = RailStroker::new(&physics, court, arm);
        let (mut landed, mut refused) = (0, std::collections::BTreeMap::<String, usize>::new());
        for _ in 0..100 {
            let (ball, target) = request(&mut rng);
            let stroke = match stroker.choose(&ball, target, &choice, &near) {
                Ok(stroke) => stroke,
                Err(reason) => {
                    let what = match reason {
                        NoReturn::Aim(error) => error.to_string(),
                        NoReturn::Grasp(error) => error.to_string(),
                    };
                    *refused.entry(what.split(':').next().unwrap().to_owned()).or_default() += 1;
                    continue;
                }
            };
            let struck = physics.racket.rebound(&ball, &stroke.racket, &physics.body);
            let mut sim = BallSim::new(&physics, &around, struck);
            let event = sim.next_event(4.0).unwrap();
            assert_eq!(event.kind, EventKind::Table(TablePart::Top), "{ball:?} {target:?}");
            let place = event.before.position;
            let miss = (place.x - target.0).hypot(place.y - target.1);
            assert!(miss < 1e-6, "{miss} m");
            landed += 1;
        }
        println!("{}: {landed} of 100 landed; refused: {refused:?}", rubber.name);
        assert!(landed > 60, "{landed} {refused:?}");
    }
}
