//! A robot in a session, and the record of its stroke under way.
//!
//! A robot at the away end works in its own frame, as if it were at home; see [`world_from_player`].

use rand_chacha::ChaCha8Rng;

use super::observation::RobotObservation;
use super::perceived::{Observer, Recorded};
use super::result::FoundOut;
use super::robot_name;
use super::stroke_record::StrokeRecordBuilder;
use super::{FRAME_TICKS, frame_in};
use crate::ball::BallState;
use crate::court::{Fixture, Side};
use crate::hall::Hooks;
use crate::hall::agent::{
    BallSensor, Expected, IncomingBall, JointLog, ReturnWatch, RobotAgent, TICK_S, TickRacket, Visible,
};
use crate::hall::camera_rig::CameraRig;
use crate::hall::filming::SceneFrame;
use crate::hall::record::{Message, Recorder, SessionEvent, Wants};
use crate::hall::rig::RobotRig;
use crate::hall::world_from_player;
use crate::player::{CollisionChecker, Finding, Identification, JointCommand};
use crate::robot::ReachError;
use crate::track::Measurement;
use crate::vision::scene::SceneArm;

/// A robot that plays in the hall.
#[derive(Debug, Clone)]
pub(super) struct RecordedRobot {
    pub(super) side: Side,
    rig: RobotRig,
    /// Frames, or points, of its sensors in a second.
    rate_hz: f64,
    ball: Option<Recorded>,
    joints: JointLog,
    /// The return that it watches.
    watch: Option<ReturnWatch>,
    /// What it had found out when that was last reported.
    reported: Vec<Finding>,
}

/// An incoming ball, or one that is expected.
pub(super) struct ExpectedBall {
    pub(super) expected: Expected,
    /// When the robot begins to look for it, s.
    pub(super) opens_s: f64,
    pub(super) builder: StrokeRecordBuilder,
}

/// Number of the calibration errors of cameras that were calibrated once, before the session.
pub(super) const SESSION_CALIBRATION: u64 = 0;

impl RecordedRobot {
    pub(super) fn new(side: Side, rig: RobotRig, rate_hz: f64) -> Self {
        let joints = JointLog::new(rig.robot.joint_count());
        let reported = rig.known.findings();
        Self { side, rig, rate_hz, ball: None, joints, watch: None, reported }
    }

    /// Gives it the hall's cameras, whose calibration it refines.
    pub(super) fn give_cameras(&mut self, cameras: &CameraRig) {
        self.rig.give_cameras(cameras, SESSION_CALIBRATION);
    }

    /// What it was told and has found out.
    pub(super) fn known(&self) -> &Identification {
        &self.rig.known
    }

    /// What it has found out.
    pub(super) fn found_out(&self) -> FoundOut {
        let known = self.known();
        FoundOut { side: self.side, strokes: known.racket().strokes().0, numbers: known.findings() }
    }

    /// The joints now.
    pub(super) fn joints(&self) -> &[f64] {
        self.rig.agent.joints().position
    }

    /// Its arm as its cameras see it, where they do.
    pub(super) fn seen_arm(&self) -> Option<SceneArm> {
        self.rig.agent.seen_arm(self.rig.agent.joints())
    }

    /// What it knows at a time: joints as measured, and what has arrived from its sensors.
    pub(super) fn observation(&self, t_s: f64) -> RobotObservation {
        let joints = self.rig.agent.joints();
        RobotObservation {
            t_s,
            side: self.side,
            joints: joints.position.to_vec(),
            joint_velocities: joints.velocity.to_vec(),
            commanded: self.rig.agent.commanded().to_vec(),
            measurements: self.measurements().to_vec(),
            ball: self.rig.agent.sensor().and_then(|sensor| sensor.prediction()?.at(t_s)),
            planned_hit_s: self.rig.agent.intent().map(|intent| intent.hit_s),
        }
    }

    /// Follows an outside program's command from now on, or its player again.
    pub(super) fn steer(&mut self, command: Option<&JointCommand>) -> Result<(), ReachError> {
        self.rig.agent.steer(command)
    }

