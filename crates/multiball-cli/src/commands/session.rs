//! Playing rounds of a scenario: shared by `play` and `reproduce`.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use multiball::hall::{Extent, PlanarHall, Scenario, Session, play_rounds};

use crate::args::Common;
use crate::failure::Failure;
use crate::files;
use crate::show::progress_bar;

/// Scenarios that come with the program: name and text.
const BUILT_IN: [(&str, &str); 2] = [
    ("planar", include_str!("../../../../scenarios/planar.toml")),
    ("planar-noisy", include_str!("../../../../scenarios/planar-noisy.toml")),
];

/// Reads a scenario by the name of a built-in one or the path of a file.
pub(crate) fn load(name: &str) -> Result<Scenario, Failure> {
    if let Some((_, text)) = BUILT_IN.iter().find(|(built_in, _)| *built_in == name) {
        return parse(name, text);
    }
    let path = Path::new(name);
    if !path.exists() {
        let known = BUILT_IN.map(|(built_in, _)| built_in).join(", ");
        return Err(Failure::input(format!("no scenario `{name}`: neither a file nor one of {known}")));
    }
    parse(name, &files::read_text(path)?)
}

fn parse(name: &str, text: &str) -> Result<Scenario, Failure> {
    Scenario::from_toml(text).map_err(|error| Failure::input(format!("{name}: {}", error.to_string().trim_end())))
}

/// The hall of a scenario, with the seed of the command line or the scenario's own.
pub(crate) fn hall(scenario: &Scenario, seed: u64) -> Result<PlanarHall, Failure> {
    PlanarHall::new(scenario, seed).map_err(|error| Failure::input(format!("scenario {}: {error}", scenario.name)))
}

/// The exit code of a program that Ctrl-C has ended, as shells expect it: 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

/// A flag that Ctrl-C sets. Who presses it again before the work has ended means it: the program ends at once.
pub(crate) fn stop_on_interrupt() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let interrupted = move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    };
    // Without a handler Ctrl-C ends the program at once: nothing is lost but the work under way.
    let _ = ctrlc::set_handler(interrupted);
    stop
}

/// The threads asked for.
pub(crate) fn threads(common: &Common) -> Result<rayon::ThreadPool, Failure> {
    let count = common.threads.unwrap_or(0) as usize;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build();
    pool.map_err(|error| Failure::input(format!("--threads: {error}")))
}

/// Plays rounds on the threads asked for, with a progress bar.
pub(crate) fn play(hall: &PlanarHall, extent: Extent, stop: &AtomicBool, common: &Common) -> Result<Session, Failure> {
    let pool = threads(common)?;
    let (bar, seconds) = match extent {
        Extent::Points(points) => (progress_bar(points, "points"), false),
        Extent::DurationS(duration_s) => (progress_bar(duration_s.ceil() as u64, "simulated seconds"), true),
    };
    let progress = |played_s: f64| bar.inc(if seconds { played_s.round() as u64 } else { 1 });
    let session = pool.install(|| play_rounds(hall, extent, stop, &progress));
    bar.finish_and_clear();
    Ok(session)
}
