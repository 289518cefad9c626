//! The robot clears a floor.

use super::balls::FloorBall;
use super::machine::{Machine, MachineSettings};
use super::mouth::{Touch, touch};
use super::sight::Camera;
use crate::ball::Physics;
use crate::geometry::portable::sin_cos;
use crate::hall::random::{Purpose, stream};
use crate::picker::mind::{Mind, Senses, Work};
use crate::picker::{Body, Drive, DriveLimits, Eye, Motion, Orders, Place, Stance};

/// A floor and a robot.
#[derive(Debug, Clone)]
pub struct FloorHall {
    /// The robot's body.
    pub body: Body,
    /// Its drive.
    pub drive: DriveLimits,
    /// Its camera.
    pub eye: Eye,
    /// Its mechanism.
    pub machine: MachineSettings,
    /// Seed of all noise.
    pub seed: u64,
}

/// When a ball came in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Visit {
    /// Its number, from 0.
    pub ball: usize,
    /// When, s.
    pub at_s: f64,
    /// Which trip from home, from 0.
    pub trip: usize,
}

/// How a floor was cleared.
#[derive(Debug, Clone, PartialEq)]
pub struct FloorRun {
    /// Balls in the order in which they came in.
    pub visits: Vec<Visit>,
    /// Balls that were launched into the feeder.
    pub launched: usize,
    /// Balls that were left on the floor.
    pub left: usize,
    /// From the first step to rest, s.
    pub time_s: f64,
    /// Time under way, s: without looking around at the start and end, launching and waiting.
    pub driving_s: f64,
    /// Way of the robot, m, and how much it turned, rad, while it was under way.
    pub length: f64,
    /// See `length`.
    pub turning: f64,
    /// What it did, from when on.
    pub works: Vec<(f64, Work)>,
}

/// The state of a run.
struct Run<'a> {
    hall: &'a FloorHall,
    physics: Physics,
    balls: Vec<(usize, FloorBall)>,
    /// Balls inside, in the order in which they came.
    stance: Stance,
    drive: Drive,
    mind: Mind,
    camera: Camera,
    machine: Machine,
    touching: rand_chacha::ChaCha8Rng,
    steps: u64,
    trip: usize,
    result: FloorRun,
    /// The ball that is jammed, to be spat out.
    last_in: usize,
}

impl FloorHall {
    /// Clears a floor, for no longer than a limit, s.
    #[must_use]
    pub fn clear(&self, balls: &[Place], round: u64, limit_s: f64) -> FloorRun {
        let mut run = Run::new(self, balls, round);
        while run.now_s() < limit_s && !(run.mind.work() == Work::Resting) {
            run.step();
        }
        run.finish()
    }
}

impl<'a> Run<'a> {
    fn new(hall: &'a FloorHall, balls: &[Place], round: u64) -> Self {
        let start = Stance::home();
        Self {
            hall,
            physics: Physics::default(),
            balls: balls.iter().map(|place| FloorBall::at(*place)).enumerate().collect(),
            stance: start,
            drive: Drive::new(hall.drive),
            mind: Mind::new(hall.body, hall.drive, hall.eye, start),
            camera: Camera::new(hall.eye, stream(hall.seed, round, Purpose::Sight)),
            machine: Machine::new(hall.machine, hall.body.capacity, stream(hall.seed, round, Purpose::Machine)),
            touching: stream(hall.seed, round, Purpose::Actuation),
            steps: 0,
            trip: 0,
            result: FloorRun {
                visits: Vec::new(),
                launched: 0,
                left: 0,
                time_s: 0.0,
                driving_s: 0.0,
                length: 0.0,
                turning: 0.0,
                works: vec![(0.0, Work::Looking)],
            },
            last_in: 0,
        }
    }

    fn now_s(&self) -> f64 {
        self.steps as f64 * self.hall.drive.step_s
    }

    fn step(&mut self) {
        let now_s = self.now_s();
        let places = self.balls.iter().map(|(_, ball)| ball.place);
        let frame = self.camera.look(now_s, &self.stance, places);
        let flags = self.machine.flags(false);
        let senses = Senses { now_s, stance: self.stance, frame: frame.as_ref(), flags };
        let orders = self.mind.step(&senses);
        self.note(now_s);
        let motion = self.drive.step(orders.turn_rate, orders.gait);
        self.stance = motion.carries(&self.stance, self.hall.drive.step_s);
        self.steps += 1;
        self.measure(motion);
        self.meet_balls(&orders, motion);
        let done = self.machine.step(&orders, self.now_s(), self.hall.drive.step_s);
        self.result.launched += done.launched;
        if done.spat {
            self.spit();
        }
    }

    fn note(&mut self, now_s: f64) {
        let work = self.mind.work();
        if self.result.works.last().is_none_or(|(_, last)| *last != work) {
            self.result.works.push((now_s, work));
            if work == Work::Launching {
                self.trip += 1;
            }
        }
    }

    fn measure(&mut self, motion: Motion) {
        let step_s = self.hall.drive.step_s;
        if matches!(self.mind.work(), Work::Approaching | Work::Collecting | Work::Returning | Work::BackingOff) {
            self.result.driving_s += step_s;
            self.result.length += motion.speed.abs() * step_s;
            self.result.turning += motion.turn_rate.abs() * step_s;
        }
    }

    fn meet_balls(&mut self, orders: &Orders, motion: Motion) {
        let now_s = self.now_s();
        let mut taken = None;
        for (index, (number, ball)) in self.balls.iter_mut().enumerate() {
            ball.roll_to(now_s);
            let met = touch(
                &ball.place,
                ball.touched,
                &self.stance,
                motion,
                orders.brush,
                &self.hall.body,
                &mut self.touching,
            );
            ball.touched = met != Touch::Apart;
            match met {
                Touch::Apart => {}
                Touch::Taken if self.machine.take_in(now_s) => {
                    taken = Some(index);
                    self.last_in = *number;
                    self.result.visits.push(Visit { ball: *number, at_s: now_s, trip: self.trip });
                    break;
                }
                Touch::Taken => {
                    let (sine, cosine) = sin_cos(self.stance.heading);
                    ball.push(Place::new(cosine, sine) * (motion.speed.max(0.0) + 0.1), now_s, &self.physics);
                }
                Touch::Pushed(velocity) => ball.push(velocity, now_s, &self.physics),
            }
        }
        if let Some(index) = taken {
            self.balls.swap_remove(index);
        }
    }

    /// The jammed ball comes out in front of the brush.
    fn spit(&mut self) {
        let (sine, cosine) = sin_cos(self.stance.heading);
        let ahead = Place::new(cosine, sine);
        let mut ball = FloorBall::at(self.stance.place + ahead * (self.hall.body.reach + 0.05));
        ball.push(ahead * 0.3, self.now_s(), &self.physics);
        self.balls.push((self.last_in, ball));
        self.result.visits.retain(|visit| visit.ball != self.last_in);
    }

    fn finish(self) -> FloorRun {
        FloorRun { time_s: self.now_s(), left: self.balls.len() + self.machine.holds(), ..self.result }
    }
}
