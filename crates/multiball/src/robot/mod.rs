//! Kinematic models of the robots: forward, inverse, Jacobian, in the robot's base frame; in closed form, and for any
//! chain of joints by numerical search.

mod arm;
mod arm6;
mod as_chain;
mod chain;
mod chain_robot;
mod closed;
mod drive;
mod file;
mod file_joints;
mod frames;
mod joint;
mod lengths;
mod limited;
mod planar3;
mod planar_robot;
mod rail6;
mod reach;
mod runtime;
mod serve5;
mod servo;
mod solutions;
mod tool_angles;

pub use arm::{Arm, Jacobian, JacobianColumn, Mounted};
pub use arm6::Arm6;
#[cfg(feature = "urdf")]
pub use chain::UrdfError;
pub use chain::{Chain, ChainBuilder, ChainError, ChainJoint, Search};
pub use chain_robot::ChainRobot;
pub use closed::LINK_RADIUS;
pub use drive::JointDrive;
pub use file::{NAMES, RobotFileError, by_name, from_toml};
pub use file_joints::JointsError;
pub use joint::{JointKind, JointLimits, Joints};
pub use lengths::{Arm6Geometry, Rail6Geometry, Serve5Geometry};
pub use planar_robot::PlanarRobot;
pub use planar3::{Planar3, PlanarMotion, PlanarPose, PlanarTwist};
pub use rail6::Rail6;
pub use reach::ReachError;
pub use runtime::{MOST_JOINTS, Robot, RobotSolution};
pub use serve5::Serve5;
pub use servo::{Servo, ServoState};
pub use solutions::{Branch, Elbow, Shoulder, Solution, Solutions, Wrist};
pub use tool_angles::ToolAngles;
