//! The mind of the robot: from what it senses to what it does [paper 002, work cycle].
//!
//! [`Mind::step`] is called once per step of the drive. It believes what its filters make of the readings (a map of balls, [`super::localisation`]), decides by the
//! table of [`Work`] and [`Happening`], plans with [`super::routing`] and steers with [`super::following`]. It never sees the truth.

mod ball_map;
mod cycle;
mod deciding;
mod intent;
mod memory;
mod steering;
mod surroundings;
mod thinking;

use ball_map::{BallMap, Believed};
pub use cycle::{Happening, TRANSITIONS, Work, diagram};
#[cfg(feature = "opponent-svm")]
pub(crate) use surroundings::cut_off;
pub use thinking::{Mind, Robot, Senses};
