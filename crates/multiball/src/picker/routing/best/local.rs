//! Local search: small changes of trips until none makes them shorter [Vidal 2022].

use rand::Rng;
use rand::seq::SliceRandom;

use super::part::{HOME, Node, Part};
use super::state::State;
use super::swap::SwapStar;

/// Gains below this are rounding, m.
pub(super) const LEAST_GAIN: f64 = 1e-9;

/// Searches around trips.
#[derive(Debug, Clone)]
pub(super) struct LocalSearch<'p> {
    pub(super) state: State<'p>,
    swaps: SwapStar,
    order: Vec<Node>,
    /// For each ball, the count of changes when it was last tried.
    tried: Vec<Option<u32>>,
}

impl<'p> LocalSearch<'p> {
    pub(super) fn new(part: &'p Part, price: f64) -> Self {
        Self {
            state: State::new(part, price),
            swaps: SwapStar::default(),
            order: (1..=part.count as Node).collect(),
            tried: vec![None; part.count + 1],
        }
    }

    /// Makes trips shorter until no small change does.
    pub(super) fn improve(&mut self, trips: &[Vec<Node>], rng: &mut impl Rng) {
        self.state.load(trips);
        self.swaps.restart(&self.state);
        self.tried.fill(None);
        self.order.shuffle(rng);
        // An empty trip is only begun where the first round found nothing better.
        let mut with_empty = false;
        loop {
            let before = self.state.changes;
            self.try_all(with_empty);
            let settled = self.state.changes == before;
            let swapped = (settled || !with_empty) && self.swaps.improve(&mut self.state);
            if settled && with_empty && !swapped {
                return;
            }
            with_empty = true;
        }
    }

    fn try_all(&mut self, with_empty: bool) {
        let part = self.state.part;
        for index in 0..self.order.len() {
            let node = self.order[index];
            let last = self.tried[node as usize].replace(self.state.changes);
            for other in part.near(node) {
                self.try_next_to(node, *other, last);
            }
            let empty = self.state.trips.iter().position(Vec::is_empty).filter(|_| with_empty);
            if let Some(empty) = empty {
                try_gap(&mut self.state, node, empty, 0);
            }
        }
    }

    /// Tries a ball behind another, and before it where it is its trip's first; not again if neither trip has changed
    /// since the last try.
    fn try_next_to(&mut self, node: Node, other: Node, last: Option<u32>) {
        let state = &mut self.state;
        let latest = |state: &State| state.changed[state.trip_of(node)].max(state.changed[state.trip_of(other)]);
        if last.is_some_and(|last| latest(state) <= last) {
            return;
        }
        if try_gap(state, node, state.trip_of(other), state.place_of(other) + 1) {
            return;
        }
        if state.before(other) == HOME {
            try_gap(state, node, state.trip_of(other), 0);
        }
    }
}

/// Tries to move a ball, with what follows it, to the gap before a position of a trip, or to exchange it with what is
/// there. Makes the first change that is shorter, and returns whether there was one.
fn try_gap(state: &mut State, node: Node, trip: usize, place: usize) -> bool {
    if state.trip_of(node) == trip {
        within_trip(state, node, place)
    } else {
        move_over(state, node, trip, place) || exchange(state, node, trip, place) || join(state, node, trip, place)
    }
}

/// Moves one ball, or two, to another trip.
fn move_over(state: &mut State, u: Node, trip: usize, place: usize) -> bool {
    let d = |from: Node, to: Node| state.part.distance(from, to);
    let (own, index) = (state.trip_of(u), state.place_of(u));
    let (before, x) = (state.before(u), state.next(u));
    let (v, y) = (place.checked_sub(1).map_or(HOME, |place| state.trips[trip][place]), state.at(trip, place));
    let (mine, theirs) = (state.trips[own].len(), state.trips[trip].len());
    let cheaper = |count: usize| {
        state.price_of(mine) + state.price_of(theirs) - state.price_of(mine - count) - state.price_of(theirs + count)
    };
    let gain = d(before, u) + d(u, x) - d(before, x) + d(v, y) - d(v, u) - d(u, y) + cheaper(1);
    if gain > LEAST_GAIN {
        state.exchange((own, (index, index + 1)), (trip, (place, place)), false);
        return true;
    }
    if x == HOME {
        return false;
    }
    let behind = state.next(x);
    let open = d(before, u) + d(x, behind) - d(before, behind) + d(v, y) + cheaper(2);
    let (ahead, turned) = (open - d(v, u) - d(x, y), open - d(v, x) - d(u, y));
    if ahead.max(turned) > LEAST_GAIN {
        state.exchange((own, (index, index + 2)), (trip, (place, place)), turned > ahead);
        return true;
    }
    false
}

