//! Hybrid genetic search: children of two solutions, each made shorter by local search [Vidal et al. 2012, Vidal 2022].

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::local::LocalSearch;
use super::part::{Node, Part};
use super::population::{Individual, Population, Sizes};
use super::split::Split;
use super::state::State;
use crate::optimise::permutation::{Crossover, OrderCrossover};

/// Target share of children within the capacity, to which the price adapts.
const FEASIBLE: f64 = 0.2;
/// Children between two changes of the price; what it changes by; its bounds, m.
const ADAPT_EVERY: u32 = 50;
const DEARER: f64 = 1.2;
const CHEAPER: f64 = 0.85;
const PRICES: (f64, f64) = (1e-3, 1e6);
/// Probability that a child beyond the capacity is repaired, and the factor on the price in the repair.
const REPAIR: f64 = 0.5;
const REPAIR_PRICE: f64 = 10.0;

/// A search for short trips through one part.
pub(super) struct Search<'p> {
    part: &'p Part,
    rng: ChaCha8Rng,
    local: LocalSearch<'p>,
    split: Split,
    crossover: OrderCrossover,
    /// Within the capacity, and beyond it.
    populations: [Population; 2],
    best: Option<Individual>,
    firsts: usize,
    made: u32,
    numbers: u32,
    /// Children within the capacity since the price was last changed.
    feasible: u32,
}

impl<'p> Search<'p> {
    /// A search without solutions; the first children are random.
    pub(super) fn new(part: &'p Part, sizes: Sizes, firsts: usize, seed: u64) -> Self {
        let farthest = (1..=part.count as Node).map(|node| part.distance(0, node)).fold(0.0, f64::max);
        Self {
            part,
            rng: ChaCha8Rng::seed_from_u64(seed),
            local: LocalSearch::new(part, farthest.clamp(PRICES.0, PRICES.1)),
            split: Split::default(),
            crossover: OrderCrossover::default(),
            populations: [Population::new(sizes), Population::new(sizes)],
            best: None,
            firsts,
            made: 0,
            numbers: 0,
            feasible: 0,
        }
    }

    /// The shortest trips within the capacity so far.
    pub(super) fn best(&self) -> Option<&Individual> {
        self.best.as_ref()
    }

    /// Makes one more solution: a random order while there are few, then a child of two.
    pub(super) fn make_one(&mut self) {
        let order = if (self.made as usize) < self.firsts || self.size() < 2 { self.random() } else { self.child() };
        let trips = self.split.trips(self.part, &order, self.local.state.price);
        self.educate(&trips);
        if self.made.is_multiple_of(ADAPT_EVERY) {
            self.adapt();
        }
    }

    fn size(&self) -> usize {
        self.populations.iter().map(|population| population.members().len()).sum()
    }

    fn random(&mut self) -> Vec<Node> {
        let mut order: Vec<Node> = (1..=self.part.count as Node).collect();
        order.shuffle(&mut self.rng);
        order
    }

    /// Makes trips shorter and keeps them; where they are beyond the capacity, perhaps also what they become within it.
    pub(super) fn educate(&mut self, trips: &[Vec<Node>]) {
        self.local.improve(trips, &mut self.rng);
        self.made += 1;
        let new = self.individual();
        let within = new.excess == 0;
        self.feasible += u32::from(within);
        self.keep(new);
        if !within && self.rng.random_bool(REPAIR) {
            let trips = self.local.state.trips.clone();
            self.local.state.price *= REPAIR_PRICE;
            self.local.improve(&trips, &mut self.rng);
            self.local.state.price /= REPAIR_PRICE;
            let repaired = self.individual();
            if repaired.excess == 0 {
                self.keep(repaired);
            }
        }
    }

    /// The trips of the local search, in the order of their directions from home.
    fn individual(&mut self) -> Individual {
        let State { trips, direction, .. } = &self.local.state;
        let mut full: Vec<usize> = (0..trips.len()).filter(|trip| !trips[*trip].is_empty()).collect();
        full.sort_by(|a, b| direction[*a].total_cmp(&direction[*b]));
        let trips: Vec<Vec<Node>> = full.into_iter().map(|trip| trips[trip].clone()).collect();
        let excess = trips.iter().map(|trip| self.part.excess(trip.len())).sum();
        let length = self.part.length_of_all(&trips);
        self.numbers += 1;
        Individual::new(trips, self.part.count, length, excess, self.numbers)
    }

    fn keep(&mut self, new: Individual) {
        if new.excess == 0 && self.best.as_ref().is_none_or(|best| new.length < best.length) {
            self.best = Some(new.clone());
        }
        self.populations[usize::from(new.excess > 0)].add(new, self.local.state.price);
    }

    /// Order crossover of two that won a tournament each.
    fn child(&mut self) -> Vec<Node> {
        self.populations.iter_mut().for_each(Population::rank);
        let [first, second] = [0, 1].map(|_| self.winner());
        let mut child = vec![0; first.len()];
        self.crossover.cross(&first, &second, &mut child, &mut self.rng);
        child.into_iter().map(|index| index as Node + 1).collect()
    }

    /// The fitter of two, as an order of all balls from 0.
    fn winner(&mut self) -> Vec<usize> {
        let size = self.size();
        let [a, b] = [0, 1].map(|_| self.rng.random_range(0..size));
        let [within, beyond] = self.populations.each_ref().map(Population::members);
        let member = |index: usize| within.get(index).unwrap_or_else(|| &beyond[index - within.len()]);
        let fitter = if member(a).fitness() < member(b).fitness() { member(a) } else { member(b) };
        fitter.trips.iter().flatten().map(|node| usize::from(*node) - 1).collect()
    }

    /// Adapts the price so that the target share of children is within the capacity.
    fn adapt(&mut self) {
        const BAND: f64 = 0.05;
        let share = f64::from(self.feasible) / f64::from(ADAPT_EVERY);
        self.feasible = 0;
        let factor = if share < FEASIBLE - BAND {
            DEARER
        } else if share > FEASIBLE + BAND {
            CHEAPER
        } else {
            1.0
        };
        let price = &mut self.local.state.price;
        *price = (*price * factor).clamp(PRICES.0, PRICES.1);
        self.populations[1].sort(*price);
    }
}
