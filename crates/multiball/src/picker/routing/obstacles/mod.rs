//! Obstacles on the floor, and the shortest paths around them.

mod convex;
mod graph;

use self::convex::Zone;
use self::graph::Graph;
pub(super) use self::graph::View;
use super::Floor;
use super::path::Path;
use crate::picker::Point2;

/// Obstacles on the floor: polygons, each with a zone around it as wide as half the robot.
///
/// The robot's middle stays out of each polygon ⊕ octagon, where the octagon is the one around the disc of the
/// clearance: exact along edges, and at corners up to 8.3 % of the clearance farther out than need be. A polygon that
/// is not convex is the union of such zones along its edges, and its inside. The shortest path between two points
/// then bends only at corners of zones: it is found in the visibility graph of the corners [T. Lozano-Pérez and M.
/// Wesley 1979].
#[derive(Debug, Clone, PartialEq)]
pub struct Obstacles {
    outlines: Vec<Vec<Point2>>,
    /// Those of the outlines that are not convex.
    hollow: Vec<usize>,
    zones: Vec<Zone>,
    graph: Graph,
    clearance: f64,
    /// Depth in a zone that counts as touching, m.
    depth: f64,
}

/// Why obstacles are invalid.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum ObstacleError {
    /// Too narrow or too wide.
    #[error("a clearance of {0:?} m is not allowed; it must be from {least} to {most} \
        m", least = Obstacles::LEAST_CLEARANCE_M, most = Obstacles::MOST_CLEARANCE_M)]
    Clearance(f64),
    /// Too few corners.
    #[error("obstacle {obstacle} has {corners} corners; it must have 3 or more")]
    Corners {
        /// Its number, from 0.
        obstacle: usize,
        /// Its corners.
        corners: usize,
    },
    /// A corner's position is not finite or too far away.
    #[error("corner {corner} of obstacle {obstacle} at ({x:?}, {y:?}) m is not allowed; each coordinate must be from \
        -{most} to {most} m", most = Floor::MOST_M)]
    Corner {
        /// Number of the obstacle, from 0.
        obstacle: usize,
        /// Number of the corner, from 0.
        corner: usize,
        /// Its position, m.
        x: f64,
        /// Its position, m.
        y: f64,
    },
    /// Edges that cross.
    #[error("edges {edge} and {other} of obstacle {obstacle} cross or touch; an outline must not meet itself")]
    Crossed {
        /// Number of the obstacle, from 0.
        obstacle: usize,
        /// The edge from this corner, from 0.
        edge: usize,
        /// The other.
        other: usize,
    },
    /// Too many corners in all.
    #[error("the zones have {corners} corners; {most} are allowed", most = Obstacles::MOST_CORNERS)]
    TooMany {
        /// Corners of all zones.
        corners: usize,
    },
    /// Home is not free.
    #[error("home, (0, 0) m, is in obstacle {obstacle} or within {clearance_m} m of it; it must be free")]
    Home {
        /// Number of the obstacle, from 0.
        obstacle: usize,
        /// m.
        clearance_m: f64,
    },
}

impl Obstacles {
    /// The narrowest clearance, m.
    pub const LEAST_CLEARANCE_M: f64 = 0.001;
    /// The widest clearance, m.
    pub const MOST_CLEARANCE_M: f64 = 1000.0;
    /// The most corners of all zones: their table has half a million paths.
    pub const MOST_CORNERS: usize = 800;

    /// No obstacles.
    #[must_use]
    pub fn none() -> Self {
        Self {
            outlines: Vec::new(),
            hollow: Vec::new(),
            zones: Vec::new(),
            graph: Graph::default(),
            clearance: 0.0,
            depth: 0.0,
        }
    }

