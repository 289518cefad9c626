//! The racket that a robot's arm carries, over a tick and at a time.

use crate::ball::{Blade, RacketMotion, RacketState};
use crate::court::Side;
use crate::geometry::{Vec3, cubic_between};
use crate::hall::world_from_player;
use crate::robot::{JointKind, JointLimits, MOST_JOINTS, Robot};

/// Positions and velocities of all joints at a time: rad or m, rad/s or m/s.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MovingJoints<'a> {
    /// Positions.
    pub position: &'a [f64],
    /// Velocities.
    pub velocity: &'a [f64],
}

/// The racket of a robot between two ticks of its drives. The joints follow the cubic through both states with their
/// velocities; the racket is in the world's frame.
#[derive(Debug, Clone, Copy)]
pub struct TickRacket<'a> {
    /// The robot, in its player's frame.
    pub robot: &'a dyn Robot,
    /// Its [`Robot::reach`], m.
    pub reach: f64,
    /// What of it the ball can meet.
    pub blade: Blade,
    /// Where the player stands.
    pub side: Side,
    /// When the tick begins, s.
    pub start_s: f64,
    /// Length of the tick, s.
    pub tick_s: f64,
    /// The joints at its start.
    pub from: MovingJoints<'a>,
    /// The joints at its end.
    pub to: MovingJoints<'a>,
}

impl TickRacket<'_> {
    /// Greatest speeds of the racket during the tick: see [`racket_bounds`].
    fn bounds(&self) -> (f64, f64) {
        /// Added to each speed: a cubic can move between two ends at rest.
        const LEAST: f64 = 1e-3;
        let ends = self.from.velocity.iter().zip(self.to.velocity);
        racket_bounds(self.robot.limits(), self.reach, ends.map(|(from, to)| from.abs().max(to.abs()) + LEAST))
    }
}

impl RacketMotion for TickRacket<'_> {
    fn at(&self, t_s: f64) -> RacketState {
        let share = ((t_s - self.start_s) / self.tick_s).clamp(0.0, 1.0);
        world_from_player(self.side).to_world(&racket_between(self.robot, self.from, self.to, share, self.tick_s))
    }

    fn blade(&self) -> &Blade {
        &self.blade
    }

    fn speed_bound(&self) -> f64 {
        self.bounds().0
    }

    fn turn_bound(&self) -> f64 {
        self.bounds().1
    }
}

/// The racket after a fraction of a tick, on the cubics between the joints at its ends.
pub(in crate::hall) fn racket_between(
    robot: &dyn Robot,
    from: MovingJoints<'_>,
    to: MovingJoints<'_>,
    share: f64,
    tick_s: f64,
) -> RacketState {
    let count = from.position.len().min(MOST_JOINTS);
    let [mut position, mut velocity] = [[0.0; MOST_JOINTS]; 2];
    for i in 0..count {
        let (before, after) = ((from.position[i], from.velocity[i]), (to.position[i], to.velocity[i]));
        (position[i], velocity[i]) = cubic_between(before, after, share, tick_s);
    }
    racket_of(robot, MovingJoints { position: &position[..count], velocity: &velocity[..count] })
}

/// State of the racket that a robot holds. A robot of the hall has finite joints, as many as drives: its pose exists.
pub(in crate::hall) fn racket_of(robot: &dyn Robot, joints: MovingJoints<'_>) -> RacketState {
    let zero = Vec3::zeros();
    let nowhere = RacketState { center: zero, normal: Vec3::x(), velocity: zero, turning: zero, handle: None };
    robot.racket(joints.position, joints.velocity).unwrap_or(nowhere)
}

/// Speed (m/s) and angular speed (rad/s) that the racket of a robot with this reach does not exceed, when its joints
/// are no faster than this at the ends of a tick.
pub(in crate::hall) fn racket_bounds(
    limits: &[JointLimits],
    reach: f64,
    fastest: impl Iterator<Item = f64>,
) -> (f64, f64) {
    /// A cubic between ticks may be a little faster than at both.
    const SLACK: f64 = 1.05;
    let (mut angular, mut linear) = (0.0, 0.0);
    for (limits, fastest) in limits.iter().zip(fastest) {
        match limits.kind {
            JointKind::Revolute => angular += fastest,
            JointKind::Prismatic => linear += fastest,
        }
    }
    (SLACK * linear + SLACK * angular * reach, SLACK * angular)
}
