//! `predict`: balls from a file of their positions, followed and predicted.

mod flights;
mod follow;
mod groups;
mod instants;
mod landing;
mod layout;
mod path_file;
mod report;
mod several;
mod text;

use std::path::Path;

use multiball::ball::Physics;
use multiball::track::{CorrelatedError, Estimator, EstimatorSettings, Priors, Stroke};

use crate::args::{Common, LONGEST_S, Predict};
use crate::failure::Failure;
use crate::files;
use crate::plot::{self, ErrorCurves};
use crate::show::print_report;
use crate::statistics::{median, quantile, sorted};
use flights::Recorded;
use follow::{Followed, Miss, Moment, Task};
use groups::groups_of;
use layout::Layout;
use report::{Given, Part, Report, Skipped};

/// Flights that are followed once beforehand: the first updates wait for memory.
const WARM_UP: usize = 3;
/// Roll-out beyond the furthest horizon, s: the truth may be a little later.
const BEYOND_S: f64 = 0.1;
/// Longest observation, s, for which published figures are drawn too: predicting is easier with more.
const PUBLISHED_S: f64 = 0.2;
/// Skipped flights that a failure names one by one.
const NAMED: usize = 5;

pub(crate) fn run(predict: &Predict, common: &Common) -> Result<(), Failure> {
    if let Some(path) = &predict.plot {
        files::check_svg(path)?;
    }
    if let Some(path) = &predict.out {
        files::check_name("--out", path, "csv")?;
    }
    let recorded = flights::read(&predict.file, &Layout::of(predict))?;
    let given = Given {
        file: predict.file.display().to_string(),
        noise_mm: predict.noise_mm,
        stroke: predict.stroke.map(Stroke::name),
        aero: predict.aero.map(|model| model.to_string()),
        table: predict.table.map(|model| model.to_string()),
    };
    match predict.observe_s.as_ref().map_or(&[][..], |observed| &observed.0) {
        [] => one(predict, common, given, &recorded, None),
        [observe_s] => one(predict, common, given, &recorded, Some(*observe_s)),
        several if predict.out.is_some() => {
            Err(Failure::input(format!("--out goes with one observation time; --observe-s has {}", several.len())))
        }
        several => several::run(predict, common, given, &recorded, several),
    }
}

/// Predictions after one observation time, or after all points.
fn one(
    predict: &Predict,
    common: &Common,
    given: Given,
    recorded: &[Recorded],
    observe_s: Option<f64>,
) -> Result<(), Failure> {
    let longest_s = predict.horizons_s.longest_s();
    let curve = predict.plot.iter().flat_map(|_| follow::curve_s(longest_s)).map(Moment::AfterLast).collect();
    let task = task(predict, observe_s, longest_s, curve);
    let (followed, skipped) = follow_all(&task, recorded, &given)?;
    if let Some(path) = &predict.plot {
        files::write_whole(path, &plot::error_curves(&curves(predict, &task, &followed))?)?;
    }
    if let Some(path) = &predict.out {
        files::write_whole(path, &path_file::csv(&followed))?;
    }
    let part = Part::new(observe_s, task.horizons, followed, skipped, &groups_of(recorded));
    print_report(&Report { given, part }, common.json)
}

/// Results of each flight, and the flights that could not be used; a failure when none can.
fn follow_all(task: &Task<'_>, recorded: &[Recorded], given: &Given) -> Result<(Vec<Followed>, Vec<Skipped>), Failure> {
    let mut estimator = Estimator::new(task.priors, task.settings);
    for flight in recorded.iter().take(WARM_UP) {
        // This run only warms up memory for the timing; errors are reported below.
        drop(task.follow(&mut estimator, flight));
    }
    let (mut followed, mut skipped) = (Vec::new(), Vec::new());
    for flight in recorded {
        match task.follow(&mut estimator, flight) {
            Ok(one) => followed.push(one),
            Err(reason) => skipped.push(Skipped { id: flight.id.clone(), reason }),
        }
    }
    if followed.is_empty() { Err(Failure::NoAnswer(unusable(&given.file, &skipped))) } else { Ok((followed, skipped)) }
}

