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
    stiffness: f64,
    limits: JointLimits,
    /// 1 / J and 1 / ω², which every tick needs.
    per_jerk: f64,
    per_stiffness_squared: f64,
    /// No stop is longer, whatever the joint does.
    longest_stop: f64,
}

impl Servo {
    /// A controller with ω = `stiffness`, rad/s, for a joint with these limits.
    #[must_use]
    pub fn new(stiffness: f64, limits: JointLimits) -> Self {
        let JointLimits { speed, acceleration, jerk, .. } = limits;
        let (per_jerk, fastest) = (1.0 / jerk, speed + 0.5 * acceleration * acceleration / jerk);
        Self {
            stiffness,
            limits,
            per_jerk,
            per_stiffness_squared: 1.0 / (stiffness * stiffness),
            longest_stop: fastest * (0.5 * fastest / acceleration + 1.5 * acceleration * per_jerk),
        }
    }

    /// What the joint can do.
    #[must_use]
    pub fn limits(&self) -> &JointLimits {
        &self.limits
    }

    /// The joint after a time that is short compared with 1/ω, during which its acceleration is constant.
    ///
    /// `command` holds the position and velocity commanded now, which must be finite. Its acceleration is that of the
    /// command, by which the stop is planned, and zero where it is unknown.
    #[must_use]
    #[inline]
    pub fn follow(&self, now: &ServoState, command: &ServoState, lasts_s: f64) -> ServoState {
        let Self { stiffness, limits, .. } = self;
        let approach = command.velocity - now.velocity;
        let wanted = stiffness * (stiffness * (command.position - now.position) + 2.0 * approach);
        let acceleration = self.nearest_allowed(now, wanted, lasts_s);
        let mut after = moved(now, acceleration, limits, lasts_s);
        // The spring brakes an approach of v by up to ω v and a jerk of ω² v: if it may, no second look is needed.
        let needed = stiffness * approach.abs();
        let slow = needed <= 0.5 * limits.acceleration && stiffness * needed <= limits.jerk;
        if acceleration != wanted || !slow {
            after = self.braked_before(command, now, after, wanted, lasts_s);
        }
        if self.can_leave_the_range(&after) {
            let stopping = self.acceleration_of_stop(now, limits.acceleration, lasts_s);
            after = moved(now, self.nearest_allowed(now, stopping, lasts_s), limits, lasts_s);
        }
        after
    }

    /// The joint after a time of its quickest stop.
    #[must_use]
    pub fn brake(&self, now: &ServoState, lasts_s: f64) -> ServoState {
        let after = self.quickest_stop(now, self.limits.acceleration).after(lasts_s);
        ServoState { position: now.position + after.position, ..after }
    }

    /// The acceleration nearest to a wanted one that keeps acceleration and jerk, and leaves time to reduce it before
    /// the speed is at its limit.
    #[inline]
    fn nearest_allowed(&self, now: &ServoState, wanted: f64, lasts_s: f64) -> f64 {
        let JointLimits { speed, acceleration: most, jerk, .. } = self.limits;
        let change = jerk * lasts_s;
        let mut allowed = wanted.clamp(-most, most);
        // Speed still gained while the acceleration falls to zero: a² / 2 J.
        let gained = 0.5 * allowed * allowed * self.per_jerk;
        if (now.velocity + allowed * lasts_s).abs() + gained > speed {
            let side = 1f64.copysign(allowed);
            let spare = (speed - side * now.velocity).max(0.0);
            // a T + a² / 2 J = spare, solved for a without loss of digits.
            let up_to = 2.0 * spare / (lasts_s + (lasts_s * lasts_s + 2.0 * spare * self.per_jerk).sqrt());
            allowed = side * up_to.min(allowed.abs());
        }
        allowed.max(now.acceleration - change).min(now.acceleration + change).clamp(-most, most)
    }

