//! The target in the robot's own frame, while the robot drives.

use crate::geometry::portable::{atan2, hypot, sin_cos};
use crate::geometry::wrapped;
use crate::picker::{Motion, Point2, Target};

/// The target's position relative to a robot that moves in small steps.
///
/// Millions of runs consist of such steps, so a step has no sine and no arctangent: its angles are so small that a few
/// terms of their series are exact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Approach {
    /// Ahead and to the left, m.
    place: Point2,
    bearing: f64,
}

/// Up to this angle, rad, what the series below leave out is less than 1e-17 of it.
const SMALL: f64 = 0.01;

impl Approach {
    pub(super) fn new(target: &Target) -> Self {
        let (sine, cosine) = sin_cos(target.bearing);
        Self { place: Point2::new(cosine, sine) * target.distance, bearing: target.bearing }
    }

    #[inline]
    pub(super) fn seen(&self) -> Target {
        Target { bearing: self.bearing, distance: hypot(self.place.x, self.place.y) }
    }

    /// Ahead, m: below 0 the target is behind.
    #[inline]
    pub(super) fn ahead(&self) -> f64 {
        self.place.x
    }

    /// To the left, m.
    #[inline]
    pub(super) fn left(&self) -> f64 {
        self.place.y
    }

    /// The target after a motion of some time, s: exactly along its arc.
    #[inline]
    pub(super) fn after(&self, motion: &Motion, time_s: f64) -> Self {
        let turned = motion.turn_rate * time_s;
        let (forward, sideways) = chord(turned);
        let travel = motion.speed * time_s;
        let (x, y) = (self.place.x, self.place.y);
        let (x_moved, y_moved) = (x - travel * forward, y - travel * sideways);
        let swung = small_angle(x * y_moved - y * x_moved, x * x_moved + y * y_moved);
        let (sine, versine) = (turned * forward, turned * sideways);
        let place =
            Point2::new(x_moved + (sine * y_moved - versine * x_moved), y_moved - (sine * x_moved + versine * y_moved));
        Self { place, bearing: wrapped(self.bearing + swung - turned) }
    }
}

/// Chord of an arc of length 1 that turns by an angle: forward and to the left, sin δ/δ and (1 - cos δ)/δ.
#[inline]
fn chord(angle: f64) -> (f64, f64) {
    let square = angle * angle;
    if angle.abs() < SMALL {
        let forward = 1.0 - square * (1.0 / 6.0 - square * (1.0 / 120.0 - square / 5040.0));
        (forward, angle * (0.5 - square * (1.0 / 24.0 - square * (1.0 / 720.0 - square / 40_320.0))))
    } else {
        let (sine, cosine) = sin_cos(angle);
        (sine / angle, (1.0 - cosine) / angle)
    }
}

/// Angle of a vector: by a series where it is nearly along x.
#[inline]
fn small_angle(y: f64, x: f64) -> f64 {
    let tangent = y / x;
    if x > 0.0 && tangent.abs() < SMALL {
        let square = tangent * tangent;
        tangent * (1.0 - square * (1.0 / 3.0 - square * (1.0 / 5.0 - square * (1.0 / 7.0 - square / 9.0))))
    } else {
        atan2(y, x)
    }
}
