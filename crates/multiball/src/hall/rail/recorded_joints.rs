//! The recorded motion of a robot's arm, and of the racket it carries.

use std::sync::Arc;

use crate::ball::{Blade, RacketMotion, RacketState};
use crate::court::{Court, Fixture};
use crate::hall::agent::{JointLog, MovingJoints, racket_between, racket_bounds, racket_of, touched};
use crate::player::{BLADE_RADIUS, CollisionChecker};
use crate::robot::Robot;

/// Joints at every tick from a time on. Between ticks they follow the cubic through both with their velocities; before
/// the first tick and after the last they stand.
#[derive(Debug, Clone)]
pub struct RecordedJoints {
    robot: Arc<dyn Robot>,
    /// Its [`Robot::reach`], m.
    reach: f64,
    tick_s: f64,
    /// Positions, then velocities, of all joints, tick after tick.
    states: Vec<f64>,
    /// The greatest speed of each joint.
    fastest: Vec<f64>,
    /// Zero velocities.
    still: Vec<f64>,
    blade: Blade,
}

/// Ticks for which memory is reserved at first.
const USUAL_TICKS: usize = 1024;

impl RecordedJoints {
    /// A record without ticks yet, of a robot whose ticks last this long, s.
    #[must_use]
    pub fn new(robot: Arc<dyn Robot>, tick_s: f64) -> Self {
        let count = robot.joint_count();
        Self {
            reach: robot.reach(),
            robot,
            tick_s,
            states: Vec::with_capacity(2 * count * USUAL_TICKS),
            fastest: vec![0.0; count],
            still: vec![0.0; count],
            blade: Blade::of_radius(BLADE_RADIUS),
        }
    }

    /// The same with another racket.
    #[must_use]
    pub fn with_blade(self, blade: Blade) -> Self {
        Self { blade, ..self }
    }

    /// Records the joints at the next tick: as many positions and velocities as the robot has joints.
    pub fn record(&mut self, joints: MovingJoints<'_>) {
        self.states.extend_from_slice(joints.position);
        self.states.extend_from_slice(joints.velocity);
        for (fastest, velocity) in self.fastest.iter_mut().zip(joints.velocity) {
            *fastest = fastest.max(velocity.abs());
        }
    }

    /// The joints at a tick.
    fn tick(&self, index: usize) -> Option<MovingJoints<'_>> {
        let count = self.fastest.len();
        let state = self.states.get(2 * count * index..2 * count * (index + 1))?;
        let (position, velocity) = state.split_at(count);
        Some(MovingJoints { position, velocity })
    }

    /// The joints at the last tick not after a time, s.
    pub(super) fn joints(&self, t_s: f64) -> Option<MovingJoints<'_>> {
        self.tick(((t_s / self.tick_s).max(0.0) as usize).min(self.ticks().checked_sub(1)?))
    }

    /// Adds the joints around a time, s, to a log.
    pub(super) fn replay(&self, around_s: f64, log: &mut JointLog) {
        const AROUND_S: f64 = 0.06;
        let [first, last] = [around_s - AROUND_S, around_s + AROUND_S].map(|t_s| (t_s / self.tick_s).max(0.0) as usize);
        for index in first..=last {
            let Some(joints) = self.tick(index) else { return };
            log.add(self.tick_s * index as f64, joints);
        }
    }

    /// How many ticks were recorded.
    fn ticks(&self) -> usize {
        self.states.len() / (2 * self.fastest.len()).max(1)
    }

    /// When racket or arm first touch table or net, checked at every other tick, s, and which of both.
    #[must_use]
    pub fn touches(&self, court: &Court) -> Option<(f64, Fixture)> {
        const CHECK_EVERY: usize = 2;
        /// Nearer counts as touching, m.
        const TOUCHING: f64 = 1e-6;
        let checker = CollisionChecker::new(court).with_blade(self.blade.radius).keeping(TOUCHING);
        let mut links = Vec::new();
        (0..self.ticks()).step_by(CHECK_EVERY).find_map(|tick| {
            let fixture = touched(&checker, &*self.robot, self.tick(tick)?.position, &mut links)?;
            Some((self.tick_s * tick as f64, fixture))
        })
    }
}

impl RacketMotion for RecordedJoints {
    fn at(&self, t_s: f64) -> RacketState {
        let ticks = (t_s / self.tick_s).max(0.0);
        let index = ticks as usize;
        match (self.tick(index), self.tick(index + 1)) {
            (Some(from), Some(to)) => racket_between(&*self.robot, from, to, ticks - index as f64, self.tick_s),
            _ => {
                let last = self.ticks().checked_sub(1).and_then(|last| self.tick(last));
                let position = last.map_or(self.still.as_slice(), |last| last.position);
                racket_of(&*self.robot, MovingJoints { position, velocity: &self.still })
            }
        }
    }

    fn blade(&self) -> &Blade {
        &self.blade
    }

    fn speed_bound(&self) -> f64 {
        racket_bounds(self.robot.limits(), self.reach, self.fastest.iter().copied()).0
    }

    fn turn_bound(&self) -> f64 {
        racket_bounds(self.robot.limits(), self.reach, self.fastest.iter().copied()).1
    }
}
