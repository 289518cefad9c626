//! Who gets the ball: what they expect, how they see it, and the record of their stroke.

use super::Play;
use super::point::Point;
use crate::ball::BallEvent;
use crate::court::{Fault, Side};
use crate::geometry::portable::hypot;
use crate::hall::rail_robot::{BallSensor, PointSensor};
use crate::hall::random::{Purpose, stream};
use crate::hall::record::{Message, SessionEvent};
use crate::hall::training::FRAME_TICKS;
use crate::hall::training::context::Context;
use crate::hall::training::people::Hint;
use crate::hall::training::recorded_robot::{Incoming, RecordedRobot};
use crate::hall::training::result::StrokeResult;
use crate::hall::training::stroke_record::StrokeRecordBuilder;
use crate::hall::world_from_player;
use crate::track::{BallHint, Estimator, EstimatorSettings, Priors};

/// The robot begins to look for the ball so long before the stroke, s.
const LOOKS_BEFORE_S: f64 = 0.05;

impl Play {
    /// The home player has struck: a person decides at once how to answer; a robot begins to look.
    pub(super) fn opponent_responds(&mut self, now: &mut Context<'_>, event: &BallEvent) {
        let number = self.expected + 1;
        if self.robots[Side::Away.index()].is_some() {
            let place = world_from_player(Side::Away).from_world(&event.before.position);
            self.expect_ball(now, Side::Away, Hint::of_racket(self.seed, number, event.t_s, place));
            return;
        }
        let Some(person) = &mut self.person else { return };
        let (hall, learned) = (&self.hall, &self.learned);
        let Some((answer, hint)) = person.answer(hall, learned, (self.seed, number), event.t_s, &event.after) else {
            return;
        };
        if let Some(point) = &mut self.point {
            point.answer = Some(answer);
        }
        self.expect_ball(now, Side::Home, hint);
    }

    /// A robot will get a ball. The record of its last stroke ends here.
    pub(super) fn expect_ball(&mut self, now: &mut Context<'_>, side: Side, hint: Hint) {
        let Some(point) = self.point.as_ref().map(|point| point.number) else { return };
        if self.robots[side.index()].is_none() {
            return;
        }
        self.expected += 1;
        let (stroke, struck_s, read) = (self.expected, hint.struck_s, hint.read.clone());
        let sensor = self.sensor(side, stroke, hint);
        let builder = StrokeRecordBuilder::new(stroke, point, side, struck_s, read);
        let incoming = Incoming { sensor, opens_s: struck_s - LOOKS_BEFORE_S, builder };
        let now_s = now.now_s();
        let before = self.robots[side.index()].as_mut().and_then(|robot| robot.expect(now_s, incoming));
        let Some(builder) = before else { return };
        self.settle(now, side);
        if builder.hit_s.is_some() && builder.landing.is_none() {
            // Where the ball lands is still to be seen.
            self.landing[side.index()] = Some(builder);
        } else {
            self.close(now, builder, None);
        }
    }

    /// Ends the record of a stroke whose landing was awaited.
    pub(super) fn settle(&mut self, now: &mut Context<'_>, side: Side) {
        if let Some(builder) = self.landing[side.index()].take() {
            self.close(now, builder, None);
        }
    }

    /// A sensor for a ball.
    fn sensor(&self, side: Side, stroke: u64, hint: Hint) -> BallSensor {
        let hall = &self.hall;
        let priors = Priors { spin: hint.spin, ..hall.priors };
        match self.learned.rig.as_ref().filter(|_| side == Side::Home) {
            Some(rig) => {
                // The cameras were calibrated once, before the session.
                let mut perception = Box::new(rig.perception_believing(0, priors));
                perception.expect_ball(BallHint { contact_s: hint.told_s, places: hint.places });
                BallSensor::Cameras(perception)
            }
            None => {
                let estimator = Box::new(Estimator::new(priors, EstimatorSettings::RALLY));
                let rng = Box::new(stream(self.seed, stroke, Purpose::Measurement));
                BallSensor::Points(PointSensor { estimator, measurement_sd: hall.options.measurement_sd, rng })
            }
        }
    }

    /// A robot's return has come down on the far half.
    pub(super) fn note_landing(&mut self, now: &mut Context<'_>, striker: Side, event: &BallEvent) {
        let target = self.hall.target(striker);
        let awaited = self.landing[striker.index()].as_mut();
        let builder = awaited.or_else(|| self.robots[striker.index()].as_mut().and_then(RecordedRobot::builder));
        let Some(builder) = builder.filter(|builder| builder.hit_s.is_some() && builder.landing.is_none()) else {
            return;
        };
        let place = [event.before.position.x, event.before.position.y];
        builder.landing = Some(place);
        let off_m = off(place, target);
        now.report(event.t_s, SessionEvent::Landed { stroke: builder.stroke, position_m: place, off_m });
    }

    /// Counts a stroke and reports its record.
    pub(super) fn close(&mut self, now: &mut Context<'_>, builder: StrokeRecordBuilder, fault: Option<Fault>) {
        let target = self.hall.target(builder.side);
        let legal = builder.landing.filter(|_| fault.is_none());
        self.strokes.push(StrokeResult {
            point: builder.point,
            side: builder.side,
            hit: builder.hit_s.is_some(),
            landing_m: legal,
            off_m: legal.map(|landing| off(landing, target)),
            predicted_error_m: builder.predicted_error_m(),
        });
        if now.is_heard() {
            let off_m = builder.landing.map(|landing| off(landing, target));
            now.recorder().record(&Message::Stroke(Box::new(builder.finish(off_m, fault))));
        }
    }

    /// Pictures, decisions and drives of the robots.
    pub(super) fn tick_robots(&mut self, now: &mut Context<'_>) {
        let tick = now.tick();
        let ball = self.point.as_ref().and_then(Point::ball).copied();
        let filmed = self.robots.iter().flatten().any(|robot| robot.wants_picture(tick));
        let scene_frame = filmed.then(|| self.scene_frame(tick, now.balls().flying()));
        let (now_s, noted) = (now.now_s(), now.is_heard() && now.is_every(FRAME_TICKS));
        let (recorder, hooks) = now.listeners();
        for (robot, landing) in self.robots.iter_mut().zip(&mut self.landing) {
            let Some(robot) = robot else { continue };
            let scene = self.learned.rig.as_ref().zip(scene_frame.as_ref());
            robot.tick(tick, ball.as_ref(), scene, recorder, hooks);
            if noted {
                note_joints(now_s, robot, landing.as_mut());
            }
        }
    }
}

/// Writes the joints down in the record of the stroke under way, and in that of the last one, whose swing may go on
/// while the next ball is expected.
fn note_joints(now_s: f64, robot: &mut RecordedRobot, landing: Option<&mut StrokeRecordBuilder>) {
    let [commanded, moved] = robot.motion();
    for builder in landing.into_iter().chain(robot.builder()) {
        builder.note_joints(now_s, &commanded, &moved);
    }
}

fn off([x, y]: [f64; 2], [to_x, to_y]: [f64; 2]) -> f64 {
    hypot(x - to_x, y - to_y)
}
