//! Why a session cannot be played, or not be played on.

use super::LostBall;
use crate::opponent::LessonError;
use crate::picker::localisation::SiteError;
use crate::picker::routing::ObstacleError;
use crate::player::NoReturn;
use crate::serve::ServeError;

/// Why a session cannot be played, or not be played on.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum TrainingError {
    /// The rail player cannot wait where it shall.
    #[error("the racket cannot be held where it shall wait: {0}")]
    Ready(NoReturn),
    /// Nothing was learned of people's strokes.
    #[error(transparent)]
    Lesson(#[from] LessonError),
    /// The floor is no place for the picker.
    #[error("[picker]: {0}")]
    Floor(#[from] ObstacleError),
    /// The hall is nowhere on the earth.
    #[error(transparent)]
    Site(#[from] SiteError),
    /// The serving arm finds no serve.
    #[error("[server]: none of the serves drawn can be played; the last: {0}")]
    NoServe(#[from] ServeError),
    /// All balls were served, and nobody brings them back.
    #[error(
        "after {after_s:.1} s and {points} points the hopper is empty, and there is no [picker] to fill it: give the hall one, or more balls than points"
    )]
    Dry {
        /// When, s.
        after_s: f64,
        /// Points until then.
        points: u64,
    },
    /// The book of balls and the world differ.
    #[error("after {after_s:.3} s: {lost}")]
    Lost {
        /// When, s.
        after_s: f64,
        /// Which ball.
        lost: LostBall,
    },
}
