//! A leg as polynomials in time, and how near it is to path and limits.

use super::CartesianError;
use super::joint_path::JointPath;
use super::leg::Leg;
use super::time_law::{Moment, TimeLaw};
use crate::geometry::{portable, turn_between};
use crate::motion::hull::Hull;
use crate::motion::{Peaks, Polynomial, State};
use crate::robot::{JacobianColumn, JointLimits, Robot};

/// How far the tool may be from the leg between two knots, m and rad: with what the joint path misses, below 1e-6.
const TOLERANCE: f64 = 3e-7;
/// Times that a piece may be halved.
const HALVINGS: usize = 24;
/// Time laws that are tried; the quickest is taken.
const ROUNDS: usize = 8;

/// All joints at one time of a leg: position, velocity and acceleration of each.
struct Knot {
    t_s: f64,
    share: f64,
    joints: Vec<(f64, f64, f64)>,
}

/// A leg's motion.
#[derive(Debug, Clone, Default)]
pub(super) struct TimedLeg {
    /// Times at which pieces begin, and the end, s.
    times_s: Vec<f64>,
    /// Shares of the leg at these times.
    shares: Vec<f64>,
    /// The pieces of each joint.
    pub(super) joints: Vec<Vec<Polynomial>>,
    /// Greatest distance of the tool from where the leg has it, m, and angle, rad, at three times of each piece.
    pub(super) path_error_m: f64,
    pub(super) attitude_error_rad: f64,
    /// The tool's greatest speed there, m/s.
    pub(super) tool_speed_m_s: f64,
    /// How much slower it must be for the requested tool speed.
    by_tool: f64,
}

/// By how much the parts of a leg must be slower to keep the limits; below 1 they may be quicker.
struct Loads {
    knots: Vec<f64>,
    ramps: [f64; 2],
    most: f64,
}

impl TimedLeg {
    /// The quickest of some time laws for a leg; each corrects the one before.
    pub(super) fn quickest(
        robot: &dyn Robot,
        leg: &Leg,
        path: &JointPath,
        tool_speed_m_s: Option<f64>,
    ) -> Result<Self, CartesianError> {
        let floor = tool_speed_m_s.map_or(0.0, |speed| leg.length_m / speed);
        let limits = robot.limits();
        let mut law = TimeLaw::new(path, limits, floor).ok_or(CartesianError::NoLimit)?;
        let mut best = (f64::INFINITY, Self::default());
        for _ in 0..ROUNDS {
            let timed = Self { by_tool: floor * law.peak_rate(), ..Builder::new(robot, leg, path, &law).build()? };
            let loads = timed.loads(&law, limits);
            let lasts_s = loads.most.max(timed.by_tool) * law.duration_s();
            if lasts_s < best.0 {
                best = (lasts_s, timed);
            }
            law.correct(&loads.knots, loads.ramps);
        }
        let timed = best.1;
        let slower = timed.slowing(limits);
        Ok(timed.slowed(slower))
    }

    /// The durations of its pieces, s.
    pub(super) fn durations_s(&self) -> impl Iterator<Item = f64> + '_ {
        self.times_s.windows(2).map(|ends| ends[1] - ends[0])
    }

    /// The factor by which it must last longer to keep all limits exactly: rates of a motion that is slower by c are
    /// divided by c, c² and c³.
    fn slowing(&self, limits: &[JointLimits]) -> f64 {
        let joint = |(pieces, limits): (&Vec<Polynomial>, &JointLimits)| {
            let Peaks { speed, acceleration, jerk, .. } = Peaks::of(pieces);
            load([speed.value, acceleration.value, jerk.value], limits)
        };
        self.joints.iter().zip(limits).map(joint).fold(self.by_tool, f64::max)
    }

    /// The same motion, slower by a factor.
    fn slowed(mut self, factor: f64) -> Self {
        self.times_s.iter_mut().for_each(|t_s| *t_s *= factor);
        self.tool_speed_m_s /= factor;
        self.joints.iter_mut().flatten().for_each(|piece| *piece = piece.slowed(factor));
        self
    }

    fn loads(&self, law: &TimeLaw, limits: &[JointLimits]) -> Loads {
        let mut loads = Loads { knots: vec![0.0; law.knots()], ramps: [0.0; 2], most: 0.0 };
        let [start, end] = law.ramps_s();
        let end_begins = law.duration_s() - end;
        for piece in 0..self.times_s.len() - 1 {
            let joint = |(pieces, limits): (&Vec<Polynomial>, &JointLimits)| hull_load(&pieces[piece], limits);
            let own = self.joints.iter().zip(limits).map(joint).fold(0.0, f64::max);
            loads.most = loads.most.max(own);
            let middle_s = 0.5 * (self.times_s[piece] + self.times_s[piece + 1]);
            if middle_s < start {
                loads.ramps[0] = loads.ramps[0].max(own);
            } else if middle_s > end_begins {
                loads.ramps[1] = loads.ramps[1].max(own);
            }
            // In the slow half of a ramp the ramp alone is to blame.
            if middle_s > 0.5 * start && middle_s < end_begins + 0.5 * end {
                let (first, last) = (law.span_of(self.shares[piece]), law.span_of(self.shares[piece + 1]) + 1);
                loads.knots[first..=last].iter_mut().for_each(|load| *load = load.max(own));
            }
        }
        // Knots within the ramps' slow halves stay as they are.
        loads.knots.iter_mut().filter(|load| **load == 0.0).for_each(|load| *load = 1.0);
        loads
    }
}

