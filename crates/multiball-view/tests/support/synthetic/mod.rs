//! A made-up session: plausible to the eye, with no physics behind it, so that the page can be looked at and tested without a hall.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, dead_code, unreachable_pub)]

mod eyes;
mod floor;
mod people;
mod rally;
mod stage;
mod telling;

use multiball::court::Side;
use multiball::geometry::Vec3;
use multiball::hall::record::{BallNow, BallPlace, Message, PointScore, Recorder, SessionEvent, Snapshot, Wants};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use eyes::Eyes;
use floor::Floor;
use people::Person;
use rally::Rally;

pub use stage::stage;

pub(crate) const STEP_S: f64 = 0.01;
/// From the end of a point to the next toss.
const PAUSE_S: f64 = 1.4;

pub(crate) fn triple(vector: &Vec3) -> [f64; 3] {
    [vector.x, vector.y, vector.z]
}

/// A session that is made up step by step.
pub struct Synthetic {
    rng: ChaCha8Rng,
    time_s: f64,
    balls: Vec<BallNow>,
    floor: Floor,
    rally: Option<Rally>,
    next_s: f64,
    person: Person,
    eyes: Option<Eyes>,
    score: PointScore,
    point: u64,
    strokes: u64,
    waits: bool,
    resting: Vec<Vec<f64>>,
}

impl Synthetic {
    /// Tells of the stage, and is ready to go on. Pictures are made where they are wanted.
    pub fn begin(seed: u64, recorder: &mut dyn Recorder) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let stage = stage(seed);
        recorder.record(&Message::Stage(Box::new(stage.clone())));
        let eyes = (recorder.wants() == Wants::Pictures).then(|| Eyes::open(&stage, recorder));
        let floor = Floor::new(&stage);
        let balls = floor.strewn(&mut rng);
        let person = Person::new(&mut rng);
        let resting = rally::resting();
        let score = PointScore::default();
        Self {
            rng,
            time_s: 0.0,
            balls,
            floor,
            rally: None,
            next_s: 0.6,
            person,
            eyes,
            score,
            point: 0,
            strokes: 0,
            waits: false,
            resting,
        }
    }

    pub fn time_s(&self) -> f64 {
        self.time_s
    }

    /// A hundredth of a second more.
    pub fn step(&mut self, recorder: &mut dyn Recorder) {
        self.time_s += STEP_S;
        self.serve_when_ready(recorder);
        self.play(recorder);
        self.floor.step(self.time_s, &mut self.balls, recorder);
        let joints = self.rally.as_ref().map_or_else(|| self.resting.clone(), |rally| rally.joints(self.time_s));
        let snapshot = Snapshot {
            t_s: self.time_s,
            joints,
            people: vec![self.person.at(self.time_s)],
            balls: self.balls.clone(),
            picker: Some(self.floor.now()),
        };
        recorder.record(&Message::Snapshot(snapshot));
        if let Some(eyes) = &mut self.eyes {
            let flying = self.balls.iter().find(|ball| ball.place == BallPlace::Flight);
            eyes.look(self.time_s, flying.map(|ball| Vec3::from(ball.position_m)), recorder);
        }
    }

    /// Many steps.
    pub fn run_until(&mut self, time_s: f64, recorder: &mut dyn Recorder) {
        while self.time_s < time_s {
            self.step(recorder);
        }
    }

    fn serve_when_ready(&mut self, recorder: &mut dyn Recorder) {
        if self.rally.is_some() || self.time_s < self.next_s {
            return;
        }
        let Some(ball) = self.balls.iter().position(|ball| ball.place == BallPlace::Hopper) else {
            if !self.waits {
                self.waits = true;
                let reason = Some("the hopper is empty".to_owned());
                recorder.record(&Message::Event { t_s: self.time_s, event: SessionEvent::Waiting { reason } });
            }
            return;
        };
        if std::mem::take(&mut self.waits) {
            recorder.record(&Message::Event { t_s: self.time_s, event: SessionEvent::Waiting { reason: None } });
        }
        self.point += 1;
        let server = Side::Away;
        recorder.record(&Message::Event {
            t_s: self.time_s,
            event: SessionEvent::PointBegan { point: self.point, ball: ball as u32, server },
        });
        self.put(ball, BallPlace::Toss, recorder);
        let rally = Rally::draw(self.time_s, ball, self.point, self.strokes, &mut self.person, &mut self.rng);
        self.strokes += rally.robot_strokes();
        self.rally = Some(rally);
    }

    fn play(&mut self, recorder: &mut dyn Recorder) {
        let Some(mut rally) = self.rally.take() else { return };
        for (t_s, what) in rally.due(self.time_s) {
            if matches!(&what, SessionEvent::Struck { .. }) && self.balls[rally.ball].place == BallPlace::Toss {
                self.put(rally.ball, BallPlace::Flight, recorder);
            }
            recorder.record(&Message::Event { t_s, event: what });
        }
        for story in rally.stories_due(self.time_s) {
            recorder.record(&Message::Stroke(Box::new(story)));
        }
        self.balls[rally.ball].position_m = triple(&rally.position(self.time_s));
        if self.time_s < rally.end_s {
            self.rally = Some(rally);
            return;
        }
        self.put(rally.ball, BallPlace::Floor, recorder);
        let decided = self.decide(&rally);
        recorder.record(&Message::Event { t_s: self.time_s, event: decided });
        self.next_s = self.time_s + PAUSE_S;
    }

    fn decide(&mut self, rally: &Rally) -> SessionEvent {
        match rally.winner {
            Side::Home => self.score.home += 1,
            Side::Away => self.score.away += 1,
        }
        let (home, away) = (self.score.home, self.score.away);
        if home.max(away) >= 11 && home.abs_diff(away) >= 2 {
            self.score.home_games += u32::from(home > away);
            self.score.away_games += u32::from(away > home);
            (self.score.home, self.score.away) = (0, 0);
        }
        SessionEvent::Decided {
            point: self.point,
            winner: Some(rally.winner),
            fault: Some(rally.fault),
            is_let: false,
            strokes: rally.strokes,
            duration_s: self.time_s - rally.began_s,
            score: self.score,
        }
    }

    fn put(&mut self, ball: usize, to: BallPlace, recorder: &mut dyn Recorder) {
        floor::put(&mut self.balls, ball, to, self.time_s, recorder);
    }
}

pub(crate) fn near(rng: &mut ChaCha8Rng, middle: f64, spread: f64) -> f64 {
    middle + rng.random_range(-spread..spread)
}
