//! The rail player's arm as it really moved, and the racket it carries.

use crate::ball::{RacketMotion, RacketState};
use crate::court::{Court, Fixture};
use crate::geometry::Vec3;
use crate::player::{BLADE_RADIUS, CollisionChecker};
use crate::robot::{Arm, JointKind, Joints, Mounted, Rail6};

/// Joints at every tick from a time on. Between ticks they follow the cubic through both with their velocities.
#[derive(Debug, Clone)]
pub struct RecordedJoints {
    arm: Mounted<Rail6>,
    tick_s: f64,
    ticks: Vec<(Joints<6>, Joints<6>)>,
    /// The greatest speed of each joint.
    fastest: Joints<6>,
}

impl RecordedJoints {
    /// A record without ticks yet, for an arm whose ticks last this long, s.
    #[must_use]
    pub fn new(arm: Mounted<Rail6>, tick_s: f64) -> Self {
        Self { arm, tick_s, ticks: Vec::with_capacity(1024), fastest: Joints::zeros() }
    }

    /// Records positions and velocities at the next tick.
    pub fn record(&mut self, (position, velocity): (Joints<6>, Joints<6>)) {
        self.ticks.push((position, velocity));
        self.fastest = self.fastest.sup(&velocity.abs());
    }

    /// Joint positions and velocities at a time; before the first tick and after the last they stand.
    #[must_use]
    pub fn joints(&self, t_s: f64) -> (Joints<6>, Joints<6>) {
        let place = (t_s / self.tick_s).max(0.0);
        let index = place as usize;
        let (Some((p, u)), Some((q, v))) = (self.ticks.get(index), self.ticks.get(index + 1)) else {
            return (self.ticks.last().map_or_else(Joints::zeros, |(position, _)| *position), Joints::zeros());
        };
        between((p, u), (q, v), place - index as f64, self.tick_s)
    }

    /// When racket or arm first touch table or net, looked at every other tick, s, and which.
    #[must_use]
    pub fn touches(&self, court: &Court) -> Option<(f64, Fixture)> {
        const LOOK_EVERY: usize = 2;
        /// Nearer counts as touching, m.
        const TOUCHING: f64 = 1e-6;
        let room = CollisionChecker::new(court).keeping(TOUCHING);
        let mut looks = self.ticks.iter().enumerate().step_by(LOOK_EVERY);
        looks.find_map(|(tick, (joints, _))| {
            let touching = room.check_arm(&self.arm, joints).err()?;
            Some((self.tick_s * tick as f64, touching.fixture))
        })
    }
}

/// Speed (m/s) and angular speed (rad/s) that the racket of an arm does not exceed, when its joints are no faster than
/// this at the ends of a tick.
pub(in crate::hall) fn racket_bounds(arm: &Mounted<Rail6>, fastest: &Joints<6>) -> (f64, f64) {
    // A cubic between ticks may be a little faster than at both.
    const SLACK: f64 = 1.05;
    let of = |kind: JointKind| (0..6).filter(move |i| arm.limits()[*i].kind == kind);
    let [turns, slides] =
        [JointKind::Revolute, JointKind::Prismatic].map(|kind| SLACK * of(kind).map(|i| fastest[i]).sum::<f64>());
    let geometry = arm.arm.geometry();
    (slides + turns * (geometry.side_offset + geometry.upper_arm + geometry.forearm), turns)
}

/// Joints and their velocities after a share of a tick, on the cubic between the states at its ends.
pub(in crate::hall) fn between(
    (p, u): (&Joints<6>, &Joints<6>),
    (q, v): (&Joints<6>, &Joints<6>),
    share: f64,
    tick_s: f64,
) -> (Joints<6>, Joints<6>) {
    let (s, h) = (share, tick_s);
    let (s2, s3) = (s * s, s * s * s);
    let position = p * (1.0 - 3.0 * s2 + 2.0 * s3)
        + q * (3.0 * s2 - 2.0 * s3)
        + u * (h * (s - 2.0 * s2 + s3))
        + v * (h * (s3 - s2));
    let velocity = (q - p) * (6.0 * (s - s2) / h) + u * (1.0 - 4.0 * s + 3.0 * s2) + v * (3.0 * s2 - 2.0 * s);
    (position, velocity)
}

/// The racket that an arm holds.
pub(in crate::hall) fn racket_of(arm: &Mounted<Rail6>, position: &Joints<6>, velocity: &Joints<6>) -> RacketState {
    let (pose, jacobian) = arm.forward_and_jacobian(position);
    let twist = jacobian * velocity;
    let normal: Vec3 = pose.rotation.matrix().column(0).into_owned();
    RacketState {
        center: pose.translation.vector,
        normal,
        velocity: twist.fixed_rows::<3>(0).into_owned(),
        turning: twist.fixed_rows::<3>(3).into_owned(),
    }
}

impl RacketMotion for RecordedJoints {
    fn at(&self, t_s: f64) -> RacketState {
        let (position, velocity) = self.joints(t_s);
        racket_of(&self.arm, &position, &velocity)
    }

    fn radius(&self) -> f64 {
        BLADE_RADIUS
    }

    fn speed_bound(&self) -> f64 {
        racket_bounds(&self.arm, &self.fastest).0
    }

    fn turn_bound(&self) -> f64 {
        racket_bounds(&self.arm, &self.fastest).1
    }
}
