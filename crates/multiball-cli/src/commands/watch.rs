//! `watch`: how well the tracker follows filmed shots, compared with the paper's plain chain.

use std::fmt;

use multiball::experiments::{Watch, Watched};
use multiball::hall::{FilmOptions, Knowledge};
use multiball::vision::Miscalibration;
use multiball::vision::scene::four_camera_rig;
use serde::Serialize;

use super::session;
use crate::args;
use crate::args::Common;
use crate::failure::Failure;
use crate::show::{Align, Table, print_report, progress_bar};
use crate::signals;
use crate::statistics::{mean, quantile, sorted};

/// Frames in a row that a ball may be lost before it counts.
const BRIEFLY: usize = 3;

#[derive(Debug, Serialize)]
struct Report {
    seed: u64,
    cameras: u64,
    shots: usize,
    exact: bool,
    interrupted: bool,
    tracker: Side,
    plain_chain: Side,
    start_frames: Spread,
    present_error_mm: Spread,
    bounce_error_mm: Spread,
    present_nees: Spread,
    bounce_nees: Spread,
}

/// Results of one method over all shots.
#[derive(Debug, Serialize)]
struct Side {
    /// Shots whose ball was never followed.
    never_followed: usize,
    /// Shots whose ball was lost for more than three frames after it had been followed.
    lost_for_long: usize,
    /// Most frames in a row without the ball, once it was followed.
    longest_loss_frames: usize,
    /// Share of frames without the ball, from the stroke on.
    lost_share: f64,
    /// Tracks that began on something that was no flying ball; of the plain chain: frames in which such a thing was
    /// taken for the ball.
    mistaken: usize,
}

/// Statistics of a figure over shots; null without values.
#[derive(Debug, Serialize)]
struct Spread {
    /// Shots that have a figure.
    n: usize,
    mean: Option<f64>,
    median: Option<f64>,
    p90: Option<f64>,
    worst: Option<f64>,
}

pub(crate) fn run(watch: &args::Watch, common: &Common) -> Result<(), Failure> {
    let seed = common.seed_or_default();
    let options = if watch.plain { FilmOptions::PLAIN } else { FilmOptions::DISTURBED };
    let knowledge = if watch.exact { Knowledge::Exact } else { Knowledge::Calibrated(Miscalibration::TYPICAL) };
    let stop = signals::stop_on_interrupt();
    let pool = session::threads(common)?;
    let bar = progress_bar(watch.shots, "shots");
    let watched = pool.install(|| {
        let rig = &four_camera_rig()[..watch.cameras as usize];
        let hall = Watch::new(rig, options, knowledge, seed);
        Ok::<_, Failure>(hall.shots(watch.shots, &stop, &|| bar.inc(1)))
    })?;
    bar.finish_and_clear();
    if watched.is_empty() {
        return Err(Failure::NoAnswer(format!("broken off before the first of {} shots was over", watch.shots)));
    }
    print_report(&Report::new(seed, watch, &watched), common.json)
}

impl Report {
    fn new(seed: u64, watch: &args::Watch, watched: &[Watched]) -> Self {
        let frames: usize = watched.iter().map(|shot| shot.frames).sum();
        let tracker = Side::new(
            watched.iter().map(|shot| shot.longest_loss),
            watched.iter().map(|shot| shot.lost).sum(),
            frames,
            watched.iter().filter(|shot| shot.started_after.is_none()).count(),
            watched.iter().map(|shot| shot.false_starts).sum(),
        );
        let plain_chain = Side::new(
            watched.iter().map(|shot| shot.plain.longest_loss),
            watched.iter().map(|shot| shot.plain.lost).sum(),
            frames,
            watched.iter().filter(|shot| shot.plain.lost == shot.frames).count(),
            watched.iter().map(|shot| shot.plain.mistaken).sum(),
        );
        Self {
            seed,
            cameras: watch.cameras,
            shots: watched.len(),
            exact: watch.exact,
            interrupted: (watched.len() as u64) < watch.shots,
            tracker,
            plain_chain,
            start_frames: Spread::of(watched.iter().filter_map(|shot| shot.started_after.map(|frames| frames as f64))),
            present_error_mm: Spread::of(watched.iter().filter_map(|shot| shot.rms_m.map(|error| 1e3 * error))),
            bounce_error_mm: Spread::of(watched.iter().filter_map(|shot| shot.bounce_error_m.map(|error| 1e3 * error))),
            present_nees: Spread::of(watched.iter().filter_map(|shot| shot.present_nees)),
            bounce_nees: Spread::of(watched.iter().filter_map(|shot| shot.bounce_nees)),
        }
    }
}

