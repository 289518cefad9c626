//! Balls on the floor.

use std::sync::Arc;

use super::Obstacles;
use super::detours::Detours;
use super::path::Path;
use crate::picker::Point2;

/// Balls on the floor, the robot's capacity, and obstacles.
#[derive(Debug, Clone, PartialEq)]
pub struct Floor {
    balls: Vec<Point2>,
    capacity: usize,
    detours: Option<Detours>,
}

/// A floor that cannot be cleared.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum FloorError {
    /// The robot holds nothing.
    #[error("a capacity of 0 balls is not allowed; it must be 1 or more")]
    NoCapacity,
    /// A ball's position is not finite or too far away.
    #[error("ball {ball} at ({x:?}, {y:?}) m is not allowed; each coordinate must be from -{most} to {most} \
        m", most = Floor::MOST_M)]
    Point2 {
        /// Its number, from 0.
        ball: usize,
        /// Its position, m.
        x: f64,
        /// Its position, m.
        y: f64,
    },
    /// Balls in obstacles or behind them.
    #[error("no way leads to {} of the balls: {balls:?}", balls.len())]
    Unreachable {
        /// Their numbers, from 0.
        balls: Vec<usize>,
    },
    /// Too many balls for a table of paths around obstacles.
    #[error("{balls} balls among obstacles; {most} are allowed: the table of ways grows as their \
        square", most = Floor::MOST_AMONG)]
    TooManyAmong {
        /// All of them.
        balls: usize,
    },
}

impl Floor {
    /// Farthest coordinate of a ball, m.
    pub const MOST_M: f64 = 1e6;
    /// The most balls among obstacles.
    pub const MOST_AMONG: usize = 1000;

    /// Balls at positions, m, and how many the robot holds.
    ///
    /// # Errors
    /// When the capacity is 0, or a position is invalid.
    pub fn new(balls: Vec<Point2>, capacity: usize) -> Result<Self, FloorError> {
        if capacity == 0 {
            return Err(FloorError::NoCapacity);
        }
        let beyond = |place: &Point2| !place.iter().all(|value| value.abs() <= Self::MOST_M);
        match balls.iter().position(beyond) {
            Some(ball) => Err(FloorError::Point2 { ball, x: balls[ball].x, y: balls[ball].y }),
            None => Ok(Self { balls, capacity, detours: None }),
        }
    }

    /// Balls among obstacles, each of which can be reached; all paths are the shortest around them.
    ///
    /// # Errors
    /// As [`Self::new`], when there are too many, or with all that [`Obstacles::unreachable`] names.
    pub fn among(balls: Vec<Point2>, capacity: usize, obstacles: &Arc<Obstacles>) -> Result<Self, FloorError> {
        let floor = Self::new(balls, capacity)?;
        if floor.balls.len() > Self::MOST_AMONG {
            return Err(FloorError::TooManyAmong { balls: floor.balls.len() });
        }
        let detours = Detours::new(obstacles, &floor.balls).map_err(|balls| FloorError::Unreachable { balls })?;
        Ok(Self { detours: Some(detours), ..floor })
    }

    /// Where the balls are, m.
    #[must_use]
    pub fn balls(&self) -> &[Point2] {
        &self.balls
    }

    /// How many balls the robot holds.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Its obstacles.
    #[must_use]
    pub fn obstacles(&self) -> Option<&Arc<Obstacles>> {
        self.detours.as_ref().map(|detours| &detours.obstacles)
    }

    /// Some of its balls.
    pub(super) fn only(&self, balls: &[usize]) -> Self {
        Self {
            balls: balls.iter().map(|ball| self.balls[*ball]).collect(),
            capacity: self.capacity,
            detours: self.detours.as_ref().map(|detours| detours.only(balls)),
        }
    }

    /// Where a ball is, or home, m.
    pub(super) fn place(&self, ball: Option<usize>) -> Point2 {
        ball.map_or(Point2::zeros(), |ball| self.balls[ball])
    }

    /// Length of the path between two balls, or home, m.
    #[inline]
    pub(crate) fn distance(&self, from: Option<usize>, to: Option<usize>) -> f64 {
        match &self.detours {
            None => (self.place(to) - self.place(from)).norm(),
            Some(detours) => detours.path(node(from), node(to)).length,
        }
    }

    /// The path between two balls, or home.
    pub(super) fn path(&self, from: Option<usize>, to: Option<usize>) -> Path {
        match &self.detours {
            None => Path::straight(&self.place(from), &self.place(to), 0.0),
            Some(detours) => *detours.path(node(from), node(to)),
        }
    }

    /// Length of a trip from home over balls and back, m.
    #[must_use]
    pub fn trip_length(&self, trip: &[usize]) -> f64 {
        let Some(detours) = &self.detours else { return self.straight_length(trip) };
        let mut at = 0;
        let mut length = 0.0;
        for ball in trip {
            length += detours.path(at, ball + 1).length;
            at = ball + 1;
        }
        length + detours.path(at, 0).length
    }

    fn straight_length(&self, trip: &[usize]) -> f64 {
        let mut at = Point2::zeros();
        let mut length = 0.0;
        for ball in trip {
            length += (self.balls[*ball] - at).norm();
            at = self.balls[*ball];
        }
        length + at.norm()
    }
}

/// Index in the table of paths.
fn node(ball: Option<usize>) -> usize {
    ball.map_or(0, |ball| ball + 1)
}
