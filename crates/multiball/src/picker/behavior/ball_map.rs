//! The robot's map of balls: estimated positions with covariance and odds.

use nalgebra::Matrix2;

use super::camera_quality::CameraQuality;
use super::mapped_ball::{MappedBall, pause_s};
use crate::geometry::portable::{ln, sin_cos};
use crate::picker::{Point2, Pose2, StereoCamera, StereoFrame, Target};

/// The robot's map of the balls on the floor.
///
/// Each ball has a position with covariance, which measurements update, and odds of existence. A measurement
/// increases them; a frame without one lowers them by the probability that the camera misses a ball. So phantoms,
/// balls that were taken away and balls that rolled off are removed, and others are found.
#[derive(Debug, Clone)]
pub(super) struct BallMap {
    /// The camera as it seems to be.
    camera: StereoCamera,
    quality: CameraQuality,
    balls: Vec<MappedBall>,
    next_id: u64,
    /// When it was last updated, s.
    updated_s: f64,
    /// Which balls the current frame has shown.
    seen: Vec<bool>,
    misses: Vec<Misses>,
}

/// A position at which the robot failed to collect a ball.
#[derive(Debug, Clone, Copy)]
struct Misses {
    place: Point2,
    count: u32,
    last_s: f64,
}

/// Below these logarithmic odds a ball is removed from the map.
const FORGOTTEN: f64 = -2.5;
/// A measurement belongs to a ball within this Mahalanobis distance, squared (99.9 % of a normal distribution in the
/// plane).
const GATE: f64 = 13.8;
/// Process noise of a ball's position, m²/s: the robot's own estimated position drifts, so the last measurements count
/// most.
const WANDER: f64 = 4e-4;
/// Variance of a measurement in addition to the camera's, m²: the ball's roundness, the floor's unevenness.
const FLOOR_VARIANCE: f64 = 1e-5;
/// Nearer measurements say nothing about the camera's noise, m: there the robot's own errors are greater.
const INFORMATIVE: f64 = 2.0;
/// After this many failures a ball counts as a phantom, though the robot tries it again from time to time.
const GIVEN_UP: u32 = 4;
/// A ball within this distance of a missed one counts as the same, m, and for how long, s.
const SAME_PLACE: f64 = 0.15;
const REMEMBERED_S: f64 = 3600.0;
/// A measurement with a larger standard deviation starts no new ball, m.
const WORTHLESS: f64 = 1.0;

impl BallMap {
    /// An empty map.
    pub(super) fn new(camera: StereoCamera) -> Self {
        Self {
            camera,
            quality: CameraQuality::new(camera),
            balls: Vec::new(),
            next_id: 0,
            updated_s: 0.0,
            seen: Vec::new(),
            misses: Vec::new(),
        }
    }

    /// The camera as it seems to be.
    pub(super) fn camera(&self) -> &StereoCamera {
        &self.camera
    }

    /// Updates the map by a frame; `pose` is the estimated pose when the frame was taken.
    pub(super) fn take(&mut self, frame: &StereoFrame, pose: &Pose2) {
        let grown = WANDER * (frame.taken_s - self.updated_s).max(0.0);
        self.updated_s = frame.taken_s;
        for ball in &mut self.balls {
            ball.covariance += Matrix2::identity() * grown;
        }
        self.seen.clear();
        self.seen.resize(self.balls.len(), false);
        for measurement in &frame.measurements {
            self.take_measurement(*measurement, pose);
        }
        self.lower_unseen_odds(pose);
        self.camera = self.quality.camera();
        self.balls.retain(|ball| ball.log_odds > FORGOTTEN);
    }

    fn take_measurement(&mut self, measurement: Target, pose: &Pose2) {
        let place = pose.place_of(measurement);
        let noise = self.noise(measurement, pose);
        let known = self.seen.len();
        let fits = |(index, ball): (usize, &MappedBall)| {
            let off = place - ball.place;
            let square =
                (ball.covariance + noise).try_inverse().map_or(f64::INFINITY, |inverse| off.dot(&(inverse * off)));
            (!self.seen[index] && square < GATE).then_some((index, square))
        };
        let nearest = self.balls[..known].iter().enumerate().filter_map(fits).min_by(|a, b| a.1.total_cmp(&b.1));
        match nearest {
            Some((index, _)) => {
                self.seen[index] = true;
                self.judge_camera(index, &place, &noise, measurement, pose);
                self.balls[index].update(&place, &noise);
            }
            None if noise.trace() < WORTHLESS * WORTHLESS => {
                self.begin(place, noise);
            }
            None => {}
        }
    }

