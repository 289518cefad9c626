//! Visibility graph of corners, and the shortest paths between all of them.

use super::Obstacles;
use crate::picker::Point2;
use crate::picker::routing::path::Path;

/// Corners at which paths may bend, with the shortest paths between them.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Graph {
    corners: Vec<Point2>,
    /// For each two corners, the length of the shortest path, m; infinite where there is none.
    lengths: Vec<f64>,
    /// The corner before the last on that path.
    before: Vec<u16>,
}

/// A point, the corners visible from it, and the path to each corner.
#[derive(Debug, Clone)]
pub(in crate::picker::routing) struct View {
    pub(in crate::picker::routing) place: Point2,
    /// Corners visible from it, and their distances, m.
    seen: Vec<(usize, f64)>,
    /// For each corner, the length of the shortest path there, m, and the first corner on it.
    reached: Vec<(f64, usize)>,
}

impl Graph {
    pub(super) fn new(obstacles: &Obstacles) -> Self {
        let all = obstacles.zones.iter().flat_map(|zone| zone.corners.iter().copied());
        let corners: Vec<Point2> = all.filter(|corner| !obstacles.holds(corner)).collect();
        let count = corners.len();
        let mut legs = vec![f64::INFINITY; count * count];
        for one in 0..count {
            for other in 0..one {
                if obstacles.is_free(&corners[one], &corners[other]) {
                    let length = (corners[one] - corners[other]).norm();
                    (legs[one * count + other], legs[other * count + one]) = (length, length);
                }
            }
        }
        let mut graph = Self { corners, lengths: Vec::new(), before: Vec::new() };
        for from in 0..count {
            let (lengths, before) = shortest(&legs, count, from);
            graph.lengths.extend(lengths);
            graph.before.extend(before);
        }
        graph
    }

    fn length(&self, from: usize, to: usize) -> f64 {
        self.lengths[from * self.corners.len() + to]
    }

    /// The corners of the path from one to another, both included.
    fn corners_between(&self, from: usize, to: usize) -> Vec<Point2> {
        let mut corners = vec![self.corners[to]];
        let mut at = to;
        while at != from {
            at = self.before[from * self.corners.len() + at].into();
            corners.push(self.corners[at]);
        }
        corners.reverse();
        corners
    }

    /// Where the shortest path bends.
    pub(super) fn bends(&self, obstacles: &Obstacles, from: &View, to: &View) -> Option<Vec<Point2>> {
        if obstacles.is_free(&from.place, &to.place) {
            return Some(Vec::new());
        }
        let length = |(corner, away): &&(usize, f64)| from.reached[*corner].0 + away;
        let (last, _) = to.seen.iter().min_by(|a, b| length(a).total_cmp(&length(b)))?;
        let (length, first) = from.reached[*last];
        length.is_finite().then(|| self.corners_between(first, *last))
    }

    /// The shortest path between two points.
    pub(super) fn path(&self, obstacles: &Obstacles, from: &View, to: &View) -> Option<Path> {
        let bends = self.bends(obstacles, from, to)?;
        let places: Vec<Point2> = std::iter::once(from.place).chain(bends).chain([to.place]).collect();
        let legs = places.windows(2).map(|pair| Path::straight(&pair[0], &pair[1], 0.0));
        // A point on a corner: the leg there has no direction and is left out.
        let whole = legs.clone().filter(|leg| leg.length > 0.0).reduce(Path::and);
        whole.or_else(|| legs.clone().next())
    }
}

/// The shortest paths from one node to all, and the node before each [Dijkstra 1959].
fn shortest(legs: &[f64], count: usize, from: usize) -> (Vec<f64>, Vec<u16>) {
    let mut lengths = vec![f64::INFINITY; count];
    let mut before = vec![from as u16; count];
    let mut open: Vec<usize> = (0..count).collect();
    lengths[from] = 0.0;
    while let Some(slot) = (0..open.len()).min_by(|a, b| lengths[open[*a]].total_cmp(&lengths[open[*b]])) {
        let at = open.swap_remove(slot);
        for next in &open {
            let length = lengths[at] + legs[at * count + next];
            if length < lengths[*next] {
                (lengths[*next], before[*next]) = (length, at as u16);
            }
        }
    }
    (lengths, before)
}

impl View {
    pub(super) fn new(obstacles: &Obstacles, graph: &Graph, place: &Point2) -> Self {
        let sees = |(number, corner): (usize, &Point2)| {
            obstacles.is_free(place, corner).then(|| (number, (corner - place).norm()))
        };
        let seen: Vec<(usize, f64)> = graph.corners.iter().enumerate().filter_map(sees).collect();
        let reach = |corner: usize| {
            let over = |(first, away): &(usize, f64)| (away + graph.length(*first, corner), *first);
            seen.iter().map(over).min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((f64::INFINITY, corner))
        };
        let reached = (0..graph.corners.len()).map(reach).collect();
        Self { place: *place, seen, reached }
    }
}
