//! Kinematic models of the robots: forward, inverse, Jacobian, each in closed form and in the robot's base frame.

mod arm;
mod arm6;
mod frames;
mod joint;
mod planar3;
mod rail6;
mod reach;
mod serve5;
mod solutions;

pub use arm::{Arm, Jacobian, Mounted};
pub use arm6::{Arm6, Arm6Geometry};
pub use joint::{JointKind, JointLimits, Joints};
pub use planar3::{Planar3, PlanarPose, PlanarTwist};
pub use rail6::{Rail6, Rail6Geometry};
pub use reach::ReachError;
pub use serve5::{Serve5, Serve5Geometry};
pub use solutions::{Branch, Elbow, Shoulder, Solution, Solutions, Wrist};
