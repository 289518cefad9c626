//! The hall: everything that is the same for all rounds.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::{RailOptions, RailRound};
use crate::ball::Surroundings;
use crate::court::{Court, Side};
use crate::hall::agent::{BallSensing, RobotAgent};
use crate::hall::camera_rig::{CameraRig, Knowledge};
use crate::hall::catalog::{Catalog, CatalogError, PlayerChoice};
use crate::hall::filming::NotInPlay;
use crate::opponent::{Lesson, NoShot, Schooling, Shots};
use crate::robot::Robot;
use crate::track::{EstimatorSettings, Priors};
use crate::vision::Miscalibration;
use crate::vision::scene::stereo_rig;

/// A hall with a rail player and people who play against it.
#[derive(Debug, Clone)]
pub struct RailHall {
    pub(super) options: RailOptions,
    pub(super) court: Court,
    pub(super) around: Surroundings,
    pub(super) robot: Arc<dyn Robot>,
    /// The robot as every round begins.
    pub(super) agent: RobotAgent,
    pub(super) shots: Shots,
    pub(super) priors: Priors,
    pub(super) rig: Option<CameraRig>,
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
}

impl RailHall {
    /// A hall in which the robot and the player of paper 004 play.
    ///
    /// # Errors
    /// When the player cannot play in it.
    pub fn new(options: RailOptions, schooling: Schooling, seed: u64) -> Result<Self, RailHallError> {
        Self::of(options, &Catalog::default(), &PlayerChoice::default(), schooling, seed)
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
        let court = Court::STANDARD;
        let (robot, agent) = catalog.agent(choice, &options, court, Side::Home, seed)?;
        let priors = if options.measured { Priors::knowing(&options.physics, court) } else { Priors::default() };
        let filmed = options.sensing != BallSensing::Points;
        let knowledge = Knowledge::Calibrated(Miscalibration::TYPICAL);
        let rig = filmed.then(|| CameraRig::new(&stereo_rig(), knowledge, seed).estimating(EstimatorSettings::RALLY));
        Ok(Self {
            court,
            around: court.surroundings(),
            robot,
            agent,
            shots: Shots::new(options.physics, court),
            priors,
            rig,
            lesson: Lesson { shots: options.shots, ..Lesson::default() },
            schooling,
            options,
            seed,
        })
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
