//! Motions that lead the tool along straight lines and circular arcs in space.
//!
//! Each leg is followed in joint space by inverse kinematics ([`tracking`]), becomes quintics in its share
//! ([`joint_path`]), gets a time law ([`time_law`]) and becomes quintics in time ([`timed`]), which the exact checker
//! judges. docs/theory/motion.md has the equations.

mod error;
mod joint_path;
mod leg;
mod refusal;
mod time_law;
mod timed;
mod tracking;

pub use error::{CartesianError, PlaceOnPath};

use self::joint_path::JointPath;
use self::leg::Leg;
use self::timed::TimedLeg;
use self::tracking::Tracking;
use super::peaks::check;
use super::{LimitError, Peaks, Polynomial, State};
use crate::geometry::Pose;
use crate::robot::{JointLimits, Robot};

/// How the tool gets from one pose to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathShape {
    /// A straight line to each pose, where the tool stops.
    Line,
    /// Circular arcs, each through one pose to the next, where the tool stops.
    Arc,
}

/// A path of the tool, in the frame of the robot's poses.
#[derive(Debug, Clone, PartialEq)]
pub struct CartesianPath {
    /// The poses after the start.
    pub poses: Vec<Pose>,
    /// How the tool runs between them.
    pub shape: PathShape,
    /// Greatest speed of the tool, m/s; without one the joints alone limit it.
    pub tool_speed_m_s: Option<f64>,
}

/// One leg of a [`CartesianMotion`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LegReport {
    /// Length of its path, m.
    pub length_m: f64,
    /// When the tool stops at its end, s from the motion's start.
    pub end_s: f64,
    /// The tool's greatest speed, m/s.
    pub tool_speed_m_s: f64,
    /// Greatest distance of the tool from the path, m, at three times of each piece.
    pub path_error_m: f64,
    /// Greatest angle to the attitude of the path, rad, there. An arm of fewer than six joints has it as near as it
    /// can.
    pub attitude_error_rad: f64,
}

/// A motion of all joints along a path, from rest to rest, in polynomials of degree five.
#[derive(Debug, Clone)]
pub struct CartesianMotion {
    starts_s: Vec<f64>,
    joints: Vec<Vec<Polynomial>>,
    legs: Vec<LegReport>,
}

/// The motion of a robot whose tool runs along a path, from joints at rest.
///
/// Position, velocity and acceleration of every joint are continuous; the tool stops at the end of each leg. An arm of
/// fewer than six joints keeps the tool's position, and the attitude as near as it has it there.
///
/// # Errors
/// When the path is none, the arm cannot follow it, or nothing limits the speed.
pub fn follow_path(robot: &dyn Robot, from: &[f64], path: &CartesianPath) -> Result<CartesianMotion, CartesianError> {
    let mut motion = CartesianMotion { starts_s: Vec::new(), joints: vec![Vec::new(); from.len()], legs: Vec::new() };
    let mut here = from.to_vec();
    for leg in legs(&robot.forward(from)?, path)? {
        let mut tracking = Tracking::new(robot, &leg, &here)?;
        let joint_path = followed(&mut tracking, &here)?;
        let timed = TimedLeg::quickest(robot, &leg, &joint_path, path.tool_speed_m_s)?;
        motion.append(&leg, &timed);
        here =
            motion.joints.iter().map(|pieces| pieces.last().map_or(0.0, |piece| piece.at(f64::MAX).position)).collect();
    }
    motion.check(robot.limits())?;
    Ok(motion)
}

/// The legs of a path that starts at a pose.
fn legs(start: &Pose, path: &CartesianPath) -> Result<Vec<Leg>, CartesianError> {
    let poses: Vec<&Pose> = std::iter::once(start).chain(&path.poses).collect();
    match path.shape {
        PathShape::Line => {
            poses.windows(2).enumerate().map(|(i, ends)| Leg::line(i + 1, i + 2, ends[0], ends[1])).collect()
        }
        PathShape::Arc if path.poses.is_empty() || path.poses.len() % 2 == 1 => {
            Err(CartesianError::OddArc { given: path.poses.len() })
        }
        PathShape::Arc => {
            let arcs = path.poses.chunks_exact(2).enumerate();
            arcs.map(|(i, ends)| Leg::arc(i + 1, 2 * i + 1, poses[2 * i], &ends[0], &ends[1])).collect()
        }
    }
}

