//! The ball in play: toss, flight, contacts, and the plays that the referee judges.

use super::Play;
use super::point::SERVER;
use crate::ball::{BallEvent, BallSim, BallState, EventKind, RacketMotion, RacketPart, Settings};
use crate::court::{Play as Seen, Side};
use crate::hall::record::{BallPlace, SessionEvent, StrikerKind, triple};
use crate::hall::training::context::Context;
use crate::hall::training::errors::TrainingError;
use crate::hall::training::people::Hint;
use crate::hall::world_from_player;
use crate::opponent::Knows;
use crate::player::BLADE_RADIUS;

/// Ticks between checks of whether an arm touches table or net.
const TOUCH_TICKS: u64 = 4;

impl Play {
    /// The toss and the server's stroke.
    pub(super) fn serve_on(&mut self, now: &mut Context<'_>) -> Result<(), TrainingError> {
        let (Some(feeder), Some(point)) = (&mut self.feeder, &mut self.point) else { return Ok(()) };
        let arm = &mut feeder.arm;
        let until_s = now.end_s();
        let event = arm.advance(until_s);
        if !point.tossed
            && let Some((plan, release_s)) = arm.plan()
            && until_s > release_s
        {
            point.tossed = true;
            let from = world_from_player(SERVER).to_world(&plan.before.position);
            let (ball, rise_m) = (point.ball, plan.toss.rise);
            point.referee.see(Seen::Toss { by: SERVER, from, rise_m });
            now.report(release_s, SessionEvent::Tossed { ball, side: SERVER, position_m: triple(&from), rise_m });
        }
        let Some(event) = event else { return Ok(()) };
        arm.end();
        let event = world_from_player(SERVER).to_world(&event);
        let (physics, around) = (&self.hall.options.physics, &self.hall.around);
        point.sim = Some(BallSim::with_settings(physics, around, event.after, event.t_s, Settings::FAST));
        now.book(point.ball, BallPlace::Flight);
        self.on_ball_event(now, &event, SERVER, StrikerKind::Server)
    }

    /// Flight and contacts until the end of the tick.
    pub(super) fn rally_on(&mut self, now: &mut Context<'_>) -> Result<(), TrainingError> {
        let (start_s, until_s) = (now.now_s(), now.end_s());
        loop {
            let open = self.point.as_mut().filter(|point| point.referee.decision().is_none());
            let Some(point) = open else { return Ok(()) };
            let contact_s = point.reply.as_ref().map(|reply| reply.contact_s).filter(|at_s| *at_s < until_s);
            let Some(sim) = &mut point.sim else { return Ok(()) };
            let rackets =
                self.robots.each_ref().map(|robot| Some((robot.as_ref()?.side, robot.as_ref()?.racket(start_s))));
            let moving: Vec<&dyn RacketMotion> =
                rackets.iter().flatten().map(|(_, racket)| racket as &dyn RacketMotion).collect();
            let event = sim.next_event_among(contact_s.unwrap_or(until_s), &moving, &mut |_| {});
            let by = event.and_then(|event| match event.kind {
                EventKind::Racket(index, _) => rackets.iter().flatten().nth(index).map(|(side, _)| *side),
                _ => None,
            });
            match event {
                Some(event) => {
                    self.on_ball_event(now, &event, by.unwrap_or(Side::Home), StrikerKind::Robot)?;
                    if event.kind == EventKind::Rest {
                        return Ok(());
                    }
                }
                None if contact_s.is_some() => self.opponent_strikes(now)?,
                None => return Ok(()),
            }
        }
    }

