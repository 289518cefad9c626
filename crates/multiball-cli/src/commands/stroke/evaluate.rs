//! `stroke evaluate`: accuracy of the classes, how early they are known, and how much they improve predictions.

use multiball::experiments::{BallWatch, PriorTrial, prior_trials};
use multiball::opponent::reading::{
    CalibratedError, Companions, HoldOut, StrokeReader, View, WristRecord, judge, judge_calibrated,
};
use multiball::opponent::{Lesson, ShotSet};

use super::report::{Calibrated, CurvePoint, HeldOut, Prior, Report, Spread};
use super::strokes::{self, Strokes};
use crate::args::{Common, StrokeEvaluate};
use crate::commands::session;
use crate::failure::Failure;
use crate::files;
use crate::plot;
use crate::show::{print_report, progress_bar};

/// Most players whose balls are predicted with and without their strokes, and most strokes of each.
const PRIOR_PLAYERS: (u32, u32) = (25, 40);

pub(crate) fn run(arguments: &StrokeEvaluate, common: &Common) -> Result<(), Failure> {
    if let Some(path) = &arguments.plot {
        files::check_svg(path)?;
    }
    let report = session::threads(common)?.install(|| evaluate(arguments, common.seed_or_default()))?;
    if let Some(path) = &arguments.plot {
        files::write_whole(path, &plot::accuracy_curves(&report.title(), &report.plotted())?)?;
    }
    print_report(&report, common.json)
}

fn evaluate(arguments: &StrokeEvaluate, seed: u64) -> Result<Report, Failure> {
    let strokes = strokes::load(&arguments.source, seed)?;
    let heading = strokes.heading_for(&arguments.source);
    let view = |before_ms: u64| {
        let samples_before = (before_ms as f64 * WristRecord::RATE_HZ / 1000.0).round() as usize;
        View { samples_before, heading }
    };
    let bar = progress_bar(2 * (2 + arguments.curve_ms.0.len()) as u64, "evaluations");
    let judged = |before_ms: u64, hold_out: HoldOut| {
        let judgement = judge(&strokes.records, &strokes.classes, view(before_ms), hold_out, seed);
        bar.inc(1);
        judgement.map_err(|error| Failure::NoAnswer(error.to_string()))
    };
    let mut held_out = Vec::new();
    for hold_out in [HoldOut::Strokes, HoldOut::Groups] {
        let what = if hold_out == HoldOut::Strokes { "strokes" } else { "groups" };
        held_out.push(HeldOut::new(what, &judged(0, hold_out)?, &strokes.classes));
    }
    let calibrated = calibrated(&strokes, view(0), arguments.calibration_strokes, seed)?;
    bar.inc(2);
    let mut curve = Vec::new();
    for before_ms in arguments.curve_ms.0.iter().copied() {
        if strokes.records.iter().any(|record| record.features(view(before_ms)).is_some()) {
            let [strokes, groups] = [judged(before_ms, HoldOut::Strokes)?, judged(before_ms, HoldOut::Groups)?]
                .map(|judgement| judgement.accuracy());
            curve.push(CurvePoint { before_ms, strokes, groups });
        }
    }
    let prior = if strokes.simulated.is_empty() { Vec::new() } else { priors(&strokes, view(0), arguments, seed)? };
    bar.finish_and_clear();
    Ok(Report {
        file: arguments.source.file.as_ref().map(|path| path.display().to_string()),
        seed,
        heading,
        strokes: strokes.records.len(),
        groups: strokes.groups(),
        left_out: strokes.left_out.clone(),
        classes: strokes.classes,
        held_out,
        calibrated,
        curve,
        prior,
    })
}

/// Accuracy after some strokes of the new player are known; empty where too few groups say how players differ.
fn calibrated(strokes: &Strokes, view: View, count: u64, seed: u64) -> Result<Vec<Calibrated>, Failure> {
    let (records, classes) = (&strokes.records, &strokes.classes);
    let kinds = [("own", Companions::None), ("alike", Companions::MostAlike)];
    let mut results = Vec::new();
    for (what, companions) in &kinds[..if strokes.some_group_lacks_a_class() { 2 } else { 1 }] {
        match judge_calibrated(records, classes, view, (*companions, count as usize), seed) {
            Ok(judgement) => {
                results.push(Calibrated { strokes: count, held_out: HeldOut::new(what, &judgement, classes) });
            }
            Err(CalibratedError::Calibration(_)) => {}
            Err(error) => return Err(Failure::NoAnswer(error.to_string())),
        }
    }
    Ok(results)
}

/// Balls of other simulated players, predicted with and without their strokes.
fn priors(strokes: &Strokes, view: View, arguments: &StrokeEvaluate, seed: u64) -> Result<Vec<Prior>, Failure> {
    let no_answer = |error: &dyn std::fmt::Display| Failure::NoAnswer(error.to_string());
    let reader =
        StrokeReader::train(&strokes.records, &strokes.classes, view, seed).map_err(|error| no_answer(&error))?;
    let kinds = [("human", ShotSet::Human), ("hard", ShotSet::Hard)];
    let prior = |(name, shots): (&'static str, ShotSet)| {
        let trained = strokes::lesson(&arguments.source.simulated);
        let (players, strokes) = (trained.players.min(PRIOR_PLAYERS.0), trained.strokes.min(PRIOR_PLAYERS.1));
        let lesson = Lesson { players, strokes, shots, ..trained };
        // Another seed: other players than those of the training.
        let seen = lesson.play(seed.wrapping_add(1)).map_err(|error| no_answer(&error))?;
        let trials = prior_trials(&seen, &reader, &BallWatch::default(), seed);
        let spread = |of: fn(&PriorTrial) -> f64| Spread::of(trials.iter().map(|trial| 1000.0 * of(trial)));
        Ok(Prior {
            shots: name,
            balls: trials.len(),
            bounce_without_mm: spread(|trial| trial.without.bounce_m),
            bounce_read_mm: spread(|trial| trial.read.bounce_m),
            bounce_told_mm: spread(|trial| trial.told.bounce_m),
            hit_without_mm: spread(|trial| trial.without.hit_m),
            hit_read_mm: spread(|trial| trial.read.hit_m),
            hit_told_mm: spread(|trial| trial.told.hit_m),
        })
    };
    kinds.into_iter().map(prior).collect()
}
