//! A trip of very many balls: 2-opt exchanges of legs and moves of short stretches, to near balls only; then small
//! kicks that are kept where they make it shorter [J. Bentley 1992; O. Martin, S. Otto and E. Felten 1991].

use std::collections::VecDeque;

use rand::RngExt;

use super::local::LEAST_GAIN;
use crate::optimise::Random;
use crate::picker::routing::Floor;
use crate::picker::routing::ball_tree::BallTree;

/// Number of near balls to which legs are tried.
const NEIGHBOURS: usize = 8;
/// The longest stretch that is moved.
const STRETCH: usize = 3;
/// The nodes tried in one step, and the kicks of one.
const TRIED: usize = 200;
const KICKS: usize = 50;
/// Nodes between the legs that a kick opens, at most.
const KICK: usize = 30;

/// A round trip as a cycle of nodes: home is 0, then the balls in the order in which they were given.
#[derive(Debug, Clone)]
pub(super) struct LongTrip<'f> {
    floor: &'f Floor,
    /// Ball of each node.
    balls: Vec<Option<usize>>,
    order: Vec<usize>,
    place: Vec<usize>,
    near: Vec<Vec<usize>>,
    /// Nodes whose legs may be exchanged for shorter ones.
    open: VecDeque<usize>,
    is_open: Vec<bool>,
    /// Stretches of the order that were reversed since the last kick.
    turned: Vec<(usize, usize)>,
}

impl<'f> LongTrip<'f> {
    pub(super) fn new(floor: &'f Floor, trip: &[usize]) -> Self {
        let balls: Vec<Option<usize>> = std::iter::once(None).chain(trip.iter().copied().map(Some)).collect();
        let places: Vec<_> = balls.iter().map(|ball| floor.place(*ball)).collect();
        let tree = BallTree::new(&places);
        let others = |node: usize| tree.nearest(&places[node], NEIGHBOURS + 1).filter(|o| *o != node).collect();
        let count = balls.len();
        Self {
            floor,
            balls,
            order: (0..count).collect(),
            place: (0..count).collect(),
            near: (0..count).map(others).collect(),
            open: (0..count).collect(),
            is_open: vec![true; count],
            turned: Vec::new(),
        }
    }

    /// The balls in their order, from home.
    pub(super) fn trip(&self) -> impl Iterator<Item = usize> {
        let home = self.place[0];
        self.order[home..].iter().chain(&self.order[..home]).filter_map(|node| self.balls[*node])
    }

    /// Searches on for a while; returns the gain, m.
    pub(super) fn step(&mut self, rng: &mut Random) -> f64 {
        if !self.open.is_empty() {
            self.turned.clear();
            return self.settle(TRIED);
        }
        (0..KICKS).map(|_| self.kick(rng)).sum()
    }

    fn d(&self, one: usize, other: usize) -> f64 {
        self.floor.distance(self.balls[one], self.balls[other])
    }

    fn next(&self, node: usize) -> usize {
        let place = self.place[node] + 1;
        self.order[if place == self.order.len() { 0 } else { place }]
    }

    fn before(&self, node: usize) -> usize {
        let place = self.place[node];
        self.order[if place == 0 { self.order.len() - 1 } else { place - 1 }]
    }

    fn open(&mut self, node: usize) {
        if !std::mem::replace(&mut self.is_open[node], true) {
            self.open.push_back(node);
        }
    }

    /// Tries open nodes, at most `most`; returns the gain, m.
    fn settle(&mut self, most: usize) -> f64 {
        let mut gained = 0.0;
        for _ in 0..most {
            let Some(node) = self.open.pop_front() else { break };
            self.is_open[node] = false;
            while let Some(gain) = self.exchange_at(node).or_else(|| self.move_at(node)) {
                gained += gain;
            }
        }
        gained
    }

    /// Exchanges two stretches in a row (a double bridge), improves the result, and undoes all if it was no gain.
    fn kick(&mut self, rng: &mut Random) -> f64 {
        let count = self.order.len();
        let mut lengths = [0, 0].map(|_| rng.random_range(1..=KICK));
        lengths = lengths.map(|length| length.min((count - 2) / 2));
        let from = rng.random_range(0..count - lengths[0] - lengths[1]);
        let [a, b, c, d, e, f] =
            [0, 1, lengths[0], lengths[0] + 1, lengths[0] + lengths[1], lengths[0] + lengths[1] + 1]
                .map(|ahead| self.order[(from + ahead) % count]);
        self.turned.clear();
        let opened = self.d(a, b) + self.d(c, d) + self.d(e, f) - self.d(a, d) - self.d(e, b) - self.d(c, f);
        self.turn(from + 1, lengths[0]);
        self.turn(from + 1 + lengths[0], lengths[1]);
        self.turn(from + 1, lengths[0] + lengths[1]);
        [a, b, c, d, e, f].into_iter().for_each(|node| self.open(node));
        let gained = opened + self.settle(usize::MAX);
        if gained < 0.0 {
            while let Some((from, length)) = self.turned.pop() {
                self.turn(from, length);
                self.turned.pop();
            }
            return 0.0;
        }
        gained
    }

