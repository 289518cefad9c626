//! Paths around obstacles: collision-free, shortest, and used by every routing method.
#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use std::f64::consts::{PI, SQRT_2, TAU};
use std::sync::Arc;

use multiball::experiments::{Exact, InGroup, in_random_groups, paper_genetic};
use multiball::optimise::Stop;
use multiball::picker::routing::{
    Floor, FloorError, ObstacleError, Obstacles, RoutePlanError, RoutePlanner, best, greedy,
};
use multiball::picker::{Point2, Pose2};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn rectangle(low: (f64, f64), high: (f64, f64)) -> Vec<Point2> {
    [(low.0, low.1), (high.0, low.1), (high.0, high.1), (low.0, high.1)].map(|(x, y)| Point2::new(x, y)).into()
}

/// A hall: four legs of a table, a zone of people, and a wall with a corner that is not convex.
fn hall() -> Arc<Obstacles> {
    let leg = |x: f64, y: f64| rectangle((x - 0.04, y - 0.04), (x + 0.04, y + 0.04));
    let mut outlines: Vec<Vec<Point2>> =
        [(2.0, -0.7), (2.0, 0.7), (4.6, -0.7), (4.6, 0.7)].map(|(x, y)| leg(x, y)).into();
    outlines.push(rectangle((-4.0, 1.0), (-2.0, 3.5)));
    let wall = [(-4.0, -4.0), (-1.0, -4.0), (-1.0, -1.5), (-1.2, -1.5), (-1.2, -3.8), (-4.0, -3.8)];
    outlines.push(wall.map(|(x, y)| Point2::new(x, y)).into());
    Arc::new(Obstacles::new(outlines, 0.2).unwrap())
}

fn place(rng: &mut ChaCha8Rng) -> Point2 {
    Point2::new(rng.random_range(-5.0..5.0), rng.random_range(-5.0..5.0))
}

/// Reachable balls.
fn free_balls(count: usize, obstacles: &Obstacles, rng: &mut ChaCha8Rng) -> Vec<Point2> {
    let mut balls: Vec<Point2> = (0..3 * count + 20).map(|_| place(rng)).collect();
    let bad = obstacles.unreachable(&balls);
    for ball in bad.iter().rev() {
        balls.remove(*ball);
    }
    balls.truncate(count);
    balls
}

/// Distance from a place to the nearest edge, m.
fn away(obstacles: &Obstacles, at: &Point2) -> f64 {
    let to_edge = |a: &Point2, b: &Point2| {
        let share = ((at - a).dot(&(b - a)) / (b - a).norm_squared()).clamp(0.0, 1.0);
        (at - a - (b - a) * share).norm()
    };
    let edges = obstacles.outlines().iter().flat_map(|all| all.iter().zip(all.iter().cycle().skip(1)));
    edges.map(|(a, b)| to_edge(a, b)).fold(f64::INFINITY, f64::min)
}

fn path(obstacles: &Obstacles, from: &Point2, to: &Point2) -> Vec<Point2> {
    std::iter::once(*from).chain(obstacles.bends(from, to).unwrap()).chain([*to]).collect()
}

fn length(places: &[Point2]) -> f64 {
    places.windows(2).map(|pair| (pair[1] - pair[0]).norm()).sum()
}

#[test]
fn law_paths_keep_the_clearance_and_none_over_another_point_is_shorter() {
    let (obstacles, mut rng) = (hall(), ChaCha8Rng::seed_from_u64(1));
    let places = free_balls(300, &obstacles, &mut rng);
    let mut bent = 0;
    for trio in places.windows(3) {
        let [a, b, c] = [trio[0], trio[1], trio[2]];
        let direct = path(&obstacles, &a, &b);
        for pair in direct.windows(2) {
            for step in 0..=100 {
                let at = pair[0].lerp(&pair[1], f64::from(step) / 100.0);
                assert!(away(&obstacles, &at) > 0.2 - 1e-6, "{at:?} on {direct:?}");
            }
        }
        let [ab, ba] = [length(&direct), length(&path(&obstacles, &b, &a))];
        assert!((ab - ba).abs() < 1e-9);
        let over = length(&path(&obstacles, &a, &c)) + length(&path(&obstacles, &c, &b));
        assert!(ab <= over + 1e-9 && ab >= (a - b).norm() - 1e-12);
        bent += usize::from(direct.len() > 2);
    }
    assert!(bent > 30, "only {bent} paths are bent");
}

