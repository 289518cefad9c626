//! The behavior of the robot: from sensor readings to commands [paper 002, work cycle].
//!
//! [`Behavior::step`] is called once per step of the drive. It filters the readings into a map of balls and a pose
//! ([`super::localisation`]), decides by the table of [`State`] and [`Event`], plans with [`super::routing`] and steers
//! with [`super::following`]. It never sees the true state.

mod ball_map;
mod cycle;
mod deciding;
mod intent;
mod memory;
mod steering;
mod surroundings;
mod thinking;

use ball_map::{BallMap, MappedBall};
pub use cycle::{Event, State, TRANSITIONS, diagram};
#[cfg(feature = "opponent-svm")]
pub(crate) use surroundings::cut_off;
pub use thinking::{Behavior, Robot, Senses};
