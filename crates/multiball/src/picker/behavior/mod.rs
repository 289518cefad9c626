//! The behavior of the robot: from sensor readings to commands [paper 002, work cycle].
//!
//! [`Behavior::step`] is called once per step of the drive. It filters the readings into a map of balls and a pose
//! ([`super::localisation`]), decides by the table of [`State`] and [`Event`], plans with [`super::routing`] and steers
//! with [`super::following`]. It never sees the true state.

mod ball_map;
mod camera_quality;
mod cycle;
mod deciding;
mod intent;
mod mapped_ball;
mod memory;
mod senses;
mod steering;
mod surroundings;
mod thinking;

use ball_map::BallMap;
pub use cycle::{Event, State, TRANSITIONS, diagram};
use mapped_ball::MappedBall;
pub use senses::{Radio, Robot, Senses};
#[cfg(feature = "opponent-svm")]
pub(crate) use surroundings::cut_off;
pub use thinking::Behavior;
