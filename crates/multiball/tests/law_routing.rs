//! Trips over the floor: right, short, and as long as the paper's methods make them.
#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::experiments::{Exact, InGroup, NoTour, in_random_groups, paper_genetic};
use multiball::optimise::Stop;
use multiball::picker::Point2;
use multiball::picker::routing::{Floor, FloorError, Tour, best, greedy};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Balls in a square of 20 m about home, as in the paper's tests.
fn floor(balls: usize, capacity: usize, rng: &mut ChaCha8Rng) -> Floor {
    let mut draw = || rng.random_range(-10.0..10.0);
    Floor::new((0..balls).map(|_| Point2::new(draw(), draw())).collect(), capacity).unwrap()
}

/// The best after so many steps.
fn best_after(floor: &Floor, steps: u64) -> Tour {
    best(floor, 1, &Stop::after(steps))
}

/// As long as it takes.
const NEVER: Stop<'static> = Stop::after(u64::MAX);

/// The proven optimum: over all sets of balls, the last trip and the rest.
fn optimum(floor: &Floor) -> f64 {
    let count = floor.balls().len();
    let round = |set: usize| {
        let group: Vec<usize> = (0..count).filter(|ball| set >> ball & 1 == 1).collect();
        let places = group.iter().map(|ball| floor.balls()[*ball]).collect();
        let alone = Floor::new(places, group.len().max(1)).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let how = InGroup::Shortest(Exact::DynamicProgramming);
        in_random_groups(&alone, how, &mut rng, &NEVER).unwrap().length_m
    };
    let rounds: Vec<f64> = (0..1_usize << count).map(round).collect();
    let mut least = vec![0.0; 1 << count];
    for set in 1_usize..1 << count {
        let mut shortest = f64::INFINITY;
        let mut trip = set;
        while trip > 0 {
            if trip.count_ones() as usize <= floor.capacity() {
                shortest = f64::min(shortest, rounds[trip] + least[set & !trip]);
            }
            trip = (trip - 1) & set;
        }
        least[set] = shortest;
    }
    *least.last().unwrap()
}

#[test]
fn law_the_best_of_few_balls_is_the_proven_optimum() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for round in 0..60 {
        let floor = floor(round % 10, 1 + round % 4, &mut rng);
        let (found, proven) = (best_after(&floor, 300), optimum(&floor));
        assert!((found.length_m - proven).abs() < 1e-9, "{} m, the optimum is {proven} m: {floor:?}", found.length_m);
    }
}

#[test]
fn law_every_method_clears_every_floor() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for round in 0..60 {
        let count = [0, 1, 2, 5, 17, 40, 130][round % 7];
        let capacity = [1, 2, 3, 8, 10][round % 5];
        let mut floor = floor(count, capacity, &mut rng);
        if round % 3 == 0 {
            // All on one point; home among the points.
            let at = Point2::new(f64::from(round as u32 % 2), 0.0);
            floor = Floor::new(vec![at; count], capacity).unwrap();
        }
        let shortest = |exact: Exact, rng: &mut ChaCha8Rng| {
            in_random_groups(&floor, InGroup::Shortest(exact), rng, &NEVER).unwrap()
        };
        let tours = [
            best_after(&floor, 30),
            greedy(&floor),
            paper_genetic(&floor, &mut rng),
            in_random_groups(&floor, InGroup::Greedy, &mut rng, &NEVER).unwrap(),
            shortest(Exact::DynamicProgramming, &mut rng),
            shortest(Exact::BranchAndBound, &mut rng),
        ];
        for tour in tours {
            assert!(tour.clears(&floor), "{tour:?} {floor:?}");
            let length: f64 = tour.trips.iter().map(|trip| floor.trip_length(trip)).sum();
            assert!((tour.length_m - length).abs() < 1e-9);
        }
    }
}

#[test]
fn law_a_search_depends_on_its_seed_and_steps_alone_and_longer_ones_are_no_worse() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for count in [30, 200] {
        let floor = floor(count, 10, &mut rng);
        let (short, long) = (best_after(&floor, 10), best_after(&floor, 60));
        assert_eq!(short, best_after(&floor, 10));
        assert!(long.length_m <= short.length_m && short.length_m < greedy(&floor).length_m);
    }
}

