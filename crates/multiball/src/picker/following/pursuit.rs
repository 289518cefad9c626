//! Pure pursuit.

use super::Steer;
use super::law::NEAREST;
use crate::geometry::portable::sin;
use crate::picker::{DriveLimits, Target};

/// Arcs through a point on the straight line to the target [R. Coulter, "Implementation of the pure pursuit path
/// tracking algorithm", CMU-RI-TR-92-01, 1992].
///
/// ```text
/// κ = 2 sin θ/min(L, ℓ),   ω = v κ = v₀ κ/(1 + p h |κ|)
/// ```
///
/// κ is the curvature of the arc that leaves along the heading and goes through a point at bearing θ, 1/m; the turn
/// rate follows with the drive's law of speed. ℓ is how far ahead the point is chosen: through the target itself, with
/// ℓ beyond L, the arc is long and turns twice as far as it must. A target that is not ahead is on no such arc worth
/// driving; the robot turns to it as fast as it can.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pursuit {
    limits: DriveLimits,
    look_ahead: f64,
}

impl Pursuit {
    /// ℓ for the paper's drive, m: the best of 0.10 to 0.50 m over all starts; nearer, the drive cannot straighten in
    /// time.
    pub const LOOK_AHEAD: f64 = 0.11;

    /// The law for a drive, with a look-ahead distance, m.
    #[must_use]
    pub fn new(look_ahead: f64, limits: &DriveLimits) -> Self {
        Self { limits: *limits, look_ahead }
    }
}

impl Steer for Pursuit {
    fn wanted_turn_rate(&mut self, seen: &Target, _turn_rate: f64) -> f64 {
        let limits = &self.limits;
        if seen.bearing.abs() >= std::f64::consts::FRAC_PI_2 {
            return limits.most_turn_rate().copysign(seen.bearing);
        }
        let curvature = 2.0 * sin(seen.bearing) / seen.distance.min(self.look_ahead).max(NEAREST);
        limits.cruise * curvature / (1.0 + limits.turning_loss * curvature.abs())
    }
}