    /// Learns from a measurement of a known ball how well the camera sees.
    fn judge_camera(&mut self, index: usize, place: &Point2, noise: &Matrix2<f64>, measured: Target, pose: &Pose2) {
        let ball = &mut self.balls[index];
        let looks = std::mem::take(&mut ball.looks) + self.camera.range_share(measured.distance);
        if !ball.confirmed {
            return;
        }
        self.quality.take_found(looks);
        if measured.distance > INFORMATIVE {
            let (sine, cosine) = sin_cos(pose.heading + measured.bearing);
            let along = Point2::new(cosine, sine);
            let expected = along.dot(&((ball.covariance + noise) * along));
            self.quality.take_residual((place - ball.place).dot(&along).powi(2) / expected);
        }
    }

    /// Adds a ball that was not known. After more than one miss at its position it is avoided for a while, as one that
    /// could not be reached.
    fn begin(&mut self, place: Point2, covariance: Matrix2<f64>) {
        let missed = self.misses.iter().find(|misses| (misses.place - place).norm() < SAME_PLACE);
        let (failures, since_s) = missed.map_or((0, 0.0), |misses| (misses.count - 1, misses.last_s));
        let shunned_until_s = if failures > 0 { since_s + pause_s(failures - 1) } else { 0.0 };
        let id = self.next_id;
        self.next_id += 1;
        let ball = MappedBall::new(id, place, covariance);
        self.balls.push(MappedBall { shunned_until_s, failures, ..ball });
    }

    /// Covariance of a measured position.
    fn noise(&self, measurement: Target, pose: &Pose2) -> Matrix2<f64> {
        let along = self.camera.distance_sd(measurement.distance).powi(2) + FLOOR_VARIANCE;
        let across = (self.camera.bearing_sd * measurement.distance).powi(2) + FLOOR_VARIANCE;
        let (sine, cosine) = sin_cos(pose.heading + measurement.bearing);
        let turn = Matrix2::new(cosine, -sine, sine, cosine);
        turn * Matrix2::new(along, 0.0, 0.0, across) * turn.transpose()
    }

    /// Lowers the odds of balls that should have been in the frame. Not at the edge of the view, where a small error of
    /// the heading decides.
    fn lower_unseen_odds(&mut self, pose: &Pose2) {
        const MARGIN: f64 = 0.06;
        for (ball, seen) in self.balls.iter_mut().zip(&self.seen) {
            let target = pose.sees(&ball.place);
            let expected = self.camera.views(target, MARGIN) && target.distance > self.camera.near + 0.05;
            if !seen && expected {
                ball.looks += self.camera.range_share(target.distance);
                ball.log_odds += ln(1.0 - self.camera.finds(target.distance)).max(-1.5);
            }
        }
    }

    /// Balls that the robot would drive to now.
    pub(super) fn wanted(&self, now_s: f64) -> impl Iterator<Item = &MappedBall> {
        self.balls.iter().filter(move |ball| ball.is_sure() && !ball.cut_off && ball.shunned_until_s <= now_s)
    }

    /// Whether some ball will be tried soon, now or after a pause; one that failed often counts as a phantom.
    pub(super) fn is_pending(&self) -> bool {
        self.balls.iter().any(|ball| ball.is_sure() && !ball.cut_off && ball.failures < GIVEN_UP)
    }

    /// Whether something may be a ball but is not sure enough to drive to.
    pub(super) fn has_uncertain(&self) -> bool {
        self.balls.iter().any(|ball| !ball.is_sure())
    }

    /// Marks the balls that cannot be reached, by a function of all positions.
    pub(super) fn mark_cut_off(&mut self, cut_off: impl FnOnce(&[Point2]) -> Vec<usize>) {
        let places: Vec<Point2> = self.balls.iter().map(|ball| ball.place).collect();
        let behind = cut_off(&places);
        for (number, ball) in self.balls.iter_mut().enumerate() {
            ball.cut_off = behind.contains(&number);
        }
    }

    /// Removes balls that a look around has not confirmed: where the camera cannot see, uncertainty would never end.
    pub(super) fn forget_uncertain(&mut self) {
        self.balls.retain(MappedBall::is_sure);
    }

    /// A ball by its number.
    pub(super) fn ball(&self, id: u64) -> Option<&MappedBall> {
        self.balls.iter().find(|ball| ball.id == id)
    }

    /// Forgets a ball: it was taken in.
    pub(super) fn forget(&mut self, id: u64) {
        self.balls.retain(|ball| ball.id != id);
    }

    /// Removes a ball that did not come in, and remembers its position: a permanent phantom must not be tried for ever.
    pub(super) fn miss(&mut self, id: u64, now_s: f64) {
        let Some(place) = self.ball(id).map(|ball| ball.place) else { return };
        self.forget(id);
        self.misses.retain(|misses| now_s - misses.last_s < REMEMBERED_S);
        match self.misses.iter_mut().find(|misses| (misses.place - place).norm() < SAME_PLACE) {
            Some(misses) => *misses = Misses { place, count: misses.count + 1, last_s: now_s },
            None => self.misses.push(Misses { place, count: 1, last_s: now_s }),
        }
    }

