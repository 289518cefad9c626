//! The path from one point to another.

use std::f64::consts::PI;

use crate::geometry::portable::atan2;
use crate::geometry::wrapped;
use crate::picker::Point2;

/// The path from one point to another, as far as routing needs it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Path {
    /// m.
    pub(super) length: f64,
    /// Directions at its beginning and at its end, rad.
    pub(super) departs: f64,
    pub(super) arrives: f64,
    /// Sum of the angles turned in between, rad.
    pub(super) turning: f64,
}

impl Path {
    /// The straight path; between equal points it has the direction `nowhere`.
    pub(super) fn straight(from: &Point2, to: &Point2, nowhere: f64) -> Self {
        let displacement = to - from;
        let direction = if displacement == Point2::zeros() { nowhere } else { atan2(displacement.y, displacement.x) };
        Self { length: displacement.norm(), departs: direction, arrives: direction, turning: 0.0 }
    }

    /// This path and then another.
    pub(super) fn and(self, then: Self) -> Self {
        let turning = self.turning + wrapped(then.departs - self.arrives).abs() + then.turning;
        Self { length: self.length + then.length, departs: self.departs, arrives: then.arrives, turning }
    }

    /// The same path backwards.
    pub(super) fn back(self) -> Self {
        Self { departs: wrapped(self.arrives + PI), arrives: wrapped(self.departs + PI), ..self }
    }
}