    /// Reverses a stretch of the order: `length` nodes from index `from`.
    fn turn(&mut self, from: usize, length: usize) {
        let count = self.order.len();
        let (mut low, mut high) = (from % count, (from + length - 1) % count);
        for _ in 0..length / 2 {
            self.order.swap(low, high);
            self.place[self.order[low]] = low;
            self.place[self.order[high]] = high;
            low = if low + 1 == count { 0 } else { low + 1 };
            high = if high == 0 { count - 1 } else { high - 1 };
        }
        self.turned.push((from, length));
    }

    /// Exchanges the legs u-v and x-y for u-x and v-y, where the cycle has u, v, …, x, y or the same backwards.
    fn exchange(&mut self, u: usize, v: usize, x: usize) {
        let (first, last) = if self.next(u) == v { (v, x) } else { (x, v) };
        let count = self.order.len();
        let (from, to) = (self.place[first], self.place[last]);
        let length = (to + count - from) % count + 1;
        // Reversing the rest makes the same cycle.
        if 2 * length <= count {
            self.turn(from, length);
        } else {
            self.turn(to + 1, count - length);
        }
    }

    /// Exchanges two legs for two, one of them at a node and each new one to a near node; returns the gain, m.
    fn exchange_at(&mut self, a: usize) -> Option<f64> {
        for ahead in [true, false] {
            let b = self.step_from(a, ahead);
            let leg = self.d(a, b);
            for index in 0..self.near[a].len() {
                let c = self.near[a][index];
                let d = self.step_from(c, ahead);
                let shorter = leg - self.d(a, c);
                if shorter <= LEAST_GAIN {
                    break;
                }
                let gain = shorter + self.d(c, d) - self.d(b, d);
                if gain > LEAST_GAIN {
                    self.exchange(a, b, c);
                    [a, b, c, d].into_iter().for_each(|node| self.open(node));
                    return Some(gain);
                }
            }
        }
        None
    }

    /// Moves a short stretch that begins or ends at a node next to a near one; returns the gain, m.
    fn move_at(&mut self, first: usize) -> Option<f64> {
        for ahead in [true, false] {
            let before = self.step_from(first, !ahead);
            let mut stretch = [first; STRETCH];
            for length in 1..=STRETCH {
                let last = stretch[length - 1];
                let behind = self.step_from(last, ahead);
                if behind == before {
                    break;
                }
                if let Some(gain) = self.move_stretch([before, first, last, behind], &stretch[..length], ahead) {
                    return Some(gain);
                }
                if length < STRETCH {
                    stretch[length] = behind;
                }
            }
        }
        None
    }

    fn step_from(&self, node: usize, ahead: bool) -> usize {
        if ahead { self.next(node) } else { self.before(node) }
    }

    /// Moves a stretch next to a node near to its first.
    fn move_stretch(&mut self, ends: [usize; 4], stretch: &[usize], ahead: bool) -> Option<f64> {
        let [before, first, last, behind] = ends;
        let saved = self.d(before, first) + self.d(last, behind) - self.d(before, behind);
        for index in 0..self.near[first].len() {
            let near = self.near[first][index];
            let left = saved - self.d(first, near);
            if left <= LEAST_GAIN {
                break;
            }
            if near == before || stretch.contains(&near) {
                continue;
            }
            // The near node comes before the stretch, or behind it and the stretch is reversed.
            let (next, previous) = (self.step_from(near, ahead), self.step_from(near, !ahead));
            for (from, to, turned) in [(near, next, false), (previous, near, true)] {
                let gain = left + self.d(from, to) - self.d(last, if turned { from } else { to });
                if gain > LEAST_GAIN && to != before && from != last {
                    self.bring(ends, from, turned);
                    ends.into_iter().chain([from, to]).for_each(|node| self.open(node));
                    return Some(gain);
                }
            }
        }
        None
    }

    /// Moves a stretch behind another node, as three exchanges of two legs; reversed it takes two.
    fn bring(&mut self, [before, first, last, behind]: [usize; 4], from: usize, turned: bool) {
        self.exchange(before, first, from);
        if from != behind {
            self.exchange(before, from, behind);
        }
        if !turned {
            self.exchange(from, last, first);
        }
    }
}
