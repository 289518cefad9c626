//! Convex zones of the floor.

use crate::picker::Point2;

/// A convex zone that the robot's middle must not enter; its edge belongs to the floor.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Zone {
    /// Counter-clockwise, m.
    pub(super) corners: Vec<Point2>,
    /// For each edge, the inward normal, and the edge's offset along it, m.
    sides: Vec<(Point2, f64)>,
    low: Point2,
    high: Point2,
}

impl Zone {
    /// All points within a clearance of convex corners, and a little more: the disc is taken as the octagon around it,
    /// whose corners are 8.3 % farther out.
    pub(super) fn around(corners: &[Point2], clearance: f64) -> Self {
        let (far, near) = (clearance, clearance * (std::f64::consts::SQRT_2 - 1.0));
        let octagon = [(far, near), (near, far)]
            .into_iter()
            .flat_map(|(x, y)| [(x, y), (-x, y), (x, -y), (-x, -y)])
            .map(|(x, y)| Point2::new(x, y));
        let sums = corners.iter().flat_map(|corner| octagon.clone().map(move |out| corner + out)).collect();
        let corners = hull(sums);
        let side = |index: usize| {
            let (from, to) = (corners[index], corners[(index + 1) % corners.len()]);
            let along = (to - from).normalize();
            let inward = Point2::new(-along.y, along.x);
            (inward, inward.dot(&from))
        };
        let sides = (0..corners.len()).map(side).collect();
        let (low, high) = corners.iter().fold((corners[0], corners[0]), |(low, high), at| (low.inf(at), high.sup(at)));
        Self { corners, sides, low, high }
    }

    /// Whether a point is inside by more than some depth, m.
    pub(super) fn holds(&self, place: &Point2, depth: f64) -> bool {
        self.depth_of(place) > depth
    }

    /// How deep a point lies inside, m; negative outside.
    pub(super) fn depth_of(&self, place: &Point2) -> f64 {
        self.sides.iter().map(|(inward, at)| inward.dot(place) - at).fold(f64::INFINITY, f64::min)
    }

    /// The point of the edge nearest to a point inside.
    pub(super) fn edge_near(&self, place: &Point2) -> Point2 {
        let depth = |side: &(Point2, f64)| side.0.dot(place) - side.1;
        let nearest = self.sides.iter().min_by(|a, b| depth(a).total_cmp(&depth(b)));
        nearest.map_or(*place, |side| place - side.0 * depth(side))
    }

    /// Whether a straight path enters the zone by more than some depth, m.
    pub(super) fn blocks(&self, from: &Point2, to: &Point2, depth: f64) -> bool {
        let beyond =
            |axis: usize| from[axis].max(to[axis]) <= self.low[axis] || from[axis].min(to[axis]) >= self.high[axis];
        if beyond(0) || beyond(1) {
            return false;
        }
        // The part of the path that is inside of all sides so far.
        let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
        for (inward, at) in &self.sides {
            let [begins, ends] = [from, to].map(|place| inward.dot(place) - at - depth);
            if begins <= 0.0 && ends <= 0.0 {
                return false;
            }
            if begins < 0.0 {
                enters = enters.max(begins / (begins - ends));
            } else if ends < 0.0 {
                leaves = leaves.min(begins / (begins - ends));
            }
        }
        enters < leaves
    }
}

/// The convex hull, counter-clockwise, without corners on straight edges [A. Andrew 1979].
fn hull(mut points: Vec<Point2>) -> Vec<Point2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let half = |points: &mut dyn Iterator<Item = &Point2>| {
        let mut chain: Vec<Point2> = Vec::new();
        for point in points {
            while chain.len() > 1 && !turns_left(&chain[chain.len() - 2], &chain[chain.len() - 1], point) {
                chain.pop();
            }
            chain.push(*point);
        }
        chain.pop();
        chain
    };
    let mut hull = half(&mut points.iter());
    hull.extend(half(&mut points.iter().rev()));
    hull
}

/// Whether the path over three points turns left, by more than rounding.
fn turns_left(a: &Point2, b: &Point2, c: &Point2) -> bool {
    const ROUNDING: f64 = 1e-12;
    let (one, other) = (b - a, c - b);
    one.perp(&other) > ROUNDING * one.norm() * other.norm()
}
