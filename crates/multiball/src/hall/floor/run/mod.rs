//! One run of the robot on a floor, step by step.

mod handling;

use std::collections::VecDeque;
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;

use super::FloorHall;
use super::balls::{FloorBall, FloorSurface};
use super::instrument_settings::Outage;
use super::instruments::Instruments;
use super::machine::Machine;
use super::result::{DriveStats, FloorRun, Moment, Visit};
use super::stereo::Camera;
use super::troubles::Trouble;
use crate::ball::BallState;
use crate::hall::random::{Purpose, stream};
use crate::picker::behavior::{Behavior, Radio, Senses, State, cut_off};
use crate::picker::localisation::Start;
use crate::picker::{Commands, Motion, Point2, Pose2, WheelDrive};

/// Radius of a box, m.
const BOX: f64 = 0.25;
/// Steps between checks of which balls can be reached.
const CHECKED_EVERY: u64 = 200;
/// Greatest distance from home at which the launcher hits the feeder's funnel and the plug has contact, m.
const FUNNEL: f64 = 0.3;

/// The state of a run.
#[derive(Debug, Clone)]
pub(in crate::hall) struct Run {
    hall: Arc<FloorHall>,
    surface: FloorSurface,
    balls: Vec<(usize, FloorBall)>,
    /// Number of balls so far.
    numbered: usize,
    /// Boxes on the floor, and until when they stay, s.
    boxes: Vec<(Point2, f64)>,
    bumped: bool,
    /// When a ball last came in or none was left, s.
    last_progress_s: f64,
    pose: Pose2,
    /// Its motion in the last step.
    motion: Motion,
    instruments: Instruments,
    drive: WheelDrive,
    pub(in crate::hall) behavior: Behavior,
    camera: Camera,
    machine: Machine,
    touching: ChaCha8Rng,
    steps: u64,
    trip: usize,
    /// Drive since the robot was last at home.
    under_way: DriveStats,
    result: FloorRun,
    /// The balls in the robot, in the order in which they came.
    inside: VecDeque<usize>,
    /// What the hall reports to the robot.
    radio: Radio,
    /// Balls that went in or out in the last step.
    passed: Vec<Passed>,
}

/// A ball that went into or out of the robot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::hall) enum Passed {
    /// It took the ball in.
    In(usize),
    /// The ball came out onto the floor again.
    Out(usize),
    /// The ball was launched into the feeder.
    Launched(usize),
    /// The ball was launched past the feeder, onto the floor.
    Astray(usize),
}

impl Run {
    /// A run of the robot from its dock, with balls on the floor; `seed` and `round` give its noise.
    pub(in crate::hall) fn new(hall: Arc<FloorHall>, balls: &[Point2], seed: u64, round: u64) -> Self {
        let pose = Pose2::home();
        let (instruments, camera, machine, touching) = noisy(&hall, seed, round);
        // At its dock it knows its pose to 3 cm and 0.03 rad.
        let start = Start { pose, place_deviation: 0.03, heading_deviation: 0.03 };
        Self {
            surface: FloorSurface { physics: hall.physics, room: hall.room },
            balls: balls.iter().map(|place| FloorBall::at(*place)).enumerate().collect(),
            numbered: balls.len(),
            boxes: Vec::new(),
            bumped: false,
            last_progress_s: 0.0,
            pose,
            motion: Motion { speed: 0.0, turn_rate: 0.0 },
            instruments,
            drive: WheelDrive::new(hall.robot.drive),
            behavior: Behavior::new(hall.robot, &hall.site, &start, hall.solid.outlines().to_vec())
                .avoiding(hall.zones.clone())
                .looking_from(hall.viewpoints.clone()),
            camera,
            machine,
            touching,
            steps: 0,
            trip: 0,
            under_way: DriveStats::default(),
            result: FloorRun {
                visits: Vec::new(),
                launched: 0,
                left: 0,
                time_s: 0.0,
                under_way: DriveStats::default(),
                camera: hall.robot.camera,
                states: vec![(0.0, State::Looking)],
                longest_wait_s: 0.0,
            },
            inside: VecDeque::new(),
            radio: Radio::default(),
            passed: Vec::new(),
            hall,
        }
    }