/// Around a square of 2 m with 0.5 m to spare the path bends at a corner of the octagon on either side.
#[test]
fn ref_the_path_around_a_square_is_known() {
    let obstacles = Obstacles::new(vec![rectangle((2.0, -1.0), (4.0, 1.0))], 0.5).unwrap();
    let (from, to) = (Point2::zeros(), Point2::new(6.0, 0.0));
    let cut = 0.5 * (SQRT_2 - 1.0);
    let corner = Point2::new(2.0 - cut, 1.5);
    let half = corner.norm() + 3.0 - corner.x;
    assert!((length(&path(&obstacles, &from, &to)) - 2.0 * half).abs() < 1e-12);
    assert_eq!(obstacles.bends(&from, &Point2::new(1.4, 3.0)), Some(vec![]));
    assert_eq!(obstacles.unreachable(&[Point2::new(3.0, 0.0), to, Point2::new(1.6, 0.0)]), [0, 2]);
}

#[test]
fn law_balls_that_are_shut_in_are_named_and_a_robot_drives_out_of_a_zone() {
    let walls = [((1.0, -1.0), (3.0, -0.9)), ((1.0, 0.9), (3.0, 1.0)), ((1.0, -1.0), (1.1, 1.0))];
    let outlines: Vec<Vec<Point2>> = walls.iter().map(|(low, high)| rectangle(*low, *high)).collect();
    let inside = Point2::new(2.0, 0.0);
    let open = Arc::new(Obstacles::new(outlines.clone(), 0.2).unwrap());
    assert!(open.unreachable(&[inside]).is_empty());
    let mut shut = outlines.clone();
    shut.push(rectangle((2.9, -1.0), (3.0, 1.0)));
    let shut = Arc::new(Obstacles::new(shut, 0.2).unwrap());
    assert_eq!(shut.unreachable(&[Point2::zeros(), inside]), [1]);
    assert_eq!(Floor::among(vec![inside], 1, &shut), Err(FloorError::Unreachable { balls: vec![0] }));
    // The gap of 1.8 m is too narrow for a robot of 1.9 m.
    let wide = Obstacles::new(outlines, 0.95).unwrap();
    assert_eq!(wide.unreachable(&[inside]), [0]);
    let floor = Floor::among(Vec::new(), 1, &shut).unwrap();
    let stands = |x: f64| Pose2 { place: Point2::new(x, 0.0), heading: 0.0 };
    assert!(matches!(RoutePlanner::new(floor.clone(), stands(2.0), 1, 0.3), Err(RoutePlanError::ShutIn { .. })));
    let out = RoutePlanner::new(floor, stands(0.9), 1, 0.3).unwrap();
    assert!((out.plan(&[], 1, &Stop::after(u64::MAX)).length_m - 0.9).abs() < 1e-12);
}

#[test]
fn law_every_method_uses_the_paths_around_obstacles() {
    let (obstacles, mut rng) = (hall(), ChaCha8Rng::seed_from_u64(2));
    for count in [1, 20, 130, 320] {
        let floor = Floor::among(free_balls(count, &obstacles, &mut rng), 8, &obstacles).unwrap();
        let how = InGroup::Shortest(Exact::DynamicProgramming);
        let shortest = best(&floor, 1, &Stop::after(29));
        let tours = [
            greedy(&floor),
            paper_genetic(&floor, &mut rng),
            in_random_groups(&floor, how, &mut rng, &Stop::after(u64::MAX)).unwrap(),
            in_random_groups(&floor, InGroup::Greedy, &mut rng, &Stop::after(u64::MAX)).unwrap(),
        ];
        let planner = RoutePlanner::new(floor.clone(), Pose2::home(), 8, 0.3).unwrap();
        for tour in tours.iter().chain([&shortest]) {
            assert!(tour.clears(&floor) && tour.length_m >= shortest.length_m - 1e-9);
            let driven: f64 = planner.paths(&tour.trips).iter().map(|path| length(path)).sum();
            assert!((tour.length_m - driven).abs() < 1e-9, "{} m, driven {driven} m", tour.length_m);
        }
        let plan = planner.plan(&shortest.trips, 1, &Stop::after(0));
        assert!(plan.cost_m <= planner.measured(shortest.trips).cost_m + 1e-9);
    }
}