    /// Polygons, either way round, and how far the robot's middle stays away from them, m.
    ///
    /// # Errors
    /// When a polygon is invalid, there are too many, or home is not free.
    pub fn new(outlines: Vec<Vec<Point2>>, clearance: f64) -> Result<Self, ObstacleError> {
        if !(Self::LEAST_CLEARANCE_M..=Self::MOST_CLEARANCE_M).contains(&clearance) {
            return Err(ObstacleError::Clearance(clearance));
        }
        let mut zones = Vec::new();
        let mut hollow = Vec::new();
        let mut farthest = 1.0_f64;
        for (obstacle, outline) in outlines.iter().enumerate() {
            check(obstacle, outline)?;
            farthest = outline.iter().fold(farthest, |most, corner| most.max(corner.amax()));
            let before = zones.len();
            if is_convex(outline) {
                zones.push(Zone::around(outline, clearance));
            } else {
                hollow.push(obstacle);
                zones.extend(edges(outline).map(|edge| Zone::around(&edge, clearance)));
            }
            let home = Point2::zeros();
            let on_home = |zone: &Zone| zone.holds(&home, 0.0);
            if zones[before..].iter().any(on_home) || (hollow.last() == Some(&obstacle) && holds(outline, &home)) {
                return Err(ObstacleError::Home { obstacle, clearance_m: clearance });
            }
        }
        let corners = zones.iter().map(|zone| zone.corners.len()).sum();
        if corners > Self::MOST_CORNERS {
            return Err(ObstacleError::TooMany { corners });
        }
        const ROUNDING: f64 = 1e-9;
        let mut obstacles =
            Self { outlines, hollow, zones, graph: Graph::default(), clearance, depth: ROUNDING * farthest };
        obstacles.graph = Graph::new(&obstacles);
        Ok(obstacles)
    }

    /// The polygons, m.
    #[must_use]
    pub fn outlines(&self) -> &[Vec<Point2>] {
        &self.outlines
    }

    /// Convex zones that the robot's middle stays out of; they may overlap, m.
    pub fn zones(&self) -> impl Iterator<Item = &[Point2]> {
        self.zones.iter().map(|zone| zone.corners.as_slice())
    }

    /// Indices of the points that cannot be reached from home: inside of zones, or enclosed by them.
    #[must_use]
    pub fn unreachable(&self, places: &[Point2]) -> Vec<usize> {
        let home = self.view(&Point2::zeros());
        let is_cut_off = |place: &Point2| self.holds(place) || self.between(&home, &self.view(place)).is_none();
        (0..places.len()).filter(|number| is_cut_off(&places[*number])).collect()
    }

    /// The points where the shortest path bends; `None` where there is no path.
    #[must_use]
    pub fn bends(&self, from: &Point2, to: &Point2) -> Option<Vec<Point2>> {
        // Mostly the straight path is free; to check all corners from both ends is a hundred times the work.
        if self.is_free(from, to) {
            return Some(Vec::new());
        }
        self.graph.bends(self, &self.view(from), &self.view(to))
    }

    /// A point with its visible corners.
    pub(super) fn view(&self, place: &Point2) -> View {
        View::new(self, &self.graph, place)
    }

    /// The shortest path between two points, by their views.
    pub(super) fn between(&self, from: &View, to: &View) -> Option<Path> {
        self.graph.path(self, from, to)
    }

    /// How deep a point lies in a zone, m; 0 outside of all.
    #[must_use]
    pub fn depth(&self, place: &Point2) -> f64 {
        self.zones.iter().map(|zone| zone.depth_of(place)).fold(0.0, f64::max)
    }

    /// A point near a point, and outside of all zones where one is found within some attempts.
    #[must_use]
    pub fn outside(&self, place: &Point2) -> Point2 {
        const ATTEMPTS: usize = 8;
        let mut out = *place;
        for _ in 0..ATTEMPTS {
            let Some(zone) = self.zones.iter().find(|zone| zone.holds(&out, self.depth)) else { break };
            out = zone.edge_near(&out);
        }
        out
    }

