//! Small corrections of a camera's calibration.

use nalgebra::{Matrix2x3, SMatrix, SVector};

use super::pose_step::{by_step, stepped};
use super::{Camera, Vec2};
use crate::geometry::{Pose, Vec3};

/// A correction of a camera: rotation about its axes, rad; then displacement along them, m; both focal lengths, as a
/// share; principal point, px.
pub type CameraCorrection = SVector<f64, CORRECTIONS>;

/// Numbers of a correction.
pub const CORRECTIONS: usize = 9;
const FOCAL: usize = 6;
const CENTRE: usize = 7;

impl Camera {
    /// The camera after a correction. Its coefficients of distortion stay as they are.
    #[must_use]
    pub fn corrected(&self, by: &CameraCorrection) -> Self {
        let mut lens = self.lens;
        lens.focal_px *= 1.0 + by[FOCAL];
        lens.centre_px += Vec2::new(by[CENTRE], by[CENTRE + 1]);
        let step = by.fixed_rows::<6>(0).into_owned();
        Self { lens, camera_from_world: stepped(&Pose::identity(), &step) * self.camera_from_world }
    }

    /// The correction that makes another camera of this one: the inverse of [`Self::corrected`].
    #[must_use]
    pub fn correction_to(&self, other: &Self) -> CameraCorrection {
        let step = other.camera_from_world * self.camera_from_world.inverse();
        let turn = nalgebra::UnitQuaternion::from_rotation_matrix(&step.rotation);
        // Cayley's rotation, as `stepped` makes it.
        let rotation = turn.imag() * (2.0 / turn.w);
        let (moved, centre) = (step.translation.vector, other.lens.centre_px - self.lens.centre_px);
        let focal = other.lens.focal_px.x / self.lens.focal_px.x - 1.0;
        CameraCorrection::from([
            rotation.x, rotation.y, rotation.z, moved.x, moved.y, moved.z, focal, centre.x, centre.y,
        ])
    }

    /// The pixel of a point, with its derivatives by the point and by a further correction of this camera.
    #[must_use]
    pub fn project_with_corrections(&self, point: &Vec3) -> Option<(Vec2, Matrix2x3<f64>, PixelByCorrection)> {
        let there = self.in_camera(point);
        let (pixel, by_there) = self.lens.project_with_derivative(&there)?;
        let mut by = PixelByCorrection::zeros();
        by.fixed_view_mut::<2, 6>(0, 0).copy_from(&by_step(&by_there, &there));
        by.set_column(FOCAL, &(pixel - self.lens.centre_px));
        by[(0, CENTRE)] = 1.0;
        by[(1, CENTRE + 1)] = 1.0;
        Some((pixel, by_there * self.camera_from_world.rotation.matrix(), by))
    }
}

/// Derivative of a pixel by a correction of its camera.
pub(crate) type PixelByCorrection = SMatrix<f64, 2, CORRECTIONS>;

#[cfg(test)]
mod tests {
    use super::super::Miscalibration;
    use super::super::scene::stereo_rig;
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn law_corrections_are_found_again_and_pixels_follow_them() {
        let mut rng = ChaCha8Rng::seed_from_u64(6);
        let camera = stereo_rig()[0];
        for _ in 0..500 {
            let sd = Miscalibration::TYPICAL.deviations();
            let correction = sd.map(|sd| rng.random_range(-5.0..5.0) * sd);
            let other = camera.corrected(&correction);
            let found = camera.correction_to(&other);
            assert!((found - correction).component_div(&sd).norm() < 1e-8, "{found} for {correction}");
            let point = Vec3::from_fn(|_, _| rng.random_range(-0.7..0.7));
            let (_, by_point, by) = camera.project_with_corrections(&point).unwrap();
            assert_eq!(by_point, camera.project_with_derivative(&point).unwrap().1);
            let small = correction * 1e-4;
            let at = |step: &CameraCorrection| camera.corrected(step).project(&point).unwrap();
            let difference = (at(&small) - at(&-small)) / 2.0;
            assert!((difference - by * small).norm() < 1e-7, "{difference}");
        }
    }
}
