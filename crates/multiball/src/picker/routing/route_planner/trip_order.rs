//! Order and direction of the trips: the robot comes home with one heading and leaves with another.

use super::legs::{HOME, Legs, Node};
use super::round::Round;

/// The most trips behind the first whose order is found exactly: 2ⁿ n² 4 steps.
const MOST_EXACT: usize = 6;

/// Where the robot leaves home for a trip, and where it comes back from.
#[derive(Debug, Clone, Copy)]
struct Ends {
    first: Node,
    last: Node,
}

impl Ends {
    fn turned(self, turned: bool) -> Self {
        if turned { Self { first: self.last, last: self.first } } else { self }
    }
}

/// Puts the trips behind the first in a cheaper order, each in its cheaper direction; the cheapest if there are few.
///
/// A reversed trip costs the same in itself; what changes is where the robot leaves home and comes back.
pub(super) fn improve(legs: &Legs, round: &mut Round) {
    let count = round.nodes.iter().filter(|node| **node == HOME).count();
    if count < 2 {
        return;
    }
    if count <= MOST_EXACT + 1 {
        let mut nodes = Vec::with_capacity(round.nodes.len());
        let trips: Vec<&[Node]> = round.trips().collect();
        nodes.extend_from_slice(&round.nodes[..trips[0].len() + 2]);
        for (trip, turned) in cheapest_order(legs, arrival(legs, trips[0]), &trips[1..]) {
            let from = nodes.len();
            nodes.extend_from_slice(trips[1 + trip]);
            if turned {
                nodes[from..].reverse();
            }
            nodes.push(HOME);
        }
        round.nodes = nodes;
    } else {
        turn_stretches(legs, &mut round.nodes);
    }
}

/// The node from which the robot comes home at the end of the first trip.
fn arrival(legs: &Legs, trip: &[Node]) -> Node {
    trip.last().copied().unwrap_or(legs.start())
}

/// Cost of the turn at home, m.
fn turn(legs: &Legs, from: Node, to: Node) -> f64 {
    legs.turn(legs.leg(from, HOME), legs.leg(HOME, to))
}

/// Dynamic programming over sets of trips and the one made last.
fn cheapest_order(legs: &Legs, start: Node, trips: &[&[Node]]) -> Vec<(usize, bool)> {
    let ends = |state: usize| {
        let trip = trips[state / 2];
        Ends { first: trip[0], last: trip[trip.len() - 1] }.turned(state % 2 == 1)
    };
    let states = 2 * trips.len();
    let sets = 1_usize << trips.len();
    let mut least = vec![(f64::INFINITY, usize::MAX); sets * states];
    for state in 0..states {
        least[(1 << (state / 2)) * states + state] = (turn(legs, start, ends(state).first), usize::MAX);
    }
    for set in 1..sets {
        for last in (0..states).filter(|state| set >> (state / 2) & 1 == 1) {
            let so_far = least[set * states + last].0;
            for next in (0..states).filter(|state| set >> (state / 2) & 1 == 0) {
                let cost = so_far + turn(legs, ends(last).last, ends(next).first);
                let entry = &mut least[(set | 1 << (next / 2)) * states + next];
                if cost < entry.0 {
                    *entry = (cost, last);
                }
            }
        }
    }
    read_back(&least, states)
}

/// The order that dynamic programming found, from its end.
fn read_back(least: &[(f64, usize)], states: usize) -> Vec<(usize, bool)> {
    let mut set = least.len() / states - 1;
    let cost = |state: &usize| least[set * states + state].0;
    let mut at = (0..states).min_by(|a, b| cost(a).total_cmp(&cost(b)));
    let mut order = Vec::with_capacity(states / 2);
    while let Some(state) = at {
        order.push((state / 2, state % 2 == 1));
        let before = least[set * states + state].1;
        set &= !(1 << (state / 2));
        at = Some(before).filter(|before| *before < states);
    }
    order.reverse();
    order
}

/// Reverses a stretch of trips where that is cheaper.
fn turn_stretches(legs: &Legs, nodes: &mut [Node]) {
    const ROUNDING: f64 = 1e-12;
    let homes: Vec<usize> = (0..nodes.len()).filter(|place| nodes[*place] == HOME).collect();
    for from in 0..homes.len() - 1 {
        for to in from + 1..homes.len() {
            let (begin, end) = (homes[from], homes[to]);
            let [before, first, last] = [begin - 1, begin + 1, end - 1].map(|place| nodes[place]);
            let after = nodes.get(end + 1).copied();
            let onwards = |last: Node| after.map_or(0.0, |after| turn(legs, last, after));
            let now = turn(legs, before, first) + onwards(last);
            if turn(legs, before, last) + onwards(first) < now - ROUNDING {
                nodes[begin + 1..end].reverse();
                // Homes between have moved; a later call goes on.
                return;
            }
        }
    }
}
