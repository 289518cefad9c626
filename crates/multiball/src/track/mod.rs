//! From sights of the ball to its flight, its spin and where it will be, each with its uncertainty.
//!
//! A [`Sight`] is where the ball seemed to be at a time. An [`Estimator`] finds the probable flights through all sights of
//! one ball, given [`Beliefs`] about balls and spins, and rolls them out: the [`Forecast`] says where the ball was, is and will
//! be, through bounces, with covariance. A [`Tracker`] does so for every ball that several cameras
//! see, from the candidates of their detectors; a [`Gaze`] is a tracker together with the detectors. Nothing here sees the truth.

mod beliefs;
mod dynamics;
mod estimator;
mod flight;
mod forecast;
mod gaze;
mod hypothesis;
mod normal_equations;
mod rebound;
mod sight;
mod start;
mod stroke;
mod tracker;
mod variation;

pub use beliefs::{Beliefs, Guess, LinearBounce, SpinBelief};
pub use estimator::{Estimator, EstimatorSettings, SightError};
pub use forecast::{Bounce, Forecast, Passage, Predicted};
pub use gaze::Gaze;
pub use sight::Sight;
pub use stroke::{Stroke, StrokeSpins};
pub use tracker::{Track, Tracker, TrackerSettings};
