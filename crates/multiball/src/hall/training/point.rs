//! A point: from the ball in the server's hand to the referee's decision.

use super::TICK_S;
use super::ends::seen_from;
use super::errors::TrainingError;
use super::people::Hint;
use super::result::PointResult;
use super::session::Session;
use super::sweeping::Loose;
use crate::ball::{BallSim, BallState};
use crate::court::{Decision, Referee, Side};
use crate::hall::random::{Purpose, stream};
use crate::hall::record::{BallPlace, PointScore, SessionEvent};
use crate::opponent::Answer;

/// A point under way.
pub(super) struct Point<'h> {
    /// From 1.
    pub(super) number: u64,
    pub(super) ball: u32,
    pub(super) referee: Referee,
    pub(super) began_s: f64,
    pub(super) strokes: u32,
    /// The ball in play; while it is in the server's hand or tossed, the feeder has it.
    pub(super) sim: Option<BallSim<'h>>,
    /// Who struck last, and whether the ball has bounced on the other side since.
    pub(super) striker: Side,
    pub(super) landed: bool,
    pub(super) answer: Option<Answer>,
    pub(super) tossed: bool,
}

impl Point<'_> {
    /// Where its ball is counted.
    pub(super) fn whereabouts(&self) -> (u32, BallPlace) {
        (self.ball, if self.sim.is_some() { BallPlace::Flight } else { BallPlace::Toss })
    }

    /// The ball in play.
    pub(super) fn ball(&self) -> Option<&BallState> {
        self.sim.as_ref().map(BallSim::state)
    }
}

/// Who feeds stands at the away end.
pub(super) const SERVER: Side = Side::Away;
/// A ball that is in play longer than this without being decided has been lost from sight; none ever was, s.
const LONGEST_S: f64 = 20.0;

impl<'h> Session<'h, '_> {
    /// Takes a ball from the hopper and plans its serve.
    pub(super) fn begin_point(&mut self) -> Result<(), TrainingError> {
        let now_s = self.now_s();
        let number = self.result.points.len() as u64 + 1;
        let (Some(feeder), Some(ball)) = (&mut self.feeder, self.hopper.pop_front()) else { return Ok(()) };
        let mut rng = stream(self.hall.seed, number, Purpose::Feed);
        feeder.begin(now_s, &mut rng)?;
        let serve =
            feeder.plan().map(|(plan, release_s)| (release_s, release_s + plan.swing.hit_s, plan.before.position));
        self.point = Some(Point {
            number,
            ball,
            referee: Referee::for_serve(self.hall.court, SERVER),
            began_s: now_s,
            strokes: 0,
            sim: None,
            striker: SERVER,
            landed: false,
            answer: None,
            tossed: false,
        });
        self.shift(ball, BallPlace::Toss);
        self.tell(now_s, SessionEvent::PointBegan { point: number, ball, server: SERVER });
        if let Some((_, hit_s, place)) = serve {
            // The receiver sees where the server's racket is.
            let place = seen_from(SERVER, &place);
            let hint = Hint::of_racket(self.hall, self.strokes + 1, hit_s, place);
            self.expect_ball(Side::Home, hint);
        }
        Ok(())
    }

    /// One tick of a point.
    pub(super) fn play_on(&mut self) -> Result<(), TrainingError> {
        let until_s = (self.tick + 1) as f64 * TICK_S;
        if self.point.as_ref().is_some_and(|point| point.sim.is_none()) {
            self.serve_on(until_s);
        } else {
            self.rally_on(until_s);
        }
        self.watch_arms();
        let decision = self.point.as_ref().and_then(|point| point.referee.decision());
        let endless = self.point.as_ref().is_some_and(|point| {
            point.strokes >= self.hall.most_strokes
                || until_s - point.began_s > LONGEST_S + 3.0 * f64::from(point.strokes)
        });
        if decision.is_some() || endless {
            self.end_point(until_s, decision);
        }
        Ok(())
    }

    /// The point is over: score, stories, and the ball is loose.
    fn end_point(&mut self, now_s: f64, decision: Option<Decision>) {
        let Some(point) = self.point.take() else { return };
        let (winner, fault) = match decision {
            Some(Decision::Point { winner, fault }) => (Some(winner), Some(fault)),
            Some(Decision::Let) | None => (None, None),
        };
        winner.into_iter().for_each(|side| self.result.score.count(side));
        let Point { number, ball, strokes, began_s, sim, striker, .. } = point;
        let duration_s = now_s - began_s;
        let score = PointScore::of(&self.result.score);
        let is_let = decision == Some(Decision::Let);
        self.tell(now_s, SessionEvent::Decided { point: number, winner, fault, is_let, strokes, duration_s, score });
        self.result.points.push(PointResult { server: SERVER, winner, fault, is_let, strokes, duration_s, began_s });
        for side in Side::BOTH {
            let lost = fault.filter(|_| winner == Some(side.other()));
            if let Some(builder) = self.landing[side.index()].take() {
                // The ball was lost with this stroke if it did not come down on the far half.
                let lost = lost.filter(|_| builder.landing.is_none());
                self.close(builder, lost);
            }
            let Some(builder) = self.seats[side.index()].as_mut().and_then(|seat| seat.relax(now_s)) else { continue };
            // A robot that waits for a ball which never came has no story to tell.
            let awaited = builder.hit_s.is_none() && (striker == side || winner != Some(side.other()));
            if !awaited {
                self.close(builder, lost);
            }
        }
        if let Some(feeder) = &mut self.feeder {
            feeder.end();
        }
        match sim {
            Some(sim) => self.loose.push(Loose { ball, sim }),
            None => {
                self.hopper.push_front(ball);
                self.shift(ball, BallPlace::Hopper);
            }
        }
        self.since_s = now_s;
    }
}