impl Side {
    fn new(losses: impl Iterator<Item = usize>, lost: usize, frames: usize, never: usize, mistaken: usize) -> Self {
        let losses: Vec<usize> = losses.collect();
        Self {
            never_followed: never,
            lost_for_long: losses.iter().filter(|loss| **loss > BRIEFLY).count(),
            longest_loss_frames: losses.into_iter().max().unwrap_or(0),
            lost_share: lost as f64 / frames.max(1) as f64,
            mistaken,
        }
    }
}

impl Spread {
    fn of(values: impl Iterator<Item = f64>) -> Self {
        let values = sorted(values.collect());
        let at = |share: f64| quantile(&values, share);
        Self { n: values.len(), mean: mean(&values), median: at(0.5), p90: at(0.9), worst: at(1.0) }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let broken = if self.interrupted { ", broken off" } else { "" };
        let known = if self.exact { "; cameras and physics known exactly" } else { "" };
        writeln!(f, "{} shots filmed by {} cameras, seed {}{known}{broken}\n", self.shots, self.cameras, self.seed)?;
        let mut table =
            Table::new(&[("", Align::Left), ("tracker", Align::Right), ("plain chain of paper 004", Align::Right)]);
        let (ours, plain) = (&self.tracker, &self.plain_chain);
        let mut row = |name: &str, ours: String, plain: String| table.row([name.to_owned(), ours, plain]);
        row("shots never followed", ours.never_followed.to_string(), plain.never_followed.to_string());
        row(
            "of the others, lost for more than 3 frames",
            ours.lost_for_long.to_string(),
            plain.lost_for_long.to_string(),
        );
        row(
            "most frames lost in a row, once followed",
            ours.longest_loss_frames.to_string(),
            plain.longest_loss_frames.to_string(),
        );
        let percent = |share: f64| format!("{:.2} %", 100.0 * share);
        row("frames without the ball, from the stroke on", percent(ours.lost_share), percent(plain.lost_share));
        row("tracks begun on something else", ours.mistaken.to_string(), String::new());
        row("frames with something else taken for the ball", String::new(), plain.mistaken.to_string());
        writeln!(f, "{table}")?;
        let mut table = Table::new(&[
            ("of the tracker", Align::Left),
            ("shots", Align::Right),
            ("mean", Align::Right),
            ("median", Align::Right),
            ("90 %", Align::Right),
            ("worst", Align::Right),
        ]);
        let mut row = |name: &str, spread: &Spread, digits: usize| {
            let cell = |value: Option<f64>| value.map(|value| format!("{value:.digits$}")).unwrap_or_default();
            let figures = [spread.mean, spread.median, spread.p90, spread.worst].map(cell);
            table.row([name.to_owned(), spread.n.to_string()].into_iter().chain(figures));
        };
        row("frames from the stroke until the ball is followed", &self.start_frames, 0);
        row("error of its present place, mm", &self.present_error_mm, 2);
        row("error of the bounce predicted 0.1 s before, mm", &self.bounce_error_mm, 1);
        row("present place: squared error over covariance (3)", &self.present_nees, 2);
        row("bounce: squared error over covariance (2)", &self.bounce_nees, 2);
        write!(f, "{table}")
    }
}
