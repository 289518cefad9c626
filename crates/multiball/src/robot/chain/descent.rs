//! One descent from one start towards a pose: damped least squares within bounds.

use std::f64::consts::TAU;

use nalgebra::Vector6;

use super::Chain;
use super::damped::Damped;
use crate::geometry::{Pose, Vec3, turn_between};
use crate::robot::{JointKind, JointLimits, ReachError};

/// The error from a pose to the target pose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Gap {
    /// Missing translation, m.
    position: Vec3,
    /// Missing rotation vector, rad; no longer than π.
    angle: Vec3,
}

impl Gap {
    fn between(from: &Pose, to: &Pose) -> Self {
        let position = to.translation.vector - from.translation.vector;
        Self { position, angle: turn_between(&from.rotation, &to.rotation) }
    }

    pub(super) fn within(&self, position_m: f64, angle_rad: f64) -> bool {
        self.position.norm() <= position_m && self.angle.norm() <= angle_rad
    }

    pub(super) fn not_converged(&self, tries: usize) -> ReachError {
        ReachError::NotConverged { tries, position_m: self.position.norm(), angle_rad: self.angle.norm() }
    }

    /// The gap as one vector without unit.
    pub(super) fn scaled(&self, length_m: f64) -> Vector6<f64> {
        let [x, y, z] = (self.position / length_m).into();
        Vector6::new(x, y, z, self.angle.x, self.angle.y, self.angle.z)
    }
}

/// A point in joint space with all that the next step needs.
#[derive(Debug, Clone)]
struct Iterate {
    joints: Vec<f64>,
    /// Jacobian without units, a column for each joint.
    columns: Vec<Vector6<f64>>,
    gap: Gap,
    error: Vector6<f64>,
}

/// Levenberg and Marquardt's method on the six numbers of the gap, each joint kept within its bounds.
///
/// ```text
/// min |e - J Δq|² + μ |Δq|²      μ = κ min(|e|², 1) + 1e-22
/// ```
/// e gap (position over a length of the robot, rotation vector), J its Jacobian, Δq step; κ falls after a good step and
/// grows after a bad one. With μ of the order of |e|², convergence is quadratic where the pose is regular and steps
/// stay small where it is singular [Sugihara 2011]. A joint that a step would take out of its bounds is held there, and
/// the others are solved again for the remaining error. One descent's memory serves all starts of a search.
#[derive(Debug, Clone)]
pub(super) struct Descent<'a> {
    chain: &'a Chain,
    target: &'a Pose,
    bounds: &'a [JointLimits],
    /// Length whose error counts as much as 1 rad, m.
    length_m: f64,
    here: Iterate,
    there: Iterate,
    damped: Damped,
    step: Vec<f64>,
    /// Steps of the joints that are held at a bound.
    held: Vec<Option<f64>>,
}

impl<'a> Descent<'a> {
    // Chosen here on random poses of eight arms of three to seven joints; how many steps are needed depends little on
    // them.
    /// Steps after which a start is given up.
    const STEPS: usize = 60;
    /// Steps after which only downhill counts.
    const JUMPS: usize = 40;
    /// Square of an error that is close: 0.01 rad, or a hundredth of the robot's length.
    const CLOSE: f64 = 1e-4;
    /// First κ.
    const DAMPING: f64 = 0.1;
    /// A step that promises less than this part of the squared error leads into a dead end.
    const HOPELESS: f64 = 0.01;

    pub(super) fn new(chain: &'a Chain, target: &'a Pose, bounds: &'a [JointLimits], length_m: f64) -> Self {
        let count = bounds.len();
        let gap = Gap { position: Vec3::zeros(), angle: Vec3::zeros() };
        let columns = vec![Vector6::zeros(); count];
        let here = Iterate { joints: vec![0.0; count], columns, gap, error: Vector6::zeros() };
        let (there, damped) = (here.clone(), Damped::new(count));
        Self { chain, target, bounds, length_m, here, there, damped, step: vec![0.0; count], held: vec![None; count] }
    }

    /// Where the last descent ended.
    pub(super) fn joints(&self) -> &[f64] {
        &self.here.joints
    }

