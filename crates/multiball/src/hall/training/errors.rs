//! Why a session cannot be played, or not be played on.

use super::LostBall;
use crate::hall::ScenarioError;
use crate::opponent::LessonError;
use crate::picker::localisation::SiteError;
use crate::picker::routing::ObstacleError;
use crate::player::NoReturn;
use crate::serve::ServeError;

/// Why a session cannot be played, or not be played on.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum TrainingError {
    /// The scenario is about planar robots.
    #[error("the scenario has no [hall]: its planar robots play without one")]
    Planar,
    /// The scenario's parts do not go together.
    #[error(transparent)]
    Scenario(Box<ScenarioError>),
    /// The rail player cannot wait where it shall.
    #[error("the racket cannot be held where it shall wait: {0}")]
    Ready(NoReturn),
    /// Nothing was learned of people's strokes.
    #[error(transparent)]
    Lesson(#[from] LessonError),
    /// The floor is no place for the picker.
    #[error("[picker]: {0}")]
    Floor(ObstacleError),
    /// The picker has no room at home.
    #[error(
        "[picker]: home_m = [{x}, {y}] is no place for a robot of radius {radius_m} m: the hall's walls are at x = \
         ±{wall_x} and y = ±{wall_y} m, and it must stand {radius_m} m from them and from the table's legs, rails, the \
         serving arm's stand and the hopper"
    )]
    Home {
        /// Where it shall be at home, m.
        x: f64,
        /// Where.
        y: f64,
        /// Half the hall, m.
        wall_x: f64,
        /// Half the hall, m.
        wall_y: f64,
        /// Half its width, m.
        radius_m: f64,
    },
    /// The hall is nowhere on the earth.
    #[error(transparent)]
    Site(#[from] SiteError),
    /// The serving arm finds no serve.
    #[error("[server]: none of the serves drawn can be played; the last: {0}")]
    NoServe(#[from] ServeError),
    /// All balls were served, and nobody brings them back.
    #[error(
        "after {after_s:.1} s and {points} points the hopper is empty, and there is no [picker] to fill it: give the \
         hall one, or more balls than points"
    )]
    Dry {
        /// When, s.
        after_s: f64,
        /// Points until then.
        points: u64,
    },
    /// The picker brings nothing.
    #[error(
        "after {after_s:.1} s: the hopper has been empty for {waited_s:.0} s; {floor} balls lie on the floor, {picker} \
         are in the picker"
    )]
    Starved {
        /// When, s.
        after_s: f64,
        /// How long it has been empty, s.
        waited_s: f64,
        /// Balls on the floor.
        floor: usize,
        /// Balls in the picker.
        picker: usize,
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