    /// The joint after a tick: as proposed, or braked where the quickest stop relative to the command, from the state
    /// proposed, would end beyond it.
    ///
    /// Positions are relative to where the joint follows the command steadily, q̈_c / ω² behind it.
    fn braked_before(
        &self,
        command: &ServoState,
        now: &ServoState,
        proposed: ServoState,
        wanted: f64,
        lasts_s: f64,
    ) -> ServoState {
        let most = self.limits.acceleration;
        let feasible = command.acceleration.clamp(-most, most);
        // What is left to brake relative to a command that takes its part: a quarter at least.
        let left = (most - feasible.abs()).max(0.25 * most);
        let ahead = command.position + (command.velocity + 0.5 * feasible * lasts_s) * lasts_s;
        let relative = ServoState {
            position: proposed.position - ahead + feasible * self.per_stiffness_squared,
            velocity: proposed.velocity - command.velocity - feasible * lasts_s,
            acceleration: (proposed.acceleration - feasible).clamp(-left, left),
        };
        // Where the spring already brakes as hard as it may, no stop is quicker.
        let drift = relative.velocity + 0.5 * relative.acceleration * relative.acceleration.abs() * self.per_jerk;
        let brakes = (wanted - proposed.acceleration) * drift < 0.0;
        let far = self.is_longer_than_any_stop(relative.position.abs(), &relative, left);
        if brakes || far || !self.stops_beyond(&relative, left) {
            return proposed;
        }
        let relative = ServoState {
            position: 0.0,
            velocity: now.velocity - command.velocity,
            acceleration: (now.acceleration - feasible).clamp(-left, left),
        };
        let stopping = feasible + self.acceleration_of_stop(&relative, left, lasts_s);
        moved(now, self.nearest_allowed(now, stopping, lasts_s), &self.limits, lasts_s)
    }

    /// Whether a distance is longer than the quickest stop can be. First the acceleration falls, within |a| / J; then
    /// the joint stops from the speed v̂ reached, within (v̂ / A + A / J) / 2.
    #[inline]
    fn is_longer_than_any_stop(&self, distance: f64, state: &ServoState, most: f64) -> bool {
        let falls_s = state.acceleration.abs() * self.per_jerk;
        let fastest = state.velocity.abs() + 0.5 * state.acceleration.abs() * falls_s;
        distance * most > fastest * (0.5 * fastest + most * (falls_s + 0.5 * most * self.per_jerk))
    }

    /// Whether the quickest stop ends on the other side of position 0.
    fn stops_beyond(&self, state: &ServoState, most: f64) -> bool {
        let stop = self.quickest_stop(state, most).displacement();
        state.position * stop < 0.0 && stop.abs() > state.position.abs()
    }

    /// Whether the quickest stop ends outside the joint's range.
    #[inline]
    fn can_leave_the_range(&self, state: &ServoState) -> bool {
        let JointLimits { low, high, acceleration: most, .. } = self.limits;
        let spare = (state.position - low).min(high - state.position);
        if spare > self.longest_stop || self.is_longer_than_any_stop(spare, state, most) {
            return false;
        }
        let stop = self.quickest_stop(state, most).displacement();
        let end = state.position + stop;
        end < low || end > high
    }

    /// The acceleration towards which the quickest stop with at most an acceleration A leads in a time.
    #[inline]
    fn acceleration_of_stop(&self, now: &ServoState, most: f64, lasts_s: f64) -> f64 {
        let stop = self.quickest_stop(now, most);
        let falls_s = lasts_s - stop.turns_s - stop.keeps_s;
        if stop.peak * self.per_jerk <= falls_s {
            // The joint stands within the time.
            return -now.velocity / lasts_s;
        }
        let peak = if falls_s > 0.0 { (stop.peak - self.limits.jerk * falls_s).max(0.0) } else { stop.peak };
        -stop.side * peak
    }

