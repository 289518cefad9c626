//! Who gets the ball: what they expect, how they see it, and the story of their stroke.

use super::FRAME_TICKS;
use super::ends::seen_from;
use super::people::Hint;
use super::point::Point;
use super::recorded_robot::{Incoming, RecordedRobot};
use super::result::StrokeResult;
use super::session::Session;
use super::stroke_record::StrokeRecordBuilder;
use crate::ball::BallEvent;
use crate::court::{Fault, Side};
use crate::geometry::portable::hypot;
use crate::hall::rail_robot::{BallSensor, PointSensor};
use crate::hall::random::{Purpose, stream};
use crate::hall::record::SessionEvent;
use crate::track::{BallHint, Estimator, EstimatorSettings, Priors};

/// The robot begins to look for the ball so long before the stroke, s.
const LOOKS_BEFORE_S: f64 = 0.05;

impl Session<'_, '_> {
    /// The home player has struck: a person decides at once how to answer; a robot begins to look.
    pub(super) fn opponent_responds(&mut self, event: &BallEvent) {
        let stroke = self.strokes + 1;
        if self.seats[Side::Away.index()].is_some() {
            let hint = Hint::of_racket(self.hall, stroke, event.t_s, seen_from(Side::Away, &event.before.position));
            self.expect_ball(Side::Away, hint);
            return;
        }
        let Some(person) = &mut self.person else { return };
        let Some((answer, hint)) = person.answer(stroke, event.t_s, &event.after) else { return };
        if let Some(point) = &mut self.point {
            point.answer = Some(answer);
        }
        self.expect_ball(Side::Home, hint);
    }

    /// A robot will get a ball. The story of its last stroke ends here.
    pub(super) fn expect_ball(&mut self, side: Side, hint: Hint) {
        let now_s = self.now_s();
        let Some(point) = self.point.as_ref().map(|point| point.number) else { return };
        if self.seats[side.index()].is_none() {
            return;
        }
        self.strokes += 1;
        let (stroke, struck_s, read) = (self.strokes, hint.struck_s, hint.read.clone());
        let incoming = Incoming {
            sensor: self.sensor(side, stroke, hint),
            opens_s: struck_s - LOOKS_BEFORE_S,
            builder: StrokeRecordBuilder::new(stroke, point, side, struck_s, read),
        };
        let before = self.seats[side.index()].as_mut().and_then(|seat| seat.expect(now_s, incoming));
        let Some(builder) = before else { return };
        self.settle(side);
        if builder.hit_s.is_some() && builder.landing.is_none() {
            // Where the ball lands is still to be seen.
            self.landing[side.index()] = Some(builder);
        } else {
            self.close(builder, None);
        }
    }

    /// Ends the story of a stroke whose landing was awaited.
    pub(super) fn settle(&mut self, side: Side) {
        if let Some(builder) = self.landing[side.index()].take() {
            self.close(builder, None);
        }
    }

    /// A sensor for a ball.
    fn sensor(&self, side: Side, stroke: u64, hint: Hint) -> BallSensor {
        let hall = self.hall;
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
                let rng = Box::new(stream(hall.seed, stroke, Purpose::Measurement));
                BallSensor::Points(PointSensor { estimator, measurement_sd: hall.options.measurement_sd, rng })
            }
        }
    }

    /// A robot's return has come down on the far half.
    pub(super) fn note_landing(&mut self, striker: Side, event: &BallEvent) {
        let target = self.hall.target(striker);
        let awaited = self.landing[striker.index()].as_mut();
        let builder = awaited.or_else(|| self.seats[striker.index()].as_mut().and_then(RecordedRobot::builder));
        let Some(builder) = builder.filter(|builder| builder.hit_s.is_some() && builder.landing.is_none()) else {
            return;
        };
        let place = [event.before.position.x, event.before.position.y];
        builder.landing = Some(place);
        let off_m = off(place, target);
        let told = SessionEvent::Landed { stroke: builder.stroke, position_m: place, off_m };
        self.recorder.happened(event.t_s, &told);
    }

    /// Tells the story of a stroke and counts it.
    pub(super) fn close(&mut self, builder: StrokeRecordBuilder, fault: Option<Fault>) {
        let target = self.hall.target(builder.side);
        let legal = builder.landing.filter(|_| fault.is_none());
        self.result.strokes.push(StrokeResult {
            point: builder.point,
            side: builder.side,
            hit: builder.hit_s.is_some(),
            landing_m: legal,
            off_m: legal.map(|landing| off(landing, target)),
            predicted_error_m: builder.predicted_error_m(),
        });
        if self.recorder.listens() {
            let off_m = builder.landing.map(|landing| off(landing, target));
            let story = builder.finish(off_m, fault);
            self.recorder.story(&story);
        }
    }

    /// Pictures, decisions and drives of the robots.
    pub(super) fn tick_seats(&mut self) {
        let mut seats = std::mem::take(&mut self.seats);
        let ball = self.point.as_ref().and_then(Point::ball).copied();
        let filmed = seats.iter().flatten().any(|seat| seat.wants_picture(self.tick));
        let scene_frame = filmed.then(|| self.scene_frame());
        let told = self.recorder.listens() && self.tick.is_multiple_of(FRAME_TICKS);
        for seat in seats.iter_mut().flatten() {
            let scene = self.learned.rig.as_ref().zip(scene_frame.as_ref());
            seat.tick(self.tick, ball.as_ref(), scene, self.recorder);
            if told {
                self.note_joints(seat);
            }
        }
        self.seats = seats;
    }

    /// Writes the joints down in the story of the stroke under way, and in that of the last one, whose swing may go on while the next ball is expected.
    fn note_joints(&mut self, seat: &mut RecordedRobot) {
        let (now_s, side) = (self.now_s(), seat.side.index());
        let [commanded, moved] = seat.motion();
        for builder in self.landing[side].as_mut().into_iter().chain(seat.builder()) {
            builder.note_joints(now_s, &commanded, &moved);
        }
    }
}

fn off([x, y]: [f64; 2], [to_x, to_y]: [f64; 2]) -> f64 {
    hypot(x - to_x, y - to_y)
}
