//! `view`: replay a recording in the browser, or recount it.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use multiball::hall::record::{BallPlace, PointScore};
use multiball_record::{Conservation, CutOff, Replay, recount};
use multiball_view::{Choices, Host, Recorded, Screen, StartRequest};
use serde::Serialize;

use super::serving;
use crate::args::{Common, View};
use crate::failure::Failure;
use crate::show::{counted, print_message, print_report};
use crate::signals;

/// Host of a replay, from which no run can be started.
struct Shelf;

impl Host for Shelf {
    fn choices(&self) -> Choices {
        Choices::default()
    }

    fn start(&self, _request: StartRequest) -> Result<(), String> {
        Err("this is a recording: `multiball play` starts sessions".into())
    }

    fn stop(&self) {}
}

pub(crate) fn run(view: &View, common: &Common) -> Result<(), Failure> {
    if common.json && !view.recount {
        return Err(Failure::input("view --json goes with --recount only: the page has no document"));
    }
    let path = recording_in(&view.path)?;
    let replay = Replay::open(&path).map_err(|error| Failure::input(error.to_string()))?;
    if let Some(cut) = replay.cut_off() {
        print_message(&format!("{}: {cut}", path.display()));
    }
    if view.recount {
        return print_recount(&path, &replay, common);
    }
    let ends = signals::stop_on_interrupt();
    let screen = Arc::new(Screen::default());
    screen.show(Recorded::new(replay));
    let server = serving::serve(&view.serving, Arc::new(Shelf), &screen)?;
    while !ends.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(100));
    }
    server.stop();
    Ok(())
}

/// The recording itself, or that of a folder.
fn recording_in(path: &Path) -> Result<PathBuf, Failure> {
    if !path.is_dir() {
        return Ok(path.into());
    }
    let inside = path.join("recording.mcap");
    if inside.is_file() {
        return Ok(inside);
    }
    Err(Failure::input(format!(
        "{}: no recording.mcap in this folder; `multiball play --record DIR` writes one",
        path.display()
    )))
}

/// The score and the balls of a recording, counted again.
#[derive(Debug, Serialize)]
struct Recount {
    recording: String,
    length_s: f64,
    /// Of a session that did not come to its end.
    cut_off: Option<CutOff>,
    points: u64,
    lets: u64,
    undecided: u64,
    score: PointScore,
    balls: Balls,
    agrees: bool,
    disagreements: Vec<String>,
    #[serde(skip)]
    words: String,
}

/// What became of the balls.
#[derive(Debug, Serialize)]
struct Balls {
    count: u32,
    moves: u64,
    snapshots: u64,
    at_end: BTreeMap<&'static str, u32>,
}

fn print_recount(path: &Path, replay: &Replay, common: &Common) -> Result<(), Failure> {
    let counted = recount(replay).map_err(|error| Failure::input(error.to_string()))?;
    let Conservation { balls, moves, snapshots, at_end } = counted.balls;
    let report = Recount {
        recording: path.display().to_string(),
        length_s: replay.length_s(),
        cut_off: replay.cut_off(),
        points: counted.points,
        lets: counted.lets,
        undecided: counted.undecided,
        score: counted.score,
        balls: Balls {
            count: balls,
            moves,
            snapshots,
            at_end: BallPlace::ALL.into_iter().map(BallPlace::name).zip(at_end).collect(),
        },
        agrees: counted.agrees(),
        words: counted.to_string(),
        disagreements: counted.disagreements,
    };
    print_report(&report, common.json)?;
    if report.agrees {
        return Ok(());
    }
    Err(Failure::NoAnswer(format!("{}: the recount differs from what was recorded", path.display())))
}

impl fmt::Display for Recount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {:.1} s, {}", self.recording, self.length_s, counted(self.points as usize, "point"))?;
        writeln!(f, "{}", self.words.trim_end())
    }
}
