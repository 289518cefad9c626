//! Rounds in worlds that differ in single fields.

use std::sync::atomic::AtomicBool;

use multiball::hall::training::TrainingError;
use multiball::hall::{RailHall, RailOptions, RailRound, Scenario};

use super::super::SchoolingCache;
use super::super::printed::{INNER_HALF, OUTER_HALF};
use super::super::profiles::HALL;
use super::super::tally::by_rig;
use super::cases::{AS_TOLD, Field};
use crate::commands::play::set;
use crate::failure::Failure;
use crate::statistics::GroupedShare;

/// Rigs among which rounds are divided, where there are enough; each has its own errors of calibration. As many say how
/// much rigs differ, which the intervals contain.
const RIGS: u64 = 8;
const LEAST_FOR_RIGS: u64 = 100;
/// The last of the figures: returns in the inner square.
const INNER: usize = 2;

/// What came of the rounds of one world, in their order: whether the ball was hit, and whether the return landed in the
/// outer and in the inner square.
#[derive(Debug, Clone)]
pub(super) struct Outcome {
    pub(super) rounds: Vec<[bool; 3]>,
    pub(super) rigs: usize,
}

impl Outcome {
    /// The share of each figure, rig by rig.
    pub(super) fn shares(&self) -> [GroupedShare; 3] {
        [0, 1, INNER].map(|figure| by_rig(&self.rounds, self.rigs, |round| round[figure]))
    }

    /// For each round 1 where the return landed in the inner square, else 0.
    pub(super) fn inner(&self) -> impl Iterator<Item = f64> {
        self.rounds.iter().map(|round| f64::from(u8::from(round[INNER])))
    }

    /// The share of returns in the inner square, %.
    pub(super) fn inner_percent(&self) -> f64 {
        100.0 * self.inner().sum::<f64>() / self.rounds.len().max(1) as f64
    }
}

/// The world of `hall` with all as told, and with the fields that the command line changes.
pub(super) struct Worlds<'a> {
    base: Scenario,
    schools: &'a mut SchoolingCache,
    seed: u64,
    stop: &'a AtomicBool,
}

impl<'a> Worlds<'a> {
    pub(super) fn new(
        changes: &[(String, String)],
        schools: &'a mut SchoolingCache,
        seed: u64,
        stop: &'a AtomicBool,
    ) -> Result<Self, Failure> {
        let refused = |error: &dyn std::fmt::Display| Failure::input(format!("scenario {HALL}: {error}"));
        let mut base = Scenario::builtin(HALL).map_err(|error| refused(&error))?;
        AS_TOLD.iter().try_for_each(|(key, value)| base.set_text(key, value)).map_err(|error| refused(&error))?;
        let base = set(base, changes)?;
        Ok(Self { base, schools, seed, stop })
    }

    /// The world with some fields changed.
    pub(super) fn options(&self, name: &str, fields: &[Field]) -> Result<RailOptions, Failure> {
        let mut scenario = self.base.clone();
        let refused = |error: &dyn std::fmt::Display| Failure::input(format!("--sensitivity, {name}: {error}"));
        fields.iter().try_for_each(|(key, value)| scenario.set_text(key, value)).map_err(|error| refused(&error))?;
        RailOptions::of(&scenario).map_err(|error| match error {
            TrainingError::OwnFile { field, name } => {
                Failure::input(format!("--sensitivity takes no files: {field} = \"{name}\"; leave out --sensitivity"))
            }
            error => refused(&error),
        })
    }

    /// Plays rounds in the world with some fields changed, after the scenario's warm-up or without it.
    pub(super) fn play(
        &mut self,
        name: &str,
        fields: &[Field],
        rounds: Rounds,
        warm_up: bool,
    ) -> Result<Outcome, Failure> {
        let failed = |error: &dyn std::fmt::Display| Failure::NoAnswer(format!("{name}: {error}"));
        let mut options = self.options(name, fields)?;
        options.rigs = rounds.rigs;
        if !warm_up {
            options.warm_up = 0;
        }
        let schooling = self.schools.of(options.lesson())?;
        let hall = RailHall::new(options, schooling, self.seed).map_err(|error| failed(&error))?;
        let hall = hall.warmed_up(self.stop, &|| {}).map_err(|error| failed(&error))?;
        let played = hall.rounds(rounds.count, self.stop, &|| {}).map_err(|error| failed(&error))?;
        let target = options.player.target;
        let of_round =
            |round: &RailRound| [round.hit, round.within(target, OUTER_HALF), round.within(target, INNER_HALF)];
        Ok(Outcome { rounds: played.iter().map(of_round).collect(), rigs: options.rigs as usize })
    }
}

/// How many rounds are played, and by how many rigs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rounds {
    pub(super) count: u64,
    rigs: u64,
}

impl Rounds {
    /// Rounds of a world of its own.
    pub(super) fn new(count: u64) -> Self {
        Self { count, rigs: if count < LEAST_FOR_RIGS { 1 } else { RIGS } }
    }

    /// Half of the same rounds, two at least where there are two, by the same rigs.
    pub(super) fn halved(self) -> Self {
        Self { count: self.count.div_ceil(2).max(2).min(self.count), ..self }
    }
}