/// Exchanges one ball, or two, for one, or two, of another trip: those before the gap.
fn exchange(state: &mut State, u: Node, trip: usize, place: usize) -> bool {
    let Some(v_place) = place.checked_sub(1) else { return false };
    let d = |from: Node, to: Node| state.part.distance(from, to);
    let (own, index) = (state.trip_of(u), state.place_of(u));
    let (before, x) = (state.before(u), state.next(u));
    let (v, y) = (state.trips[trip][v_place], state.at(trip, place));
    let v_before = state.before(v);
    let opened = d(before, u) + d(v_before, v) - d(before, v) - d(v_before, u);
    if u < v && opened + d(u, x) + d(v, y) - d(v, x) - d(u, y) > LEAST_GAIN {
        state.exchange((own, (index, index + 1)), (trip, (v_place, place)), false);
        return true;
    }
    if x == HOME {
        return false;
    }
    let behind = state.next(x);
    let (mine, theirs) = (state.trips[own].len(), state.trips[trip].len());
    let cheaper = state.price_of(mine) + state.price_of(theirs) - state.price_of(mine - 1) - state.price_of(theirs + 1);
    if opened + d(x, behind) + d(v, y) - d(v, behind) - d(x, y) + cheaper > LEAST_GAIN {
        state.exchange((own, (index, index + 2)), (trip, (v_place, place)), false);
        return true;
    }
    if y == HOME || u > v {
        return false;
    }
    let y_behind = state.next(y);
    if opened + d(x, behind) + d(y, y_behind) - d(y, behind) - d(x, y_behind) > LEAST_GAIN {
        state.exchange((own, (index, index + 2)), (trip, (v_place, place + 1)), false);
        return true;
    }
    false
}

/// Exchanges the tails of two trips, or joins their heads.
fn join(state: &mut State, u: Node, trip: usize, place: usize) -> bool {
    let d = |from: Node, to: Node| state.part.distance(from, to);
    let (own, head) = (state.trip_of(u), state.place_of(u) + 1);
    let x = state.next(u);
    let (v, y) = (place.checked_sub(1).map_or(HOME, |place| state.trips[trip][place]), state.at(trip, place));
    let (mine, theirs) = (state.trips[own].len(), state.trips[trip].len());
    let opened = d(u, x) + d(v, y) + state.price_of(mine) + state.price_of(theirs);
    let tails = state.price_of(head + theirs - place) + state.price_of(place + mine - head);
    if opened - d(u, y) - d(v, x) - tails > LEAST_GAIN {
        state.exchange((own, (head, mine)), (trip, (place, theirs)), false);
        return true;
    }
    let heads = state.price_of(head + place) + state.price_of(mine - head + theirs - place);
    if opened - d(u, v) - d(x, y) - heads > LEAST_GAIN {
        state.join_heads((own, head), (trip, place));
        return true;
    }
    false
}

/// Moves one ball, or two, to the gap before another position of the same trip, or reverses the stretch between.
fn within_trip(state: &mut State, u: Node, place: usize) -> bool {
    let d = |from: Node, to: Node| state.part.distance(from, to);
    let (own, index) = (state.trip_of(u), state.place_of(u));
    if place == index || place == index + 1 {
        return false;
    }
    let (before, x) = (state.before(u), state.next(u));
    let (v, y) = (place.checked_sub(1).map_or(HOME, |place| state.trips[own][place]), state.at(own, place));
    let gap = d(v, y);
    if d(before, u) + d(u, x) - d(before, x) + gap - d(v, u) - d(u, y) > LEAST_GAIN {
        state.shift(own, (index, 1), place, false);
        return true;
    }
    if x != HOME && place != index + 2 {
        let behind = state.next(x);
        let open = d(before, u) + d(x, behind) - d(before, behind) + gap;
        let (ahead, turned) = (open - d(v, u) - d(x, y), open - d(v, x) - d(u, y));
        if ahead.max(turned) > LEAST_GAIN {
            state.shift(own, (index, 2), place, turned > ahead);
            return true;
        }
    }
    if place > index + 1 && d(u, x) + gap - d(u, v) - d(x, y) > LEAST_GAIN {
        state.trips[own][index + 1..place].reverse();
        state.note_change(&[own]);
        return true;
    }
    false
}