    /// Where to drive for a ball at a point: the point itself where it is free; in front of it, at a distance, where it
    /// lies next to an obstacle; `None` where it lies inside of one, or in a corner.
    #[must_use]
    pub fn stand_for(&self, place: &Point2, distance: f64) -> Option<Point2> {
        if !self.holds(place) {
            return Some(*place);
        }
        let out = self.outside(place) - place;
        let stand = place + out.try_normalize(self.depth)? * distance;
        (out.norm() < self.clearance && !self.holds(&stand)).then_some(stand)
    }

    /// Whether a point is in a zone or an obstacle.
    #[must_use]
    pub fn holds(&self, place: &Point2) -> bool {
        self.zones.iter().any(|zone| zone.holds(place, self.depth))
            || self.hollow.iter().any(|number| holds(&self.outlines[*number], place))
    }

    /// Whether a straight path is free. A robot that stands too near to an obstacle may drive out of its zone, not
    /// deeper into it.
    fn is_free(&self, from: &Point2, to: &Point2) -> bool {
        const A_LITTLE: f64 = 1e-6;
        let soon = from + (to - from) * A_LITTLE;
        let leaves = |zone: &Zone| zone.holds(from, self.depth) && zone.depth_of(&soon) <= zone.depth_of(from);
        !self.zones.iter().any(|zone| zone.blocks(from, to, self.depth) && !leaves(zone))
    }
}

fn edges(outline: &[Point2]) -> impl Iterator<Item = [Point2; 2]> + Clone {
    (0..outline.len()).map(|corner| [outline[corner], outline[(corner + 1) % outline.len()]])
}

fn check(obstacle: usize, outline: &[Point2]) -> Result<(), ObstacleError> {
    let corners = outline.len();
    if corners < 3 {
        return Err(ObstacleError::Corners { obstacle, corners });
    }
    let beyond = |place: &Point2| !place.iter().all(|value| value.abs() <= Floor::MOST_M);
    if let Some(corner) = outline.iter().position(beyond) {
        return Err(ObstacleError::Corner { obstacle, corner, x: outline[corner].x, y: outline[corner].y });
    }
    let edges: Vec<[Point2; 2]> = edges(outline).collect();
    for edge in 0..corners {
        for other in edge + 1..corners {
            let neighbours = other == edge + 1 || (edge == 0 && other == corners - 1);
            if !neighbours && meet(&edges[edge], &edges[other]) {
                return Err(ObstacleError::Crossed { obstacle, edge, other });
            }
        }
    }
    Ok(())
}

/// Whether two edges have a point in common.
fn meet([a, b]: &[Point2; 2], [c, d]: &[Point2; 2]) -> bool {
    let side = |from: &Point2, to: &Point2, at: &Point2| (to - from).perp(&(at - from));
    let apart = |one: f64, other: f64| one * other > 0.0;
    let away = |axis: usize| a[axis].max(b[axis]) < c[axis].min(d[axis]) || c[axis].max(d[axis]) < a[axis].min(b[axis]);
    !apart(side(a, b, c), side(a, b, d)) && !apart(side(c, d, a), side(c, d, b)) && !away(0) && !away(1)
}

fn is_convex(outline: &[Point2]) -> bool {
    let count = outline.len();
    let turn = |corner: usize| {
        let [a, b, c] = [0, 1, 2].map(|next| outline[(corner + next) % count]);
        (b - a).perp(&(c - b))
    };
    (0..count).all(|corner| turn(corner) >= 0.0) || (0..count).all(|corner| turn(corner) <= 0.0)
}

/// Whether a point is inside of an outline: a ray from it crosses the edge an odd number of times.
fn holds(outline: &[Point2], place: &Point2) -> bool {
    let crossed = |[a, b]: &[Point2; 2]| {
        (a.y > place.y) != (b.y > place.y) && place.x < a.x + (place.y - a.y) / (b.y - a.y) * (b.x - a.x)
    };
    edges(outline).filter(crossed).count() % 2 == 1
}
