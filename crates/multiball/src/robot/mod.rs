//! Kinematic models of the robots: forward, inverse, Jacobian, each in closed form and in the robot's base frame.

mod planar3;

pub use planar3::{Elbow, Planar3, PlanarPose, PlanarTwist, ReachError};
