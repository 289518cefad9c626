//! The types that most programs begin with: `use multiball::prelude::*;`.

pub use crate::ball::{BallSim, BallState, EventKind, Physics};
pub use crate::court::{Court, Side};
pub use crate::geometry::Vec3;
#[cfg(all(feature = "opponent-svm", feature = "geodesy"))]
pub use crate::hall::training::{Session, TrainingHall};
#[cfg(all(feature = "opponent-svm", feature = "geodesy"))]
pub use crate::hall::{Catalog, Extent, Scenario};
pub use crate::opponent::Opponent;
pub use crate::player::Player;
pub use crate::robot::Robot;
pub use crate::track::{Estimator, Measurement};
pub use crate::vision::Camera;
