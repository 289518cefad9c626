//! The joints that hold the tool at one place of a leg, near known ones, and their rates along the leg.

use std::f64::consts::TAU;

use nalgebra::{DMatrix, DVector, Vector6};

use super::CartesianError;
use super::leg::Leg;
use crate::geometry::{Vec3, turn_between};
use crate::robot::{JacobianColumn, JointLimits, ReachError, Robot};

/// How much more a metre counts than a radian where an arm has fewer joints than a pose has coordinates.
const POSITION_FIRST: f64 = 1e4;
/// Least pivot, in shares of the greatest, of a matrix that is not singular.
const REGULAR: f64 = 1e-9;
/// Least singular value that a step at a singularity uses.
const CUT_OFF: f64 = 1e-7;
/// A step so long leads elsewhere, rad or m.
const LONGEST_STEP: f64 = 0.7;
/// Steps until an arm of six joints or more is given up, and one of fewer, whose steps converge linearly.
const STEPS: [usize; 2] = [12, 150];
/// Remaining error that is accepted, m and rad.
const CLOSES: f64 = 1e-10;
/// How far within the leg rates are taken for a singular end, in shares.
const NEAR_END: f64 = 1e-4;

/// Joints with their first and second rate per share of the leg.
#[derive(Debug, Clone)]
pub(super) struct Rates {
    pub(super) first: Vec<f64>,
    pub(super) second: Vec<f64>,
}

/// Where the tool is from where it should be.
#[derive(Debug, Clone, Copy)]
pub(super) struct Miss {
    pub(super) position: Vec3,
    pub(super) angle: Vec3,
}

/// Inverse kinematics along one leg, as a function of the share s.
///
/// ```text
/// six joints     J q' = v                       J q'' = v' - J' q'
/// more           the same with rows N q' = d    N q'' = 0            N the self-motions at the leg's start
/// fewer          min |w|  so that  p(q) = p(s)  w the rotation vector that is missing
/// ```
/// J Jacobian, v the path's twist. With more joints the arm's self-motion is d per share, at first 0. With fewer the
/// position is kept exactly and the attitude as near as the arm has it there; rates then come from differences.
#[derive(Debug)]
pub(super) struct Tracking<'a> {
    robot: &'a dyn Robot,
    pub(super) leg: &'a Leg,
    start: Vec<f64>,
    self_motions: Vec<DVector<f64>>,
    drift: Vec<f64>,
    columns: Vec<JacobianColumn>,
}

impl<'a> Tracking<'a> {
    pub(super) fn new(robot: &'a dyn Robot, leg: &'a Leg, start: &[f64]) -> Result<Self, CartesianError> {
        let mut columns = vec![JacobianColumn::zeros(); robot.joint_count()];
        robot.forward_and_columns(start, &mut columns)?;
        let self_motions = self_motions(&columns, robot.limits());
        let drift = vec![0.0; self_motions.len()];
        Ok(Self { robot, leg, start: start.to_vec(), self_motions, drift, columns })
    }

