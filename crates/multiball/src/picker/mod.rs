//! The robot that picks the balls up [paper 002].

mod body;
mod drive;
mod eye;
pub mod following;
#[cfg(feature = "geodesy")]
pub mod localisation;
#[cfg(feature = "geodesy")]
pub mod mind;
pub mod routing;
mod sensors;
mod stance;

pub use body::{Body, Brush, Flags, Launcher, Orders};
pub use drive::{Drive, DriveLimits, Gait, Motion};
pub use eye::{Eye, EyeFrame};
pub use sensors::{Compass, DataSheet, Fix, Geodetic, Inertia, Odometry, Readings};
pub use stance::{Place, Stance, Target};