/// Length and turning of a plan are those of the path that the robot drives, and no other plan of six balls is cheaper.
#[test]
fn law_plans_are_measured_along_the_real_paths_and_the_cheapest() {
    let (obstacles, mut rng) = (hall(), ChaCha8Rng::seed_from_u64(3));
    for _ in 0..15 {
        let balls = free_balls(6, &obstacles, &mut rng);
        let pose = Pose2 { place: free_balls(1, &obstacles, &mut rng)[0], heading: rng.random_range(-PI..PI) };
        let floor = Floor::among(balls, 3, &obstacles).unwrap();
        let planner = RoutePlanner::new(floor, pose, 2, 0.3).unwrap();
        let plan = planner.plan(&[], 1, &Stop::after(0));
        let whole: Vec<Point2> = planner.paths(&plan.trips).concat();
        let (mut turning, mut heading) = (0.0, pose.heading);
        for pair in whole.windows(2).filter(|pair| pair[0] != pair[1]) {
            let to = pair[1] - pair[0];
            let turn = (to.y.atan2(to.x) - heading).rem_euclid(TAU);
            turning += turn.min(TAU - turn);
            heading = to.y.atan2(to.x);
        }
        assert!((plan.length_m - length(&whole)).abs() < 1e-9 && (plan.turning_rad - turning).abs() < 1e-9);
        let mut least = f64::INFINITY;
        every_plan(&mut vec![vec![]], &mut |trips| least = least.min(planner.measured(trips.to_vec()).cost_m));
        assert!((plan.cost_m - least).abs() < 1e-9, "{} m, the least is {least} m", plan.cost_m);
    }
}

/// All plans of six balls with two in the first trip and three in the others at most.
fn every_plan(trips: &mut Vec<Vec<usize>>, look: &mut dyn FnMut(&[Vec<usize>])) {
    let left: Vec<usize> = (0..6).filter(|ball| !trips.iter().flatten().any(|other| other == ball)).collect();
    if left.is_empty() {
        return look(trips);
    }
    let last = trips.len() - 1;
    for ball in left {
        if trips[last].len() < if last == 0 { 2 } else { 3 } {
            trips[last].push(ball);
            every_plan(trips, look);
            trips[last].pop();
        }
        if last == 0 || !trips[last].is_empty() {
            trips.push(vec![ball]);
            every_plan(trips, look);
            trips.pop();
        }
    }
}

#[test]
fn law_obstacles_that_make_no_sense_are_refused() {
    let square = || rectangle((1.0, 1.0), (2.0, 2.0));
    let refused =
        |outline: Vec<Point2>, clearance: f64| Obstacles::new(vec![square(), outline], clearance).unwrap_err();
    for bad in [0.0, -1.0, f64::NAN, 1e4] {
        assert!(matches!(refused(square(), bad), ObstacleError::Clearance(_)));
    }
    assert_eq!(refused(square()[..2].to_vec(), 0.2), ObstacleError::Corners { obstacle: 1, corners: 2 });
    let nowhere = vec![Point2::new(3.0, 3.0), Point2::new(4.0, f64::NAN), Point2::new(3.0, 4.0)];
    assert!(matches!(refused(nowhere, 0.2), ObstacleError::Corner { obstacle: 1, corner: 1, .. }));
    let bow = [(3.0, 3.0), (4.0, 4.0), (4.0, 3.0), (3.0, 4.0)].map(|(x, y)| Point2::new(x, y)).to_vec();
    assert_eq!(refused(bow, 0.2), ObstacleError::Crossed { obstacle: 1, edge: 0, other: 2 });
    let on_home = rectangle((0.1, -1.0), (1.0, 1.0));
    assert_eq!(refused(on_home.clone(), 0.2), ObstacleError::Home { obstacle: 1, clearance_m: 0.2 });
    assert!(Obstacles::new(vec![on_home], 0.05).is_ok());
    let many: Vec<Vec<Point2>> =
        (0..200).map(|i| rectangle((f64::from(i) + 1.0, 3.0), (f64::from(i) + 1.5, 4.0))).collect();
    assert_eq!(Obstacles::new(many, 0.1), Err(ObstacleError::TooMany { corners: 1600 }));
    let balls = vec![Point2::new(-1.0, 0.0); 1001];
    assert_eq!(Floor::among(balls, 9, &hall()), Err(FloorError::TooManyAmong { balls: 1001 }));
}