    #[inline]
    fn quickest_stop(&self, now: &ServoState, most: f64) -> QuickestStop {
        QuickestStop::new(now.velocity, now.acceleration, most, self.limits.jerk, self.per_jerk)
    }
}

/// The quickest stop of a joint under limits of acceleration A and jerk J.
///
/// With d the side on which the joint would go on when its acceleration falls to zero at full jerk, the stop turns the
/// acceleration to -d p, keeps it, and lets it fall to zero: p = min(A, √(J d v + a²/2)).
struct QuickestStop {
    side: f64,
    /// Velocity and acceleration now, on that side.
    velocity: f64,
    acceleration: f64,
    peak: f64,
    /// 1 / J.
    per_jerk: f64,
    /// How long the acceleration turns, and is kept, s.
    turns_s: f64,
    keeps_s: f64,
}

impl QuickestStop {
    #[inline]
    fn new(velocity: f64, acceleration: f64, most: f64, jerk: f64, per_jerk: f64) -> Self {
        // Without any limit the joint stops at once.
        if per_jerk == 0.0 && most.is_infinite() {
            return Self {
                side: 1.0,
                velocity: 0.0,
                acceleration: 0.0,
                peak: 0.0,
                per_jerk,
                turns_s: 0.0,
                keeps_s: 0.0,
            };
        }
        let side = 1f64.copysign(velocity + 0.5 * acceleration * acceleration.abs() * per_jerk);
        let (velocity, acceleration) = (side * velocity, side * acceleration);
        let fastest = velocity + 0.5 * acceleration * acceleration * per_jerk;
        let peak = (fastest * jerk).max(0.0).sqrt().min(most);
        // Kept only where the limit is reached: J v̂ > A².
        let keeps_s = (fastest / most - most * per_jerk).max(0.0);
        let turns_s = ((acceleration + peak) * per_jerk).max(0.0);
        Self { side, velocity, acceleration, peak, per_jerk, turns_s, keeps_s }
    }

    /// How far the joint goes.
    #[inline]
    fn displacement(&self) -> f64 {
        let Self { side, velocity: v, acceleration: a, peak, per_jerk, turns_s: t, keeps_s } = *self;
        // While it turns, the mean of the accelerations weighs the first one twice.
        let turning = (v + (2.0 * a - peak) * t / 6.0) * t;
        let fast = v + 0.5 * (a - peak) * t;
        let keeping = (fast - 0.5 * peak * keeps_s) * keeps_s;
        side * (turning + keeping + peak * peak * peak * per_jerk * per_jerk / 6.0)
    }

