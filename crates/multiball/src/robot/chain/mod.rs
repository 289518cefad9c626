//! Serial chains of any number of joints: forward, Jacobian, a numerical inverse, and URDF in and out.
//!
//! The robots with closed forms are faster and give every solution; this is for all others. Theory:
//! docs/theory/chain.md.

mod builder;
mod damped;
mod descent;
mod error;
mod model;
mod rpy;
mod solve;
mod starts;
#[cfg(feature = "urdf")]
mod urdf;
#[cfg(feature = "urdf")]
mod urdf_error;
mod urdf_text;
#[cfg(feature = "urdf")]
mod urdf_tree;

pub use builder::ChainBuilder;
pub use error::ChainError;
pub use model::{Chain, ChainJoint};
pub use solve::Search;
#[cfg(feature = "urdf")]
pub use urdf_error::UrdfError;
