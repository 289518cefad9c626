//! The obstacles that the robot knows.

use std::sync::Arc;

use crate::picker::routing::{Floor, FloorError, Obstacles};
use crate::picker::{Body, Point2, Pose2, Target};

/// The obstacles that were given to the robot, and those that it bumped into recently.
#[derive(Debug, Clone)]
pub(super) struct Surroundings {
    known: Vec<Vec<Point2>>,
    /// Zones to keep off while they are closed.
    zones: Vec<Vec<Point2>>,
    closed: bool,
    /// Obstacles met, and until when they are assumed to stay, s.
    met: Vec<(Point2, f64)>,
    body: Body,
    obstacles: Option<Arc<Obstacles>>,
    /// The same with the least clearance of the body.
    touched: Option<Obstacles>,
}

/// Assumed radius of an obstacle that was met, m, and how long it is assumed to stay, s.
const MET_RADIUS: f64 = 0.25;
const MET_STAYS_S: f64 = 60.0;
/// Least clearance between the body and obstacles, m, and how far ahead they are checked, m.
const ALMOST: f64 = 0.015;
const LOOKAHEAD: f64 = 0.02;
/// A bend within this distance counts as passed, m.
const PASSED: f64 = 0.08;

impl Surroundings {
    pub(super) fn new(mut known: Vec<Vec<Point2>>, body: Body) -> Self {
        known.retain(|one| Obstacles::new(vec![one.clone()], body.clearance()).is_ok());
        let mut surroundings =
            Self { known, zones: Vec::new(), closed: false, met: Vec::new(), body, obstacles: None, touched: None };
        surroundings.build();
        surroundings
    }

    /// The same with zones, which are open.
    pub(super) fn with_zones(self, mut zones: Vec<Vec<Point2>>) -> Self {
        zones.retain(|one| Obstacles::new(vec![one.clone()], self.body.clearance()).is_ok());
        Self { zones, ..self }
    }

    /// Closes the zones, or opens them.
    pub(super) fn close(&mut self, closed: bool) {
        if closed != self.closed && !self.zones.is_empty() {
            self.closed = closed;
            self.build();
        }
    }

    /// Adds an obstacle right ahead.
    pub(super) fn meet(&mut self, pose: &Pose2, now_s: f64) {
        let ahead = Target { bearing: 0.0, distance: self.body.radius + MET_RADIUS };
        self.met.push((pose.place_of(ahead), now_s + MET_STAYS_S));
        self.build();
    }

    /// Removes obstacles that were met long ago.
    pub(super) fn forget(&mut self, now_s: f64) {
        let before = self.met.len();
        self.met.retain(|(_, until_s)| now_s < *until_s);
        if self.met.len() < before {
            self.build();
        }
    }

    /// Builds the obstacles. Those met at home itself are left out: to get there the robot must try again.
    fn build(&mut self) {
        let square = |(at, _): &(Point2, f64)| {
            let corner = |x: f64, y: f64| at + Point2::new(x, y) * MET_RADIUS;
            vec![corner(1.0, 0.0), corner(0.0, 1.0), corner(-1.0, 0.0), corner(0.0, -1.0)]
        };
        let is_free = |one: &Vec<Point2>| Obstacles::new(vec![one.clone()], self.body.clearance()).is_ok();
        let met = self.met.iter().map(square).filter(is_free);
        let zones = self.zones.iter().filter(|_| self.closed).cloned();
        let all: Vec<Vec<Point2>> = self.known.iter().cloned().chain(zones).chain(met).collect();
        let built = |clearance: f64| Obstacles::new(all.clone(), clearance).ok().filter(|_| !all.is_empty());
        self.obstacles = built(self.body.clearance()).map(Arc::new);
        self.touched = built(self.body.radius + ALMOST);
    }

    /// Whether the robot would run into an obstacle by driving on.
    pub(super) fn is_ahead(&self, pose: &Pose2) -> bool {
        const DEEPER: f64 = 1e-3;
        let Some(touched) = &self.touched else { return false };
        let ahead = pose.place_of(Target { bearing: 0.0, distance: LOOKAHEAD });
        touched.depth(&ahead) > touched.depth(&pose.place) + DEEPER
    }

    /// A position outside for a robot that is too near to obstacles; `None` where it is not.
    pub(super) fn way_out(&self, place: &Point2) -> Option<Point2> {
        const BEYOND: f64 = 0.05;
        let out = self.obstacles.as_ref()?.outside(place) - place;
        out.try_normalize(1e-6).map(|along| place + out + along * BEYOND)
    }

    /// Where to drive for a ball: to it, or to a stand in front of it where it lies next to an obstacle.
    pub(super) fn stand_for(&self, ball: &Point2) -> Option<Point2> {
        self.obstacles.as_ref().map_or(Some(*ball), |obstacles| obstacles.stand_for(ball, self.body.run_up()))
    }

    /// Which of some balls cannot be reached.
    pub(super) fn cut_off(&self, balls: &[Point2]) -> Vec<usize> {
        self.obstacles.as_ref().map_or_else(Vec::new, |obstacles| cut_off(obstacles, &self.body, balls))
    }

    /// A floor with balls among these obstacles, each where the robot drives for it.
    pub(super) fn floor(&self, balls: impl Iterator<Item = Point2>) -> Result<Floor, FloorError> {
        let balls = balls.map(|ball| self.stand_for(&ball).unwrap_or(ball)).collect();
        match &self.obstacles {
            Some(obstacles) => Floor::among(balls, self.body.capacity, obstacles),
            None => Floor::new(balls, self.body.capacity),
        }
    }

    /// The next waypoint of the path to a position.
    pub(super) fn next_waypoint(&self, from: &Point2, to: &Point2) -> Point2 {
        let Some(obstacles) = &self.obstacles else { return *to };
        let bends = obstacles.bends(&obstacles.outside(from), &obstacles.outside(to));
        let ahead = bends.into_iter().flatten().find(|bend| (bend - from).norm() > PASSED);
        ahead.unwrap_or(*to)
    }
}

/// Which of some balls a robot with such a body cannot reach.
pub(crate) fn cut_off(obstacles: &Obstacles, body: &Body, balls: &[Point2]) -> Vec<usize> {
    let stands: Vec<Point2> =
        balls.iter().map(|ball| obstacles.stand_for(ball, body.run_up()).unwrap_or(*ball)).collect();
    obstacles.unreachable(&stands)
}
