//! Hot paths take nothing from the heap.

#![allow(clippy::unwrap_used)]

use allocation_counter::measure;
use multiball::ball::{BallSim, BallState, Physics, Settings};
use multiball::court::Court;
use multiball::geometry::Vec3;
use multiball::hall::{PlanarHall, Scenario, Silent};
use multiball::optimise::Silent as Unseen;
use multiball::optimise::{Differential, Evaluation, Function, Genetic, Method, Schedule, Stop, Swarm, minimise};

#[test]
fn law_a_ball_flies_bounces_rolls_and_rests_without_allocating() {
    let (physics, around) = (Physics::default(), Court::STANDARD.surroundings());
    let ball = BallState::new(Vec3::new(-1.3, 0.1, 0.3), Vec3::new(7.0, 0.0, 1.0), Vec3::new(0.0, 200.0, 50.0));
    let mut events = 0;
    let allocations = measure(|| {
        let settings = Settings { markers: true, ..Settings::FAST };
        let mut sim = BallSim::with_settings(&physics, &around, ball, 0.0, settings);
        while sim.next_event(100.0).is_some() {
            events += 1;
        }
    });
    assert!(events > 10 && allocations.count_total == 0, "{events} events, {allocations:?}");
}

#[test]
fn law_a_planar_rally_is_played_without_allocating() {
    let scenario = Scenario::from_toml(include_str!("../../../scenarios/planar.toml")).unwrap();
    let hall = PlanarHall::new(&scenario, 1).unwrap();
    let mut strokes = 0;
    let allocations = measure(|| strokes = hall.play(0, &mut Silent).strokes);
    assert!(strokes == 1000 && allocations.count_total == 0, "{strokes} strokes, {allocations:?}");
}

#[test]
fn law_searches_allocate_at_their_start_alone() {
    let problem = Function { bounds: vec![(-1.0, 2.0); 7], cost: |x: &[f64]| x.iter().map(|x| x * x).sum() };
    let methods: [&dyn Method; 3] = [&Swarm::new(Schedule::Nonlinear, 20), &Differential::new(20), &Genetic::new(20)];
    for method in methods {
        let [few, many] = [20, 20_000].map(|evaluations| {
            let stop = Stop::after(evaluations);
            measure(|| drop(minimise(&problem, method, &stop, 1, Evaluation::Serial, &mut Unseen))).count_total
        });
        assert!(few == many && few > 0, "{few} in the first generation, {many} in a thousand");
    }
}
