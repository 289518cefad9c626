//! The play: point, referee, robots, people and server.

mod point;
mod rally;
mod receiving;
mod view;

use std::sync::Arc;

use point::Point;

use super::context::Context;
use super::errors::TrainingError;
use super::feeder::Feeder;
use super::floor_work::{FloorWork, PlayState};
use super::hall::TrainingHall;
use super::learned::Learned;
use super::observation::RobotObservation;
use super::recorded_robot::RecordedRobot;
use super::result::{PointResult, StrokeResult, TrainingResult, Wait};
use super::session::CommandError;
use super::stroke_record::StrokeRecordBuilder;
use super::{FRAME_S, FRAME_TICKS};
use crate::court::{Match, Side};
use crate::hall::CalibrationErrors;
use crate::hall::record::{BallPlace, SessionEvent};
use crate::opponent::Opponent;
use crate::player::{CollisionChecker, JointCommand};

/// All players, and the point under way.
#[derive(Debug, Clone)]
pub(super) struct Play {
    hall: Arc<TrainingHall>,
    learned: Arc<Learned>,
    /// Seed of the episode.
    seed: u64,
    feeder: Option<Feeder>,
    robots: [Option<RecordedRobot>; 2],
    opponent: Option<Box<dyn Opponent>>,
    point: Option<Point>,
    checker: CollisionChecker,
    /// When the last point ended, s; before the first, long ago.
    since_s: f64,
    /// Play waits for the hopper to be refilled.
    dry: bool,
    waiting: Option<Wait>,
    /// Time in which play has waited without any ball, but for that in which the picker charged, s.
    starved_s: f64,
    /// Number of balls announced to robots.
    expected: u64,
    /// Strokes whose ball has not landed yet.
    landing: [Option<StrokeRecordBuilder>; 2],
    points: Vec<PointResult>,
    strokes: Vec<StrokeResult>,
    /// Balls that the robots have played, home first.
    played_balls: [u64; 2],
    score: Match,
    waits: Vec<Wait>,
}

/// Nearer counts as touching, m.
const TOUCHING: f64 = 1e-6;
/// Time after which play resumes with a single ball, s.
const PATIENCE_S: f64 = 120.0;
/// Time without any ball after which play is broken off, s: the picker needs a few minutes for the farthest. The time
/// in which it charges does not count: play waits as long as that takes, and as often.
const STARVED_S: f64 = 900.0;

impl Play {
    /// As a session with this seed begins.
    pub(super) fn new(hall: &Arc<TrainingHall>, learned: &Arc<Learned>, seed: u64) -> Self {
        let robot = |side: Side| {
            let robot = hall.robots[side.index()].as_ref()?;
            let mut robot = RecordedRobot::new(side, robot.clone(), hall.options.film.rate_hz);
            // Only the robot at home has cameras. Those that are calibrated anew for each ball cannot be refined.
            let kept = side == Side::Home && hall.options.sensors.calibration == CalibrationErrors::Rig;
            learned.rig.iter().filter(|_| kept).for_each(|cameras| robot.give_cameras(cameras));
            Some(robot)
        };
        Self {
            hall: hall.clone(),
            learned: learned.clone(),
            seed,
            feeder: hall.feeder.clone(),
            robots: Side::BOTH.map(robot),
            opponent: hall.opponent.clone(),
            point: None,
            checker: CollisionChecker::new(&hall.court).with_blade(hall.options.player.blade_radius).keeping(TOUCHING),
            since_s: f64::NEG_INFINITY,
            dry: false,
            waiting: None,
            starved_s: 0.0,
            expected: 0,
            landing: [None, None],
            points: Vec::new(),
            strokes: Vec::new(),
            played_balls: [0; 2],
            score: Match::new(Side::Away),
            waits: Vec::new(),
        }
    }

    /// Whether there is no server.
    pub(super) fn is_without_server(&self) -> bool {
        self.feeder.is_none()
    }

    /// Whether a point is under way.
    pub(super) fn has_point(&self) -> bool {
        self.point.is_some()
    }

    /// The state that the picker must know.
    pub(super) fn state(&self) -> PlayState {
        PlayState { in_play: !self.dry && self.feeder.is_some(), point: self.point.is_some() }
    }

