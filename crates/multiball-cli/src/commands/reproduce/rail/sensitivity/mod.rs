//! How much each assumption about the world matters, before and after a warm-up.

mod cases;

use std::sync::atomic::{AtomicBool, Ordering};

use multiball::hall::{RailHall, RailOptions, Scenario};

use self::cases::{AS_TOLD, CASES, Case};
use super::super::{PaperReport, Part, Picture, Row};
use super::SchoolingCache;
use super::printed::{INNER_HALF, OUTER_HALF};
use super::tally::by_rig;
use crate::args::Reproduce;
use crate::failure::Failure;
use crate::plot::{Bounded, SensitivityBar, sensitivity_bars};
use crate::show::{Align, Table, progress_bar};
use crate::statistics::GroupedShare;

/// Rounds of each case, of a quick run, and of cases with cameras at most.
const ROUNDS: u64 = 1000;
const QUICK: u64 = 60;
const MOST_WITH_CAMERAS: u64 = 400;
/// Rigs among which they are divided, where there are enough; each has its own errors of calibration. As many say how
/// much rigs differ, which the intervals contain.
const RIGS: u64 = 8;
const LEAST_FOR_RIGS: u64 = 100;
/// A loss of fewer points than this may be chance: nothing is said of how much of it is won back.
const LEAST_LOSS: f64 = 2.0;

/// Shares before and after the warm-up: of hits, and of returns in the outer and the inner square.
struct Measured {
    case: &'static Case,
    before: [GroupedShare; 3],
    after: [GroupedShare; 3],
}

impl Measured {
    /// The share of returns in the inner square, %, before and after.
    fn inner(&self) -> [f64; 2] {
        [&self.before, &self.after].map(|shares| shares[2].total().percent())
    }

    /// How much of what the inner square loses before the warm-up is there again after it, %.
    fn won_back(&self, all: &[Self]) -> Option<f64> {
        let baseline = all.iter().find(|other| std::ptr::eq(other.case, self.case.baseline()))?;
        let ([_, whole], [before, after]) = (baseline.inner(), self.inner());
        let is_loss = self.case.found_out && whole - before >= LEAST_LOSS;
        is_loss.then(|| 100.0 * (after - before) / (whole - before))
    }
}

/// Plays all cases; those that Ctrl-C left are missing.
pub(super) fn report(
    reproduce: &Reproduce,
    schools: &mut SchoolingCache,
    seed: u64,
    stop: &AtomicBool,
) -> Result<PaperReport, Failure> {
    let wanted = reproduce.rounds.unwrap_or(if reproduce.quick { QUICK } else { ROUNDS });
    let cases = named(reproduce.only.as_deref())?;
    let bar = progress_bar(2 * cases.len() as u64, "assumptions");
    let mut all = Vec::new();
    for case in cases {
        let before = play(case, wanted, false, schools, seed, stop)?;
        bar.inc(1);
        let after = play(case, wanted, true, schools, seed, stop)?;
        bar.inc(1);
        if stop.load(Ordering::Relaxed) {
            break;
        }
        all.push(Measured { case, before, after });
    }
    bar.finish_and_clear();
    if all.is_empty() {
        return Err(Failure::NoAnswer("broken off before the first assumption was played".into()));
    }
    let words = "Sensitivity: the world of the scenario `hall` with points, racket and mount as drawn, air and table \
        as measured, and one thing changed at a time.\n% of rounds; before and after the scenario's warm-up; ± is half \
        of the 95 % interval. Won back: of what the inner square loses";
    let parts = vec![Part { words: words.into(), tables: vec![table(&all)] }];
    let rows = all.iter().flat_map(|measured| rows(measured, &all)).collect();
    let pictures = vec![Picture {
        title: "How much each assumption matters",
        caption: "Balls hit, and returns in the squares of 60 and 30 cm, before and after a warm-up of 100 balls."
            .into(),
        svg: draw(&all)?,
    }];
    let interrupted = stop.load(Ordering::Relaxed);
    Ok(PaperReport { parts, pictures, interrupted, ..PaperReport::new("rail", rows) })
}

/// The cases with a text in their names; all without one.
fn named(only: Option<&str>) -> Result<Vec<&'static Case>, Failure> {
    let cases: Vec<&Case> = CASES.iter().filter(|case| only.is_none_or(|text| case.name.contains(text))).collect();
    match (cases.is_empty(), only) {
        (true, Some(text)) => Err(Failure::input(format!("--only {text}: no assumption has this text in its name"))),
        _ => Ok(cases),
    }
}

