//! What is played: the experiment, and the same with one thing changed.

use clap::builder::PossibleValue;
use multiball::ball::RacketContact;
use multiball::hall::training::WorldKnowledge;
use multiball::hall::{BallSensing, FilmOptions, RailOptions, Scenario, SpinKnowledge};
use multiball::opponent::ShotSet;

use super::printed;
use crate::failure::Failure;

/// One variant of the experiment.
#[derive(Debug)]
pub(super) struct Profile {
    /// Its name on the command line.
    pub(super) name: &'static str,
    /// What is special about it.
    pub(super) about: &'static str,
    /// Rounds of the whole run and of the quick one.
    rounds: (u64, u64),
    /// The world that it changes.
    world: World,
    /// How it differs from that world.
    change: fn(&mut RailOptions),
}

/// A world to begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum World {
    /// That of the scenario `hall`: robots know what data sheets say, and find out the rest.
    Hall,
    /// One that is kind to the player: points with noise, everything known, drives that are strong.
    Kind,
}

/// The scenario whose world is the default.
pub(super) const HALL: &str = "hall";

/// As many rounds as the paper, or a sample.
const POINTS: (u64, u64) = (printed::ROUNDS, 500);
const CAMERAS: (u64, u64) = (printed::ROUNDS, 100);
/// Fewer rounds are enough to show the effect of one change.
const POINTS_CHANGED: (u64, u64) = (2000, 200);
const CAMERAS_CHANGED: (u64, u64) = (2000, 40);
/// The plain chain renders whole frames.
const WHOLE_FRAMES: (u64, u64) = (200, 10);

/// Rounds of the profile `finding-out`: as many rigs as have an interval, or a sample.
const FINDING: (u64, u64) = (20_000, 200);
/// Rounds of a rig of it, and the most rigs: thirty and more have an interval.
const ROUNDS_OF_A_FINDER: u64 = 500;
const FINDERS: u64 = 40;

/// A robot that is told everything, and one in the same world that has to find it out: [`super::cost`].
pub(super) const TOLD: &str = "points";
pub(super) const FINDING_OUT: &str = "finding-out";

/// All profiles; the first is the paper's experiment in the default world.
#[rustfmt::skip]
pub(super) const PROFILES: [Profile; 16] = [
    Profile::in_hall("default", "the world of the scenario `hall`, two cameras in the loop; data sheets, then 100 \
        balls of warm-up on each of several rigs", CAMERAS, |o| o.sensing = BallSensing::Cameras),
    Profile::in_hall("default-inverted", "the same with inverted rubber, which grips the spin", CAMERAS_CHANGED, |o| {
        (*o, o.sensing) = (o.with_racket(RacketContact::default()), BallSensing::Cameras);
    }),
    Profile::in_hall("default-points", "the default world with points in place of \
        cameras", POINTS, |o| o.sensing = BallSensing::Points),
    Profile::new("cameras", "a kind world: all constants known, strong drives, calibration drawn anew for each round; \
        two cameras, an opponent with a white cuff, second balls, flicker, lost \
        frames", CAMERAS, |o| o.sensing = BallSensing::Cameras),
    Profile::new(TOLD, "points with 3 mm of noise in place of cameras", POINTS, |_| {}),
    Profile::new(FINDING_OUT, "the same balls for several rigs that are told the truth but do not know how well racket \
        and mount are known; each finds out in 100 balls of warm-up", FINDING, |o| {
        *o = RailOptions { warm_up: 100, ..*o }.knowing(WorldKnowledge::Measured);
    }),
    Profile::new("hard-cameras", "10 to 16 m/s with 200 to 600 rad/s; \
        cameras", CAMERAS_CHANGED, |o| (o.shots, o.sensing) = (ShotSet::Hard, BallSensing::Cameras)),
    Profile::new("hard-points", "10 to 16 m/s with 200 to 600 rad/s; \
        points", POINTS_CHANGED, |o| o.shots = ShotSet::Hard),
    Profile::new("no-stroke", "points; the stroke is not used, spin comes from the flight \
        alone", POINTS_CHANGED, |o| o.spin = SpinKnowledge::Nothing),
    Profile::new("true-spin", "points; the true spin is known", POINTS_CHANGED, |o| o.spin = SpinKnowledge::True),
    Profile::new("unmeasured", "points; air and table were not measured \
        beforehand", POINTS_CHANGED, |o| *o = o.unmeasured()),
    Profile::new("inverted", "points; inverted rubber, which grips the spin, in place of \
        anti-spin", POINTS_CHANGED, |o| *o = o.with_racket(RacketContact::default())),
    Profile::new("no-cuff", "cameras; nobody, and no cuff, in the \
        scene", CAMERAS_CHANGED, |o| (o.sensing, o.film.opponent) = (BallSensing::Cameras, false)),
    Profile::new("plain-chain", "the paper's chain of image processing in place of detector and \
        tracker", WHOLE_FRAMES, |o| o.sensing = BallSensing::PlainChain),
    Profile::new("plain-chain-alone", "the paper's chain with the ball alone in steady light, and no frame \
        lost", WHOLE_FRAMES, |o| {
        (o.sensing, o.film) = (BallSensing::PlainChain, FilmOptions { lead_s: o.film.lead_s, ..FilmOptions::PLAIN });
    }),
    Profile::new("paper", "points; a world with the paper's table, racket and air, which know nothing of spin, and its \
        scheme", POINTS_CHANGED, |o| *o = RailOptions::paper()),
];

