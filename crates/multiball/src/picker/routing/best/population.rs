//! Solutions that are kept: good ones, and ones that differ.

use super::part::{HOME, Node};

/// A solution: trips that clear a part, and its distances from the others of the population.
#[derive(Debug, Clone)]
pub(super) struct Individual {
    pub(super) trips: Vec<Vec<Node>>,
    pub(super) length: f64,
    /// Balls beyond the capacity, over all trips.
    pub(super) excess: usize,
    number: u32,
    next: Vec<Node>,
    before: Vec<Node>,
    /// (Distance, number) of the others of its population, the nearest first.
    others: Vec<(f64, u32)>,
    /// Rank by cost and by difference; less is better.
    fitness: f64,
}

/// Sizes of a population.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Sizes {
    /// After a selection.
    pub(super) least: usize,
    /// More until the next.
    pub(super) more: usize,
    /// The best by cost alone, which are never lost.
    pub(super) elite: usize,
    /// Neighbours whose distance counts.
    pub(super) close: usize,
}

/// Individuals in the order of their cost.
#[derive(Debug, Clone)]
pub(super) struct Population {
    sizes: Sizes,
    members: Vec<Individual>,
}

impl Individual {
    pub(super) fn new(trips: Vec<Vec<Node>>, balls: usize, length: f64, excess: usize, number: u32) -> Self {
        let (mut next, mut before) = (vec![HOME; balls + 1], vec![HOME; balls + 1]);
        for pair in trips.iter().flat_map(|trip| trip.windows(2)) {
            next[pair[0] as usize] = pair[1];
            before[pair[1] as usize] = pair[0];
        }
        Self { trips, length, excess, number, next, before, others: Vec::new(), fitness: 0.0 }
    }

    /// Its cost at a price for each ball beyond the capacity, m.
    pub(super) fn cost(&self, price: f64) -> f64 {
        self.length + price * self.excess as f64
    }

    pub(super) fn fitness(&self) -> f64 {
        self.fitness
    }

    /// Share of its legs that another lacks [Vidal 2012, broken pairs].
    fn distance(&self, other: &Self) -> f64 {
        let balls = self.next.len() - 1;
        let mut broken = 0_u32;
        for node in 1..=balls {
            let (next, before) = (other.next[node], other.before[node]);
            broken += u32::from(self.next[node] != next && self.next[node] != before);
            broken += u32::from(self.before[node] == HOME && next != HOME && before != HOME);
        }
        f64::from(broken) / balls.max(1) as f64
    }

    /// Mean distance to its nearest others.
    fn diversity(&self, close: usize) -> f64 {
        let near = &self.others[..close.min(self.others.len())];
        near.iter().map(|(distance, _)| distance).sum::<f64>() / near.len().max(1) as f64
    }
}

impl Population {
    pub(super) fn new(sizes: Sizes) -> Self {
        Self { sizes, members: Vec::with_capacity(sizes.least + sizes.more + 1) }
    }

    pub(super) fn members(&self) -> &[Individual] {
        &self.members
    }

    /// Adds one; when there are too many, the worst by cost and diversity are removed.
    pub(super) fn add(&mut self, mut new: Individual, price: f64) {
        for other in &mut self.members {
            let distance = new.distance(other);
            insert(&mut other.others, (distance, new.number));
            insert(&mut new.others, (distance, other.number));
        }
        let cost = new.cost(price);
        let place = self.members.partition_point(|other| other.cost(price) < cost);
        self.members.insert(place, new);
        if self.members.len() > self.sizes.least + self.sizes.more {
            while self.members.len() > self.sizes.least {
                self.remove_worst();
            }
        }
    }

    /// Puts them in order under another price.
    pub(super) fn sort(&mut self, price: f64) {
        self.members.sort_by(|a, b| a.cost(price).total_cmp(&b.cost(price)));
    }

    /// Ranks all: by cost, and by how far they are from their nearest [Vidal 2012, biased fitness].
    pub(super) fn rank(&mut self) {
        let count = self.members.len();
        let close = self.sizes.close;
        let mut by_diversity: Vec<(f64, usize)> =
            self.members.iter().enumerate().map(|(place, one)| (one.diversity(close), place)).collect();
        by_diversity.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let scale = 1.0 / count.saturating_sub(1).max(1) as f64;
        let weight = (1.0 - self.sizes.elite as f64 / count.max(1) as f64).max(0.0);
        for (rank, (_, place)) in by_diversity.into_iter().enumerate() {
            self.members[place].fitness = scale * (place as f64 + weight * rank as f64);
        }
    }

    /// Removes the worst: duplicates before all others, and never the best.
    fn remove_worst(&mut self) {
        const EQUAL: f64 = 1e-9;
        self.rank();
        let badness = |one: &Individual| {
            let twin = one.others.first().is_some_and(|(distance, _)| *distance < EQUAL);
            (twin, one.fitness)
        };
        let worse = |a: &(bool, f64), b: &(bool, f64)| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1));
        let worst =
            (1..self.members.len()).max_by(|a, b| worse(&badness(&self.members[*a]), &badness(&self.members[*b])));
        let Some(worst) = worst else { return };
        let gone = self.members.remove(worst);
        for other in &mut self.members {
            other.others.retain(|(_, number)| *number != gone.number);
        }
    }
}

fn insert(others: &mut Vec<(f64, u32)>, new: (f64, u32)) {
    let place = others.partition_point(|(distance, _)| *distance < new.0);
    others.insert(place, new);
}
