//! The robot that picks the balls up [paper 002].

mod drive;
pub mod following;
pub mod routing;
mod stance;

pub use drive::{Drive, DriveLimits, Gait, Motion};
pub use stance::{Place, Stance, Target};
