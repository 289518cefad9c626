//! The ball in play: toss, flight, contacts, and what the referee sees of them.

use super::TICK_S;
use super::ends::{ball_from, seen_from};
use super::people::Hint;
use super::point::SERVER;
use super::session::Session;
use crate::ball::{BallEvent, BallSim, EventKind, RacketMotion, Settings};
use crate::court::{Play, Side};
use crate::hall::record::{BallPlace, Message, SessionEvent, StrikerKind, triple};

/// Ticks between looks at whether an arm touches table or net.
const TOUCH_TICKS: u64 = 4;

impl<'h> Session<'h, '_> {
    /// The toss and the server's stroke.
    pub(super) fn serve_on(&mut self, until_s: f64) {
        let (Some(feeder), Some(point)) = (&mut self.feeder, &mut self.point) else { return };
        let event = feeder.advance(until_s);
        if !point.tossed
            && let Some((plan, release_s)) = feeder.plan()
            && until_s > release_s
        {
            point.tossed = true;
            let from = seen_from(SERVER, &plan.before.position);
            let rise_m = plan.toss.rise;
            point.referee.see(Play::Toss { by: SERVER, from, rise_m });
            let ball = point.ball;
            let event = SessionEvent::Tossed { ball, side: SERVER, position_m: triple(&from), rise_m };
            self.recorder.record(&Message::Event { t_s: release_s, event });
        }
        let (Some(event), Some(feeder), Some(point)) = (event, &mut self.feeder, &mut self.point) else { return };
        feeder.end();
        let world =
            BallEvent { before: ball_from(SERVER, &event.before), after: ball_from(SERVER, &event.after), ..event };
        let physics = &self.hall.options.physics;
        point.sim = Some(BallSim::with_settings(physics, &self.hall.around, world.after, world.t_s, Settings::FAST));
        let ball = point.ball;
        self.shift(ball, BallPlace::Flight);
        self.on_ball_event(&world, SERVER, StrikerKind::Server);
    }

    /// Flight and contacts until a time.
    pub(super) fn rally_on(&mut self, until_s: f64) {
        let start_s = self.tick as f64 * TICK_S;
        loop {
            let Some(point) = self.point.as_mut().filter(|point| point.referee.decision().is_none()) else { return };
            let contact_s = point.answer.as_ref().map(|answer| answer.contact_s);
            let pause_s = contact_s.filter(|contact_s| *contact_s < until_s).unwrap_or(until_s);
            let rackets: Vec<_> = self.seats.iter().flatten().map(|seat| (seat.side, seat.racket(start_s))).collect();
            let moving: Vec<&dyn RacketMotion> =
                rackets.iter().map(|(_, racket)| racket as &dyn RacketMotion).collect();
            let Some(sim) = &mut point.sim else { return };
            match sim.next_event_among(pause_s, &moving, &mut |_| {}) {
                Some(event) => {
                    let by = match event.kind {
                        EventKind::Racket(index) => rackets[index].0,
                        _ => Side::Home,
                    };
                    drop(moving);
                    drop(rackets);
                    self.on_ball_event(&event, by, StrikerKind::Robot);
                    if event.kind == EventKind::Rest {
                        return;
                    }
                }
                None if contact_s.is_some_and(|contact_s| contact_s < until_s) => {
                    drop(moving);
                    drop(rackets);
                    self.person_strikes();
                }
                None => return,
            }
        }
    }

    /// The person meets the ball.
    fn person_strikes(&mut self) {
        let Some(point) = &mut self.point else { return };
        let (Some(answer), Some(sim)) = (point.answer.take(), &mut point.sim) else { return };
        let before = *sim.state();
        let event = BallEvent { kind: EventKind::Racket(0), t_s: answer.contact_s, before, after: answer.struck };
        let physics = &self.hall.options.physics;
        *sim = BallSim::with_settings(physics, &self.hall.around, answer.struck, answer.contact_s, Settings::FAST);
        self.on_ball_event(&event, Side::Away, StrikerKind::Person);
    }

    /// Something happened to the ball in play.
    fn on_ball_event(&mut self, event: &BallEvent, by: Side, striker: StrikerKind) {
        let Some(point) = &mut self.point else { return };
        let ball = point.ball;
        let is_stroke = matches!(event.kind, EventKind::Racket(_));
        if is_stroke {
            let told = SessionEvent::of_stroke(ball, striker, by, &event.before, &event.after);
            self.recorder.record(&Message::Event { t_s: event.t_s, event: told });
        } else if let Some(told) = SessionEvent::of_touch(ball, event) {
            self.recorder.record(&Message::Event { t_s: event.t_s, event: told });
        }
        let Some(play) = Play::of_event(event, by) else { return };
        point.referee.see(play);
        if let Play::Bounce { on } = play
            && on != point.striker
            && !point.landed
        {
            point.landed = true;
            self.note_landing(on.other(), event);
        }
        if is_stroke {
            self.on_stroke(event, by, striker);
        }
    }

    /// A stroke: the other side gets to work.
    fn on_stroke(&mut self, event: &BallEvent, by: Side, striker: StrikerKind) {
        let Some(point) = &mut self.point else { return };
        // Who touches the ball twice has no second stroke: the story under way is already that of the next ball.
        let again = point.striker == by;
        point.striker = by;
        point.landed = false;
        point.strokes += u32::from(striker != StrikerKind::Server);
        let decided = point.referee.decision().is_some();
        self.settle(by.other());
        if let Some(seat) = self.seats[by.index()].as_mut().filter(|_| striker == StrikerKind::Robot && !again) {
            seat.has_hit(event.t_s, &event.before);
        }
        if decided {
            return;
        }
        match by {
            Side::Home => self.opponent_responds(event),
            Side::Away if striker == StrikerKind::Robot => {
                let hint = Hint::of_racket(self.hall, self.strokes + 1, event.t_s, event.before.position);
                self.expect_ball(Side::Home, hint);
            }
            // The home player has been told of a person's stroke and of a serve before.
            Side::Away => {}
        }
    }

    /// An arm that touches table or net loses the point.
    pub(super) fn watch_arms(&mut self) {
        let Some(point) = self.point.as_mut().filter(|point| point.sim.is_some()) else { return };
        if !self.tick.is_multiple_of(TOUCH_TICKS) {
            return;
        }
        for seat in self.seats.iter().flatten() {
            if let Some(what) = seat.touches(&self.room)
                && point.referee.see(Play::PlayerTouches { by: seat.side, what }).is_some()
            {
                let event = SessionEvent::Fouled { side: seat.side, what };
                self.recorder.record(&Message::Event { t_s: self.tick as f64 * TICK_S, event });
            }
        }
    }
}
