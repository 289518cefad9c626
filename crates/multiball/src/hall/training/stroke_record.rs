//! The record of a stroke while it is being written.

use crate::ball::BallState;
use crate::court::{Fault, Side};
use crate::geometry::Vec3;
use crate::hall::record::{
    JointSample, PlannedStroke, PredictedHit, ReadStroke, SeenPoint, StrokeEnd, StrokeRecord, triple,
};
use crate::hall::world_from_player;
use crate::player::Intent;
use crate::track::Measurement;

/// The builder of a stroke's record, whose end is not known yet.
#[derive(Debug, Clone)]
pub(super) struct StrokeRecordBuilder {
    pub(super) stroke: u64,
    pub(super) point: u64,
    pub(super) side: Side,
    pub(super) struck_s: f64,
    pub(super) read: Option<ReadStroke>,
    pub(super) hit_s: Option<f64>,
    pub(super) landing: Option<[f64; 2]>,
    pub(super) why_not: Option<String>,
    /// The true ball at the planned hit.
    pub(super) truth: Option<(f64, BallState)>,
    seen: Vec<SeenPoint>,
    predicted: Vec<PredictedHit>,
    planned: Option<PlannedStroke>,
    motion: Vec<JointSample>,
    last_picture_s: Option<f64>,
    /// True path of the ball, one position for each frame, s and m.
    path: Vec<(f64, Vec3)>,
}

/// Time after the hit for which the joints are still recorded, s.
const AFTER_HIT_S: f64 = 0.3;
/// A record that takes longer is cut, samples.
const MOST_SAMPLES: usize = 600;

impl StrokeRecordBuilder {
    pub(super) fn new(stroke: u64, point: u64, side: Side, struck_s: f64, read: Option<ReadStroke>) -> Self {
        Self {
            stroke,
            point,
            side,
            struck_s,
            read,
            hit_s: None,
            landing: None,
            why_not: None,
            truth: None,
            seen: Vec::new(),
            predicted: Vec::new(),
            planned: None,
            motion: Vec::new(),
            last_picture_s: None,
            path: Vec::new(),
        }
    }

    /// Notes the measurements of the ball so far.
    pub(super) fn note_seen(&mut self, measurements: &[Measurement], side: Side) {
        let path = &self.path;
        let truth = |t_s: f64| {
            let at = path.partition_point(|(then_s, _)| *then_s < t_s - 1e-6);
            path.get(at).filter(|(then_s, _)| (then_s - t_s).abs() < 1e-3).map(|(_, place)| *place)
        };
        let seen = measurements.iter().filter_map(|measurement| {
            let position_m = triple(&world_from_player(side).to_world(&measurement.position));
            Some(SeenPoint { t_s: measurement.t_s, position_m, truth_m: triple(&truth(measurement.t_s)?) })
        });
        if self.seen.is_empty() {
            self.seen = seen.collect();
        }
    }

    /// Notes the player's plan after a picture.
    pub(super) fn note_plan(&mut self, now_s: f64, picture_s: f64, intent: Option<&Intent>, side: Side) {
        self.last_picture_s = Some(picture_s);
        let Some(intent) = intent else {
            self.planned = None;
            return;
        };
        let world = |vector: &Vec3| triple(&world_from_player(side).to_world(vector));
        let (hit_s, position_m) = (intent.hit_s, world(&intent.ball_position));
        self.predicted.push(PredictedHit { at_s: now_s, hit_s, position_m, error_m: None });
        self.planned = Some(PlannedStroke {
            hit_s,
            ball_m: position_m,
            ball_velocity_m_s: world(&intent.ball_velocity),
            ball_spin_rad_s: world(&intent.ball_spin),
            racket_m: world(&intent.racket.center),
            racket_normal: world(&intent.racket.normal),
            racket_velocity_m_s: world(&intent.racket.velocity),
            target_m: world_from_player(side).to_world(&<[f64; 2]>::from(intent.target)),
        });
    }

    pub(super) fn note_joints(&mut self, now_s: f64, commanded: &[f64], moved: &[f64]) {
        let late = self.hit_s.is_some_and(|hit_s| now_s > hit_s + AFTER_HIT_S);
        if now_s >= self.struck_s && !late && self.motion.len() < MOST_SAMPLES {
            self.motion.push(JointSample { t_s: now_s, commanded: commanded.to_vec(), moved: moved.to_vec() });
        }
    }

    /// Notes the true ball, with which measurements and predictions are compared later.
    pub(super) fn note_truth(&mut self, now_s: f64, ball: Option<&BallState>, planned_hit_s: Option<f64>) {
        let Some(ball) = ball.filter(|_| self.hit_s.is_none() && self.path.len() < MOST_SAMPLES) else { return };
        self.path.push((now_s, ball.position));
        if self.truth.is_none() && planned_hit_s.is_some_and(|hit_s| now_s >= hit_s) {
            self.truth = Some((now_s, *ball));
        }
    }

    /// Distance between the last predicted and the true ball at the hit, m.
    pub(super) fn predicted_error_m(&self) -> Option<f64> {
        let (truth_s, truth) = self.truth?;
        let last = self.predicted.last()?;
        Some(off(last, truth_s, &truth))
    }

    /// The whole record, with the distance of its landing from the target, m.
    pub(super) fn finish(mut self, off_m: Option<f64>, fault: Option<Fault>) -> StrokeRecord {
        if let Some((truth_s, truth)) = self.truth {
            self.predicted.iter_mut().for_each(|predicted| predicted.error_m = Some(off(predicted, truth_s, &truth)));
        }
        let last_look_s = self.hit_s.zip(self.last_picture_s).map(|(hit_s, picture_s)| hit_s - picture_s);
        let end =
            StrokeEnd { hit_s: self.hit_s, landing_m: self.landing, off_m, fault, why_not: self.why_not, last_look_s };
        StrokeRecord {
            stroke: self.stroke,
            point: self.point,
            robot: super::robot_name(self.side).into(),
            side: self.side,
            struck_s: self.struck_s,
            read: self.read,
            seen: self.seen,
            predicted: self.predicted,
            planned: self.planned,
            motion: self.motion,
            end,
        }
    }
}

/// Error of a predicted position. The hit's own time changes by milliseconds, in which a ball flies straight.
fn off(predicted: &PredictedHit, truth_s: f64, truth: &BallState) -> f64 {
    let there = truth.position + truth.velocity * (predicted.hit_s - truth_s);
    (Vec3::from(predicted.position_m) - there).norm()
}
