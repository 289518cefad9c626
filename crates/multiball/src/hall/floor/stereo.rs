//! Frames of the robot's stereo camera, simulated from the true state.

use std::collections::VecDeque;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::geometry::standard_normal;
use crate::picker::{Point2, Pose2, StereoCamera, StereoFrame, Target};

/// A camera that takes frames and delivers their detections after the latency.
#[derive(Debug, Clone)]
pub(super) struct Camera {
    camera: StereoCamera,
    rng: ChaCha8Rng,
    next_s: f64,
    /// Frames that are being processed.
    under_way: VecDeque<StereoFrame>,
}

impl Camera {
    pub(super) fn new(camera: StereoCamera, rng: ChaCha8Rng) -> Self {
        Self { camera, rng, next_s: 0.0, under_way: VecDeque::new() }
    }

    /// Takes a frame if one is due, and returns the one that is ready.
    pub(super) fn look(
        &mut self,
        now_s: f64,
        pose: &Pose2,
        balls: impl Iterator<Item = Point2>,
    ) -> Option<StereoFrame> {
        // Half a step of the clock's rounding.
        const SLACK_S: f64 = 1e-6;
        if now_s + SLACK_S >= self.next_s {
            self.next_s += self.camera.period_s;
            let frame = self.frame(now_s, pose, balls);
            self.under_way.push_back(frame);
        }
        let ready =
            self.under_way.front().is_some_and(|frame| now_s + SLACK_S >= frame.taken_s + self.camera.latency_s);
        if ready { self.under_way.pop_front() } else { None }
    }

    fn frame(&mut self, taken_s: f64, pose: &Pose2, balls: impl Iterator<Item = Point2>) -> StereoFrame {
        let mut measurements = Vec::new();
        for place in balls {
            let target = pose.sees(&place);
            if self.camera.views(target, 0.0) && self.rng.random::<f64>() < self.camera.finds(target.distance) {
                measurements.push(self.blurred(target));
            }
        }
        if self.rng.random::<f64>() < self.camera.phantoms {
            let bearing = self.rng.random_range(-self.camera.half_view..self.camera.half_view);
            measurements.push(Target { bearing, distance: self.rng.random_range(self.camera.near..self.camera.far) });
        }
        let home = pose.sees(&Point2::zeros());
        let marked = self.camera.views(home, 0.0) && self.rng.random::<f64>() < self.camera.finds(home.distance);
        let home = marked.then(|| self.blurred(home));
        StereoFrame { taken_s, measurements, home }
    }

    fn blurred(&mut self, target: Target) -> Target {
        let distance = target.distance + self.camera.distance_sd(target.distance) * standard_normal(&mut self.rng);
        Target {
            bearing: target.bearing + self.camera.bearing_sd * standard_normal(&mut self.rng),
            distance: distance.max(0.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn law_frames_come_late_miss_some_balls_and_are_as_exact_as_the_data_sheet_says() {
        let sheet = StereoCamera { phantoms: 0.0, ..StereoCamera::USUAL };
        let mut camera = Camera::new(sheet, ChaCha8Rng::seed_from_u64(1));
        let balls = [Point2::new(3.0, 0.5), Point2::new(-3.0, 0.0)];
        let truth = Pose2::home().sees(&balls[0]);
        let (mut frames, mut errors) = (0.0, Vec::new());
        for step in 0..200_000 {
            let now_s = f64::from(step) * 0.005;
            if let Some(frame) = camera.look(now_s, &Pose2::home(), balls.into_iter()) {
                assert!((now_s - frame.taken_s - sheet.latency_s).abs() < 0.006 && frame.measurements.len() <= 1);
                frames += 1.0;
                errors.extend(
                    frame.measurements.iter().map(|measurement| {
                        (measurement.bearing - truth.bearing, measurement.distance - truth.distance)
                    }),
                );
            }
        }
        let count = errors.len() as f64;
        assert!((count / frames - sheet.finds(truth.distance)).abs() < 0.01, "{count} of {frames}");
        let deviation =
            |of: fn(&(f64, f64)) -> f64| (errors.iter().map(|error| of(error).powi(2)).sum::<f64>() / count).sqrt();
        assert!((deviation(|error| error.0) / sheet.bearing_sd - 1.0).abs() < 0.03);
        assert!((deviation(|error| error.1) / sheet.distance_sd(truth.distance) - 1.0).abs() < 0.03);
    }
}