    pub(super) fn robot(&self) -> &'a dyn Robot {
        self.robot
    }

    /// Whether the arm has every attitude: it has six joints or more.
    pub(super) fn is_exact(&self) -> bool {
        self.columns.len() >= 6
    }

    /// Whether the arm can move while its tool stands still.
    pub(super) fn is_free(&self) -> bool {
        !self.self_motions.is_empty()
    }

    /// Sets the rates of the self-motions per share so that the leg ends near some joints.
    pub(super) fn end_near(&mut self, joints: &[f64]) {
        let moved = |row: &DVector<f64>| {
            row.iter().zip(joints.iter().zip(&self.start)).map(|(n, (q, from))| n * (q - from)).sum()
        };
        self.drift = self.self_motions.iter().map(moved).collect();
    }

    /// Where the tool is from where it should be; leaves the Jacobian in `columns`.
    pub(super) fn miss(&mut self, share: f64, joints: &[f64]) -> Result<Miss, ReachError> {
        let pose = self.robot.forward_and_columns(joints, &mut self.columns)?;
        let wanted = self.leg.pose(share);
        Ok(Miss {
            position: wanted.translation.vector - pose.translation.vector,
            angle: turn_between(&pose.rotation, &wanted.rotation),
        })
    }

    /// The joints at a share that are reached from a first estimate; `None` where none are near.
    pub(super) fn joints_at(&mut self, share: f64, first: &[f64]) -> Option<Vec<f64>> {
        let mut joints = first.to_vec();
        for _ in 0..STEPS[usize::from(!self.is_exact())] {
            let right = self.residual(share, &joints)?;
            if self.is_exact() && right.amax() < 0.001 * CLOSES {
                return Some(joints);
            }
            let matrix = self.matrix();
            let step = solved(matrix.clone(), &right).or_else(|| least_squares(matrix, &right))?;
            // What is no number is refused as well.
            if step.amax().is_nan() || step.amax() > LONGEST_STEP {
                return None;
            }
            joints.iter_mut().zip(step.iter()).for_each(|(joint, step)| *joint += step);
            if !self.is_exact() && step.amax() < 0.001 * CLOSES {
                break;
            }
        }
        let miss = self.miss(share, &joints).ok()?;
        let closes = match self.is_exact() {
            true => miss.position.norm() < CLOSES && miss.angle.norm() < CLOSES,
            // The attitude that the arm does not have draws the position by its share of the weight.
            false => miss.position.norm() < 100.0 * CLOSES,
        };
        closes.then_some(joints)
    }

    /// How far the tool stays from a place that the arm may not reach, once steps from first joints no longer help.
    pub(super) fn nearest_at(&mut self, share: f64, first: &[f64]) -> Option<Miss> {
        let mut joints = first.to_vec();
        for _ in 0..STEPS[1] {
            let right = self.residual(share, &joints)?;
            let step = least_squares(self.matrix(), &right)?;
            let shorter = (0.5 * LONGEST_STEP / step.amax()).min(1.0);
            joints.iter_mut().zip(step.iter()).for_each(|(joint, step)| *joint += shorter * step);
        }
        self.miss(share, &joints).ok()
    }

    /// What is left of the equations, with the weights of the matrix.
    fn residual(&mut self, share: f64, joints: &[f64]) -> Option<DVector<f64>> {
        let Miss { position, angle } = self.miss(share, joints).ok()?;
        let position = position * self.weight();
        let mut right = DVector::zeros(6 + self.self_motions.len());
        right.as_mut_slice()[..3].copy_from_slice(position.as_slice());
        right.as_mut_slice()[3..6].copy_from_slice(angle.as_slice());
        for (i, row) in self.self_motions.iter().enumerate() {
            let moved: f64 = row.iter().zip(joints.iter().zip(&self.start)).map(|(n, (q, from))| n * (q - from)).sum();
            right[6 + i] = self.drift[i] * share - moved;
        }
        Some(right)
    }

    fn weight(&self) -> f64 {
        if self.is_exact() { 1.0 } else { POSITION_FIRST }
    }

    /// The Jacobian in `columns`, with the self-motions below it.
    fn matrix(&self) -> DMatrix<f64> {
        let weight = self.weight();
        DMatrix::from_fn(6 + self.self_motions.len(), self.columns.len(), |row, column| match row {
            0..3 => weight * self.columns[column][row],
            3..6 => self.columns[column][row],
            _ => self.self_motions[row - 6][column],
        })
    }

    /// The rates at a share; `None` at a singularity. `step` is a share over which the joints are smooth.
    pub(super) fn rates(&mut self, share: f64, joints: &[f64], step: f64) -> Option<Rates> {
        let angle = self.miss(share, joints).ok()?.angle.norm();
        let (matrix, (rate, bend)) = (self.matrix(), self.leg.twist(share));
        let right = self.right(&rate, &self.drift);
        let first = solved(matrix.clone(), &right)?;
        let right_of_second = self.right(&(bend - turning(&self.columns, &first)), &vec![0.0; self.drift.len()]);
        let second = solved(matrix.clone(), &right_of_second)?;
        // The equations of an arm with fewer than six joints may have no solution, only a best one.
        let solves = |rates: &DVector<f64>, right: &DVector<f64>| {
            (&matrix * rates - right).amax() <= CLOSES * (1.0 + right.amax())
        };
        let exact = angle <= CLOSES && solves(&first, &right) && solves(&second, &right_of_second);
        if self.is_exact() || exact {
            return Some(Rates { first: first.as_slice().to_vec(), second: second.as_slice().to_vec() });
        }
        self.differences(share, joints, &first, step / 16.0)
    }

    /// A right-hand side with the weights of the matrix.
    fn right(&self, twist: &Vector6<f64>, rest: &[f64]) -> DVector<f64> {
        let mut right = DVector::from_iterator(6 + rest.len(), twist.iter().chain(rest).copied());
        right.rows_mut(0, 3).scale_mut(self.weight());
        right
    }

    /// The rates at an end of the leg: over shorter and shorter steps, and where it is singular from a little within.
    pub(super) fn rates_at_end(&mut self, share: f64, joints: &[f64], step: f64) -> Option<Rates> {
        let steps = [step, 0.1 * step, 0.01 * step, 1e-3 * step];
        let tried = if self.is_exact() { &steps[..1] } else { &steps };
        tried.iter().find_map(|step| self.rates(share, joints, *step)).or_else(|| {
            let inward = if share < 0.5 { NEAR_END } else { -NEAR_END };
            let within = self.joints_at(share + inward, joints)?;
            let Rates { first, second } = self.rates(share + inward, &within, NEAR_END)?;
            let first = first.iter().zip(&second).map(|(first, second)| first - second * inward).collect();
            Some(Rates { first, second })
        })
    }

    /// Central differences of fourth order; `slope` are the rates, roughly.
    fn differences(&mut self, share: f64, joints: &[f64], slope: &DVector<f64>, step: f64) -> Option<Rates> {
        let mut aside = |steps: f64| {
            let by = steps * step;
            let first: Vec<f64> = joints.iter().zip(slope.iter()).map(|(q, slope)| q + slope * by).collect();
            self.joints_at(share + by, &first)
        };
        let [a, b, c, d] = [aside(-2.0)?, aside(-1.0)?, aside(1.0)?, aside(2.0)?];
        let count = joints.len();
        let first = (0..count).map(|i| (a[i] - d[i] + 8.0 * (c[i] - b[i])) / (12.0 * step)).collect();
        let second = |i: usize| (16.0 * (b[i] + c[i]) - a[i] - d[i] - 30.0 * joints[i]) / (12.0 * step * step);
        Some(Rates { first, second: (0..count).map(second).collect() })
    }
}

