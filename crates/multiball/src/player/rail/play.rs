//! The rail player over time: frame by frame a better stroke, tick by tick a command.

use super::choice::{self, CandidateQueue, HitCandidate};
use super::window::Window;
use super::{CollisionChecker, HitConfiguration, NoHit, NoReturn, RailSettings, RailStroke, RailStroker};
use crate::ball::{Physics, RacketState};
use crate::court::Court;
use crate::geometry::Vec3;
use crate::motion::{Follower, JointState};
use crate::player::Found;
use crate::player::aim::Aim;
use crate::robot::{Arm, Joints, Mounted, Rail6};
use crate::track::{Passage, Prediction};

/// The current stroke.
#[derive(Debug, Clone, Copy)]
struct Chosen {
    candidate: HitCandidate,
    ball: Passage,
    stroke: RailStroke,
    hit_s: f64,
    cost: f64,
    /// Whether the arm can still reach it.
    followed: bool,
}

/// A robot on rails that plays.
#[derive(Debug, Clone)]
pub struct RailPlayer {
    pub(super) stroker: RailStroker,
    pub(super) settings: RailSettings,
    queue: CandidateQueue,
    pub(super) ready: Joints<6>,
    follower: Follower<6>,
    chosen: Option<Chosen>,
    recovering: bool,
    why: Option<NoHit>,
}

impl RailPlayer {
    /// A waiting player that assumes the given physics.
    ///
    /// # Errors
    /// When the arm cannot wait where it should.
    pub fn new(physics: &Physics, court: Court, arm: Mounted<Rail6>, settings: RailSettings) -> Result<Self, NoReturn> {
        let middle = Joints::from_fn(|i, _| arm.limits()[i].middle());
        let racket = RacketState {
            center: settings.ready,
            normal: -Vec3::x(),
            velocity: Vec3::zeros(),
            turning: Vec3::zeros(),
            handle: None,
        };
        let far = |configuration: &HitConfiguration| (configuration.joints - middle).norm();
        let checker = CollisionChecker::new(&court).with_blade(settings.blade_radius);
        let ready = HitConfiguration::cheapest(&arm, &checker, &racket, &middle, far)
            .map_err(NoReturn::HitConfiguration)?
            .joints;
        Ok(Self {
            stroker: RailStroker::quick(physics, court, arm, checker),
            settings,
            queue: CandidateQueue::new(settings.hit_x, settings.ready.x),
            ready,
            follower: Follower::at_rest(&ready, arm.limits()),
            chosen: None,
            recovering: false,
            why: None,
        })
    }

    /// Where its returns should land, m.
    #[must_use]
    pub fn target(&self) -> (f64, f64) {
        self.settings.target
    }

    /// The joints as they are commanded at a time.
    #[must_use]
    pub fn command(&self, t_s: f64) -> JointState<6> {
        self.follower.at(t_s)
    }

    /// The current stroke, and the time of its hit.
    #[must_use]
    pub fn stroke(&self) -> Option<(&RailStroke, f64)> {
        self.chosen.as_ref().map(|chosen| (&chosen.stroke, chosen.hit_s))
    }

    /// The ball as it was predicted when the stroke was last corrected.
    #[must_use]
    pub fn predicted(&self) -> Option<&Passage> {
        self.chosen.as_ref().map(|chosen| &chosen.ball)
    }

    /// Whether the arm is back after a stroke.
    #[must_use]
    pub fn is_ready(&self, now_s: f64) -> bool {
        self.recovering && self.follower.motion().end_s() <= now_s
    }

    /// Why there is no stroke.
    #[must_use]
    pub fn why_not(&self) -> Option<&NoHit> {
        self.why.as_ref().filter(|_| self.chosen.is_none())
    }

    /// Plays with a robot and under physics that are known better now; another kind of robot is not taken.
    pub(super) fn learn(&mut self, found: &Found<'_>) {
        let Some(arm) = found.robot.downcast_ref::<Mounted<Rail6>>() else { return };
        self.stroker = RailStroker::quick(found.physics, self.stroker.court, *arm, self.stroker.checker);
        self.settings.target = found.target;
    }

