//! Serial chains of any number of joints: forward, Jacobian and a numerical inverse.
//!
//! The robots with closed forms are faster and give every solution; this is for all others.

mod builder;
mod damped;
mod descent;
mod error;
mod model;
mod rpy;
mod solve;
mod starts;

pub use builder::ChainBuilder;
pub use error::ChainError;
pub use model::{Chain, ChainJoint};
pub use solve::Search;
