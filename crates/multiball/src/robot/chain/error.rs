//! Why something is not a chain.

/// Why parts do not make a chain.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ChainError {
    /// No joint moves.
    #[error("a chain needs at least one joint that moves (revolute, continuous or prismatic)")]
    NoJoints,
    /// A name that no file could hold.
    #[error("joint number {number} is called {name:?}: a name needs at least one character and no control characters")]
    BadName {
        /// Which joint, counted from 1.
        number: usize,
        /// Its name.
        name: String,
    },
    /// Two joints of one name.
    #[error("two joints are called {name:?}: each joint needs a name of its own")]
    SameName {
        /// The name.
        name: String,
    },
    /// A frame with a number that is not finite.
    #[error("{place}: its frame must be made of finite numbers, but has {value}")]
    Frame {
        /// Which joint, or the tip.
        place: String,
        /// The first number that is not finite.
        value: f64,
    },
    /// An axis without a direction.
    #[error(
        "joint {joint:?}: the axis {axis:?} has no usable direction; allowed is any vector of a length between 1e-6 \
         and 1e6"
    )]
    Axis {
        /// Which joint.
        joint: String,
        /// Its axis as given.
        axis: [f64; 3],
    },
    /// A range without a value in it.
    #[error("joint {joint:?}: its range goes from {low} to {high}; the low end must not lie above the high end")]
    Range {
        /// Which joint.
        joint: String,
        /// Least value.
        low: f64,
        /// Greatest value.
        high: f64,
    },
    /// A rate that allows no motion.
    #[error("joint {joint:?}: its greatest {rate} is {value}; it must be above 0 (infinite where there is no limit)")]
    Rate {
        /// Which joint.
        joint: String,
        /// Speed, acceleration or jerk.
        rate: &'static str,
        /// Its value.
        value: f64,
    },
}
