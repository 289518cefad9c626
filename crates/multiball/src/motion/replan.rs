//! An arm that follows a target which moves: replanned at every tick, never beyond its limits.

use super::hull::Hull;
use super::limits::with_slack;
use super::polynomial::values;
use super::{JointMotion, JointState, MotionError, Polynomial};
use crate::robot::{JointKind, JointLimits, Joints};

/// Joints that move to a target and come to rest after it.
///
/// A plan is a quintic for each joint from its present position, velocity and acceleration to those of the target, then
/// a stop. It is accepted when every joint keeps its limits on both; else the plan before it stays. So at any time the
/// arm has a motion to the end that keeps its limits, and position, velocity and acceleration never jump [paper 004,
/// motion].
///
/// The stop is a quartic: the velocity falls to zero along v (1 - 3 s² + 2 s³) + a T (s - 2 s² + s³), s = t / T. Its
/// duration is the least of this shape whose acceleration and jerk keep the limits A and J,
///
///   T = max(3|v| / (A - |a| + √(A² + A|a|)), 2|a|/J + √(4a²/J² + 6|v|/J)),
///
/// exact where the target has no acceleration. The joint then goes on by v T / 2 + a T² / 12.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Follower<const N: usize> {
    limits: [JointLimits; N],
    allowed: Allowed<N>,
    plan: Plan<N>,
}

impl<const N: usize> Follower<N> {
    /// A follower at rest.
    #[must_use]
    pub fn at_rest(position: &Joints<N>, limits: &[JointLimits; N]) -> Self {
        let mut plan = Plan::blank(f64::NEG_INFINITY, f64::NEG_INFINITY, &JointState::at_rest(*position));
        plan.approach[0] = (*position).into();
        Self { limits: *limits, allowed: Allowed::of(limits), plan }
    }

    /// The present plan as a motion: for each joint the approach to the target, and the stop after it.
    #[must_use]
    pub fn motion(&self) -> JointMotion<N, 2> {
        self.plan.motion()
    }

    /// The joints at a time; before the present plan's start, as it starts.
    #[must_use]
    #[inline]
    pub fn at(&self, t_s: f64) -> JointState<N> {
        self.plan.at(t_s)
    }

    /// Replans to a new target state at `arrival_s`.
    ///
    /// # Errors
    /// Why the target is refused; the previous plan stays.
    pub fn replan(&mut self, now_s: f64, target: &JointState<N>, arrival_s: f64) -> Result<(), MotionError> {
        if now_s < self.plan.start_s {
            return Err(MotionError::Past { now_s, start_s: self.plan.start_s });
        }
        let lasts_s = arrival_s - now_s;
        if lasts_s.is_nan() || lasts_s <= 0.0 {
            return Err(MotionError::NoTime { start_s: now_s, end_s: arrival_s });
        }
        let (plan, surely_kept) = self.proposed(now_s, target, arrival_s);
        if !surely_kept {
            plan.motion().check(&self.limits)?;
        }
        self.plan = plan;
        Ok(())
    }

    /// The plan, and whether the quick test finds it within the limits.
    #[inline(always)]
    fn proposed(&self, now_s: f64, target: &JointState<N>, arrival_s: f64) -> (Plan<N>, bool) {
        let (from, lasts_s) = (self.at(now_s), arrival_s - now_s);
        let mut plan = Plan::blank(now_s, arrival_s, target);
        let mut surely_kept = true;
        // Without a branch in it this loop does two joints at a time.
        for i in 0..N {
            let start = (from.position[i], from.velocity[i], from.acceleration[i]);
            let end = (target.position[i], target.velocity[i], target.acceleration[i]);
            let hull = Hull::between(start, end, lasts_s);
            let approach = hull.coefficients(lasts_s);
            let stop_s = self.allowed.stop_time_s(i, end.1, end.2);
            let limits = self.allowed.joint(i);
            surely_kept &= hull.within(&limits) & stop_within(end, stop_s, &limits);
            (0..6).for_each(|k| plan.approach[k][i] = approach[k]);
            plan.stop_s[i] = stop_s;
        }
        (plan, surely_kept)
    }
}

/// The approach to a target, and the stop after it.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Plan<const N: usize> {
    start_s: f64,
    arrival_s: f64,
    /// The quintics' coefficients c0 to c5, those of all joints next to each other.
    approach: [[f64; N]; 6],
    target: JointState<N>,
    /// How long each joint takes to stop after the arrival.
    stop_s: [f64; N],
}

impl<const N: usize> Plan<N> {
    #[inline(always)]
    fn blank(start_s: f64, arrival_s: f64, target: &JointState<N>) -> Self {
        Self { start_s, arrival_s, approach: [[0.0; N]; 6], target: *target, stop_s: [0.0; N] }
    }

