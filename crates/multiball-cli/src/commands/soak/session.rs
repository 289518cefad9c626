//! One run: played, recorded and recounted.

use std::fs::{self, DirBuilder, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use multiball::hall::training::{TrainingError, TrainingHall, TrainingResult};
use multiball::hall::{Extent, NoHooks};
use multiball_record::{Recording, Replay, Written, recount};

use super::Run;
use super::memory::{Memory, Samples};
use super::report::{Recount, Row};
use crate::commands::play::catalog;
use crate::failure::Failure;
use crate::show::progress_bar;

const SECONDS_PER_HOUR: f64 = 3600.0;

/// A temporary folder, which is removed with what is in it.
struct Folder(PathBuf);

impl Folder {
    /// Makes a folder that was not there, under a name that nobody can know before.
    fn create() -> Result<Self, Failure> {
        let parent = std::env::temp_dir();
        let failed = |cause: &dyn std::fmt::Display| {
            Failure::input(format!("no temporary folder can be made in {}: {cause}", parent.display()))
        };
        let suffix = getrandom::u64().map_err(|cause| failed(&cause))?;
        let path = parent.join(format!("multiball-soak-{suffix:016x}"));
        own_folder().create(&path).map_err(|cause| failed(&cause))?;
        Ok(Self(path))
    }
}

/// Makes folders that are their owner's alone.
#[cfg(unix)]
fn own_folder() -> DirBuilder {
    use std::os::unix::fs::DirBuilderExt;
    let mut builder = DirBuilder::new();
    builder.mode(0o700);
    builder
}

#[cfg(not(unix))]
fn own_folder() -> DirBuilder {
    DirBuilder::new()
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Best effort: the system clears such folders at last.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Plays a run in this process.
pub(super) fn play(run: &Run<'_>, stop: &AtomicBool) -> Result<Row, Failure> {
    let begin = Instant::now();
    let folder = Folder::create()?;
    let path = folder.0.join("recording.mcap");
    let (result, written, memory) = record(run, &path, stop)?;
    let recount = count_again(&path)?;
    Ok(row(run, &result, &written, memory, recount, begin.elapsed().as_secs_f64()))
}

/// Plays the session and records it.
fn record(run: &Run<'_>, path: &Path, stop: &AtomicBool) -> Result<(TrainingResult, Written, Option<Memory>), Failure> {
    let Run { name, scenario, seed, hours } = run;
    let hall = TrainingHall::with_catalog(scenario, *seed, &catalog(scenario)?);
    let hall = hall.map_err(|error| Failure::input(format!("scenario {name}: {error}")))?;
    let failed = |error: &dyn std::fmt::Display| Failure::NoAnswer(error.to_string());
    let file = File::create_new(path).map_err(|error| failed(&error))?;
    let mut recording = Recording::into_file(file, path, |_| {}).map_err(|error| failed(&error))?;
    let bar = progress_bar((hours * 60.0).ceil() as u64, &format!("{name}, seed {seed}, simulated minutes"));
    let mut samples = Samples::new(*hours);
    let extent = Extent::DurationS(hours * SECONDS_PER_HOUR);
    let played = hall.play(extent, &mut recording, &mut NoHooks, stop, &mut |progress| {
        bar.set_position((progress.now_s / 60.0) as u64);
        samples.take(progress.now_s / SECONDS_PER_HOUR);
    });
    bar.finish_and_clear();
    let result = played.map_err(|error| failed(&error))?;
    let written = recording.finish().map_err(|error| failed(&error))?;
    Ok((result, written, samples.summary()))
}

fn count_again(path: &Path) -> Result<Recount, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::NoAnswer(error.to_string());
    let replay = Replay::open(path).map_err(|error| failed(&error))?;
    let counted = recount(&replay).map_err(|error| failed(&error))?;
    Ok(Recount { agrees: counted.agrees(), points: counted.points, disagreements: counted.disagreements })
}

fn row(
    run: &Run<'_>,
    result: &TrainingResult,
    written: &Written,
    memory: Option<Memory>,
    recount: Recount,
    wall_s: f64,
) -> Row {
    let placed: usize = result.balls.iter().sum();
    let balls = run.scenario.hall.map_or(0, |room| room.balls as usize);
    let lost = usize::from(matches!(result.broke_off, Some(TrainingError::Lost { .. })));
    Row {
        scenario: run.name.into(),
        seed: run.seed,
        hours: result.duration_s / SECONDS_PER_HOUR,
        points: result.points.iter().filter(|point| !point.is_let).count(),
        waited_s: result.waits.iter().map(|wait| wait.lasted_s).fold(0.0, |sum, lasted_s| sum + lasted_s),
        longest_wait_s: result.waits.iter().map(|wait| wait.lasted_s).fold(0.0, f64::max),
        balls_taken: result.picker.map_or(0, |picker| picker.taken),
        missed_throws: result.picker.map_or(0, |picker| picker.missed_throws),
        broke_off: result.broke_off.as_ref().map(ToString::to_string),
        interrupted: result.interrupted,
        balls_lost: balls.abs_diff(placed).max(lost),
        recount,
        memory,
        recording_mb: written.bytes as f64 / 1e6,
        failed: None,
        wall_s,
    }
}
