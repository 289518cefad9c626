//! A robot in a session, and the record of its stroke under way.
//!
//! A robot at the away end works in its own frame, as if it were at home; see [`world_from_player`].

use super::observation::RobotObservation;
use super::result::FoundOut;
use super::robot_name;
use super::stroke_record::StrokeRecordBuilder;
use super::{FRAME_TICKS, frame_in};
use crate::ball::BallState;
use crate::court::{Fixture, Side};
use crate::hall::Hooks;
use crate::hall::agent::{BallSensor, Expected, JointLog, ReturnWatch, Struck, TICK_S, TickRacket, Visible};
use crate::hall::camera_rig::CameraRig;
use crate::hall::filming::SceneFrame;
use crate::hall::record::{Message, Picture, Recorder, SeenMark, SessionEvent, Wants};
use crate::hall::rig::RobotRig;
use crate::hall::world_from_player;
use crate::player::{CollisionChecker, Finding, Identification, Intent, JointCommand};
use crate::robot::ReachError;
use crate::track::{BallPerception, Measurement, Prediction, Priors};
use crate::vision::scene::SceneArm;
use crate::vision::{Camera, Frame};

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

/// The record of an incoming ball.
#[derive(Debug, Clone)]
struct Recorded {
    opens_s: f64,
    builder: StrokeRecordBuilder,
    /// When its path was last reported, s.
    reported_s: f64,
}

/// Time between two reports of the predicted path, s; how far ahead it reaches, s; and its number of points.
const REPORT_EVERY_S: f64 = 0.03;
const REPORT_AHEAD_S: f64 = 0.7;
const REPORT_POINTS: usize = 15;
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
        let before = self.ball.replace(Recorded { opens_s, builder, reported_s: f64::NEG_INFINITY });
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

    /// The stroke for the ball that was hit, and what is expected of its return.
    pub(super) fn struck(&self) -> Option<(Struck, Priors)> {
        let struck = self.rig.agent.struck()?;
        let priors = self.rig.known.return_priors(&struck.planned);
        Some((struck, priors))
    }

    /// A fresh perception with its cameras as it knows them; see [`RobotRig::perception`].
    pub(super) fn perception(&self, cameras: &CameraRig, number: u64, priors: Priors) -> Box<BallPerception> {
        self.rig.perception(cameras, number, priors)
    }

    /// Watches a return with a sensor.
    pub(super) fn watch(&mut self, struck: Struck, sensor: BallSensor) {
        self.watch = Some(ReturnWatch::new(struck, sensor));
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
        watches || (self.exposes(tick) && self.rig.agent.has_cameras())
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
        self.perceive(now_s, recorder, hooks);
        if self.exposes(tick) {
            let ball = truth.map(|truth| world_from_player(self.side).from_world(truth));
            self.rig.agent.expose(now_s, &Visible { ball: ball.as_ref(), scene });
            // Without latency it is there at once.
            self.perceive(now_s, recorder, hooks);
        }
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
            watch.look(now_s + self.rig.time_offset_s, &visible, |own| agent.own_solids(agent.joints().position, own));
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
        let RobotRig { agent, contact, wood, blade_radius, .. } = &self.rig;
        agent.racket(self.side, start_s, (*contact, *wood, *blade_radius))
    }

    /// The fixture, table or net, that arm or racket touch.
    pub(super) fn touches(&mut self, checker: &CollisionChecker) -> Option<Fixture> {
        self.rig.agent.touches(checker)
    }

    /// Whether its sensors read in this tick.
    fn reads(&self, tick: u64) -> bool {
        frame_in(tick, self.rate_hz).is_some()
    }

    fn exposes(&self, tick: u64) -> bool {
        let open = self.ball.as_ref().is_some_and(|ball| tick as f64 * TICK_S >= ball.opens_s);
        self.reads(tick) && open && !self.rig.agent.is_over(tick as f64 * TICK_S)
    }

    fn measurements(&self) -> &[Measurement] {
        self.rig.agent.sensor().map_or(&[], BallSensor::measurements)
    }

    /// Processes the readings that have arrived.
    fn perceive(&mut self, now_s: f64, recorder: &mut dyn Recorder, hooks: &mut dyn Hooks) {
        let over = self.rig.agent.is_over(now_s);
        while self.rig.agent.has_arrival(now_s) {
            if over {
                self.rig.agent.drop_arrival(now_s);
                continue;
            }
            hooks.thinking_began();
            let perceived = self.rig.agent.perceive_arrival(now_s);
            hooks.thinking_ended(perceived.is_some_and(|perceived| perceived.improved));
            let (Some(perceived), Some(ball)) = (perceived, &mut self.ball) else { continue };
            if perceived.improved {
                ball.builder.note_plan(now_s, perceived.stamp_s, self.rig.agent.intent().as_ref(), self.side);
            }
            if recorder.wants() > Wants::Nothing && now_s - ball.reported_s > REPORT_EVERY_S {
                self.report(now_s, perceived.stamp_s, recorder);
            }
        }
    }

    /// Reports the predicted path and the pictures of the cameras.
    fn report(&mut self, now_s: f64, stamp_s: f64, recorder: &mut dyn Recorder) {
        let Self { side, rig: RobotRig { agent: robot, .. }, ball, .. } = self;
        let (Some(sensor), Some(ball)) = (robot.sensor(), ball) else { return };
        if let Some(prediction) = sensor.prediction() {
            ball.reported_s = now_s;
            let event = predicted(&prediction, now_s, *side, robot.intent(), ball.builder.stroke);
            recorder.record(&Message::Event { t_s: now_s, event });
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