    /// Prepares for an incoming ball. Returns the record of the one before, if it was not closed yet.
    pub(super) fn expect(&mut self, now_s: f64, ball: ExpectedBall) -> Option<StrokeRecordBuilder> {
        let ExpectedBall { expected, opens_s, builder } = ball;
        if let Some(watch) = &mut self.watch {
            watch.end_by(opens_s);
        }
        self.rig.agent.expect(now_s, expected);
        let before = self.ball.replace(Recorded::new(opens_s, builder));
        before.map(|before| before.builder)
    }

    /// The record under way.
    pub(super) fn builder(&mut self) -> Option<&mut StrokeRecordBuilder> {
        self.ball.as_mut().map(|ball| &mut ball.builder)
    }

    /// The ball is out of play: the record ends, the arm returns to where it waits.
    pub(super) fn relax(&mut self, now_s: f64, recorder: &mut dyn Recorder) -> Option<StrokeRecordBuilder> {
        self.end_watch(now_s, recorder);
        let mut builder = self.ball.take()?.builder;
        builder.note_seen(self.measurements(), self.side);
        if builder.hit_s.is_none() {
            builder.why_not = self.rig.agent.why_not().map(|why_not| why_not.detail);
            // A ball that was missed teaches as much about opponent, air and table as one that was hit.
            self.learn_incoming(now_s);
        }
        self.rig.agent.relax(now_s);
        Some(builder)
    }

    /// Learns from the flight of the ball alone, not from a return.
    pub(super) fn learn_incoming(&mut self, now_s: f64) {
        if let Some(struck) = self.rig.agent.struck() {
            self.rig.learn(now_s, &struck, None);
        }
    }

    /// Notes that the robot has hit the ball: it stops tracking.
    pub(super) fn note_hit(&mut self, t_s: f64, before: &BallState) {
        self.rig.agent.note_hit();
        let Self { side, rig, ball, .. } = self;
        if let Some(ball) = ball {
            ball.builder.hit_s = Some(t_s);
            ball.builder.truth = Some((t_s, *before));
            ball.builder.note_seen(rig.agent.sensor().map_or(&[], BallSensor::measurements), *side);
        }
    }

    /// A sensor for an incoming ball; see [`RobotRig::sensor`].
    pub(super) fn sensor(&self, ball: IncomingBall, cameras: Option<(&CameraRig, u64)>, rng: ChaCha8Rng) -> BallSensor {
        self.rig.sensor(ball, cameras, rng)
    }

    /// Watches the return of the ball that it has hit; see [`RobotRig::return_watch`].
    pub(super) fn watch(&mut self, cameras: Option<(&CameraRig, u64)>, rng: ChaCha8Rng) {
        if let Some(struck) = self.rig.agent.struck() {
            self.watch = Some(self.rig.return_watch(struck, cameras, rng));
        }
    }

    /// Ends watching a return, learns from it, and reports what is known now.
    pub(super) fn end_watch(&mut self, now_s: f64, recorder: &mut dyn Recorder) {
        let Some(watch) = self.watch.take() else { return };
        let struck = watch.struck().clone();
        self.rig.learn(now_s, &struck, watch.finish().as_ref());
        if recorder.wants() > Wants::Nothing {
            self.report_found(now_s, recorder);
        }
    }

    /// Reports what it has found out, where that has changed.
    fn report_found(&mut self, now_s: f64, recorder: &mut dyn Recorder) {
        let known = self.known();
        let found = known.findings();
        if found == self.reported {
            return;
        }
        let event = SessionEvent::FoundOut {
            robot: robot_name(self.side).into(),
            strokes: known.racket().strokes().0 as u64,
            flights: known.incoming().flights() as u64,
            numbers: found.iter().map(|number| [number.value, number.sd]).collect(),
        };
        self.reported = found;
        recorder.record(&Message::Event { t_s: now_s, event });
    }

