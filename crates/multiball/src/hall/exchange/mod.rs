//! One ball for a learning agent: the opponent's ball comes in, a robot returns it, the true ball state is known.
//!
//! No cameras, no player, no floor: the ball flies event-exactly, the drives follow joint targets, the racket meets the
//! ball and the referee decides. Nothing is allocated after an exchange was made.

mod setup;
mod step;

use std::sync::Arc;

use rand::RngExt;

pub use setup::{ExchangeError, ExchangeSetup};
pub use step::{ExchangeObservation, ExchangeStep, Outcome};

use super::agent::{MovingJoints, racket_bounds, racket_of, touched};
use super::random::{Purpose, stream};
use crate::ball::{BallEvent, BallSim, BallState, EventKind, RacketInterval, RacketState, Settings};
use crate::court::{Decision, Play, Referee, Side};
use crate::geometry::Capsule;
use crate::geometry::portable::hypot;
use crate::robot::{JointDrive, ReachError};

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
///     let step = exchange.step(setup.ready())?;
///     if let Some(outcome) = step.outcome {
///         break outcome;
///     }
/// };
/// assert!(matches!(outcome, multiball::hall::Outcome::Lost(_)));
/// exchange.reset(8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Exchange {
    setup: Arc<ExchangeSetup>,
    sim: BallSim,
    drive: JointDrive,
    /// Joint targets at the end of the last tick.
    target: Vec<f64>,
    /// Scratch space: the velocity commanded in a tick, and the arm's links.
    velocity: Vec<f64>,
    links: Vec<Capsule>,
    racket: RacketState,
    referee: Referee,
    hits: u32,
    outcome: Option<Outcome>,
}

/// Nearer counts as touching, m.
const TOUCHING: f64 = 1e-6;
/// Time between two steps of the drives, s.
const DRIVE_S: f64 = 1e-3;
/// An exchange that is not decided after this time ends undecided, s.
const LONGEST_S: f64 = 5.0;
/// Margin on the distance at which ball and racket might touch within a tick, m.
const NEARBY: f64 = 0.05;
/// How fast gravity and drag can change a ball's speed at most in play, m/s².
const MOST_ACCELERATION: f64 = 60.0;

impl Exchange {
    /// Length of a control tick, s.
    pub const TICK_S: f64 = 0.01;

    /// An exchange with the ball that a seed chooses.
    #[must_use]
    pub fn new(setup: Arc<ExchangeSetup>, seed: u64) -> Self {
        let sim = BallSim::with_settings(&setup.options.physics, &setup.around, setup.balls[0], 0.0, Settings::FAST);
        let referee = Referee::for_feed(setup.court, Side::Away);
        let (drive, target, racket) = (setup.ready.clone(), setup.ready().to_vec(), setup.ready_racket);
        let velocity = target.clone();
        let (links, hits, outcome) = (Vec::new(), 0, None);
        let mut exchange = Self { setup, sim, drive, target, velocity, links, racket, referee, hits, outcome };
        exchange.reset(seed);
        // The first check allocates the links.
        exchange.check_arm();
        exchange
    }

