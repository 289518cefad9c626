//! The person of the made-up session.

use multiball::ball::BallState;
use multiball::geometry::Vec3;
use multiball::hall::record::PersonNow;
use multiball::opponent::{Human, StrokeMotion};
use multiball::track::Stroke;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::triple;

pub(super) struct Person {
    human: Human,
    strokes: Vec<(f64, StrokeMotion)>,
}

impl Person {
    pub(super) fn new(rng: &mut ChaCha8Rng) -> Self {
        let human = Human::draw(rng);
        let mut person = Self { human, strokes: Vec::new() };
        person.strike(-2.0, Vec3::new(-1.9, 0.3, 0.2), rng);
        person
    }

    /// Will strike a ball at a time and place; says with which stroke.
    pub(super) fn strike(&mut self, hit_s: f64, at: Vec3, rng: &mut ChaCha8Rng) -> Stroke {
        let stroke = Stroke::ALL[rng.random_range(0..4)];
        let ball = BallState::new(at, Vec3::new(7.0, 0.0, 1.0), Vec3::zeros());
        self.strokes.push((hit_s, StrokeMotion::draw(&self.human, stroke, &ball, 0.0, rng)));
        stroke
    }

    /// Blends from stroke to stroke.
    pub(super) fn at(&self, time_s: f64) -> PersonNow {
        let next = self.strokes.partition_point(|(hit_s, _)| *hit_s < time_s).min(self.strokes.len() - 1);
        let before = next.saturating_sub(1);
        let (a, b) = (&self.strokes[before], &self.strokes[next]);
        let share = ((time_s - a.0 - 0.35) / 0.5).clamp(0.0, 1.0);
        let share = if before == next { 1.0 } else { share * share * (3.0 - 2.0 * share) };
        let (from, to) = (a.1.skeleton(time_s - a.0), b.1.skeleton(time_s - b.0));
        let blend = |i: usize| from.points[i] * (1.0 - share) + to.points[i] * share;
        let points: Vec<Vec3> = (0..17).map(blend).collect();
        let wrist = points[b.1.racket_wrist() as usize];
        let elbow = points[b.1.racket_wrist() as usize - 2];
        let along = (wrist - elbow).normalize();
        PersonNow {
            keypoints_m: points.iter().map(triple).collect(),
            blade_m: triple(&(wrist + along * 0.16)),
            blade_normal: triple(&along.cross(&Vec3::z()).normalize()),
        }
    }
}
