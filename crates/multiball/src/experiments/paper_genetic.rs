//! The paper's genetic search, as printed.

use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::optimise::permutation::{Crossover, PartiallyMatched, invert};
use crate::picker::routing::{Floor, Tour};

/// Population 43, 500 generations, partially matched crossover 0.75, inversion 0.25, an elite of 1, tournaments of 4
/// [paper 002, table 4].
const POPULATION: usize = 43;
const GENERATIONS: usize = 500;
const CROSSOVER: f64 = 0.75;
const MUTATION: f64 = 0.25;
const TOURNAMENT: usize = 4;

/// The tour that the paper's genetic search finds: an order of all balls, cut into trips of the robot's capacity.
#[must_use]
pub fn paper_genetic(floor: &Floor, rng: &mut ChaCha8Rng) -> Tour {
    let count = floor.balls().len();
    let length = |order: &[usize]| order.chunks(floor.capacity()).map(|trip| floor.trip_length(trip)).sum::<f64>();
    let mut parents: Vec<(f64, Vec<usize>)> = (0..POPULATION)
        .map(|_| {
            let mut order: Vec<usize> = (0..count).collect();
            order.shuffle(rng);
            (length(&order), order)
        })
        .collect();
    let mut crossover = PartiallyMatched::default();
    for _ in 0..GENERATIONS {
        let mut children = vec![shortest(&parents).clone()];
        while children.len() < POPULATION {
            let (first, second) = (chosen(&parents, rng), chosen(&parents, rng));
            let mut child = first.clone();
            if rng.random_bool(CROSSOVER) {
                crossover.cross(first, second, &mut child, rng);
            }
            if rng.random_bool(MUTATION) {
                invert(&mut child, rng);
            }
            children.push((length(&child), child));
        }
        parents = children;
    }
    let (_, order) = shortest(&parents);
    Tour::of(floor, order.chunks(floor.capacity()).map(<[usize]>::to_vec).collect())
}

/// The first of the shortest.
fn shortest(parents: &[(f64, Vec<usize>)]) -> &(f64, Vec<usize>) {
    let better = |best: usize, other: usize| if parents[other].0 < parents[best].0 { other } else { best };
    &parents[(1..parents.len()).fold(0, better)]
}

/// The winner of a tournament.
fn chosen<'p>(parents: &'p [(f64, Vec<usize>)], rng: &mut ChaCha8Rng) -> &'p Vec<usize> {
    let mut draw = || rng.random_range(0..parents.len());
    let first = draw();
    let winner = (1..TOURNAMENT)
        .map(|_| draw())
        .fold(first, |best, other| if parents[other].0 < parents[best].0 { other } else { best });
    &parents[winner].1
}
