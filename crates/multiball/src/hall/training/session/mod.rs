//! A session that an outside program drives: its clock and the order of its parts.

mod agents;

pub use agents::CommandError;

use std::sync::Arc;

use rand::RngExt;

use super::balls::Balls;
use super::context::Context;
use super::errors::TrainingError;
use super::floor_work::FloorWork;
use super::hall::TrainingHall;
use super::learned::Learned;
use super::outbox::Outbox;
use super::play::Play;
use super::result::TrainingResult;
use super::{FRAME_TICKS, TICK_S};
use crate::ball::BallState;
use crate::geometry::Vec3;
use crate::hall::random::{Purpose, stream};
use crate::hall::record::{BallPlace, Message, Recorder, Stage, Wants};
use crate::hall::{Extent, Hooks, NoHooks, Scenario};

/// Progress of a session.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    /// Simulated time, s.
    pub now_s: f64,
    /// Points that were decided.
    pub points: u64,
}

/// A training session that an outside program drives.
///
/// A session depends on its scenario and its seed alone: it gives the same messages and the same result in steps of any
/// length, and so does [`TrainingHall::play`]. It owns or shares all that it needs, so it can be cloned, sent to other
/// threads and held by another language. A clone goes on as the original does.
///
/// The hall and what its robots learn before they play are shared by all sessions in it: see [`Session::in_hall`].
///
/// ```no_run
/// use multiball::court::Side;
/// use multiball::hall::record::Message;
/// use multiball::hall::{Extent, Scenario, training::Session};
///
/// let mut session = Session::new(&Scenario::builtin("duel")?, 1)?.lasting(Extent::Points(2));
/// let mut events = 0;
/// while session.tick() {
///     let knows = session.observation(Side::Home);
///     let messages = session.take_messages();
///     events += messages.iter().filter(|message| matches!(message, Message::Event { .. })).count();
/// }
/// assert_eq!(session.result().points.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Session {
    hall: Arc<TrainingHall>,
    learned: Arc<Learned>,
    seed: u64,
    tick: u64,
    extent: Option<Extent>,
    balls: Balls,
    play: Play,
    floor: FloorWork,
    outbox: Outbox,
    interrupted: bool,
    broke_off: Option<TrainingError>,
}

/// Ticks between two snapshots.
const SNAPSHOT_TICKS: u64 = 20;

impl Session {
    /// A session of a scenario in a hall of its own, which has the same seed. What robots learn before they play takes
    /// seconds; [`Session::reset`] and sessions in the same hall need none of it again.
    ///
    /// # Errors
    /// When the scenario is not a training scenario, or nothing can be played in its hall.
    pub fn new(scenario: &Scenario, seed: u64) -> Result<Self, TrainingError> {
        Self::in_hall(Arc::new(TrainingHall::of(scenario, seed)?), seed)
    }

    /// A session in a hall that may be shared with others.
    ///
    /// The hall's own seed has drawn what stays from episode to episode: the person at the away end, the noise and the
    /// calibration of the cameras, and the lessons. The session's seed draws the episode: serves, noise of
    /// measurements, answers, and balls on the floor.
    ///
    /// # Errors
    /// When the robots cannot learn.
    pub fn in_hall(hall: Arc<TrainingHall>, seed: u64) -> Result<Self, TrainingError> {
        let mut session = Self::begun(hall, seed)?;
        session.open();
        Ok(session)
    }

    /// A session that has not reported its stage.
    pub(super) fn begun(hall: Arc<TrainingHall>, seed: u64) -> Result<Self, TrainingError> {
        let learned = hall.learned()?;
        let mut session = Self {
            balls: Balls::new(&hall.settings.room),
            play: Play::new(&hall, &learned, seed),
            floor: FloorWork::new(&hall, seed),
            outbox: Outbox::default(),
            hall,
            learned,
            seed,
            tick: 0,
            extent: None,
            interrupted: false,
            broke_off: None,
        };
        session.scatter();
        Ok(session)
    }

    /// The same session, which ends by itself; otherwise it never ends.
    #[must_use]
    pub fn lasting(self, extent: Extent) -> Self {
        Self { extent: Some(extent), ..self }
    }

    /// The same session, which reports the wanted messages; by default all but pictures. Others are not created.
    ///
    /// Call it before the first tick.
    #[must_use]
    pub fn reporting(mut self, wants: Wants) -> Self {
        self.outbox.set_wants(wants);
        self.open();
        self
    }

    /// Begins another episode in the same hall, as a new session there with this seed; extent and reports stay as
    /// they are.
    pub fn reset(&mut self, seed: u64) {
        self.seed = seed;
        self.tick = 0;
        self.balls = Balls::new(&self.hall.settings.room);
        self.play = Play::new(&self.hall, &self.learned, seed);
        self.floor = FloorWork::new(&self.hall, seed);
        self.interrupted = false;
        self.broke_off = None;
        self.scatter();
        self.open();
    }

    /// Reports the stage.
    fn open(&mut self) {
        self.outbox.clear();
        if self.outbox.wants() > Wants::Nothing {
            let stage = Stage { seed: self.seed, ..self.hall.stage() };
            self.outbox.record(&Message::Stage(Box::new(stage)));
            self.learned.show_backdrops(&mut self.outbox);
        }
    }

