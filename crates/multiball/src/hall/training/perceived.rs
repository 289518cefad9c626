//! What a robot perceives, in the record of the ball and in reports.

use super::stroke_record::StrokeRecordBuilder;
use crate::court::Side;
use crate::hall::Hooks;
use crate::hall::agent::{Perceived, RobotAgent, SenseObserver};
use crate::hall::record::{Message, Picture, Recorder, SeenMark, SessionEvent, Wants};
use crate::hall::world_from_player;
use crate::player::Intent;
use crate::track::{Measurement, Prediction};
use crate::vision::{Camera, Frame};

/// Time between two reports of the predicted path, s; how far ahead it reaches, s; and its number of points.
const REPORT_EVERY_S: f64 = 0.03;
const REPORT_AHEAD_S: f64 = 0.7;
const REPORT_POINTS: usize = 15;

/// The record of an incoming ball.
#[derive(Debug, Clone)]
pub(super) struct Recorded {
    pub(super) opens_s: f64,
    pub(super) builder: StrokeRecordBuilder,
    /// When its path was last reported, s.
    reported_s: f64,
}

impl Recorded {
    /// The record of a ball for which the robot begins to look at a time, s.
    pub(super) fn new(opens_s: f64, builder: StrokeRecordBuilder) -> Self {
        Self { opens_s, builder, reported_s: f64::NEG_INFINITY }
    }
}

/// What a robot perceives goes into the record of the ball, and is reported.
pub(super) struct Observer<'a> {
    pub(super) side: Side,
    pub(super) now_s: f64,
    pub(super) ball: Option<&'a mut Recorded>,
    pub(super) recorder: &'a mut dyn Recorder,
    pub(super) hooks: &'a mut dyn Hooks,
}

impl SenseObserver for Observer<'_> {
    fn begins(&mut self) {
        self.hooks.thinking_began();
    }

    fn ended(&mut self, agent: &RobotAgent, Perceived { stamp_s, improved }: Perceived) {
        self.hooks.thinking_ended(improved);
        let Some(ball) = &mut self.ball else { return };
        if improved {
            ball.builder.note_plan(self.now_s, stamp_s, agent.intent().as_ref(), self.side);
        }
        if self.recorder.wants() > Wants::Nothing && self.now_s - ball.reported_s > REPORT_EVERY_S {
            self.report(agent, stamp_s);
        }
    }
}

impl Observer<'_> {
    /// Reports the predicted path and the pictures of the cameras.
    fn report(&mut self, robot: &RobotAgent, stamp_s: f64) {
        let Self { side, now_s, ball, recorder, .. } = self;
        let (Some(sensor), Some(ball)) = (robot.sensor(), ball) else { return };
        if let Some(prediction) = sensor.prediction() {
            ball.reported_s = *now_s;
            let event = predicted(&prediction, *now_s, *side, robot.intent(), ball.builder.stroke);
            recorder.record(&Message::Event { t_s: *now_s, event });
        }
        let Some(perception) = sensor.cameras().filter(|_| recorder.wants() == Wants::Pictures) else { return };
        let seen = sensor.measurements().last().filter(|measurement| measurement.t_s == stamp_s);
        for (camera, calibrated) in perception.tracker().cameras().iter().enumerate() {
            let parts: Vec<Frame> = robot.last_reading().frames.of_camera(camera).cloned().collect();
            let marks = seen
                .and_then(|measurement| mark(calibrated, measurement, perception.tracker().ball_radius()))
                .into_iter()
                .collect();
            recorder.record(&Message::Picture(Picture { t_s: stamp_s, camera, parts, marks }));
        }
    }
}

/// Position and radius of a measured ball in a camera's image.
fn mark(camera: &Camera, measurement: &Measurement, ball_radius: f64) -> Option<SeenMark> {
    let place = &measurement.position;
    let (pixel, depth) = (camera.project(place)?, camera.in_camera(place).z);
    let radius_px = camera.lens.focal_px.x * ball_radius / depth;
    Some(SeenMark { pixel: [pixel.x, pixel.y], radius_px })
}

/// The event of the current prediction, in the world.
fn predicted(prediction: &Prediction<'_>, now_s: f64, side: Side, intent: Option<Intent>, stroke: u64) -> SessionEvent {
    let point = |i: usize| {
        let t_s = now_s + REPORT_AHEAD_S * i as f64 / (REPORT_POINTS - 1) as f64;
        let there = prediction.at(t_s)?;
        let place = world_from_player(side).to_world(&there.position);
        let deviation = there.position_covariance.diagonal().max().max(0.0).sqrt();
        Some([t_s, place.x, place.y, place.z, deviation])
    };
    let meeting = intent.map(|intent| {
        let place = world_from_player(side).to_world(&intent.ball_position);
        [intent.hit_s, place.x, place.y, place.z]
    });
    SessionEvent::Predicted { stroke, path: (0..REPORT_POINTS).map_while(point).collect(), meeting }
}
