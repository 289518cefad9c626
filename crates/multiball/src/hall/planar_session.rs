//! Rounds of the planar rally one after the other, reported as a session.

use std::sync::atomic::AtomicBool;

use super::hooks::Hooks;
use super::planar::{PlanarArm, PlanarHall, RoundResult, in_world};
use super::record::{
    BallNow, BallPlace, Message, PointScore, Recorder, SessionEvent, Snapshot, Stage, StagedCourt, StagedRobot,
    StrikerKind, Wants, triple,
};
use super::rounds::{Extent, PlayedRounds};
use super::scenario::Scenario;
use crate::ball::{BallEvent, BallState, EventKind, RacketPart, Segment};
use crate::court::{Decision, Match, Side};
use crate::geometry::{Pose, Vec3, portable};
use crate::player::{NoStroke, StrokePlan};
use crate::robot::{JointKind, JointLimits};

/// Time between two snapshots, s, and between two rounds.
const SNAPSHOT_S: f64 = 0.02;
const PAUSE_S: f64 = 1.0;
/// Size of the hall that is shown around a planar rally, m.
const HALL_M: [f64; 2] = [7.0, 4.0];

impl PlanarHall {
    /// Plays rounds one after the other, and reports them; their results are those of [`super::play_rounds`].
    pub fn perform(
        &self,
        scenario: &Scenario,
        extent: Extent,
        recorder: &mut dyn Recorder,
        hooks: &mut dyn Hooks,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&RoundResult),
    ) -> PlayedRounds {
        recorder.record(&Message::Stage(Box::new(self.stage(scenario))));
        let mut reporter = Reporter::new(recorder, hooks, 0);
        let mut rounds: Vec<RoundResult> = Vec::new();
        let mut played_s = 0.0;
        while !extent.is_reached(rounds.len() as u64, played_s) {
            let Some(result) = self.report_until(rounds.len() as u64, &mut reporter, stop) else {
                return PlayedRounds { rounds, interrupted: true };
            };
            progress(&result);
            played_s += result.duration_s;
            rounds.push(result);
        }
        PlayedRounds { rounds, interrupted: false }
    }

    fn stage(&self, scenario: &Scenario) -> Stage {
        let court = scenario.court();
        Stage {
            scenario: scenario.name.clone(),
            about: scenario.about.clone(),
            seed: self.seed(),
            hall_m: HALL_M,
            court: StagedCourt::of(&court),
            balls: 1,
            ball_radius_m: scenario.physics().body.radius,
            robots: Side::BOTH.into_iter().filter_map(|side| self.staged(side)).collect(),
            people: Vec::new(),
            picker: None,
            cameras: Vec::new(),
            targets: Vec::new(),
            zones_m: Vec::new(),
            obstacles_m: Vec::new(),
        }
    }

    fn staged(&self, side: Side) -> Option<StagedRobot> {
        let body = &self.player(side).body;
        let turn = std::f64::consts::TAU;
        let limits = std::array::from_fn(|i| JointLimits {
            kind: JointKind::Revolute,
            low: -turn,
            high: turn,
            speed: body.joint_speed[i],
            acceleration: f64::INFINITY,
            jerk: f64::INFINITY,
        });
        let chain = body.arm.chain(&limits).ok()?;
        // Its x axis points to the net.
        let ahead = in_world(side, -1.0, 0.0);
        let turned = Vec3::z() * portable::atan2(ahead.y, ahead.x);
        let base = Pose::new(in_world(side, body.base_u, body.base_z), turned);
        Some(StagedRobot::new(&side.to_string(), "planar3", side, &base, &chain, body.racket_radius))
    }
}

/// Reports rounds to a recorder on the clock of the session. Creates no messages where the recorder wants none.
pub(super) struct Reporter<'r> {
    recorder: &'r mut dyn Recorder,
    hooks: &'r mut dyn Hooks,
    wanted: bool,
    /// When the round began, s.
    began_s: f64,
    snapshots: usize,
    point: u64,
    score: Match,
}

