//! Ruin and recreate: strings of neighbouring balls are taken out of the round and put back one by one where they cost
//! least [J. Christiaens and G. Vanden Berghe, Slack induction by string removals for vehicle routing problems,
//! Transportation Science 54, 2020].

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::legs::{HOME, Legs, Node};
use super::round::{Round, TripCapacity};
use super::trip_order;
use crate::geometry::portable::{exp, ln};
use crate::optimise::Random;

/// Mean number of balls that are taken out at a time, and the longest string of one trip.
const TAKEN_OUT: f64 = 12.0;
const LONGEST_STRING: f64 = 10.0;
/// Temperatures of a cooling, as shares of the mean cost of a ball.
const HOT: f64 = 0.02;
const COLD: f64 = 0.002;
/// Factor on the first temperature of every other cooling.
const HOTTER: f64 = 10.0;
/// Steps of the first cooling; each that follows is half as long again.
const FIRST_COOLING: u32 = 400;

/// A search for the cheapest round.
pub(super) struct Search<'l> {
    legs: &'l Legs,
    capacity: TripCapacity,
    rng: Random,
    /// For each ball, all balls, the nearest first.
    near: Vec<Vec<Node>>,
    now: (f64, Round),
    best: (f64, Round),
    step: u32,
    cooling: u32,
    hot: f64,
    spare: Spare,
}

/// Scratch space of a step.
#[derive(Default)]
struct Spare {
    round: Round,
    place: Vec<usize>,
    marked: Vec<bool>,
    out: Vec<Node>,
    ruined: Vec<(usize, usize)>,
}

impl<'l> Search<'l> {
    /// A search that begins with a round, to which missing balls are added.
    pub(super) fn new(legs: &'l Legs, capacity: TripCapacity, mut known: Round, seed: u64) -> Self {
        let balls = 1..=legs.balls() as Node;
        let mut rng = Random::seed_from_u64(seed);
        let mut missing: Vec<Node> = balls.clone().filter(|ball| !known.nodes.contains(ball)).collect();
        missing.sort_by(|a, b| legs.leg(HOME, *b).cost.total_cmp(&legs.leg(HOME, *a).cost).then(a.cmp(b)));
        missing.into_iter().for_each(|ball| known.put_in(legs, capacity, ball, &mut rng));
        let near = |one: Node| {
            let mut near: Vec<Node> = balls.clone().collect();
            near.sort_by(|a, b| legs.leg(one, *a).cost.total_cmp(&legs.leg(one, *b).cost).then(a.cmp(b)));
            near
        };
        trip_order::improve(legs, &mut known);
        let now = (legs.cost(&known.nodes), known);
        let near = std::iter::once(Vec::new()).chain(balls.clone().map(near)).collect();
        let spare =
            Spare { marked: vec![false; legs.balls() + 2], place: vec![0; legs.balls() + 2], ..Spare::default() };
        Self { legs, capacity, rng, near, best: now.clone(), now, step: 0, cooling: FIRST_COOLING, hot: HOT, spare }
    }

    /// The cheapest so far and its cost, m.
    pub(super) fn best(&self) -> &(f64, Round) {
        &self.best
    }

    /// One step.
    pub(super) fn step(&mut self) {
        let temperature = self.temperature();
        self.spare.round.clone_from(&self.now.1);
        self.ruin();
        self.recreate();
        let cost = self.legs.cost(&self.spare.round.nodes);
        if cost < self.now.0 - temperature * ln(self.rng.random_range(f64::MIN_POSITIVE..1.0)) {
            std::mem::swap(&mut self.now.1, &mut self.spare.round);
            self.now.0 = cost;
            self.keep();
        }
    }

    /// Remembers what is cheaper than all before, its trips in their best order.
    fn keep(&mut self) {
        const ROUNDING: f64 = 1e-9;
        if self.now.0 < self.best.0 - ROUNDING {
            trip_order::improve(self.legs, &mut self.now.1);
            self.now.0 = self.legs.cost(&self.now.1.nodes);
            self.best.clone_from(&self.now);
        }
    }

    /// Falls from hot to cold, again and again, more slowly each time.
    fn temperature(&mut self) -> f64 {
        if self.step >= self.cooling {
            (self.step, self.cooling) = (0, self.cooling.saturating_add(self.cooling / 2));
            self.hot = if self.hot > HOT { HOT } else { HOTTER * HOT };
            self.now.clone_from(&self.best);
        }
        let share = f64::from(self.step) / f64::from(self.cooling);
        self.step += 1;
        let scale = self.best.0 / self.legs.balls().max(1) as f64;
        scale * self.hot * exp(share * ln(COLD / self.hot))
    }

    /// How long strings are at most, and how many are taken out this time.
    fn extent(&mut self) -> (f64, usize) {
        let trips = self.now.1.trips().count();
        let longest = LONGEST_STRING.min(self.legs.balls() as f64 / trips as f64).max(1.0);
        let most_strings = 4.0 * TAKEN_OUT / (1.0 + longest) - 1.0;
        (longest, self.rng.random_range(1.0..most_strings + 1.0) as usize)
    }

    /// Takes out a string of each of some trips around a ball.
    fn ruin(&mut self) {
        let (longest, strings) = self.extent();
        let Spare { round, place, marked, out, ruined } = &mut self.spare;
        let nodes = &round.nodes;
        nodes.iter().enumerate().for_each(|(index, node)| place[*node as usize] = index);
        out.clear();
        ruined.clear();
        let seed = self.rng.random_range(1..=self.legs.balls());
        for ball in &self.near[seed] {
            let at = place[*ball as usize];
            if ruined.iter().any(|(from, to)| (*from..*to).contains(&at)) {
                continue;
            }
            let (from, to) = round.trip_around(at);
            let length = self.rng.random_range(1.0..longest.min((to - from) as f64) + 1.0) as usize;
            let begin = self.rng.random_range(from.max((at + 1).saturating_sub(length))..=at.min(to - length));
            out.extend_from_slice(&nodes[begin..begin + length]);
            ruined.push((from, to));
            if ruined.len() >= strings {
                break;
            }
        }
        out.iter().for_each(|ball| marked[*ball as usize] = true);
        round.take_out(marked);
        out.iter().for_each(|ball| marked[*ball as usize] = false);
    }

    /// Puts them back: by chance, the farthest first or the nearest first.
    fn recreate(&mut self) {
        let Spare { round, out, .. } = &mut self.spare;
        let legs = self.legs;
        let away = |ball: &Node| legs.leg(HOME, *ball).cost;
        match self.rng.random_range(0..7) {
            0..4 => out.shuffle(&mut self.rng),
            4..6 => out.sort_by(|a, b| away(b).total_cmp(&away(a))),
            _ => out.sort_by(|a, b| away(a).total_cmp(&away(b))),
        }
        for ball in out.iter() {
            round.put_in(legs, self.capacity, *ball, &mut self.rng);
        }
    }
}
