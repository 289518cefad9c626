//! Why a scenario is refused.

use crate::ball::PlacementError;
use crate::format::{TomlError, UnknownVersion};
use crate::player::Rejections;

/// Why a scenario was refused; the message shows line, value and what is allowed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ScenarioError {
    /// A version that is not known.
    #[error(transparent)]
    Version(#[from] UnknownVersion),
    /// The text is not TOML, has an unknown or missing field, or an invalid value.
    #[error(transparent)]
    Text(#[from] TomlError),
    /// Parts that do not go together.
    #[error("{table} needs {needs}")]
    Apart {
        /// The part that is there.
        table: &'static str,
        /// What it needs.
        needs: &'static str,
    },
    /// Balls would bounce, or be aimed, next to the table.
    #[error("{field} reaches {value_m} m; on the table of [court] it must be at most {most_m:.2} m")]
    OffTable {
        /// Which field.
        field: &'static str,
        /// Its value, away from the middle of the table.
        value_m: f64,
        /// The most that this table allows.
        most_m: f64,
    },
    /// The planar player supports ideal contacts only.
    #[error("{place}: {field} = \"{value}\": the planar players support `{allowed}` only")]
    NotPlanar {
        /// Line of the scenario, or that the value is the default.
        place: String,
        /// Which model.
        field: &'static str,
        /// Its value.
        value: String,
        /// What it must be.
        allowed: &'static str,
    },
    /// The players' choices allow no first ball.
    #[error(
        "[planar]: no first ball is possible with these choices of net clearance, target and hitting zone. Of {} \
         tried, {} would touch the net and {} have no path that the other side could play", .0.total(), .0.net, .0.path
    )]
    NoFeed(Rejections),
    /// No scenario has that name.
    #[error("no scenario `{name}`; known: {known}")]
    UnknownName {
        /// The name given.
        name: String,
        /// The names that exist.
        known: String,
    },
    /// A scenario has no field of that name.
    #[error("no scenario has a field `{key}`; {near}")]
    UnknownKey {
        /// The name given.
        key: String,
        /// Names that exist and are most like it, or where all of them are, in words.
        near: String,
    },
    /// A field does not take that value.
    #[error("{key} = {value}: {reason}")]
    Value {
        /// The field's dotted name.
        key: String,
        /// The value given.
        value: String,
        /// Why not, and what is allowed.
        reason: String,
    },
    /// It cannot be written as TOML.
    #[error("the scenario cannot be written as TOML: {0}")]
    Unwritable(Box<toml::ser::Error>),
    /// The first ball would start inside something.
    #[error("[planar]: the first ball starts in the middle of the hitting zone, but {0}")]
    FeedPlace(PlacementError),
}
