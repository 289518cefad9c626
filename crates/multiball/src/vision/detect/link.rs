//! Candidates linked over time in one camera's image.

use nalgebra::Matrix2;

use super::{Detection, Expectation};
use crate::vision::Vec2;

/// Follows what moves steadily in one camera's image, and says which of it is the ball.
///
/// Trails are extended by the candidate nearest to where steady motion leads them, within a gate. A trail's worth is
/// the sum of the scores of its candidates, each frame's counting .85 of the next one's; what hardly moves, or is too
/// long for its motion, earns a fifth. Only what is seen to fly may be the ball: a good candidate, or more poor ones,
/// that continue a trail, have moved, and are blurred by no more than they moved, for a shutter is open no longer than
/// a frame lasts. So a sleeve, which is long but slow, is none. Of these trails the one of most worth is the ball, and
/// stays so until it is lost or another has half as much again. Gates and shares are assumed.
#[derive(Debug, Clone, Default)]
pub struct Linker {
    trails: [Option<Trail>; Self::MOST_TRAILS],
    ball: Option<usize>,
}

/// Something seen more than once, or just now.
#[derive(Debug, Clone, Copy)]
struct Trail {
    last: Detection,
    last_s: f64,
    /// px/s, once there are two detections.
    velocity: Option<Vec2>,
    worth: f64,
    /// Sum of the scores of those candidates that continued a flight, less what spoke against it.
    flight: f64,
    missed: u32,
}

/// Frames without a candidate after which a trail ends.
const MOST_MISSED: u32 = 6;
/// What is seen to fly with this sum of scores may be the ball; more than the most counts no further, so that a ball
/// that is mistaken for something else does not give it credit for long.
const PROVEN: f64 = 0.75;
const MOST_PROOF: f64 = 3.0;
/// What remains of it after a candidate that is too long for its motion.
const KEPT_AFTER_LONG_BLUR: f64 = 0.6;
/// A blur may be longer than the motion between two frames by this share, for a bounce shortens it, and by this many
/// radii, for noise alone blurs by a third of one.
const LONGER: f64 = 0.25;
const NOISE_RADII: f64 = 0.5;
/// A ball's motion between two frames is less than this many radii: 20 m/s at 125 frames per second.
const FASTEST_RADII: f64 = 8.0;
/// What moves less than this share of its radius between frames hardly moves.
const HARDLY: f64 = 0.15;

impl Trail {
    fn at(&self, t_s: f64) -> Vec2 {
        self.last.pixel + self.velocity.map_or(Vec2::zeros(), |velocity| velocity * (t_s - self.last_s))
    }

    /// How far from there a candidate may be, px.
    fn gate(&self, t_s: f64) -> f64 {
        let radius = self.last.radius_px;
        match self.velocity {
            // A bounce or a stroke turns a motion round; an acceleration changes it by a part.
            Some(velocity) => 2.0 * radius + 0.5 * velocity.norm() * (t_s - self.last_s),
            None => FASTEST_RADII * radius,
        }
    }

    fn extend(&mut self, t_s: f64, detection: &Detection) {
        let moved = detection.pixel - self.last.pixel;
        let moves = moved.norm() > HARDLY * detection.radius_px;
        // `missed` counts this frame too.
        let moved_per_frame = moved.norm() / f64::from(self.missed.max(1));
        let too_long = detection.streak.norm() > (1.0 + LONGER) * moved_per_frame + NOISE_RADII * detection.radius_px;
        self.flight = match (too_long, moves) {
            (true, _) => KEPT_AFTER_LONG_BLUR * self.flight,
            (false, true) => (self.flight + detection.score).min(MOST_PROOF),
            (false, false) => self.flight,
        };
        self.velocity = (t_s > self.last_s).then(|| moved / (t_s - self.last_s));
        self.worth += detection.score * if moves && !too_long { 1.0 } else { 0.2 };
        (self.last, self.last_s, self.missed) = (*detection, t_s, 0);
    }
}

impl Linker {
    const MOST_TRAILS: usize = 6;

    /// Takes the candidates of the next frame; returns which is the ball, if one is.
    pub fn step(&mut self, t_s: f64, detections: &[Detection]) -> Option<Detection> {
        let mut free = [true; super::Detector::MOST_DETECTIONS];
        for trail in self.trails.iter_mut().flatten() {
            trail.worth *= 0.85;
            trail.missed += 1;
        }
        while let Some((trail, index)) = self.nearest(t_s, detections, &free) {
            free[index] = false;
            if let Some(trail) = &mut self.trails[trail] {
                trail.extend(t_s, &detections[index]);
            }
        }
        for (detection, _) in detections.iter().zip(free).filter(|(_, free)| *free) {
            self.begin(t_s, detection);
        }
        for trail in &mut self.trails {
            *trail = trail.filter(|trail| trail.missed <= MOST_MISSED);
        }
        self.choose()
    }

    /// Where the ball should be at a time, as the detector takes it.
    #[must_use]
    pub fn expectation(&self, t_s: f64) -> Option<Expectation> {
        let trail = self.trails[self.ball?].filter(|trail| trail.velocity.is_some())?;
        let sd = 0.5 * trail.gate(t_s);
        let covariance = Matrix2::identity() * sd * sd;
        let Detection { radius_px, streak, .. } = trail.last;
        Some(Expectation { pixel: trail.at(t_s), covariance, radius_px, streak })
    }

