//! Why there is no motion.

use super::{LimitError, Quantity};
use crate::robot::JointKind;

/// Why no motion could be planned.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum MotionError {
    /// It would break a limit.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// There is no time for it.
    #[error("no time to move: from {start_s} s to {end_s} s")]
    NoTime {
        /// When it would start.
        start_s: f64,
        /// When it would end.
        end_s: f64,
    },
    /// It would begin before the present motion does.
    #[error("no new plan at {now_s} s: the present one began later, at {start_s} s")]
    Past {
        /// When it would begin.
        now_s: f64,
        /// When the present motion began.
        start_s: f64,
    },
    /// The soonest arrival is later than requested.
    #[error(
        "the arm cannot be there in {requested_s:.4} s: the soonest that is possible from then on is {soonest_s:.4} s"
    )]
    TooSoon {
        /// Duration requested.
        requested_s: f64,
        /// The least duration from the one requested on that is possible.
        soonest_s: f64,
    },
    /// A jerk-limited motion needs limits above 0 that are finite.
    #[error(
        "no jerk-limited motion: the limit of {name} of joint {number} is {limit} {unit}, it must be finite and above \
         0",
        name = quantity.name(), unit = quantity.unit(*kind)
    )]
    Unusable {
        /// Which joint, counted from 1.
        number: usize,
        /// How it moves.
        kind: JointKind,
        /// Which limit.
        quantity: Quantity,
        /// Its value.
        limit: f64,
    },
    /// A path needs at least two points.
    #[error("{points} way points: at least 2 are needed")]
    TooFewPoints {
        /// How many were given.
        points: usize,
    },
    /// The motion has more pieces than its type can hold.
    #[error("the motion of joint {number} has {pieces} pieces; at most {capacity} fit")]
    TooManyPieces {
        /// Which joint, counted from 1.
        number: usize,
        /// How many pieces it needs.
        pieces: usize,
        /// How many fit.
        capacity: usize,
    },
    /// No jerk-limited motion was found, or none that can be trusted.
    #[error("no jerk-limited motion found: {reason}")]
    Solver {
        /// What was wrong.
        reason: String,
    },
}
