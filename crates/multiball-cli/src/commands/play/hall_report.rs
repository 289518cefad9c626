//! The part of a training session's summary about robots and balls.

use std::collections::BTreeMap;
use std::fmt;

use multiball::court::Side;
use multiball::hall::Scenario;
use multiball::hall::record::BallPlace;
use multiball::hall::training::{FoundOut, PickerTally, StrokeResult, TrainingResult, Wait};
use multiball::player::Finding;
use serde::Serialize;

use super::super::reproduce::printed::{INNER_HALF, OUTER_HALF};
use crate::show::counted;
use crate::statistics::quantile;

/// How a robot returned.
#[derive(Debug, Serialize)]
pub(super) struct Returns {
    pub(super) side: Side,
    /// Balls of the warm-up.
    pub(super) warm_up_balls: usize,
    /// Whether there are no others, so that the figures below are theirs.
    pub(super) warming_up: bool,
    pub(super) balls: usize,
    pub(super) hits: usize,
    pub(super) landed: usize,
    pub(super) in_outer_square: usize,
    pub(super) in_inner_square: usize,
    pub(super) median_off_m: Option<f64>,
    pub(super) median_predicted_error_m: Option<f64>,
    pub(super) p90_predicted_error_m: Option<f64>,
    /// Where the robot aims, and where its good returns landed, m.
    #[serde(skip)]
    pub(super) target_m: [f64; 2],
    #[serde(skip)]
    pub(super) landings_m: Vec<[f64; 2]>,
}

/// Results of a training session in addition to the score.
#[derive(Debug, Serialize)]
pub(super) struct HallReport {
    pub(super) lets: usize,
    pub(super) returns: Vec<Returns>,
    pub(super) found: Vec<FoundOut>,
    pub(super) picker: Option<PickerTally>,
    pub(super) waits: Vec<Wait>,
    balls: BTreeMap<&'static str, usize>,
    ball_audits: u64,
}

impl Returns {
    fn of(scenario: &Scenario, side: Side, strokes: &[StrokeResult]) -> Option<Self> {
        let of_side = || strokes.iter().filter(|stroke| stroke.side == side);
        let counted: Vec<&StrokeResult> = of_side().filter(|stroke| !stroke.warm_up).collect();
        let warm_up_balls = of_side().count() - counted.len();
        // A session that ends within the warm-up shows what there is.
        let warming_up = counted.is_empty();
        let own: Vec<&StrokeResult> = if warming_up { of_side().collect() } else { counted };
        let target = scenario.player.as_ref()?.target_m.map(|coordinate| coordinate * side.sign());
        let within = |half: f64| {
            let is_in = |[x, y]: [f64; 2]| (x - target[0]).abs() <= half && (y - target[1]).abs() <= half;
            own.iter().filter(|stroke| stroke.landing_m.is_some_and(is_in)).count()
        };
        let sorted = |of: fn(&StrokeResult) -> Option<f64>| {
            let mut values: Vec<f64> = own.iter().filter_map(|stroke| of(stroke)).collect();
            values.sort_by(f64::total_cmp);
            values
        };
        let (off, errors) = (sorted(|stroke| stroke.off_m), sorted(|stroke| stroke.predicted_error_m));
        (!own.is_empty()).then(|| Self {
            side,
            warm_up_balls,
            warming_up,
            balls: own.len(),
            hits: own.iter().filter(|stroke| stroke.hit).count(),
            landed: own.iter().filter(|stroke| stroke.landing_m.is_some()).count(),
            in_outer_square: within(OUTER_HALF),
            in_inner_square: within(INNER_HALF),
            median_off_m: quantile(&off, 0.5),
            median_predicted_error_m: quantile(&errors, 0.5),
            p90_predicted_error_m: quantile(&errors, 0.9),
            target_m: target,
            landings_m: own.iter().filter_map(|stroke| stroke.landing_m).collect(),
        })
    }
}

impl HallReport {
    /// How long play waited in all, s.
    pub(super) fn waited_s(&self) -> f64 {
        // Not `sum`: that of no waits is -0.
        self.waits.iter().fold(0.0, |total, wait| total + wait.lasted_s)
    }

    pub(super) fn of(scenario: &Scenario, result: &TrainingResult) -> Self {
        let of_side = |side: Side| Returns::of(scenario, side, &result.strokes);
        Self {
            lets: result.points.iter().filter(|point| point.is_let).count(),
            returns: Side::BOTH.into_iter().filter_map(of_side).collect(),
            found: result.found.clone(),
            picker: result.picker,
            waits: result.waits.clone(),
            balls: BallPlace::ALL.into_iter().map(BallPlace::name).zip(result.balls).collect(),
            ball_audits: result.audits,
        }
    }
}

impl fmt::Display for HallReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for returns in &self.returns {
            let share = |count: usize| format!("{:.1} %", 100.0 * count as f64 / returns.balls.max(1) as f64);
            let warm_up = match (returns.warm_up_balls, returns.warming_up) {
                (0, _) => String::new(),
                (_, true) => " of the warm-up".into(),
                (balls, false) => format!(" after {balls} of warm-up"),
            };
            writeln!(
                f,
                "  {}     {}{warm_up}: hit {}, on the far half {}, in the square of 60 cm {}, of 30 cm {}",
                returns.side,
                counted(returns.balls, "ball"),
                share(returns.hits),
                share(returns.landed),
                share(returns.in_outer_square),
                share(returns.in_inner_square)
            )?;
            if let (Some(off), Some(median), Some(p90)) =
                (returns.median_off_m, returns.median_predicted_error_m, returns.p90_predicted_error_m)
            {
                writeln!(
                    f,
                    "           landed {:.1} cm from the target (median); prediction error at the hit {:.1} mm \
                     (median), 90 % below {:.1} mm",
                    100.0 * off,
                    1e3 * median,
                    1e3 * p90
                )?;
            }
        }
        for found in self.found.iter().filter(|found| found.strokes > 0) {
            let strokes = counted(found.strokes, "own stroke");
            writeln!(f, "  {}     found out from {strokes}: {}", found.side, findings(&found.numbers))?;
        }
        if let Some(PickerTally { taken, launched, way_m, in_zone_s, .. }) = self.picker {
            writeln!(
                f,
                "  picker   took {}, filled {launched} into the hopper, drove {way_m:.0} m; {in_zone_s:.1} s in a \
                 player's zone during play",
                counted(taken as usize, "ball")
            )?;
        }
        if self.waits.is_empty() {
            writeln!(f, "  waiting  never")?;
        } else {
            writeln!(f, "  waiting  {}, {:.0} s in all", counted(self.waits.len(), "time"), self.waited_s())?;
        }
        let places: Vec<String> = self
            .balls
            .iter()
            .filter(|(_, count)| **count > 0)
            .map(|(place, count)| format!("{count} {place}"))
            .collect();
        writeln!(f, "  balls    {}; none lost, counted {} times", places.join(", "), self.ball_audits)
    }
}

/// What of racket and mount a robot has found out, in one line.
fn findings(numbers: &[Finding]) -> String {
    const SHOWN: [&str; 6] = [
        "racket tilt about y",
        "racket tilt about z",
        "rubber restitution, added",
        "rubber friction, times",
        "arm offset x",
        "table restitution",
    ];
    let shown = numbers.iter().filter(|number| SHOWN.contains(&number.name));
    let text = |Finding { name, unit, value, sd }: &Finding| {
        let digits = if unit.is_empty() { 3 } else { 1 };
        let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
        format!("{name} {value:.digits$} ± {sd:.digits$}{unit}")
    };
    shown.map(text).collect::<Vec<_>>().join("; ")
}
