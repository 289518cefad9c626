//! A round: where the robot is, then balls, with home after each trip.

use rand::{Rng, RngExt};

use super::legs::{HOME, Leg, Legs, Node};

/// Probability that a position is skipped where a ball is put back, so that rounds differ.
const BLINK: f64 = 0.01;

/// The nodes of all trips one after the other: `start, balls, HOME, balls, HOME, …`; only the first trip may be empty.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Round {
    pub(super) nodes: Vec<Node>,
}

/// How many balls the first trip may have, and the others; 0 for no others.
#[derive(Debug, Clone, Copy)]
pub(super) struct TripCapacity {
    pub(super) first: usize,
    pub(super) others: usize,
}

/// The cheapest gap so far: its cost, m, the position behind it, and whether a trip begins there.
#[derive(Debug, Clone, Copy)]
struct Gap {
    cost: f64,
    place: usize,
    own_trip: bool,
}

impl Round {
    /// Straight home.
    pub(super) fn empty(legs: &Legs) -> Self {
        Self { nodes: vec![legs.start(), HOME] }
    }

    /// Trips as a round; the first begins where the robot is.
    pub(super) fn of<'t>(legs: &Legs, trips: impl Iterator<Item = &'t [Node]>) -> Self {
        let mut nodes = vec![legs.start()];
        for (number, trip) in trips.enumerate() {
            if number == 0 || !trip.is_empty() {
                nodes.extend_from_slice(trip);
                nodes.push(HOME);
            }
        }
        if nodes.len() == 1 {
            nodes.push(HOME);
        }
        Self { nodes }
    }

    /// The trips; the first may be empty.
    pub(super) fn trips(&self) -> impl Iterator<Item = &[Node]> {
        let inner = &self.nodes[1..self.nodes.len() - 1];
        inner.split(|node| *node == HOME)
    }

    /// Where the trip around a ball's position begins and ends.
    pub(super) fn trip_around(&self, place: usize) -> (usize, usize) {
        let from = self.nodes[..place].iter().rposition(|node| *node == HOME).unwrap_or(0) + 1;
        (from, place + self.nodes[place..].iter().position(|node| *node == HOME).unwrap_or(0))
    }

    /// Takes out the nodes that are marked, and trips that this leaves empty.
    pub(super) fn take_out(&mut self, marked: &[bool]) {
        let mut last = usize::MAX;
        self.nodes.retain(|node| {
            let index = *node as usize;
            let stays = !marked[index] && (*node != HOME || last != HOME as usize);
            last = if stays { index } else { last };
            stays
        });
    }

    /// Inserts a ball where it costs least among the positions that are not skipped.
    pub(super) fn put_in(&mut self, legs: &Legs, capacity: TripCapacity, ball: Node, rng: &mut impl Rng) {
        let gap = self.cheapest(legs, capacity, ball, &mut || rng.random_bool(BLINK));
        let gap = gap.or_else(|| self.cheapest(legs, capacity, ball, &mut || false));
        let Some(gap) = gap else { return };
        self.nodes.insert(gap.place, ball);
        if gap.own_trip {
            self.nodes.insert(gap.place + 1, HOME);
        }
    }

    fn cheapest(
        &self,
        legs: &Legs,
        capacity: TripCapacity,
        ball: Node,
        blink: &mut dyn FnMut() -> bool,
    ) -> Option<Gap> {
        let nodes = &self.nodes;
        let mut best: Option<Gap> = None;
        let mut offer = |cost: f64, place: usize, own_trip: bool| {
            if best.is_none_or(|best| cost < best.cost) && !blink() {
                best = Some(Gap { cost, place, own_trip });
            }
        };
        let mut at = 0;
        let mut before = legs.leg(nodes[0], nodes[0]);
        while at + 1 < nodes.len() {
            let end = at + 1 + nodes[at + 1..].iter().position(|node| *node == HOME).unwrap_or(0);
            let most = if at == 0 { capacity.first } else { capacity.others };
            let fits = end - at - 1 < most;
            for place in at..end {
                let (from, to) = (nodes[place], nodes[place + 1]);
                let leg = legs.leg(from, to);
                if fits {
                    let after = legs.behind(nodes, place + 1);
                    let cost = between(legs, [before, leg], after, [legs.leg(from, ball), legs.leg(ball, to)]);
                    offer(cost, place + 1, false);
                }
                before = leg;
            }
            if capacity.others > 0 {
                let out_and_back = [legs.leg(HOME, ball), legs.leg(ball, HOME)];
                offer(own_trip(legs, before, legs.behind(nodes, end), out_and_back), end + 1, true);
            }
            at = end;
        }
        best
    }
}

/// Cost of a ball inserted in a leg, m: with the legs before and after it, and the two that replace it.
#[inline(always)]
fn between(legs: &Legs, [before, leg]: [&Leg; 2], after: Option<&Leg>, [to, onwards]: [&Leg; 2]) -> f64 {
    let saved = leg.cost + legs.turn(before, leg) + after.map_or(0.0, |after| legs.turn(leg, after));
    let turns = legs.turn(before, to) + legs.turn(to, onwards) + after.map_or(0.0, |after| legs.turn(onwards, after));
    to.cost + onwards.cost + turns - saved
}

/// Cost of a ball in a trip of its own, m: between the legs before and after home.
fn own_trip(legs: &Legs, before: &Leg, after: Option<&Leg>, [out, back]: [&Leg; 2]) -> f64 {
    let turns = legs.turn(before, out) + legs.turn(out, back);
    out.cost + back.cost + turns + after.map_or(0.0, |after| legs.turn(back, after) - legs.turn(before, after))
}
