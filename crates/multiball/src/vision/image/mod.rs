//! Operations on images: masks of one bit per pixel, thresholds, morphology, connected parts, the background.
//!
//! Sixty-four pixels are one word, so that a mask of a whole sensor fits a processor's nearest memory and morphology is
//! a matter of shifts. Every mask knows where its rows are not empty; an image that is dark but for a ball costs little
//! more than reading it once. Nothing here takes memory once its buffers have seen the largest image.

mod background;
mod components;
mod learning;
mod mask;
mod morphology;
mod threshold;

pub use background::{Background, BackgroundError};
pub use components::{Component, Components, Crowded, Run};
pub use learning::BackgroundLearner;
pub use mask::Mask;
pub use morphology::{Element, Morphology};
pub use threshold::{Foreground, Reading};
