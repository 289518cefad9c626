//! Joints: how far they go, how fast, and which of an angle's turns to take.

use std::f64::consts::{PI, TAU};

use nalgebra::SVector;

use super::ReachError;

/// Values of an arm's joints: rad, or m where a joint slides.
pub type Joints<const N: usize> = SVector<f64, N>;

/// Refuses joint values unless there is one finite value for each joint.
pub(super) fn check_values(values: &[f64], needed: usize) -> Result<(), ReachError> {
    if values.len() != needed {
        return Err(ReachError::JointCount { given: values.len(), needed });
    }
    check_finite(values)
}

/// Turns beyond this leave too few digits for the angle itself, rad or m.
const GREATEST: f64 = 1e6;

/// Refuses joint values that are not finite or so great that their last turn is lost.
#[inline]
pub(super) fn check_finite(values: &[f64]) -> Result<(), ReachError> {
    match values.iter().position(|value| value.is_nan() || value.abs() > GREATEST) {
        Some(index) => Err(ReachError::JointNotFinite { number: index + 1, value: values[index] }),
        None => Ok(()),
    }
}

/// How a joint moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JointKind {
    /// Turns about its axis; a whole turn is the same pose.
    Revolute,
    /// Slides along its axis.
    Prismatic,
}

impl JointKind {
    /// Unit of the joint's value.
    #[must_use]
    pub fn unit(self) -> &'static str {
        match self {
            Self::Revolute => "rad",
            Self::Prismatic => "m",
        }
    }
}

/// One joint's limits, in rad or m and seconds. What has no limit is infinite.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JointLimits {
    /// How it moves.
    pub kind: JointKind,
    /// Least value.
    pub low: f64,
    /// Greatest value.
    pub high: f64,
    /// Greatest speed.
    pub speed: f64,
    /// Greatest acceleration.
    pub acceleration: f64,
    /// Greatest jerk.
    pub jerk: f64,
}

impl JointLimits {
    /// A value so little beyond a limit counts as on it: a pose made at a limit comes back with rounding.
    pub const SLACK: f64 = 1e-9;

    /// A revolute joint between two angles in degrees, with rates in degrees and seconds.
    #[must_use]
    pub const fn revolute_deg(low: f64, high: f64, speed: f64, acceleration: f64, jerk: f64) -> Self {
        let rad = PI / 180.0;
        Self {
            kind: JointKind::Revolute,
            low: low * rad,
            high: high * rad,
            speed: speed * rad,
            acceleration: acceleration * rad,
            jerk: jerk * rad,
        }
    }

    /// Whether the joint can be there.
    #[must_use]
    #[inline]
    pub fn contains(&self, value: f64) -> bool {
        value >= self.low - Self::SLACK && value <= self.high + Self::SLACK
    }

    /// How far a value lies outside the limits; 0 inside.
    #[must_use]
    pub fn excess(&self, value: f64) -> f64 {
        (self.low - value).max(value - self.high).max(0.0)
    }

    /// The middle of the range; 0 where the joint may turn without end.
    #[must_use]
    pub fn middle(&self) -> f64 {
        if self.low.is_finite() && self.high.is_finite() { 0.5 * (self.low + self.high) } else { 0.0 }
    }

    /// The turn of an angle that a joint near `near` would take: the nearest within the limits; where none is within,
    /// the one that misses them least. A sliding joint's value stays as it is.
    #[must_use]
    #[inline]
    pub fn nearest_turn(&self, angle: f64, near: f64) -> f64 {
        if self.kind == JointKind::Prismatic {
            return angle;
        }
        let nearest = if (angle - near).abs() <= PI { angle } else { nearest_to(angle, near) };
        // Beyond the low limit the next turn up is the nearest within, beyond the high one the next turn down. Which of
        // a pose's angles are outside cannot be predicted, so both turns are weighed without a branch.
        let step = if nearest < self.low { TAU } else { -TAU };
        let turned = nearest + step;
        let (outside, outside_turned) = (self.beyond(nearest), self.beyond(turned));
        if outside > TAU {
            return self.turned_far(nearest, step);
        }
        if outside > Self::SLACK && outside_turned < outside { turned } else { nearest }
    }

    /// How far a value lies beyond the nearer limit; negative inside.
    #[inline]
    fn beyond(&self, value: f64) -> f64 {
        let (below, above) = (self.low - value, value - self.high);
        if below > above { below } else { above }
    }

    /// The best turn of an angle that is more than a turn outside.
    #[cold]
    fn turned_far(&self, angle: f64, step: f64) -> f64 {
        let turned = angle + step * ((self.excess(angle) - Self::SLACK) / TAU).ceil();
        let before = turned - step;
        if self.contains(turned) || self.excess(turned) < self.excess(before) { turned } else { before }
    }
}

/// The turn of an angle that is nearest to another.
#[cold]
fn nearest_to(angle: f64, near: f64) -> f64 {
    angle + TAU * ((near - angle) / TAU).round()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(low: f64, high: f64) -> JointLimits {
        JointLimits { kind: JointKind::Revolute, low, high, speed: 1.0, acceleration: 1.0, jerk: 1.0 }
    }

    #[test]
    fn law_the_turn_is_the_nearest_within_the_limits() {
        let wide = limits(-7.0, 7.0);
        assert!((wide.nearest_turn(0.5, 6.0) - (0.5 + TAU)).abs() < 1e-12);
        assert!((wide.nearest_turn(0.5 - TAU, 0.0) - 0.5).abs() < 1e-12);
        assert_eq!(wide.nearest_turn(3.0, 0.0), 3.0);
        // The nearest turn is out of limits, another within.
        let high = limits(3.0, 9.0);
        assert!((high.nearest_turn(-1.0, -1.0) - (TAU - 1.0)).abs() < 1e-12);
        // None is within: the one that misses least.
        let narrow = limits(0.0, 0.1);
        assert!((narrow.nearest_turn(TAU - 0.3, 5.0) + 0.3).abs() < 1e-12);
        assert!((narrow.nearest_turn(0.5, 0.0) - 0.5).abs() < 1e-12);
        assert!(!narrow.contains(narrow.nearest_turn(0.5, 0.0)));
    }

    #[test]
    fn bug_a_reference_far_away_or_nowhere_is_answered() {
        // Symptom: an endless loop, turn by turn from 1e18 rad or from no number at all. Law: it ends, and finite stays
        // finite.
        let wide = limits(-7.0, 7.0);
        assert!((wide.nearest_turn(0.5, 1e6) - (0.5 + TAU)).abs() < 1e-8);
        assert!((wide.nearest_turn(0.5, -1e6) - (0.5 - TAU)).abs() < 1e-8);
        assert!(wide.nearest_turn(0.5, 1e18).abs() < 1e18);
        assert!((limits(1e4, 1e4 + TAU).nearest_turn(0.0, 0.0) - (1592.0 * TAU)).abs() < 1e-8);
        assert!(wide.nearest_turn(0.5, f64::NAN).is_nan());
    }

    #[test]
    fn law_an_endless_joint_takes_any_turn() {
        let endless = limits(f64::NEG_INFINITY, f64::INFINITY);
        assert!((endless.nearest_turn(0.1, 100.0) - 100.0).abs() <= PI);
        assert_eq!(endless.middle(), 0.0);
    }

    #[test]
    fn law_a_sliding_joint_does_not_turn() {
        let rail = JointLimits { kind: JointKind::Prismatic, ..limits(0.0, 1.0) };
        assert_eq!(rail.nearest_turn(7.0, 0.0), 7.0);
        assert_eq!(rail.excess(7.0), 6.0);
    }
}
