//! `soak`: play scenarios for hours, and check that they last.

mod memory;
mod owned;
mod report;
mod session;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use multiball::hall::{Scenario, Setting};

use self::report::{Report, Row};
use super::play::set;
use super::session as shared;
use crate::args::{Common, Soak};
use crate::failure::Failure;
use crate::show::print_report;

/// One run of a scenario.
#[derive(Debug)]
struct Run<'a> {
    /// The scenario's name or file, as it was typed.
    name: &'a str,
    scenario: Scenario,
    seed: u64,
    hours: f64,
}

pub(crate) fn run(soak: &Soak, common: &Common) -> Result<(), Failure> {
    let stop = crate::signals::stop_on_interrupt();
    if soak.owned {
        owned::stop_with_input(&stop);
    }
    let runs = runs(soak, common)?;
    let pool = shared::threads(common)?;
    let rows = match runs.as_slice() {
        [only] => vec![pool.install(|| row(only, |run| session::play(run, &stop)))?],
        several => each_in_a_process(several, soak, common, &stop)?,
    };
    let report = Report { hours: soak.hours, seeds: soak.seeds, interrupted: stop.load(Ordering::Relaxed), rows };
    print_report(&report, common.json)?;
    // The process that started this one reports what went wrong in it.
    if soak.owned {
        return Ok(());
    }
    report.failure().map_or(Ok(()), |what| Err(Failure::NoAnswer(what)))
}

/// The runs that the command line requests, after all scenarios have been checked.
fn runs<'a>(soak: &'a Soak, common: &Common) -> Result<Vec<Run<'a>>, Failure> {
    let first = common.seed_or_default();
    let last = first.checked_add(soak.seeds - 1);
    let last =
        last.ok_or_else(|| Failure::input(format!("--seed {first}: there are no {} seeds from it", soak.seeds)))?;
    let mut runs = Vec::new();
    for name in &soak.scenarios {
        let scenario = set(shared::load(name)?, &soak.set)?;
        let setting = scenario.setting().map_err(|error| Failure::input(format!("{name}: {error}")))?;
        if matches!(setting, Setting::Planar) {
            return Err(Failure::input(format!("{name}: it has no [hall]; soak takes training sessions only")));
        }
        let one = |seed| Run { name, scenario: scenario.clone(), seed, hours: soak.hours };
        runs.extend((first..=last).map(one));
    }
    Ok(runs)
}

/// Plays each run in a process of its own, so that its memory is its own, until Ctrl-C.
fn each_in_a_process(runs: &[Run<'_>], soak: &Soak, common: &Common, stop: &AtomicBool) -> Result<Vec<Row>, Failure> {
    let mut rows = Vec::new();
    for (number, run) in (1..).zip(runs) {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let row = row(run, |run| owned::play(run, soak, common, stop))?;
        crate::show::print_message(&format!("{number} of {}: {row}", runs.len()));
        rows.push(row);
    }
    Ok(rows)
}

/// The row of a run. One that fails has a row, too, so that those of the others are not lost; bad input has none.
fn row(run: &Run<'_>, play: impl FnOnce(&Run<'_>) -> Result<Row, Failure>) -> Result<Row, Failure> {
    let begin = Instant::now();
    match play(run) {
        Err(failure @ Failure::Input(_)) => Err(failure),
        Err(failure) => Ok(Row::failed(run, failure.to_string(), begin.elapsed().as_secs_f64())),
        played => played,
    }
}