    /// Displacement, velocity and acceleration after a time.
    fn after(&self, lasts_s: f64) -> ServoState {
        let Self { side, velocity: mut v, acceleration: mut a, peak, per_jerk, turns_s, keeps_s } = *self;
        let ends = [(turns_s, -peak), (keeps_s, -peak), (peak * per_jerk, 0.0)];
        let (mut displacement, mut left_s) = (0.0, lasts_s);
        for (phase_s, end) in ends {
            let dt = phase_s.min(left_s);
            // Without a limit of jerk the acceleration jumps.
            let jerk = if phase_s > 0.0 { (end - a) / phase_s } else { 0.0 };
            displacement += (v + (0.5 * a + jerk * dt / 6.0) * dt) * dt;
            v += (a + 0.5 * jerk * dt) * dt;
            if dt < phase_s {
                a += jerk * dt;
                return ServoState { position: side * displacement, velocity: side * v, acceleration: side * a };
            }
            (a, left_s) = (end, left_s - dt);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::portable;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    const TICK_S: f64 = 1e-3;

    /// A rail of paper 004's robot, without ends.
    const RAIL: JointLimits = JointLimits {
        kind: crate::robot::JointKind::Prismatic,
        low: -1e3,
        high: 1e3,
        speed: 4.0,
        acceleration: 40.0,
        jerk: 2000.0,
    };
    const STIFFNESS: f64 = 150.0;

    fn random_servo(rng: &mut ChaCha8Rng) -> Servo {
        let mut power = |low: f64, high: f64| portable::exp(rng.random_range(portable::ln(low)..portable::ln(high)));
        let (speed, acceleration, jerk) = (power(0.5, 20.0), power(10.0, 300.0), power(300.0, 1e5));
        let stiffness = power(50.0, 300.0);
        Servo::new(stiffness, JointLimits { speed, acceleration, jerk, ..RAIL })
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
        let servo = Servo::new(STIFFNESS, RAIL);
        let command = ServoState { position: 0.2, ..ServoState::default() };
        let mut state = ServoState::default();
        for _ in 0..300 {
            state = checked(&servo, &state, &command);
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
        let open = JointLimits { speed: 1e9, acceleration: 1e9, jerk: 1e12, ..RAIL };
        let (servo, free) = (Servo::new(STIFFNESS, RAIL), Servo::new(STIFFNESS, open));
        for share in [0.5, 0.8] {
            // A quintic from rest to rest has a jerk of 60 d / T³ and an acceleration of 5.78 d / T² at most.
            let (distance, limits) = (0.5, RAIL);
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
                limited = checked(&servo, &limited, &command);
                spring = free.follow(&spring, &command, TICK_S);
                assert_eq!(limited, spring, "with {share} of the limits");
            }
        }
    }

    #[test]
    fn law_a_joint_lags_behind_a_command_that_accelerates() {
        let servo = Servo::new(STIFFNESS, JointLimits { speed: 1e6, acceleration: 1e6, jerk: 1e9, ..RAIL });
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
            let servo = Servo::new(STIFFNESS, JointLimits { acceleration, jerk, ..RAIL });
            let command = ServoState { position: 0.3, ..ServoState::default() };
            let mut state = ServoState::default();
            for _ in 0..2000 {
                state = checked(&servo, &state, &command);
            }
            assert!((state.position - 0.3).abs() < 1e-9, "{state:?}: {servo:?}");
        }
    }

    #[test]
    fn law_a_joint_brakes_before_the_end_of_its_range_whatever_its_limits() {
        let open = f64::INFINITY;
        for (acceleration, jerk) in [(open, open), (40.0, open), (open, 2000.0), (40.0, 2000.0)] {
            let limits = JointLimits { low: -1.0, high: 1.0, acceleration, jerk, ..RAIL };
            let servo = Servo::new(STIFFNESS, limits);
            for speed in [0.5, 2.0, 4.0] {
                let (mut state, mut fastest) = (ServoState::default(), 0.0_f64);
                for tick in 0..4000 {
                    // A ramp that does not stop at the end.
                    let command = ServoState { position: speed * TICK_S * f64::from(tick), velocity: speed, ..state };
                    state = checked(&servo, &state, &ServoState { acceleration: 0.0, ..command });
                    if state.position > limits.high {
                        fastest = fastest.max(state.velocity);
                    }
                }
                assert!(fastest < 0.05 * limits.speed, "{fastest} m/s at the end, {speed} m/s: {limits:?}");
                assert!(state.position > limits.high - 0.01, "{state:?}: {limits:?}");
            }
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
            let limits = JointLimits { speed: 1e9, acceleration, jerk, ..RAIL };
            let servo = Servo::new(STIFFNESS, limits);
            let (velocity, acceleration) = (draw(-15.0, 15.0), draw(-1.0, 1.0) * limits.acceleration);
            let (mut state, mut t_s) = (ServoState { position: 0.0, velocity, acceleration }, 0.0);
            let least_s = least_stop_s(velocity, acceleration, &limits);
            let stop = servo.quickest_stop(&state, limits.acceleration);
            let (whole, ahead) = (stop.after(f64::INFINITY).position, stop.displacement());
            assert!((whole - ahead).abs() <= 1e-12 * (1.0 + whole.abs()), "{whole} and {ahead}: {limits:?}");
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
