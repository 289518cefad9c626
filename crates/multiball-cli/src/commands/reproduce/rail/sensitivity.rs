//! How much each assumption about the world matters, before and after a warm-up.

use std::sync::atomic::{AtomicBool, Ordering};

use multiball::hall::{RailHall, RailOptions, RailRound, Scenario};

use super::super::{PaperReport, Part, Picture, Row};
use super::SchoolingCache;
use super::printed::{INNER_HALF, OUTER_HALF};
use crate::args::Reproduce;
use crate::failure::Failure;
use crate::plot::{SensitivityBar, sensitivity_bars};
use crate::show::{Align, Table, progress_bar};
use crate::statistics::Share;

/// An assumption that is changed, as fields of the scenario `hall`.
struct Case {
    name: &'static str,
    fields: &'static [(&'static str, &'static str)],
    /// Whether a robot can find it out; the others are bounds.
    found_out: bool,
}

/// All is as the robot is told, so that one thing at a time can be changed.
const AS_TOLD: &[(&str, &str)] = &[
    ("player.sensing", "points"),
    ("player.knows", "measured"),
    ("rig.racket_tilt_sd_deg", "0"),
    ("rig.rubber_restitution_sd", "0"),
    ("rig.rubber_friction_sd", "0"),
    ("rig.arm_offset_sd_m", "0"),
];

const fn found(name: &'static str, fields: &'static [(&'static str, &'static str)]) -> Case {
    Case { name, fields, found_out: true }
}

const fn bound(name: &'static str, fields: &'static [(&'static str, &'static str)]) -> Case {
    Case { name, fields, found_out: false }
}

/// One thing changed at a time, then pairs. Restitution of the rubber is 0.536: a tenth of it is 0.054.
#[rustfmt::skip]
const CASES: &[Case] = &[
    bound("all as told", &[]),
    found("rubber restitution +10 %", &[("rig.rubber_restitution", "0.054")]),
    found("rubber restitution -10 %", &[("rig.rubber_restitution", "-0.054")]),
    found("rubber friction +30 %", &[("rig.rubber_friction", "1.3")]),
    found("racket tilt 2° about the handle", &[("rig.racket_tilt_deg", "0,2")]),
    found("racket tilt 2° across it", &[("rig.racket_tilt_deg", "2,0")]),
    found("cameras to arm 10 mm along the table", &[("rig.arm_offset_m", "0.01,0,0")]),
    found("cameras to arm 10 mm in height", &[("rig.arm_offset_m", "0,0,0.01")]),
    found("air and table by data sheet", &[("player.knows", "typical")]),
    found("lift -20 %, by data sheet",
        &[("player.knows", "typical"), ("ball.aero", "saturating:cd=.547,a=.2224,b=.226")]),
    bound("calibration x1, cameras", &[("player.sensing", "cameras")]),
    found("calibration x3, cameras", &[("player.sensing", "cameras"), ("sensing.calibration_factor", "3"),
        ("sensing.believed_calibration_factor", "3")]),
    found("calibration x5, cameras", &[("player.sensing", "cameras"), ("sensing.calibration_factor", "5"),
        ("sensing.believed_calibration_factor", "5")]),
    bound("calibration x3, taken for x1", &[("player.sensing", "cameras"), ("sensing.calibration_factor", "3")]),
    bound("calibration x5, taken for x1", &[("player.sensing", "cameras"), ("sensing.calibration_factor", "5")]),
    bound("calibration x5, taken for x3", &[("player.sensing", "cameras"), ("sensing.calibration_factor", "5"),
        ("sensing.believed_calibration_factor", "3")]),
    bound("calibration x1, taken for x3",
        &[("player.sensing", "cameras"), ("sensing.believed_calibration_factor", "3")]),
    bound("time stamps 3 ms late", &[("sensing.time_offset_s", "0.003")]),
    bound("contact time within 20 ms", &[("sensing.contact_time_sd_s", "0.02")]),
    bound("inverted rubber", &[("ball.racket", "offensive-inverted-2.1")]),
    bound("points with 6 mm of noise", &[("sensing.point_sd_m", "0.006")]),
    bound("latency 20 ms", &[("sensing.latency_s", "0.02")]),
    bound("latency 40 ms", &[("sensing.latency_s", "0.04")]),
    bound("20 % of points lost", &[("sensing.dropped_share", "0.2")]),
    bound("5 % of points elsewhere", &[("sensing.outlier_share", "0.05")]),
    bound("rails of 40 m/s² and 4 m/s", &[("drives.rail_acceleration_m_s2", "40"), ("drives.rail_speed_m_s", "4")]),
    bound("rails of 10 m/s²", &[("drives.rail_acceleration_m_s2", "10")]),
    bound("rails of 5 m/s²", &[("drives.rail_acceleration_m_s2", "5")]),
    bound("rails of 10 m/s² and latency 20 ms",
        &[("drives.rail_acceleration_m_s2", "10"), ("sensing.latency_s", "0.02")]),
    found("tilt 2° and restitution +10 %", &[("rig.racket_tilt_deg", "0,2"), ("rig.rubber_restitution", "0.054")]),
];