    /// Forgets the ball that was played, or missed, and awaits another; the arm goes on to its ready position.
    pub fn await_ball(&mut self, now_s: f64) {
        let at_ease = self.chosen.is_none() && self.why.is_none();
        self.queue = CandidateQueue::new(self.settings.hit_x, self.settings.ready.x);
        self.chosen = None;
        self.why = None;
        if !(at_ease || self.recovering) {
            self.follower = self.recovery(&self.follower, now_s).map_or(self.follower, |(follower, _)| follower);
        }
        self.recovering = false;
    }

    /// Takes a new prediction of the ball: corrects the current stroke, or finds a better one.
    pub fn see(&mut self, now_s: f64, prediction: &Prediction) {
        if self.chosen.is_some_and(|chosen| now_s >= chosen.hit_s) {
            return;
        }
        let number = prediction.home_bounce();
        let (bounce_s, probability) = prediction.bounce_time(number).unwrap_or((now_s, 0.0));
        if probability < 0.5 {
            self.explain(NoHit::NoBounce { probability });
            return;
        }
        let window = Window::of(bounce_s + self.settings.after_bounce_s, prediction, number + 1);
        if self.correct(now_s, prediction, &window) {
            return;
        }
        self.queue.look_again_after(bounce_s, now_s);
        for _ in 0..self.settings.looks {
            let followed = self.chosen.is_some_and(|chosen| chosen.followed);
            let Some(candidate) = self.queue.next(!followed) else { break };
            if let Err(reason) = self.consider(now_s, candidate, prediction, &window) {
                self.explain(reason);
            }
            if followed {
                break;
            }
        }
    }

    /// Lets time pass: after the stroke the arm goes back.
    pub fn tick(&mut self, now_s: f64) {
        if self.recovering || self.chosen.is_none_or(|chosen| now_s <= chosen.hit_s) {
            return;
        }
        let back = self.recovery(&self.follower, now_s);
        self.recovering = back.is_some();
        // An arm without a clear path back still goes back.
        self.follower = back.map_or(self.follower, |(follower, _)| follower);
    }

    /// Corrects the current stroke; returns whether it is too late for another.
    fn correct(&mut self, now_s: f64, prediction: &Prediction, window: &Window) -> bool {
        let Some(chosen) = self.chosen else { return false };
        let late = now_s > chosen.hit_s - self.settings.commit_s;
        let candidate = chosen.candidate;
        let ball = window.ball(prediction, candidate.x);
        let corrected = ball.ok_or_else(|| self.not_in_zone(&candidate)).and_then(|ball| {
            let stroke = self.stroker.corrected_stroke(&ball, &self.aim(&candidate), &chosen.stroke, ball.t_s - now_s);
            stroke.map(|stroke| (ball, stroke)).map_err(NoHit::NoReturn)
        });
        match corrected {
            Ok((ball, stroke)) => {
                let scatter = self.stroker.scatter(&ball, &stroke.plan);
                let (from, left_s) = (self.follower.at(now_s), ball.t_s - now_s);
                let load = choice::load(self.stroker.arm.limits(), &from, &stroke.configuration, left_s);
                let cost = choice::cost(scatter, load, ball.t_s - window.from_s);
                self.approach(now_s, &chosen, &ball, stroke, cost);
            }
            Err(_) if late => {}
            Err(reason) => {
                self.chosen = None;
                self.explain(reason);
            }
        }
        late
    }

