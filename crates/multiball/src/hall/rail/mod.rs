//! The rail player against a person: one stroke, one return, many times [paper 004, experiment].
//!
//! The person's stroke is observed and classified, the ball is measured frame by frame, the player plans and the arm
//! follows. Then the ball is simulated through the court with the recorded motion of the arm. A ball is the same with
//! or without the arm until they touch: measurements before the contact do not depend on what comes after.

mod hall;
#[cfg(test)]
mod identification_laws;
mod options;
mod recorded_joints;
mod result;
mod round;
#[cfg(test)]
mod sensing_laws;

pub use hall::{RailHall, RailHallError};
pub use options::{RailOptions, SpinKnowledge};
pub use recorded_joints::RecordedJoints;
pub use result::{PredictionError, RailRound};
