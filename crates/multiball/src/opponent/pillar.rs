//! An upright obstacle that a person avoids.

use super::motion::StrokeMotion;
use super::walk::Walk;
use crate::geometry::Vec3;

/// A post from the floor to above people's heads.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pillar {
    /// Its middle, m; the height means nothing.
    pub place: Vec3,
    /// Half its thickness, m.
    pub radius: f64,
}

/// Half the width of a walking person, elbows included, and the radius of an arm, a leg or half a blade, m (assumed).
const WALKER: f64 = 0.45;
const LIMB: f64 = 0.1;
/// Stretch of time around the contact in which the whole body is looked at, s, and how often.
const SWING_S: (f64, f64) = (-0.45, 0.4);
const LOOKS: u32 = 24;

impl Pillar {
    /// Least clearance to a walking person, m; negative when they would walk into it.
    pub(super) fn clearance_of_walk(&self, walk: &Walk) -> f64 {
        walk.moments().map(|there| self.from(&there.place)).fold(f64::INFINITY, f64::min) - WALKER
    }

    /// Least clearance to limbs and racket in a stroke, m; negative when they would touch it.
    pub(super) fn clearance_of_stroke(&self, motion: &StrokeMotion) -> f64 {
        let time_s = |i: u32| SWING_S.0 + (SWING_S.1 - SWING_S.0) * f64::from(i) / f64::from(LOOKS);
        let of_posture = |i: u32| {
            let posture = motion.posture(time_s(i));
            let [blade, _] = posture.blade();
            posture.skeleton().points.iter().map(|point| self.from(point)).fold(self.from(&blade), f64::min)
        };
        (0..=LOOKS).map(of_posture).fold(f64::INFINITY, f64::min) - LIMB
    }

    /// Horizontal distance from its rim to a position, m.
    fn from(&self, place: &Vec3) -> f64 {
        (place - self.place).xy().norm() - self.radius
    }
}
