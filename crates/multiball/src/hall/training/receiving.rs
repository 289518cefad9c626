//! Who gets the ball: what they expect, how they see it, and the story of their stroke.

use super::FRAME_TICKS;
use super::ends::seen_from;
use super::people::Hint;
use super::point::Point;
use super::result::StrokeResult;
use super::seat::{Incoming, Seat};
use super::session::Session;
use super::stroke_record::StrokeRecordBuilder;
use crate::ball::BallEvent;
use crate::court::{Fault, Side};
use crate::geometry::portable::hypot;
use crate::hall::rail::{Eyes, Hand};
use crate::hall::random::{Purpose, stream};
use crate::hall::record::{Message, SessionEvent, Wants};
use crate::track::{Estimator, EstimatorSettings, Priors};

/// The robot begins to look for the ball so long before the stroke, s.
const LOOKS_BEFORE_S: f64 = 0.05;

impl<'h> Session<'h, '_> {
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
        let eyes = self.eyes(side, stroke, hint);
        let incoming = Incoming::new(
            eyes,
            struck_s - LOOKS_BEFORE_S,
            StrokeRecordBuilder::new(stroke, point, side, struck_s, read),
        );
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

    /// Eyes for a ball.
    fn eyes(&self, side: Side, stroke: u64, hint: Hint) -> Eyes<'h> {
        let hall = self.hall;
        let priors = Priors { spin: hint.spin, ..hall.priors };
        match self.learned.rig.as_ref().filter(|_| side == Side::Home) {
            Some(rig) => {
                // The cameras were calibrated once, before the session.
                let watcher = Box::new(rig.watcher_believing(0, priors));
                Eyes::Cameras { watcher, hand: Hand { contact_s: hint.told_s, places: hint.places }, ball: None }
            }
            None => {
                let estimator = Box::new(Estimator::new(priors, EstimatorSettings::RALLY));
                let rng = Box::new(stream(hall.seed, stroke, Purpose::Measurement));
                Eyes::Points { estimator, measurement_sd: hall.options.measurement_sd, rng }
            }
        }
    }

    /// A robot's return has come down on the far half.
    pub(super) fn note_landing(&mut self, striker: Side, event: &BallEvent) {
        let target = self.hall.target(striker);
        let awaited = self.landing[striker.index()].as_mut();
        let builder = awaited.or_else(|| self.seats[striker.index()].as_mut().and_then(Seat::builder));
        let Some(builder) = builder.filter(|builder| builder.hit_s.is_some() && builder.landing.is_none()) else {
            return;
        };
        let place = [event.before.position.x, event.before.position.y];
        builder.landing = Some(place);
        let off_m = off(place, target);
        let told = SessionEvent::Landed { stroke: builder.stroke, position_m: place, off_m };
        self.tell(event.t_s, told);
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
        if self.recorder.wants() > Wants::Nothing {
            let off_m = builder.landing.map(|landing| off(landing, target));
            let stroke = builder.finish(off_m, fault);
            self.recorder.record(&Message::Stroke(Box::new(stroke)));
        }
    }

    /// Pictures, decisions and drives of the robots.
    pub(super) fn tick_seats(&mut self) {
        let mut seats = std::mem::take(&mut self.seats);
        let ball = self.point.as_ref().and_then(Point::ball).copied();
        let filmed = seats.iter().flatten().any(|seat| seat.wants_picture(self.tick));
        let scene_frame = filmed.then(|| self.scene_frame());
        let told = self.recorder.wants() > Wants::Nothing && self.tick.is_multiple_of(FRAME_TICKS);
        for seat in seats.iter_mut().flatten() {
            seat.tick(self.tick, ball.as_ref(), scene_frame.as_ref(), self.recorder, self.hooks);
            if told {
                self.note_joints(seat);
            }
        }
        self.seats = seats;
    }

    /// Writes the joints down in the story of the stroke under way, and in that of the last one, whose swing may go on while the next ball is expected.
    fn note_joints(&mut self, seat: &mut Seat<'_>) {
        let (now_s, side) = (self.now_s(), seat.side.index());
        let [commanded, moved] = seat.motion().map(Clone::clone);
        for builder in self.landing[side].as_mut().into_iter().chain(seat.builder()) {
            builder.note_joints(now_s, &commanded, &moved);
        }
    }
}

fn off([x, y]: [f64; 2], [to_x, to_y]: [f64; 2]) -> f64 {
    hypot(x - to_x, y - to_y)
}
