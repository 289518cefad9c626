//! Trips while they are changed.

use super::part::{HOME, Node, Part};
use crate::geometry::portable::atan2;

/// Trips, the position of each ball in them, and when each was last changed. A trip may have more balls than the robot
/// holds, at a price for each.
#[derive(Debug, Clone)]
pub(super) struct State<'p> {
    pub(super) part: &'p Part,
    pub(super) trips: Vec<Vec<Node>>,
    /// Price of a ball beyond the capacity, m.
    pub(super) price: f64,
    /// Number of changes so far; for each trip, the count at its last change.
    pub(super) changes: u32,
    pub(super) changed: Vec<u32>,
    /// Direction from home to the middle of each trip, rad.
    pub(super) direction: Vec<f64>,
    trip: Vec<u16>,
    place: Vec<u16>,
    next: Vec<Node>,
    before: Vec<Node>,
    spare: [Vec<Node>; 2],
}

impl<'p> State<'p> {
    pub(super) fn new(part: &'p Part, price: f64) -> Self {
        let nodes = part.count + 1;
        Self {
            part,
            trips: Vec::new(),
            price,
            changes: 0,
            changed: Vec::new(),
            direction: Vec::new(),
            trip: vec![0; nodes],
            place: vec![0; nodes],
            next: vec![HOME; nodes],
            before: vec![HOME; nodes],
            spare: Default::default(),
        }
    }

    /// Loads trips, and adds an empty one.
    pub(super) fn load(&mut self, trips: &[Vec<Node>]) {
        let full = || trips.iter().filter(|trip| !trip.is_empty());
        let count = full().count() + 1;
        self.trips.iter_mut().for_each(Vec::clear);
        self.trips.resize(count, Vec::new());
        for (mine, trip) in self.trips.iter_mut().zip(full()) {
            mine.extend_from_slice(trip);
        }
        self.changes = 0;
        self.changed.clear();
        self.changed.resize(count, 0);
        self.direction.resize(count, 0.0);
        (0..count).for_each(|trip| self.refresh(trip));
    }

    pub(super) fn trip_of(&self, node: Node) -> usize {
        self.trip[node as usize].into()
    }

    pub(super) fn place_of(&self, node: Node) -> usize {
        self.place[node as usize].into()
    }

    pub(super) fn next(&self, node: Node) -> Node {
        self.next[node as usize]
    }

    pub(super) fn before(&self, node: Node) -> Node {
        self.before[node as usize]
    }

    /// The ball at a position of a trip; home behind the last.
    pub(super) fn at(&self, trip: usize, place: usize) -> Node {
        self.trips[trip].get(place).copied().unwrap_or(HOME)
    }

    /// Price of the excess of a trip with this many balls, m.
    pub(super) fn price_of(&self, balls: usize) -> f64 {
        self.price * self.part.excess(balls) as f64
    }

    /// Length that a trip saves without one of its balls, m.
    pub(super) fn saved_without(&self, node: Node) -> f64 {
        let (part, before, next) = (self.part, self.before(node), self.next(node));
        part.distance(before, node) + part.distance(node, next) - part.distance(before, next)
    }

    /// Exchanges a stretch of one trip with a stretch of another; the first may be reversed.
    pub(super) fn exchange(
        &mut self,
        (one, (from, to)): (usize, (usize, usize)),
        (other, (other_from, other_to)): (usize, (usize, usize)),
        turned: bool,
    ) {
        let (a, b) = (&self.trips[one], &self.trips[other]);
        let [new_a, new_b] = &mut self.spare;
        new_a.clear();
        new_a.extend_from_slice(&a[..from]);
        new_a.extend_from_slice(&b[other_from..other_to]);
        new_a.extend_from_slice(&a[to..]);
        new_b.clear();
        new_b.extend_from_slice(&b[..other_from]);
        let moved = new_b.len();
        new_b.extend_from_slice(&a[from..to]);
        if turned {
            new_b[moved..].reverse();
        }
        new_b.extend_from_slice(&b[other_to..]);
        self.take_spare(one, other);
    }

    /// The first part of a trip goes on with the first part of another, backwards; their last parts make the other
    /// trip.
    pub(super) fn join_heads(&mut self, (one, from): (usize, usize), (other, to): (usize, usize)) {
        let (a, b) = (&self.trips[one], &self.trips[other]);
        let [new_a, new_b] = &mut self.spare;
        new_a.clear();
        new_a.extend_from_slice(&a[..from]);
        new_a.extend(b[..to].iter().rev());
        new_b.clear();
        new_b.extend(a[from..].iter().rev());
        new_b.extend_from_slice(&b[to..]);
        self.take_spare(one, other);
    }

    fn take_spare(&mut self, one: usize, other: usize) {
        std::mem::swap(&mut self.trips[one], &mut self.spare[0]);
        std::mem::swap(&mut self.trips[other], &mut self.spare[1]);
        self.note_change(&[one, other]);
    }

    /// Moves a stretch to another position of its trip, perhaps reversed.
    pub(super) fn shift(&mut self, trip: usize, (from, count): (usize, usize), to: usize, turned: bool) {
        let balls = &mut self.trips[trip];
        if turned {
            balls[from..from + count].reverse();
        }
        if to > from {
            balls[from..to].rotate_left(count);
        } else {
            balls[to..from + count].rotate_right(count);
        }
        self.note_change(&[trip]);
    }

    /// Notes that trips were changed.
    pub(super) fn note_change(&mut self, trips: &[usize]) {
        self.changes += 1;
        trips.iter().for_each(|trip| self.refresh(*trip));
    }

    fn refresh(&mut self, trip: usize) {
        let mut before = HOME;
        for (place, node) in self.trips[trip].iter().enumerate() {
            let index = *node as usize;
            (self.trip[index], self.place[index], self.before[index]) = (trip as u16, place as u16, before);
            self.next[before as usize] = *node;
            before = *node;
        }
        self.next[before as usize] = HOME;
        // Home has no neighbours of its own.
        self.next[HOME as usize] = HOME;
        self.changed[trip] = self.changes;
        let middle = self.part.middle(&self.trips[trip]);
        self.direction[trip] = atan2(middle.y, middle.x);
    }
}
