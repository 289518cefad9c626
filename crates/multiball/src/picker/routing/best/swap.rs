//! SWAP*: exchanges two balls of two trips, each to the best position there [Vidal 2022].

use super::local::LEAST_GAIN;
use super::part::{HOME, Node};
use super::state::State;
use std::f64::consts::TAU;

/// Trips whose directions from home differ by more are left alone, rad.
const FAR_APART: f64 = 1.2;

/// The three cheapest gaps of a trip for a ball: its cost there, m, and the position behind the gap.
type Cheapest = [(f64, u16); 3];

/// Exchanges of balls between trips.
#[derive(Debug, Clone, Default)]
pub(super) struct SwapStar {
    nodes: usize,
    /// For each trip and ball, with the count of changes when it was found.
    cheapest: Vec<Option<(u32, Cheapest)>>,
    /// For each trip, the count of changes when it was last tried.
    tried: Vec<Option<u32>>,
}

/// A change that makes trips shorter: the balls that change trips, each with the position behind its gap.
#[derive(Debug, Clone, Copy, Default)]
struct Swap {
    gain: f64,
    from_one: Option<(Node, usize)>,
    from_other: Option<(Node, usize)>,
}

impl SwapStar {
    pub(super) fn restart(&mut self, state: &State) {
        self.nodes = state.part.count + 1;
        self.cheapest.clear();
        self.cheapest.resize(state.trips.len() * self.nodes, None);
        self.tried.clear();
        self.tried.resize(state.trips.len(), None);
    }

    /// Makes the best swap between each two trips in nearly the same direction. Returns whether there was one.
    pub(super) fn improve(&mut self, state: &mut State) -> bool {
        let before = state.changes;
        for one in 0..state.trips.len() {
            let last = self.tried[one].replace(state.changes);
            for other in one + 1..state.trips.len() {
                let apart = (state.direction[one] - state.direction[other]).abs();
                let fresh = last.is_none_or(|last| state.changed[one].max(state.changed[other]) > last);
                let empty = state.trips[one].is_empty() || state.trips[other].is_empty();
                if fresh && !empty && apart.min(TAU - apart) < FAR_APART {
                    let best = self.best(state, one, other);
                    apply(state, one, other, &best);
                }
            }
        }
        state.changes > before
    }

    fn best(&mut self, state: &State, one: usize, other: usize) -> Swap {
        let mut best = Swap { gain: LEAST_GAIN, ..Swap::default() };
        let (mine, theirs) = (state.trips[one].len(), state.trips[other].len());
        let price = state.price_of(mine) + state.price_of(theirs);
        for u in &state.trips[one] {
            let u_saves = state.saved_without(*u);
            for v in &state.trips[other] {
                let saved = u_saves + state.saved_without(*v);
                // Neither insertion has a negative cost.
                if saved <= best.gain {
                    continue;
                }
                let (u_costs, u_place) = self.instead_of(state, *u, *v);
                if saved - u_costs <= best.gain {
                    continue;
                }
                let (v_costs, v_place) = self.instead_of(state, *v, *u);
                let gain = saved - u_costs - v_costs;
                if gain > best.gain {
                    best = Swap { gain, from_one: Some((*u, u_place)), from_other: Some((*v, v_place)) };
                }
            }
            let (cost, place) = self.cheapest(state, *u, other)[0];
            let gain = u_saves - cost + price - state.price_of(mine - 1) - state.price_of(theirs + 1);
            if gain > best.gain {
                best = Swap { gain, from_one: Some((*u, place.into())), from_other: None };
            }
        }
        for v in &state.trips[other] {
            let (cost, place) = self.cheapest(state, *v, one)[0];
            let saved = state.saved_without(*v) + price - state.price_of(mine + 1) - state.price_of(theirs - 1);
            if saved - cost > best.gain {
                best = Swap { gain: saved - cost, from_one: None, from_other: Some((*v, place.into())) };
            }
        }
        best
    }

    /// The cheapest gaps of a trip for a ball, remembered until the trip changes.
    fn cheapest(&mut self, state: &State, node: Node, trip: usize) -> Cheapest {
        let slot = trip * self.nodes + node as usize;
        if let Some((_, known)) = self.cheapest[slot].filter(|(found, _)| *found >= state.changed[trip]) {
            return known;
        }
        let mut best: Cheapest = [(f64::INFINITY, 0); 3];
        let d = |from: Node, to: Node| state.part.distance(from, to);
        let mut before = HOME;
        for place in 0..=state.trips[trip].len() {
            let behind = state.at(trip, place);
            let cost = d(before, node) + d(node, behind) - d(before, behind);
            let rank = best.iter().take_while(|(other, _)| *other <= cost).count();
            if rank < best.len() {
                best[rank..].rotate_right(1);
                best[rank] = (cost, place as u16);
            }
            before = behind;
        }
        self.cheapest[slot] = Some((state.changes, best));
        best
    }

    /// Cost of a ball in the trip of another that leaves it, m, and the position behind its gap, counted with the other
    /// still there.
    fn instead_of(&mut self, state: &State, node: Node, leaves: Node) -> (f64, usize) {
        let place = state.place_of(leaves);
        let d = |from: Node, to: Node| state.part.distance(from, to);
        let (before, next) = (state.before(leaves), state.next(leaves));
        let there = (d(before, node) + d(node, next) - d(before, next), place);
        let gaps = self.cheapest(state, node, state.trip_of(leaves)).map(|(cost, place)| (cost, usize::from(place)));
        // Gaps next to the one that leaves vanish with it.
        let elsewhere = gaps.into_iter().find(|(_, gap)| *gap != place && *gap != place + 1);
        elsewhere.filter(|(cost, _)| *cost < there.0).unwrap_or(there)
    }
}

fn apply(state: &mut State, one: usize, other: usize, swap: &Swap) {
    let leaves = |ball: Option<(Node, usize)>| ball.map(|(node, _)| state.place_of(node));
    let (gone_one, gone_other) = (leaves(swap.from_one), leaves(swap.from_other));
    if gone_one.is_none() && gone_other.is_none() {
        return;
    }
    for (trip, gone) in [(one, gone_one), (other, gone_other)] {
        if let Some(place) = gone {
            state.trips[trip].remove(place);
        }
    }
    for (trip, arrives, gone) in [(other, swap.from_one, gone_other), (one, swap.from_other, gone_one)] {
        if let Some((node, place)) = arrives {
            let earlier = gone.is_some_and(|gone| place > gone);
            state.trips[trip].insert(place - usize::from(earlier), node);
        }
    }
    state.note_change(&[one, other]);
}
