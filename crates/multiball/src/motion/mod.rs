//! Motions of joints over time, and whether they keep the joints' limits.
//!
//! A motion is made of polynomials up to degree five, whichever planner made it, so that one exact checker judges them
//! all. docs/theory/motion.md has the equations.

mod cartesian;
mod error;
mod hull;
mod jerk_limited;
mod joint_motion;
mod limits;
mod peaks;
mod phases;
mod polynomial;
mod replan;
mod three_five_three;
mod timing;

pub use cartesian::{CartesianError, CartesianMotion, CartesianPath, LegReport, PathShape, PlaceOnPath, follow_path};
pub use error::MotionError;
pub use jerk_limited::{JerkLimited, arrive_at, jerk_limited, through};
pub use joint_motion::{JointMotion, JointState, Shape};
pub use limits::{LimitError, Quantity};
pub use peaks::{Extreme, Peaks, check};
pub use polynomial::{Polynomial, State};
pub use replan::Follower;
pub use three_five_three::{
    SpeedLimitedPath, ThreeFiveThree, TimingCost, TimingError, least_common_times, least_limited_times,
};
pub use timing::soonest;