/// By how much a motion with these peaks of speed, acceleration and jerk must be slower.
fn load([speed, acceleration, jerk]: [f64; 3], limits: &JointLimits) -> f64 {
    let by_acceleration = (acceleration / limits.acceleration).sqrt();
    (speed / limits.speed).max(by_acceleration).max(portable::cbrt(jerk / limits.jerk))
}

/// The same for one piece, by the control values that bound it.
fn hull_load(piece: &Polynomial, limits: &JointLimits) -> f64 {
    let hull = Hull::of(&piece.coefficients, piece.duration_s);
    let most = |controls: &[f64]| controls.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
    load([most(&hull.velocity), most(&hull.acceleration), most(&hull.jerk)], limits)
}

/// Builds a leg's motion piece by piece.
struct Builder<'a> {
    robot: &'a dyn Robot,
    leg: &'a Leg,
    path: &'a JointPath,
    law: &'a TimeLaw,
    columns: Vec<JacobianColumn>,
    built: TimedLeg,
}

impl<'a> Builder<'a> {
    fn new(robot: &'a dyn Robot, leg: &'a Leg, path: &'a JointPath, law: &'a TimeLaw) -> Self {
        let count = robot.joint_count();
        let built = TimedLeg { joints: vec![Vec::new(); count], ..TimedLeg::default() };
        Self { robot, leg, path, law, columns: vec![JacobianColumn::zeros(); count], built }
    }

    fn build(mut self) -> Result<TimedLeg, CartesianError> {
        let times = self.law.times();
        let mut here = self.knot(times[0]);
        self.begin(&here);
        for t_s in &times[1..] {
            let next = self.knot(*t_s);
            self.add(&here, &next, HALVINGS)?;
            here = next;
        }
        Ok(self.built)
    }

    fn knot(&self, t_s: f64) -> Knot {
        let Moment { share, rate, acceleration } = self.law.at(t_s);
        let joint = |state: State| {
            let bend = state.acceleration * rate * rate + state.velocity * acceleration;
            (state.position, state.velocity * rate, bend)
        };
        Knot { t_s, share, joints: self.path.at(share).map(joint).collect() }
    }

    fn begin(&mut self, knot: &Knot) {
        self.built.times_s.push(knot.t_s);
        self.built.shares.push(knot.share);
    }

    /// Adds the motion from one knot to the next, in halves where one piece leaves the path.
    fn add(&mut self, from: &Knot, to: &Knot, halvings: usize) -> Result<(), CartesianError> {
        let lasts_s = to.t_s - from.t_s;
        let joints = from.joints.iter().zip(&to.joints);
        let pieces: Vec<Polynomial> = joints.map(|(from, to)| Polynomial::quintic(*from, *to, lasts_s)).collect();
        let mut worst = Errors::default();
        for part in [0.25, 0.5, 0.75] {
            worst = worst.max(self.errors(from.t_s, &pieces, part * lasts_s)?);
        }
        if halvings > 0 && worst.path_m.max(worst.turned_rad) > TOLERANCE {
            let middle = self.knot(from.t_s + 0.5 * lasts_s);
            self.add(from, &middle, halvings - 1)?;
            return self.add(&middle, to, halvings - 1);
        }
        self.begin(to);
        let built = &mut self.built;
        built.joints.iter_mut().zip(pieces).for_each(|(joint, piece)| joint.push(piece));
        built.path_error_m = built.path_error_m.max(worst.path_m);
        built.attitude_error_rad = built.attitude_error_rad.max(worst.attitude_rad);
        built.tool_speed_m_s = built.tool_speed_m_s.max(worst.speed_m_s);
        Ok(())
    }

    /// The tool some time after a piece began.
    fn errors(&mut self, start_s: f64, pieces: &[Polynomial], after_s: f64) -> Result<Errors, CartesianError> {
        let states: Vec<_> = pieces.iter().map(|piece| piece.at(after_s)).collect();
        let joints: Vec<f64> = states.iter().map(|state| state.position).collect();
        let pose = self.robot.forward_and_columns(&joints, &mut self.columns)?;
        let twist: JacobianColumn =
            self.columns.iter().zip(&states).map(|(column, state)| column * state.velocity).sum();
        let share = self.law.at(start_s + after_s).share;
        let wanted = self.leg.pose(share);
        let attitude_rad = turn_between(&pose.rotation, &wanted.rotation).norm();
        let turned_rad = if joints.len() < 6 {
            let there: Vec<f64> = self.path.at(share).map(|state| state.position).collect();
            turn_between(&pose.rotation, &self.robot.forward(&there)?.rotation).norm()
        } else {
            attitude_rad
        };
        Ok(Errors {
            path_m: (wanted.translation.vector - pose.translation.vector).norm(),
            attitude_rad,
            turned_rad,
            speed_m_s: twist.fixed_rows::<3>(0).norm(),
        })
    }
}

/// How far the tool is from where it should be, and how fast it moves.
#[derive(Debug, Clone, Copy, Default)]
struct Errors {
    path_m: f64,
    /// From the attitude of the leg, and from the one that the arm has there.
    attitude_rad: f64,
    turned_rad: f64,
    speed_m_s: f64,
}

impl Errors {
    fn max(self, other: Self) -> Self {
        Self {
            path_m: self.path_m.max(other.path_m),
            attitude_rad: self.attitude_rad.max(other.attitude_rad),
            turned_rad: self.turned_rad.max(other.turned_rad),
            speed_m_s: self.speed_m_s.max(other.speed_m_s),
        }
    }
}
