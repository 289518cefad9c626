//! The clock of a session: who moves when.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};

use super::errors::TrainingError;
use super::feeder::Feeder;
use super::hall::TrainingHall;
use super::learned::Learned;
use super::ledger::Ledger;
use super::people::Person;
use super::point::Point;
use super::recorded_robot::RecordedRobot;
use super::result::{PickerTally, TrainingResult, Wait};
use super::stroke_record::StrokeRecordBuilder;
use super::sweeping::Loose;
use super::{FRAME_TICKS, TICK_S};
use crate::court::{Match, Side};
use crate::geometry::Vec3;
use crate::hall::Extent;
use crate::hall::floor::{Moment, Run};
use crate::hall::record::{BallPlace, Recorder, SessionEvent};
use crate::picker::Point2;
use crate::player::CollisionChecker;

/// How far a session has come.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    /// Simulated time, s.
    pub now_s: f64,
    /// Points that were decided.
    pub points: u64,
}

/// A session under way.
pub(super) struct Session<'h, 'r> {
    pub(super) hall: &'h TrainingHall,
    pub(super) learned: &'h Learned,
    pub(super) recorder: &'r mut dyn Recorder,
    pub(super) tick: u64,
    pub(super) ledger: Ledger,
    pub(super) hopper: VecDeque<u32>,
    /// Balls on their way into the hopper: from where, and since when, s.
    pub(super) launched: Vec<(u32, Vec3, f64)>,
    /// Balls that move after their point.
    pub(super) loose: Vec<Loose<'h>>,
    /// Balls that lie about where nobody picks them up.
    pub(super) lying: Vec<(u32, Vec3)>,
    pub(super) feeder: Option<Feeder<'h>>,
    pub(super) seats: [Option<RecordedRobot>; 2],
    pub(super) person: Option<Person<'h>>,
    pub(super) floor: Option<Run<'h>>,
    pub(super) moment: Option<Moment>,
    pub(super) point: Option<Point<'h>>,
    pub(super) room: CollisionChecker,
    /// When the last point ended, s; before the first, long ago.
    pub(super) since_s: f64,
    /// Play waits for the hopper to be refilled.
    pub(super) dry: bool,
    pub(super) strokes: u64,
    /// Stories of strokes whose ball has not come down yet.
    pub(super) landing: [Option<StrokeRecordBuilder>; 2],
    pub(super) result: TrainingResult,
    waiting: Option<Wait>,
    /// The picker's plan as it was told last.
    pub(super) route: Vec<Point2>,
    changed: bool,
}

/// Ticks between two snapshots.
const SNAPSHOT_TICKS: u64 = 20;
/// Ticks between two looks at whether somebody wants to stop.
const STOP_TICKS: u64 = 50;
/// Time after which play goes on with any ball at all, s.
const PATIENCE_S: f64 = 120.0;
/// Time without any ball after which play is broken off, s: the picker needs a few minutes for the farthest.
const STARVED_S: f64 = 900.0;

