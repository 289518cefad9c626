//! A session that is made up, for the tests of recording and page: small, plausible, and reported as the real one is.
//!
//! Sixty balls, a serving arm and a robot on rails, a person, a picker and two cameras. Its decisions are the
//! referee's, its balls are always counted in one place, and it is the same for the same seed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods)]

mod court;
mod rally;
mod seen;
mod stage;

use multiball::hall::record::{BallNow, BallPlace, Message, PersonNow, PickerNow, Recorder, Snapshot, Stage};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

pub use stage::stage;

/// What is played.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// How long, s.
    pub seconds: f64,
    /// Seed of its random numbers.
    pub seed: u64,
    /// Whether cameras look, too.
    pub pictures: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { seconds: 30.0, seed: 1, pictures: true }
    }
}

/// Snapshots a second.
pub const RATE: f64 = 100.0;

/// Plays a session and reports it; returns its stage.
pub fn play(recorder: &mut dyn Recorder, options: &Options) -> Stage {
    let mut hall = Hall::new(options);
    recorder.record(&Message::Stage(Box::new(hall.stage.clone())));
    if options.pictures {
        for camera in 0..hall.stage.cameras.len() {
            recorder.record(&Message::Backdrop { camera, frame: hall.backdrop.clone() });
        }
    }
    for tick in 0..(options.seconds * RATE) as u64 {
        hall.now_s = tick as f64 / RATE;
        hall.rally(recorder);
        hall.pick(recorder);
        recorder.record(&Message::Snapshot(hall.snapshot()));
        if options.pictures {
            hall.look(recorder);
        }
    }
    hall.stage
}

/// The state of it all.
struct Hall {
    stage: Stage,
    rng: ChaCha8Rng,
    now_s: f64,
    balls: Vec<BallNow>,
    court: court::Court,
    rally: Option<rally::Rally>,
    picker: PickerNow,
    /// Strokes of the robot so far.
    strokes: u64,
    backdrop: multiball::vision::Frame,
}

impl Hall {
    fn new(options: &Options) -> Self {
        let stage = stage();
        let hopper = BallNow { place: BallPlace::Hopper, position_m: [1.9, 0.9, 0.4] };
        let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
        let mut balls = vec![hopper; stage.balls as usize];
        // Half of them have been played before.
        for ball in balls.iter_mut().step_by(2) {
            let position_m = [rng.random_range(-4.0..4.0), rng.random_range(1.2..3.0), -0.74];
            *ball = BallNow { place: BallPlace::Floor, position_m };
        }
        let picker = PickerNow {
            position_m: [3.0, -2.0],
            heading_rad: 0.0,
            believed_m: [3.01, -1.99],
            believed_heading_rad: 0.01,
            state: "dock".into(),
            holds: 0,
            battery: 1.0,
        };
        let (court, backdrop) = (court::Court::new(), seen::backdrop());
        Self { stage, rng, now_s: 0.0, balls, court, rally: None, picker, strokes: 0, backdrop }
    }

    fn snapshot(&self) -> Snapshot {
        let t = self.now_s;
        let joints = self.stage.robots.iter().map(|robot| {
            let swing = |(index, joint): (usize, &multiball::hall::record::StagedJoint)| {
                let (middle, reach) = ((joint.low + joint.high) / 2.0, (joint.high - joint.low) / 4.0);
                middle + reach * (t * (1.0 + index as f64 * 0.3)).sin()
            };
            robot.joints.iter().enumerate().map(swing).collect()
        });
        let sway = |index: usize| {
            let phase = index as f64;
            [-1.8 + 0.1 * (3.0 * t + phase).sin(), 0.2 * (2.0 * t + phase).cos(), 0.9 - 0.1 * phase]
        };
        let person =
            PersonNow { keypoints_m: (0..17).map(sway).collect(), blade_m: sway(20), blade_normal: [1.0, 0.0, 0.0] };
        Snapshot {
            t_s: t,
            joints: joints.collect(),
            people: vec![person],
            balls: self.balls.clone(),
            picker: Some(self.picker.clone()),
        }
    }
}
