//! Returns of the rail player: what is planned is what the simulation does.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::ball::{BallState, Physics, RacketContact, Rubber};
use multiball::court::Court;
use multiball::geometry::Vec3;
use multiball::player::{NoReturn, RailStroke, RailStroker, StrokeChoice, rehearse};
use multiball::robot::{Arm, Joints, Rail6};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

/// A ball as it may come to the rail player's racket after its bounce, and a target on the other half.
fn request(rng: &mut ChaCha8Rng) -> (BallState, (f64, f64)) {
    let mut draw = |low: f64, high: f64| rng.random_range(low..high);
    let position = Vec3::new(draw(0.8, 1.8), draw(-0.6, 0.6), draw(0.1, 0.5));
    let way = Vec3::new(1.0, draw(-0.25, 0.25), draw(-0.4, 0.5)).normalize();
    let velocity = way * draw(2.0, 9.0);
    let spin = Vec3::new(draw(-300.0, 300.0), draw(-300.0, 300.0), draw(-300.0, 300.0));
    (BallState::new(position, velocity, spin), (draw(-1.3, -0.1), draw(-0.7, 0.7)))
}

/// The answer to a request, and how far it lands from its target in the whole court, m.
fn answer(physics: &Physics, ball: &BallState, target: (f64, f64)) -> Result<(RailStroke, f64), NoReturn> {
    let court = Court::STANDARD;
    let arm = Rail6::default().at_home();
    let near = Joints::from_fn(|i, _| arm.limits()[i].middle());
    let stroker = RailStroker::new(physics, court, arm);
    let choice = StrokeChoice::default().above(stroker.aimer().straight_room(ball, target));
    let stroke = stroker.choose(ball, target, &choice, &near)?;
    let landing = rehearse(physics, &court, ball, &stroke.racket, &mut |_| {}).unwrap().landing.before.position;
    Ok((stroke, (landing.x - target.0).hypot(landing.y - target.1)))
}

#[test]
fn explore() {
    let contacts: Vec<RacketContact> = Rubber::ALL
        .map(RacketContact::Rubber)
        .into_iter()
        .chain(["linear".parse().unwrap(), "ideal".parse().unwrap()])
        .collect();
    for contact in contacts {
        let physics = Physics { racket: contact, ..Physics::default() };
        let mut rng = ChaCha8Rng::seed_from_u64(91);
        let requests: Vec<_> = (0..1000).map(|_| request(&mut rng)).collect();
        let start = std::time::Instant::now();
        let answers: Vec<_> = requests.par_iter().map(|(ball, target)| answer(&physics, ball, *target)).collect();
        let worst = answers.iter().flatten().map(|(_, miss)| *miss).fold(0.0, f64::max);
        let mut refused = std::collections::BTreeMap::<String, usize>::new();
        for error in answers.iter().filter_map(|answer| answer.as_ref().err()) {
            *refused.entry(error.to_string().chars().take(60).collect()).or_default() += 1;
        }
        println!("{contact}: worst {worst:.1e} {:?} refused {refused:#?}", start.elapsed());
    }
}

#[test]
fn worst() {
    for contact in [RacketContact::default(), RacketContact::Rubber(Rubber::ALL[3]), "linear".parse().unwrap()] {
    let physics = Physics { racket: contact, ..Physics::default() };
    let mut rng = ChaCha8Rng::seed_from_u64(92);
    let requests: Vec<_> = (0..10_000).map(|_| request(&mut rng)).collect();
    let start = std::time::Instant::now();
    let answers: Vec<_> = requests.par_iter().map(|(ball, target)| answer(&physics, ball, *target)).collect();
    let worst = answers.iter().flatten().map(|(_, miss)| *miss).fold(0.0, f64::max);
    println!("{contact} worst {worst:.1e} {:?}", start.elapsed());
    for ((ball, target), answer) in requests.iter().zip(&answers) {
        if let Err(e) = answer { println!("{e}; p {:.3?} v {:.3?} w {:.1?} t {target:.3?}", ball.position.as_slice(), ball.velocity.as_slice(), ball.spin.as_slice()); }
    }
    }
}
