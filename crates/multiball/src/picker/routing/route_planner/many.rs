//! Plans with too many balls for a table of paths: trips as they are, in a good order, polished stretch by stretch.

use std::f64::consts::PI;

use super::legs::{HOME, Legs, Node};
use super::round::{Round, TripCapacity};
use super::search::Search;
use super::{RoutePlanner, Spot};
use crate::geometry::wrapped;
use crate::optimise::{Countdown, Stop};
use crate::picker::routing::best;

/// Balls of a stretch, and steps that its search takes.
const STRETCH: usize = 24;
const STEPS: usize = 100;

/// Trips that are known, and others for the balls that these lack.
pub(super) fn completed(planner: &RoutePlanner, mut trips: Vec<Vec<usize>>, seed: u64) -> Vec<Vec<usize>> {
    let count = planner.floor.balls().len();
    let mut missing = vec![true; count];
    trips.iter().flatten().for_each(|ball| missing[*ball] = false);
    let missing: Vec<usize> = (0..count).filter(|ball| missing[*ball]).collect();
    if trips.is_empty() {
        trips.push(Vec::new());
    }
    let tour = best(&planner.floor.only(&missing), seed, &Stop::after(0));
    trips.extend(tour.trips.into_iter().map(|trip| trip.into_iter().map(|ball| missing[ball]).collect()));
    trips
}

/// Orders the trips and polishes them stretch by stretch until the count is down; a stretch is a step.
pub(super) fn improved(
    planner: &RoutePlanner,
    mut trips: Vec<Vec<usize>>,
    seed: u64,
    countdown: &mut Countdown<'_>,
) -> Vec<Vec<usize>> {
    in_order(planner, &mut trips);
    let mut cost = planner.measured(trips.clone()).cost_m;
    for pass in 0_usize.. {
        let before = cost;
        for trip in 0..trips.len() {
            let mut from = if pass % 2 == 0 { 0 } else { STRETCH / 2 };
            while from < trips[trip].len() {
                if !countdown.goes_on(cost) {
                    return trips;
                }
                cost -= polish(planner, &mut trips, trip, from, seed.wrapping_add(pass as u64));
                from += STRETCH;
            }
        }
        if cost >= before && pass > 0 {
            break;
        }
    }
    trips
}

/// Searches a stretch of a trip anew, between what is before it and what follows; returns the saving, m.
fn polish(planner: &RoutePlanner, trips: &mut [Vec<usize>], trip: usize, from: usize, seed: u64) -> f64 {
    let to = (from + STRETCH).min(trips[trip].len());
    let stretch: Vec<usize> = trips[trip][from..to].to_vec();
    let legs = stretch_legs(planner, trips, trip, (from, to));
    let known: Vec<Node> = (1..=stretch.len() as Node).collect();
    let round = Round::of(&legs, std::iter::once(known.as_slice()));
    let before = legs.cost(&round.nodes);
    let mut search = Search::new(&legs, TripCapacity { first: stretch.len(), others: 0 }, round, seed);
    (0..STEPS).for_each(|_| search.step());
    let (cost, round) = search.best();
    let order = round.nodes.iter().skip(1).filter(|node| **node != HOME);
    order.zip(from..).for_each(|(node, place)| trips[trip][place] = stretch[usize::from(*node) - 1]);
    before - cost
}

/// Legs between the balls of a stretch, from the spot before it, and to the one behind it, which replaces home.
fn stretch_legs(planner: &RoutePlanner, trips: &[Vec<usize>], trip: usize, (from, to): (usize, usize)) -> Legs {
    let balls = &trips[trip];
    let (start, heading) = before(planner, trips, trip, from);
    let goal = Spot::of(balls, to);
    let spot = |node: Node| if node == HOME { goal } else { Spot::Ball(balls[from + usize::from(node) - 1]) };
    let between = |from: Node, to: Node| planner.path(spot(from), spot(to));
    let legs = Legs::new(to - from, planner.turning_loss, heading, between, |to| planner.path(start, spot(to)));
    let behind = match goal {
        Spot::Ball(_) => Some(Spot::of(balls, to + 1)),
        _ => trips.get(trip + 1).map(|next| Spot::of(next, 0)),
    };
    behind.map_or(legs.clone(), |behind| legs.then_towards(planner.path(goal, behind).departs))
}

