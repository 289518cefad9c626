//! How much each assumption about the world matters, before and after a warm-up, and which of them matter together.

mod cases;
mod measured;
mod pairs;
mod text;
mod worlds;

use std::sync::atomic::{AtomicBool, Ordering};

use self::cases::{CASES, Case};
use self::measured::Measured;
use self::text::Pairs;
use self::worlds::{Rounds, Worlds};
use super::super::PaperReport;
use super::SchoolingCache;
use crate::args::Reproduce;
use crate::failure::Failure;
use crate::show::progress_bar;

/// Rounds of each case, of a quick run, and of cases with cameras at most.
const ROUNDS: u64 = 1000;
const QUICK: u64 = 60;
const MOST_WITH_CAMERAS: u64 = 400;

/// Plays all cases, then the pairs of those that cost most; those that Ctrl-C left are missing.
pub(super) fn report(
    reproduce: &Reproduce,
    schools: &mut SchoolingCache,
    seed: u64,
    stop: &AtomicBool,
) -> Result<PaperReport, Failure> {
    let wanted = reproduce.rounds.unwrap_or(if reproduce.quick { QUICK } else { ROUNDS });
    let rounds = |filmed: bool| Rounds::new(if filmed { wanted.min(MOST_WITH_CAMERAS) } else { wanted });
    let cases = named(reproduce.only.as_deref())?;
    let mut worlds = Worlds::new(&reproduce.set, schools, seed, stop)?;
    cases.iter().try_for_each(|case| worlds.options(case.name, case.fields).map(drop))?;
    let bar = progress_bar(2 * cases.len() as u64, "assumptions");
    let mut all = Vec::new();
    for case in cases {
        let [before, after] = [false, true].map(|warm_up| {
            let outcome = worlds.play(case.name, case.fields, rounds(case.with_cameras()), warm_up);
            bar.inc(1);
            outcome
        });
        if stop.load(Ordering::Relaxed) {
            break;
        }
        all.push(Measured { case, before: before?, after: after? });
    }
    bar.finish_and_clear();
    if all.is_empty() {
        return Err(Failure::NoAnswer("broken off before the first assumption was played".into()));
    }
    let whole = reproduce.only.is_none() && !stop.load(Ordering::Relaxed);
    let pairs = whole.then(|| pairs_of(&all, rounds, &mut worlds, stop)).transpose()?;
    let pair_rows = pairs.iter().flat_map(|pairs| &pairs.played).flat_map(text::rows_of_pair);
    let rows = all.iter().flat_map(|measured| text::rows(measured, &all)).chain(pair_rows).collect();
    let (parts, pictures) = (text::parts(&all, &reproduce.set, pairs.as_ref()), vec![text::picture(&all)?]);
    let interrupted = stop.load(Ordering::Relaxed);
    Ok(PaperReport { parts, pictures, interrupted, ..PaperReport::new("rail", rows) })
}

/// Plays the pairs of the assumptions that cost most.
fn pairs_of(
    all: &[Measured],
    rounds: impl Fn(bool) -> Rounds,
    worlds: &mut Worlds<'_>,
    stop: &AtomicBool,
) -> Result<Pairs, Failure> {
    let dearest = pairs::dearest(all);
    let pairs = pairs::all_pairs(&dearest);
    let bar = progress_bar(pairs.len() as u64, "pairs");
    let played = pairs::play(&pairs, all, rounds, worlds, (stop, &|| bar.inc(1)));
    bar.finish_and_clear();
    Ok(Pairs { assumptions: dearest.iter().map(|case| case.name).collect(), played: played? })
}

/// The cases with a text in their names; all without one.
fn named(only: Option<&str>) -> Result<Vec<&'static Case>, Failure> {
    let cases: Vec<&Case> = CASES.iter().filter(|case| only.is_none_or(|text| case.name.contains(text))).collect();
    match (cases.is_empty(), only) {
        (true, Some(text)) => Err(Failure::input(format!("--only {text}: no assumption has this text in its name"))),
        _ => Ok(cases),
    }
}