    /// Whether its cameras take a picture in this tick.
    pub(super) fn wants_picture(&self, tick: u64) -> bool {
        let watches = self.reads(tick) && self.watch.as_ref().is_some_and(ReturnWatch::has_cameras);
        watches || (self.is_due(tick) && !self.rig.agent.is_over(tick as f64 * TICK_S) && self.rig.agent.has_cameras())
    }

    /// One tick: the sensors read, arrived readings are processed, the player plans, the drives follow. `truth` is the
    /// ball in play, and `scene` what the cameras see of the hall.
    pub(super) fn tick(
        &mut self,
        tick: u64,
        truth: Option<&BallState>,
        scene: Option<(&CameraRig, &SceneFrame)>,
        recorder: &mut dyn Recorder,
        hooks: &mut dyn Hooks,
    ) {
        let now_s = tick as f64 * TICK_S;
        let due = self.is_due(tick);
        let Self { side, rig, ball, .. } = self;
        let take = |agent: &mut RobotAgent| {
            let ball = truth.map(|truth| world_from_player(*side).from_world(truth));
            agent.expose(now_s, &Visible { ball: ball.as_ref(), scene });
        };
        let mut observer = Observer { side: *side, now_s, ball: ball.as_mut(), recorder: &mut *recorder, hooks };
        rig.agent.sense(now_s, due, take, &mut observer);
        self.watch_return(tick, truth, scene, recorder);
        self.rig.agent.act(now_s);
        self.joints.add(now_s, self.rig.agent.joints_before());
        if let Some(ball) = self.ball.as_mut().filter(|_| tick.is_multiple_of(FRAME_TICKS)) {
            ball.builder.note_truth(now_s, truth, self.rig.agent.intent().map(|intent| intent.hit_s));
        }
    }

    /// Looks at its return, and learns from it once it was seen long enough.
    fn watch_return(
        &mut self,
        tick: u64,
        truth: Option<&BallState>,
        scene: Option<(&CameraRig, &SceneFrame)>,
        recorder: &mut dyn Recorder,
    ) {
        let now_s = tick as f64 * TICK_S;
        let Some(watch) = &mut self.watch else { return };
        if watch.is_over(now_s) {
            return self.end_watch(now_s, recorder);
        }
        watch.take_joints(now_s, &self.joints);
        if frame_in(tick, self.rate_hz).is_some() {
            let ball = truth.map(|truth| world_from_player(self.side).from_world(truth));
            let agent = &self.rig.agent;
            let visible = Visible { ball: ball.as_ref(), scene };
            watch.look(now_s, &visible, |own| agent.own_solids(agent.joints().position, own));
        }
    }

    /// Adds the joints of this tick, as commanded and as at its start, to the record of the stroke under way, and to
    /// that of the last one, whose swing may continue while the next ball is expected.
    pub(super) fn note_joints(&mut self, now_s: f64, last: Option<&mut StrokeRecordBuilder>) {
        let (commanded, moved) = (self.rig.agent.commanded(), self.rig.agent.joints_before().position);
        for builder in last.into_iter().chain(self.ball.as_mut().map(|ball| &mut ball.builder)) {
            builder.note_joints(now_s, commanded, moved);
        }
    }

    /// The racket from the start of this tick to its end.
    pub(super) fn racket(&self, start_s: f64) -> TickRacket<'_> {
        self.rig.agent.racket(self.side, start_s, self.rig.blade)
    }

    /// The fixture, table or net, that arm or racket touch.
    pub(super) fn touches(&mut self, checker: &CollisionChecker) -> Option<Fixture> {
        self.rig.agent.touches(checker)
    }

    /// Whether its sensors read in this tick.
    fn reads(&self, tick: u64) -> bool {
        frame_in(tick, self.rate_hz).is_some()
    }

    /// Whether its sensors read in this tick and a ball is expected by now.
    fn is_due(&self, tick: u64) -> bool {
        self.reads(tick) && self.ball.as_ref().is_some_and(|ball| tick as f64 * TICK_S >= ball.opens_s)
    }

    fn measurements(&self) -> &[Measurement] {
        self.rig.agent.sensor().map_or(&[], BallSensor::measurements)
    }
}