    #[inline(always)]
    fn at(&self, t_s: f64) -> JointState<N> {
        if t_s >= self.arrival_s {
            return self.stopping(t_s - self.arrival_s);
        }
        let t = (t_s - self.start_s).max(0.0);
        let mut state = JointState::at_rest(Joints::zeros());
        for i in 0..N {
            let approach = self.approach.each_ref().map(|c| c[i]);
            (state.position[i], state.velocity[i], state.acceleration[i]) = values(&approach, t);
        }
        state
    }

    /// The joints some time after the arrival.
    #[cold]
    fn stopping(&self, after_s: f64) -> JointState<N> {
        let states: [_; N] = std::array::from_fn(|i| self.stop(i).at(after_s));
        JointState {
            position: states.map(|state| state.position).into(),
            velocity: states.map(|state| state.velocity).into(),
            acceleration: states.map(|state| state.acceleration).into(),
        }
    }

    /// One joint's stop.
    fn stop(&self, i: usize) -> Polynomial {
        let JointState { position, velocity, acceleration } = self.target;
        let (q, v, a, t) = (position[i], velocity[i], acceleration[i], self.stop_s[i]);
        if t <= 0.0 {
            return Polynomial::still(q);
        }
        let c3 = -(v + (2.0 / 3.0) * a * t) / (t * t);
        let c4 = (0.5 * v + 0.25 * a * t) / (t * t * t);
        Polynomial { coefficients: [q, v, 0.5 * a, c3, c4, 0.0], duration_s: t }
    }

    #[cold]
    fn motion(&self) -> JointMotion<N, 2> {
        // An arm that never moved has both at -∞, and no approach.
        let lasts_s = (self.arrival_s - self.start_s).max(0.0);
        let approach = |i: usize| Polynomial { coefficients: self.approach.map(|c| c[i]), duration_s: lasts_s };
        let longest_s = self.stop_s.into_iter().fold(0.0, f64::max);
        let pieces = std::array::from_fn(|i| [approach(i), self.stop(i)]);
        JointMotion::of_pieces(self.start_s, self.arrival_s + longest_s, pieces)
    }
}

/// The limits with the slack that rounding needs, those of all joints next to each other.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Allowed<const N: usize> {
    low: [f64; N],
    high: [f64; N],
    speed: [f64; N],
    acceleration: [f64; N],
    jerk: [f64; N],
    /// The limit of acceleration without slack, for a stop.
    brake: [f64; N],
    /// 1 / J without slack, likewise.
    per_jerk: [f64; N],
}

impl<const N: usize> Allowed<N> {
    fn of(limits: &[JointLimits; N]) -> Self {
        let of = |limit: fn(JointLimits) -> f64| limits.map(|joint| limit(with_slack(&joint)));
        Self {
            low: of(|joint| joint.low),
            high: of(|joint| joint.high),
            speed: of(|joint| joint.speed),
            acceleration: of(|joint| joint.acceleration),
            jerk: of(|joint| joint.jerk),
            brake: limits.map(|joint| joint.acceleration),
            per_jerk: limits.map(|joint| 1.0 / joint.jerk),
        }
    }

    #[inline(always)]
    fn joint(&self, i: usize) -> JointLimits {
        JointLimits {
            kind: JointKind::Revolute,
            low: self.low[i],
            high: self.high[i],
            speed: self.speed[i],
            acceleration: self.acceleration[i],
            jerk: self.jerk[i],
        }
    }

    /// How long a joint takes to stop.
    #[inline(always)]
    fn stop_time_s(&self, i: usize, v: f64, a: f64) -> f64 {
        /// A joint without limits would stop with a jump, s.
        const SHORTEST_S: f64 = 0.01;
        let (v, a, most, per_jerk) = (v.abs(), a.abs(), self.brake[i], self.per_jerk[i]);
        let ramp_s = 2.0 * a * per_jerk;
        let by_jerk = ramp_s + (ramp_s * ramp_s + 6.0 * v * per_jerk).sqrt();
        let by_acceleration = 3.0 * v / (most - a + (most * (most + a)).sqrt());
        greater(greater(by_jerk, by_acceleration), SHORTEST_S)
    }
}

#[inline(always)]
fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// Whether a stop surely keeps the limits, given that its start does: acceleration and jerk are made so, velocity and
/// position stay between their control values.
#[inline(always)]
fn stop_within((q, v, a): (f64, f64, f64), t: f64, allowed: &JointLimits) -> bool {
    let fastest = v + a * t * (1.0 / 3.0);
    let (near, far) = (q + 0.25 * v * t, q + (0.5 * v + a * t * (1.0 / 12.0)) * t);
    (fastest.abs() <= allowed.speed)
        & (near >= allowed.low)
        & (near <= allowed.high)
        & (far >= allowed.low)
        & (far <= allowed.high)
}
