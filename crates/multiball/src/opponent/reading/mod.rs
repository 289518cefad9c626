//! Which stroke it was, from the velocity of the racket's wrist, with probabilities.
//!
//! A [`WristFilter`] follows the wrist through what the cameras see; its last 20 velocities, a [`WristRecord`], are
//! what a trained [`StrokeReader`] tells the class from. [`judge`] says how well that works for strokes that were held
//! out.

mod folds;
mod judge;
mod nuisance;
mod reader;
mod record;
mod wrist_filter;

pub use folds::HoldOut;
pub use judge::{Judgement, judge};
pub use reader::{ModelError, StrokeReader, TrainingError};
pub use record::{Heading, View, WristRecord};
pub use wrist_filter::{WristFilter, WristSettings};
