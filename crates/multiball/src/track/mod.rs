//! From measurements of the ball to its flight, its spin and where it will be, each with its uncertainty.
//!
//! A [`Measurement`] is the ball's measured position at a time. An [`Estimator`] finds the probable flights through all
//! measurements of one ball, given [`Priors`] about balls and spins, and rolls them out: the [`Prediction`] says where
//! the ball was, is and will be, through bounces, with covariance. A [`Tracker`] does so for every ball that several
//! cameras see, from the candidates of their detectors. [`BallPerception`] is all of it, fed with frames. Nothing here
//! sees the truth.

mod correlated_error;
mod dynamics;
mod estimator;
mod flight;
mod hypothesis;
mod measurement;
mod normal_equations;
mod paper_perception;
mod perception;
mod prediction;
mod priors;
mod rebound;
mod refinement;
mod refusals;
mod start;
mod stroke;
mod tracker;
mod variation;

pub use correlated_error::CorrelatedError;
pub use estimator::{Estimator, EstimatorSettings, MeasurementError};
pub use measurement::Measurement;
pub use paper_perception::PaperPerception;
pub use perception::{BallHint, BallPerception, CameraFrame, PerceptionSettings};
pub use prediction::{Bounce, FlightConstants, Passage, Predicted, Prediction};
pub use priors::{Gaussian, LinearBounce, Priors, SpinPrior};
pub use refinement::{CalibrationEvidence, CameraRefiner, FlightKind, PixelErrors};
pub use refusals::{Refusal, Refusals, Refused};
pub use stroke::{Stroke, StrokeSpins};
pub use tracker::{Track, Tracker, TrackerSettings};
