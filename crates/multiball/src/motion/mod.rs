//! Motions of joints over time.

mod cubic;

pub use cubic::{Cubic, JointMotion};
