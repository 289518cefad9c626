//! One ball for a learner: the opponent's ball comes, a robot returns it, positions are known.
//!
//! No cameras, no player, no floor: the ball flies event-exactly, the drives follow joint targets, the racket meets the
//! ball and the referee decides. Nothing is allocated after an exchange was made.

mod setup;
mod step;

use std::sync::Arc;

use rand::RngExt;

pub use setup::{ExchangeError, ExchangeSetup};
pub use step::{ExchangeObservation, ExchangeStep, Outcome};

use super::rail::{racket_bounds, racket_of};
use super::random::{Purpose, stream};
use crate::ball::{BallEvent, BallSim, BallState, EventKind, RacketInterval, RacketState, Settings};
use crate::court::{Decision, Play, Referee, Side};
use crate::geometry::portable::hypot;
use crate::player::BLADE_RADIUS;
use crate::robot::{Arm, Joints, Servo};

/// One ball from the opponent's stroke to the end of the robot's return.
///
/// ```
/// use std::sync::Arc;
/// use multiball::hall::{Exchange, ExchangeSetup, RailOptions};
///
/// let setup = Arc::new(ExchangeSetup::new(RailOptions::default(), 8, 1)?);
/// let mut exchange = Exchange::new(setup.clone(), 7);
/// let outcome = loop {
///     // A robot that waits loses the point.
///     let step = exchange.step(setup.ready());
///     if let Some(outcome) = step.outcome {
///         break outcome;
///     }
/// };
/// assert!(matches!(outcome, multiball::hall::Outcome::Lost(_)));
/// exchange.reset(8);
/// # Ok::<(), multiball::hall::ExchangeError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Exchange {
    setup: Arc<ExchangeSetup>,
    sim: BallSim,
    servo: Servo<6>,
    /// Where the drives were told to be at the end of the last tick.
    target: Joints<6>,
    racket: RacketState,
    referee: Referee,
    hits: u32,
    outcome: Option<Outcome>,
}

/// Nearer counts as touching, m.
const TOUCHING: f64 = 1e-6;
/// Time between two steps of the drives, s.
const DRIVE_S: f64 = 1e-3;
/// A ball that is not decided after this time never is, s.
const LONGEST_S: f64 = 5.0;
/// Beyond what ball and racket can travel in a tick, this close to each other they might touch, m.
const NEARBY: f64 = 0.05;
/// Gravity and spin change a ball's speed by less than this, m/s².
const MOST_PULL: f64 = 60.0;

impl Exchange {
    /// Length of a control tick, s.
    pub const TICK_S: f64 = 0.01;

    /// An exchange with the ball that a seed chooses.
    #[must_use]
    pub fn new(setup: Arc<ExchangeSetup>, seed: u64) -> Self {
        let sim = BallSim::with_settings(&setup.options.physics, &setup.around, setup.balls[0], 0.0, Settings::FAST);
        let servo = Servo::at_rest(&setup.ready, setup.options.stiffness, setup.arm.limits());
        let referee = Referee::for_feed(setup.court, Side::Away);
        let (target, racket) = (setup.ready, setup.ready_racket);
        let mut exchange = Self { setup, sim, servo, target, racket, referee, hits: 0, outcome: None };
        exchange.reset(seed);
        exchange
    }

    /// Begins anew: the seed chooses the ball, the robot stands where it waits.
    pub fn reset(&mut self, seed: u64) -> ExchangeObservation {
        let chosen = stream(seed, 0, Purpose::Shot).random_range(0..2 * self.setup.balls.len());
        let ball = self.setup.balls[chosen / 2];
        self.reset_with(if chosen % 2 == 0 { ball } else { ball.mirrored() })
    }

    /// Begins anew with a ball that has just been struck at the away end.
    pub fn reset_with(&mut self, ball: BallState) -> ExchangeObservation {
        let setup = &*self.setup;
        self.sim = BallSim::with_settings(&setup.options.physics, &setup.around, ball, 0.0, Settings::FAST);
        self.servo = Servo::at_rest(&setup.ready, setup.options.stiffness, setup.arm.limits());
        self.target = setup.ready;
        self.racket = setup.ready_racket;
        self.referee = Referee::for_feed(setup.court, Side::Away);
        self.hits = 0;
        self.outcome = None;
        self.observation()
    }

    /// What all exchanges share.
    #[must_use]
    pub fn setup(&self) -> &Arc<ExchangeSetup> {
        &self.setup
    }

    /// What is known now.
    #[must_use]
    pub fn observation(&self) -> ExchangeObservation {
        ExchangeObservation {
            t_s: self.sim.time_s(),
            ball: *self.sim.state(),
            joints: *self.servo.position(),
            joint_velocities: *self.servo.velocity(),
        }
    }

    /// The racket now.
    #[must_use]
    pub fn racket(&self) -> &RacketState {
        &self.racket
    }