/// J' q' of a chain whose joints have these Jacobian columns and rates: per share, as the rates are.
///
/// ```text
/// linear  Σᵢ ωᵢ q'ᵢ × (vᵢ q'ᵢ + 2 Σ_{j>i} vⱼ q'ⱼ)        angular  Σᵢ (Σ_{j<i} ωⱼ q'ⱼ) × ωᵢ q'ᵢ
/// ```
/// v and ω the two halves of a column.
fn turning(columns: &[JacobianColumn], rates: &DVector<f64>) -> Vector6<f64> {
    let halves = |i: usize| {
        let column = columns[i] * rates[i];
        (column.fixed_rows::<3>(0).into_owned(), column.fixed_rows::<3>(3).into_owned())
    };
    let (mut linear, mut angular, mut above) = (Vec3::zeros(), Vec3::zeros(), Vec3::zeros());
    for i in (0..columns.len()).rev() {
        let (v, omega) = halves(i);
        linear += omega.cross(&(v + above * 2.0));
        above += v;
    }
    let mut below = Vec3::zeros();
    for i in 0..columns.len() {
        let (_, omega) = halves(i);
        angular += below.cross(&omega);
        below += omega;
    }
    Vector6::new(linear.x, linear.y, linear.z, angular.x, angular.y, angular.z)
}

/// Rows of which the products with the joints stay as they are where an arm of more than six joints moves as little as
/// it can, each joint in shares of its range: one for each joint beyond six.
fn self_motions(columns: &[JacobianColumn], limits: &[JointLimits]) -> Vec<DVector<f64>> {
    let count = columns.len();
    if count <= 6 {
        return Vec::new();
    }
    let jacobian = DMatrix::from_fn(6, count, |row, column| columns[column][row]);
    let Ok(inverse) = jacobian.clone().pseudo_inverse(CUT_OFF) else { return Vec::new() };
    let mut left = DMatrix::identity(count, count) - inverse * jacobian;
    let mut found = Vec::new();
    for _ in 6..count {
        let longest = (0..count).max_by(|a, b| left.column(*a).norm().total_cmp(&left.column(*b).norm()));
        let motion = left.column(longest.unwrap_or(0)).normalize();
        left -= &motion * (motion.transpose() * &left);
        let weighted = |(motion, limits): (&f64, &JointLimits)| motion / (limits.high - limits.low).min(TAU).powi(2);
        found.push(DVector::from_iterator(count, motion.iter().zip(limits).map(weighted)).normalize());
    }
    found
}

/// Whether the pivots of a triangular matrix are not those of a singular one.
fn is_regular(triangle: &DMatrix<f64>, weight: f64) -> bool {
    let pivots = triangle.diagonal().abs();
    pivots.min() > REGULAR * pivots.max() / weight
}

/// The solution of as many equations as unknowns, or the least-squares one of more; `None` where it is singular.
fn solved(matrix: DMatrix<f64>, right: &DVector<f64>) -> Option<DVector<f64>> {
    if matrix.is_square() {
        let lu = matrix.lu();
        return if is_regular(&lu.u(), 1.0) { lu.solve(right) } else { None };
    }
    let qr = matrix.qr();
    let r = qr.r();
    if !is_regular(&r, POSITION_FIRST) {
        return None;
    }
    r.solve_upper_triangular(&(qr.q().transpose() * right))
}

/// The shortest least-squares solution at a singularity.
fn least_squares(matrix: DMatrix<f64>, right: &DVector<f64>) -> Option<DVector<f64>> {
    matrix.svd(true, true).solve(right, CUT_OFF).ok()
}
