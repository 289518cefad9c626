//! Route plans: valid from any pose of the robot, and of least cost.
#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use std::f64::consts::{PI, TAU};

use multiball::optimise::Stop;
use multiball::picker::routing::{Floor, Plan, RoutePlanError, RoutePlanner, best};
use multiball::picker::{DriveLimits, Point2, Pose2};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const LOSS: f64 = DriveLimits::PAPER.turning_loss;

fn balls(count: usize, half: f64, rng: &mut ChaCha8Rng) -> Vec<Point2> {
    let mut draw = || rng.random_range(-half..half);
    (0..count).map(|_| Point2::new(draw(), draw())).collect()
}

/// A plan after so many steps.
fn plan_after(planner: &RoutePlanner, known: &[Vec<usize>], steps: u64) -> Plan {
    planner.plan(known, 1, &Stop::after(steps))
}

/// Whether every ball is collected once, within the remaining capacity on the first trip and the capacity on the
/// others.
fn is_right(plan: &Plan, count: usize, capacity_left: usize, capacity: usize) -> bool {
    let mut seen: Vec<usize> = plan.trips.iter().flatten().copied().collect();
    seen.sort_unstable();
    let within =
        |(number, trip): (usize, &Vec<usize>)| trip.len() <= if number == 0 { capacity_left } else { capacity };
    seen == (0..count).collect::<Vec<_>>() && plan.trips.iter().enumerate().all(within)
}

/// The cheapest of all plans by exhaustive depth-first search, pruned where the cost is already higher.
struct Exhaustive<'b> {
    balls: &'b [Point2],
    capacity: usize,
    loss: f64,
    least: f64,
}

impl Exhaustive<'_> {
    fn least(balls: &[Point2], capacity: usize, capacity_left: usize, pose: Pose2, loss: f64) -> f64 {
        let mut search = Exhaustive { balls, capacity, loss, least: f64::INFINITY };
        search.go(pose, capacity_left, (1 << balls.len()) - 1, 0.0);
        search.least
    }

    fn driven(&self, from: &Pose2, to: Point2) -> (Pose2, f64) {
        let step = to - from.place;
        if step.norm() == 0.0 {
            return (*from, 0.0);
        }
        let heading = step.y.atan2(step.x);
        let turn = (heading - from.heading).rem_euclid(TAU);
        (Pose2 { place: to, heading }, step.norm() + self.loss * turn.min(TAU - turn))
    }

    fn go(&mut self, at: Pose2, capacity_left: usize, left: usize, cost: f64) {
        let (home, back) = self.driven(&at, Point2::zeros());
        if cost + back >= self.least {
            return;
        }
        if left == 0 {
            self.least = cost + back;
            return;
        }
        if capacity_left < self.capacity {
            self.go(home, self.capacity, left, cost + back);
        }
        for ball in (0..self.balls.len()).filter(|ball| left >> ball & 1 == 1 && capacity_left > 0) {
            let (there, spent) = self.driven(&at, self.balls[ball]);
            self.go(there, capacity_left - 1, left & !(1 << ball), cost + spent);
        }
    }
}

#[test]
fn law_plans_of_few_balls_are_the_cheapest_of_all() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for round in 0..60 {
        let capacity = [8, 4, 3][round % 3];
        let (count, capacity_left) = (round % 8, rng.random_range(0..=capacity));
        let balls = balls(count, 3.0, &mut rng);
        let pose = Pose2 {
            place: Point2::new(rng.random_range(-3.0..3.0), rng.random_range(-3.0..3.0)),
            heading: rng.random_range(-PI..PI),
        };
        let loss = [LOSS, 0.0, 1.0][round / 3 % 3];
        let planner =
            RoutePlanner::new(Floor::new(balls.clone(), capacity).unwrap(), pose, capacity_left, loss).unwrap();
        let plan = plan_after(&planner, &[], 2000);
        let least = Exhaustive::least(&balls, capacity, capacity_left, pose, loss);
        assert!(is_right(&plan, count, capacity_left, capacity), "{plan:?}");
        assert!((plan.cost_m - least).abs() < 1e-9, "{} m, the least is {least} m: {planner:?}", plan.cost_m);
    }
}

