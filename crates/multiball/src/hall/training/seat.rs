//! A rail player in its place: eyes, player and drives, tick by tick, and the story of each stroke.
//!
//! A player at the away end believes to be at home; what it sees and does is turned, see `ends`.

use std::collections::VecDeque;

use super::ends::{ball_from, seen_from};
use super::racket::TickRacket;
use super::stroke_record::StrokeRecordBuilder;
use super::{FRAME_TICKS, TICK_S};
use crate::ball::BallState;
use crate::court::{Fixture, Side};
use crate::hall::filming::SceneFrame;
use crate::hall::rail::Eyes;
use crate::hall::record::{Recorder, SessionEvent};
use crate::player::{CollisionChecker, RailPlayer};
use crate::robot::{Arm, Joints, Mounted, Rail6, Servo};
use crate::track::Prediction;

/// A robot on rails that plays in the hall.
pub(super) struct Seat<'h> {
    pub(super) side: Side,
    arm: Mounted<Rail6>,
    player: RailPlayer,
    servo: Servo<6>,
    /// Positions and velocities at the begin of the present tick.
    before: (Joints<6>, Joints<6>),
    commanded: Joints<6>,
    latency_s: f64,
    ball: Option<Incoming<'h>>,
}

/// A ball that comes, or will.
pub(super) struct Incoming<'h> {
    pub(super) eyes: Eyes<'h>,
    /// When the robot begins to look for it, s.
    pub(super) opens_s: f64,
    pub(super) builder: StrokeRecordBuilder,
    /// Pictures that are under way from the cameras.
    waiting: VecDeque<Frame>,
    /// When its way was last told, s.
    told_s: f64,
    /// The ball has been hit, or is past.
    over: bool,
}

/// A picture, and the truth for eyes without cameras.
struct Frame {
    t_s: f64,
    truth: Option<BallState>,
    scene_frame: Option<Box<SceneFrame>>,
}

impl<'h> Incoming<'h> {
    pub(super) fn new(eyes: Eyes<'h>, opens_s: f64, builder: StrokeRecordBuilder) -> Self {
        Self { eyes, opens_s, builder, waiting: VecDeque::new(), told_s: f64::NEG_INFINITY, over: false }
    }

    /// Whether the robot looks at it in this tick.
    fn looks_at(&self, tick: u64) -> bool {
        tick.is_multiple_of(FRAME_TICKS) && tick as f64 * TICK_S >= self.opens_s && !self.over
    }
}

/// Time between two tellings of what is predicted, s, and how far ahead and how finely.
const TELL_EVERY_S: f64 = 0.03;
const TOLD_AHEAD_S: f64 = 0.7;
const TOLD_POINTS: usize = 15;

impl<'h> Seat<'h> {
    pub(super) fn new(side: Side, arm: Mounted<Rail6>, player: RailPlayer, stiffness: f64, latency_s: f64) -> Self {
        let ready = player.command(0.0).position;
        let servo = Servo::at_rest(&ready, stiffness, arm.limits());
        Self { side, arm, player, servo, before: (ready, Joints::zeros()), commanded: ready, latency_s, ball: None }
    }

    /// The joints now.
    pub(super) fn joints(&self) -> &Joints<6> {
        self.servo.position()
    }

    /// Turns to a ball that comes; the story of the one before, if it was not told yet, is left.
    pub(super) fn expect(&mut self, now_s: f64, ball: Incoming<'h>) -> Option<StrokeRecordBuilder> {
        self.player.await_ball(now_s);
        self.ball.replace(ball).map(|before| before.builder)
    }

    /// The story under way.
    pub(super) fn builder(&mut self) -> Option<&mut StrokeRecordBuilder> {
        self.ball.as_mut().map(|ball| &mut ball.builder)
    }

    /// The ball is out of play: the story ends, the arm goes back.
    pub(super) fn relax(&mut self, now_s: f64) -> Option<StrokeRecordBuilder> {
        let ball = self.ball.take()?;
        let mut builder = ball.builder;
        builder.note_seen(&ball.eyes, self.side);
        if builder.hit_s.is_none() {
            builder.why_not = self.player.why_not().map(ToString::to_string);
        }
        self.player.await_ball(now_s);
        Some(builder)
    }

    /// The robot has hit the ball: it looks no longer.
    pub(super) fn has_hit(&mut self, t_s: f64, before: &BallState) {
        if let Some(ball) = &mut self.ball {
            ball.over = true;
            ball.builder.hit_s = Some(t_s);
            ball.builder.truth = Some((t_s, *before));
            ball.builder.note_seen(&ball.eyes, self.side);
        }
    }