    /// Descends from a start within the bounds until the gap is as small as aimed at or no step helps.
    pub(super) fn run(&mut self, start: &[f64], aim_m: f64, aim_rad: f64) -> Gap {
        self.there.joints.copy_from_slice(start);
        self.evaluate_there();
        std::mem::swap(&mut self.here, &mut self.there);
        let mut damping = Self::DAMPING;
        for step in 0..Self::STEPS {
            if self.here.gap.within(aim_m, aim_rad) {
                break;
            }
            let cost = self.here.error.norm_squared();
            let promised = cost - self.choose_step(damping * cost.min(1.0) + 1e-22);
            if promised < Self::HOPELESS * cost {
                break;
            }
            self.evaluate_there();
            let cost_there = self.there.error.norm_squared();
            let gained = (cost - cost_there) / promised;
            // Near a singularity the error has long bent valleys: downhill is a crawl, Newton's jumps cross them.
            let jump = step < Self::JUMPS && cost < Self::CLOSE && cost_there < 100.0 * Self::CLOSE;
            if gained > 0.0 || jump {
                std::mem::swap(&mut self.here, &mut self.there);
            }
            if gained > 0.75 {
                damping *= 0.5;
            } else if gained < 0.25 && !jump {
                damping *= 4.0;
            }
        }
        self.here.gap
    }

    /// Evaluates pose, error and Jacobian at `there.joints`.
    fn evaluate_there(&mut self) {
        let iterate = &mut self.there;
        let pose = self.chain.forward_and_columns(&iterate.joints, &mut iterate.columns);
        iterate.gap = Gap::between(&pose, self.target);
        iterate.error = iterate.gap.scaled(self.length_m);
        // A sliding joint counts in lengths, so that its column has no unit either.
        for (column, limits) in iterate.columns.iter_mut().zip(self.bounds) {
            if limits.kind == JointKind::Revolute {
                column.fixed_rows_mut::<3>(0).scale_mut(1.0 / self.length_m);
            }
        }
    }

    /// Chooses `there.joints`; returns the square of the error that the linear model expects there.
    fn choose_step(&mut self, damping: f64) -> f64 {
        self.held.fill(None);
        loop {
            let mut left = self.here.error;
            for (column, held) in self.here.columns.iter().zip(&self.held) {
                left -= column * held.unwrap_or(0.0);
            }
            self.damped.factor(&self.here.columns, |joint| self.held[joint].is_none(), damping);
            self.damped.solve(&left, &mut self.step);
            if !self.hold_at_bounds() {
                return self.arrive();
            }
        }
    }

    /// Holds joints whose step leads out of their bounds; returns whether there is a new one.
    fn hold_at_bounds(&mut self) -> bool {
        let mut new = false;
        for (i, limits) in self.bounds.iter().enumerate() {
            let (from, unit) = (self.here.joints[i], self.unit(limits.kind));
            let to = from + self.step[i] * unit;
            if self.held[i].is_none() && turn_within(limits, to).is_none() {
                self.held[i] = Some((to.clamp(limits.low, limits.high) - from) / unit);
                new = true;
            }
        }
        new
    }

    fn arrive(&mut self) -> f64 {
        let mut expected = self.here.error;
        for (i, limits) in self.bounds.iter().enumerate() {
            let step = self.held[i].unwrap_or(self.step[i]);
            expected -= self.here.columns[i] * step;
            let to = self.here.joints[i] + step * self.unit(limits.kind);
            self.there.joints[i] = turn_within(limits, to).unwrap_or(to.clamp(limits.low, limits.high));
        }
        expected.norm_squared()
    }

    /// What counts as 1 in a joint's step.
    fn unit(&self, kind: JointKind) -> f64 {
        match kind {
            JointKind::Revolute => 1.0,
            JointKind::Prismatic => self.length_m,
        }
    }
}

/// The value, or the same angle one turn on, that lies within the bounds.
fn turn_within(limits: &JointLimits, value: f64) -> Option<f64> {
    let inside = |value: f64| (limits.low..=limits.high).contains(&value);
    let turned = if value > limits.high { value - TAU } else { value + TAU };
    if inside(value) { Some(value) } else { (limits.kind == JointKind::Revolute && inside(turned)).then_some(turned) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Rotation3;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn law_the_gap_is_the_rotation_vector_up_to_half_a_turn() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for i in 0..10_000 {
            let mut draw = || Vec3::from_fn(|_, _| rng.random_range(-1.0..1.0));
            let (axis, from) = (draw().normalize(), Rotation3::new(draw() * 3.0));
            let angle = [1e-14, 1e-9, 1e-4, 1.0, 3.0, 3.1, std::f64::consts::PI - 1e-12][i % 7];
            let pose = |rotation| Pose::from_parts(Vec3::zeros().into(), rotation);
            let gap = Gap::between(&pose(from), &pose(Rotation3::new(axis * angle) * from));
            // Half a turn one way is half a turn the other way.
            let off = (gap.angle - axis * angle).norm().min((gap.angle + axis * (TAU - angle)).norm());
            assert!(off < 1e-14 + 1e-15 * angle, "{angle}: {off}");
        }
    }
}
