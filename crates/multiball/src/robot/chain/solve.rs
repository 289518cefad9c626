//! Joints for a pose, found numerically from many starts.

use std::f64::consts::TAU;

use super::Chain;
use super::descent::{Descent, Gap};
use super::starts::Starts;
use crate::geometry::Pose;
use crate::robot::joint::check_values;
use crate::robot::{JointKind, JointLimits, ReachError};

/// How a numerical inverse is searched.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Search {
    /// Seed of the random starts: the same seed gives the same result.
    pub seed: u64,
    /// Starting points: the first is where the arm is, the others are random within the limits.
    pub starts: usize,
    /// Tolerance of the position, m. Descents go on to a hundredth of it where they can.
    pub position_m: f64,
    /// Tolerance of the attitude, rad; likewise.
    pub angle_rad: f64,
}

impl Default for Search {
    fn default() -> Self {
        Self { seed: 0, starts: 100, position_m: 1e-10, angle_rad: 1e-10 }
    }
}

impl Chain {
    /// Joints within the limits that bring the tip to a pose, found from `near` or, where that leads nowhere, from
    /// random starts. Each revolute joint is at the turn nearest to `near`.
    ///
    /// # Errors
    /// [`ReachError::NotConverged`] with the smallest gap found; [`ReachError::OutsideLimits`] where joints beyond
    /// their limits were found to reach the pose; where `near` or the pose is not finite, or `near` has another number
    /// of joints.
    pub fn solve(&self, pose: &Pose, near: &[f64], search: &Search) -> Result<Vec<f64>, ReachError> {
        let mut found = InverseProblem { chain: self, pose, near, search }.find(1)?;
        Ok(found.swap_remove(0))
    }

    /// Every joint vector within the limits that some start leads to, nearest to `near` first.
    ///
    /// Vectors that differ by whole turns or by less than 1e-4 rad or m are one. The more starts, the surer that all
    /// are found. Where a pose leaves joints free, as with seven joints, these are samples of a continuum.
    ///
    /// # Errors
    /// As [`Chain::solve`].
    pub fn solve_all(&self, pose: &Pose, near: &[f64], search: &Search) -> Result<Vec<Vec<f64>>, ReachError> {
        let mut found = InverseProblem { chain: self, pose, near, search }.find(usize::MAX)?;
        let distance = |joints: &[f64]| joints.iter().zip(near).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        found.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
        Ok(found)
    }

    /// Half the length of the chain, m: an error of 1 rad moves the tip by about so much.
    pub(super) fn typical_length(&self) -> f64 {
        let offsets = self.joints().iter().map(|joint| &joint.parent_from_joint).chain([self.last_from_tip()]);
        let length: f64 = offsets.map(|pose| pose.translation.vector.norm()).sum();
        if length > 1e-6 { 0.5 * length } else { 1.0 }
    }
}

/// An inverse-kinematics problem and how it is searched.
struct InverseProblem<'a> {
    chain: &'a Chain,
    pose: &'a Pose,
    near: &'a [f64],
    search: &'a Search,
}