    /// The opponent strikes at the planned position; if the ball is out of reach there, the stroke misses.
    fn opponent_strikes(&mut self, now: &mut Context<'_>) -> Result<(), TrainingError> {
        let (Some(point), Some(opponent)) = (&mut self.point, &self.opponent) else { return Ok(()) };
        let (Some(reply), Some(sim)) = (point.reply.take(), &mut point.sim) else { return Ok(()) };
        let before = *sim.state();
        let reach = BLADE_RADIUS + self.hall.options.physics.body.radius;
        let after = match opponent.knows() {
            Knows::Truth => reply.struck,
            // An opponent with measurements only strikes the ball where it is.
            Knows::Measurements => BallState { position: before.position, ..reply.struck },
        };
        if (before.position - reply.struck.position).norm() > reach {
            return Ok(());
        }
        let striker = if opponent.body().is_some() { StrikerKind::Person } else { StrikerKind::Opponent };
        let event = BallEvent { kind: EventKind::Racket(0, RacketPart::Face), t_s: reply.contact_s, before, after };
        let (physics, around) = (&self.hall.options.physics, &self.hall.around);
        *sim = BallSim::with_settings(physics, around, after, reply.contact_s, Settings::FAST);
        self.on_ball_event(now, &event, Side::Away, striker)
    }

    /// Handles an event of the ball in play.
    fn on_ball_event(
        &mut self,
        now: &mut Context<'_>,
        event: &BallEvent,
        by: Side,
        striker: StrikerKind,
    ) -> Result<(), TrainingError> {
        let Some(point) = &mut self.point else { return Ok(()) };
        let ball = point.ball;
        let struck_with = match event.kind {
            EventKind::Racket(_, part) => Some(part),
            _ => None,
        };
        if let Some(part) = struck_with {
            now.report(event.t_s, SessionEvent::of_stroke(ball, striker, (by, part), &event.before, &event.after));
        } else if let Some(touch) = SessionEvent::of_touch(ball, event) {
            now.report(event.t_s, touch);
        }
        let Some(seen) = Seen::of_event(event, by) else { return Ok(()) };
        point.referee.see(seen);
        if let Seen::Bounce { on } = seen
            && on != point.striker
            && !point.landed
        {
            point.landed = true;
            self.note_landing(now, on.other(), event);
        }
        struck_with.map_or(Ok(()), |part| self.on_stroke(now, event, (by, part), striker))
    }

    /// Handles a stroke: the other side prepares its answer.
    fn on_stroke(
        &mut self,
        now: &mut Context<'_>,
        event: &BallEvent,
        (by, part): (Side, RacketPart),
        striker: StrikerKind,
    ) -> Result<(), TrainingError> {
        let Some(point) = &mut self.point else { return Ok(()) };
        // A second touch by the same side is no second stroke: the record under way is already that of the next ball.
        let again = point.striker == by;
        point.striker = by;
        point.landed = false;
        point.strokes += u32::from(striker != StrikerKind::Server);
        let decided = point.referee.decision().is_some();
        self.settle(now, by.other());
        if let Some(robot) = self.robots[by.index()].as_mut().filter(|_| striker == StrikerKind::Robot && !again) {
            robot.note_hit(event.t_s, &event.before);
            // A touch with the wood sounds different: the robot learns from the flight before it alone.
            if part.is_face() {
                self.watch_return(by);
            } else {
                robot.learn_incoming(now.now_s());
            }
        }
        if let Some(robot) = &mut self.robots[by.other().index()] {
            robot.end_watch(now.now_s(), now.recorder());
        }
        if decided {
            return Ok(());
        }
        match by {
            Side::Home => self.opponent_responds(now, event)?,
            Side::Away if striker == StrikerKind::Robot => {
                let hint =
                    Hint::of_seen_racket(&self.hall, (self.seed, self.expected + 1), event.t_s, event.before.position);
                self.expect_ball(now, Side::Home, hint);
            }
            // An opponent's stroke or a serve was announced to the home player before.
            Side::Away => {}
        }
        Ok(())
    }

    /// An arm that touches table or net loses the point.
    pub(super) fn check_arms(&mut self, now: &mut Context<'_>) {
        let Some(point) = self.point.as_mut().filter(|point| point.sim.is_some()) else { return };
        if !now.is_every(TOUCH_TICKS) {
            return;
        }
        for robot in self.robots.iter_mut().flatten() {
            if let Some(what) = robot.touches(&self.checker)
                && point.referee.see(Seen::PlayerTouches { by: robot.side, what }).is_some()
            {
                now.report(now.now_s(), SessionEvent::Fouled { side: robot.side, what });
            }
        }
    }
}
