//! Playing rounds of a scenario: shared by `play` and `reproduce`.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use indicatif::ProgressBar;
use multiball::hall::{Extent, PlanarHall, PlayedRounds, Scenario, play_rounds};

use super::own_choices;
use crate::args::Common;
use crate::failure::Failure;
use crate::files;
use crate::show::progress_bar;

/// Reads a scenario by the name of a built-in one or the path of a file.
pub(crate) fn load(name: &str) -> Result<Scenario, Failure> {
    let text = text(name)?;
    let scenario = Scenario::from_toml(&text);
    let scenario = scenario.map_err(|error| Failure::input(format!("{name}: {}", error.to_string().trim_end())))?;
    let built_in = Scenario::builtin_text(name).is_some();
    Ok(if built_in { scenario } else { own_choices::relative_to(scenario, Path::new(name)) })
}

/// The text of a scenario.
pub(crate) fn text(name: &str) -> Result<String, Failure> {
    if let Some(text) = Scenario::builtin_text(name) {
        return Ok(text.to_owned());
    }
    let path = Path::new(name);
    if !path.exists() {
        let known = Scenario::builtin_names().collect::<Vec<_>>().join(", ");
        return Err(Failure::input(format!("no scenario `{name}`: neither a file nor one of {known}")));
    }
    files::read_text(path)
}

/// The hall of a scenario, with the seed of the command line or the scenario's own.
pub(crate) fn hall(scenario: &Scenario, seed: u64) -> Result<PlanarHall, Failure> {
    PlanarHall::new(scenario, seed).map_err(|error| Failure::input(format!("scenario {}: {error}", scenario.name)))
}

/// The threads requested.
pub(crate) fn threads(common: &Common) -> Result<rayon::ThreadPool, Failure> {
    pool(common.threads.unwrap_or(0) as usize)
}

/// So many threads; 0 is one for each core.
pub(crate) fn pool(threads: usize) -> Result<rayon::ThreadPool, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| Failure::input(format!("--threads: {error}")))
}

/// A progress bar for the requested extent.
pub(crate) fn bar(extent: Extent) -> ProgressBar {
    match extent {
        Extent::Points(points) => progress_bar(points, "points"),
        Extent::DurationS(duration_s) => progress_bar(duration_s.ceil() as u64, "simulated seconds"),
    }
}

/// Position of that bar after some points and some time.
pub(crate) fn steps(extent: Extent, points: u64, played_s: f64) -> u64 {
    match extent {
        Extent::Points(_) => points,
        Extent::DurationS(_) => played_s.round() as u64,
    }
}

/// Plays rounds on the threads requested, with a progress bar.
pub(crate) fn play(
    hall: &PlanarHall,
    extent: Extent,
    stop: &AtomicBool,
    common: &Common,
) -> Result<PlayedRounds, Failure> {
    let pool = threads(common)?;
    let bar = bar(extent);
    let progress = |played_s: f64| bar.inc(steps(extent, 1, played_s));
    let session = pool.install(|| play_rounds(hall, extent, stop, &progress));
    bar.finish_and_clear();
    Ok(session)
}
