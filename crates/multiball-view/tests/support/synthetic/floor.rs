//! Balls on the made-up floor, and the robot that picks them up.

use multiball::hall::record::{BallNow, BallPlace, Message, PickerNow, Recorder, SessionEvent, Stage, StagedPicker};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::STEP_S;

const SPEED_M_S: f64 = 0.8;
const TURN_RAD_S: f64 = 2.5;
const REST_Z: f64 = -0.74;
const LAUNCH_EVERY_S: f64 = 0.7;
const LAUNCH_S: f64 = 0.65;

pub(super) struct Floor {
    picker: StagedPicker,
    at: [f64; 2],
    heading: f64,
    inside: Vec<usize>,
    goal: Option<usize>,
    launched: Option<(usize, f64)>,
    next_launch_s: f64,
    work: &'static str,
    time_s: f64,
}

/// Counts a ball elsewhere.
pub(super) fn put(balls: &mut [BallNow], ball: usize, to: BallPlace, time_s: f64, recorder: &mut dyn Recorder) {
    let from = std::mem::replace(&mut balls[ball].place, to);
    recorder.record(&Message::Event { t_s: time_s, event: SessionEvent::Moved { ball: ball as u32, from, to } });
}

impl Floor {
    pub(super) fn new(stage: &Stage) -> Self {
        let picker = stage.picker.unwrap();
        Self {
            picker,
            at: picker.home_m,
            heading: picker.home_heading_rad,
            inside: Vec::new(),
            goal: None,
            launched: None,
            next_launch_s: 0.0,
            work: "looks",
            time_s: 0.0,
        }
    }

    /// A third in the hopper, the others on the floor.
    pub(super) fn strewn(&self, rng: &mut ChaCha8Rng) -> Vec<BallNow> {
        let ball = |number: u32| {
            if number < 20 {
                return BallNow { place: BallPlace::Hopper, position_m: self.picker.hopper_m };
            }
            let x = rng.random_range(2.0..6.4) * if number.is_multiple_of(2) { 1.0 } else { -1.0 };
            BallNow { place: BallPlace::Floor, position_m: [x, rng.random_range(-3.2..3.2), REST_Z] }
        };
        (0..60).map(ball).collect()
    }

    pub(super) fn step(&mut self, time_s: f64, balls: &mut [BallNow], recorder: &mut dyn Recorder) {
        self.time_s = time_s;
        self.fly(balls, recorder);
        let full = self.inside.len() >= self.picker.capacity as usize;
        if full || self.work == "launches" && !self.inside.is_empty() {
            self.bring_home(balls, recorder);
        } else {
            self.collect(balls, recorder);
        }
        for &ball in &self.inside {
            balls[ball].position_m = [self.at[0], self.at[1], REST_Z + 0.2];
        }
    }

    pub(super) fn now(&self) -> PickerNow {
        let off = 0.05 * (self.time_s * 0.7).sin();
        PickerNow {
            position_m: self.at,
            heading_rad: self.heading,
            believed_m: [self.at[0] + off, self.at[1] + 0.04 * (self.time_s * 0.45).cos()],
            believed_heading_rad: self.heading + 0.06 * (self.time_s * 0.9).sin(),
            work: self.work.to_owned(),
            holds: self.inside.len() as u32,
            battery: (1.0 - self.time_s / 3600.0).max(0.1),
        }
    }

    fn collect(&mut self, balls: &mut [BallNow], recorder: &mut dyn Recorder) {
        let lying = |ball: &usize| balls[*ball].place == BallPlace::Floor;
        if self.goal.is_none_or(|goal| !lying(&goal)) {
            self.goal = (0..balls.len())
                .filter(lying)
                .min_by(|a, b| self.distance(balls[*a].position_m).total_cmp(&self.distance(balls[*b].position_m)));
            let Some(goal) = self.goal else {
                self.work = "looks";
                return;
            };
            let [x, y, _] = balls[goal].position_m;
            let route_m = vec![self.at, [x, y], self.picker.home_m];
            recorder.record(&Message::Event { t_s: self.time_s, event: SessionEvent::PickerPlanned { route_m } });
        }
        let Some(goal) = self.goal else { return };
        self.turn_to("collects", recorder);
        let [x, y, _] = balls[goal].position_m;
        if self.drive([x, y]) < self.picker.reach_m {
            self.inside.push(goal);
            put(balls, goal, BallPlace::Picker, self.time_s, recorder);
        }
    }

    fn bring_home(&mut self, balls: &mut [BallNow], recorder: &mut dyn Recorder) {
        if self.work != "launches" {
            self.turn_to("goes home", recorder);
            if self.drive(self.picker.home_m) < 0.05 {
                self.turn_to("launches", recorder);
            }
        } else if self.time_s > self.next_launch_s && self.launched.is_none() {
            self.next_launch_s = self.time_s + LAUNCH_EVERY_S;
            if let Some(ball) = self.inside.pop() {
                put(balls, ball, BallPlace::Launcher, self.time_s, recorder);
                self.launched = Some((ball, self.time_s));
            }
        }
    }

    fn fly(&mut self, balls: &mut [BallNow], recorder: &mut dyn Recorder) {
        let Some((ball, since_s)) = self.launched else { return };
        let share = ((self.time_s - since_s) / LAUNCH_S).min(1.0);
        let [x, y, z] = self.picker.hopper_m;
        let mix = |a: f64, b: f64| a + (b - a) * share;
        let height = mix(REST_Z + 0.25, z) + 2.4 * share * (1.0 - share);
        balls[ball].position_m = [mix(self.at[0], x), mix(self.at[1], y), height];
        if share >= 1.0 {
            put(balls, ball, BallPlace::Hopper, self.time_s, recorder);
            balls[ball].position_m = self.picker.hopper_m;
            self.launched = None;
        }
    }

    fn turn_to(&mut self, work: &'static str, recorder: &mut dyn Recorder) {
        if self.work != work {
            self.work = work;
            recorder.record(&Message::Event {
                t_s: self.time_s,
                event: SessionEvent::PickerTurnsTo { work: work.to_owned() },
            });
        }
    }

    /// Turns, then goes; returns what is left.
    fn drive(&mut self, to: [f64; 2]) -> f64 {
        let (dx, dy) = (to[0] - self.at[0], to[1] - self.at[1]);
        let off = (dy.atan2(dx) - self.heading + std::f64::consts::PI).rem_euclid(std::f64::consts::TAU);
        let off = off - std::f64::consts::PI;
        self.heading += off.clamp(-TURN_RAD_S * STEP_S, TURN_RAD_S * STEP_S);
        if off.abs() < 0.4 {
            self.at[0] += self.heading.cos() * SPEED_M_S * STEP_S;
            self.at[1] += self.heading.sin() * SPEED_M_S * STEP_S;
        }
        (dx * dx + dy * dy).sqrt()
    }

    fn distance(&self, [x, y, _]: [f64; 3]) -> f64 {
        (x - self.at[0]).powi(2) + (y - self.at[1]).powi(2)
    }
}
