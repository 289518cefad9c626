//! Why an arm cannot reach a pose or a velocity, in numbers.

use super::JointKind;

/// Why there is no joint vector for a pose, or no joint rate for a velocity.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum ReachError {
    /// The wrist would have to be farther from the shoulder than the arm is long.
    #[error(
        "out of reach by {by_m:.4} m: the wrist would be {wrist_m:.4} m from the shoulder, the arm reaches \
         {longest_m:.4} m"
    )]
    TooFar {
        /// Distance missing.
        by_m: f64,
        /// Distance from shoulder to wrist.
        wrist_m: f64,
        /// Longest distance possible.
        longest_m: f64,
    },
    /// The wrist would have to be nearer to the shoulder than the links can fold.
    #[error(
        "too near by {by_m:.4} m: the wrist would be {wrist_m:.4} m from the shoulder, the arm folds to \
         {shortest_m:.4} m"
    )]
    TooNear {
        /// Distance missing.
        by_m: f64,
        /// Distance from shoulder to wrist.
        wrist_m: f64,
        /// Shortest distance possible.
        shortest_m: f64,
    },
    /// The elbow of a five-joint arm lies on a sphere about its shoulder; this pose would put it elsewhere.
    #[error(
        "out of reach by {by_m:.6} m: this position with this attitude puts the elbow {elbow_m:.6} m from the \
         shoulder, the upper \
         arm is {upper_m:.6} m long (tolerance {tolerance_m} m)"
    )]
    OffSphere {
        /// Distance missing.
        by_m: f64,
        /// Distance from shoulder to elbow.
        elbow_m: f64,
        /// Length of the upper arm.
        upper_m: f64,
        /// What is still taken for reachable.
        tolerance_m: f64,
    },
    /// The wrist would have to be higher or lower than the arm lifts it.
    #[error(
        "out of reach by {by_m:.4} m: the wrist would be at z = {wrist_z_m:.4} m, the arm lifts it from {low_m:.4} to \
         {high_m:.4} m"
    )]
    Height {
        /// Distance missing.
        by_m: f64,
        /// Height of the wrist.
        wrist_z_m: f64,
        /// Least height possible.
        low_m: f64,
        /// Greatest height possible.
        high_m: f64,
    },
    /// Every solution breaks a joint limit; this is the one that breaks them least.
    #[error(
        "no solution within the joint limits: the nearest has joint {number} at {value:.4} {unit}, allowed are \
         {low:.4} to {high:.4} {unit}",
        unit = kind.unit()
    )]
    OutsideLimits {
        /// Which joint, counted from 1.
        number: usize,
        /// How it moves.
        kind: JointKind,
        /// Its value.
        value: f64,
        /// Least allowed.
        low: f64,
        /// Greatest allowed.
        high: f64,
    },
    /// No joints rebuild the pose: the requested attitude is not a rotation.
    #[error(
        "no joints rebuild the pose better than to {residual:.1e} m or rad: its axes are not at right angles or not \
         of length 1"
    )]
    NotARotation {
        /// How far the best joints are from it.
        residual: f64,
    },
    /// The pose is not made of finite numbers.
    #[error("the pose must be finite numbers")]
    NotFinite,
    /// The elbow is stretched or folded: some velocities cannot be reached.
    #[error("singular pose: sin q2 = {sin_elbow:.1e}")]
    Singular {
        /// Sine of the elbow angle.
        sin_elbow: f64,
    },
    /// A numerical search ended without a solution.
    #[error(
        "no solution found: after {tries} starts the best pose is still {position_m:.2e} m and {angle_rad:.2e} rad \
         away. The pose is out of reach, or this arm does not have its attitude there"
    )]
    NotConverged {
        /// Starting points tried.
        tries: usize,
        /// Distance that is left.
        position_m: f64,
        /// Angle that is left.
        angle_rad: f64,
    },
    /// Not one value for each joint.
    #[error("{given} joint values were given, this arm needs {needed}")]
    JointCount {
        /// Values given.
        given: usize,
        /// Joints of the arm.
        needed: usize,
    },
    /// A joint value that is not a finite number.
    #[error("joint {number} is {value:e}; joint values must be numbers from -1e6 to 1e6")]
    JointNotFinite {
        /// Which joint, counted from 1.
        number: usize,
        /// Its value.
        value: f64,
    },
    /// A pose outside the plane in which the robot moves.
    #[error("the pose lies {by_m:.2e} m off the robot's plane and is turned out of it by {by_rad:.2e} rad")]
    OffPlane {
        /// Distance from the plane, m.
        by_m: f64,
        /// Angle out of the plane, rad.
        by_rad: f64,
    },
}

impl ReachError {
    /// Of two misses the one that is nearer to reaching.
    #[must_use]
    pub fn nearer(self, other: Self) -> Self {
        if self.miss_m() <= other.miss_m() { self } else { other }
    }

    /// How much is missing, m; infinite where it is not a matter of distance.
    fn miss_m(&self) -> f64 {
        match self {
            Self::TooFar { by_m, .. } | Self::TooNear { by_m, .. } => *by_m,
            Self::OffSphere { by_m, .. } | Self::Height { by_m, .. } => *by_m,
            _ => f64::INFINITY,
        }
    }
}