/// Rounds of each case, of a quick run, and of cases with cameras at most.
const ROUNDS: u64 = 1000;
const QUICK: u64 = 60;
const MOST_WITH_CAMERAS: u64 = 400;
/// Rigs among which they are divided, where there are enough; each has its own errors of calibration.
const RIGS: u64 = 2;
const RIGS_WITH_CAMERAS: u64 = 5;
const LEAST_FOR_RIGS: u64 = 100;

/// Shares before and after the warm-up.
struct Measured {
    case: &'static Case,
    before: [Share; 3],
    after: [Share; 3],
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
        of the 95 % interval";
    let parts = vec![Part { words: words.into(), tables: vec![table(&all)] }];
    let rows = all.iter().flat_map(rows).collect();
    let pictures = vec![Picture {
        title: "How much each assumption matters",
        caption: "Returns in the square of 30 cm, before and after a warm-up of 100 balls.".into(),
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
) -> Result<[Share; 3], Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::NoAnswer(format!("{}: {error}", case.name));
    let mut scenario = Scenario::builtin("hall").map_err(|error| failed(&error))?;
    for (key, value) in AS_TOLD.iter().chain(case.fields) {
        scenario.set_text(key, value).map_err(|error| failed(&error))?;
    }
    let cameras = case.fields.contains(&("player.sensing", "cameras"));
    let wanted = if cameras { wanted.min(MOST_WITH_CAMERAS) } else { wanted };
    let mut options = RailOptions::of(&scenario).map_err(|error| failed(&error))?;
    options.rigs = match (wanted < LEAST_FOR_RIGS, cameras) {
        (true, _) => 1,
        (false, false) => RIGS,
        (false, true) => RIGS_WITH_CAMERAS,
    };
    if !warm_up {
        options.warm_up = 0;
    }
    let hall = RailHall::new(options, schools.of(options.lesson())?, seed).map_err(|error| failed(&error))?;
    let hall = hall.warmed_up(stop, &|| {}).map_err(|error| failed(&error))?;
    let rounds = hall.rounds(wanted, stop, &|| {}).map_err(|error| failed(&error))?;
    let share = |is: &dyn Fn(&RailRound) -> bool| Share {
        of: rounds.len(),
        count: rounds.iter().filter(|round| is(round)).count(),
    };
    let target = options.player.target;
    Ok([
        share(&|round| round.hit),
        share(&|round| round.within(target, OUTER_HALF)),
        share(&|round| round.within(target, INNER_HALF)),
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
        ("", Align::Left),
    ]);
    for Measured { case, before, after } in all {
        let [hit, outer, inner] = before.map(shown);
        let [warm_hit, warm_outer, warm_inner] = after.map(shown);
        let kind = if case.found_out { "can be found out" } else { "" };
        table.row([case.name.into(), hit, outer, inner, warm_hit, warm_outer, warm_inner, kind.into()]);
    }
    table
}

fn shown(share: Share) -> String {
    let (low, high) = share.interval_percent();
    format!("{:.1} ± {:.1}", share.percent(), 0.5 * (high - low))
}

fn rows(Measured { case, before, after }: &Measured) -> Vec<Row> {
    let figures = ["hit rate", "outer square", "inner square"];
    let of = |shares: &[Share; 3], when: &str| {
        let rows = figures.into_iter().zip(shares).map(|(figure, share)| {
            let name = format!("{figure}, {}, {when}", case.name);
            let row = Row::new("sensitivity", name, "%", None, share.percent()).within(Some(share.interval_percent()));
            Row { rounds: Some(share.of), ..row }
        });
        rows.collect::<Vec<_>>()
    };
    of(before, "before warm-up").into_iter().chain(of(after, "after warm-up")).collect()
}

fn draw(all: &[Measured]) -> Result<String, Failure> {
    let bars: Vec<SensitivityBar> = all
        .iter()
        .map(|Measured { case, before, after }| SensitivityBar {
            name: case.name,
            before: before[2].percent(),
            after: after[2].percent(),
            found_out: case.found_out,
        })
        .collect();
    sensitivity_bars(&bars)
}