/// The spot before a position of a trip, and the robot's heading there.
fn before(planner: &RoutePlanner, trips: &[Vec<usize>], trip: usize, place: usize) -> (Spot, f64) {
    let begins = |trip: usize| if trip == 0 { Spot::Robot } else { Spot::Home };
    let last = |trip: usize| trips[trip].last().map_or(begins(trip), |ball| Spot::Ball(*ball));
    let (earlier, spot) = match (place, trip) {
        (0, 0) => return (Spot::Robot, planner.pose.heading),
        (0, _) => (last(trip - 1), Spot::Home),
        (1, _) => (begins(trip), Spot::Ball(trips[trip][0])),
        _ => (Spot::Ball(trips[trip][place - 2]), Spot::Ball(trips[trip][place - 1])),
    };
    (spot, planner.path(earlier, spot).arrives)
}

/// Puts the trips behind the first in an order in which the robot turns little at home: always the one next that lies
/// straightest ahead.
fn in_order(planner: &RoutePlanner, trips: &mut Vec<Vec<usize>>) {
    let towards = |ball: Option<&usize>| planner.floor.path(None, ball.copied()).departs;
    let mut rest = trips.split_off(1);
    rest.retain(|trip| !trip.is_empty());
    let ends = |trip: &Vec<usize>| [towards(trip.first()), towards(trip.last())];
    let mut doors: Vec<(f64, usize, bool)> =
        rest.iter().map(ends).enumerate().flat_map(|(trip, [a, b])| [(a, trip, false), (b, trip, true)]).collect();
    doors.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut left = Left::new(doors.len());
    let mut place_of = vec![[0; 2]; rest.len()];
    doors.iter().enumerate().for_each(|(place, door)| place_of[door.1][usize::from(door.2)] = place);
    let first_end = trips[0].last().map_or(Spot::Robot, |ball| Spot::Ball(*ball));
    let mut heading = planner.path(first_end, Spot::Home).arrives;
    for _ in 0..rest.len() {
        let ahead = doors.partition_point(|door| door.0 < heading);
        let turn = |place: &usize| wrapped(doors[*place].0 - heading).abs();
        let Some(next) = left.neighbours(ahead).into_iter().flatten().min_by(|a, b| turn(a).total_cmp(&turn(b))) else {
            break;
        };
        let (_, number, turned) = doors[next];
        place_of[number].iter().for_each(|place| left.take(*place));
        let mut trip = std::mem::take(&mut rest[number]);
        if turned {
            trip.reverse();
        }
        heading = wrapped(towards(trip.last()) + PI);
        trips.push(trip);
    }
}

/// Positions on a circle from which some are taken: finds those left on either side.
struct Left {
    up: Vec<usize>,
    down: Vec<usize>,
}

impl Left {
    fn new(count: usize) -> Self {
        Self { up: (0..=count).collect(), down: (0..=count).collect() }
    }

    /// Takes a position away. The last index stands for none; `down` counts from 1, its 0 for none.
    fn take(&mut self, place: usize) {
        self.up[place] = place + 1;
        self.down[place + 1] = place;
    }

    /// The nearest positions that are left: above a position and below it, around the circle.
    fn neighbours(&mut self, place: usize) -> [Option<usize>; 2] {
        let count = self.up.len() - 1;
        let above = |links: &mut Self, from: usize| Some(root(&mut links.up, from)).filter(|found| *found < count);
        let below = |links: &mut Self, from: usize| root(&mut links.down, from).checked_sub(1);
        [above(self, place).or_else(|| above(self, 0)), below(self, place).or_else(|| below(self, count))]
    }
}

/// Follows links to their end, and shortens them.
fn root(links: &mut [usize], from: usize) -> usize {
    let mut at = from;
    while links[at] != at {
        links[at] = links[links[at]];
        at = links[at];
    }
    at
}
