//! Balls that are routed together, with all distances between them.

use crate::picker::Point2;
use crate::picker::routing::Floor;

/// Number of a ball of a part, from 1; home is 0.
pub(super) type Node = u16;

/// Home: where every trip begins and ends.
pub(super) const HOME: Node = 0;

/// Balls that are routed together.
#[derive(Debug, Clone)]
pub(super) struct Part {
    /// Balls.
    pub(super) count: usize,
    /// Balls that the robot holds.
    pub(super) capacity: usize,
    /// Positions, home first, m.
    places: Vec<Point2>,
    distances: Vec<f64>,
    /// For each ball, those that are near to it, and those that it is near to; the nearest first.
    near: Vec<Vec<Node>>,
}

impl Part {
    /// The most balls of a part: their table has a hundred thousand distances.
    pub(super) const MOST: usize = 300;

    /// Some balls of a floor; moves are tried with `neighbours` neighbours of each.
    pub(super) fn new(floor: &Floor, balls: impl Iterator<Item = usize>, neighbours: usize) -> Self {
        let nodes: Vec<Option<usize>> = std::iter::once(None).chain(balls.map(Some)).collect();
        let to_all = |one: &Option<usize>| nodes.iter().map(|other| floor.distance(*one, *other)).collect::<Vec<_>>();
        let mut part = Self {
            count: nodes.len() - 1,
            capacity: floor.capacity(),
            near: vec![Vec::new(); nodes.len()],
            places: nodes.iter().map(|node| floor.place(*node)).collect(),
            distances: nodes.iter().flat_map(to_all).collect(),
        };
        part.find_near(neighbours);
        part
    }

    fn find_near(&mut self, neighbours: usize) {
        let all = 1..=self.count as Node;
        for one in all.clone() {
            let mut others: Vec<Node> = all.clone().filter(|other| *other != one).collect();
            others.sort_unstable_by(|a, b| self.distance(one, *a).total_cmp(&self.distance(one, *b)).then(a.cmp(b)));
            for other in others.into_iter().take(neighbours) {
                self.near[one as usize].push(other);
                self.near[other as usize].push(one);
            }
        }
        for one in all {
            let mut near = std::mem::take(&mut self.near[one as usize]);
            near.sort_unstable_by(|a, b| self.distance(one, *a).total_cmp(&self.distance(one, *b)).then(a.cmp(b)));
            near.dedup();
            self.near[one as usize] = near;
        }
    }

    #[inline(always)]
    pub(super) fn distance(&self, from: Node, to: Node) -> f64 {
        self.distances[from as usize * self.places.len() + to as usize]
    }

    pub(super) fn near(&self, node: Node) -> &[Node] {
        &self.near[node as usize]
    }

    /// Length of a trip, m.
    pub(super) fn length(&self, trip: &[Node]) -> f64 {
        let mut at = HOME;
        let mut length = 0.0;
        for node in trip {
            length += self.distance(at, *node);
            at = *node;
        }
        length + self.distance(at, HOME)
    }

    /// Length of trips, m.
    pub(super) fn length_of_all(&self, trips: &[Vec<Node>]) -> f64 {
        trips.iter().map(|trip| self.length(trip)).sum()
    }

    /// The centroid of a trip's balls, m; home if it has none.
    pub(super) fn middle(&self, trip: &[Node]) -> Point2 {
        trip.iter().fold(Point2::zeros(), |sum, node| sum + self.places[*node as usize] / trip.len() as f64)
    }

    /// Balls beyond the capacity of a trip.
    pub(super) fn excess(&self, balls: usize) -> usize {
        balls.saturating_sub(self.capacity)
    }
}
