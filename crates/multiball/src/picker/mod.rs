//! The robot that picks the balls up [paper 002].

mod drive;
pub mod localisation;
pub mod routing;
mod sensors;
mod stance;

pub use drive::{Drive, DriveLimits, Gait, Motion};
pub use sensors::{Compass, DataSheet, Fix, Geodetic, Inertia, Odometry};
pub use stance::{Place, Stance, Target};
