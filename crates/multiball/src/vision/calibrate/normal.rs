//! The normal equations of a calibration, whose matrix is arrow-shaped: every view's pose is coupled to the lens and to
//! no other pose.

use nalgebra::{Matrix6, SMatrix, SVector, Vector6};

use super::super::pose_step::{by_step, stepped};
use super::super::{Brown, Lens, Vec2};
use super::{Corner, DistortionModel};
use crate::geometry::Pose;

/// Numbers of a lens: fx, fy, cx, cy, k1, k2, p1, p2, k3.
pub(super) const LENS: usize = 9;
pub(super) type LensVector = SVector<f64, LENS>;
pub(super) type LensMatrix = SMatrix<f64, LENS, LENS>;

/// A lens and the poses of the boards.
#[derive(Debug, Clone)]
pub(super) struct Estimate {
    pub(super) lens: Lens,
    pub(super) camera_from_board: Vec<Pose>,
}

/// JᵀJ and Jᵀr of one pose, and its coupling to the lens.
struct PoseBlock {
    own: Matrix6<f64>,
    with_lens: SMatrix<f64, LENS, 6>,
    gradient: Vector6<f64>,
}

/// The normal equations at an estimate.
pub(super) struct Normal {
    lens: LensMatrix,
    gradient: LensVector,
    poses: Vec<PoseBlock>,
    free: [bool; LENS],
    /// Sum of squared residuals, px².
    pub(super) squares: f64,
}

/// A step of lens and poses.
pub(super) struct Step {
    lens: LensVector,
    poses: Vec<Vector6<f64>>,
    /// By how much the squares would fall if everything were linear, px².
    pub(super) predicted_decrease: f64,
}

impl Estimate {
    /// Sum of squared residuals, px²; `None` when a corner is not imaged.
    pub(super) fn squares(&self, views: &[&[Corner]]) -> Option<f64> {
        let each = self.camera_from_board.iter().zip(views).map(|(pose, view)| view_squares(&self.lens, pose, view));
        each.sum()
    }

    pub(super) fn after(&self, step: &Step) -> Self {
        let d = &step.lens;
        let mut lens = self.lens;
        lens.focal_px += Vec2::new(d[0], d[1]);
        lens.centre_px += Vec2::new(d[2], d[3]);
        let Brown { k1, k2, p1, p2, k3 } = lens.distortion;
        lens.distortion = Brown { k1: k1 + d[4], k2: k2 + d[5], p1: p1 + d[6], p2: p2 + d[7], k3: k3 + d[8] };
        let moved = self.camera_from_board.iter().zip(&step.poses).map(|(pose, step)| stepped(pose, step));
        Self { lens, camera_from_board: moved.collect() }
    }
}

/// Sum of squared residuals of one view, px².
pub(super) fn view_squares(lens: &Lens, pose: &Pose, view: &[Corner]) -> Option<f64> {
    let square = |corner: &Corner| {
        let point = pose.rotation * corner.in_board() + pose.translation.vector;
        Some((lens.project(&point)? - corner.pixel).norm_squared())
    };
    view.iter().map(square).sum()
}

impl Normal {
    /// Builds them; `None` when a corner is not imaged.
    pub(super) fn at(estimate: &Estimate, views: &[&[Corner]], model: DistortionModel) -> Option<Self> {
        let mut free = [true; LENS];
        free[4..].copy_from_slice(&model.free());
        let mut all = Self {
            lens: LensMatrix::zeros(),
            gradient: LensVector::zeros(),
            poses: Vec::with_capacity(views.len()),
            free,
            squares: 0.0,
        };
        for (pose, view) in estimate.camera_from_board.iter().zip(views) {
            all.add_view(&estimate.lens, pose, view)?;
        }
        Some(all)
    }

    fn add_view(&mut self, lens: &Lens, pose: &Pose, view: &[Corner]) -> Option<()> {
        let mut block = PoseBlock { own: Matrix6::zeros(), with_lens: SMatrix::zeros(), gradient: Vector6::zeros() };
        for corner in view {
            let turned = pose.rotation * corner.in_board();
            let point = turned + pose.translation.vector;
            let (pixel, by_point) = lens.project_with_derivative(&point)?;
            let by_lens = pixel_by_lens(lens, &(point.xy() / point.z), &pixel, &self.free);
            let by_pose = by_step(&by_point, &turned);
            let residual = corner.pixel - pixel;
            self.squares += residual.norm_squared();
            self.lens += by_lens.transpose() * by_lens;
            self.gradient += by_lens.transpose() * residual;
            block.own += by_pose.transpose() * by_pose;
            block.with_lens += by_lens.transpose() * by_pose;
            block.gradient += by_pose.transpose() * residual;
        }
        self.poses.push(block);
        Some(())
    }