    /// One control tick of 10 ms, in which the drives are led straight from the last targets to these, within their
    /// limits.
    pub fn step(&mut self, targets: &Joints<6>) -> ExchangeStep {
        self.step_for(targets, Self::TICK_S)
    }

    /// The same with a tick of another length, s; it is played in whole milliseconds. After the end nothing moves.
    pub fn step_for(&mut self, targets: &Joints<6>, lasts_s: f64) -> ExchangeStep {
        let hits = self.hits;
        if self.outcome.is_none() {
            self.advance(targets, lasts_s);
        }
        ExchangeStep { observation: self.observation(), hit: self.hits > hits, outcome: self.outcome }
    }

    fn advance(&mut self, targets: &Joints<6>, lasts_s: f64) {
        let drives = (lasts_s / DRIVE_S).round().max(1.0);
        let from = std::mem::replace(&mut self.target, *targets);
        let velocity = (targets - from) / (drives * DRIVE_S);
        let start_s = self.sim.time_s();
        let near = self.is_near(drives * DRIVE_S);
        for drive in 1..=drives as u32 {
            // The command of the moment in which a step begins, as in the hall.
            let share = f64::from(drive - 1) * DRIVE_S;
            self.servo.step(&(from + velocity * share), &velocity, DRIVE_S);
            if near {
                self.fly_among(start_s + f64::from(drive) * DRIVE_S);
            }
        }
        if !near {
            self.racket = racket_of(&self.setup.arm, self.servo.position(), self.servo.velocity());
            self.fly(start_s + drives * DRIVE_S);
        }
        self.watch_arm();
        if self.outcome.is_none() && self.sim.time_s() >= LONGEST_S {
            self.outcome = Some(Outcome::Undecided);
        }
    }

    /// Whether ball and racket might meet within a time, s.
    fn is_near(&self, within_s: f64) -> bool {
        let ball = self.sim.state();
        let limits = self.setup.arm.limits();
        let speeds = self.servo.velocity();
        let fastest =
            Joints::from_fn(|i, _| (speeds[i].abs() + limits[i].acceleration * within_s).min(limits[i].speed));
        let (fastest, _) = racket_bounds(&self.setup.arm, &fastest);
        let travel = (ball.velocity.norm() + MOST_PULL * within_s + fastest) * within_s;
        let near = BLADE_RADIUS + self.setup.options.physics.body.radius + NEARBY + travel;
        (ball.position - self.racket.center).norm_squared() < near * near
    }

    /// Flies on without the racket.
    fn fly(&mut self, until_s: f64) {
        while self.outcome.is_none() {
            let Some(event) = self.sim.next_event(until_s) else { break };
            self.judge(&event);
            if event.kind == EventKind::Rest {
                break;
            }
        }
    }

    /// Flies on past the racket, which has moved for a step of its drives.
    fn fly_among(&mut self, until_s: f64) {
        let after = racket_of(&self.setup.arm, self.servo.position(), self.servo.velocity());
        let before = std::mem::replace(&mut self.racket, after);
        let Ok(racket) = RacketInterval::new((until_s - DRIVE_S, before), (until_s, after), BLADE_RADIUS) else {
            return self.fly(until_s);
        };
        while self.outcome.is_none() {
            let Some(event) = self.sim.next_event_among(until_s, &[&racket], &mut |_| {}) else { break };
            self.hits += u32::from(matches!(event.kind, EventKind::Racket(_)));
            self.judge(&event);
            if event.kind == EventKind::Rest {
                break;
            }
        }
    }

    /// The referee looks at what happened to the ball.
    fn judge(&mut self, event: &BallEvent) {
        let Some(seen) = Play::of_event(event, Side::Home) else { return };
        self.referee.see(seen);
        self.decide();
        if let Play::Bounce { on: Side::Away } = seen
            && self.hits > 0
            && self.outcome.is_none()
        {
            let landing_m = [event.before.position.x, event.before.position.y];
            let [x, y] = self.setup.target_m();
            let off_m = hypot(landing_m[0] - x, landing_m[1] - y);
            self.outcome = Some(Outcome::Returned { landing_m, off_m });
        }
    }

    /// An arm that touches table or net loses the point.
    fn watch_arm(&mut self) {
        if self.outcome.is_some() {
            return;
        }
        if let Err(touching) = self.setup.checker.check_arm(&self.setup.arm, self.servo.position()) {
            self.referee.see(Play::PlayerTouches { by: Side::Home, what: touching.fixture });
            self.decide();
        }
    }

    fn decide(&mut self) {
        self.outcome = self.outcome.or(match self.referee.decision() {
            Some(Decision::Point { winner: Side::Away, fault }) => Some(Outcome::Lost(fault)),
            Some(Decision::Point { winner: Side::Home, fault }) => Some(Outcome::Won(fault)),
            Some(Decision::Let) => Some(Outcome::Undecided),
            None => None,
        });
    }
}