fn play(
    case: &Case,
    wanted: u64,
    warm_up: bool,
    schools: &mut SchoolingCache,
    seed: u64,
    stop: &AtomicBool,
) -> Result<[GroupedShare; 3], Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::NoAnswer(format!("{}: {error}", case.name));
    let mut scenario = Scenario::builtin("hall").map_err(|error| failed(&error))?;
    for (key, value) in AS_TOLD.iter().chain(case.fields) {
        scenario.set_text(key, value).map_err(|error| failed(&error))?;
    }
    let wanted = if case.with_cameras() { wanted.min(MOST_WITH_CAMERAS) } else { wanted };
    let mut options = RailOptions::of(&scenario).map_err(|error| failed(&error))?;
    options.rigs = if wanted < LEAST_FOR_RIGS { 1 } else { RIGS };
    if !warm_up {
        options.warm_up = 0;
    }
    let hall = RailHall::new(options, schools.of(options.lesson())?, seed).map_err(|error| failed(&error))?;
    let hall = hall.warmed_up(stop, &|| {}).map_err(|error| failed(&error))?;
    let rounds = hall.rounds(wanted, stop, &|| {}).map_err(|error| failed(&error))?;
    let (target, rigs) = (options.player.target, options.rigs as usize);
    Ok([
        by_rig(&rounds, rigs, |round| round.hit),
        by_rig(&rounds, rigs, |round| round.within(target, OUTER_HALF)),
        by_rig(&rounds, rigs, |round| round.within(target, INNER_HALF)),
    ])
}

fn table(all: &[Measured]) -> Table {
    let mut table = Table::new(&[
        ("assumption", Align::Left),
        ("hit", Align::Right),
        ("outer", Align::Right),
        ("inner", Align::Right),
        ("hit, warm", Align::Right),
        ("outer, warm", Align::Right),
        ("inner, warm", Align::Right),
        ("won back", Align::Right),
        ("", Align::Left),
    ]);
    for measured in all {
        let Measured { case, before, after } = measured;
        let [hit, outer, inner] = before.each_ref().map(shown);
        let [warm_hit, warm_outer, warm_inner] = after.each_ref().map(shown);
        let won_back = measured.won_back(all).map(|percent| format!("{percent:.0} %")).unwrap_or_default();
        let kind = if case.found_out { "can be found out" } else { "" };
        let name = case.name.into();
        table.row([name, hit, outer, inner, warm_hit, warm_outer, warm_inner, won_back, kind.into()]);
    }
    table
}

fn shown(share: &GroupedShare) -> String {
    let (low, high) = share.interval_percent();
    format!("{:.1} ± {:.1}", share.total().percent(), 0.5 * (high - low))
}

fn rows(measured: &Measured, all: &[Measured]) -> Vec<Row> {
    let Measured { case, before, after } = measured;
    let figures = ["hit rate", "outer square", "inner square"];
    let of = |shares: &[GroupedShare; 3], when: &str| {
        let rows = figures.into_iter().zip(shares).map(|(figure, share)| {
            let (name, total) = (format!("{figure}, {}, {when}", case.name), share.total());
            let row = Row::new("sensitivity", name, "%", None, total.percent());
            Row { rounds: Some(total.of), ..row.within(Some(share.interval_percent())) }
        });
        rows.collect::<Vec<_>>()
    };
    let won_back = measured.won_back(all).map(|percent| {
        Row::new("sensitivity", format!("won back of the inner square, {}", case.name), "%", None, percent)
    });
    of(before, "before warm-up").into_iter().chain(of(after, "after warm-up")).chain(won_back).collect()
}

fn draw(all: &[Measured]) -> Result<String, Failure> {
    let bounded = |share: &GroupedShare| Bounded { value: share.total().percent(), interval: share.interval_percent() };
    let bars: Vec<SensitivityBar> = all
        .iter()
        .map(|Measured { case, before, after }| SensitivityBar {
            name: case.name,
            before: before.each_ref().map(bounded),
            after: after.each_ref().map(bounded),
            found_out: case.found_out,
        })
        .collect();
    sensitivity_bars(&bars)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Share;

    #[test]
    fn law_what_is_won_back_is_a_share_of_what_was_lost() {
        let measured = |case: &'static Case, before: usize, after: usize| {
            let share = |count| GroupedShare { groups: vec![Share { count, of: 100 }] };
            let all = |count: usize| [100, 100, count].map(share);
            Measured { case, before: all(before), after: all(after) }
        };
        let found_out = |cameras: bool| CASES.iter().find(|case| case.found_out && case.with_cameras() == cameras);
        let (points, cameras) = (found_out(false).unwrap(), found_out(true).unwrap());
        let all = [
            measured(points.baseline(), 95, 96),
            measured(cameras.baseline(), 90, 90),
            measured(points, 56, 86),
            measured(cameras, 80, 90),
        ];
        let won_back = |index: usize| all[index].won_back(&all);
        assert_eq!([won_back(0), won_back(1), won_back(2), won_back(3)], [None, None, Some(75.0), Some(100.0)]);
        // Without the baseline nothing is known, and of a small loss nothing is said.
        assert_eq!(all[2].won_back(&all[1..]), None);
        assert_eq!(measured(points, 95, 96).won_back(&all), None);
    }
}
