//! Kinematic models of the robots: forward, inverse, Jacobian, each in closed form and in the robot's base frame.

mod arm;
mod joint;
mod planar3;
mod reach;
mod solutions;

pub use arm::{Arm, Jacobian, Mounted};
pub use joint::{JointKind, JointLimits, Joints};
pub use planar3::{Planar3, PlanarPose, PlanarTwist};
pub use reach::ReachError;
pub use solutions::{Branch, Elbow, Shoulder, Solution, Solutions, Wrist};
