//! Drives that follow commands as well as they can.

use super::{JointLimits, Joints};

/// An arm whose joints are driven: each follows its commanded position and velocity like a critically damped spring,
/// within its limits of speed, acceleration and jerk.
///
/// a = ω² (q_c - q) + 2 ω (q̇_c - q̇), ω in rad/s. A joint lags behind a command that accelerates by about q̈_c / ω²; a
/// steady one it meets. The acceleration changes by no more than the jerk allows, and eases off in time before the
/// greatest speed: a²/2j + a Δt/2 ≤ v_max - v, with which a drive that takes j Δt off each step ends at v_max.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Servo<const N: usize> {
    stiffness: f64,
    limits: [JointLimits; N],
    position: Joints<N>,
    velocity: Joints<N>,
    acceleration: Joints<N>,
}

impl<const N: usize> Servo<N> {
    /// Standing still; `stiffness` is ω, rad/s.
    #[must_use]
    pub fn at_rest(position: &Joints<N>, stiffness: f64, limits: &[JointLimits; N]) -> Self {
        Self {
            stiffness,
            limits: *limits,
            position: *position,
            velocity: Joints::zeros(),
            acceleration: Joints::zeros(),
        }
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

    /// How fast that changes.
    #[must_use]
    pub fn acceleration(&self) -> &Joints<N> {
        &self.acceleration
    }

    /// Follows the command of this moment for a time that is short against 1/ω.
    pub fn step(&mut self, position: &Joints<N>, velocity: &Joints<N>, lasts_s: f64) {
        for i in 0..N {
            let limits = &self.limits[i];
            let state = (self.position[i], self.velocity[i], self.acceleration[i]);
            let (place, after, pull) = pulled(limits, self.stiffness, state, (position[i], velocity[i]), lasts_s);
            // At its stop a joint stands.
            let inside = place >= limits.low && place <= limits.high;
            self.position[i] = place.clamp(limits.low, limits.high);
            (self.velocity[i], self.acceleration[i]) = if inside { (after, pull) } else { (0.0, 0.0) };
        }
    }
}

/// Position, velocity and acceleration of a joint that follows a wanted position and velocity for a short time,
/// wherever its range ends.
#[inline]
pub(super) fn pulled(
    limits: &JointLimits,
    stiffness: f64,
    (position, velocity, last): (f64, f64, f64),
    (wanted, wanted_velocity): (f64, f64),
    lasts_s: f64,
) -> (f64, f64, f64) {
    let JointLimits { speed, acceleration, jerk, .. } = *limits;
    let pull = stiffness * (stiffness * (wanted - position) + 2.0 * (wanted_velocity - velocity));
    let pull = if jerk.is_finite() {
        let change = jerk * lasts_s;
        let easing = |left: f64| (0.25 * change * change + 2.0 * jerk * left.max(0.0)).sqrt() - 0.5 * change;
        let (least, most) = (-acceleration.min(easing(velocity + speed)), acceleration.min(easing(speed - velocity)));
        pull.clamp(least, most).clamp(last - change, last + change)
    } else {
        pull.clamp(-acceleration, acceleration)
    };
    let after = (velocity + pull * lasts_s).clamp(-speed, speed);
    (position + 0.5 * (velocity + after) * lasts_s, after, pull)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::portable;

    #[test]
    fn law_a_servo_keeps_its_limits_and_comes_where_it_is_told_to() {
        let limits = [JointLimits::revolute_deg(-100.0, 100.0, 200.0, 3000.0, 1e6)];
        let mut servo = Servo::at_rest(&Joints::<1>::zeros(), 150.0, &limits);
        let (mut before, mut pull) = (0.0, 0.0);
        for _ in 0..2000 {
            servo.step(&Joints::from([1.2]), &Joints::zeros(), 1e-3);
            let speed = servo.velocity()[0];
            assert!(speed.abs() <= limits[0].speed && (speed - before).abs() <= 1e-3 * limits[0].acceleration + 1e-12);
            let now = (speed - before) / 1e-3;
            assert!((now - pull).abs() <= 1e-3 * limits[0].jerk + 1e-9, "jerk {}", (now - pull) / 1e-3);
            (before, pull) = (speed, now);
        }
        assert!((servo.position()[0] - 1.2).abs() < 1e-9, "{}", servo.position()[0]);
        // Beyond its range it stops at the end.
        (0..2000).for_each(|_| servo.step(&Joints::from([3.0]), &Joints::zeros(), 1e-3));
        assert_eq!(servo.position()[0], limits[0].high);
    }

    /// Commands that wander, some of them beyond what the drives can follow.
    #[test]
    fn law_a_servo_keeps_speed_acceleration_and_jerk_whatever_it_is_told() {
        let limits = [JointLimits { jerk: 2000.0, ..JointLimits::revolute_deg(-1e4, 1e4, 300.0, 3000.0, 1.0) }];
        let mut servo = Servo::at_rest(&Joints::<1>::zeros(), 150.0, &limits);
        let (mut speed, mut pull, mut fastest) = (0.0, 0.0, 0.0f64);
        for tick in 0..20_000 {
            let t_s = 1e-3 * f64::from(tick);
            let wave = [0.3, 1.7, 6.1].map(|hz| portable::sin_cos(2.0 * std::f64::consts::PI * hz * t_s).0);
            let command = 2.0 * wave[0] + 0.5 * wave[1] + 0.3 * wave[2].signum();
            servo.step(&Joints::from([command]), &Joints::zeros(), 1e-3);
            let now = (servo.velocity()[0] - speed) / 1e-3;
            assert!(servo.velocity()[0].abs() <= limits[0].speed && now.abs() <= limits[0].acceleration + 1e-9);
            assert!((now - pull).abs() <= 1e-3 * limits[0].jerk + 1e-9, "jerk {} at {t_s} s", (now - pull) / 1e-3);
            (speed, pull, fastest) = (servo.velocity()[0], now, fastest.max(servo.velocity()[0].abs()));
        }
        assert!(fastest > 0.999 * limits[0].speed, "{fastest}");
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
