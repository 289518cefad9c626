//! Why a session cannot be played or continued.

use super::LostBall;
use crate::hall::{CatalogError, ScenarioError};
use crate::opponent::LessonError;
use crate::picker::localisation::SiteError;
use crate::picker::routing::ObstacleError;
use crate::serve::ServeError;

/// Why a session cannot be played or continued.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum TrainingError {
    /// The scenario is a planar one.
    #[error("the scenario has no [hall]: its planar robots play without one")]
    Planar,
    /// The scenario's parts do not go together.
    #[error(transparent)]
    Scenario(Box<ScenarioError>),
    /// A robot, player or opponent that the scenario names cannot play.
    #[error("[player] or [opponent]: {0}")]
    Catalog(#[from] CatalogError),
    /// A file is named where only the library's own can be taken.
    #[error("{field} = \"{name}\" names a file, and no catalog here has it; allowed: the names of the library")]
    OwnFile {
        /// The field.
        field: &'static str,
        /// The file.
        name: String,
    },
    /// An opponent's reply is invalid.
    #[error(
        "the opponent's reply to a ball struck at {struck_s:.3} s is none: it strikes at {contact_s:.3} s a ball at \
         ({x_m:.3}, {y_m:.3}, {z_m:.3}) m with {speed_m_s:.1} m/s. It must strike later than {struck_s:.3} s, at \
         x < 0, with at most {most_m_s} m/s"
    )]
    Reply {
        /// When the other side struck, s.
        struck_s: f64,
        /// When the opponent would strike, s.
        contact_s: f64,
        /// Where, m.
        x_m: f64,
        /// Where.
        y_m: f64,
        /// Where.
        z_m: f64,
        /// How fast the ball would leave, m/s.
        speed_m_s: f64,
        /// How fast it may leave, m/s.
        most_m_s: f64,
    },
    /// The training of the stroke reader failed.
    #[error(transparent)]
    Lesson(#[from] LessonError),
    /// The obstacles on the floor are invalid for the picker.
    #[error("[picker]: {0}")]
    Floor(ObstacleError),
    /// The picker's home position is too near to an obstacle or wall.
    #[error(
        "[picker]: home_m = [{x}, {y}] is no place for a robot of radius {radius_m} m. The hall's walls are at x = \
         ±{wall_x} and y = ±{wall_y} m. It must stand {radius_m} m from them and from the table's legs, rails, the \
         serving arm's stand and the hopper"
    )]
    Home {
        /// Its home position, m.
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
    /// The hall's geodetic position is invalid.
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
    /// The ledger of balls and the world differ.
    #[error("after {after_s:.3} s: {lost}")]
    Lost {
        /// When, s.
        after_s: f64,
        /// Which ball.
        lost: LostBall,
    },
}
