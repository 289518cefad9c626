//! What the made-up robot tells of its strokes.

use multiball::court::{Fault, Side};
use multiball::geometry::Vec3;
use multiball::hall::record::{
    JointSample, PlannedStroke, PredictedHit, ReadStroke, SeenPoint, SessionEvent, StrokeEnd, StrokeRecord,
};
use multiball::track::Stroke;
use rand_chacha::ChaCha8Rng;

use super::rally::{Leg, resting};
use super::stage::TARGET;
use super::{near, triple};

pub(super) struct Telling {
    pub(super) stroke: u64,
    pub(super) point: u64,
    pub(super) struck_s: f64,
    pub(super) hit_s: f64,
    pub(super) ball: Vec3,
    pub(super) read: Option<Stroke>,
    pub(super) missed: bool,
}

fn on_the_way(legs: &[Leg], time_s: f64) -> Vec3 {
    let leg = legs.iter().find(|leg| time_s < leg.end_s).or(legs.last()).unwrap();
    leg.at(time_s.min(leg.end_s))
}

impl Telling {
    /// Thoughts every 20 ms, surer with time.
    pub(super) fn predicted(&self, legs: &[Leg], rng: &mut ChaCha8Rng) -> Vec<(f64, SessionEvent)> {
        let mut told = Vec::new();
        let mut at_s = self.struck_s + 0.1;
        while at_s < self.hit_s - 0.02 {
            let left_s = self.hit_s - at_s;
            let off = near(rng, 0.0, 0.1) * left_s;
            let step_s = left_s / 16.0;
            let path = (0..=16).map(|i| {
                let t_s = at_s + f64::from(i) * step_s;
                let place = on_the_way(legs, t_s);
                let ahead = (t_s - at_s) / left_s;
                [t_s, place.x, place.y + off * ahead, place.z, 0.003 + 0.12 * left_s * ahead]
            });
            let [x, y, z] = triple(&self.ball);
            let meeting = Some([self.hit_s, x, y + off, z]);
            told.push((at_s, SessionEvent::Predicted { stroke: self.stroke, path: path.collect(), meeting }));
            at_s += 0.02;
        }
        told
    }

    pub(super) fn story(
        &self,
        legs: &[Leg],
        joints: &[f64],
        landing_m: Option<[f64; 2]>,
        rng: &mut ChaCha8Rng,
    ) -> StrokeRecord {
        StrokeRecord {
            stroke: self.stroke,
            point: self.point,
            robot: "player".to_owned(),
            side: Side::Home,
            struck_s: self.struck_s,
            read: self.read.map(|stroke| read(stroke, rng)),
            seen: self.seen(legs, rng),
            predicted: self.errors(rng),
            planned: Some(self.planned()),
            motion: self.motion(joints),
            end: StrokeEnd {
                hit_s: (!self.missed).then_some(self.hit_s),
                landing_m,
                off_m: landing_m.map(|_| 0.02),
                fault: self.missed.then_some(Fault::NotReturned),
                why_not: self
                    .missed
                    .then(|| "the lift joint would have to turn at 1,120 deg/s: 900 is its limit".to_owned()),
                last_look_s: Some(0.041),
            },
        }
    }

    fn seen(&self, legs: &[Leg], rng: &mut ChaCha8Rng) -> Vec<SeenPoint> {
        let steps = ((self.hit_s - self.struck_s) / 0.01) as u32;
        let mut seen = Vec::new();
        for step in 3..steps {
            let t_s = self.struck_s + f64::from(step) * 0.01;
            let truth = on_the_way(legs, t_s);
            let noise = Vec3::new(near(rng, 0.0, 0.006), near(rng, 0.0, 0.006), near(rng, 0.0, 0.004));
            seen.push(SeenPoint { t_s, position_m: triple(&(truth + noise)), truth_m: triple(&truth) });
        }
        seen
    }

    fn errors(&self, rng: &mut ChaCha8Rng) -> Vec<PredictedHit> {
        let count = ((self.hit_s - self.struck_s - 0.12) / 0.02) as u32;
        let one = |step: u32| {
            let at_s = self.struck_s + 0.1 + f64::from(step) * 0.02;
            let error_m = 0.004 + 0.12 * (self.hit_s - at_s) * near(rng, 0.8, 0.4);
            PredictedHit { at_s, hit_s: self.hit_s, position_m: triple(&self.ball), error_m: Some(error_m) }
        };
        (0..count).map(one).collect()
    }

    fn planned(&self) -> PlannedStroke {
        PlannedStroke {
            hit_s: self.hit_s,
            ball_m: triple(&self.ball),
            ball_velocity_m_s: [5.2, 0.3, -0.4],
            ball_spin_rad_s: [8.0, 90.0, 12.0],
            racket_m: triple(&(self.ball + Vec3::new(0.02, 0.0, 0.0))),
            racket_normal: [-0.99, 0.05, 0.12],
            racket_velocity_m_s: [-2.1, 0.1, 0.9],
            target_m: TARGET,
        }
    }

    fn motion(&self, joints: &[f64]) -> Vec<JointSample> {
        let rest = &resting()[1];
        let at = |t_s: f64| -> Vec<f64> {
            let t = (t_s - self.hit_s) / 0.32;
            let share = (-2.0 * t * t).exp();
            rest.iter().zip(joints).map(|(a, b)| a + (b - a) * share).collect()
        };
        let sample = |step: u32| {
            let t_s = self.struck_s + f64::from(step) * 0.01;
            JointSample { t_s, commanded: at(t_s), moved: at(t_s - 0.012) }
        };
        (0..((self.hit_s + 0.3 - self.struck_s) / 0.01) as u32).map(sample).collect()
    }
}

fn read(stroke: Stroke, rng: &mut ChaCha8Rng) -> ReadStroke {
    let mut probabilities: Vec<f64> =
        Stroke::ALL.iter().map(|other| if *other == stroke { 0.8 } else { near(rng, 0.07, 0.06) }).collect();
    let sum: f64 = probabilities.iter().sum();
    probabilities.iter_mut().for_each(|p| *p /= sum);
    let classes = Stroke::ALL.iter().map(|class| class.name().to_owned()).collect();
    ReadStroke { was: stroke.name().to_owned(), classes, probabilities }
}
