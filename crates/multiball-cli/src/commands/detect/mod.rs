//! `detect`: the ball in a folder of frames.

mod overlay;
mod search;

use std::fmt;
use std::fmt::Write;

use multiball::vision::detect::DetectError;
use serde::Serialize;

use super::film::Film;
use super::timing::Timing;
use crate::args::{Common, Detect, DetectMethod};
use crate::failure::Failure;
use crate::files;
use crate::images;
use crate::show::{Align, Table, counted, fitted, print_report, progress_bar};
use overlay::Overlay;
use search::Search;

/// Most rows of the printed table, which lists frames with a ball; files and JSON list all frames.
const MOST_ROWS: usize = 40;

#[derive(Debug, Serialize)]
struct Report {
    frames: Vec<FrameReport>,
    summary: Summary,
}

#[derive(Debug, Serialize)]
struct FrameReport {
    file: String,
    t_s: f64,
    ball: Option<Ball>,
    /// Null for a frame that could not be searched.
    candidates: Option<usize>,
}

/// A ball that was found.
#[derive(Debug, Clone, Copy, Serialize)]
struct Ball {
    x_px: f64,
    y_px: f64,
    /// The paper's chain has none.
    sd_px: Option<f64>,
    radius_px: f64,
    /// The paper's chain has none.
    score: Option<f64>,
}

#[derive(Debug, Serialize)]
struct Summary {
    frames: usize,
    found: usize,
    /// Frames in too many pieces to be searched.
    unsearched: usize,
    width_px: usize,
    height_px: usize,
    method: &'static str,
    background: String,
    compute_us_median: f64,
    compute_us_p99: f64,
}

pub(crate) fn run(detect: &Detect, common: &Common) -> Result<(), Failure> {
    check(detect)?;
    let film = Film::open(&detect.folder)?;
    let (background, origin) =
        film.background(detect.background.as_deref(), detect.background_frames, "--background")?;
    let region = images::requested_region(detect.region, film.size)?;
    let mut search = Search::new(detect, &background);
    let mut overlay = Overlay::new(&background);
    let bar = progress_bar(film.paths.len() as u64, "searching");
    let (mut frames, mut timing) = (Vec::new(), Timing::default());
    for (index, path) in film.paths.iter().enumerate() {
        let frame = film.read(path)?;
        let searched = frame.crop(&region);
        let t_s = index as f64 / detect.rate_hz;
        let (ball, candidates) = match timing.of(|| search.step(t_s, &searched)) {
            Ok((ball, candidates)) => (ball, Some(candidates)),
            // A flash of light: the next frame may be a good one.
            Err(DetectError::Crowded(_)) => (None, None),
            Err(error) => return Err(Failure::NoAnswer(format!("{}: {error}", path.display()))),
        };
        if detect.plot.is_some() {
            overlay.add(&frame, ball.as_ref());
        }
        let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        frames.push(FrameReport { file, t_s, ball, candidates });
        bar.inc(1);
    }
    bar.finish_and_clear();
    let report = Report { summary: summary(detect, &film, &frames, &mut timing, origin), frames };
    if let Some(path) = &detect.out {
        files::write_whole(path, &csv(&report.frames))?;
    }
    if let Some(path) = &detect.plot {
        images::write_png(path, &overlay.finish())?;
    }
    print_report(&report, common.json)
}

fn check(detect: &Detect) -> Result<(), Failure> {
    if let Some(path) = &detect.out {
        files::check_name("--out", path, "csv")?;
    }
    if let Some(path) = &detect.plot {
        files::check_name("--plot", path, "png")?;
    }
    if detect.min_radius_px > detect.max_radius_px {
        return Err(Failure::input(format!(
            "--min-radius-px {} is more than --max-radius-px {}",
            detect.min_radius_px, detect.max_radius_px
        )));
    }
    Ok(())
}

fn summary(detect: &Detect, film: &Film, frames: &[FrameReport], timing: &mut Timing, background: String) -> Summary {
    Summary {
        frames: frames.len(),
        found: frames.iter().filter(|frame| frame.ball.is_some()).count(),
        unsearched: frames.iter().filter(|frame| frame.candidates.is_none()).count(),
        width_px: film.size.width,
        height_px: film.size.height,
        method: match detect.method {
            DetectMethod::Gated => "gated",
            DetectMethod::Paper => "paper",
        },
        background,
        compute_us_median: timing.at_us(0.5),
        compute_us_p99: timing.at_us(0.99),
    }
}

fn csv(frames: &[FrameReport]) -> String {
    let mut text = String::from("frame,t_s,x_px,y_px,radius_px,score,sd_px\n");
    for (index, FrameReport { t_s, ball, .. }) in frames.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = match ball {
            Some(Ball { x_px, y_px, sd_px, radius_px, score }) => {
                let [score, sd_px] =
                    [score, sd_px].map(|value| value.map(|value| value.to_string()).unwrap_or_default());
                writeln!(text, "{index},{t_s},{x_px},{y_px},{radius_px},{score},{sd_px}")
            }
            None => writeln!(text, "{index},{t_s},,,,,"),
        };
    }
    text
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let right = |name| (name, Align::Right);
        let headings = [
            ("file", Align::Left),
            right("t, s"),
            right("x, px"),
            right("y, px"),
            right("± px"),
            right("radius, px"),
            right("score"),
        ];
        let mut table = Table::new(&headings);
        let balls = || self.frames.iter().filter_map(|frame| Some((frame, frame.ball?)));
        for (FrameReport { file, t_s, .. }, ball) in balls().take(MOST_ROWS) {
            let number = |value: Option<f64>, digits| value.map(|value| fitted(value, 8, digits)).unwrap_or_default();
            table.row([
                file.clone(),
                fitted(*t_s, 7, 4),
                fitted(ball.x_px, 8, 2),
                fitted(ball.y_px, 8, 2),
                number(ball.sd_px, 2),
                fitted(ball.radius_px, 8, 2),
                number(ball.score, 2),
            ]);
        }
        let Summary { frames, found, unsearched, background, compute_us_median, .. } = &self.summary;
        if *found > 0 {
            write!(f, "{table}")?;
        }
        if *found > MOST_ROWS {
            writeln!(f, "  … and {} more: --out and --json have all", found - MOST_ROWS)?;
        }
        if found < frames {
            writeln!(f, "  frames without a ball are in --out and --json")?;
        }
        let (frames, width, height) = (counted(*frames, "frame"), self.summary.width_px, self.summary.height_px);
        writeln!(f, "\nThe ball was found in {found} of {frames} of {width} x {height} px.")?;
        if *unsearched > 0 {
            let were = if *unsearched == 1 { "was" } else { "were" };
            writeln!(f, "{} {were} in too many pieces to be searched.", counted(*unsearched, "frame"))?;
        }
        writeln!(f, "Background: {background}. Time for one frame: {compute_us_median:.0} us (median).")
    }
}
