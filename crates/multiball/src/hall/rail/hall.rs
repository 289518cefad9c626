//! The hall: everything that is the same for all rounds.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::{RailOptions, RailRound};
use crate::ball::Surroundings;
use crate::court::{Court, Side};
use crate::hall::agent::BallSensing;
use crate::hall::camera_rig::CameraRig;
use crate::hall::catalog::{Catalog, CatalogError, PlayerChoice};
use crate::hall::filming::NotInPlay;
use crate::hall::rig::{RigNumber, RobotRig};
use crate::hall::training::{RailWorld, TrainingError, rail_world_of};
use crate::hall::{CalibrationErrors, Scenario};
use crate::opponent::{Lesson, NoShot, Schooling, Shots};
use crate::player::Identification;

/// A hall with a rail player and people who play against it.
#[derive(Debug, Clone)]
pub struct RailHall {
    pub(super) options: RailOptions,
    pub(super) court: Court,
    pub(super) around: Surroundings,
    /// The robots among which rounds are divided, each put together anew; at least one.
    pub(super) rigs: Vec<RobotRig>,
    pub(super) shots: Shots,
    pub(super) cameras: Option<CameraRig>,
    pub(super) lesson: Lesson,
    pub(super) schooling: Schooling,
    pub(super) seed: u64,
}

/// Why nothing can be played.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum RailHallError {
    /// Robot and player do not go together.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    /// The opponent finds no ball to play.
    #[error(transparent)]
    NoShot(#[from] NoShot),
    /// The opponent's ball cannot be filmed.
    #[error(transparent)]
    NotInPlay(#[from] NotInPlay),
    /// The scenario is none of a hall, or its robot cannot learn from it.
    #[error(transparent)]
    Training(Box<TrainingError>),
}

impl From<TrainingError> for RailHallError {
    fn from(error: TrainingError) -> Self {
        Self::Training(Box::new(error))
    }
}

impl RailHall {
    /// A hall in which the robot and the player of paper 004 play.
    ///
    /// # Errors
    /// When the player cannot play in it.
    pub fn new(options: RailOptions, schooling: Schooling, seed: u64) -> Result<Self, RailHallError> {
        Self::of(options, &Catalog::default(), &PlayerChoice::default(), schooling, seed)
    }

    /// The hall of a training scenario, with so many rigs: its world, its robot and player, and the shots and the
    /// stroke model that it names, all from a catalog. Other people than those of the rounds teach the robot to read
    /// strokes, which takes seconds.
    ///
    /// # Errors
    /// When the scenario is not a training scenario, the catalog lacks a name, or the player cannot play.
    pub fn of_scenario(scenario: &Scenario, catalog: &Catalog, rigs: u64, seed: u64) -> Result<Self, RailHallError> {
        let RailWorld { options, choice, own_shots, stroke_model } = rail_world_of(scenario, catalog)?;
        let options = RailOptions { rigs, ..options };
        let lesson = options.lesson();
        let schooling = lesson.learn_with(Lesson::seed_in_hall(seed), own_shots.as_ref(), stroke_model.as_ref());
        let hall = Self::of(options, catalog, &choice, schooling.map_err(TrainingError::from)?, seed)?;
        Ok(Self { shots: hall.shots.playing(own_shots), ..hall })
    }

    /// A hall in which any robot plays with any player of a catalog.
    ///
    /// # Errors
    /// When the catalog has none of these names, or the player cannot play with the robot.
    pub fn of(
        options: RailOptions,
        catalog: &Catalog,
        choice: &PlayerChoice,
        schooling: Schooling,
        seed: u64,
    ) -> Result<Self, RailHallError> {
        let court = options.court;
        let rig = |number: u64| RobotRig::new(catalog, choice, &options, RigNumber { side: Side::Home, seed, number });
        let filmed = options.sensing != BallSensing::Points;
        let cameras = filmed.then(|| options.camera_rig(seed));
        let mut rigs: Vec<RobotRig> = (0..options.rigs.max(1)).map(rig).collect::<Result<_, _>>()?;
        if let (Some(cameras), CalibrationErrors::Rig) = (&cameras, options.sensors.calibration) {
            (0..).zip(&mut rigs).for_each(|(number, rig)| rig.give_cameras(cameras, number));
        }
        Ok(Self {
            court,
            around: court.surroundings(),
            rigs,
            shots: Shots::new(options.physics, court),
            cameras,
            lesson: options.lesson(),
            schooling,
            options,
            seed,
        })
    }

    /// Lets every rig play its warm-up and learn from it, rigs in parallel. `progress` is called after each ball;
    /// `stop` ends it early.
    ///
    /// # Errors
    /// When the opponent finds no ball to play.
    pub fn warmed_up(mut self, stop: &AtomicBool, progress: &(dyn Fn() + Sync)) -> Result<Self, RailHallError> {
        let count = self.rigs.len();
        let learned: Result<Vec<RobotRig>, RailHallError> = (0..count)
            .into_par_iter()
            .map(|number| {
                let mut rig = self.rigs[number].clone();
                for ball in 0..self.options.warm_up {
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                    self.practise(number, &mut rig, ball)?;
                    progress();
                }
                Ok(rig)
            })
            .collect();
        self.rigs = learned?;
        Ok(self)
    }

    /// Its settings.
    #[must_use]
    pub fn options(&self) -> &RailOptions {
        &self.options
    }

    /// What the player of each rig knows.
    pub fn known(&self) -> impl Iterator<Item = &Identification> {
        self.rigs.iter().map(|rig| &rig.known)
    }

    /// Plays rounds 0 to `count`, in parallel, with results in order. `stop` ends it; finished rounds are kept.
    /// `progress` is called after each.
    ///
    /// # Errors
    /// When the opponent finds no ball to play.
    pub fn rounds(
        &self,
        count: u64,
        stop: &AtomicBool,
        progress: &(dyn Fn() + Sync),
    ) -> Result<Vec<RailRound>, RailHallError> {
        let results: Vec<Option<Result<RailRound, RailHallError>>> = (0..count)
            .into_par_iter()
            .map(|number| {
                let result = (!stop.load(Ordering::Relaxed)).then(|| self.play(number));
                progress();
                result
            })
            .collect();
        results.into_iter().flatten().collect()
    }
}