    /// Gives a run that has not begun other noise.
    pub(in crate::hall) fn reseed(&mut self, seed: u64, round: u64) {
        (self.instruments, self.camera, self.machine, self.touching) = noisy(&self.hall, seed, round);
    }

    /// Reports the state of the hall to the robot.
    pub(in crate::hall) fn inform(&mut self, radio: Radio) {
        self.radio = radio;
    }

    /// A ball comes rolling onto the floor.
    pub(in crate::hall) fn put_ball(&mut self, number: usize, ball: &BallState) {
        self.balls.push((number, FloorBall::coming(ball, self.now_s(), &self.surface)));
    }

    /// Sets balls rolling that the robot cannot reach, at a velocity for each position, m/s.
    pub(in crate::hall) fn kick_cut_off(&mut self, velocity: impl Fn(&Point2) -> Point2) {
        let places: Vec<Point2> = self.balls.iter().map(|(_, ball)| ball.place).collect();
        let now_s = self.now_s();
        for index in cut_off(&self.hall.avoided, &self.hall.robot.body, &places) {
            self.balls[index].1.push(velocity(&places[index]), now_s, &self.surface);
        }
    }

    /// The balls on the floor, by number.
    pub(in crate::hall) fn balls(&self) -> impl Iterator<Item = (usize, Point2)> {
        self.balls.iter().map(|(number, ball)| (*number, ball.place))
    }

    /// The balls in the robot.
    pub(in crate::hall) fn inside(&self) -> impl Iterator<Item = usize> {
        self.inside.iter().copied()
    }

    /// Balls that went in or out in the last step.
    pub(in crate::hall) fn passed(&self) -> &[Passed] {
        &self.passed
    }

    /// State of charge of the battery, from 0 to 1.
    pub(in crate::hall) fn battery(&self) -> f64 {
        self.machine.battery()
    }

    /// Whether it stands at the plug to charge, and will come back.
    pub(in crate::hall) fn is_charging(&self) -> bool {
        self.behavior.state() == State::Charging && self.is_at_home() && !self.machine.is_flat()
    }

    /// Whether launched balls reach the feeder, and current flows at the plug.
    fn is_at_home(&self) -> bool {
        self.pose.place.norm() <= FUNNEL
    }

    pub(in crate::hall) fn now_s(&self) -> f64 {
        self.steps as f64 * self.hall.robot.drive.step_s
    }

    pub(in crate::hall) fn step(&mut self, watch: &mut dyn FnMut(&Moment)) {
        let (now_s, step_s) = (self.now_s(), self.hall.robot.drive.step_s);
        self.passed.clear();
        let balls = self.balls.iter().map(|(_, ball)| ball.place);
        let places = balls.chain(self.hall.marks.iter().copied());
        let frame = self.camera.look(now_s, &self.pose, places);
        let flags = self.machine.flags(self.bumped);
        let readings = self.instruments.read(&self.motion, &self.pose, now_s);
        let senses = Senses { now_s, readings: &readings, frame: frame.as_ref(), flags, radio: self.radio };
        let commands = self.behavior.step(&senses);
        let commands = if self.machine.is_flat() { Commands::REST } else { commands };
        self.note_state(now_s);
        let motion = self.drive.step(commands.turn_rate, commands.gait);
        self.steps += 1;
        self.drive_on(motion);
        self.meet_balls(&commands);
        let at_plug = self.is_at_home();
        let done = self.machine.step(&commands, at_plug, self.now_s(), step_s);
        self.remove_boxes_when_helped();
        if done.ejected {
            self.eject();
        }
        if let Some(throw) = done.launched {
            self.launch(throw);
        }
        let (pose, motion) = (self.pose, self.motion);
        watch(&Moment { now_s, pose, believed: self.behavior.pose(), motion, state: self.behavior.state() });
    }

    /// A person who has come to help removes the boxes near the robot.
    fn remove_boxes_when_helped(&mut self) {
        const NEARBY: f64 = 1.0;
        if self.machine.is_helped() {
            let place = self.pose.place;
            self.boxes.retain(|(at, _)| (at - place).norm() > NEARBY);
        }
    }

    /// Whether the robot can reach some ball.
    fn can_work(&self) -> bool {
        let places: Vec<Point2> = self.balls.iter().map(|(_, ball)| ball.place).collect();
        cut_off(&self.hall.avoided, &self.hall.robot.body, &places).len() < places.len()
    }

