//! What exchanges share: the world, the robot and the opponent's balls.

use rand::RngExt;
use rayon::prelude::*;

use super::TOUCHING;
use crate::ball::{BallState, RacketState, Surroundings};
use crate::court::Court;
use crate::hall::rail::racket_of;
use crate::hall::random::{Purpose, stream};
use crate::hall::training::{TrainingError, rail_options_of};
use crate::hall::{RailOptions, Scenario};
use crate::opponent::{NoShot, Shots};
use crate::player::{CollisionChecker, NoReturn, RailPlayer};
use crate::robot::{Joints, Mounted, Rail6};
use crate::track::Stroke;

/// Why there is no exchange.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ExchangeError {
    /// The arm cannot wait where it should.
    #[error("the racket cannot be held where it should wait: {0}")]
    Ready(NoReturn),
    /// The opponent finds no ball to play.
    #[error(transparent)]
    NoShot(#[from] NoShot),
    /// There is no ball to choose from.
    #[error("an exchange needs at least one ball to choose from")]
    NoBalls,
    /// The scenario is none of training.
    #[error(transparent)]
    Scenario(Box<TrainingError>),
}

/// What all exchanges share: the world, the robot, and legal balls of the opponent.
///
/// Finding a legal ball takes longer than flying it, so balls are drawn once, and `Exchange::reset` chooses among
/// them and their mirror images.
#[derive(Debug, Clone)]
pub struct ExchangeSetup {
    pub(super) options: RailOptions,
    pub(super) court: Court,
    pub(super) around: Surroundings,
    pub(super) arm: Mounted<Rail6>,
    pub(super) ready: Joints<6>,
    pub(super) ready_racket: RacketState,
    pub(super) checker: CollisionChecker,
    pub(super) balls: Vec<BallState>,
}

impl ExchangeSetup {
    /// As many balls as most learners will do with.
    pub const BALLS: usize = 1024;

    /// The world, robot and shots that options name, with so many of the opponent's balls, which a seed draws.
    ///
    /// # Errors
    /// When the robot cannot wait, or the opponent finds no ball.
    pub fn new(options: RailOptions, balls: usize, seed: u64) -> Result<Self, ExchangeError> {
        let (court, arm) = (Court::STANDARD, Rail6::default().at_home());
        let player = RailPlayer::new(&options.believed, court, arm, options.player).map_err(ExchangeError::Ready)?;
        let ready = player.command(0.0).position;
        let shots = Shots::new(options.physics, court);
        let draw = |number: u64| {
            let mut rng = stream(seed, number, Purpose::Feed);
            let stroke = Stroke::ALL[rng.random_range(0..Stroke::ALL.len())];
            shots.draw(options.shots, stroke, true, &mut rng)
        };
        let balls: Vec<BallState> = (0..balls as u64).into_par_iter().map(draw).collect::<Result<_, _>>()?;
        if balls.is_empty() {
            return Err(ExchangeError::NoBalls);
        }
        Ok(Self {
            options,
            court,
            around: court.surroundings(),
            arm,
            ready,
            ready_racket: racket_of(&arm, &ready, &Joints::zeros()),
            checker: CollisionChecker::new(&court).keeping(TOUCHING),
            balls,
        })
    }

    /// The world, robot and shots of a training scenario.
    ///
    /// # Errors
    /// When the scenario is none of training, the robot cannot wait, or the opponent finds no ball.
    pub fn of(scenario: &Scenario, seed: u64) -> Result<Self, ExchangeError> {
        let options = rail_options_of(scenario).map_err(|error| ExchangeError::Scenario(Box::new(error)))?;
        Self::new(options, Self::BALLS, seed)
    }

    /// The robot.
    #[must_use]
    pub fn arm(&self) -> &Mounted<Rail6> {
        &self.arm
    }

    /// The joints in which it waits.
    #[must_use]
    pub fn ready(&self) -> &Joints<6> {
        &self.ready
    }

    /// Where its returns should land, x and y, m.
    #[must_use]
    pub fn target_m(&self) -> [f64; 2] {
        self.options.player.target.into()
    }

    /// The opponent's balls, as they leave the racket.
    #[must_use]
    pub fn balls(&self) -> &[BallState] {
        &self.balls
    }
}
