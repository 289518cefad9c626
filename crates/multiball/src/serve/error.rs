//! Why a serve cannot be.

use crate::ball::StrikeError;

/// Why there is no such serve.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ServeError {
    /// No velocity takes the ball to both points.
    #[error(
        "no velocity takes a ball struck at x = {hit_x:.3} m, z = {hit_z:.3} m to both bounces: the nearest misses by {miss_m:.3} m"
    )]
    NoPath {
        /// Distance of the stroke from the net.
        hit_x: f64,
        /// Height of the stroke.
        hit_z: f64,
        /// What is left.
        miss_m: f64,
    },
    /// The ball touches the net, or nearly.
    #[error("the ball passes the net with {by_m:.3} m of room")]
    Net {
        /// Room between ball and net; negative when it is hit.
        by_m: f64,
    },
    /// The way breaks the rules of a serve.
    #[error("the ball {what}")]
    NotLegal {
        /// What it does.
        what: &'static str,
    },
    /// No racket sends the ball off so.
    #[error("{0}")]
    Strike(#[from] StrikeError),
    /// The arm does not reach the racket's place and attitude.
    #[error("the arm is {by_m:.3} m short of holding the racket like that")]
    OutOfReach {
        /// Distance missing.
        by_m: f64,
    },
    /// The arm reaches it only with a joint beyond its range.
    #[error("the arm holds the racket at ({:.3}, {:.3}, {:.3}) m only with a joint beyond its range", at[0], at[1], at[2])]
    JointRange {
        /// Centre of the racket.
        at: [f64; 3],
    },
}