    /// Moves unless an obstacle blocks it; turning is always possible, the body is round.
    fn drive_on(&mut self, motion: Motion) {
        let now_s = self.now_s();
        self.boxes.retain(|(_, until_s)| now_s < *until_s);
        let mut next = motion.carries(&self.pose, self.hall.robot.drive.step_s);
        let nearest = self.hall.robot.body.radius + BOX;
        let hits = |(at, _): &(Point2, f64)| {
            let (before, after) = ((self.pose.place - at).norm(), (next.place - at).norm());
            after < nearest && after < before
        };
        let solid = &self.hall.solid;
        let runs_in = solid.holds(&next.place) && !solid.holds(&self.pose.place);
        self.bumped = runs_in || self.boxes.iter().any(hits);
        self.motion = motion;
        if self.bumped {
            // The wheels stall.
            next.place = self.pose.place;
            self.motion.speed = 0.0;
        }
        self.pose = next;
        self.add_stats();
    }

    /// Applies a disturbance.
    pub(super) fn apply(&mut self, trouble: Trouble) {
        let now_s = self.now_s();
        let count = self.balls.len();
        match trouble {
            Trouble::Ball(place) => {
                self.balls.push((self.numbered, FloorBall::at(place)));
                self.numbered += 1;
            }
            Trouble::Taken(which) if count > 0 => {
                self.balls.swap_remove(which as usize % count);
            }
            Trouble::Kicked(which, velocity) if count > 0 => {
                self.balls[which as usize % count].1.push(velocity, now_s, &self.surface);
            }
            // Nobody puts a box on the robot or on its home.
            Trouble::Box(place, until_s) if place.norm() > 1.0 && (place - self.pose.place).norm() > 1.0 => {
                self.boxes.push((place, until_s));
            }
            Trouble::Outage(duration_s) => self.instruments.lose_fixes(Outage { from_s: now_s, duration_s }),
            _ => {}
        }
    }

    /// Notes a change of the behavior's state.
    fn note_state(&mut self, now_s: f64) {
        let state = self.behavior.state();
        if self.result.states.last().is_none_or(|(_, last)| *last != state) {
            self.result.states.push((now_s, state));
            if state == State::Launching {
                self.end_trip();
            }
        }
    }

    /// At home: the trip counts if it brought something.
    fn end_trip(&mut self) {
        self.trip += 1;
        let trip = std::mem::take(&mut self.under_way);
        if self.machine.holds() > 0 {
            self.result.under_way += trip;
        }
    }

    /// Adds the step to the statistics.
    fn add_stats(&mut self) {
        let motion = self.motion;
        let (now_s, step_s) = (self.now_s(), self.hall.robot.drive.step_s);
        let setting_out = self.result.states.len() == 1;
        let state = self.behavior.state();
        if !setting_out && !matches!(state, State::Launching | State::ClearingLauncher | State::Charging) {
            let [length, turning] = [motion.speed, motion.turn_rate].map(|rate| rate.abs() * step_s);
            self.under_way += DriveStats { time_s: step_s, length, turning };
        }
        let charging = state == State::Charging;
        if charging || (self.steps.is_multiple_of(CHECKED_EVERY) && !self.can_work()) {
            self.last_progress_s = now_s;
        }
        self.result.longest_wait_s = self.result.longest_wait_s.max(now_s - self.last_progress_s);
    }

    pub(super) fn finish(self) -> FloorRun {
        let (time_s, left) = (self.now_s(), self.balls.len() + self.inside.len());
        FloorRun { time_s, left, camera: self.behavior.camera(), ..self.result }
    }
}

/// The parts with noise: instruments, camera, mechanism, and the stream of ball contacts.
fn noisy(hall: &FloorHall, seed: u64, round: u64) -> (Instruments, Camera, Machine, ChaCha8Rng) {
    (
        Instruments::new(hall.instruments, &hall.site, &hall.robot.drive, seed, round),
        Camera::new(hall.camera, stream(seed, round, Purpose::Measurement)),
        Machine::new(hall.machine, hall.robot.battery, hall.robot.body.capacity, stream(seed, round, Purpose::Machine)),
        stream(seed, round, Purpose::Actuation),
    )
}
