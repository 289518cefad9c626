//! The rail player against a person: one stroke, one return, many times [paper 004, experiment].
//!
//! The person's stroke is seen and read, the ball is seen frame by frame, the player plans and the arm follows; then
//! the ball is played through the court with the arm as it really moved. A ball is the same with or without the arm
//! until they touch: what is seen before the touch does not depend on what comes after.

mod hall;
mod options;
mod recorded_joints;
mod result;
mod round;

pub use hall::{RailHall, RailHallError};
pub use options::{RailOptions, SpinKnowledge};
pub use recorded_joints::RecordedJoints;
pub use result::{PredictionError, RailRound};
