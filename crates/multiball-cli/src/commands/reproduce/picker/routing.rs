//! Tables 3 and 5: in which order to collect thirty balls, ten at a time.

use std::time::Instant;

use multiball::experiments::{Exact, InGroup, in_random_groups, paper_genetic};
use multiball::optimise::Stop;
use multiball::picker::Point2;
use multiball::picker::routing::{Floor, Tour, best, greedy};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::super::{Goal, Row};
use crate::failure::Failure;
use crate::show::progress_bar;
use crate::statistics::{mean, mean_interval};

/// Three times the 80 rounds of the paper's tests: its means have standard errors of a metre.
const FLOORS: u64 = 240;
const BALLS: usize = 30;
const CAPACITY: usize = 10;
/// Half the side of the square about home, m: not printed; with it the random groups have the printed means.
const HALF_SIDE: f64 = 10.0;
/// Time that `best` may take, s.
const BEST_S: f64 = 0.1;

type Solve = fn(&Floor, &mut ChaCha8Rng) -> Option<Tour>;

/// A method: which table it is in, what it is called, what is printed of it (s, m, share of error), and how it goes.
struct Method {
    table: &'static str,
    name: &'static str,
    printed: Option<[f64; 3]>,
    note: &'static str,
    solve: Solve,
}

fn grouped(floor: &Floor, how: InGroup, rng: &mut ChaCha8Rng) -> Option<Tour> {
    in_random_groups(floor, how, rng, &Stop::after(u64::MAX)).ok()
}

const METHODS: [Method; 8] = [
    Method {
        table: "3",
        name: "greedy",
        printed: Some([0.000_481_6, 191.118_98, 0.122_45]),
        note: "in random groups, as printed",
        solve: |floor, rng| grouped(floor, InGroup::Greedy, rng),
    },
    Method {
        table: "3",
        name: "dynamic programming",
        printed: Some([0.048_853_6, 176.206_23, 0.050_48]),
        note: "in random groups",
        solve: |floor, rng| grouped(floor, InGroup::Shortest(Exact::DynamicProgramming), rng),
    },
    Method {
        table: "3",
        name: "branch and bound",
        printed: Some([387.177_014_9, 175.124_81, 0.043_99]),
        note: "in random groups",
        solve: |floor, rng| grouped(floor, InGroup::Shortest(Exact::BranchAndBound), rng),
    },
    Method {
        table: "3",
        name: "backtracking",
        printed: Some([18.331_973_9, 176.244_61, 0.050_56]),
        note: "in random groups",
        solve: |floor, rng| grouped(floor, InGroup::Shortest(Exact::Backtracking), rng),
    },
    Method {
        table: "5",
        name: "dynamic programming",
        printed: Some([0.022_82, 177.872_15, 0.307_19]),
        note: "in random groups",
        solve: |floor, rng| grouped(floor, InGroup::Shortest(Exact::DynamicProgramming), rng),
    },
    Method {
        table: "5",
        name: "genetic algorithm",
        printed: Some([1.055_14, 122.825_06, 0.0]),
        note: "chooses the groups too",
        solve: |floor, rng| Some(paper_genetic(floor, rng)),
    },
    Method {
        table: "beyond",
        name: "greedy over all balls",
        printed: None,
        note: "the same rule without groups",
        solve: |floor, _| Some(greedy(floor)),
    },
    Method {
        table: "beyond",
        name: "best",
        printed: None,
        note: "hybrid genetic search, a tenth of a second",
        solve: |floor, _| Some(best_for(floor, BEST_S)),
    },
];

fn best_for(floor: &Floor, limit_s: f64) -> Tour {
    let begin = Instant::now();
    best(floor, 1, &Stop::when(&|_| begin.elapsed().as_secs_f64() >= limit_s))
}

/// Times and lengths of one method, a value for each floor.
struct Sample {
    times_s: Vec<f64>,
    lengths: Vec<f64>,
}

pub(super) fn rows(quick: bool, seed: u64) -> Result<Vec<Row>, Failure> {
    let count = if quick { FLOORS / 4 } else { FLOORS };
    let floors = floors(count, seed)?;
    let bar = progress_bar(METHODS.len() as u64 * count, "routes");
    // Each method draws its own groups, as in the paper: so the exact ones differ.
    let own = |(number, method): (usize, &Method)| sample(method, &floors, seed.wrapping_add(1 + number as u64), &bar);
    let samples: Option<Vec<Sample>> = METHODS.iter().enumerate().map(own).collect();
    bar.finish_and_clear();
    let samples = samples.ok_or_else(|| Failure::NoAnswer("groups of ten are too large".into()))?;
    Ok(METHODS.iter().zip(&samples).flat_map(|(method, own)| figures(method, own, &samples)).collect())
}

fn floors(count: u64, seed: u64) -> Result<Vec<Floor>, Failure> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut draw = || rng.random_range(-HALF_SIDE..HALF_SIDE);
    let one = |_| Floor::new((0..BALLS).map(|_| Point2::new(draw(), draw())).collect(), CAPACITY);
    (0..count).map(one).collect::<Result<_, _>>().map_err(|error| Failure::NoAnswer(error.to_string()))
}

fn sample(method: &Method, floors: &[Floor], seed: u64, bar: &indicatif::ProgressBar) -> Option<Sample> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut sample = Sample { times_s: Vec::new(), lengths: Vec::new() };
    for floor in floors {
        let begin = Instant::now();
        let tour = (method.solve)(floor, &mut rng)?;
        sample.times_s.push(begin.elapsed().as_secs_f64());
        sample.lengths.push(tour.length_m);
        bar.inc(1);
    }
    Some(sample)
}

/// Time, length, and by how much of itself a route is longer than the shortest of its table, as the paper defines its
/// error [paper 002, eq. 27].
fn figures(method: &Method, own: &Sample, all: &[Sample]) -> Vec<Row> {
    let rivals: Vec<&Sample> =
        METHODS.iter().zip(all).filter(|(other, _)| other.table == method.table).map(|(_, sample)| sample).collect();
    let excess = |(floor, length): (usize, &f64)| {
        let least = rivals.iter().map(|sample| sample.lengths[floor]).fold(f64::INFINITY, f64::min);
        100.0 * (length - least) / length
    };
    let errors: Vec<f64> = own.lengths.iter().enumerate().map(excess).collect();
    let row = |figure: &str, unit, printed: Option<f64>, values: &[f64]| {
        let name = format!("{}, {figure}", method.name);
        Row::new(method.table, name, unit, printed, mean(values).unwrap_or(f64::NAN)).within(mean_interval(values))
    };
    // Random groups have no best length, only a mean.
    let of_length = if method.note.starts_with("in random groups") { Goal::Same } else { Goal::Less };
    let printed = |place: usize| method.printed.map(|printed| printed[place]);
    let mut rows = vec![
        row("time", "s", printed(0), &own.times_s).noted("this machine").aiming(Goal::Less),
        row("length", "m", printed(1), &own.lengths).noted(method.note).aiming(of_length),
    ];
    if method.printed.is_some() {
        rows.push(
            row("error", "%", printed(2).map(|share| 100.0 * share), &errors).noted("of the shortest in its table"),
        );
    }
    rows
}
