//! Where to send the ball: the stroke that takes an incoming ball over the net to a point of the other half.
//!
//! A stroke is a face and its velocity ([`Sweep`]). Two angles and the speed along the normal are found by Newton's
//! method, so that the ball lands on the target and passes the net at a given height; the brush along the face is the
//! player's to choose. The flight is the simulation's own, the derivatives are analytic: of the touch
//! ([`crate::ball::Touch`]) and of the flight ([`crate::ball::AirSlope`]). Theory: docs/theory/aim.md.

mod error;
mod paper;
mod paper_return;
mod rehearse;
mod solve;

pub use error::AimError;
pub use paper::{LinearRacket, PaperStroke};
pub use rehearse::{BLADE_RADIUS, PlayError, Rehearsal, rehearse};
pub use solve::{Aim, Aimer, Return};
