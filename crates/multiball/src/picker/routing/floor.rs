//! Balls on the floor.

use crate::picker::Place;

/// Balls on the floor, and how many the robot holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Floor {
    balls: Vec<Place>,
    capacity: usize,
}

/// A floor that cannot be cleared.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum FloorError {
    /// The robot holds nothing.
    #[error("a capacity of 0 balls is not allowed; it must be 1 or more")]
    NoCapacity,
    /// A place that is none, or that no robot drives to.
    #[error("ball {ball} at ({x:?}, {y:?}) m is not allowed; each coordinate must be from -{most} to {most} m", most = Floor::MOST_M)]
    Place {
        /// Its number, from 0.
        ball: usize,
        /// Its place, m.
        x: f64,
        /// Its place, m.
        y: f64,
    },
}

impl Floor {
    /// Farthest coordinate of a ball, m.
    pub const MOST_M: f64 = 1e6;

    /// Balls at places, and how many the robot holds.
    ///
    /// # Errors
    /// When it holds none, or a place is no place.
    pub fn new(balls: Vec<Place>, capacity: usize) -> Result<Self, FloorError> {
        if capacity == 0 {
            return Err(FloorError::NoCapacity);
        }
        let beyond = |place: &Place| !place.iter().all(|value| value.abs() <= Self::MOST_M);
        match balls.iter().position(beyond) {
            Some(ball) => Err(FloorError::Place { ball, x: balls[ball].x, y: balls[ball].y }),
            None => Ok(Self { balls, capacity }),
        }
    }

    /// Where the balls are, m.
    #[must_use]
    pub fn balls(&self) -> &[Place] {
        &self.balls
    }

    /// How many balls the robot holds.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Length of a trip from home over balls and back, m.
    #[must_use]
    pub fn trip_length(&self, trip: &[usize]) -> f64 {
        let mut at = Place::zeros();
        let mut length = 0.0;
        for ball in trip {
            length += (self.balls[*ball] - at).norm();
            at = self.balls[*ball];
        }
        length + at.norm()
    }
}
