//! Cameras: a lens and a pose.

use nalgebra::Matrix2x3;

use super::{Lens, Vec2};
use crate::geometry::{Attitude, Pose, Vec3};

/// A camera in the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// Its lens and sensor.
    pub lens: Lens,
    /// Its pose: maps world coordinates to the camera's.
    pub camera_from_world: Pose,
}

/// A line of sight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ray {
    /// The camera's centre, in world coordinates, m.
    pub origin: Vec3,
    /// Unit vector away from the camera.
    pub direction: Vec3,
}

impl Camera {
    /// A camera at a place that looks at another, its image upright. A camera that looks straight up or down has the
    /// world's x axis pointing up in its image.
    #[must_use]
    pub fn looking_at(lens: Lens, place: Vec3, target: Vec3) -> Self {
        let ahead = (target - place).normalize();
        let level = ahead.cross(&Vec3::z());
        let right = if level.norm() > 1e-9 { level.normalize() } else { ahead.cross(&Vec3::x()).normalize() };
        let down = ahead.cross(&right);
        let world_from_camera = Attitude::from_basis_unchecked(&[right, down, ahead]);
        let camera_from_world = Pose::from_parts(place.into(), world_from_camera).inverse();
        Self { lens, camera_from_world }
    }

    /// Where the camera stands, m.
    #[must_use]
    pub fn place(&self) -> Vec3 {
        -self.camera_from_world.rotation.inverse_transform_vector(&self.camera_from_world.translation.vector)
    }

    /// The pixel where a point of the world is seen; `None` behind the camera or beyond what the lens can image. It may
    /// lie outside the sensor: see [`Lens::sees`].
    #[must_use]
    pub fn project(&self, point: &Vec3) -> Option<Vec2> {
        self.lens.project(&self.in_camera(point))
    }

    /// The pixel, and its derivative by the point of the world.
    #[must_use]
    pub fn project_with_derivative(&self, point: &Vec3) -> Option<(Vec2, Matrix2x3<f64>)> {
        let (pixel, by_point) = self.lens.project_with_derivative(&self.in_camera(point))?;
        Some((pixel, by_point * self.camera_from_world.rotation.matrix()))
    }

    /// The line of sight of a pixel.
    #[must_use]
    pub fn ray(&self, pixel: &Vec2) -> Option<Ray> {
        let plane = self.lens.undistort(pixel)?;
        let direction = self.camera_from_world.rotation.inverse_transform_vector(&plane.push(1.0)).normalize();
        Some(Ray { origin: self.place(), direction })
    }

    /// A point of the world in the camera's frame.
    #[must_use]
    pub fn in_camera(&self, point: &Vec3) -> Vec3 {
        self.camera_from_world.rotation * point + self.camera_from_world.translation.vector
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn law_a_camera_sees_its_target_in_the_middle_and_up_is_up() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for _ in 0..1000 {
            let mut draw = || Vec3::from_fn(|_, _| rng.random_range(-3.0..3.0));
            let (place, target) = (draw(), draw());
            let camera = Camera::looking_at(Lens::pinhole(1280, 1024, 1400.0), place, target);
            assert!((camera.place() - place).norm() < 1e-12);
            assert!((camera.project(&target).unwrap() - camera.lens.centre_px).norm() < 1e-9);
            let above = camera.project(&(target + Vec3::z() * 1e-3)).unwrap();
            assert!(above.y <= camera.lens.centre_px.y + 1e-9, "up is down: {above}");
            let ray = camera.ray(&camera.lens.centre_px).unwrap();
            assert!((ray.direction - (target - place).normalize()).norm() < 1e-12);
        }
    }

    #[test]
    fn law_a_ray_passes_through_what_is_seen_and_derivatives_agree() {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let camera = Camera::looking_at(Lens::pinhole(1280, 1024, 1400.0), Vec3::new(1.0, 2.5, 2.0), Vec3::zeros());
        for _ in 0..1000 {
            let point = Vec3::from_fn(|_, _| rng.random_range(-0.5..0.5));
            let (pixel, derivative) = camera.project_with_derivative(&point).unwrap();
            let ray = camera.ray(&pixel).unwrap();
            let along = (point - ray.origin).dot(&ray.direction);
            assert!((ray.origin + ray.direction * along - point).norm() < 1e-12);
            let step = Vec3::from_fn(|_, _| rng.random_range(-1e-6..1e-6));
            let moved = camera.project(&(point + step)).unwrap() - camera.project(&(point - step)).unwrap();
            assert!((moved / 2.0 - derivative * step).norm() < 1e-9);
        }
    }
}