    /// Scatters the balls that lie on the floor at first.
    fn scatter(&mut self) {
        const FROM_WALL: f64 = 0.5;
        let mut rng = stream(self.seed, 0, Purpose::Floor);
        let [x, y] = self.hall.plan.half.map(|half| half - FROM_WALL);
        for ball in self.balls.on_floor() {
            let place = Vec3::new(rng.random_range(-x..x), rng.random_range(-y..y), self.hall.lowest());
            self.floor.put(&mut self.balls, ball, &BallState::new(place, Vec3::zeros(), Vec3::zeros()));
        }
    }

    /// The hall in which it is played.
    #[must_use]
    pub fn hall(&self) -> &Arc<TrainingHall> {
        &self.hall
    }

    /// The seed of the episode.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Simulated time, s.
    #[must_use]
    pub fn now_s(&self) -> f64 {
        self.tick as f64 * TICK_S
    }

    /// Its progress.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress { now_s: self.now_s(), points: self.play.played() }
    }

    /// Whether it has ended, or cannot be continued. A point under way is played to its end.
    #[must_use]
    pub fn is_over(&self) -> bool {
        if self.broke_off.is_some() {
            return true;
        }
        if self.play.has_point() {
            return false;
        }
        let cleared = || self.play.is_without_server() && self.tick > 0 && self.floor.is_done();
        match self.extent {
            None => false,
            Some(Extent::Points(points)) => self.play.played() >= points || cleared(),
            Some(Extent::DurationS(duration_s)) => self.now_s() >= duration_s || duration_s.is_nan(),
        }
    }

    /// Advances by one control tick of 1 ms. Returns whether the session continues.
    pub fn tick(&mut self) -> bool {
        self.advance_by(1, &mut NoHooks)
    }

    /// Advances to a time, s, or to the end of the session. Returns whether the session continues.
    pub fn advance_to(&mut self, t_s: f64) -> bool {
        self.advance_with(t_s, &mut NoHooks)
    }

    /// As [`Self::advance_to`], with hooks that measure how long robots compute, or wait.
    pub fn advance_with(&mut self, t_s: f64, hooks: &mut dyn Hooks) -> bool {
        // A rounding error is no reason for another tick.
        let last = (t_s / TICK_S - 1e-6).ceil().max(0.0) as u64;
        self.advance_by(last.saturating_sub(self.tick), hooks)
    }

    fn advance_by(&mut self, ticks: u64, hooks: &mut dyn Hooks) -> bool {
        let mut outbox = std::mem::take(&mut self.outbox);
        self.advance_ticks(ticks, &mut outbox, hooks);
        self.outbox = outbox;
        !self.is_over()
    }

    /// Marks the session as interrupted.
    pub(super) fn interrupt(&mut self) {
        self.interrupted = true;
    }

    /// Advances by a number of ticks, or to the end, and reports to a recorder.
    pub(super) fn advance_ticks(&mut self, ticks: u64, recorder: &mut dyn Recorder, hooks: &mut dyn Hooks) {
        for _ in 0..ticks {
            if self.is_over() {
                return;
            }
            if let Err(error) = self.step(recorder, hooks) {
                self.broke_off = Some(error);
            }
        }
    }

    /// One tick.
    fn step(&mut self, recorder: &mut dyn Recorder, hooks: &mut dyn Hooks) -> Result<(), TrainingError> {
        if self.tick.is_multiple_of(FRAME_TICKS) {
            let mut now = Context::new(self.tick, &mut self.balls, recorder, hooks);
            self.floor.step(&mut now, self.play.state());
            self.tidy(recorder, hooks);
        }
        if self.tick.is_multiple_of(SNAPSHOT_TICKS) {
            if recorder.wants() > Wants::Nothing {
                recorder.record(&Message::Snapshot(self.snapshot()));
            }
            hooks.tick(self.now_s());
        }
        let mut now = Context::new(self.tick, &mut self.balls, recorder, hooks);
        self.play.tick(&mut now, &mut self.floor)?;
        self.tick += 1;
        let others = self.play.whereabouts().into_iter().chain(self.floor.whereabouts());
        let after_s = self.tick as f64 * TICK_S;
        self.balls.audit(others).map_err(|lost| TrainingError::Lost { after_s, lost })
    }

    /// Hands loose balls on the floor to the picker, and launched balls to the hopper.
    fn tidy(&mut self, recorder: &mut dyn Recorder, hooks: &mut dyn Hooks) {
        let now_s = self.now_s();
        let report = |t_s: f64, event| recorder.record(&Message::Event { t_s, event });
        let down = self.balls.move_loose(&self.hall, now_s, report);
        for (ball, state) in down {
            self.floor.put(&mut self.balls, ball, &state);
            Context::new(self.tick, &mut self.balls, recorder, hooks).book(ball, BallPlace::Floor);
        }
        for ball in self.balls.arrive(now_s) {
            Context::new(self.tick, &mut self.balls, recorder, hooks).book(ball, BallPlace::Hopper);
        }
    }

    /// Takes the messages since the last call, in order.
    pub fn take_messages(&mut self) -> Vec<Message> {
        self.outbox.take()
    }

    /// The result so far, without a point under way.
    #[must_use]
    pub fn result(&self) -> TrainingResult {
        TrainingResult {
            picker: self.floor.tally(),
            audits: self.balls.audits(),
            balls: self.balls.counts(),
            interrupted: self.interrupted,
            broke_off: self.broke_off.clone(),
            ..self.play.result(self.now_s())
        }
    }
}
