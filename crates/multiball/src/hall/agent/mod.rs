//! A robot that plays: perception, player and drives in one closed loop.
//!
//! Both the rounds of paper 004 and the sessions of the hall run it. The hall exposes the sensors. Their readings,
//! pixels or points, wait for the latency. Then the robot perceives them, its player plans and its drives move. At
//! either end of the table the robot works in its own frame, as if it stood at home.

mod joint_log;
mod latency;
mod own_arm;
mod own_return;
mod racket;
mod senses;
mod sensing;

use std::sync::Arc;

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::ball::Blade;
use crate::court::{Fixture, Side};
use crate::geometry::{Capsule, standard_normal};
use crate::hall::SensorSettings;
use crate::player::{
    CollisionChecker, Found, Identification, Intent, JointCommand, NotClear, Observation, Observed, Player, SpinHint,
    Touching, WhyNot,
};
use crate::robot::{JointDrive, MOST_JOINTS, ReachError, Robot};
use crate::track::BallPerception;
use crate::vision::scene::SceneArm;
use latency::LatencyQueue;
use own_arm::{own_shape, scene_arm};

pub(super) use joint_log::JointLog;
pub(super) use latency::Reading;
pub(super) use own_return::{ReturnWatch, Struck, WATCHED_S};
pub use racket::{MovingJoints, TickRacket};
pub(super) use racket::{racket_between, racket_bounds, racket_of};
pub(super) use senses::{Perceived, SenseObserver};
pub use sensing::BallSensing;
pub(super) use sensing::{BallSensor, FreshSensor, IncomingBall, PointSensor, Visible};

/// Time between commands, s.
pub(super) const TICK_S: f64 = 1e-3;

/// A random error of a contact time that is measured within a standard deviation, s: positive when it is measured too
/// late.
pub(super) fn contact_error_s(sd_s: f64, rng: &mut impl Rng) -> f64 {
    sd_s * standard_normal(rng)
}

/// A robot with its player, its sensors and its drives.
#[derive(Debug, Clone)]
pub(super) struct RobotAgent {
    robot: Arc<dyn Robot>,
    /// Its [`Robot::reach`], m.
    reach: f64,
    player: Box<dyn Player>,
    drive: JointDrive,
    /// The joints at the start of the current tick.
    before: JointCommand,
    /// What the player commands.
    command: JointCommand,
    /// What an outside program commands in place of the player.
    steered: Option<JointCommand>,
    /// Why the drives refused the last command, if they did: they hold the one before.
    refused: Option<ReachError>,
    queue: LatencyQueue,
    /// The robot by its drawing and the radius of its racket, m, where it sees its own arm and masks it.
    masks: Option<(Arc<dyn Robot>, f64)>,
    ball: Option<Incoming>,
    /// When the opponent's stroke is classified, s, and the probability of each class; until the player has it.
    read: Option<(f64, [f64; 4])>,
    /// The last reading that was processed.
    last: Reading,
    /// Scratch space for the arm's links.
    links: Vec<Capsule>,
}

/// An incoming ball, or one that is expected.
#[derive(Debug, Clone)]
struct Incoming {
    sensor: BallSensor,
    spin: SpinHint,
    /// Whether the robot has hit it.
    hit: bool,
    /// The stroke as it was last planned.
    planned: Option<Intent>,
    /// Time stamp of the newest measurement that the player has received, s.
    newest_s: f64,
}

/// An announced ball: what is known before the first measurement, and the sensor that will track it.
pub(super) struct Expected {
    /// Estimated time of the opponent's contact, s.
    pub(super) struck_s: f64,
    /// The probability of each stroke class, where the opponent's stroke was classified.
    pub(super) read: Option<[f64; 4]>,
    /// What is known of its spin.
    pub(super) spin: SpinHint,
    pub(super) sensor: BallSensor,
}

