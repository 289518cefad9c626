//! What exchanges share: the world, the robot and the opponent's balls.

use std::sync::Arc;

use rand::RngExt;
use rayon::prelude::*;

use super::TOUCHING;
use crate::ball::{BallState, Blade, RacketState, Surroundings};
use crate::court::{Court, Side};
use crate::hall::agent::{MovingJoints, racket_of};
use crate::hall::catalog::{Catalog, CatalogError, PlayerChoice};
use crate::hall::random::{Purpose, stream};
use crate::hall::rig::{RigNumber, RobotRig};
use crate::hall::training::{PlayerSettings, TrainingError, rail_options_of};
use crate::hall::{RailOptions, Scenario};
use crate::opponent::{NoShot, Shots};
use crate::player::CollisionChecker;
use crate::robot::{JointDrive, Robot};
use crate::track::Stroke;

/// Why there is no exchange.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ExchangeError {
    /// Robot and player do not go together.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    /// The opponent finds no ball to play.
    #[error(transparent)]
    NoShot(#[from] NoShot),
    /// There is no ball to choose from.
    #[error("an exchange needs at least one ball to choose from")]
    NoBalls,
    /// The scenario is not a training scenario.
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
    pub(super) robot: Arc<dyn Robot>,
    /// Its [`Robot::reach`], m.
    pub(super) reach: f64,
    /// Its drives at its waiting position.
    pub(super) ready: JointDrive,
    pub(super) ready_racket: RacketState,
    /// What of its racket the ball can meet.
    pub(super) blade: Blade,
    pub(super) checker: CollisionChecker,
    pub(super) balls: Vec<BallState>,
}

impl ExchangeSetup {
    /// Number of balls that suffices for most learning agents.
    pub const BALLS: usize = 1024;

    /// A setup with the world and shots of the options and the robot of paper 004. The seed draws `balls` balls of the
    /// opponent.
    ///
    /// # Errors
    /// When the robot cannot wait, or the opponent finds no ball.
    pub fn new(options: RailOptions, balls: usize, seed: u64) -> Result<Self, ExchangeError> {
        Self::with_catalog(options, &Catalog::default(), &PlayerChoice::default(), balls, seed)
    }

    /// The same with a robot of a catalog, which begins at the waiting position of the chosen player.
    ///
    /// # Errors
    /// When the catalog lacks a name, the robot cannot wait, or the opponent finds no ball.
    pub fn with_catalog(
        options: RailOptions,
        catalog: &Catalog,
        choice: &PlayerChoice,
        balls: usize,
        seed: u64,
    ) -> Result<Self, ExchangeError> {
        let court = options.court;
        let rig = RigNumber { side: Side::Home, seed, number: 0 };
        let RobotRig { robot, agent, blade, .. } = RobotRig::new(catalog, choice, &options, rig)?;
        let ready = agent.drive().clone();
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
            ready_racket: racket_of(&*robot, MovingJoints { position: ready.position(), velocity: ready.velocity() }),
            blade,
            reach: robot.reach(),
            robot,
            ready,
            checker: CollisionChecker::new(&court).with_blade(options.player.blade_radius).keeping(TOUCHING),
            balls,
        })
    }

    /// The world, robot and shots of a training scenario.
    ///
    /// # Errors
    /// When the scenario is not a training scenario, the robot cannot wait, or the opponent finds no ball.
    pub fn of(scenario: &Scenario, seed: u64) -> Result<Self, ExchangeError> {
        let options = rail_options_of(scenario).map_err(|error| ExchangeError::Scenario(Box::new(error)))?;
        let choice = scenario.player.as_ref().map(PlayerSettings::choice).unwrap_or_default();
        Self::with_catalog(options, &Catalog::default(), &choice, Self::BALLS, seed)
    }

    /// The robot.
    #[must_use]
    pub fn robot(&self) -> &dyn Robot {
        &*self.robot
    }

    /// The joints in which it waits.
    #[must_use]
    pub fn ready(&self) -> &[f64] {
        self.ready.position()
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
