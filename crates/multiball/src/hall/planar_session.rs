//! Rounds of the planar rally one after the other, told as a session.

use std::sync::atomic::AtomicBool;

use super::audience::{Audience, HallEvent};
use super::hooks::Hooks;
use super::planar::{PlanarArm, PlanarHall, RoundResult};
use super::record::{
    BallNow, BallPlace, Message, PointScore, Recorder, SessionEvent, Snapshot, Stage, StagedCourt, StagedRobot,
    StrikerKind, triple,
};
use super::rounds::{Extent, Session};
use super::scenario::Scenario;
use crate::ball::{BallEvent, BallState, EventKind, Segment};
use crate::court::{Decision, Match, Side};
use crate::geometry::{Pose, Vec3};
use crate::robot::{JointKind, JointLimits};

/// Time between two snapshots, s, and between two rounds.
const SNAPSHOT_S: f64 = 0.02;
const PAUSE_S: f64 = 1.0;
/// The room around a rally that needs none, m.
const ROOM: [f64; 2] = [7.0, 4.0];

impl PlanarHall {
    /// Plays rounds one after the other, and tells of them; their results are those of [`super::play_rounds`].
    pub fn perform(
        &self,
        scenario: &Scenario,
        seed: u64,
        extent: Extent,
        recorder: &mut dyn Recorder,
        hooks: &mut dyn Hooks,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&RoundResult),
    ) -> Session {
        recorder.record(&Message::Stage(Box::new(self.stage(scenario, seed))));
        let mut teller = Teller::new(recorder, hooks);
        let mut rounds: Vec<RoundResult> = Vec::new();
        let mut played_s = 0.0;
        while !extent.is_reached(rounds.len() as u64, played_s) {
            let Some(result) = self.play_until(rounds.len() as u64, &mut teller, stop) else {
                return Session { rounds, interrupted: true };
            };
            teller.end_round(&result);
            progress(&result);
            played_s += result.duration_s;
            rounds.push(result);
        }
        Session { rounds, interrupted: false }
    }

    fn stage(&self, scenario: &Scenario, seed: u64) -> Stage {
        let court = scenario.court();
        Stage {
            scenario: scenario.name.clone(),
            about: scenario.about.clone(),
            seed,
            hall_m: ROOM,
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
        let turned = if side == Side::Home { turn / 2.0 } else { 0.0 };
        let base = Pose::new(Vec3::new(side.sign() * body.base_u, 0.0, body.base_z), Vec3::z() * turned);
        Some(StagedRobot::new(&side.to_string(), "planar3", side, &base, &chain, body.racket_radius))
    }
}

/// Tells a recorder what an audience sees, on the clock of the session.
struct Teller<'r> {
    recorder: &'r mut dyn Recorder,
    hooks: &'r mut dyn Hooks,
    /// When the round began, s.
    began_s: f64,
    snapshots: usize,
    point: u64,
    score: Match,
}

impl<'r> Teller<'r> {
    fn new(recorder: &'r mut dyn Recorder, hooks: &'r mut dyn Hooks) -> Self {
        Self { recorder, hooks, began_s: 0.0, snapshots: 0, point: 1, score: Match::new(Side::Home) }
    }

    fn end_round(&mut self, result: &RoundResult) {
        let (winner, fault) = match result.decision {
            Some(Decision::Point { winner, fault }) => (Some(winner), Some(fault)),
            Some(Decision::Let) | None => (None, None),
        };
        winner.into_iter().for_each(|side| self.score.count(side));
        let told = SessionEvent::Decided {
            point: self.point,
            winner,
            fault,
            is_let: result.decision == Some(Decision::Let),
            strokes: result.strokes,
            duration_s: result.duration_s,
            score: PointScore::of(&self.score),
        };
        self.tell(result.duration_s, told);
        self.began_s += result.duration_s + PAUSE_S;
        self.snapshots = 0;
        self.point += 1;
    }

    fn tell(&mut self, t_s: f64, event: SessionEvent) {
        self.recorder.record(&Message::Event { t_s: self.began_s + t_s, event });
    }

    fn tell_stroke(&mut self, t_s: f64, side: Side, before: &BallState, after: &BallState) {
        self.tell(t_s, SessionEvent::of_stroke(0, StrikerKind::Robot, side, before, after));
    }

    fn tell_touch(&mut self, event: &BallEvent) {
        match event.kind {
            EventKind::Racket(index) => self.tell_stroke(event.t_s, Side::BOTH[index], &event.before, &event.after),
            _ => {
                if let Some(told) = SessionEvent::of_touch(0, event) {
                    self.tell(event.t_s, told);
                }
            }
        }
    }
}

impl Audience for Teller<'_> {
    fn event(&mut self, t_s: f64, event: &HallEvent) {
        match event {
            HallEvent::Feed { by, ball } => {
                self.tell(t_s, SessionEvent::PointBegan { point: self.point, ball: 0, server: *by });
                self.tell_stroke(t_s, *by, ball, ball);
            }
            HallEvent::Ball(event) => self.tell_touch(event),
            HallEvent::Planned { .. } | HallEvent::Helpless { .. } | HallEvent::Decided(_) => {}
        }
    }

    fn stretch(&mut self, ball: &Segment<'_>, arms: &[PlanarArm; 2]) {
        for t_s in ball.ticks(0.0, SNAPSHOT_S, self.snapshots) {
            self.snapshots += 1;
            let position_m = triple(&ball.state_at(t_s).position);
            let now = Snapshot {
                t_s: self.began_s + t_s,
                joints: arms.iter().map(|arm| arm.joints(t_s).position.iter().copied().collect()).collect(),
                people: Vec::new(),
                balls: vec![BallNow { place: BallPlace::Flight, position_m }],
                picker: None,
            };
            let now_s = now.t_s;
            self.recorder.record(&Message::Snapshot(now));
            self.hooks.tick(now_s);
        }
    }
}
