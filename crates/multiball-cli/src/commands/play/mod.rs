//! `play`: let the robots play, and summarise what happened.

mod aside;
mod changes;
mod desk;
mod event_table;
mod film;
mod folder;
mod gathered;
mod hall_report;
mod latency;
mod own_files;
mod pace;
mod page;
mod planar_files;
mod recorded;
mod recording_lock;
mod replaceable;
mod report;
mod run;
mod show;
mod thinned;

pub(crate) use report::Lengths;
pub(crate) use run::{catalog, set};

use std::io::IsTerminal;

use multiball::hall::record::Tee;

use self::desk::Desk;
use self::latency::Latency;
use self::recorded::{Claimed, Recorded};
use self::report::Report;
use self::run::Run;
use self::show::Showing;
use super::serving;
use crate::args::{Common, Play};
use crate::failure::Failure;
use crate::show::{print_message, print_report};
use crate::signals;

pub(crate) fn run(play: &Play, common: &Common) -> Result<(), Failure> {
    let stop = signals::stop_on_interrupt();
    let run = Run::from_arguments(play, common)?;
    let ready = run.ready()?;
    let claimed = play.record.as_deref().map(|folder| Claimed::new(folder, play, &run)).transpose()?;
    let mut latency = Latency::of(&run.scenario);
    let shown = is_shown(play, common)?;
    let open = || {
        let desk = Desk::new(&play.scenario, &run.scenario, play.record.is_some())?;
        Showing::open(desk, play.speed.unwrap_or(1.0), &play.serving, &stop)
    };
    let showing = shown.then(open).transpose()?;
    // Last, because it replaces an earlier record: whatever can be refused has been checked.
    let mut recorded = claimed.map(Claimed::begin).transpose()?;
    let played = {
        let mut recorders = Tee { recorders: recorded.iter_mut().flat_map(Recorded::recorders).collect() };
        match &showing {
            Some(showing) => showing.show(Ok(ready), &mut recorders, &mut latency),
            None => ready.play(&mut recorders, &mut latency, &stop),
        }
    };
    let finished = played.and_then(|report| finish(&run, &report, &latency, recorded, common));
    if let Some(showing) = showing {
        // Whatever went wrong, the page stays, and other runs can be started from it.
        if let Err(failure) = &finished {
            print_message(&format!("error: {failure}"));
        }
        showing.go_on();
    }
    finished
}

/// Whether there is a page: when it is wanted, by itself or by one of its options, or when there is a display.
fn is_shown(play: &Play, common: &Common) -> Result<bool, Failure> {
    let speed = play.speed.map(|_| "--speed");
    match play.serving.given().or(speed.filter(|_| play.no_view)) {
        Some(option) if play.no_view => {
            Err(Failure::input(format!("{option} is of the page, which --no-view leaves out")))
        }
        Some(_) => Ok(true),
        None if play.view || play.no_view => Ok(play.view),
        None => Ok(!common.json && std::io::stdout().is_terminal() && serving::has_display()),
    }
}

/// Writes what was recorded and prints the summary.
fn finish(
    run: &Run,
    report: &Report,
    latency: &Latency,
    recorded: Option<Recorded>,
    common: &Common,
) -> Result<(), Failure> {
    let written = recorded.map(|recorded| recorded.finish(run, report, latency)).transpose();
    print_report(report, common.json)?;
    if let Some(text) = written?.filter(|_| !common.json) {
        crate::show::print_text(&text)?;
    }
    report.broke_off.as_ref().map_or(Ok(()), |why| Err(Failure::NoAnswer(why.clone())))
}