impl TrainingHall {
    /// Plays a session. It depends on the scenario and the seed alone; whoever listens changes nothing. When it cannot be played on, the result says why; a ball that is
    /// lost is one such reason.
    ///
    /// # Errors
    /// When it cannot begin.
    pub fn play(
        &self,
        extent: Extent,
        recorder: &mut dyn Recorder,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<TrainingResult, TrainingError> {
        recorder.stage(&self.stage());
        let learned = self.learned()?;
        learned.show_backdrops(recorder);
        let mut session = Session::new(self, learned, recorder)?;
        while !session.is_over(extent) {
            if session.tick.is_multiple_of(STOP_TICKS) {
                progress(session.progress());
                if stop.load(Ordering::Relaxed) {
                    session.result.interrupted = true;
                    break;
                }
            }
            if let Err(error) = session.step() {
                session.result.broke_off = Some(error);
                break;
            }
        }
        Ok(session.finish())
    }
}

impl<'h, 'r> Session<'h, 'r> {
    fn new(
        hall: &'h TrainingHall,
        learned: &'h Learned,
        recorder: &'r mut dyn Recorder,
    ) -> Result<Self, TrainingError> {
        let room = &hall.settings.room;
        let ledger = Ledger::new(room.balls, room.on_floor);
        let seat = |side: Side, there: bool| -> Result<Option<RecordedRobot>, TrainingError> {
            let seat =
                |player| RecordedRobot::new(side, hall.arm, player, hall.options.stiffness, hall.options.latency_s);
            there.then(|| hall.seated(side).map(seat)).transpose()
        };
        let [home, away] = hall.settings.robots();
        let mut session = Self {
            hall,
            learned,
            recorder,
            tick: 0,
            hopper: (0..room.balls).filter(|ball| ledger.place(*ball) == BallPlace::Hopper).collect(),
            ledger,
            launched: Vec::new(),
            loose: Vec::new(),
            lying: Vec::new(),
            feeder: hall
                .settings
                .server
                .zip(hall.server.as_ref())
                .map(|(settings, server)| Feeder::new(server, settings, &hall.around)),
            seats: [seat(Side::Home, home)?, seat(Side::Away, away)?],
            person: Person::of(hall, learned),
            floor: hall.floor.as_ref().map(|floor| Run::new(floor, &[], 0)),
            moment: None,
            point: None,
            room: CollisionChecker::new(&hall.court).keeping(1e-6),
            since_s: f64::NEG_INFINITY,
            dry: false,
            strokes: 0,
            landing: [None, None],
            result: TrainingResult {
                points: Vec::new(),
                strokes: Vec::new(),
                score: Match::new(Side::Away),
                picker: hall.floor.as_ref().map(|_| PickerTally::default()),
                waits: Vec::new(),
                duration_s: 0.0,
                audits: 0,
                balls: [0; 6],
                interrupted: false,
                broke_off: None,
            },
            waiting: None,
            route: Vec::new(),
            changed: true,
        };
        session.scatter();
        Ok(session)
    }

    pub(super) fn now_s(&self) -> f64 {
        self.tick as f64 * TICK_S
    }

    fn progress(&self) -> Progress {
        Progress { now_s: self.now_s(), points: self.played() }
    }

    /// Points that were played, those broken off among them; a let is none.
    pub(super) fn played(&self) -> u64 {
        self.result.points.iter().filter(|point| !point.is_let).count() as u64
    }

    fn is_over(&self, extent: Extent) -> bool {
        if self.point.is_some() {
            return false;
        }
        let cleared =
            || self.feeder.is_none() && self.floor.as_ref().is_none_or(|run| run.mind.is_done() && self.tick > 0);
        match extent {
            Extent::Points(points) => self.played() >= points || cleared(),
            Extent::DurationS(duration_s) => self.now_s() >= duration_s || duration_s.is_nan(),
        }
    }

    /// One tick.
    fn step(&mut self) -> Result<(), TrainingError> {
        if self.tick.is_multiple_of(FRAME_TICKS) {
            self.step_floor();
            self.move_loose_balls();
            self.arrive_in_hopper();
        }
        if self.tick.is_multiple_of(SNAPSHOT_TICKS) && self.recorder.listens() {
            let snapshot = self.snapshot();
            self.recorder.snapshot(&snapshot);
        }
        if let Some(feeder) = &mut self.feeder {
            feeder.tick(self.tick as f64 * TICK_S);
        }
        self.tick_seats();
        match self.point.is_some() {
            true => self.play_on()?,
            false => self.begin_if_ready()?,
        }
        self.tick += 1;
        if std::mem::take(&mut self.changed) {
            self.audit()?;
        }
        Ok(())
    }

    /// Books a ball elsewhere.
    pub(super) fn shift(&mut self, ball: u32, to: BallPlace) {
        let told = self.ledger.shift(ball, to);
        self.changed = true;
        self.recorder.happened(self.tick as f64 * TICK_S, &told);
    }