impl RobotAgent {
    /// A robot at its waiting position; `stiffness` is ω of its drives, rad/s.
    ///
    /// # Errors
    /// When the robot has too many joints or no reach, or its player waits outside the joints' limits.
    pub(super) fn new(
        robot: Arc<dyn Robot>,
        player: Box<dyn Player>,
        stiffness: f64,
        (sensors, rng): (SensorSettings, ChaCha8Rng),
    ) -> Result<Self, ReachError> {
        let (given, needed) = (robot.joint_count(), MOST_JOINTS);
        if given > needed {
            return Err(ReachError::JointCount { given, needed });
        }
        let ready = player.ready().unwrap_or_else(|| robot.home());
        let reach = robot.reach();
        if !reach.is_finite() {
            return Err(ReachError::NotFinite);
        }
        let drive = JointDrive::start(&*robot, &ready, stiffness)?;
        let still = JointCommand { velocity: vec![0.0; ready.len()], position: ready };
        let mut agent = Self {
            drive,
            robot,
            reach,
            player,
            before: still.clone(),
            command: still,
            steered: None,
            refused: None,
            queue: LatencyQueue::new(sensors, rng),
            masks: None,
            ball: None,
            read: None,
            last: Reading::default(),
            links: Vec::new(),
        };
        agent.observe_joints(0.0);
        Ok(agent)
    }

    /// The same robot, which sees its own arm with a racket of a radius, m, and masks it as its drawing and its
    /// measured joints say.
    pub(super) fn masking(self, nominal: Arc<dyn Robot>, blade_radius: f64) -> Self {
        Self { masks: Some((nominal, blade_radius)), ..self }
    }

    /// The solids that the robot knows to be its own with measured joints; none where it does not see them.
    pub(super) fn own_solids(&self, joints: &[f64], solids: &mut Vec<Capsule>) {
        solids.clear();
        if let Some((nominal, blade_radius)) = &self.masks {
            own_shape(&**nominal, *blade_radius, joints, solids);
        }
    }

    /// Its arm as its cameras see it, where they do; with given joints.
    pub(super) fn seen_arm(&self, joints: MovingJoints<'_>) -> Option<SceneArm> {
        self.masks.as_ref().map(|(_, blade_radius)| scene_arm(&*self.robot, *blade_radius, joints))
    }

    /// Sends the player the joints as the encoders read them.
    fn observe_joints(&mut self, now_s: f64) {
        let what = Observed::Joints { position: self.drive.position(), velocity: self.drive.velocity() };
        self.player.observe(now_s, &Observation { t_s: now_s, what });
    }

    /// Sends the player the class of the opponent's stroke, as soon as it is known.
    fn observe_stroke(&mut self, now_s: f64) {
        if let Some((t_s, probabilities)) = self.read.take_if(|(t_s, _)| *t_s <= now_s) {
            self.player.observe(now_s, &Observation { t_s, what: Observed::OpponentStroke { probabilities } });
        }
    }

    /// Informs the player how its robot and the world are, by what was found out, and where to land returns, m.
    pub(super) fn inform(&mut self, now_s: f64, known: &Identification, nominal: &dyn Robot, target: (f64, f64)) {
        let (physics, robot) = (known.physics(), known.robot(nominal));
        let found = Found { physics: &physics, robot: &*robot, target: known.aim(target) };
        self.player.observe(now_s, &Observation { t_s: now_s, what: Observed::Found(found) });
    }

    /// Prepares for an incoming ball, and drops the readings of the one before.
    pub(super) fn expect(&mut self, now_s: f64, expected: Expected) {
        let Expected { struck_s, read, spin, sensor } = expected;
        self.player.observe(now_s, &Observation { t_s: struck_s, what: Observed::BallExpected });
        // It is read from the wrist's motion up to the contact, and known then.
        self.read = read.map(|probabilities| (struck_s, probabilities));
        self.queue.clear();
        self.ball = Some(Incoming { sensor, spin, hit: false, planned: None, newest_s: f64::NEG_INFINITY });
    }

    /// The ball is out of play: the arm returns to where it waits.
    pub(super) fn relax(&mut self, now_s: f64) {
        (self.ball, self.read) = (None, None);
        self.queue.clear();
        self.player.observe(now_s, &Observation { t_s: now_s, what: Observed::OutOfPlay });
    }

    /// Notes that the robot has hit the ball: it stops tracking.
    pub(super) fn note_hit(&mut self) {
        if let Some(ball) = &mut self.ball {
            ball.hit = true;
        }
    }

    /// Whether it still tracks a ball.
    fn is_tracking(&self) -> bool {
        self.ball.as_ref().is_some_and(|ball| !ball.hit)
    }

    /// Whether it sees with cameras.
    pub(super) fn has_cameras(&self) -> bool {
        self.sensor().is_some_and(|sensor| sensor.cameras().is_some())
    }

    /// The sensor for the incoming ball.
    pub(super) fn sensor(&self) -> Option<&BallSensor> {
        self.ball.as_ref().map(|ball| &ball.sensor)
    }

    /// Draws the jitter of its latency from another stream from now on: each round has its own.
    pub(super) fn draw_latency_from(&mut self, rng: ChaCha8Rng) {
        self.queue.draw_from(rng);
    }

