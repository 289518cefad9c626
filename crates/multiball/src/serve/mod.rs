//! The serve arm: legal serves and the motion that makes them.

mod aim;
mod error;
mod reach;

pub use aim::{ServePath, ServeRequest, Shooter, spin_of};
pub use error::ServeError;
pub use reach::{ArmAtStroke, RacketAtStroke, arm_at_stroke};
