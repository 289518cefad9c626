//! The paper's genetic search, as printed.

use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::optimise::permutation::{Crossover, PartiallyMatched, invert};
use crate::picker::routing::{Floor, Tour};

/// Settings of the paper's genetic search over orders: partially matched crossover, inversion, an elite of 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PaperGenetic {
    /// Orders in a generation.
    pub population: usize,
    /// Generations.
    pub generations: usize,
    /// Chance of a crossover.
    pub crossover: f64,
    /// Chance of an inversion.
    pub mutation: f64,
    /// Orders in a tournament.
    pub tournament: usize,
}

impl PaperGenetic {
    /// As printed [paper 002, table 4].
    pub const PRINTED: Self = Self { population: 43, generations: 500, crossover: 0.75, mutation: 0.25, tournament: 4 };
}

/// The tour that the paper's genetic search finds: an order of all balls, cut into trips of the robot's capacity.
#[must_use]
pub fn paper_genetic(floor: &Floor, rng: &mut ChaCha8Rng) -> Tour {
    let settings = PaperGenetic::PRINTED;
    let count = floor.balls().len();
    let length = |order: &[usize]| order.chunks(floor.capacity()).map(|trip| floor.trip_length(trip)).sum::<f64>();
    let mut parents: Vec<(f64, Vec<usize>)> = (0..settings.population)
        .map(|_| {
            let mut order: Vec<usize> = (0..count).collect();
            order.shuffle(rng);
            (length(&order), order)
        })
        .collect();
    let mut crossover = PartiallyMatched::default();
    for _ in 0..settings.generations {
        let mut children = vec![shortest(&parents).clone()];
        while children.len() < settings.population {
            let (first, second) = (chosen(&parents, rng), chosen(&parents, rng));
            let mut child = first.clone();
            if rng.random_bool(settings.crossover) {
                crossover.cross(first, second, &mut child, rng);
            }
            if rng.random_bool(settings.mutation) {
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
    let winner = (1..PaperGenetic::PRINTED.tournament)
        .map(|_| draw())
        .fold(first, |best, other| if parents[other].0 < parents[best].0 { other } else { best });
    &parents[winner].1
}
