//! The controller of one joint: it follows commands within the joint's limits, and stops.

use super::JointLimits;

/// How a joint moves at one moment, in its own units: rad or m, and s.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ServoState {
    /// Position.
    pub position: f64,
    /// Velocity.
    pub velocity: f64,
    /// Acceleration.
    pub acceleration: f64,
}

/// A joint's controller: it follows a commanded position and velocity like a critically damped spring, within the
/// joint's limits of speed, acceleration and jerk.
///
/// ```text
/// a = ω² (q_c - q) + 2 ω (q̇_c - q̇)      ω in rad/s
/// ```
///
/// A joint lags behind a command that accelerates by q̈_c / ω²; a steady one it meets. Commands that keep the limits
/// are followed by this law alone. Where it would break one, the acceleration is the nearest that keeps them all; and
/// as soon as the quickest stop relative to the command would end beyond it, the joint brakes. So a jump of the
/// command is followed as fast as the limits allow, almost without overshoot. Before the end of its range a joint
/// brakes in time, whatever is commanded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Servo {
    /// ω, rad/s.
    pub stiffness: f64,
    /// What the joint can do.
    pub limits: JointLimits,
}

impl Servo {
    /// The joint after a time that is short compared with 1/ω, during which its acceleration is constant.
    ///
    /// `command` holds the position and velocity commanded now; its acceleration is that of the command, by which the
    /// stop is planned, and zero where it is unknown.
    #[must_use]
    #[inline]
    pub fn follow(&self, now: &ServoState, command: &ServoState, lasts_s: f64) -> ServoState {
        let Self { stiffness, limits } = self;
        let approach = command.velocity - now.velocity;
        let wanted = stiffness * (stiffness * (command.position - now.position) + 2.0 * approach);
        let mut acceleration = self.nearest_allowed(now, wanted, lasts_s);
        // The spring brakes an approach of v by up to ω v and a jerk of ω² v: if it may, no second look is needed.
        let brakes = stiffness * approach.abs();
        let slow = brakes <= 0.5 * limits.acceleration && stiffness * brakes <= limits.jerk;
        let free = acceleration == wanted && slow;
        if !free && self.overshoots(&moved(now, acceleration, limits, lasts_s), command, lasts_s) {
            let relative = self.relative(now, command);
            let stopping = self.brake_within(&relative, self.spare_acceleration(command), lasts_s);
            acceleration = self.nearest_allowed(now, self.feasible(command) + stopping.acceleration, lasts_s);
        }
        let after = moved(now, acceleration, limits, lasts_s);
        if !self.can_leave_the_range(&after) {
            return after;
        }
        let stopping = self.brake_within(now, limits.acceleration, lasts_s);
        moved(now, self.nearest_allowed(now, stopping.acceleration, lasts_s), limits, lasts_s)
    }

    /// The joint after a time of its quickest stop.
    #[must_use]
    pub fn brake(&self, now: &ServoState, lasts_s: f64) -> ServoState {
        let stopped = self.brake_within(now, self.limits.acceleration, lasts_s);
        ServoState { position: now.position + stopped.position, ..stopped }
    }

    /// The acceleration nearest to a wanted one that keeps acceleration and jerk, and leaves time to reduce it before
    /// the speed is at its limit.
    #[inline]
    fn nearest_allowed(&self, now: &ServoState, wanted: f64, lasts_s: f64) -> f64 {
        let JointLimits { speed, acceleration: most, jerk, .. } = self.limits;
        let change = jerk * lasts_s;
        let mut allowed = wanted.clamp(-most, most);
        // Speed still gained while the acceleration falls to zero: a² / 2 J.
        let gained = allowed * allowed * (0.5 / jerk);
        if (now.velocity + allowed * lasts_s).abs() + gained > speed {
            // a T + a² / 2 J = spare, solved for a without loss of digits.
            let up_to = |spare: f64| {
                let spare = spare.max(0.0);
                2.0 * spare / (lasts_s + (lasts_s * lasts_s + 2.0 * spare / jerk).sqrt())
            };
            allowed = allowed.max(-up_to(speed + now.velocity)).min(up_to(speed - now.velocity));
        }
        allowed.max(now.acceleration - change).min(now.acceleration + change)
    }

    /// Whether the quickest stop relative to the command, from the state after this tick, would end beyond it.
    fn overshoots(&self, after: &ServoState, command: &ServoState, lasts_s: f64) -> bool {
        let ahead = feed_forward(command, self.feasible(command), lasts_s);
        let relative = self.relative(after, &ahead);
        let stop = self.brake_within(&relative, self.spare_acceleration(command), f64::INFINITY).position;
        relative.position * stop < 0.0 && stop.abs() > relative.position.abs()
    }

