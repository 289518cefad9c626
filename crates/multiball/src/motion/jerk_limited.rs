//! Time-optimal motions under limits of speed, acceleration and jerk, by the crate rsruckig.
//!
//! Its profiles are phases of constant jerk, so they are cubics like others, and the same checker judges them: whatever
//! rounding does inside that crate, a motion that leaves here meets its states and keeps its limits.

use rsruckig::prelude::{DataArrayOrVec, InputParameter, Ruckig, RuckigResult, ThrowErrorHandler, Trajectory};

use super::limits::with_slack;
use super::peaks::check;
use super::phases::{PRECISION, end_exactly, gap, jump, phases};
use super::{JointMotion, JointState, LimitError, MotionError, Polynomial, Quantity};
use crate::robot::{JointLimits, Joints};

/// At most a wait, two pieces to brake from a state that would pass its limits, and seven phases of constant jerk.
pub type JerkLimited<const N: usize> = JointMotion<N, 10>;

/// The soonest motion from one state to another, all joints arriving together.
///
/// # Errors
/// When a state or every motion found breaks a limit, or none is found.
pub fn jerk_limited<const N: usize>(
    start_s: f64,
    from: &JointState<N>,
    to: &JointState<N>,
    limits: &[JointLimits; N],
) -> Result<JerkLimited<N>, MotionError> {
    let request = Request { start_s, from, via: &[], to, limits };
    let plan = request.plan(None)?;
    plan.motion(start_s, start_s + plan.lasts_s, 0.0)
}

/// A motion that reaches a state exactly at `arrival_s`. Some durations beyond the soonest may be impossible without a
/// rest: a joint that is fast now arrives early or, after turning back, late. Then an arm that starts at rest waits
/// before it moves, and one that ends at rest arrives early.
///
/// # Errors
/// When it cannot be there in time, with the soonest duration that is possible; when a state or every motion found
/// breaks a limit; when none is found.
pub fn arrive_at<const N: usize>(
    start_s: f64,
    from: &JointState<N>,
    arrival_s: f64,
    to: &JointState<N>,
    limits: &[JointLimits; N],
) -> Result<JerkLimited<N>, MotionError> {
    let requested_s = arrival_s - start_s;
    if requested_s.is_nan() || requested_s <= 0.0 {
        return Err(MotionError::NoTime { start_s, end_s: arrival_s });
    }
    let request = Request { start_s, from, via: &[], to, limits };
    let in_time = |plan: Plan<N>| {
        let soonest_s = plan.lasts_s;
        if soonest_s > requested_s { Err(MotionError::TooSoon { requested_s, soonest_s }) } else { Ok(plan) }
    };
    let exact = request.plan(Some(requested_s)).and_then(in_time);
    let plan = match exact {
        Err(_) if from.rests() || to.rests() => request.plan(None).and_then(in_time)?,
        exact => exact?,
    };
    let wait_s = if from.rests() { requested_s - plan.lasts_s } else { 0.0 };
    plan.motion(start_s, arrival_s, wait_s)
}

/// A motion from rest to rest through way points without a stop, faster than one that stops at each. The velocities and
/// accelerations at the points are those that rsruckig's local search finds: good, not proven the best. P is the
/// greatest number of pieces: seven from each point to the next.
///
/// # Errors
/// When there are fewer than two points or P is too small; when a point or the motion breaks a limit; when none is
/// found.
pub fn through<const N: usize, const P: usize>(
    start_s: f64,
    points: &[Joints<N>],
    limits: &[JointLimits; N],
) -> Result<JointMotion<N, P>, MotionError> {
    let [first, via @ .., last] = points else {
        return Err(MotionError::TooFewPoints { points: points.len() });
    };
    let (from, to) = (JointState::at_rest(*first), JointState::at_rest(*last));
    let plan = Request { start_s, from: &from, via, to: &to, limits }.plan(None)?;
    plan.motion(start_s, start_s + plan.lasts_s, 0.0)
}

/// rsruckig's parameter for a number of joints known at run time: it is 0.1 MB of code for each number known before.
const ANY_JOINTS: usize = 0;

