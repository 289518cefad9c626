//! Levenberg and Marquardt's method over one pose.

use nalgebra::{Matrix6, Vector6};

use super::super::Lens;
use super::super::pose_step::{pixel_by_pose, settled, stepped};
use super::Landmark;
use crate::geometry::Pose;

/// A good start settles in four to six steps, a bad one in thirty.
const MOST_ITERATIONS: usize = 100;
/// Part of the sum of squares that a search may leave when its steps have become too small to converge: 1e-4 standard
/// deviations.
const CREEPING: f64 = 1e-8;
/// Residuals of this size are rounding, px.
const ROUNDING_PX: f64 = 1e-10;

/// A pose of least squares.
pub(super) struct Refined {
    pub(super) camera_from_world: Pose,
    /// Sum of squared residuals, px².
    pub(super) squares: f64,
    /// JᵀJ.
    pub(super) information: Matrix6<f64>,
}

/// JᵀJ, Jᵀr and rᵀr at a pose.
struct Normal {
    matrix: Matrix6<f64>,
    gradient: Vector6<f64>,
    squares: f64,
}

impl Normal {
    fn at(lens: &Lens, landmarks: &[Landmark], pose: &Pose) -> Option<Self> {
        let mut normal = Self { matrix: Matrix6::zeros(), gradient: Vector6::zeros(), squares: 0.0 };
        for Landmark { point, pixel } in landmarks {
            let (seen, by_pose) = pixel_by_pose(lens, pose, point)?;
            let residual = pixel - seen;
            normal.squares += residual.norm_squared();
            normal.matrix += by_pose.transpose() * by_pose;
            normal.gradient += by_pose.transpose() * residual;
        }
        Some(normal)
    }

    fn step(&self, damping: f64) -> Option<Vector6<f64>> {
        let mut damped = self.matrix;
        for i in 0..6 {
            damped[(i, i)] *= 1.0 + damping;
        }
        Some(damped.cholesky()?.solve(&self.gradient))
    }

    /// The damped step and `false`; or the full step and `true` when both are small. Damping alone can make a step
    /// small.
    fn step_and_arrival(&self, damping: f64) -> Option<(Vector6<f64>, bool)> {
        let small = |step: &Vector6<f64>| settled(step.dot(&self.gradient), self.squares);
        let step = self.step(damping)?;
        if damping == 0.0 || !small(&step) {
            let arrived = small(&step);
            return Some((step, arrived));
        }
        self.step(0.0).filter(small).map_or(Some((step, false)), |full| Some((full, true)))
    }
}

/// The pose of least squares near a start; `None` when the start does not image all points or the search does not
/// settle.
pub(super) fn refine(lens: &Lens, landmarks: &[Landmark], start: &Pose) -> Option<Refined> {
    let rounding = ROUNDING_PX * ROUNDING_PX * landmarks.len() as f64;
    let mut pose = *start;
    let mut normal = Normal::at(lens, landmarks, &pose)?;
    // From a good start an undamped step is the best one.
    let mut damping = 0.0;
    for _ in 0..MOST_ITERATIONS {
        let Some((step, arrived)) = normal.step_and_arrival(damping) else {
            damping = more(damping);
            continue;
        };
        let tried = stepped(&pose, &step);
        match Normal::at(lens, landmarks, &tried).filter(|next| arrived || next.squares < normal.squares) {
            Some(next) => {
                (pose, normal) = (tried, next);
                damping = if damping < 1e-6 { 0.0 } else { damping * 0.1 };
            }
            None => damping = more(damping),
        }
        if arrived || normal.squares <= rounding {
            return Some(found(pose, &normal));
        }
    }
    // Between the two poses of a plane the valley is so flat that steps creep; what is left is negligible compared with
    // the noise.
    let left = normal.step(0.0)?.dot(&normal.gradient);
    (left <= CREEPING * normal.squares).then_some(found(pose, &normal))
}

fn found(pose: Pose, normal: &Normal) -> Refined {
    Refined { camera_from_world: pose, squares: normal.squares, information: normal.matrix }
}

fn more(damping: f64) -> f64 {
    if damping == 0.0 { 1e-4 } else { damping * 10.0 }
}