    /// Whether the quickest stop ends outside the joint's range.
    #[inline]
    fn can_leave_the_range(&self, state: &ServoState) -> bool {
        let JointLimits { low, high, acceleration: most, jerk, .. } = self.limits;
        // No stop is longer: first the acceleration falls, then the joint stops from the speed reached.
        let fastest = state.velocity.abs() + state.acceleration * state.acceleration * (0.5 / jerk);
        let longest = fastest * (0.5 * fastest / most + 2.0 * most / jerk);
        if state.position - longest > low && state.position + longest < high {
            return false;
        }
        let end = state.position + self.brake_within(state, most, f64::INFINITY).position;
        end < low || end > high
    }

    /// The joint's motion relative to where it would follow the command steadily, q̈_c / ω² behind it.
    fn relative(&self, state: &ServoState, command: &ServoState) -> ServoState {
        let (feasible, spare) = (self.feasible(command), self.spare_acceleration(command));
        ServoState {
            position: state.position - command.position + feasible / (self.stiffness * self.stiffness),
            velocity: state.velocity - command.velocity,
            acceleration: (state.acceleration - feasible).clamp(-spare, spare),
        }
    }

    /// The command's acceleration, as far as the joint can have it.
    fn feasible(&self, command: &ServoState) -> f64 {
        command.acceleration.clamp(-self.limits.acceleration, self.limits.acceleration)
    }

    /// What is left of the acceleration to brake relative to a command that takes its part.
    fn spare_acceleration(&self, command: &ServoState) -> f64 {
        let most = self.limits.acceleration;
        let left = most - self.feasible(command).abs();
        // Nothing can be held back from a joint without a limit; a quarter is kept from one that is fully used.
        if left.is_nan() { most } else { left.max(0.25 * most) }
    }

    /// Displacement, velocity and acceleration after a time of the quickest stop with at most an acceleration A.
    ///
    /// With d the side on which the joint would go on when its acceleration falls to zero at full jerk J, the stop
    /// turns the acceleration to -d p, keeps it, and lets it fall to zero: p = min(A, √(J d v + a²/2)).
    fn brake_within(&self, now: &ServoState, most: f64, lasts_s: f64) -> ServoState {
        let (v, a, jerk) = (now.velocity, now.acceleration, self.limits.jerk);
        if most.is_infinite() && jerk.is_infinite() {
            return ServoState::default();
        }
        let side = if v + a * a.abs() / (2.0 * jerk) < 0.0 { -1.0 } else { 1.0 };
        let (mut v, mut a) = (side * v, side * a);
        let peak = (jerk * v + 0.5 * a * a).max(0.0).sqrt().min(most);
        let keeps_s = if peak < most { 0.0 } else { ((v + 0.5 * a * a / jerk - peak * peak / jerk) / peak).max(0.0) };
        let phases = [(((a + peak) / jerk).max(0.0), -jerk), (keeps_s, 0.0), (peak / jerk, jerk)];
        let (mut displacement, mut left_s) = (0.0, lasts_s);
        for (index, (phase_s, jerk)) in phases.into_iter().enumerate() {
            // Without a limit of jerk the acceleration jumps.
            let (dt, jerk) = (phase_s.min(left_s), if jerk.is_finite() { jerk } else { 0.0 });
            displacement += (v + (0.5 * a + jerk * dt / 6.0) * dt) * dt;
            v += (a + 0.5 * jerk * dt) * dt;
            a += jerk * dt;
            left_s -= dt;
            if dt < phase_s {
                return ServoState { position: side * displacement, velocity: side * v, acceleration: side * a };
            }
            a = if index < 2 { -peak } else { 0.0 };
        }
        ServoState { position: side * displacement, ..ServoState::default() }
    }
}

/// A joint after a time of constant acceleration, wherever its range ends.
#[inline]
fn moved(now: &ServoState, acceleration: f64, limits: &JointLimits, lasts_s: f64) -> ServoState {
    let velocity = (now.velocity + acceleration * lasts_s).clamp(-limits.speed, limits.speed);
    ServoState { position: now.position + 0.5 * (now.velocity + velocity) * lasts_s, velocity, acceleration }
}