    /// The matrix left for the lens when the poses are eliminated (Schur's complement), and its right side. `damping`
    /// is Marquardt's: the diagonal is enlarged by that part. Unit rows stand for numbers that are held fixed.
    fn reduced(&self, damping: f64) -> Option<(LensMatrix, LensVector)> {
        let (mut matrix, mut right) = (damped(&self.lens, damping), self.gradient);
        for pose in &self.poses {
            let solved = damped(&pose.own, damping).cholesky()?;
            matrix -= pose.with_lens * solved.solve(&pose.with_lens.transpose());
            right -= pose.with_lens * solved.solve(&pose.gradient);
        }
        for i in (0..LENS).filter(|i| !self.free[*i]) {
            matrix[(i, i)] = 1.0;
        }
        Some((matrix, right))
    }

    /// The step of Levenberg and Marquardt; `None` when the matrix is singular.
    pub(super) fn step(&self, damping: f64) -> Option<Step> {
        let (matrix, right) = self.reduced(damping)?;
        let lens = scaled_inverse(&matrix)? * right;
        let mut predicted_decrease = lens.dot(&self.gradient);
        let mut poses = Vec::with_capacity(self.poses.len());
        for pose in &self.poses {
            let step =
                damped(&pose.own, damping).cholesky()?.solve(&(pose.gradient - pose.with_lens.transpose() * lens));
            predicted_decrease += step.dot(&pose.gradient);
            poses.push(step);
        }
        Some(Step { lens, poses, predicted_decrease })
    }

    /// The part of (JᵀJ)⁻¹ that belongs to the lens; zero for what is held fixed.
    pub(super) fn lens_covariance(&self) -> Option<LensMatrix> {
        let mut covariance = scaled_inverse(&self.reduced(0.0)?.0)?;
        for i in (0..LENS).filter(|i| !self.free[*i]) {
            covariance[(i, i)] = 0.0;
        }
        Some(covariance)
    }
}

/// Derivative of a pixel by fx, fy, cx, cy, k1, k2, p1, p2, k3, at a point of the plane z = 1; zero for what is held
/// fixed.
fn pixel_by_lens(lens: &Lens, plane: &Vec2, pixel: &Vec2, free: &[bool; LENS]) -> SMatrix<f64, 2, LENS> {
    let (x, y) = (plane.x, plane.y);
    let (r2, cross) = (x * x + y * y, 2.0 * x * y);
    let distorted = (pixel - lens.centre_px).component_div(&lens.focal_px);
    let (fx, fy) = (lens.focal_px.x, lens.focal_px.y);
    let radial = [r2, r2 * r2, r2 * r2 * r2];
    let (u, v) = (radial.map(|power| fx * x * power), radial.map(|power| fy * y * power));
    let rows = [
        [distorted.x, 0.0, 1.0, 0.0, u[0], u[1], fx * cross, fx * (r2 + 2.0 * x * x), u[2]],
        [0.0, distorted.y, 0.0, 1.0, v[0], v[1], fy * (r2 + 2.0 * y * y), fy * cross, v[2]],
    ];
    SMatrix::from_fn(|row, column| if free[column] { rows[row][column] } else { 0.0 })
}

fn damped<const N: usize>(matrix: &SMatrix<f64, N, N>, damping: f64) -> SMatrix<f64, N, N> {
    let mut damped = *matrix;
    for i in 0..N {
        damped[(i, i)] *= 1.0 + damping;
    }
    damped
}

/// The inverse of a positive definite matrix whose rows may differ in size by many orders; `None` when it is singular.
fn scaled_inverse(matrix: &LensMatrix) -> Option<LensMatrix> {
    let scale = LensVector::from_fn(|i, _| 1.0 / matrix[(i, i)].sqrt());
    if !scale.iter().all(|scale| scale.is_finite()) {
        return None;
    }
    let scale = LensMatrix::from_diagonal(&scale);
    Some(scale * (scale * matrix * scale).cholesky()?.inverse() * scale)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Vec3;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn law_the_derivative_by_the_lens_is_the_limit_of_differences() {
        let distortion = Brown { k1: -0.2, k2: 0.1, p1: 1e-3, p2: -2e-3, k3: 0.02 };
        let lens = Lens { distortion, ..Lens::pinhole(1280, 1024, 1400.0) };
        let start = Estimate { lens, camera_from_board: Vec::new() };
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..1000 {
            let plane = Vec2::from_fn(|_, _| rng.random_range(-0.4..0.4));
            let pixel = |estimate: &Estimate| estimate.lens.project(&Vec3::new(plane.x, plane.y, 1.0)).unwrap();
            let derivative = pixel_by_lens(&lens, &plane, &pixel(&start), &[true; LENS]);
            let change = LensVector::from_fn(|_, _| rng.random_range(-1e-5..1e-5));
            let step = |sign: f64| Step { lens: change * sign, poses: Vec::new(), predicted_decrease: 0.0 };
            let moved = |sign: f64| start.after(&step(sign));
            let difference = (pixel(&moved(1.0)) - pixel(&moved(-1.0))) / 2.0;
            assert!((difference - derivative * change).norm() < 1e-9, "{difference}");
            let held = pixel_by_lens(&lens, &plane, &pixel(&start), &[false; LENS]);
            assert_eq!(held.norm(), 0.0);
        }
    }
}
