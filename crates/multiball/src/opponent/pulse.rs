//! Smooth displacements, the building blocks of a stroke.

use crate::geometry::Vec3;

/// A displacement that is made between two times with least jerk.
///
/// ```text
/// x(t) = D (10 s³ - 15 s⁴ + 6 s⁵)        s = (t - `start_s`) / `duration_s`, from 0 to 1
/// ```
/// Velocity and acceleration are zero at both ends; the highest speed, in the middle, is 15/8 |D| / `duration_s`.
/// Reaching movements of people follow it [Flash and Hogan 1985]; curved ones are sums of such pulses that overlap.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pulse {
    /// D, m.
    pub displacement: Vec3,
    /// When it begins, s from the contact.
    pub start_s: f64,
    /// How long it lasts, s.
    pub duration_s: f64,
}

impl Pulse {
    /// Its share that is done at a time.
    pub(super) fn done(&self, t_s: f64) -> f64 {
        let s = ((t_s - self.start_s) / self.duration_s).clamp(0.0, 1.0);
        s * s * s * (10.0 + s * (6.0 * s - 15.0))
    }

    /// Displacement at a time, m.
    pub(super) fn at(&self, t_s: f64) -> Vec3 {
        self.displacement * self.done(t_s)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_a_pulse_begins_and_ends_at_rest_and_is_fastest_in_the_middle() {
        let pulse = Pulse { displacement: Vec3::new(0.3, 0.0, 0.4), start_s: -0.2, duration_s: 0.25 };
        let speed = |t_s: f64| (pulse.at(t_s + 1e-6) - pulse.at(t_s - 1e-6)).norm() / 2e-6;
        assert_eq!((pulse.at(-0.3), pulse.at(0.1)), (Vec3::zeros(), pulse.displacement));
        assert!(speed(-0.2) < 1e-6 && speed(0.05) < 1e-6);
        assert!((speed(-0.075) - 15.0 / 8.0 * 0.5 / 0.25).abs() < 1e-6);
        assert!((0..250).all(|i| speed(-0.2 + 1e-3 * f64::from(i)) <= speed(-0.075) + 1e-9));
    }
}