/// A command after a time in which it accelerates steadily.
fn feed_forward(command: &ServoState, acceleration: f64, lasts_s: f64) -> ServoState {
    ServoState {
        position: command.position + (command.velocity + 0.5 * acceleration * lasts_s) * lasts_s,
        velocity: command.velocity + acceleration * lasts_s,
        ..*command
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::portable;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    const TICK_S: f64 = 1e-3;

    /// A rail of paper 004's robot.
    const RAIL: Servo = Servo {
        stiffness: 150.0,
        limits: JointLimits {
            kind: crate::robot::JointKind::Prismatic,
            low: -1e3,
            high: 1e3,
            speed: 4.0,
            acceleration: 40.0,
            jerk: 2000.0,
        },
    };

    fn random_servo(rng: &mut ChaCha8Rng) -> Servo {
        let mut power = |low: f64, high: f64| portable::exp(rng.random_range(portable::ln(low)..portable::ln(high)));
        let (speed, acceleration, jerk) = (power(0.5, 20.0), power(10.0, 300.0), power(300.0, 1e5));
        let stiffness = power(50.0, 300.0);
        Servo { stiffness, limits: JointLimits { speed, acceleration, jerk, ..RAIL.limits } }
    }

    /// Follows for one tick; no limit may be broken.
    fn checked(servo: &Servo, now: &ServoState, command: &ServoState) -> ServoState {
        let (limits, after) = (&servo.limits, servo.follow(now, command, TICK_S));
        let jerk = (after.acceleration - now.acceleration).abs() / TICK_S;
        let seen = (after.velocity - now.velocity) / TICK_S;
        assert!(jerk <= limits.jerk * (1.0 + 1e-9), "jerk {jerk} of {limits:?} at {now:?}");
        assert!(after.acceleration.abs() <= limits.acceleration, "{after:?} of {limits:?}");
        assert!(after.velocity.abs() <= limits.speed, "{after:?} of {limits:?}");
        assert!((seen - after.acceleration).abs() < 1e-6, "{seen} by its velocity, {after:?}");
        after
    }

    #[test]
    fn law_a_jump_is_followed_within_all_limits_and_almost_without_overshoot() {
        let mut rng = ChaCha8Rng::seed_from_u64(60);
        for _ in 0..1000 {
            let servo = random_servo(&mut rng);
            let jump = rng.random_range(1e-3..2.0);
            let command = ServoState { position: jump, ..ServoState::default() };
            let (mut state, mut settled, mut beyond) = (ServoState::default(), 0, 0.0_f64);
            for tick in 0..10_000 {
                state = checked(&servo, &state, &command);
                beyond = beyond.max(state.position - jump);
                if (state.position - jump).abs() > 1e-6 {
                    settled = tick;
                }
            }
            let JointLimits { speed, acceleration, jerk, .. } = servo.limits;
            // From rest to rest without a limit of jerk, and the time that jerk and the spring add at each end.
            let rise_s = acceleration.min((jerk * jump).sqrt()) / jerk;
            let least_s = (2.0 * (jump / acceleration).sqrt()).max(jump / speed + speed / acceleration);
            let allowed_s = 1.2 * least_s + 8.0 * rise_s + 25.0 / servo.stiffness;
            assert!(TICK_S * f64::from(settled) < allowed_s, "{settled} ms of {allowed_s} s: {jump} {servo:?}");
            assert!(beyond < 2e-3 + 0.02 * jump, "{beyond} beyond {jump}: {servo:?}");
        }
    }

    #[test]
    fn bug_a_rail_with_limited_jerk_came_to_no_rest_after_a_jump_of_0_2_m() {
        // The change of acceleration was clamped and nothing braked in time.
        let command = ServoState { position: 0.2, ..ServoState::default() };
        let mut state = ServoState::default();
        for _ in 0..300 {
            state = checked(&RAIL, &state, &command);
        }
        assert!((state.position - 0.2).abs() < 1e-6 && state.velocity.abs() < 1e-4, "{state:?}");
    }

    #[test]
    fn law_wild_commands_break_no_limit_and_moving_ones_are_caught() {
        let mut rng = ChaCha8Rng::seed_from_u64(63);
        for _ in 0..300 {
            let servo = random_servo(&mut rng);
            let most = servo.limits.speed;
            let mut state = ServoState::default();
            for _ in 0..30 {
                let mut draw = |range: f64| rng.random_range(-range..range);
                let command = ServoState { position: draw(1.0), velocity: draw(2.0 * most), acceleration: draw(100.0) };
                (0..30).for_each(|_| state = checked(&servo, &state, &command));
            }
            let (begin, velocity) = (state.position, rng.random_range(-0.5..0.5) * most);
            let mut command = ServoState { position: begin, velocity, acceleration: 0.0 };
            for _ in 0..8000 {
                state = checked(&servo, &state, &command);
                command.position += velocity * TICK_S;
            }
            assert!((state.position - command.position).abs() < 1e-6, "{state:?} behind {command:?}: {servo:?}");
        }
    }

    #[test]
    fn law_a_command_within_the_limits_is_followed_by_the_spring_alone() {
        let free = JointLimits { speed: 1e9, acceleration: 1e9, jerk: 1e12, ..RAIL.limits };
        for share in [0.5, 0.8] {
            // A quintic from rest to rest has a jerk of 60 d / T³ and an acceleration of 5.78 d / T² at most.
            let (distance, limits) = (0.5, RAIL.limits);
            let by_jerk = portable::cbrt(60.0 * distance / (share * limits.jerk));
            let duration_s = by_jerk.max((5.78 * distance / (share * limits.acceleration)).sqrt());
            let (mut limited, mut spring) = (ServoState::default(), ServoState::default());
            for tick in 0..600 {
                let u = (f64::from(tick) * TICK_S / duration_s).min(1.0);
                let command = ServoState {
                    position: distance * u * u * u * (10.0 + u * (6.0 * u - 15.0)),
                    velocity: distance / duration_s * 30.0 * u * u * (1.0 - u) * (1.0 - u),
                    acceleration: 0.0,
                };
                limited = checked(&RAIL, &limited, &command);
                spring = Servo { limits: free, ..RAIL }.follow(&spring, &command, TICK_S);
                assert_eq!(limited, spring, "with {share} of the limits");
            }
        }
    }

    #[test]
    fn law_a_joint_lags_behind_a_command_that_accelerates() {
        let servo = Servo { limits: JointLimits { speed: 1e6, acceleration: 1e6, jerk: 1e9, ..RAIL.limits }, ..RAIL };
        let pull = 40.0;
        for step_s in [1e-4, 1e-3] {
            let (mut state, mut t_s) = (ServoState::default(), 0.0);
            while t_s < 0.5 {
                let command = ServoState { position: 0.5 * pull * t_s * t_s, velocity: pull * t_s, acceleration: 0.0 };
                state = servo.follow(&state, &command, step_s);
                t_s += step_s;
            }
            let lag = 0.5 * pull * t_s * t_s - state.position;
            let expected = pull / (servo.stiffness * servo.stiffness);
            assert!((lag - expected).abs() < 0.02 * lag.abs(), "{lag} m in steps of {step_s} s");
        }
    }

    #[test]
    fn law_limits_that_are_infinite_limit_nothing() {
        let open = f64::INFINITY;
        for (acceleration, jerk) in [(open, open), (40.0, open), (open, 2000.0)] {
            let servo = Servo { limits: JointLimits { acceleration, jerk, ..RAIL.limits }, ..RAIL };
            let command = ServoState { position: 0.3, ..ServoState::default() };
            let mut state = ServoState::default();
            for _ in 0..2000 {
                state = checked(&servo, &state, &command);
            }
            assert!((state.position - 0.3).abs() < 1e-9, "{state:?}: {servo:?}");
        }
    }

    /// The least time of a stop from v and a, by bisection over the peak of the acceleration.
    fn least_stop_s(v: f64, a: f64, limits: &JointLimits) -> f64 {
        let side = if v + a * a.abs() / (2.0 * limits.jerk) < 0.0 { -1.0 } else { 1.0 };
        let (v, a, j) = (side * v, side * a, limits.jerk);
        let gained = |peak: f64| v + (a * a - peak * peak) / (2.0 * j) - peak * peak / (2.0 * j);
        let (mut low, mut high) = ((-a).max(0.0), limits.acceleration);
        if gained(high) > 0.0 {
            return (a + 2.0 * high) / j + gained(high) / high;
        }
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            if gained(middle) > 0.0 { low = middle } else { high = middle }
        }
        (a + 2.0 * low) / j
    }

    #[test]
    fn law_a_stop_ends_at_rest_as_soon_as_the_limits_allow() {
        let mut rng = ChaCha8Rng::seed_from_u64(62);
        for _ in 0..2000 {
            let mut draw = |low: f64, high: f64| rng.random_range(low..high);
            let (acceleration, jerk) = (draw(1.0, 200.0), draw(100.0, 1e5));
            let limits = JointLimits { speed: 1e9, acceleration, jerk, ..RAIL.limits };
            let servo = Servo { limits, ..RAIL };
            let (velocity, acceleration) = (draw(-15.0, 15.0), draw(-1.0, 1.0) * limits.acceleration);
            let (mut state, mut t_s) = (ServoState { position: 0.0, velocity, acceleration }, 0.0);
            let least_s = least_stop_s(velocity, acceleration, &limits);
            while state.velocity != 0.0 || state.acceleration != 0.0 {
                let next = servo.brake(&state, TICK_S);
                assert!(next.acceleration.abs() <= limits.acceleration * (1.0 + 1e-9), "{next:?} of {limits:?}");
                let jerk = (next.acceleration - state.acceleration).abs() / TICK_S;
                assert!(jerk <= limits.jerk * (1.0 + 1e-6), "jerk {jerk} of {limits:?} at {t_s}");
                (state, t_s) = (next, t_s + TICK_S);
                assert!(t_s < least_s + 3.0 * TICK_S, "{t_s} s, possible in {least_s} s: {velocity} {limits:?}");
            }
            assert!(t_s > least_s - TICK_S, "{t_s} s, {least_s} s are the least");
        }
    }
}