    /// Whether the stroke is over, so that further readings cannot change it.
    pub(super) fn is_over(&self, now_s: f64) -> bool {
        !self.is_tracking() || self.player.intent().is_some_and(|intent| now_s > intent.hit_s)
    }

    /// One tick: the player commands, the drives follow.
    pub(super) fn act(&mut self, now_s: f64) {
        self.observe_joints(now_s);
        self.observe_stroke(now_s);
        self.player.act(now_s, &mut self.command);
        self.before.set(self.drive.position(), self.drive.velocity());
        let command = self.steered.as_ref().unwrap_or(&self.command);
        self.refused = self.drive.follow(&command.position, &command.velocity).err();
        self.drive.advance(TICK_S);
    }

    /// Follows an outside program's command from now on, or its player again.
    ///
    /// # Errors
    /// Unless there is one finite position and velocity for each joint.
    pub(super) fn steer(&mut self, command: Option<&JointCommand>) -> Result<(), ReachError> {
        if let Some(JointCommand { position, velocity }) = command {
            self.drive.check(position, velocity)?;
        }
        self.steered = command.cloned();
        Ok(())
    }

    /// The last reading that was processed.
    pub(super) fn last_reading(&self) -> &Reading {
        &self.last
    }

    /// The stroke as it was last planned for the current ball.
    pub(super) fn planned(&self) -> Option<&Intent> {
        self.ball.as_ref()?.planned.as_ref()
    }

    /// The stroke for the current ball, when it is over; `None` where none was planned.
    pub(super) fn struck(&self) -> Option<Struck> {
        let (planned, prediction) = (*self.planned()?, self.sensor()?.prediction()?);
        let spin = self.ball.as_ref()?.spin;
        let incoming = prediction.at(planned.ball_s)?;
        let calibration = self.sensor()?.cameras().and_then(BallPerception::calibration_evidence);
        Some(Struck { planned, spin, incoming, constants: prediction.constants(), calibration })
    }

    /// The stroke that is under way.
    pub(super) fn intent(&self) -> Option<Intent> {
        self.player.intent()
    }

    /// Why no stroke is under way.
    pub(super) fn why_not(&self) -> Option<WhyNot> {
        let refused = |error: ReachError| WhyNot {
            summary: "the drives refuse the command".into(),
            detail: format!("the drives refuse the command: {error}"),
        };
        self.player.why_not().or_else(|| self.refused.map(refused))
    }

    /// Whether it has played its ball and is back at its waiting position.
    pub(super) fn is_ready(&self, now_s: f64) -> bool {
        self.player.is_ready(now_s)
    }

    /// Its drives.
    pub(super) fn drive(&self) -> &JointDrive {
        &self.drive
    }

    /// The joints now.
    pub(super) fn joints(&self) -> MovingJoints<'_> {
        MovingJoints { position: self.drive.position(), velocity: self.drive.velocity() }
    }

    /// The joints at the start of the last tick.
    pub(super) fn joints_before(&self) -> MovingJoints<'_> {
        MovingJoints { position: &self.before.position, velocity: &self.before.velocity }
    }

    /// The joints as they were last commanded.
    pub(super) fn commanded(&self) -> &[f64] {
        &self.steered.as_ref().unwrap_or(&self.command).position
    }

    /// The racket at a side during the last tick, which began at a time, s.
    pub(super) fn racket(&self, side: Side, start_s: f64, blade: Blade) -> TickRacket<'_> {
        let (robot, reach) = (&*self.robot, self.reach);
        let (from, to) = (self.joints_before(), self.joints());
        TickRacket { robot, reach, blade, side, start_s, tick_s: TICK_S, from, to }
    }

    /// The fixture, table or net, that arm or racket touch.
    pub(super) fn touches(&mut self, checker: &CollisionChecker) -> Option<Fixture> {
        touched(checker, &*self.robot, self.drive.position(), &mut self.links)
    }
}

/// The fixture, table or net, that a robot with these joints touches; `links` is scratch space.
pub(super) fn touched(
    checker: &CollisionChecker,
    robot: &dyn Robot,
    joints: &[f64],
    links: &mut Vec<Capsule>,
) -> Option<Fixture> {
    match checker.check_robot(robot, joints, links) {
        Err(NotClear::Touching(Touching { fixture, .. })) => Some(fixture),
        Ok(()) | Err(NotClear::Joints(_)) => None,
    }
}
