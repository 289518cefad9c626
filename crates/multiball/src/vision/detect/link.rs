//! Candidates linked over time in one camera's image.

use nalgebra::Matrix2;

use super::{Expectation, Sighting};
use crate::vision::Vec2;

/// Follows what moves steadily in one camera's image, and says which of it is the ball.
///
/// Trails are extended by the candidate nearest to where steady motion leads them, within a gate. A trail's worth is the sum
/// of the scores of its candidates, each frame's counting .85 of the next one's; what hardly moves earns a fifth. The ball is
/// the trail of most worth, and stays so until it is lost or another has half as much again. Gates and shares are assumed.
#[derive(Debug, Clone, Default)]
pub struct Linker {
    trails: [Option<Trail>; Self::MOST_TRAILS],
    ball: Option<usize>,
}

/// Something seen more than once, or just now.
#[derive(Debug, Clone, Copy)]
struct Trail {
    last: Sighting,
    last_s: f64,
    /// px/s, once there are two sightings.
    velocity: Option<Vec2>,
    worth: f64,
    missed: u32,
}

/// Frames without a candidate after which a trail ends.
const MOST_MISSED: u32 = 6;
/// A candidate this good is believed when seen for the first time.
const GOOD_SCORE: f64 = 0.5;
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

    fn extend(&mut self, t_s: f64, sighting: &Sighting) {
        let moved = sighting.pixel - self.last.pixel;
        let moves = moved.norm() > HARDLY * sighting.radius_px;
        self.velocity = (t_s > self.last_s).then(|| moved / (t_s - self.last_s));
        self.worth += sighting.score * if moves { 1.0 } else { 0.2 };
        (self.last, self.last_s, self.missed) = (*sighting, t_s, 0);
    }
}

impl Linker {
    const MOST_TRAILS: usize = 6;

    /// Takes the candidates of the next frame; returns which is the ball, if one is.
    pub fn step(&mut self, t_s: f64, sightings: &[Sighting]) -> Option<Sighting> {
        let mut free = [true; super::Detector::MOST_SIGHTINGS];
        for trail in self.trails.iter_mut().flatten() {
            trail.worth *= 0.85;
            trail.missed += 1;
        }
        while let Some((trail, index)) = self.nearest(t_s, sightings, &free) {
            free[index] = false;
            if let Some(trail) = &mut self.trails[trail] {
                trail.extend(t_s, &sightings[index]);
            }
        }
        for (sighting, _) in sightings.iter().zip(free).filter(|(_, free)| *free) {
            self.begin(t_s, sighting);
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
        let Sighting { radius_px, streak, .. } = trail.last;
        Some(Expectation { pixel: trail.at(t_s), covariance, radius_px, streak })
    }

    /// The trail and candidate, neither used yet, that fit best.
    fn nearest(&self, t_s: f64, sightings: &[Sighting], free: &[bool]) -> Option<(usize, usize)> {
        let mut best: Option<(f64, usize, usize)> = None;
        let open = |trail: &Trail| trail.missed > 0;
        for (number, trail) in self.trails.iter().enumerate().filter_map(|(i, t)| t.filter(open).map(|t| (i, t))) {
            for (index, sighting) in sightings.iter().enumerate().filter(|(index, _)| free.get(*index) == Some(&true)) {
                let share = (sighting.pixel - trail.at(t_s)).norm() / trail.gate(t_s);
                // A trail with a known motion comes before one that may go anywhere; a good candidate before a poor one.
                let cost = share + 0.5 * (1.0 - sighting.score) + if trail.velocity.is_some() { 0.0 } else { 1.0 };
                if share <= 1.0 && best.is_none_or(|(least, ..)| cost < least) {
                    best = Some((cost, number, index));
                }
            }
        }
        best.map(|(_, number, index)| (number, index))
    }

    /// Begins a trail in a free place, or in that of the least worthy one.
    fn begin(&mut self, t_s: f64, sighting: &Sighting) {
        let worth = |trail: &Option<Trail>| trail.map_or(-1.0, |trail| trail.worth);
        let least = (0..Self::MOST_TRAILS).min_by(|a, b| worth(&self.trails[*a]).total_cmp(&worth(&self.trails[*b])));
        let new = Trail { last: *sighting, last_s: t_s, velocity: None, worth: 0.5 * sighting.score, missed: 0 };
        if let Some(place) = least.filter(|place| worth(&self.trails[*place]) < new.worth) {
            if self.ball == Some(place) {
                self.ball = None;
            }
            self.trails[place] = Some(new);
        }
    }

    fn choose(&mut self) -> Option<Sighting> {
        let worth = |place: usize| self.trails[place].map_or(0.0, |trail| trail.worth);
        let best = (0..Self::MOST_TRAILS).max_by(|a, b| worth(*a).total_cmp(&worth(*b)).then(b.cmp(a)))?;
        let kept = self.ball.filter(|ball| self.trails[*ball].is_some() && worth(best) <= 1.5 * worth(*ball));
        self.ball = kept.or((worth(best) > 0.0).then_some(best));
        let trail = self.trails[self.ball?]?;
        let believed = trail.velocity.is_some() || trail.last.score >= GOOD_SCORE;
        (trail.missed == 0 && believed).then_some(trail.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sighting(x: f64, y: f64, score: f64) -> Sighting {
        let (pixel, streak) = (Vec2::new(x, y), Vec2::zeros());
        Sighting { pixel, pixel_sd: 0.1, radius_px: 6.0, streak, area: 113.0, brightness: 230.0, score }
    }

    #[test]
    fn law_the_ball_is_what_flies_not_what_lies_or_flashes() {
        let mut linker = Linker::default();
        for frame in 0..60 {
            let t_s = 0.005 * f64::from(frame);
            let x = 100.0 + 12.0 * f64::from(frame);
            // A ball that lies there scores best; another flashes at a new place in each frame; the flying one is lost at times.
            let mut seen = vec![sighting(400.0, 300.0, 1.0), sighting(f64::from(frame * 389 % 1000), 40.0, 0.4)];
            let lost = frame % 10 == 9;
            if !lost {
                seen.push(sighting(x, 200.0 - 2.0 * f64::from(frame), 0.8));
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
            linker.step(0.005 * f64::from(frame), &[sighting(f64::from(frame) * 9.0, 50.0, 0.9)]);
        }
        assert!(linker.expectation(0.05).is_some());
        (10..20).for_each(|frame| assert_eq!(linker.step(0.005 * f64::from(frame), &[]), None));
        assert_eq!(linker.expectation(0.1), None);
    }
}