    /// Avoids a ball that could not be reached for a while, twice as long each time.
    pub(super) fn shun(&mut self, id: u64, now_s: f64) {
        if let Some(ball) = self.balls.iter_mut().find(|ball| ball.id == id) {
            ball.shun(now_s);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::standard_normal;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn frame(number: u32, measurements: Vec<Target>) -> StereoFrame {
        StereoFrame { taken_s: f64::from(number) * StereoCamera::USUAL.period_s, measurements, home: None }
    }

    /// Simulated measurements of balls by the camera of the data sheet, from home.
    fn seen(balls: &[Point2], rng: &mut ChaCha8Rng) -> Vec<Target> {
        let camera = StereoCamera::USUAL;
        let mut measurements = Vec::new();
        for target in balls.iter().map(|ball| Pose2::home().sees(ball)) {
            if rng.random::<f64>() < camera.finds(target.distance) {
                let bearing = target.bearing + camera.bearing_sd * standard_normal(rng);
                let distance = target.distance + camera.distance_sd(target.distance) * standard_normal(rng);
                measurements.push(Target { bearing, distance });
            }
        }
        measurements
    }

    #[test]
    fn law_balls_in_view_become_sure_and_their_places_exact() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let balls = [Point2::new(1.0, 0.2), Point2::new(3.0, -1.0), Point2::new(3.2, -0.8), Point2::new(6.0, 2.0)];
        let mut map = BallMap::new(StereoCamera::USUAL);
        for number in 0..60 {
            map.take(&frame(number, seen(&balls, &mut rng)), &Pose2::home());
        }
        assert_eq!(map.wanted(3.0).count(), 4);
        for ball in &balls {
            let nearest = map.wanted(3.0).map(|known| (known.place - ball).norm()).fold(f64::INFINITY, f64::min);
            assert!(nearest < 0.02 + 0.01 * ball.norm(), "{ball:?} is {nearest} m off");
        }
    }

    #[test]
    fn law_phantoms_are_never_sure_and_balls_that_are_gone_are_forgotten() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let mut map = BallMap::new(StereoCamera::USUAL);
        let phantom = |rng: &mut ChaCha8Rng| {
            vec![Target { bearing: rng.random_range(-0.7..0.7), distance: rng.random_range(0.5..5.0) }]
        };
        for number in 0..400 {
            map.take(&frame(number, phantom(&mut rng)), &Pose2::home());
            assert!(map.wanted(20.0).count() <= 1, "{:?}", map.balls);
        }
        let ball = [Point2::new(2.0, 0.0)];
        for number in 400..440 {
            map.take(&frame(number, seen(&ball, &mut rng)), &Pose2::home());
        }
        assert_eq!(map.wanted(23.0).count(), 1);
        let mut frames = 440;
        while map.wanted(30.0).count() > 0 {
            map.take(&frame(frames, Vec::new()), &Pose2::home());
            frames += 1;
        }
        assert!(frames - 440 < 10, "forgotten after {} frames", frames - 440);
    }

    /// A white mark on the floor: sure at every measurement, missed at every try.
    #[test]
    fn law_what_is_missed_again_and_again_is_tried_ever_more_seldom() {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let mut map = BallMap::new(StereoCamera::USUAL);
        let mut tries = Vec::new();
        for number in 0..72_000 {
            let frame = frame(number, seen(&[Point2::new(2.0, 0.0)], &mut rng));
            map.take(&frame, &Pose2::home());
            let wanted = map.wanted(frame.taken_s).next().map(|ball| ball.id);
            if let Some(id) = wanted {
                map.miss(id, frame.taken_s);
                tries.push(frame.taken_s);
            }
        }
        assert!((6..12).contains(&tries.len()), "tried in an hour at {tries:?}");
        assert!(tries[1] < 2.0, "one miss is chance: {tries:?}");
    }

    #[test]
    fn law_what_could_not_be_reached_is_left_alone_for_longer_each_time() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut map = BallMap::new(StereoCamera::USUAL);
        for number in 0..20 {
            map.take(&frame(number, seen(&[Point2::new(2.0, 0.0)], &mut rng)), &Pose2::home());
        }
        let (mut now_s, mut before_s) = (1.0, 0.0);
        for _ in 0..5 {
            let id = map.wanted(now_s).next().map(|ball| ball.id);
            map.shun(id.unwrap_or_default(), now_s);
            let mut waited_s = 0.0;
            while map.wanted(now_s + waited_s).next().is_none() {
                waited_s += 1.0;
            }
            assert!(waited_s > before_s, "{waited_s} s after {before_s} s");
            (now_s, before_s) = (now_s + waited_s, waited_s);
        }
    }
}