    /// Restarts: the seed chooses the ball, the robot is at its waiting position.
    pub fn reset(&mut self, seed: u64) -> ExchangeObservation<'_> {
        let chosen = stream(seed, 0, Purpose::Shot).random_range(0..2 * self.setup.balls.len());
        let ball = self.setup.balls[chosen / 2];
        self.reset_with(if chosen % 2 == 0 { ball } else { ball.mirrored() })
    }

    /// Restarts with a ball that has just been struck at the away end.
    pub fn reset_with(&mut self, ball: BallState) -> ExchangeObservation<'_> {
        let setup = &*self.setup;
        self.sim = BallSim::with_settings(&setup.options.physics, &setup.around, ball, 0.0, Settings::FAST);
        self.drive.copy_from(&setup.ready);
        self.target.copy_from_slice(setup.ready());
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

    /// The current observation.
    #[must_use]
    pub fn observation(&self) -> ExchangeObservation<'_> {
        ExchangeObservation {
            t_s: self.sim.time_s(),
            ball: *self.sim.state(),
            joints: self.drive.position(),
            joint_velocities: self.drive.velocity(),
        }
    }

    /// The racket now.
    #[must_use]
    pub fn racket(&self) -> &RacketState {
        &self.racket
    }

    /// One control tick of 10 ms, in which the commanded joints move linearly from the last targets to these, within
    /// the drives' limits.
    ///
    /// # Errors
    /// Unless there is one finite target for each joint. Then nothing moves.
    pub fn step(&mut self, targets: &[f64]) -> Result<ExchangeStep, ReachError> {
        self.step_for(targets, Self::TICK_S)
    }

    /// The same with a tick of another length, s; it is played in whole milliseconds, at least one and at most as long
    /// as an exchange may last. After the end nothing moves.
    ///
    /// # Errors
    /// Unless there is one finite target for each joint. Then nothing moves.
    pub fn step_for(&mut self, targets: &[f64], lasts_s: f64) -> Result<ExchangeStep, ReachError> {
        self.drive.check(targets, targets)?;
        let hits = self.hits;
        if self.outcome.is_none() {
            let drives = (lasts_s.min(LONGEST_S) / DRIVE_S).round().max(1.0);
            for ((velocity, from), to) in self.velocity.iter_mut().zip(&self.target).zip(targets) {
                *velocity = (to - from) / (drives * DRIVE_S);
            }
            self.drive.check(targets, &self.velocity)?;
            self.advance(targets, drives);
        }
        Ok(ExchangeStep { hit: self.hits > hits, outcome: self.outcome })
    }

    /// Lets so many steps of the drives pass.
    fn advance(&mut self, targets: &[f64], drives: f64) {
        let start_s = self.sim.time_s();
        let near = self.is_near(drives * DRIVE_S);
        for drive in 1..=drives as u32 {
            // The command of the moment in which a step begins, as in the hall.
            let share_s = f64::from(drive - 1) * DRIVE_S;
            let position = self.target.iter().zip(&self.velocity).map(|(from, velocity)| from + velocity * share_s);
            self.drive.command(position, &self.velocity);
            self.drive.advance(DRIVE_S);
            if near {
                self.fly_among(start_s + f64::from(drive) * DRIVE_S);
            }
        }
        self.target.copy_from_slice(targets);
        if !near {
            self.racket = self.held_racket();
            self.fly(start_s + drives * DRIVE_S);
        }
        self.check_arm();
        if self.outcome.is_none() && self.sim.time_s() >= LONGEST_S {
            self.outcome = Some(Outcome::Undecided);
        }
    }

    /// The racket at the current joints.
    fn held_racket(&self) -> RacketState {
        let joints = MovingJoints { position: self.drive.position(), velocity: self.drive.velocity() };
        racket_of(&*self.setup.robot, joints)
    }

    /// Whether ball and racket might meet within a time, s.
    fn is_near(&self, within_s: f64) -> bool {
        let ball = self.sim.state();
        let limits = self.setup.robot.limits();
        let speeds = limits.iter().zip(self.drive.velocity());
        let fastest = speeds.map(|(limits, speed)| (speed.abs() + limits.acceleration * within_s).min(limits.speed));
        let (fastest, _) = racket_bounds(limits, self.setup.reach, fastest);
        let travel = (ball.velocity.norm() + MOST_ACCELERATION * within_s + fastest) * within_s;
        let ExchangeSetup { options, blade, .. } = &*self.setup;
        let reach = blade.wood.map_or(blade.radius, |wood| wood.reach(blade.radius));
        let near = reach + options.physics.body.radius + NEARBY + travel;
        (ball.position - self.racket.center).norm_squared() < near * near
    }

    /// Advances the ball without the racket.
    fn fly(&mut self, until_s: f64) {
        while self.outcome.is_none() {
            let Some(event) = self.sim.next_event(until_s) else { break };
            self.judge(&event);
            if event.kind == EventKind::Rest {
                break;
            }
        }
    }

    /// Advances the ball, with contacts of the racket, which has moved for a step of its drives.
    fn fly_among(&mut self, until_s: f64) {
        let after = self.held_racket();
        let before = std::mem::replace(&mut self.racket, after);
        let blade = self.setup.blade;
        let Ok(racket) = RacketInterval::new((until_s - DRIVE_S, before), (until_s, after), blade) else {
            return self.fly(until_s);
        };
        while self.outcome.is_none() {
            let Some(event) = self.sim.next_event_among(until_s, &[&racket], &mut |_| {}) else { break };
            self.hits += u32::from(matches!(event.kind, EventKind::Racket(..)));
            self.judge(&event);
            if event.kind == EventKind::Rest {
                break;
            }
        }
    }

    /// Passes an event of the ball to the referee.
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
    fn check_arm(&mut self) {
        if self.outcome.is_some() {
            return;
        }
        let (checker, robot) = (&self.setup.checker, &*self.setup.robot);
        if let Some(what) = touched(checker, robot, self.drive.position(), &mut self.links) {
            self.referee.see(Play::PlayerTouches { by: Side::Home, what });
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
