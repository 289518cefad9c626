//! Why there is no motion along a path in space.

use crate::motion::LimitError;
use crate::robot::{JointKind, ReachError};

/// Why no motion follows a path. Places are counted along the path, from the start of its leg.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CartesianError {
    /// Two poses that follow one another are the same.
    #[error("pose {number} is the one before it: a path needs poses that differ by more than 1e-9 m or rad")]
    NoPath {
        /// Which pose of the path, counted from 1; the start is pose 1.
        number: usize,
    },
    /// An arc needs a pose to pass and one to end at.
    #[error("{given} poses after the start: each arc takes two, one to pass and one to end at")]
    OddArc {
        /// How many there are.
        given: usize,
    },
    /// Three points of an arc on one line.
    #[error("poses {first} to {last} lie on one line within {off_m:.1e} m: no circle passes through them")]
    Straight {
        /// The first of the three, counted from 1; the start is pose 1.
        first: usize,
        /// The last.
        last: usize,
        /// Distance of the middle one from the line.
        off_m: f64,
    },
    /// The arm does not reach a part of the path.
    #[error("at {at} the arm stops; {beyond_m:.4} m farther: {reason}")]
    Unreachable {
        /// Where the arm stops.
        at: PlaceOnPath,
        /// How much farther along the path the reason holds.
        beyond_m: f64,
        /// Why the arm is not there.
        reason: ReachError,
    },
    /// An arm of fewer than six joints cannot keep the tool's position on the path.
    #[error("at {at} the arm stops; {beyond_m:.4} m farther it misses the path by {by_m:.4} m")]
    OffPath {
        /// Where the arm stops.
        at: PlaceOnPath,
        /// How much farther along the path the miss was measured.
        beyond_m: f64,
        /// How far the tool stays from the path.
        by_m: f64,
    },
    /// A joint would leave its range.
    #[error(
        "at {at} joint {number} would be at {value:.4} {unit}, {by:.4} {unit} beyond its limit {limit:.4} {unit}",
        unit = kind.unit(), by = (value - limit).abs()
    )]
    Range {
        /// Where.
        at: PlaceOnPath,
        /// Which joint, counted from 1.
        number: usize,
        /// How it moves.
        kind: JointKind,
        /// Its value.
        value: f64,
        /// What is allowed.
        limit: f64,
    },
    /// No continuous motion of the joints leads through a singularity.
    #[error("at {at} the arm is singular: joint {number} would have to jump by {by:.4} {unit}", unit = kind.unit())]
    Singular {
        /// Where.
        at: PlaceOnPath,
        /// The joint that jumps most, counted from 1.
        number: usize,
        /// How it moves.
        kind: JointKind,
        /// How far.
        by: f64,
    },
    /// An arm of fewer than six joints does not have the attitude at the end of a leg.
    #[error("at {at} the arm misses the attitude by {by_rad:.4} rad; at most {most_rad} rad is taken for rounding")]
    Attitude {
        /// Where.
        at: PlaceOnPath,
        /// By how much.
        by_rad: f64,
        /// What is allowed.
        most_rad: f64,
    },
    /// Neither the joints nor the tool have any limit.
    #[error("no joint has a limit of speed, acceleration or jerk: the tool's speed must be given")]
    NoLimit,
    /// The requested duration is shorter than the limits allow.
    #[error("the path cannot be followed in {requested_s:.4} s: the limits allow {least_s:.4} s")]
    TooSoon {
        /// Requested duration.
        requested_s: f64,
        /// The least possible with this method.
        least_s: f64,
    },
    /// Joint values that are no configuration of the arm.
    #[error(transparent)]
    Joints(#[from] ReachError),
    /// The motion would break a limit.
    #[error(transparent)]
    Limit(#[from] LimitError),
}

/// A place on a path of several legs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlaceOnPath {
    /// Which leg, counted from 1.
    pub leg: usize,
    /// Share of the leg that lies before it, 0 to 1.
    pub share: f64,
    /// Length of the leg, m; 0 where the tool only turns.
    pub length_m: f64,
}

impl std::fmt::Display for PlaceOnPath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { leg, share, length_m } = self;
        if *length_m > 0.0 {
            return write!(f, "{:.4} m of {length_m:.4} m of leg {leg}", share * length_m);
        }
        write!(f, "{:.2} % of the turn of leg {leg}", 100.0 * share)
    }
}
