//! The types that most programs begin with: `use multiball::prelude::*;`.

pub use crate::ball::{BallSim, BallState, EventKind, Physics};
pub use crate::court::{Court, Side};
pub use crate::geometry::Vec3;
pub use crate::hall::training::TrainingHall;
pub use crate::hall::{Extent, Scenario, Setting};
pub use crate::motion::JointState;
pub use crate::robot::{Arm, Joints};
pub use crate::track::{Estimator, Measurement};
pub use crate::vision::Camera;