    pub(super) fn tell(&mut self, t_s: f64, what: &SessionEvent) {
        self.recorder.happened(t_s, what);
    }

    fn audit(&mut self) -> Result<(), TrainingError> {
        let hopper = self.hopper.iter().map(|ball| (*ball, BallPlace::Hopper));
        let launched = self.launched.iter().map(|(ball, ..)| (*ball, BallPlace::Launcher));
        let point = self.point.iter().map(Point::whereabouts);
        let loose = self.loose.iter().map(|loose| (loose.ball, BallPlace::Flight));
        let lying = self.lying.iter().map(|(ball, _)| (*ball, BallPlace::Floor));
        let run = self.floor.iter();
        let floor = run.clone().flat_map(Run::balls).map(|(ball, _)| (ball as u32, BallPlace::Floor));
        let picker = run.flat_map(Run::inside).map(|ball| (ball as u32, BallPlace::Picker));
        let found = hopper.chain(launched).chain(point).chain(loose).chain(lying).chain(floor).chain(picker);
        let after_s = self.tick as f64 * TICK_S;
        self.ledger.audit(found).map_err(|lost| TrainingError::Lost { after_s, lost })
    }

    /// Between points: waits for the pause, the hopper and the zones, then begins.
    fn begin_if_ready(&mut self) -> Result<(), TrainingError> {
        let (Some(server), true) = (self.hall.settings.server, self.feeder.is_some()) else { return Ok(()) };
        let now_s = self.now_s();
        if now_s < self.since_s + server.pause_s || !self.tick.is_multiple_of(FRAME_TICKS) {
            return Ok(());
        }
        if self.hopper.is_empty() && self.floor.is_none() {
            return Err(TrainingError::Dry { after_s: now_s, points: self.played() });
        }
        let waited_s = self.waiting.as_ref().map_or(0.0, |wait| now_s - wait.from_s);
        if self.hopper.is_empty() && waited_s > STARVED_S {
            let [_, _, _, floor, picker, _] = self.ledger.counts();
            return Err(TrainingError::Starved { after_s: now_s, waited_s, floor, picker });
        }
        let wanted = if self.dry { server.resume_with } else { 1 };
        let enough = if waited_s > PATIENCE_S { 1 } else { wanted as usize };
        let reason = if self.hopper.len() < enough {
            self.dry = true;
            self.fetch(waited_s);
            Some("the hopper is dry")
        } else if self.picker_is_in_zone() {
            self.dry = false;
            Some("the picker leaves the players' zones")
        } else {
            self.dry = false;
            None
        };
        self.wait_for(now_s, reason);
        match reason {
            Some(_) => Ok(()),
            None => self.begin_point(),
        }
    }

    /// Notes why play waits, or that it goes on.
    fn wait_for(&mut self, now_s: f64, reason: Option<&str>) {
        let same = self.waiting.as_ref().map(|wait| wait.reason.as_str()) == reason;
        if same {
            return;
        }
        if let Some(wait) = self.waiting.take() {
            self.result.waits.push(Wait { lasted_s: now_s - wait.from_s, ..wait });
        }
        self.tell(now_s, &SessionEvent::Waiting { reason: reason.map(Into::into) });
        self.waiting = reason.map(|reason| Wait { from_s: now_s, lasted_s: 0.0, reason: reason.into() });
    }

    fn finish(mut self) -> TrainingResult {
        let now_s = self.now_s();
        if let Some(wait) = self.waiting.take() {
            self.result.waits.push(Wait { lasted_s: now_s - wait.from_s, ..wait });
        }
        // Who stops in the middle of a point gets whole points.
        if let Some(point) = &self.point {
            self.result.strokes.retain(|stroke| stroke.point != point.number);
        }
        TrainingResult { duration_s: now_s, audits: self.ledger.audits(), balls: self.ledger.counts(), ..self.result }
    }
}