/// The input of a plan by rsruckig.
struct Request<'a, const N: usize> {
    start_s: f64,
    from: &'a JointState<N>,
    via: &'a [Joints<N>],
    to: &'a JointState<N>,
    limits: &'a [JointLimits; N],
}

/// A plan of rsruckig: checked pieces for each joint, from one state to another.
struct Plan<const N: usize> {
    lasts_s: f64,
    pieces: [Vec<Polynomial>; N],
    from: JointState<N>,
    to: JointState<N>,
}

impl<const N: usize> Request<'_, N> {
    /// Pieces that take at least `least_s`.
    fn plan(&self, least_s: Option<f64>) -> Result<Plan<N>, MotionError> {
        self.check_ends()?;
        let attempt = |ranges: bool, share: f64| {
            let input = self.input(least_s, ranges, share);
            solve(N, &input).and_then(|solved| self.judge(&solved))
        };
        attempt(false, 1.0).or_else(|error| {
            // A profile that misses its end a little needs a margin under the limits to be corrected; one that leaves a
            // joint's range is planned again with ranges, which rsruckig keeps at the cost of speed.
            let others = [(false, 1.0 - 1e-5), (true, 1.0), (true, 1.0 - 1e-5)];
            others.into_iter().find_map(|(ranges, share)| attempt(ranges, share).ok()).ok_or(error)
        })
    }

    /// Whether both states are within their limits, and these are finite: others are not for this kind of motion.
    fn check_ends(&self) -> Result<(), MotionError> {
        for (i, limits) in self.limits.iter().enumerate() {
            let (number, JointLimits { kind, speed, acceleration, jerk, .. }) = (i + 1, *limits);
            let all = [(Quantity::Speed, speed), (Quantity::Acceleration, acceleration), (Quantity::Jerk, jerk)];
            if let Some((quantity, limit)) = all.into_iter().find(|(_, limit)| !(limit.is_finite() && *limit > 0.0)) {
                return Err(MotionError::Unusable { number, kind, quantity, limit });
            }
            // What is wrong with the target counts as wrong from the start.
            let ends = check(&[instant(self.from, i), instant(self.to, i)], number, limits);
            ends.and_then(|()| self.check_unavoidable_speed(i)).map_err(|error| error.on_clock(self.start_s))?;
        }
        Ok(())
    }

    /// Whether a joint keeps its speed while, at full jerk, its acceleration falls to zero after the start or has risen
    /// from zero before the end: both are unavoidable.
    fn check_unavoidable_speed(&self, i: usize) -> Result<(), LimitError> {
        let limits = &self.limits[i];
        let change = |state: &JointState<N>| state.acceleration[i] * state.acceleration[i].abs() / (2.0 * limits.jerk);
        let (after, before) = (self.from.velocity[i] + change(self.from), self.to.velocity[i] - change(self.to));
        let (peak, limit) = (after.abs().max(before.abs()), limits.speed);
        if peak <= with_slack(limits).speed {
            return Ok(());
        }
        Err(LimitError::Broken { number: i + 1, kind: limits.kind, quantity: Quantity::Speed, peak, limit, at_s: 0.0 })
    }

    fn input(&self, least_s: Option<f64>, ranges: bool, share: f64) -> InputParameter<ANY_JOINTS> {
        // The checker has a slack that rsruckig lacks.
        let within = |value: f64, limit: f64| value.clamp(-limit, limit);
        let each = |value: &dyn Fn(usize) -> f64| DataArrayOrVec::Heap((0..N).map(value).collect());
        let mut input = InputParameter::new(Some(N));
        input.current_position = each(&|i| self.from.position[i]);
        input.current_velocity = each(&|i| self.from.velocity[i]);
        input.current_acceleration = each(&|i| self.from.acceleration[i]);
        input.intermediate_positions = self.via.iter().map(|point| each(&|i| point[i])).collect();
        input.target_position = each(&|i| self.to.position[i]);
        input.target_velocity = each(&|i| within(self.to.velocity[i], self.limits[i].speed));
        input.target_acceleration = each(&|i| within(self.to.acceleration[i], self.limits[i].acceleration));
        input.max_velocity = each(&|i| self.limits[i].speed);
        input.max_acceleration = each(&|i| self.limits[i].acceleration * share);
        input.max_jerk = each(&|i| self.limits[i].jerk * share);
        input.min_position = ranges.then(|| each(&|i| self.limits[i].low));
        input.max_position = ranges.then(|| each(&|i| self.limits[i].high));
        input.minimum_duration = least_s;
        input
    }

    /// The pieces of what rsruckig found, if they meet all states and keep all limits.
    fn judge(&self, solved: &Trajectory<ANY_JOINTS>) -> Result<Plan<N>, MotionError> {
        let mut pieces = [const { Vec::new() }; N];
        for (i, joint) in pieces.iter_mut().enumerate() {
            let mut at = instant(self.from, i).at(0.0);
            let mut leg_s = 0.0;
            let mut worst = 0.0f64;
            for (k, section) in solved.profiles.iter().enumerate() {
                let position = self.via.get(k).unwrap_or(&self.to.position)[i];
                let mut leg = phases(&section[i]);
                end_exactly(&mut leg, position, i + 1, &self.limits[i])
                    .map_err(|error| error.on_clock(self.start_s + leg_s))?;
                let (leg_gap, end) = gap(&leg, &at, solved.cumulative_times[k] - leg_s);
                (worst, at, leg_s) = (worst.max(leg_gap), end, solved.cumulative_times[k]);
                joint.extend(leg);
            }
            worst = worst.max(jump(&at, &instant(self.to, i).at(0.0)));
            if worst.is_nan() || worst > PRECISION {
                return Err(MotionError::Solver {
                    reason: format!("the profile of joint {} jumps by {worst:.1e}", i + 1),
                });
            }
        }
        Ok(Plan { lasts_s: solved.duration, pieces, from: *self.from, to: *self.to })
    }
}

