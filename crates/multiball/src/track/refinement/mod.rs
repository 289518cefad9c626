//! Cameras that are calibrated anew by the balls that they watch.
//!
//! Theory: docs/theory/identification.md.

mod evidence;
mod refiner;
mod spread;

pub use evidence::CalibrationEvidence;
pub(in crate::track) use evidence::SeenPixel;
pub use refiner::{CameraRefiner, FlightKind};
pub use spread::PixelErrors;
