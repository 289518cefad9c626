//! Data fusion: the paper's filter and the pose filter on the same drives.

use multiball::experiments::{LocalisingRun, LocalisingSettings, localise};
use multiball::hall::floor::{CompassBias, Outage};
use multiball::picker::localisation::Site;

use super::super::Row;
use crate::show::progress_bar;
use crate::statistics::{mean, mean_interval};

const DRIVES: u64 = 200;
/// The outage starts in the middle of a drive, s.
const OUTAGE: Outage = Outage { from_s: 80.0, duration_s: 10.0 };

pub(super) fn rows(site: &Site, quick: bool, seed: u64) -> Vec<Row> {
    let waiting = progress_bar(4, "drives with both filters, settings");
    let drives = if quick { DRIVES / 4 } else { DRIVES };
    let outdoors = LocalisingSettings::outdoors();
    let with = |compass: CompassBias, outage: Option<Outage>| {
        let mut settings = outdoors;
        settings.instruments.compass_bias = compass;
        settings.instruments.outage = outage;
        // Echoes only in the case with all disturbances: the paper's filter cannot reject them.
        settings.instruments.echoes.chance *= f64::from(u8::from(outage.is_some()));
        waiting.inc(1);
        localise(&settings, site, seed, drives)
    };
    let off = CompassBias::Given(5.0_f64.to_radians());
    let mut rows = compared("perfect compass", &with(CompassBias::None, None));
    rows.extend(compared("compass 5° off", &with(off, None)));
    let through = with(CompassBias::Drawn, Some(OUTAGE));
    rows.extend(compared("all errors, 10 s without fixes", &through));
    rows.extend(consistency(&through));
    rows.extend(compared("indoors", &localise(&LocalisingSettings::indoors(), site, seed, drives)));
    waiting.finish_and_clear();
    rows
}

/// Errors of both filters, roots of mean squares over drives.
fn compared(what: &str, runs: &[LocalisingRun]) -> Vec<Row> {
    let rms = |of: &dyn Fn(&LocalisingRun) -> f64| {
        let squares: Vec<f64> = runs.iter().map(|run| of(run).powi(2)).collect();
        let interval = mean_interval(&squares).map(|(low, high)| (low.max(0.0).sqrt(), high.sqrt()));
        (mean(&squares).unwrap_or(f64::NAN).sqrt(), interval)
    };
    let row = |figure: &str, unit, (value, interval): (f64, Option<(f64, f64)>)| {
        Row::new("2.2", format!("{what}, {figure}"), unit, None, value).within(interval)
    };
    let (axes, pose) = (rms(&|run| run.paper.place), rms(&|run| run.pose.place));
    let gain = axes.0 / pose.0;
    vec![
        row("place, the paper's filter", "m", axes),
        row("place, pose filter", "m", pose).noted(format!("{gain:.2} times as accurate")),
        row("heading, the paper's filter", "deg", rms(&|run| run.paper.heading.to_degrees())).noted("the compass"),
        row("heading, pose filter", "deg", rms(&|run| run.pose.heading.to_degrees())),
    ]
}

/// Whether the pose filter's covariance is consistent with its errors.
fn consistency(runs: &[LocalisingRun]) -> Vec<Row> {
    let row = |what: &str, values: Vec<f64>| {
        let name = format!("normalised square error, {what}");
        Row::new("2.2", name, "", None, mean(&values).unwrap_or(f64::NAN))
            .within(mean_interval(&values))
            .noted("3 is consistent: x, y and heading")
    };
    let in_outage = runs.iter().filter_map(|run| run.outage_nees).collect();
    vec![row("all drives", runs.iter().map(|run| run.nees).collect()), row("without fixes", in_outage)]
}