/// The time of a plan is what the drive needs for it: the turns on the spot and the straight legs.
#[test]
fn law_a_plans_cost_is_the_time_of_its_path() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let floor = Floor::new(balls(12, 5.0, &mut rng), 4).unwrap();
    let planner = RoutePlanner::new(floor.clone(), Pose2::home(), 4, LOSS).unwrap();
    let plan = plan_after(&planner, &[], 50);
    let (mut at, mut length, mut turning) = (Pose2::home(), 0.0, 0.0);
    for ball in plan.trips.iter().flat_map(|trip| trip.iter().map(|ball| Some(*ball)).chain([None])) {
        let place = ball.map_or(Point2::zeros(), |ball| floor.balls()[ball]);
        let seen = at.sees(&place);
        (length, turning) = (length + seen.distance, turning + seen.bearing.abs());
        at = Pose2 { place, heading: at.heading + seen.bearing };
    }
    assert!((plan.length_m - length).abs() < 1e-9 && (plan.turning_rad - turning).abs() < 1e-9);
    let time_s = DriveLimits::PAPER.time_s(length, turning);
    assert!((plan.cost_m - DriveLimits::PAPER.cruise * time_s).abs() < 1e-9);
}

#[test]
fn law_every_route_planner_has_a_plan() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let away = Pose2 { place: Point2::new(3.0, 4.0), heading: 1.0 };
    let none = RoutePlanner::new(Floor::new(Vec::new(), 5).unwrap(), away, 5, 0.0).unwrap();
    assert_eq!(
        none.plan(&[], 1, &Stop::after(u64::MAX)),
        Plan { trips: vec![vec![]], length_m: 5.0, ..none.measured(vec![vec![]]) }
    );
    for round in 0..80 {
        let (count, capacity) = ([0, 1, 2, 9, 40, 320][round % 6], [1, 3, 8, 400][round % 4]);
        let capacity_left = [0, capacity, capacity / 2][round % 3];
        let mut balls = balls(count, 5.0, &mut rng);
        if round % 5 == 0 {
            // All on one point, the robot on top of them or at home.
            balls.fill(away.place);
        }
        let pose = if round % 2 == 0 { away } else { Pose2::home() };
        let planner = RoutePlanner::new(Floor::new(balls, capacity).unwrap(), pose, capacity_left, LOSS).unwrap();
        let plan = plan_after(&planner, &[], 40);
        assert!(is_right(&plan, count, capacity_left, capacity), "{plan:?} {planner:?}");
        assert_eq!(plan, plan_after(&planner, &[], 40));
        assert!(plan_after(&planner, &plan.trips, 40).cost_m <= plan.cost_m + 1e-9);
        // What is known may be of another floor.
        let odd = vec![vec![7, 7, 1000], vec![], vec![0; 9]];
        assert!(is_right(&plan_after(&planner, &odd, 5), count, capacity_left, capacity));
        let all_at_a_point = (round % 5 == 0 && round % 2 == 0).then_some(count > 0 && capacity_left > 0);
        assert!(all_at_a_point != Some(true) || plan.trips[0].len() == capacity_left.min(count), "{plan:?}");
    }
}

#[test]
fn law_route_planners_that_make_no_sense_are_refused() {
    let floor = || Floor::new(vec![Point2::new(1.0, 1.0)], 1).unwrap();
    for bad in [f64::NAN, f64::INFINITY] {
        let nowhere = Pose2 { place: Point2::new(bad, 0.0), heading: 0.0 };
        let looks_nowhere = Pose2 { heading: bad, ..Pose2::home() };
        for pose in [nowhere, looks_nowhere] {
            assert!(matches!(RoutePlanner::new(floor(), pose, 1, LOSS), Err(RoutePlanError::Pose2 { .. })));
        }
        assert!(matches!(RoutePlanner::new(floor(), Pose2::home(), 1, bad), Err(RoutePlanError::TurningLoss(_))));
    }
    assert_eq!(RoutePlanner::new(floor(), Pose2::home(), 1, -0.1), Err(RoutePlanError::TurningLoss(-0.1)));
}

/// Mean time of the best plans compared with that of the shortest tours, as v₀ T in m; prints both.
#[test]
fn law_plans_by_time_are_faster_than_the_shortest_tours() {
    for (count, capacity, half, at_least) in [(30, 10, 10.0, 0.006), (16, 8, 5.0, 0.01)] {
        const FLOORS: u64 = 20;
        let (mut shortest, mut fastest) = (0.0, 0.0);
        for number in 0..FLOORS {
            let mut rng = ChaCha8Rng::seed_from_u64(100 + number);
            let floor = Floor::new(balls(count, half, &mut rng), capacity).unwrap();
            let tour = best(&floor, 1, &Stop::after(300));
            let planner = RoutePlanner::new(floor, Pose2::home(), capacity, LOSS).unwrap();
            shortest += planner.measured(tour.trips.clone()).cost_m / FLOORS as f64;
            fastest += plan_after(&planner, &tour.trips, 1000).cost_m / FLOORS as f64;
        }
        println!("{count} balls, capacity {capacity}: {shortest:.2} m by length, {fastest:.2} m by time");
        assert!(fastest < shortest * (1.0 - at_least), "{fastest} m, {shortest} m");
    }
}
