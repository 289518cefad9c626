//! The types that most programs begin with: `use multiball::prelude::*;`.

pub use crate::ball::{BallSim, BallState, EventKind, Physics};
pub use crate::court::{Court, Side};
pub use crate::geometry::Vec3;
#[cfg(all(feature = "opponent-svm", feature = "geodesy"))]
pub use crate::hall::training::TrainingHall;
#[cfg(all(feature = "opponent-svm", feature = "geodesy"))]
pub use crate::hall::{Extent, Scenario, Setting};
pub use crate::motion::JointState;
pub use crate::robot::{Arm, Joints};
pub use crate::track::{Estimator, Measurement};
pub use crate::vision::Camera;
