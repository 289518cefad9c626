//! The robot that picks the balls up [paper 002].

pub mod behavior;
mod body;
mod drive;
mod eye;
pub mod following;
pub mod localisation;
mod pose;
pub mod routing;
mod sensors;

pub use body::{Body, Brush, Commands, Flags, Launcher};
pub use drive::{DriveLimits, Gait, Motion, WheelDrive};
pub use eye::{Eye, EyeFrame};
pub use pose::{Point2, Pose2, Target};
pub use sensors::{Compass, DataSheet, Fix, Geodetic, Inertia, Odometry, Readings};