    /// Goes to a stroke, or as far from the one before towards it as the arm still can.
    fn approach(&mut self, now_s: f64, before: &Chosen, ball: &Passage, stroke: RailStroke, cost: f64) {
        const SHARES: [f64; 4] = [1.0, 0.6, 0.3, 0.1];
        /// A stroke that the arm cannot follow to costs so much more, m.
        const UNREACHED: f64 = 0.5;
        for share in SHARES {
            let between = |from: &Joints<6>, to: &Joints<6>| from + (to - from) * share;
            let joints = between(&before.stroke.configuration.joints, &stroke.configuration.joints);
            let rates = between(&before.stroke.configuration.rates, &stroke.configuration.rates);
            let at_s = before.hit_s + (ball.t_s - before.hit_s) * share;
            let mut follower = self.follower;
            let follows = follower.replan(now_s, &JointState::moving(joints, rates), at_s).is_ok();
            if follows && self.stroke_and_recovery_clear_table(&follower, (now_s, at_s)).is_ok() {
                self.follower = follower;
                let configuration = HitConfiguration { joints, rates, ..stroke.configuration };
                let stroke = RailStroke { configuration, ..stroke };
                let (cost, followed) = (cost + UNREACHED * (1.0 - share), share == 1.0);
                self.chosen =
                    Some(Chosen { candidate: before.candidate, ball: *ball, stroke, hit_s: at_s, cost, followed });
                return;
            }
        }
        self.chosen = Some(Chosen { cost: cost + UNREACHED, followed: false, ..*before });
    }

    /// Takes another candidate when it is better.
    fn consider(
        &mut self,
        now_s: f64,
        candidate: HitCandidate,
        prediction: &Prediction,
        window: &Window,
    ) -> Result<(), NoHit> {
        /// A candidate's cost must be below this share of the current one.
        const BETTER: f64 = 0.85;
        let (low_m, high_m) = self.heights(&candidate);
        let met = |ball: &Passage| (low_m..=high_m).contains(&ball.position.z) && ball.t_s > now_s;
        let ball = window.ball(prediction, candidate.x).filter(met).ok_or_else(|| self.not_in_zone(&candidate))?;
        let after_bounce_s = ball.t_s - window.from_s;
        let (plan, scatter) = self.stroker.plan(&ball, &self.aim(&candidate)).map_err(NoHit::NoReturn)?;
        let worth = |cost: f64| self.chosen.is_none_or(|chosen| cost < BETTER * chosen.cost);
        if !worth(choice::cost(scatter, 0.0, after_bounce_s)) {
            return Ok(());
        }
        let from = self.follower.at(now_s);
        let limits = *self.stroker.arm.limits();
        let lasts_s = ball.t_s - now_s;
        let load = |configuration: &HitConfiguration| choice::load(&limits, &from, configuration, lasts_s);
        let stroke = self.stroker.arm_stroke(&ball, plan, &from.position, load).map_err(NoHit::NoReturn)?;
        let cost = choice::cost(scatter, load(&stroke.configuration), after_bounce_s);
        if worth(cost) {
            let there = JointState::moving(stroke.configuration.joints, stroke.configuration.rates);
            let mut follower = self.follower;
            follower.replan(now_s, &there, ball.t_s).map_err(NoHit::Motion)?;
            self.blade_stays_behind_ball(&follower, prediction, (now_s, ball.t_s))?;
            self.stroke_and_recovery_clear_table(&follower, (now_s, ball.t_s))?;
            self.follower = follower;
            self.chosen = Some(Chosen { candidate, ball, stroke, hit_s: ball.t_s, cost, followed: true });
        }
        Ok(())
    }

    /// Lowest and highest ball that is met in a candidate's plane, m.
    fn heights(&self, candidate: &HitCandidate) -> (f64, f64) {
        /// So far behind the end line the racket may be below the table's top, m.
        const BEHIND: f64 = 0.1;
        let RailSettings { behind_z, hit_z: (over_table, high), .. } = self.settings;
        let behind = candidate.x > self.stroker.court.end_line() + BEHIND;
        (if behind { behind_z } else { over_table }, high)
    }

    fn not_in_zone(&self, candidate: &HitCandidate) -> NoHit {
        let ((low_m, high_m), (first_m, last_m)) = (self.heights(candidate), self.settings.hit_x);
        NoHit::NotInZone { first_m, last_m, low_m, high_m }
    }

    /// Keeps the reason that came nearest to a stroke.
    fn explain(&mut self, reason: NoHit) {
        if self.why.as_ref().is_none_or(|why| reason.nearness() >= why.nearness()) {
            self.why = Some(reason);
        }
    }

    fn aim(&self, candidate: &HitCandidate) -> Aim {
        Aim { target: self.settings.target, over_net: candidate.over_net, brush_up: candidate.brush_up }
    }
}
