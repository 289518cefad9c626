//! A robot on rails that plays: perception, player and drives in one closed loop.
//!
//! Both the rounds of paper 004 and the sessions of the hall run it. The hall exposes its sensors; what they read waits
//! for the latency, as pixels or points; the robot perceives it, plans and moves. At either end of the table it
//! believes to be at home.

mod latency;
mod sensing;

pub(super) use latency::Reading;
pub use sensing::BallSensing;
pub(super) use sensing::{BallSensor, PlainSensor, PointSensor, Visible};

use rand::Rng;

use crate::geometry::standard_normal;
use crate::motion::JointState;
use crate::player::RailPlayer;
use crate::robot::{Arm, Joints, Mounted, Rail6, Servo};
use crate::track::Passage;
use latency::LatencyQueue;

/// Time between commands, s.
pub(super) const TICK_S: f64 = 1e-3;
/// How well a player knows when the opponent strikes, from the sound or from the wrist, s.
const CONTACT_SD_S: f64 = 0.005;

/// How much later than it was a stroke seems to be, s.
pub(super) fn contact_error_s(rng: &mut impl Rng) -> f64 {
    CONTACT_SD_S * standard_normal(rng)
}

/// A robot on rails that plays.
#[derive(Debug, Clone)]
pub(super) struct RailRobot {
    arm: Mounted<Rail6>,
    player: RailPlayer,
    servo: Servo<6>,
    /// Positions and velocities at the begin of the present tick.
    before: (Joints<6>, Joints<6>),
    commanded: Joints<6>,
    /// What an outside program commands in place of the player.
    steered: Option<JointState<6>>,
    queue: LatencyQueue,
    ball: Option<Incoming>,
    /// What was perceived last.
    last: Reading,
}

/// A ball that comes, or will.
#[derive(Debug, Clone)]
struct Incoming {
    sensor: BallSensor,
    /// It has been hit.
    hit: bool,
    /// It as it was predicted when the stroke was last planned.
    predicted: Option<Passage>,
}

/// What came of a reading.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Perceived {
    /// When it was taken, s.
    pub(super) stamp_s: f64,
    /// Whether what is thought of the ball has changed, and the player has planned anew.
    pub(super) improved: bool,
}

impl RailRobot {
    /// A robot that waits; `stiffness` is ω of its drives, rad/s.
    pub(super) fn new(arm: Mounted<Rail6>, player: RailPlayer, stiffness: f64, latency_s: f64) -> Self {
        let ready = player.command(0.0).position;
        Self {
            servo: Servo::at_rest(&ready, stiffness, arm.limits()),
            arm,
            player,
            before: (ready, Joints::zeros()),
            commanded: ready,
            steered: None,
            queue: LatencyQueue::new(latency_s),
            ball: None,
            last: Reading::default(),
        }
    }

    /// Turns to a ball that comes, with a sensor for it. Readings of the one before are dropped.
    pub(super) fn expect(&mut self, now_s: f64, sensor: BallSensor) {
        self.player.await_ball(now_s);
        self.queue.clear();
        self.ball = Some(Incoming { sensor, hit: false, predicted: None });
    }

    /// The ball is out of play: the arm goes back.
    pub(super) fn relax(&mut self, now_s: f64) {
        self.ball = None;
        self.queue.clear();
        self.player.await_ball(now_s);
    }

    /// The robot has hit the ball: it looks no longer.
    pub(super) fn has_hit(&mut self) {
        if let Some(ball) = &mut self.ball {
            ball.hit = true;
        }
    }

    /// Whether it still looks at a ball.
    pub(super) fn looks(&self) -> bool {
        self.ball.as_ref().is_some_and(|ball| !ball.hit)
    }

    /// Whether it sees with cameras.
    pub(super) fn has_cameras(&self) -> bool {
        self.sensor().is_some_and(|sensor| sensor.cameras().is_some())
    }

    /// The sensor for the ball that comes.
    pub(super) fn sensor(&self) -> Option<&BallSensor> {
        self.ball.as_ref().map(|ball| &ball.sensor)
    }

    /// The hall's part: its sensors read what there is to see at a time; the robot has it after the latency.
    pub(super) fn expose(&mut self, stamp_s: f64, visible: &Visible<'_>) {
        let Some(ball) = &mut self.ball else { return };
        let mut reading = self.queue.blank(stamp_s);
        match ball.sensor.expose(visible, &mut reading) {
            true => self.queue.push(reading),
            false => self.queue.recycle(reading),
        }
    }

    /// Whether the stroke is over and nothing more can be done for it.
    pub(super) fn is_over(&self, now_s: f64) -> bool {
        !self.looks() || self.player.stroke().is_some_and(|(_, hit_s)| now_s > hit_s)
    }

    /// Whether a reading has arrived.
    pub(super) fn has_arrival(&self, now_s: f64) -> bool {
        self.queue.has_arrived(now_s)
    }

    /// Drops a reading that has arrived.
    pub(super) fn drop_arrival(&mut self, now_s: f64) {
        if let Some(reading) = self.queue.take(now_s) {
            self.queue.recycle(reading);
        }
    }

    /// Perceives the next reading that has arrived, and plans with it.
    pub(super) fn perceive_arrival(&mut self, now_s: f64) -> Option<Perceived> {
        let reading = self.queue.take(now_s)?;
        let Some(ball) = &mut self.ball else {
            self.queue.recycle(reading);
            return None;
        };
        let improved = ball.sensor.perceive(&reading);
        if let Some(prediction) = ball.sensor.prediction().filter(|_| improved) {
            self.player.see(now_s, &prediction);
            ball.predicted = self.player.predicted().copied();
        }
        let perceived = Perceived { stamp_s: reading.stamp_s, improved };
        self.queue.recycle(std::mem::replace(&mut self.last, reading));
        Some(perceived)
    }

    /// One tick: the player commands, the drives follow.
    pub(super) fn act(&mut self, now_s: f64) {
        self.player.tick(now_s);
        self.before = (*self.servo.position(), *self.servo.velocity());
        let command = self.steered.unwrap_or_else(|| self.player.command(now_s));
        self.servo.step(&command.position, &command.velocity, TICK_S);
        self.commanded = command.position;
    }

    /// Follows an outside program's command from now on, or its player again.
    pub(super) fn steer(&mut self, command: Option<JointState<6>>) {
        self.steered = command;
    }

    /// What was perceived last.
    pub(super) fn last_reading(&self) -> &Reading {
        &self.last
    }

    /// The ball as it was predicted when the stroke was last planned.
    pub(super) fn predicted(&self) -> Option<&Passage> {
        self.ball.as_ref()?.predicted.as_ref()
    }

    pub(super) fn player(&self) -> &RailPlayer {
        &self.player
    }

    pub(super) fn arm(&self) -> &Mounted<Rail6> {
        &self.arm
    }

    /// The joints now.
    pub(super) fn joints(&self) -> &Joints<6> {
        self.servo.position()
    }

    /// The joints as they were last commanded.
    pub(super) fn commanded(&self) -> &Joints<6> {
        &self.commanded
    }

    /// Positions and velocities at the begin of the last tick, and at its end.
    pub(super) fn last_tick(&self) -> [(Joints<6>, Joints<6>); 2] {
        [self.before, (*self.servo.position(), *self.servo.velocity())]
    }
}