    /// Whether it takes a picture in this tick.
    pub(super) fn wants_picture(&self, tick: u64) -> bool {
        self.ball.as_ref().is_some_and(|ball| ball.looks_at(tick) && matches!(ball.eyes, Eyes::Cameras { .. }))
    }

    /// One tick: pictures are taken and worked through, the player decides, the drives follow. `truth` is the ball in play, and `scene_frame` what the cameras
    /// see of the hall.
    pub(super) fn tick(
        &mut self,
        tick: u64,
        truth: Option<&BallState>,
        scene_frame: Option<&SceneFrame>,
        recorder: &mut dyn Recorder,
    ) {
        let now_s = tick as f64 * TICK_S;
        if let Some(ball) = &mut self.ball {
            if ball.looks_at(tick) {
                let truth = truth.map(|truth| ball_from(self.side, truth));
                ball.waiting.push_back(Frame { t_s: now_s, truth, scene_frame: scene_frame.copied().map(Box::new) });
            }
            self.look(now_s, recorder);
        }
        self.player.tick(now_s);
        self.before = (*self.servo.position(), *self.servo.velocity());
        let command = self.player.command(now_s);
        self.servo.step(&command.position, &command.velocity, TICK_S);
        self.commanded = command.position;
        if let Some(ball) = self.ball.as_mut().filter(|_| tick.is_multiple_of(FRAME_TICKS)) {
            ball.builder.note_truth(now_s, truth, self.player.stroke().map(|(_, hit_s)| hit_s));
        }
    }

    /// Joints in this tick: as they were commanded, and as they were at its begin.
    pub(super) fn motion(&self) -> [&Joints<6>; 2] {
        [&self.commanded, &self.before.0]
    }

    /// Works through the pictures that have arrived.
    fn look(&mut self, now_s: f64, recorder: &mut dyn Recorder) {
        let Self { side, player, latency_s, ball, .. } = self;
        let Some(ball) = ball else { return };
        let over = ball.over || player.stroke().is_some_and(|(_, hit_s)| now_s > hit_s);
        while ball.waiting.front().is_some_and(|frame| now_s >= frame.t_s + *latency_s) {
            let Some(frame) = ball.waiting.pop_front() else { break };
            if over {
                continue;
            }
            let scene_frame = || frame.scene_frame.map_or_else(SceneFrame::nothing, |scene_frame| *scene_frame);
            let improved = ball.eyes.look(frame.t_s, frame.truth.as_ref(), scene_frame, || recorder.thinks(true));
            if let Some(prediction) = ball.eyes.prediction().filter(|_| improved) {
                player.see(now_s, &prediction);
                ball.builder.note_plan(now_s, frame.t_s, player, *side);
            }
            recorder.thinks(false);
            if recorder.listens() && now_s - ball.told_s > TELL_EVERY_S {
                if let Some(prediction) = ball.eyes.prediction() {
                    ball.told_s = now_s;
                    recorder.happened(now_s, &predicted(&prediction, now_s, *side, player, ball.builder.stroke));
                }
                if recorder.wants_pictures() {
                    ball.eyes.show(frame.t_s, recorder);
                }
            }
        }
    }

    /// The racket from the begin of this tick to its end.
    pub(super) fn racket(&self, start_s: f64) -> TickRacket<'_> {
        let to = (*self.servo.position(), *self.servo.velocity());
        TickRacket { arm: &self.arm, side: self.side, start_s, tick_s: TICK_S, from: self.before, to }
    }

    /// What arm or racket touch of table and net.
    pub(super) fn touches(&self, room: &CollisionChecker) -> Option<Fixture> {
        room.check_arm(&self.arm, self.servo.position()).err().map(|touching| touching.fixture)
    }
}

/// What is predicted now, in the world.
fn predicted(prediction: &Prediction<'_>, now_s: f64, side: Side, player: &RailPlayer, stroke: u64) -> SessionEvent {
    let point = |i: usize| {
        let t_s = now_s + TOLD_AHEAD_S * i as f64 / (TOLD_POINTS - 1) as f64;
        let there = prediction.at(t_s)?;
        let place = seen_from(side, &there.position);
        let deviation = there.position_covariance.diagonal().max().max(0.0).sqrt();
        Some([t_s, place.x, place.y, place.z, deviation])
    };
    let meeting = player.stroke().zip(player.predicted()).map(|((_, hit_s), ball)| {
        let place = seen_from(side, &ball.position);
        [hit_s, place.x, place.y, place.z]
    });
    SessionEvent::Predicted { stroke, path: (0..TOLD_POINTS).map_while(point).collect(), meeting }
}
