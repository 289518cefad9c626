//! Paper 004: the arm on rails reads a person's stroke and returns the ball to a target.

mod cost;
mod models;
pub(crate) mod printed;
mod profiles;
mod rows;
mod scenario;
mod sensitivity;
mod tally;
mod text;

use std::sync::atomic::{AtomicBool, Ordering};

use multiball::court::Court;
use multiball::hall::{RailHall, RailHallError, RailOptions, RailRound};
use multiball::opponent::{Lesson, Schooling, ShotSet};

use self::printed::{INNER_HALF, MEAN_LANDING_MM, OUTER_HALF};
use self::profiles::{PROFILES, Profile};
use self::tally::Played;
use super::super::session;
use super::{PaperReport, Picture};
use crate::args::{Common, Paper, Reproduce};
use crate::failure::Failure;
use crate::plot;
use crate::plot::Landings;
use crate::show::progress_bar;

pub(crate) use self::profiles::profile_values;
pub(super) use self::tally::Lost;

pub(super) fn report(reproduce: &Reproduce, common: &Common, stop: &AtomicBool) -> Result<PaperReport, Failure> {
    let alone = reproduce.paper == Paper::Rail;
    if reproduce.sensitivity {
        let seed = common.seed_or_default();
        let mut schools = SchoolingCache { seed: Lesson::seed_in_hall(seed), known: Vec::new() };
        return session::threads(common)?.install(|| sensitivity::report(reproduce, &mut schools, seed, stop));
    }
    let in_scenario = reproduce.scenario.is_some() || !reproduce.set.is_empty();
    let played = session::threads(common)?.install(|| match in_scenario {
        true => scenario::play(reproduce, common.seed, stop),
        false => play(reproduce, common.seed_or_default(), stop),
    })?;
    let Some(first) = played.first() else {
        if alone {
            return Err(Failure::NoAnswer("broken off before the first round was over".into()));
        }
        return Ok(PaperReport { interrupted: true, ..PaperReport::new("rail", Vec::new()) });
    };
    let draws = reproduce.report.is_some() || (reproduce.plot.is_some() && alone);
    let pictures = if draws { vec![draw(first)?] } else { Vec::new() };
    let experiment = played.iter().find(|played| played.is_experiment);
    let table3 = experiment.map(rows::table3).unwrap_or_default();
    let lost: Vec<Lost> = played.iter().flat_map(Played::lost).collect();
    let cost = cost::rows(&played);
    let models = if reproduce.is_part() { Vec::new() } else { models::rows(common.seed_or_default())? };
    let mut parts = text::parts(&table3, &played, &cost, &lost);
    if !models.is_empty() {
        parts.insert(0, models::part(&models));
    }
    let games = table3.into_iter().chain(played.iter().flat_map(rows::table4)).chain(cost);
    let rows = models.into_iter().chain(games).collect();
    let interrupted = stop.load(Ordering::Relaxed);
    Ok(PaperReport { interrupted, lost: Some(lost), parts, pictures, ..PaperReport::new("rail", rows) })
}

/// Plays the requested profiles in the order of their list; those that Ctrl-C left without a round are left out.
fn play(reproduce: &Reproduce, seed: u64, stop: &AtomicBool) -> Result<Vec<Played>, Failure> {
    let requested =
        |profile: &&Profile| reproduce.profile.is_empty() || reproduce.profile.iter().any(|name| name == profile.name);
    let mut schools = SchoolingCache { seed: Lesson::seed_in_hall(seed), known: Vec::new() };
    let mut all = Vec::new();
    for profile in PROFILES.iter().filter(requested) {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let wanted = reproduce.rounds.unwrap_or_else(|| profile.rounds(reproduce.quick));
        let options = profile.options(wanted)?;
        let rounds = play_profile((profile, options), wanted, &mut schools, seed, stop)?;
        if !rounds.is_empty() {
            all.push(Played {
                name: profile.name,
                about: profile.about.into(),
                is_experiment: options.shots == ShotSet::Human,
                target: options.player.target,
                wanted,
                rigs: options.rigs.max(1) as usize,
                rounds,
            });
        }
    }
    Ok(all)
}

fn play_profile(
    (profile, options): (&Profile, RailOptions),
    wanted: u64,
    schools: &mut SchoolingCache,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Vec<RailRound>, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::NoAnswer(format!("profile {}: {error}", profile.name));
    let hall = RailHall::new(options, schools.of(options.lesson())?, seed).map_err(|error| failed(&error))?;
    rounds(hall, wanted, profile.name, stop).map_err(|error| failed(&error))
}

/// Rounds in a hall, after the warm-up of its rigs, with a progress bar.
fn rounds(hall: RailHall, wanted: u64, name: &str, stop: &AtomicBool) -> Result<Vec<RailRound>, RailHallError> {
    let &RailOptions { rigs, warm_up, .. } = hall.options();
    let bar = progress_bar(rigs * warm_up + wanted, &format!("{name}, balls"));
    let rounds = hall.warmed_up(stop, &|| bar.inc(1)).and_then(|hall| hall.rounds(wanted, stop, &|| bar.inc(1)));
    bar.finish_and_clear();
    rounds
}

/// Caches what was learned from watching people, for each kind of balls and each way to see them.
struct SchoolingCache {
    seed: u64,
    known: Vec<(Lesson, Schooling)>,
}

impl SchoolingCache {
    fn of(&mut self, lesson: Lesson) -> Result<Schooling, Failure> {
        if let Some((_, schooling)) = self.known.iter().find(|(known, _)| *known == lesson) {
            return Ok(schooling.clone());
        }
        let schooling = lesson.learn(self.seed).map_err(|error| Failure::NoAnswer(error.to_string()))?;
        self.known.push((lesson, schooling.clone()));
        Ok(schooling)
    }
}

/// Figure 7: where the returns landed.
fn draw(played: &Played) -> Result<Picture, Failure> {
    let landings: Vec<(f64, f64)> = played.landings().collect();
    let svg = plot::landings(&Landings {
        court: &Court::STANDARD,
        title: &format!("Returns of {} balls, profile {}", played.rounds.len(), played.name),
        scale: plot::SHEET_SCALE,
        with_legend: true,
        target: Some(played.target),
        half_sides: [OUTER_HALF, INNER_HALF],
        lost: played.rounds.len() - landings.len(),
        turned: false,
        landings: &landings,
        mean_of_paper: played.is_experiment.then_some(MEAN_LANDING_MM.map(|place| 1e-3 * place)),
    })?;
    let caption = format!("Profile {}: {}.", played.name, played.about);
    Ok(Picture { title: "Figure 7: where the returns landed", caption, svg })
}
