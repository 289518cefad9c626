//! One drive to a target.

use rayon::prelude::*;

use super::approach::Approach;
use super::{Law, Steer};
use crate::geometry::portable::atan;
use crate::geometry::root_in_bracket;
use crate::picker::{DriveLimits, Gait, Motion, Target, WheelDrive};

/// The task of the robot: to reach a target as soon as possible.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Task {
    /// Limits of the drive.
    pub limits: DriveLimits,
    /// S_flag: the target is reached when the robot is so near to it, m.
    pub reach: f64,
}

impl Task {
    /// The paper's robot, and the 0.5 cm at which its tests stop.
    pub const PAPER: Self = Self { limits: DriveLimits::PAPER, reach: 0.005 };

    /// After this time a run has failed: twice what driving straight and half a turn take, s. The paper names no limit
    /// here; twice is that of its experiment.
    #[must_use]
    pub fn time_limit_s(&self, start: &Target) -> f64 {
        2.0 * self.limits.time_s(start.distance, std::f64::consts::PI)
    }

    /// Fitness of a run that took `time_s`, S/(v₀ t).
    #[must_use]
    pub fn fitness(&self, start: &Target, time_s: f64) -> f64 {
        start.distance / (self.limits.cruise * time_s)
    }
}

/// Result of a drive to a target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Run {
    /// The target at the start.
    pub start: Target,
    /// Whether the target was reached in time.
    pub reached: bool,
    /// t: when it was, exactly along the arc; else the time limit, s.
    pub time_s: f64,
    /// S/(v₀ t) when it was reached, else S_flag/L - 1 with L the distance at the end.
    pub fitness: f64,
    /// By how much the robot's middle passes the target when it drives on, exactly along the arc; of a failed run the
    /// least distance, m.
    pub miss: f64,
    /// Distance at the end of the step in which the target was reached: the paper's error; of a failed run at the end,
    /// m.
    pub stop_distance: f64,
}

/// A step of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moment {
    /// Since the start, s.
    pub time_s: f64,
    /// The measured target at that time.
    pub seen: Target,
    /// The motion until the next step.
    pub motion: Motion,
}

/// Drives to a target.
///
/// The target is reached when the robot is within [`Task::reach`] of it anywhere on its path, also between two steps.
/// The paper checks at the ends of steps only, so that a time is late by half a step on average, and the distance that
/// it prints as error is the threshold less a part of a step: evenly distributed over the last v₀ T = 2.5 mm before the
/// threshold for a robot that drives straight at the target. It says nothing about the law; [`Run::miss`] does.
pub fn follow<S: Steer + ?Sized>(task: &Task, start: &Target, steering: &mut S) -> Run {
    follow_watched(task, start, steering, &mut |_| ())
}

/// Drives to many targets with one law, on all threads of the current pool, in their order.
#[must_use]
pub fn follow_all(task: &Task, law: &Law, starts: &[Target]) -> Vec<Run> {
    starts.par_iter().map(|start| follow(task, start, &mut law.start(&task.limits))).collect()
}

/// Drives to a target; `watch` receives every step until it is reached.
pub fn follow_watched<S: Steer + ?Sized>(
    task: &Task,
    start: &Target,
    steering: &mut S,
    watch: &mut impl FnMut(&Moment),
) -> Run {
    let step_s = task.limits.step_s;
    let mut drive = WheelDrive::new(task.limits);
    let mut progress = FollowProgress { approach: Approach::new(start), closest: start.distance, reached: None };
    let steps = (task.time_limit_s(start) / step_s) as u64;
    for step in 0..steps {
        let (seen, time_s) = (progress.approach.seen(), step as f64 * step_s);
        let motion = drive.step(steering.wanted_turn_rate(&seen, drive.turn_rate()), Gait::Forward);
        if progress.reached.is_none() {
            watch(&Moment { time_s, seen, motion });
        }
        let passed = progress.go(task, &motion, time_s);
        if passed && progress.reached.is_some() {
            break;
        }
    }
    let end = progress.approach.seen().distance;
    let (time_s, stop_distance) = progress.reached.unwrap_or((steps as f64 * step_s, end));
    let reached = progress.reached.is_some();
    let fitness = if reached { task.fitness(start, time_s) } else { task.reach / end - 1.0 };
    Run { start: *start, reached, time_s, fitness, miss: progress.closest, stop_distance }
}

/// Progress of a run.
struct FollowProgress {
    approach: Approach,
    closest: f64,
    /// When the target was reached, s, and its distance at the end of that step, m.
    reached: Option<(f64, f64)>,
}

impl FollowProgress {
    /// Advances by a step that begins at a time. Returns whether the target was passed in it.
    #[inline]
    fn go(&mut self, task: &Task, motion: &Motion, time_s: f64) -> bool {
        let (before, step_s) = (self.approach, task.limits.step_s);
        let after = before.after(motion, step_s);
        let passed_s = passing(motion, &before, &after, step_s);
        let nearest = passed_s.map_or(after, |passed_s| before.after(motion, passed_s)).seen().distance;
        self.closest = self.closest.min(nearest);
        if self.reached.is_none() && nearest <= task.reach {
            let entry_s = entry(motion, &before, task.reach, passed_s.unwrap_or(step_s));
            self.reached = Some((time_s + entry_s, after.seen().distance));
        }
        self.approach = after;
        passed_s.is_some()
    }
}

/// When, in a step, the target comes abeam after it was ahead: there it is nearest.
#[inline]
fn passing(motion: &Motion, before: &Approach, after: &Approach, step_s: f64) -> Option<f64> {
    if before.ahead() <= 0.0 || after.ahead() > 0.0 {
        return None;
    }
    // The arc's centre is at (0, v/ω): the target is abeam when the arc's angle ω τ has the tangent x ω/(v - y ω).
    let (along, rate) = (motion.speed - before.left() * motion.turn_rate, motion.turn_rate);
    let tangent = before.ahead() * rate / along;
    let time_s = if tangent.abs() < 1e-6 { before.ahead() / along } else { atan(tangent) / rate };
    Some(time_s.clamp(0.0, step_s))
}

/// When a target that is approached until a time comes within reach, s.
fn entry(motion: &Motion, before: &Approach, reach: f64, until_s: f64) -> f64 {
    let beyond = |time_s: f64| before.after(motion, time_s).seen().distance - reach;
    root_in_bracket(beyond, 0.0, until_s, beyond(0.0), beyond(until_s), 1e-12)
}