impl<'r> Reporter<'r> {
    /// A reporter that begins with a round.
    pub(super) fn new(recorder: &'r mut dyn Recorder, hooks: &'r mut dyn Hooks, round: u64) -> Self {
        let wanted = recorder.wants() > Wants::Nothing;
        Self { recorder, hooks, wanted, began_s: 0.0, snapshots: 0, point: round + 1, score: Match::new(Side::Home) }
    }

    /// A round begins with a ball from a side.
    pub(super) fn begin_round(&mut self, by: Side, ball: &BallState) {
        let (point, robot) = (self.point, StrikerKind::Robot);
        self.event(0.0, || SessionEvent::PointBegan { point, ball: 0, server: by });
        self.event(0.0, || SessionEvent::of_stroke(0, robot, (by, RacketPart::Face), ball, ball));
    }

    /// A round is over; the next one begins after a pause.
    pub(super) fn end_round(&mut self, result: &RoundResult) {
        let (winner, fault) = match result.decision {
            Some(Decision::Point { winner, fault }) => (Some(winner), Some(fault)),
            Some(Decision::Let) | None => (None, None),
        };
        winner.into_iter().for_each(|side| self.score.count(side));
        let (point, score) = (self.point, PointScore::of(&self.score));
        let is_let = result.decision == Some(Decision::Let);
        let RoundResult { strokes, duration_s, .. } = *result;
        self.event(duration_s, || SessionEvent::Decided { point, winner, fault, is_let, strokes, duration_s, score });
        self.began_s += duration_s + PAUSE_S;
        self.snapshots = 0;
        self.point += 1;
    }

    /// The ball touched something.
    pub(super) fn touched(&mut self, event: &BallEvent) {
        if !self.wanted {
            return;
        }
        let reported = match event.kind {
            EventKind::Racket(index, part) => {
                let side = Side::BOTH[index];
                Some(SessionEvent::of_stroke(0, StrikerKind::Robot, (side, part), &event.before, &event.after))
            }
            _ => SessionEvent::of_touch(0, event),
        };
        reported.into_iter().for_each(|reported| self.event(event.t_s, || reported));
    }

    /// A player decided on a stroke.
    pub(super) fn planned(&mut self, t_s: f64, side: Side, plan: &StrokePlan) {
        let hit_s = self.began_s + plan.ball.t_s;
        self.event(t_s, || SessionEvent::Planned {
            side,
            hit_s,
            position_m: triple(&in_world(side, plan.ball.u, plan.ball.z)),
            racket_speed_m_s: plan.racket.speed,
            target_m: in_world(side, -plan.target, 0.0).xy().into(),
        });
    }

    /// A player found no stroke.
    pub(super) fn no_stroke(&mut self, t_s: f64, side: Side, reason: &NoStroke) {
        self.event(t_s, || SessionEvent::NoStroke { side, reason: reason.to_string() });
    }

    /// The ball flew a segment, while the arms moved.
    pub(super) fn stretch(&mut self, ball: &Segment<'_>, arms: &[PlanarArm; 2]) {
        if !self.wanted {
            return;
        }
        for t_s in ball.ticks(0.0, SNAPSHOT_S, self.snapshots) {
            self.snapshots += 1;
            let now_s = self.began_s + t_s;
            let position_m = triple(&ball.state_at(t_s).position);
            self.recorder.record(&Message::Snapshot(Snapshot {
                t_s: now_s,
                joints: arms.iter().map(|arm| arm.joints(t_s).position.iter().copied().collect()).collect(),
                people: Vec::new(),
                balls: vec![BallNow { place: BallPlace::Flight, position_m }],
                picker: None,
            }));
            self.hooks.tick(now_s);
        }
    }

    fn event(&mut self, t_s: f64, event: impl FnOnce() -> SessionEvent) {
        if self.wanted {
            self.recorder.record(&Message::Event { t_s: self.began_s + t_s, event: event() });
        }
    }
}