    /// The trail and candidate, neither used yet, that fit best.
    fn nearest(&self, t_s: f64, detections: &[Detection], free: &[bool]) -> Option<(usize, usize)> {
        let mut best: Option<(f64, usize, usize)> = None;
        let open = |trail: &Trail| trail.missed > 0;
        for (number, trail) in self.trails.iter().enumerate().filter_map(|(i, t)| t.filter(open).map(|t| (i, t))) {
            for (index, detection) in detections.iter().enumerate().filter(|(index, _)| free.get(*index) == Some(&true))
            {
                let share = (detection.pixel - trail.at(t_s)).norm() / trail.gate(t_s);
                // A trail with a known motion comes before one that may go anywhere; a good candidate before a poor
                // one.
                let cost = share + 0.5 * (1.0 - detection.score) + if trail.velocity.is_some() { 0.0 } else { 1.0 };
                if share <= 1.0 && best.is_none_or(|(least, ..)| cost < least) {
                    best = Some((cost, number, index));
                }
            }
        }
        best.map(|(_, number, index)| (number, index))
    }

    /// Begins a trail in a free slot, or in that of the trail of least worth.
    fn begin(&mut self, t_s: f64, detection: &Detection) {
        let worth = |trail: &Option<Trail>| trail.map_or(-1.0, |trail| trail.worth);
        let least = (0..Self::MOST_TRAILS).min_by(|a, b| worth(&self.trails[*a]).total_cmp(&worth(&self.trails[*b])));
        let new = Trail {
            last: *detection,
            last_s: t_s,
            velocity: None,
            worth: 0.5 * detection.score,
            flight: 0.0,
            missed: 0,
        };
        if let Some(place) = least.filter(|place| worth(&self.trails[*place]) < new.worth) {
            if self.ball == Some(place) {
                self.ball = None;
            }
            self.trails[place] = Some(new);
        }
    }

    fn choose(&mut self) -> Option<Detection> {
        // What does not fly has no worth here.
        let worth =
            |place: usize| self.trails[place].filter(|trail| trail.flight >= PROVEN).map_or(0.0, |trail| trail.worth);
        let best = (0..Self::MOST_TRAILS).max_by(|a, b| worth(*a).total_cmp(&worth(*b)).then(b.cmp(a)))?;
        let kept = self.ball.filter(|ball| worth(*ball) > 0.0 && worth(best) <= 1.5 * worth(*ball));
        self.ball = kept.or((worth(best) > 0.0).then_some(best));
        self.trails[self.ball?].filter(|trail| trail.missed == 0).map(|trail| trail.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn detection(x: f64, y: f64, score: f64) -> Detection {
        let (pixel, streak) = (Vec2::new(x, y), Vec2::zeros());
        Detection { pixel, pixel_sd: 0.1, radius_px: 6.0, streak, area: 113.0, brightness: 230.0, score }
    }

    #[test]
    fn law_the_ball_is_what_flies_not_what_lies_or_flashes() {
        let mut linker = Linker::default();
        for frame in 0..60 {
            let t_s = 0.005 * f64::from(frame);
            let x = 100.0 + 12.0 * f64::from(frame);
            // A ball that lies there scores best; another flashes at a new place in each frame; the flying one is lost
            // at times.
            let mut seen = vec![detection(400.0, 300.0, 1.0), detection(f64::from(frame * 389 % 1000), 40.0, 0.4)];
            let lost = frame % 10 == 9;
            if !lost {
                seen.push(detection(x, 200.0 - 2.0 * f64::from(frame), 0.8));
            }
            let ball = linker.step(t_s, &seen);
            if frame > 6 {
                assert_eq!(ball.map(|ball| ball.pixel.x), (!lost).then_some(x), "frame {frame}");
            }
        }
        let expected = linker.expectation(0.3).unwrap();
        assert!((expected.pixel.x - 820.0).abs() < 1e-9);
    }

    #[test]
    fn law_a_lost_ball_is_forgotten() {
        let mut linker = Linker::default();
        for frame in 0..10 {
            linker.step(0.005 * f64::from(frame), &[detection(f64::from(frame) * 9.0, 50.0, 0.9)]);
        }
        assert!(linker.expectation(0.05).is_some());
        (10..20).for_each(|frame| assert_eq!(linker.step(0.005 * f64::from(frame), &[]), None));
        assert_eq!(linker.expectation(0.1), None);
    }
    /// A sleeve as films show it: elongated, which looks like blur, now better and now worse, and slow until the
    /// stroke.
    #[test]
    fn law_a_sleeve_that_swings_is_no_ball_and_the_ball_is_seen_from_its_second_frame() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..200 {
            let mut linker = Linker::default();
            let (stroke, pace) = (rng.random_range(20..40), rng.random_range(0.5..7.0));
            for frame in 0..60 {
                let streak = Vec2::new(rng.random_range(25.0..50.0), rng.random_range(-5.0..5.0));
                let sleeve = detection(300.0 + pace * f64::from(frame), 500.0, rng.random_range(0.3..0.95));
                let mut seen = vec![Detection { radius_px: rng.random_range(7.0..11.0), streak, ..sleeve }];
                let x = 400.0 + 12.0 * f64::from(frame - stroke);
                if frame >= stroke {
                    let ball = detection(x, 450.0, rng.random_range(0.8..1.0));
                    seen.push(Detection { streak: Vec2::new(4.8, 0.0), ..ball });
                }
                let ball = linker.step(0.005 * f64::from(frame), &seen).map(|ball| ball.pixel.x);
                assert_eq!(ball, (frame > stroke).then_some(x), "frame {frame}, stroke in {stroke}, pace {pace}");
            }
        }
    }
}