/// Balls on all crossings of a grid of 1 m but home: no leg is shorter than 1 m, so 400 legs of 1 m are the shortest
/// round.
#[test]
fn ref_one_trip_of_399_balls_is_nearly_the_known_optimum() {
    let crossings = (1..400_u32).map(|number| Point2::new(f64::from(number % 20), f64::from(number / 20)));
    let floor = Floor::new(crossings.collect(), 1000).unwrap();
    let (short, long) = (best_after(&floor, 20), best_after(&floor, 200));
    assert!(long.clears(&floor) && long.trips.len() == 1);
    assert!(long.length_m >= 400.0 - 1e-9 && long.length_m < 408.0, "{} m", long.length_m);
    assert!(long.length_m <= short.length_m && short.length_m < greedy(&floor).length_m);
    assert_eq!(long, best_after(&floor, 200));
    // Two trips larger than a part, and what they leave.
    let floor = Floor::new(floor.balls().iter().chain(floor.balls()).copied().collect(), 350).unwrap();
    assert!(best_after(&floor, 30).clears(&floor));
}

#[test]
fn law_floors_and_groups_that_make_no_sense_are_refused() {
    assert_eq!(Floor::new(Vec::new(), 0), Err(FloorError::NoCapacity));
    for bad in [f64::NAN, f64::INFINITY, 1e7] {
        let balls = vec![Point2::zeros(), Point2::new(1.0, bad)];
        assert!(matches!(Floor::new(balls, 1), Err(FloorError::Point2 { ball: 1, .. })));
    }
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let large = floor(60, 30, &mut rng);
    let how = InGroup::Shortest(Exact::DynamicProgramming);
    let refused = in_random_groups(&large, how, &mut rng, &NEVER).unwrap_err();
    assert!(matches!(refused, NoTour::TooMany(many) if many.balls == 30 && many.most == 18), "{refused}");
    let small = floor(60, 10, &mut rng);
    let late = in_random_groups(&small, how, &mut rng, &Stop::after(2));
    assert_eq!(late, Err(NoTour::OutOfTime { done: 2, groups: 6 }));
}

/// Means over floors like the paper's, 30 balls, capacity 10, compared with what the methods are known to give there;
/// four standard errors.
#[test]
fn ref_means_of_the_papers_methods() {
    const FLOORS: u64 = 200;
    let floors: Vec<Floor> =
        (0..FLOORS).map(|number| floor(30, 10, &mut ChaCha8Rng::seed_from_u64(100 + number))).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut expect = |name: &str, known: f64, allowed: f64, of: &dyn Fn(&Floor, &mut ChaCha8Rng) -> f64| {
        let lengths: Vec<f64> = floors.iter().map(|floor| of(floor, &mut rng)).collect();
        let mean = lengths.iter().sum::<f64>() / FLOORS as f64;
        let variance = lengths.iter().map(|length| (length - mean).powi(2)).sum::<f64>() / (FLOORS - 1) as f64;
        let error = (variance / FLOORS as f64).sqrt();
        println!("{name}: {mean:.2} ± {error:.2} m, known {known} m");
        assert!((mean - known).abs() < 4.0 * error + allowed, "{name}: {mean} ± {error} m, not {known} m");
    };
    let grouped = |how: InGroup| {
        move |floor: &Floor, rng: &mut ChaCha8Rng| in_random_groups(floor, how, rng, &NEVER).unwrap().length_m
    };
    expect("dynamic programming, random groups", 177.3, 0.0, &grouped(InGroup::Shortest(Exact::DynamicProgramming)));
    expect("greedy in random groups", 191.12, 0.0, &grouped(InGroup::Greedy));
    expect("greedy", 130.5, 0.0, &|floor, _| greedy(floor).length_m);
    expect("the paper's genetic search", 118.9, 1.0, &|floor, rng| paper_genetic(floor, rng).length_m);
    expect("best", 111.23, 0.0, &|floor, _| best_after(floor, 150).length_m);
}
