//! Table 6: sixteen balls on 10 x 10 m, eight at a time; and a long day in a busy hall.

use std::sync::atomic::{AtomicBool, Ordering};

use multiball::hall::floor::{Cleared, FloorHall, FloorRun, Scatter, Troubles, busy_outlines};
use multiball::picker::StereoCamera;
use multiball::picker::behavior::State;

use super::super::{Goal, Row};
use crate::failure::Failure;
use crate::show::{counted, progress_bar};
use crate::statistics::{Share, mean, mean_interval};

/// Floors that are cleared; the paper has ten.
pub(super) const FLOORS: u64 = 1000;
/// Printed: the rate, and the ten speeds that it is said to be the mean of, m/s.
const SPEED_RATE: f64 = 0.824_91;
const SPEEDS: [f64; 10] =
    [0.393_59, 0.410_32, 0.403_93, 0.441_04, 0.426_72, 0.390_40, 0.408_15, 0.411_50, 0.301_59, 0.425_09];
/// Simulated time in the busy hall, hours.
const HOURS: f64 = 10.0;

/// Clears random floors.
pub(super) fn clear(hall: &FloorHall, floors: u64, what: &str, stop: &AtomicBool) -> Result<Vec<Cleared>, Failure> {
    let bar = progress_bar(floors, &format!("{what}, floors"));
    let cleared = hall.clear_floors(floors, Scatter::PAPER, stop, &|| bar.inc(1));
    bar.finish_and_clear();
    cleared.map_err(|error| Failure::NoAnswer(error.to_string()))
}

/// Table 6 for one steering law.
pub(super) fn table6(cleared: &[Cleared], what: &str) -> Vec<Row> {
    let name = |figure: &str| format!("{figure}, {what}");
    let of = format!("of {}", counted(cleared.len(), "floor"));
    let of_all = |of: &dyn Fn(&Cleared) -> f64| cleared.iter().map(of).collect::<Vec<f64>>();
    let row = |figure: &str, unit, paper, values: Vec<f64>| {
        Row::new("6", name(figure), unit, paper, mean(&values).unwrap_or(f64::NAN)).within(mean_interval(&values))
    };
    let success = Share { count: cleared.iter().filter(|one| one.is_success()).count(), of: cleared.len() };
    let balls = cleared.iter().map(|one| one.floor.balls().len()).sum();
    let collected = Share { count: cleared.iter().map(|one| one.run.launched).sum(), of: balls };
    let ten = SPEEDS.iter().sum::<f64>() / SPEEDS.len() as f64 / 0.5;
    vec![
        Row::new("6", name("success"), "%", Some(100.0), success.percent())
            .within(Some(success.interval_percent()))
            .aiming(Goal::More)
            .noted(&of),
        Row::new("6", name("balls collected"), "%", Some(100.0), collected.percent())
            .within(Some(collected.interval_percent()))
            .aiming(Goal::More)
            .noted(format!("of {}", counted(balls, "ball"))),
        row("SpeedRate", "", Some(SPEED_RATE), of_all(&Cleared::speed_rate))
            .noted(format!("the ten speeds printed have the mean {ten:.5}"))
            .differs("ours leaves out looking around, the paper only emptying"),
        row("s_p/(v0 T)", "", None, of_all(&Cleared::efficiency)).noted("detours count against it"),
        row("both, turning alone", "", None, of_all(&Cleared::turning_bound))
            .noted("straight from ball to ball, turning on the spot"),
        row("s_p", "m", None, of_all(&|one| one.planned().length)).noted("straight ways in the order driven"),
        row("time under way", "s", None, of_all(&|one| one.run.under_way.time_s))
            .noted("as the paper counts it, without emptying"),
        row("time in all", "s", None, of_all(&|one| one.run.time_s)).noted("with looking around and emptying"),
    ]
}

/// Floors cleared with cameras that are worse than their data sheet, which the robot is not told.
pub(super) fn worse_cameras(hall: &FloorHall, floors: u64, stop: &AtomicBool) -> Result<Vec<Row>, Failure> {
    let usual = StereoCamera::USUAL;
    let worse = [
        ("camera with 3 times the noise", usual.noisier(3.0)),
        ("camera that misses 40 %", StereoCamera { missed: 0.4, ..usual }),
    ];
    let mut rows = Vec::new();
    for (what, camera) in worse {
        let cleared = clear(&hall.clone().filmed_by(camera), floors, what, stop)?;
        let kept = |row: &Row| row.name.starts_with("success") || row.name.starts_with("s_p/");
        let beyond = |row: Row| Row { table: "beyond", paper: None, ..row };
        rows.extend(table6(&cleared, what).into_iter().filter(kept).map(beyond));
    }
    Ok(rows)
}

/// A long run with all disturbances.
pub(super) fn soak(hall: &FloorHall, quick: bool, stop: &AtomicBool) -> Result<Vec<Row>, Failure> {
    let hall = hall.clone().among(busy_outlines()).map_err(|error| Failure::NoAnswer(error.to_string()))?;
    let hours = if quick { HOURS / 10.0 } else { HOURS };
    let bar = progress_bar((hours * 60.0) as u64, "busy hall, minutes");
    let mut minutes = 0;
    let run = hall.keep_clear(Troubles::BUSY, 0, 3600.0 * hours, &mut |moment| {
        if moment.now_s >= f64::from(minutes) * 60.0 {
            minutes += 1;
            bar.inc(1);
        }
        !stop.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    let hours = hours.min(run.time_s / 3600.0);
    Ok(soak_rows(&run, hours))
}

fn soak_rows(run: &FloorRun, hours: f64) -> Vec<Row> {
    let times = |work: State| run.states.iter().filter(|(_, what)| *what == work).count() as f64;
    let row = |figure: &str, unit, value: f64, note: &str| {
        Row::new("beyond", format!("busy hall, {figure}"), unit, None, value).noted(note)
    };
    vec![
        row("simulated time", "h", hours, "a table, a bench; balls come, roll and go; boxes; fixes fail; jams"),
        row("balls collected", "", run.launched as f64, "launched into the feeder"),
        row(
            "longest time without a ball",
            "s",
            run.longest_wait_s,
            "while some lay where it gets to, charging left out",
        ),
        row("run into something", "", times(State::BackingOff), "times; mostly boxes that are not on its map"),
        row("jams cleared", "", times(State::ClearingBrush) + times(State::ClearingLauncher), "brush and launcher"),
        row("charged", "", times(State::Charging), "times"),
        row("people called", "", times(State::CallingHelp), "what it could not do alone"),
    ]
}