/// What is assumed of the balls: air and table of a recorded one, unless their models are given.
fn priors(predict: &Predict) -> Priors {
    let recorded = Priors::recorded();
    let physics = Physics {
        aero: predict.aero.unwrap_or_default(),
        table: predict.table.unwrap_or_default(),
        ..Physics::default()
    };
    let known = Priors::knowing(&physics, recorded.court);
    let Priors { drag, spin_drag, lift, bend, .. } = if predict.aero.is_some() { known } else { recorded };
    let table = if predict.table.is_some() { known } else { recorded };
    let Priors { restitution, friction, grip, corner_doublings, linear, .. } = table;
    let spin = predict.stroke.map_or(recorded.spin, Stroke::spin);
    Priors { drag, spin_drag, lift, bend, restitution, friction, grip, corner_doublings, linear, spin, ..recorded }
}

/// What is computed after one observation time, rolled out for `longest_s` beyond the last observed point.
fn task(predict: &Predict, observe_s: Option<f64>, longest_s: f64, moments: Vec<Moment>) -> Task<'_> {
    let standard = EstimatorSettings::default();
    let roll_out_s = standard.roll_out_s.max(longest_s + BEYOND_S);
    let priors = priors(predict);
    let correlated_error = Some(CorrelatedError::RECORDED);
    Task {
        priors,
        settings: EstimatorSettings { roll_out_s, longest_s: LONGEST_S, correlated_error, ..standard },
        observe_s,
        horizons: &predict.horizons_s.0,
        noise: predict.noise_mm / 1000.0,
        moments,
        path_s: predict.out.iter().flat_map(|_| path_file::rows_s(predict.horizons_s.longest_s())).collect(),
    }
}

/// Why no flight of a file could be used.
fn unusable(file: &str, skipped: &[Skipped]) -> String {
    let named = skipped.iter().take(NAMED).map(|one| format!("flight {}: {}", one.id, one.reason));
    let more = skipped.len().saturating_sub(NAMED);
    let rest = (more > 0).then(|| format!("and {more} more"));
    let reasons: Vec<String> = named.chain(rest).collect();
    let none = if skipped.len() == 1 {
        "its one flight cannot".into()
    } else {
        format!("none of {} flights can", skipped.len())
    };
    format!("{file}: {none} be used: {}", reasons.join("; "))
}

/// Errors over the horizon, where at least half of the flights have a truth.
fn curves(predict: &Predict, task: &Task<'_>, followed: &[Followed]) -> ErrorCurves {
    let file = file_name(&predict.file);
    let observe_s = task.observe_s.unwrap_or_default();
    let mut curves = ErrorCurves {
        title: format!("{file}: {} flights, {observe_s} s of each observed", followed.len()),
        along: String::new(),
        size: plot::ERRORS_SIZE,
        with_band: false,
        with_published: observe_s <= PUBLISHED_S,
        furthest_s: predict.horizons_s.longest_s(),
        median_m: Vec::new(),
        p90_m: Vec::new(),
        expected_m: Vec::new(),
    };
    let mut flights = Vec::new();
    for (index, ahead_s) in follow::curve_s(curves.furthest_s).enumerate() {
        let misses: Vec<Miss> = followed.iter().filter_map(|one| one.misses[index]).collect();
        if 2 * misses.len() >= followed.len() {
            add_to(&mut curves, ahead_s, &misses);
            flights.push(misses.len());
        }
    }
    let [first, last] = [flights.first(), flights.last()].map(|count| count.copied().unwrap_or(0));
    curves.along =
        format!("time after the last observed point, s (the first values are of {first} flights, the last of {last})");
    // The axis ends where the data ends, with space for published figures a little further on.
    let last_s = curves.median_m.last().map_or(curves.furthest_s, |(ahead_s, _)| *ahead_s);
    curves.furthest_s = curves.furthest_s.min(1.25 * last_s);
    curves
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

fn add_to(curves: &mut ErrorCurves, ahead_s: f64, misses: &[Miss]) {
    let errors = sorted(misses.iter().map(|miss| miss.error).collect());
    curves.median_m.extend(quantile(&errors, 0.5).map(|error| (ahead_s, error)));
    curves.p90_m.extend(quantile(&errors, 0.9).map(|error| (ahead_s, error)));
    let expected = median(misses.iter().map(|miss| miss.expected).collect());
    curves.expected_m.extend(expected.map(|error| (ahead_s, error)));
}
