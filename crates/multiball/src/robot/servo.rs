//! Drives that follow commands as well as they can.

use super::{JointLimits, Joints};

/// An arm whose joints are driven: each follows its commanded position and velocity like a critically damped spring,
/// within its limits of speed and acceleration.
///
/// a = ω² (q_c - q) + 2 ω (q̇_c - q̇), ω in rad/s. A joint lags behind a command that accelerates by about q̈_c / ω²; a
/// steady one it meets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Servo<const N: usize> {
    stiffness: f64,
    limits: [JointLimits; N],
    position: Joints<N>,
    velocity: Joints<N>,
}

impl<const N: usize> Servo<N> {
    /// Standing still; `stiffness` is ω, rad/s.
    #[must_use]
    pub fn at_rest(position: &Joints<N>, stiffness: f64, limits: &[JointLimits; N]) -> Self {
        Self { stiffness, limits: *limits, position: *position, velocity: Joints::zeros() }
    }

    /// Where the joints are.
    #[must_use]
    pub fn position(&self) -> &Joints<N> {
        &self.position
    }

    /// How fast they move.
    #[must_use]
    pub fn velocity(&self) -> &Joints<N> {
        &self.velocity
    }

    /// Follows the command of this moment for a time that is short against 1/ω.
    pub fn step(&mut self, position: &Joints<N>, velocity: &Joints<N>, lasts_s: f64) {
        for i in 0..N {
            let limits = &self.limits[i];
            let state = (self.position[i], self.velocity[i]);
            let (place, after) = pulled(limits, self.stiffness, state, (position[i], velocity[i]), lasts_s);
            // At its stop a joint stands.
            self.position[i] = place.clamp(limits.low, limits.high);
            self.velocity[i] = if place < limits.low || place > limits.high { 0.0 } else { after };
        }
    }
}

/// Position and velocity of a joint that follows a wanted position and velocity for a short time, wherever its range
/// ends.
#[inline]
pub(super) fn pulled(
    limits: &JointLimits,
    stiffness: f64,
    (position, velocity): (f64, f64),
    (wanted, wanted_velocity): (f64, f64),
    lasts_s: f64,
) -> (f64, f64) {
    let JointLimits { speed, acceleration, .. } = *limits;
    let pull = stiffness * (wanted - position) + 2.0 * (wanted_velocity - velocity);
    let pull = (stiffness * pull).clamp(-acceleration, acceleration);
    let after = (velocity + pull * lasts_s).clamp(-speed, speed);
    (position + 0.5 * (velocity + after) * lasts_s, after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_a_servo_keeps_its_limits_and_comes_where_it_is_told_to() {
        let limits = [JointLimits::revolute_deg(-100.0, 100.0, 200.0, 3000.0, 1e6)];
        let mut servo = Servo::at_rest(&Joints::<1>::zeros(), 150.0, &limits);
        let mut before = 0.0;
        for _ in 0..2000 {
            servo.step(&Joints::from([1.2]), &Joints::zeros(), 1e-3);
            let speed = servo.velocity()[0];
            assert!(speed.abs() <= limits[0].speed && (speed - before).abs() <= 1e-3 * limits[0].acceleration + 1e-12);
            before = speed;
        }
        assert!((servo.position()[0] - 1.2).abs() < 1e-9, "{}", servo.position()[0]);
        // Beyond its range it stops at the end.
        (0..2000).for_each(|_| servo.step(&Joints::from([3.0]), &Joints::zeros(), 1e-3));
        assert_eq!(servo.position()[0], limits[0].high);
    }

    #[test]
    fn law_a_servo_lags_behind_a_command_that_accelerates() {
        let limits = [JointLimits::revolute_deg(-1e4, 1e4, 1e6, 1e6, 1e9)];
        let (stiffness, pull) = (150.0, 40.0);
        for step_s in [1e-4, 1e-3] {
            let mut servo = Servo::at_rest(&Joints::<1>::zeros(), stiffness, &limits);
            let mut t_s = 0.0;
            while t_s < 0.5 {
                servo.step(&Joints::from([0.5 * pull * t_s * t_s]), &Joints::from([pull * t_s]), step_s);
                t_s += step_s;
            }
            let lag = 0.5 * pull * t_s * t_s - servo.position()[0];
            assert!((lag - pull / (stiffness * stiffness)).abs() < 0.02 * lag.abs(), "{lag} m in steps of {step_s} s");
        }
    }
}
