//! Which stroke it was, from the velocity of the racket's wrist, with probabilities.
//!
//! A [`WristFilter`] follows the wrist through what the cameras see; a trained [`StrokeReader`] classifies its last 20
//! velocities, a [`WristRecord`]. [`judge`] returns how well that works for strokes that were held out. With a few
//! strokes of a new player whose classes are known it becomes a [`CalibratedReader`], judged by [`judge_calibrated`].

#[cfg(feature = "opponent-svm")]
mod calibrated;
#[cfg(feature = "opponent-svm")]
mod examples;
#[cfg(feature = "opponent-svm")]
mod folds;
#[cfg(feature = "opponent-svm")]
mod judge;
#[cfg(feature = "opponent-svm")]
mod judge_calibrated;
#[cfg(feature = "opponent-svm")]
mod nuisance;
#[cfg(feature = "opponent-svm")]
mod reader;
mod record;
#[cfg(feature = "opponent-svm")]
mod spread;
mod wrist_filter;

#[cfg(feature = "opponent-svm")]
pub use calibrated::{CalibratedReader, CalibrationError};
#[cfg(feature = "opponent-svm")]
pub use folds::HoldOut;
#[cfg(feature = "opponent-svm")]
pub use judge::{Judgement, judge};
#[cfg(feature = "opponent-svm")]
pub use judge_calibrated::{CalibratedError, Companions, judge_calibrated};
#[cfg(feature = "opponent-svm")]
pub use reader::{ModelError, StrokeReader, TrainingError};
pub use record::{Heading, View, WristRecord};
pub use wrist_filter::{WristFilter, WristSettings};
