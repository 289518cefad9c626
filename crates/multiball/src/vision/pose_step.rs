//! Small steps of a pose, and how pixels follow them.

use nalgebra::{Matrix2x3, Quaternion, SMatrix, UnitQuaternion, Vector6};

use super::{Lens, Vec2};
use crate::geometry::{Pose, Vec3};

/// Derivative of a pixel by a step of the pose.
pub(super) type PixelByPose = SMatrix<f64, 2, 6>;

/// A pose after a step: rotated by the rotation vector in the step's first three elements, rad, about the axes of the
/// target frame, then translated by the last three, m.
///
/// The rotation is Cayley's, the unit quaternion along (1, ω/2): the same as the exponential to second order, and
/// exactly a rotation.
pub(super) fn stepped(pose: &Pose, step: &Vector6<f64>) -> Pose {
    let turn = UnitQuaternion::new_normalize(Quaternion::new(1.0, 0.5 * step[0], 0.5 * step[1], 0.5 * step[2]));
    let moved = pose.translation.vector + Vec3::new(step[3], step[4], step[5]);
    Pose::from_parts(moved.into(), turn.to_rotation_matrix() * pose.rotation)
}

/// Whether least squares have converged: the predicted decrease of the sum of squares by a full step, px², is no more
/// than its rounding error, for pixels up to some thousands. A step of that size is 1e-5 standard deviations or less.
pub(super) fn settled(predicted_decrease: f64, squares: f64) -> bool {
    predicted_decrease <= 1e-12 * (squares + squares.sqrt())
}

/// The pixel of a point under a pose, with its derivative by a step of that pose.
pub(super) fn pixel_by_pose(lens: &Lens, camera_from_world: &Pose, point: &Vec3) -> Option<(Vec2, PixelByPose)> {
    let turned = camera_from_world.rotation * point;
    let (pixel, by_point) = lens.project_with_derivative(&(turned + camera_from_world.translation.vector))?;
    Some((pixel, by_step(&by_point, &turned)))
}

/// Derivative by the step, from that by the point in the camera's frame and the point turned but not moved.
pub(super) fn by_step(by_point: &Matrix2x3<f64>, turned: &Vec3) -> PixelByPose {
    let mut derivative = PixelByPose::zeros();
    // ω × turned, so row · (ω × turned) = ω · (turned × row).
    for row in 0..2 {
        let slope = Vec3::new(by_point[(row, 0)], by_point[(row, 1)], by_point[(row, 2)]);
        let by_turn = turned.cross(&slope);
        for axis in 0..3 {
            derivative[(row, axis)] = by_turn[axis];
            derivative[(row, 3 + axis)] = slope[axis];
        }
    }
    derivative
}

#[cfg(test)]
mod tests {
    use super::super::Brown;
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn law_the_derivative_is_the_limit_of_differences() {
        let distortion = Brown { k1: -0.2, k2: 0.1, p1: 1e-3, p2: -2e-3, k3: 0.02 };
        let lens = Lens { distortion, ..Lens::pinhole(1280, 1024, 1400.0) };
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..1000 {
            let mut draw = |size: f64| rng.random_range(-size..size);
            let start = stepped(&Pose::translation(0.0, 0.0, 3.0), &Vector6::from_fn(|_, _| draw(0.4)));
            let point = Vec3::from_fn(|_, _| draw(0.5));
            let (_, derivative) = pixel_by_pose(&lens, &start, &point).unwrap();
            let step = Vector6::from_fn(|_, _| draw(1e-6));
            let at = |step: &Vector6<f64>| pixel_by_pose(&lens, &stepped(&start, step), &point).unwrap().0;
            let difference = (at(&step) - at(&-step)) / 2.0;
            assert!((difference - derivative * step).norm() < 1e-9, "{difference}");
        }
    }
}
