//! `predict`: balls from a file of their positions, followed and predicted.

mod flights;
mod follow;
mod landing;
mod report;
mod text;

use multiball::track::{Estimator, EstimatorSettings, Priors, Stroke};

use crate::args::{Common, LONGEST_S, Predict};
use crate::failure::Failure;
use crate::files;
use crate::plot::{self, ErrorCurves};
use crate::show::print_report;
use crate::statistics::{median, quantile, sorted};
use flights::Recorded;
use follow::{Followed, Miss, Task};
use report::{Report, Skipped, Summary};

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
    let recorded = flights::read(&predict.file, &predict.offset_m)?;
    let task = task(predict);
    let (followed, skipped) = follow_all(&task, &recorded);
    if followed.is_empty() {
        return Err(Failure::NoAnswer(unusable(&predict.file.display().to_string(), &skipped)));
    }
    if let Some(path) = &predict.plot {
        files::write_whole(path, &plot::error_curves(&curves(predict, &task, &followed))?)?;
    }
    let summary = Summary::of(&followed, task.horizons, predict.observe_s.is_some());
    let report = Report {
        file: predict.file.display().to_string(),
        observe_s: predict.observe_s,
        noise_mm: predict.noise_mm,
        stroke: predict.stroke.map(Stroke::name),
        flights: followed.into_iter().map(|one| one.report).collect(),
        skipped,
        summary,
    };
    print_report(&report, common.json)
}

/// Results of each flight, and the flights that could not be used.
fn follow_all(task: &Task<'_>, recorded: &[Recorded]) -> (Vec<Followed>, Vec<Skipped>) {
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
    (followed, skipped)
}

fn task(predict: &Predict) -> Task<'_> {
    let longest_s = predict.horizons_s.longest_s();
    let standard = EstimatorSettings::default();
    let roll_out_s = standard.roll_out_s.max(longest_s + BEYOND_S);
    let mut priors = Priors::default();
    if let Some(stroke) = predict.stroke {
        priors.spin = stroke.spin();
    }
    Task {
        priors,
        settings: EstimatorSettings { roll_out_s, longest_s: LONGEST_S, ..standard },
        observe_s: predict.observe_s,
        horizons: &predict.horizons_s.0,
        noise: predict.noise_mm / 1000.0,
        curve_s: if predict.plot.is_some() { follow::curve_s(longest_s) } else { Vec::new() },
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
    let file = predict.file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let observe_s = predict.observe_s.unwrap_or_default();
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
    for (index, ahead_s) in task.curve_s.iter().enumerate() {
        let misses: Vec<Miss> = followed.iter().filter_map(|one| one.curve[index]).collect();
        if 2 * misses.len() >= followed.len() {
            add_to(&mut curves, *ahead_s, &misses);
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

fn add_to(curves: &mut ErrorCurves, ahead_s: f64, misses: &[Miss]) {
    let errors = sorted(misses.iter().map(|miss| miss.error).collect());
    curves.median_m.extend(quantile(&errors, 0.5).map(|error| (ahead_s, error)));
    curves.p90_m.extend(quantile(&errors, 0.9).map(|error| (ahead_s, error)));
    let expected = median(misses.iter().map(|miss| miss.expected).collect());
    curves.expected_m.extend(expected.map(|error| (ahead_s, error)));
}