impl InverseProblem<'_> {
    /// Up to `wanted` distinct solutions, in the order of their starts; never none.
    fn find(&self, wanted: usize) -> Result<Vec<Vec<f64>>, ReachError> {
        check_values(self.near, self.chain.joints().len())?;
        let mut numbers = self.pose.translation.vector.iter().chain(self.pose.rotation.matrix().iter());
        if !numbers.all(|number| number.is_finite()) {
            return Err(ReachError::NotFinite);
        }
        let limits: Vec<JointLimits> = self.chain.joints().iter().map(|joint| joint.limits).collect();
        let endless: Vec<JointLimits> = limits.iter().map(without_ends).collect();
        match self.find_within(&limits, wanted) {
            // Without limits there may be a solution: then they are the reason.
            Err(failure) if limits != endless => {
                let beyond = self.find_within(&endless, usize::MAX).map_err(|_| failure)?;
                least_beyond(beyond, &limits, self.near)
            }
            settled => settled,
        }
    }

    fn find_within(&self, limits: &[JointLimits], wanted: usize) -> Result<Vec<Vec<f64>>, ReachError> {
        let Search { seed, starts, position_m, angle_rad } = *self.search;
        let length_m = self.chain.typical_length();
        let far_m = 2.0 * length_m + self.pose.translation.vector.norm();
        let bounds: Vec<JointLimits> = limits.iter().map(without_turns).collect();
        let mut points = Starts::new(&bounds, self.near, seed, far_m);
        let mut descent = Descent::new(self.chain, self.pose, &bounds, length_m);
        let (mut found, mut closest) = (Vec::new(), None::<Gap>);
        let size = |gap: &Gap| gap.scaled(length_m).norm();
        for _ in 0..starts.max(1) {
            let gap = descent.run(points.next_start(), 0.01 * position_m, 0.01 * angle_rad);
            if gap.within(position_m, angle_rad) {
                add_new(&mut found, turned(descent.joints(), limits, self.near), limits);
            } else if closest.is_none_or(|closest| size(&gap) < size(&closest)) {
                closest = Some(gap);
            }
            if found.len() >= wanted {
                break;
            }
        }
        match closest.filter(|_| found.is_empty()) {
            Some(gap) => Err(gap.not_converged(starts.max(1))),
            None => Ok(found),
        }
    }
}

fn add_new(found: &mut Vec<Vec<f64>>, joints: Vec<f64>, limits: &[JointLimits]) {
    if !found.iter().any(|other| same(other, &joints, limits)) {
        found.push(joints);
    }
}

/// Each joint at the turn nearest to the reference within its limits.
fn turned(joints: &[f64], limits: &[JointLimits], near: &[f64]) -> Vec<f64> {
    let triples = joints.iter().zip(limits).zip(near);
    triples.map(|((value, limits), near)| limits.nearest_turn(*value, *near)).collect()
}

/// Of solutions found without limits those that keep them after all; if there is none, the one that breaks them least.
fn least_beyond(found: Vec<Vec<f64>>, limits: &[JointLimits], near: &[f64]) -> Result<Vec<Vec<f64>>, ReachError> {
    let found: Vec<Vec<f64>> = found.into_iter().map(|joints| turned(&joints, limits, near)).collect();
    let excess = |joints: &[f64], i: usize| limits[i].excess(joints[i]);
    let worst = |joints: &Vec<f64>| {
        let joint = (0..limits.len()).max_by(|a, b| excess(joints, *a).total_cmp(&excess(joints, *b))).unwrap_or(0);
        (joint, joints[joint], excess(joints, joint))
    };
    let least = found.iter().map(worst).min_by(|a, b| a.2.total_cmp(&b.2));
    let within: Vec<Vec<f64>> = found.into_iter().filter(|joints| worst(joints).2 <= JointLimits::SLACK).collect();
    match least {
        Some((index, value, _)) if within.is_empty() => {
            let JointLimits { kind, low, high, .. } = limits[index];
            Err(ReachError::OutsideLimits { number: index + 1, kind, value, low, high })
        }
        _ => Ok(within),
    }
}

/// Where a joint has a whole turn, its ends do not matter to the search: some turn of any angle is within.
fn without_turns(limits: &JointLimits) -> JointLimits {
    let whole_turn = limits.kind == JointKind::Revolute && limits.high - limits.low >= TAU;
    if whole_turn { without_ends(limits) } else { *limits }
}

fn without_ends(limits: &JointLimits) -> JointLimits {
    JointLimits { low: f64::NEG_INFINITY, high: f64::INFINITY, ..*limits }
}

/// Whether two joint vectors are one up to whole turns.
fn same(a: &[f64], b: &[f64], limits: &[JointLimits]) -> bool {
    let apart = |a: f64, b: f64, kind: JointKind| match kind {
        JointKind::Revolute => (a - b - TAU * ((a - b) / TAU).round()).abs(),
        JointKind::Prismatic => (a - b).abs(),
    };
    a.iter().zip(b).zip(limits).all(|((a, b), limits)| apart(*a, *b, limits.kind) < 1e-4)
}
