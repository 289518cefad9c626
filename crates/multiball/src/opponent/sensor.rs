//! How two cameras see a body: noise, points that are missed, left and right mistaken for each other.

use rand::{Rng, RngExt};

use super::skeleton::{Keypoint, Skeleton};
use crate::geometry::{Vec3, standard_normal};
use crate::vision::{Camera, Lens, Vec2, triangulate};

/// A body as it was seen at one instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PoseMeasurement {
    /// When, s.
    pub t_s: f64,
    /// The keypoints in the order of [`Keypoint`], m; `None` where one was not seen by both cameras.
    pub points: [Option<Vec3>; Keypoint::COUNT],
}

/// Two cameras with a program that finds keypoints in their images.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PoseSensor {
    /// The cameras.
    pub cameras: [Camera; 2],
    /// Images per second.
    pub rate_hz: f64,
    /// Standard deviation of a pixel coordinate, px; errors beyond two of them are drawn back to it.
    pub pixel_sd: f64,
    /// Standard deviation along each axis that a place in space has in addition, m.
    pub place_sd_m: f64,
    /// Share of keypoints that a camera misses in an image.
    pub dropout_share: f64,
    /// Share of images in which a camera's left and right arm are mistaken for each other.
    pub swap_share: f64,
}

/// Lines of sight that pass each other by more standard deviations than this belong to different points.
const MOST_CHI_SQUARE: f64 = 25.0;
/// When one camera takes one arm for the other, so does the other camera in half of the cases: both see the same
/// occlusion.
const SWAP_TOGETHER: f64 = 0.5;

impl Default for PoseSensor {
    /// Paper 004's second pair, above the robot: 100 images per second and keypoints within 2 cm.
    fn default() -> Self {
        let camera = |y: f64| {
            let lens = Lens::pinhole(1280, 1024, 900.0);
            Camera::looking_at(lens, Vec3::new(1.6, y, 1.4), Vec3::new(-1.9, 0.0, 0.1))
        };
        Self {
            cameras: [camera(-0.9), camera(0.9)],
            rate_hz: 100.0,
            pixel_sd: 0.65,
            place_sd_m: 0.0,
            dropout_share: 0.03,
            swap_share: 0.02,
        }
    }
}

impl PoseSensor {
    /// What is seen of a body.
    pub fn look(&self, t_s: f64, body: &Skeleton, rng: &mut impl Rng) -> PoseMeasurement {
        self.look_for(t_s, body, |_| true, rng)
    }

    /// What is seen of some points of a body; the others count as missed.
    pub(super) fn look_for(
        &self,
        t_s: f64,
        body: &Skeleton,
        wanted: impl Fn(usize) -> bool,
        rng: &mut impl Rng,
    ) -> PoseMeasurement {
        let first = rng.random::<f64>() < self.swap_share;
        let second = rng.random::<f64>() < if first { SWAP_TOGETHER } else { self.swap_share * SWAP_TOGETHER };
        let [left, right] = [(0, first), (1, second)].map(|(camera, swapped)| {
            let found = self.find(&self.cameras[camera], body, rng);
            if swapped { with_arms_swapped(found) } else { found }
        });
        let mut points = [None; Keypoint::COUNT];
        for (_, ((point, left), right)) in
            points.iter_mut().zip(left).zip(right).enumerate().filter(|(index, _)| wanted(*index))
        {
            *point = left.zip(right).and_then(|(left, right)| self.place(left, right));
            // Nothing is drawn for noise that there is none of, so that the rest is the same with and without it.
            if let Some(place) = point.as_mut().filter(|_| self.place_sd_m > 0.0) {
                *place += Vec3::from_fn(|_, _| self.place_sd_m * standard_normal(rng));
            }
        }
        PoseMeasurement { t_s, points }
    }

    /// The keypoints in one camera's image.
    fn find(&self, camera: &Camera, body: &Skeleton, rng: &mut impl Rng) -> [Option<Vec2>; Keypoint::COUNT] {
        body.points.map(|point| {
            let noise = Vec2::from_fn(|_, _| self.pixel_sd * standard_normal(rng).clamp(-2.0, 2.0));
            let missed = rng.random::<f64>() < self.dropout_share;
            let pixel = camera.project(&point).filter(|pixel| !missed && camera.lens.sees(pixel))?;
            Some(pixel + noise)
        })
    }

    fn place(&self, left: Vec2, right: Vec2) -> Option<Vec3> {
        let measurements = [(&self.cameras[0], left), (&self.cameras[1], right)];
        let fix = triangulate(&measurements, self.pixel_sd.max(1e-3)).ok()?;
        (fix.chi_square < MOST_CHI_SQUARE).then_some(fix.position)
    }
}

fn with_arms_swapped(mut found: [Option<Vec2>; Keypoint::COUNT]) -> [Option<Vec2>; Keypoint::COUNT] {
    found.swap(Keypoint::LeftElbow as usize, Keypoint::RightElbow as usize);
    found.swap(Keypoint::LeftWrist as usize, Keypoint::RightWrist as usize);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    fn body() -> Skeleton {
        let mut rng = ChaCha8Rng::seed_from_u64(9);
        let mut place = |low: f64, high: f64| rng.random_range(low..high);
        Skeleton {
            points: [0; Keypoint::COUNT].map(|_| Vec3::new(place(-2.3, -1.4), place(-0.6, 0.6), place(-0.6, 0.9))),
        }
    }

    #[test]
    fn law_without_noise_every_point_is_where_it_is() {
        let sensor = PoseSensor { pixel_sd: 0.0, dropout_share: 0.0, swap_share: 0.0, ..PoseSensor::default() };
        let measurement = sensor.look(0.0, &body(), &mut ChaCha8Rng::seed_from_u64(1));
        for (seen, point) in measurement.points.iter().zip(body().points) {
            assert!((seen.unwrap() - point).norm() < 1e-9);
        }
    }

    #[test]
    fn law_points_are_within_two_centimetres_and_missed_and_swapped_as_often_as_said() {
        let (sensor, body) = (PoseSensor::default(), body());
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let (mut errors, mut missed, mut swapped) = (Vec::new(), 0, 0);
        for _ in 0..2000 {
            let measurement = sensor.look(0.0, &body, &mut rng);
            missed += usize::from(measurement.points[Keypoint::Nose as usize].is_none());
            errors.extend(measurement.points[0].map(|point| (point - body.points[0]).norm()));
            let other = body.at(Keypoint::LeftWrist);
            let wrist = measurement.points[Keypoint::RightWrist as usize];
            swapped += usize::from(wrist.is_some_and(|point| (point - other).norm() < 0.05));
        }
        errors.sort_by(f64::total_cmp);
        let at = |share: usize| errors[errors.len() * share / 100];
        assert!((0.004..0.010).contains(&at(50)) && (0.010..0.021).contains(&at(95)), "{} {}", at(50), at(95));
        assert!((80..160).contains(&missed), "{missed} of 2000");
        assert!((8..36).contains(&swapped), "{swapped} of 2000");
    }
}
