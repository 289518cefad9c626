//! Motions of joints over time.

mod cubic;
mod three_five_three;

pub use cubic::{Cubic, JointMotion};
pub use three_five_three::{SpeedLimitedPath, ThreeFiveThree, TimingCost, TimingError, least_common_times};