impl<const N: usize> Plan<N> {
    /// The motion after a wait.
    fn motion<const P: usize>(&self, start_s: f64, end_s: f64, wait_s: f64) -> Result<JointMotion<N, P>, MotionError> {
        let mut pieces = std::array::from_fn(|i| [instant(&self.to, i); P]);
        for (i, joint) in pieces.iter_mut().enumerate() {
            let wait = Polynomial { duration_s: wait_s, ..instant(&self.from, i) };
            let wait = (wait_s > 0.0).then_some(wait);
            let pieces: Vec<Polynomial> = wait.into_iter().chain(self.pieces[i].iter().copied()).collect();
            let too_many = MotionError::TooManyPieces { number: i + 1, pieces: pieces.len(), capacity: P };
            joint.get_mut(..pieces.len()).ok_or(too_many)?.copy_from_slice(&pieces);
        }
        Ok(JointMotion::of_pieces(start_s, end_s, pieces))
    }
}

/// A joint's state as a piece without duration.
fn instant<const N: usize>(state: &JointState<N>, i: usize) -> Polynomial {
    let (q, v, a) = (state.position[i], state.velocity[i], state.acceleration[i]);
    Polynomial { coefficients: [q, v, 0.5 * a, 0.0, 0.0, 0.0], duration_s: 0.0 }
}

fn solve(joints: usize, input: &InputParameter<ANY_JOINTS>) -> Result<Trajectory<ANY_JOINTS>, MotionError> {
    // The control cycle matters to discrete durations only.
    let mut ruckig = Ruckig::<ANY_JOINTS, ThrowErrorHandler>::new(Some(joints), 1e-3);
    let mut trajectory = Trajectory::new(Some(joints));
    let reason = match ruckig.calculate(input, &mut trajectory) {
        Ok(RuckigResult::Working | RuckigResult::Finished) => return Ok(trajectory),
        Ok(other) => format!("rsruckig says {other:?}"),
        // Its messages end with the whole input.
        Err(error) => format!("rsruckig says {}", error.to_string().split(" input:").next().unwrap_or_default()),
    };
    Err(MotionError::Solver { reason })
}
