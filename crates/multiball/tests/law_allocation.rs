//! Hot paths take nothing from the heap.

#![allow(clippy::unwrap_used)]

use allocation_counter::measure;
use multiball::ball::{BallSim, BallState, Physics, Settings};
use multiball::court::Court;
use multiball::geometry::Vec3;
use multiball::hall::{PlanarHall, Scenario, Silent};
use multiball::motion::{SpeedLimitedPath, least_common_times};

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
fn law_least_times_are_found_without_allocating() {
    let joint = |middle: f64| SpeedLimitedPath { way_points: [0.0, 1.0, middle, 2.0], speed_limit: 1.5 };
    let joints = [joint(1.7), joint(-0.5), joint(1.0)];
    let mut sum_s = 0.0;
    let allocations = measure(|| sum_s = least_common_times(&joints).unwrap().iter().sum());
    assert!(sum_s > 1.0 && allocations.count_total == 0, "{sum_s} s, {allocations:?}");
}