/// So many ends are tried for an arm that can move while its tool stands still.
const ENDS: usize = 8;

/// The joints along a leg. Where the least motion of an arm with more than six joints leaves a range or gets stuck,
/// motions to other joints at the end of the leg are tried, the nearest first.
fn followed(tracking: &mut Tracking, from: &[f64]) -> Result<JointPath, CartesianError> {
    let first = JointPath::follow(tracking, from);
    if !tracking.is_free() || !matches!(first, Err(CartesianError::Range { .. } | CartesianError::Singular { .. })) {
        return first;
    }
    for end in tracking.robot().inverse(&tracking.leg.pose(1.0), from).unwrap_or_default().iter().take(ENDS) {
        tracking.end_near(&end.joints);
        if let Ok(path) = JointPath::follow(tracking, from) {
            return Ok(path);
        }
    }
    first
}

impl CartesianMotion {
    fn append(&mut self, leg: &Leg, timed: &TimedLeg) {
        let mut start_s = self.duration_s();
        for lasts_s in timed.durations_s() {
            self.starts_s.push(start_s);
            start_s += lasts_s;
        }
        self.joints.iter_mut().zip(&timed.joints).for_each(|(all, pieces)| all.extend(pieces));
        self.legs.push(LegReport {
            length_m: leg.length_m,
            end_s: start_s,
            tool_speed_m_s: timed.tool_speed_m_s,
            path_error_m: timed.path_error_m,
            attitude_error_rad: timed.attitude_error_rad,
        });
    }

    /// Duration, s.
    #[must_use]
    pub fn duration_s(&self) -> f64 {
        self.legs.last().map_or(0.0, |leg| leg.end_s)
    }

    /// Its legs.
    #[must_use]
    pub fn legs(&self) -> &[LegReport] {
        &self.legs
    }

    /// The pieces of each joint, one after the other.
    #[must_use]
    pub fn pieces(&self) -> &[Vec<Polynomial>] {
        &self.joints
    }

    /// All joints at a time; before the start and after the end as they are there.
    pub fn at(&self, t_s: f64) -> impl Iterator<Item = State> + '_ {
        let index = self.starts_s.partition_point(|start_s| *start_s <= t_s).saturating_sub(1);
        let after_s = t_s - self.starts_s.get(index).copied().unwrap_or(0.0);
        self.joints.iter().map(move |pieces| pieces.get(index).map_or_else(State::default, |piece| piece.at(after_s)))
    }

    /// The exact extremes of each joint.
    #[must_use]
    pub fn peaks(&self) -> Vec<Peaks> {
        self.joints.iter().map(|pieces| Peaks::of(pieces)).collect()
    }

    /// Whether every joint keeps its limits throughout.
    ///
    /// # Errors
    /// The first joint that does not: which limit it breaks, by how much and when.
    pub fn check(&self, limits: &[JointLimits]) -> Result<(), LimitError> {
        self.joints.iter().zip(limits).enumerate().try_for_each(|(i, (pieces, limits))| check(pieces, i + 1, limits))
    }

    /// The same path in a longer time.
    ///
    /// # Errors
    /// When the time is shorter than this motion takes.
    pub fn lasting(mut self, requested_s: f64) -> Result<Self, CartesianError> {
        let least_s = self.duration_s();
        let factor = requested_s / least_s;
        if factor.is_nan() || factor < 1.0 {
            return Err(CartesianError::TooSoon { requested_s, least_s });
        }
        self.joints.iter_mut().flatten().for_each(|piece| *piece = piece.slowed(factor));
        self.starts_s.iter_mut().for_each(|start_s| *start_s *= factor);
        for leg in &mut self.legs {
            (leg.end_s, leg.tool_speed_m_s) = (leg.end_s * factor, leg.tool_speed_m_s / factor);
        }
        Ok(self)
    }
}
