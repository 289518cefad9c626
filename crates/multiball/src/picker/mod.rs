//! The robot that picks the balls up [paper 002].

mod battery;
#[cfg(feature = "geodesy")]
pub mod behavior;
mod body;
mod drive;
pub mod following;
#[cfg(feature = "geodesy")]
pub mod localisation;
mod pose;
pub mod routing;
mod sensors;
mod stereo_camera;

pub use battery::Battery;
pub use body::{Body, Brush, Commands, Flags, Launcher};
pub use drive::{DriveLimits, Gait, Motion, WheelDrive};
pub use pose::{Point2, Pose2, Target};
pub use sensors::{Compass, DataSheet, Fix, Geodetic, Inertia, Odometry, Readings};
pub use stereo_camera::{StereoCamera, StereoFrame};