    /// Points that were played, including those broken off; lets do not count.
    pub(super) fn played(&self) -> u64 {
        self.points.iter().filter(|point| !point.is_let).count() as u64
    }

    /// The ball of the point under way, and where it is counted.
    pub(super) fn whereabouts(&self) -> Option<(u32, BallPlace)> {
        self.point.as_ref().map(Point::whereabouts)
    }

    /// What the robot of a side knows.
    pub(super) fn observation(&self, side: Side, now_s: f64) -> Option<RobotObservation> {
        self.robots[side.index()].as_ref().map(|robot| robot.observation(now_s))
    }

    /// Takes over the robot of a side, or gives it back to its player.
    pub(super) fn steer(&mut self, side: Side, command: Option<&JointCommand>) -> Result<(), CommandError> {
        let robot = self.robots[side.index()].as_mut().ok_or(CommandError::NoRobot(side))?;
        Ok(robot.steer(command)?)
    }

    /// One tick of all players.
    pub(super) fn tick(&mut self, now: &mut Context<'_>, floor: &mut FloorWork) -> Result<(), TrainingError> {
        if let Some(feeder) = &mut self.feeder {
            feeder.arm.tick(now.now_s());
        }
        self.tick_robots(now);
        match self.point.is_some() {
            true => self.play_on(now),
            false => self.begin_if_ready(now, floor),
        }
    }

    /// Between points: waits for the pause, the hopper and the zones, then begins.
    fn begin_if_ready(&mut self, now: &mut Context<'_>, floor: &mut FloorWork) -> Result<(), TrainingError> {
        let (Some(server), true) = (self.hall.settings.server, self.feeder.is_some()) else { return Ok(()) };
        let now_s = now.now_s();
        if now_s < self.since_s + server.pause_s || !now.is_every(FRAME_TICKS) {
            return Ok(());
        }
        let in_hopper = now.balls().in_hopper();
        if in_hopper == 0 && !floor.has_picker() {
            return Err(TrainingError::Dry { after_s: now_s, points: self.played() });
        }
        let waited_s = self.waiting.as_ref().map_or(0.0, |wait| now_s - wait.from_s);
        if in_hopper > 0 || self.waiting.is_none() {
            self.starved_s = 0.0;
        } else if !floor.is_charging() {
            self.starved_s += FRAME_S;
        }
        if self.starved_s > STARVED_S {
            let [_, _, _, floor, picker, _] = now.balls().counts();
            return Err(TrainingError::Starved { after_s: now_s, waited_s, floor, picker });
        }
        let wanted = if self.dry { server.resume_with } else { 1 };
        let enough = if waited_s > PATIENCE_S { 1 } else { wanted as usize };
        self.dry = in_hopper < enough;
        let reason = if self.dry {
            floor.fetch(now, waited_s);
            Some("the hopper is dry")
        } else {
            floor.is_in_zone().then_some("the picker leaves the players' zones")
        };
        self.wait_for(now, reason);
        match reason {
            Some(_) => Ok(()),
            None => self.begin_point(now),
        }
    }

    /// Notes why play waits, or that it goes on.
    fn wait_for(&mut self, now: &mut Context<'_>, reason: Option<&str>) {
        let same = self.waiting.as_ref().map(|wait| wait.reason.as_str()) == reason;
        if same {
            return;
        }
        let now_s = now.now_s();
        self.waits.extend(self.waiting.take().map(|wait| wait.until(now_s)));
        now.report(now_s, SessionEvent::Waiting { reason: reason.map(Into::into) });
        self.waiting = reason.map(|reason| Wait { from_s: now_s, lasted_s: 0.0, reason: reason.into() });
    }

    /// The result so far, without the point under way.
    pub(super) fn result(&self, now_s: f64) -> TrainingResult {
        let waiting = self.waiting.clone().map(|wait| wait.until(now_s));
        let under_way = self.point.as_ref().map(|point| point.number);
        TrainingResult {
            points: self.points.clone(),
            strokes: self.strokes.iter().filter(|stroke| Some(stroke.point) != under_way).copied().collect(),
            found: self.robots.iter().flatten().map(RecordedRobot::found_out).collect(),
            score: self.score,
            waits: self.waits.iter().cloned().chain(waiting).collect(),
            duration_s: now_s,
            ..TrainingResult::none()
        }
    }
}
