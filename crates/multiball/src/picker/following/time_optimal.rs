//! Turning as hard and braking as late as the drive can.

use super::Steer;
use super::law::NEAREST;
use crate::geometry::portable::sin;
use crate::picker::{DriveLimits, Target};

/// The turn rate from which braking at the drive's limit ends with the target straight ahead.
///
/// ```text
/// ω_b = √((aT/2)² + 2 g a |θ|) - aT/2,   ω = ω_b + v sin θ/L  with  v = v₀ - p h ω:
/// ω = (ω_b + v₀ d)/(1 + p h d),  d = sin |θ|/L,  to the target's side
/// ```
///
/// θ is the bearing, rad; L the distance, m; a the drive's turn acceleration, T its step. √(2 a θ) is the rate at which
/// a bearing θ is left when the turn must end with it; aT/2 belongs to steps, within which the rate is constant. The
/// bearing grows by itself at v sin θ/L while the robot passes by, and that much more is turned. As the target comes
/// near, d outgrows all else and ω goes to v₀/(p h), turning on the spot: so no target is inside the turning circle.
/// g = 0.9 leaves a tenth of the braking for that second term, which shrinks during the turn; with g = 1 the turn ends
/// too late and the robot passes targets by up to 4 mm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TimeOptimal {
    limits: DriveLimits,
}

/// g: share of the turn acceleration that braking assumes.
const BRAKING: f64 = 0.9;

impl TimeOptimal {
    /// The law for a drive.
    #[must_use]
    pub fn new(limits: &DriveLimits) -> Self {
        Self { limits: *limits }
    }
}

impl Steer for TimeOptimal {
    fn wanted_turn_rate(&mut self, seen: &Target, _turn_rate: f64) -> f64 {
        let DriveLimits { cruise, turning_loss, turn_acceleration, step_s, .. } = self.limits;
        let (angle, half_change) = (seen.bearing.abs(), turn_acceleration * step_s / 2.0);
        let braking = (half_change * half_change + 2.0 * BRAKING * turn_acceleration * angle).sqrt() - half_change;
        let drift = sin(angle) / seen.distance.max(NEAREST);
        ((braking + cruise * drift) / (1.0 + turning_loss * drift)).copysign(seen.bearing)
    }
}
