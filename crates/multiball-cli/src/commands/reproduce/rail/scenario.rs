//! Rounds in the world of a scenario: its shots, its cameras, its robot, after its warm-up.

use std::sync::atomic::AtomicBool;

use multiball::hall::training::{OpponentSettings, PlayerSettings, SensingChoice, ShotChoice};
use multiball::hall::{RailHall, Scenario};

use super::profiles::{self, HALL};
use super::tally::Played;
use crate::args::Reproduce;
use crate::commands::play::{catalog, set};
use crate::commands::session;
use crate::failure::Failure;

/// What these rounds are called among those of profiles.
const NAME: &str = "scenario";

/// Plays the scenario that the command line names, or `hall`, with the fields that it changes; nothing where Ctrl-C
/// came before the first round.
pub(super) fn play(reproduce: &Reproduce, seed: Option<u64>, stop: &AtomicBool) -> Result<Vec<Played>, Failure> {
    let given = reproduce.scenario.as_deref().unwrap_or(HALL);
    let scenario = set(session::load(given)?, &reproduce.set)?;
    let (player, opponent) = participants(given, &scenario)?;
    let filmed = player.sensing == SensingChoice::Cameras;
    let wanted = reproduce.rounds.unwrap_or_else(|| profiles::rounds_of_scenario(filmed, reproduce.quick));
    let (rigs, seed) = (profiles::rigs(wanted), seed.unwrap_or(scenario.seed));
    let hall = RailHall::of_scenario(&scenario, &catalog(&scenario)?, rigs, seed);
    let hall = hall.map_err(|error| Failure::input(format!("scenario {given}: {error}")))?;
    let rounds = super::rounds(hall, wanted, NAME, stop);
    let rounds = rounds.map_err(|error| Failure::NoAnswer(format!("scenario {given}: {error}")))?;
    let played = Played {
        name: NAME,
        about: about(given, &reproduce.set),
        is_experiment: opponent.shots == ShotChoice::Human,
        target: player.target_m.into(),
        wanted,
        rigs: rigs as usize,
        rounds,
    };
    Ok(if played.rounds.is_empty() { Vec::new() } else { vec![played] })
}

/// The robot and the person who plays against it, which rounds need.
fn participants<'s>(
    given: &str,
    scenario: &'s Scenario,
) -> Result<(&'s PlayerSettings, &'s OpponentSettings), Failure> {
    let person = scenario.opponent.as_ref().filter(|opponent| opponent.is_person());
    scenario.player.as_ref().zip(person).ok_or_else(|| {
        let needs = "rounds of rail need [player], and [opponent] with kind = \"person\"";
        Failure::input(format!("scenario {given}: {needs}; `multiball play` plays the others"))
    })
}

/// What the world is, in words.
fn about(given: &str, changes: &[(String, String)]) -> String {
    let changes: Vec<String> = changes.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let with = if changes.is_empty() { String::new() } else { format!(" with {}", changes.join(", ")) };
    format!("the world of the scenario `{given}`{with}, after its warm-up on each of several rigs")
}