impl Profile {
    const fn new(name: &'static str, about: &'static str, rounds: (u64, u64), change: fn(&mut RailOptions)) -> Self {
        Self { name, about, rounds, world: World::Kind, change }
    }

    const fn in_hall(
        name: &'static str,
        about: &'static str,
        rounds: (u64, u64),
        change: fn(&mut RailOptions),
    ) -> Self {
        Self { name, about, rounds, world: World::Hall, change }
    }

    /// Its world, for so many rounds.
    pub(super) fn options(&self, rounds: u64) -> Result<RailOptions, Failure> {
        let mut options = match self.world {
            World::Hall => default_world(rounds)?,
            World::Kind => RailOptions::default(),
        };
        (self.change)(&mut options);
        if self.name == FINDING_OUT {
            options.rigs = (rounds / ROUNDS_OF_A_FINDER).clamp(2, FINDERS);
        }
        Ok(options)
    }

    /// Its default number of rounds.
    pub(super) fn rounds(&self, quick: bool) -> u64 {
        if quick { self.rounds.1 } else { self.rounds.0 }
    }
}

/// Names of a profile's figures: those of the experiment itself stand alone.
pub(super) fn named(profile: &str, figure: &str) -> String {
    if profile == PROFILES[0].name { figure.into() } else { format!("{figure}, {profile}") }
}

/// Rigs for so many rounds. A rig's errors are drawn once, so that one rig says little: there are more the more rounds
/// there are.
pub(super) fn rigs(rounds: u64) -> u64 {
    const ROUNDS_OF_A_RIG: u64 = 1000;
    (rounds / ROUNDS_OF_A_RIG).clamp(2, 20)
}

/// The default number of rounds in the world of a scenario.
pub(super) fn rounds_of_scenario(filmed: bool, quick: bool) -> u64 {
    let (whole, sample) = if filmed { CAMERAS } else { POINTS };
    if quick { sample } else { whole }
}

/// The world of the scenario `hall`.
fn default_world(rounds: u64) -> Result<RailOptions, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::NoAnswer(format!("scenario hall: {error}"));
    let scenario = Scenario::builtin(HALL).map_err(|error| failed(&error))?;
    let options = RailOptions::of(&scenario).map_err(|error| failed(&error))?;
    Ok(RailOptions { rigs: rigs(rounds), ..options })
}

/// The names for the command line, with what they mean.
pub(crate) fn profile_values() -> Vec<PossibleValue> {
    PROFILES.iter().map(|profile| PossibleValue::new(profile.name).help(profile.about)).collect()
}
