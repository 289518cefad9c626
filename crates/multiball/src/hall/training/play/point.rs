//! A point: from the ball in the server's hand to the referee's decision.

use super::Play;
use crate::ball::{BallSim, BallState};
use crate::court::{Decision, Referee, Side};
use crate::hall::random::{Purpose, stream};
use crate::hall::record::{BallPlace, PointScore, SessionEvent};
use crate::hall::training::context::Context;
use crate::hall::training::errors::TrainingError;
use crate::hall::training::people::Hint;
use crate::hall::training::result::PointResult;
use crate::hall::world_from_player;
use crate::opponent::Reply;

/// A point under way.
#[derive(Debug, Clone)]
pub(super) struct Point {
    /// From 1.
    pub(super) number: u64,
    pub(super) ball: u32,
    pub(super) referee: Referee,
    pub(super) began_s: f64,
    pub(super) strokes: u32,
    /// The ball in play; while it is in the server's hand or tossed, the feeder has it.
    pub(super) sim: Option<BallSim>,
    /// Who struck last, and whether the ball has bounced on the other side since.
    pub(super) striker: Side,
    pub(super) landed: bool,
    /// The opponent's planned stroke.
    pub(super) reply: Option<Reply>,
    pub(super) tossed: bool,
}

impl Point {
    /// Where its ball is counted.
    pub(super) fn whereabouts(&self) -> (u32, BallPlace) {
        (self.ball, if self.sim.is_some() { BallPlace::Flight } else { BallPlace::Toss })
    }

    /// The ball in play.
    pub(super) fn ball(&self) -> Option<&BallState> {
        self.sim.as_ref().map(BallSim::state)
    }
}

/// The end at which the server stands.
pub(super) const SERVER: Side = Side::Away;
/// A point that is not decided after this time is broken off, s; none ever was.
const LONGEST_S: f64 = 20.0;
/// Additional time for each stroke, s.
const LONGEST_STROKE_S: f64 = 3.0;

impl Play {
    /// Takes a ball from the hopper and plans its serve.
    pub(super) fn begin_point(&mut self, now: &mut Context<'_>) -> Result<(), TrainingError> {
        let now_s = now.now_s();
        let number = self.points.len() as u64 + 1;
        let (Some(feeder), Some(ball)) = (&mut self.feeder, now.balls().take()) else { return Ok(()) };
        let mut rng = stream(self.seed, number, Purpose::Feed);
        feeder.begin(now_s, &mut rng)?;
        let serve = feeder.arm.plan().map(|(plan, release_s)| (release_s + plan.swing.hit_s, plan.before.position));
        self.point = Some(Point {
            number,
            ball,
            referee: Referee::for_serve(self.hall.court, SERVER),
            began_s: now_s,
            strokes: 0,
            sim: None,
            striker: SERVER,
            landed: false,
            reply: None,
            tossed: false,
        });
        now.book(ball, BallPlace::Toss);
        now.report(now_s, SessionEvent::PointBegan { point: number, ball, server: SERVER });
        if let Some((hit_s, place)) = serve {
            // The receiver sees where the server's racket is.
            let place = world_from_player(SERVER).to_world(&place);
            let hint = Hint::of_serve(&self.hall, (self.seed, self.expected + 1), hit_s, place);
            self.expect_ball(now, Side::Home, hint);
        }
        Ok(())
    }

    /// One tick of a point.
    pub(super) fn play_on(&mut self, now: &mut Context<'_>) -> Result<(), TrainingError> {
        if self.point.as_ref().is_some_and(|point| point.sim.is_none()) {
            self.serve_on(now)?;
        } else {
            self.rally_on(now)?;
        }
        self.check_arms(now);
        let Some(point) = &self.point else { return Ok(()) };
        let decision = point.referee.decision();
        let lasts_s = now.end_s() - point.began_s;
        let endless = point.strokes >= self.hall.most_strokes
            || lasts_s > LONGEST_S + LONGEST_STROKE_S * f64::from(point.strokes);
        if decision.is_some() || endless {
            self.end_point(now, decision);
        }
        Ok(())
    }

    /// The point is over: score, strokes, and the ball is loose.
    fn end_point(&mut self, now: &mut Context<'_>, decision: Option<Decision>) {
        let Some(point) = self.point.take() else { return };
        let end_s = now.end_s();
        let (winner, fault) = match decision {
            Some(Decision::Point { winner, fault }) => (Some(winner), Some(fault)),
            Some(Decision::Let) | None => (None, None),
        };
        winner.into_iter().for_each(|side| self.score.count(side));
        let Point { number, ball, strokes, began_s, sim, striker, .. } = point;
        let duration_s = end_s - began_s;
        let score = PointScore::of(&self.score);
        let is_let = decision == Some(Decision::Let);
        now.report(end_s, SessionEvent::Decided { point: number, winner, fault, is_let, strokes, duration_s, score });
        self.points.push(PointResult { server: SERVER, winner, fault, is_let, strokes, duration_s, began_s });
        for side in Side::BOTH {
            let lost = fault.filter(|_| winner == Some(side.other()));
            if let Some(builder) = self.landing[side.index()].take() {
                // The ball was lost with this stroke if it did not land on the far half.
                let lost = lost.filter(|_| builder.landing.is_none());
                self.close(now, builder, lost);
            }
            let robot = self.robots[side.index()].as_mut();
            let Some(builder) = robot.and_then(|robot| robot.relax(end_s, now.recorder())) else {
                continue;
            };
            // A robot that waits for a ball which never came has no stroke to report.
            let awaited = builder.hit_s.is_none() && (striker == side || winner != Some(side.other()));
            if !awaited {
                self.close(now, builder, lost);
            }
        }
        if let Some(feeder) = &mut self.feeder {
            feeder.arm.end();
        }
        match sim {
            Some(sim) => now.balls().let_go(ball, sim),
            None => {
                now.balls().put_back(ball);
                now.book(ball, BallPlace::Hopper);
            }
        }
        self.since_s = end_s;
    }
}
