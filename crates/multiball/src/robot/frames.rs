//! Joint axes of an arm in space, and the pose and Jacobian that follow from them.

use std::f64::consts::{PI, TAU};

use nalgebra::{Matrix3, Rotation3, SVector, Translation3};

use super::{Jacobian, JointLimits, Joints, ReachError};
use crate::geometry::{Pose, Vec3, portable};

/// Metres or radians from a singularity within which a joint counts as free. It is far above rounding (1e-16) and far
/// below any pose that matters: a solution that keeps the free joint still closes to this.
pub(super) const SINGULAR: f64 = 1e-11;

/// Share of an arm's reach within which it counts as stretched or folded: what rounding of a pose can hide. It is some
/// 1e-7 rad of the elbow.
pub(super) const STRAIGHT: f64 = 4e-15;

/// A joint's axis in the base frame.
#[derive(Debug, Clone, Copy)]
pub(super) enum JointAxis {
    /// Turns about a unit vector through a point.
    Turn(Vec3, Vec3),
    /// Slides along a unit vector.
    Slide(Vec3),
}

impl JointAxis {
    /// A point of the axis; of one that slides, the origin.
    pub(super) fn through(self) -> Vec3 {
        match self {
            Self::Turn(_, through) => through,
            Self::Slide(_) => Vec3::zeros(),
        }
    }
}

/// All joints' axes and the end frame, in the base frame.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frames<const N: usize> {
    pub(super) axes: [JointAxis; N],
    pub(super) end: Vec3,
    pub(super) rotation: Matrix3<f64>,
}

impl<const N: usize> Frames<N> {
    /// The end frame.
    #[inline]
    pub(super) fn pose(&self) -> Pose {
        Pose::from_parts(Translation3::from(self.end), Rotation3::from_matrix_unchecked(self.rotation))
    }

    /// The Jacobian of the end: a joint that turns moves it about its axis, one that slides carries it along.
    #[inline]
    pub(super) fn jacobian(&self) -> Jacobian<N> {
        let column = |axis: &JointAxis| match axis {
            JointAxis::Turn(axis, through) => {
                let linear = axis.cross(&(self.end - through));
                SVector::<f64, 6>::from([linear.x, linear.y, linear.z, axis.x, axis.y, axis.z])
            }
            JointAxis::Slide(along) => SVector::from([along.x, along.y, along.z, 0.0, 0.0, 0.0]),
        };
        Jacobian::from_columns(&self.axes.each_ref().map(column))
    }
}

/// The elbow between an upper arm l1 and a forearm l2.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bend {
    /// Cosine and sine of g, the angle from the upper arm to the forearm, 0 to π.
    pub(super) cos: f64,
    pub(super) sin: f64,
    /// The wrist from the shoulder, along the upper arm and across it: l1 + l2 cos g and l2 sin g.
    pub(super) along: f64,
    pub(super) across: f64,
    /// Whether bending the other way is the same: the arm is stretched or folded, or the wrist is in the shoulder's
    /// axis.
    pub(super) single: bool,
}

impl Bend {
    /// The elbow for a squared distance of the wrist from the shoulder. tan²(g/2) = beyond / within has none of the
    /// cancellation of the law of cosines, and holds its digits where equal links fold.
    #[inline]
    pub(super) fn reaching(l1: f64, l2: f64, squared: f64) -> Result<Self, ReachError> {
        let (sum, difference, share) = (l1 + l2, l1 - l2, 0.25 / (l1 * l2));
        let (beyond, within) = (sum * sum - squared, squared - difference * difference);
        let hidden = STRAIGHT * sum;
        if beyond < -hidden * sum || within < -hidden * difference.abs() {
            return Err(Self::miss(sum, difference.abs(), squared.sqrt()));
        }
        if beyond <= hidden * sum {
            return Ok(Self { cos: 1.0, sin: 0.0, along: sum, across: 0.0, single: true });
        }
        if within <= hidden * difference.abs() {
            return Ok(Self { cos: -1.0, sin: 0.0, along: difference, across: 0.0, single: true });
        }
        let sin = 2.0 * (beyond * within).sqrt() * share;
        let along = difference + 2.0 * l2 * within * share;
        let single = squared <= SINGULAR * SINGULAR;
        Ok(Self { cos: (within - beyond) * share, sin, along, across: l2 * sin, single })
    }

    /// The error for a wrist that far from the shoulder.
    #[cold]
    fn miss(longest_m: f64, shortest_m: f64, wrist_m: f64) -> ReachError {
        if wrist_m > longest_m {
            ReachError::TooFar { by_m: wrist_m - longest_m, wrist_m, longest_m }
        } else {
            ReachError::TooNear { by_m: shortest_m - wrist_m, wrist_m, shortest_m }
        }
    }
}

/// Cosine and sine.
#[inline]
pub(super) fn cos_sin(angle: f64) -> (f64, f64) {
    let (sin, cos) = portable::sin_cos(angle);
    (cos, sin)
}

/// Two components over a length, for the price of one division.
#[inline]
pub(super) fn unit(x: f64, y: f64, length: f64) -> (f64, f64) {
    let share = 1.0 / length;
    (x * share, y * share)
}

/// The opposite direction, again from -π to π.
#[inline]
pub(super) fn opposite(angle: f64) -> f64 {
    if angle > 0.0 { angle - PI } else { angle + PI }
}

/// An angle from -2π to 2π again from -π to π.
#[inline]
pub(super) fn near_zero(angle: f64) -> f64 {
    if angle > PI {
        angle - TAU
    } else if angle < -PI {
        angle + TAU
    } else {
        angle
    }
}

/// Each joint from `FIRST` on at its turn nearest to `near` within its limits.
#[inline]
pub(super) fn turned<const FIRST: usize, const K: usize, const N: usize>(
    angles: [f64; K],
    near: &Joints<N>,
    limits: &[JointLimits; N],
) -> [f64; K] {
    std::array::from_fn(|i| limits[FIRST + i].nearest_turn(angles[i], near[FIRST + i]))
}
