//! How far a calibrated camera is from the real one.

use rand::Rng;

use super::{Camera, CameraCorrection};
use crate::geometry::standard_normal;

/// What calibration leaves of a camera's error: standard deviations, each independent of the others.
///
/// Real errors of lens and pose hide one another in part, since both come from the same views; independent ones of the
/// same size are the worse case. The coefficients of distortion are taken for exact: what they are off hides in the
/// focal length and the principal point near the middle of the image, and is not modelled towards its corners.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Miscalibration {
    /// Of the camera's place along each axis, m.
    pub place_m: f64,
    /// Of its attitude about each of its axes, rad.
    pub attitude_rad: f64,
    /// Of both focal lengths together, as a share.
    pub focal_share: f64,
    /// Of the principal point along each axis, px.
    pub centre_px: f64,
}

/// Least distance from the camera for which an error of its position is converted to pixels, m. Nearer, the size in
/// pixels holds for no ball.
const LEAST_DISTANCE_M: f64 = 0.5;

impl Miscalibration {
    /// Assumed for a good laboratory: 0.2 mm, 0.2 mrad, 0.05 %, 0.3 px. In a camera of f = 1400 px that is about half a
    /// pixel, or 1.5 mm at five metres.
    pub const TYPICAL: Self = Self { place_m: 2e-4, attitude_rad: 2e-4, focal_share: 5e-4, centre_px: 0.3 };

    /// Errors so many times as large.
    #[must_use]
    pub fn times(&self, factor: f64) -> Self {
        let Self { place_m, attitude_rad, focal_share, centre_px } = *self;
        Self {
            place_m: factor * place_m,
            attitude_rad: factor * attitude_rad,
            focal_share: factor * focal_share,
            centre_px: factor * centre_px,
        }
    }

    /// A camera as a calibration with these errors might report it. Its coefficients of distortion stay as they are.
    #[must_use]
    pub fn draw(&self, camera: &Camera, rng: &mut impl Rng) -> Camera {
        let sd = self.deviations();
        camera.corrected(&CameraCorrection::from_fn(|axis, _| sd[axis] * standard_normal(rng)))
    }

    /// Standard deviation of each number of a correction.
    #[must_use]
    pub fn deviations(&self) -> CameraCorrection {
        let Self { place_m: place, attitude_rad: turn, focal_share, centre_px } = *self;
        CameraCorrection::from([turn, turn, turn, place, place, place, focal_share, centre_px, centre_px])
    }

    /// Standard deviation of a pixel coordinate that these errors cause, px: the root of the mean square over the
    /// sensor, for points as far off as the middle of the table's top, the world's origin, and at least half a metre.
    #[must_use]
    pub fn pixel_sd(&self, camera: &Camera) -> f64 {
        let (lens, distance) = (&camera.lens, camera.place().norm().max(LEAST_DISTANCE_M));
        let focal_px = lens.focal_px.norm() / std::f64::consts::SQRT_2;
        // Mean square distance from the middle along one axis: a twelfth of the side's square.
        let off_centre_px = ((lens.width * lens.width + lens.height * lens.height) as f64 / 24.0).sqrt();
        let parts = [
            focal_px * self.place_m / distance,
            focal_px * self.attitude_rad,
            off_centre_px * self.attitude_rad,
            off_centre_px * self.focal_share,
            self.centre_px,
        ];
        parts.iter().map(|part| part * part).sum::<f64>().sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Vec2;
    use super::super::scene::stereo_rig;
    use super::*;
    use crate::geometry::Pose;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn law_pixels_are_off_by_as_much_as_is_said() {
        let mut rng = ChaCha8Rng::seed_from_u64(8);
        let camera = stereo_rig()[0];
        let only = Miscalibration { place_m: 0.0, attitude_rad: 0.0, focal_share: 0.0, centre_px: 0.0 };
        assert_eq!(only.draw(&camera, &mut rng), camera);
        for error in [
            Miscalibration::TYPICAL,
            Miscalibration { place_m: 2e-3, ..only },
            Miscalibration { attitude_rad: 2e-4, ..only },
            Miscalibration { focal_share: 5e-4, ..only },
            Miscalibration { centre_px: 0.3, ..only },
        ] {
            let mut squares = 0.0;
            for _ in 0..4000 {
                let wrong = error.draw(&camera, &mut rng);
                let pixel = Vec2::new(rng.random_range(0.0..1280.0), rng.random_range(0.0..1024.0));
                let ray = camera.ray(&pixel).unwrap();
                let seen = wrong.project(&(ray.origin + ray.direction * camera.place().norm())).unwrap();
                squares += (seen - pixel).norm_squared() / 2.0;
            }
            let share = (squares / 4000.0).sqrt() / error.pixel_sd(&camera);
            assert!((0.9..1.15).contains(&share), "{share} times what {error:?} says");
        }
    }

    #[test]
    fn law_a_camera_at_the_origin_has_a_finite_error() {
        let there = Camera { camera_from_world: Pose::identity(), ..stereo_rig()[0] };
        let said = Miscalibration::TYPICAL.pixel_sd(&there);
        assert!(said.is_finite() && said > Miscalibration::TYPICAL.pixel_sd(&stereo_rig()[0]), "{said} px");
    }
}
