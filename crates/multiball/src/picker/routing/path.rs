//! The way from one place to another.

use std::f64::consts::PI;

use crate::geometry::portable::atan2;
use crate::geometry::wrapped;
use crate::picker::Point2;

/// The way from one place to another, as far as it matters for routes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Path {
    /// m.
    pub(super) length: f64,
    /// Directions at its beginning and at its end, rad.
    pub(super) departs: f64,
    pub(super) arrives: f64,
    /// What is turned in between, rad.
    pub(super) turning: f64,
}

impl Path {
    /// Straight; to the same place it has a direction that is told.
    pub(super) fn straight(from: &Point2, to: &Point2, nowhere: f64) -> Self {
        let way = to - from;
        let direction = if way == Point2::zeros() { nowhere } else { atan2(way.y, way.x) };
        Self { length: way.norm(), departs: direction, arrives: direction, turning: 0.0 }
    }

    /// This way and then another.
    pub(super) fn and(self, then: Self) -> Self {
        let turning = self.turning + wrapped(then.departs - self.arrives).abs() + then.turning;
        Self { length: self.length + then.length, departs: self.departs, arrives: then.arrives, turning }
    }

    /// The same way from its end.
    pub(super) fn back(self) -> Self {
        Self { departs: wrapped(self.arrives + PI), arrives: wrapped(self.departs + PI), ..self }
    }
}
