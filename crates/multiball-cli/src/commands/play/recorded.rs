//! What `play --record` writes: recording, summary and report; for planar robots also events and a moving picture.

use std::path::Path;

use multiball::hall::record::Recorder;
use multiball::hall::{Extent, Setting};
use multiball_record::{RecordError, Recording};

use super::super::session;
use super::folder::RecordFolder;
use super::gathered::Gathered;
use super::latency::Latency;
use super::own_files::{AFTERWARDS, EVENTS, RALLY, RECORDING, REPORT, SUMMARY};
use super::page::ReportPage;
use super::planar_files::PlanarFiles;
use super::report::Report;
use super::run::Run;
use crate::args::Play;
use crate::failure::Failure;
use crate::show::{json_text, print_message};

/// Space that is kept on the disk for a summary, bytes: a point takes about 100, and there is a greatest reserve.
const SUMMARY_BYTES: f64 = 32_768.0;
const POINT_BYTES: f64 = 128.0;
const MOST_BYTES: f64 = 8e6;
/// Points are farther apart than this as a rule, s.
const POINT_S: f64 = 4.0;

/// A record that can begin.
pub(super) struct Claimed {
    folder: RecordFolder,
    is_planar: bool,
    /// The scenario as it was written, and what the command line changes in it.
    text: String,
    changes: Vec<String>,
}

impl Claimed {
    /// Claims the folder, in which everything stays as it is.
    pub(super) fn new(folder: &Path, play: &Play, run: &Run) -> Result<Self, Failure> {
        let text = session::text(&play.scenario)?;
        let is_planar = matches!(run.scenario.setting(), Ok(Setting::Planar));
        let afterwards = if is_planar { &AFTERWARDS[..] } else { &[SUMMARY, REPORT] };
        let mut folder = RecordFolder::claim(folder, afterwards, play.force)?;
        folder.reserve(summary_bytes(run.extent))?;
        Ok(Self { folder, is_planar, text, changes: play.changes() })
    }

    /// Begins the recording. What an earlier session left in the folder goes.
    pub(super) fn begin(mut self) -> Result<Recorded, Failure> {
        // Printed at once: the session may take an hour. It is reported again at its end.
        let warn = |error: &RecordError| print_message(&format!("warning: {error}; the session goes on"));
        let recording = self.folder.begin(|file, path| {
            Recording::into_file(file, path, warn).map_err(|error| Failure::input(format!("--record {error}")))
        })?;
        let planar = self.is_planar.then(PlanarFiles::default);
        Ok(Recorded { claimed: self, recording, gathered: Gathered::default(), planar })
    }

    /// The files that follow the summary, by name.
    fn texts(
        &self,
        planar: Option<PlanarFiles>,
        gathered: &Gathered,
        run: &Run,
        report: &Report,
        latency: &Latency,
    ) -> Result<Vec<(&'static str, String)>, Failure> {
        let planar = planar.map(|files| files.finish(run, report)).transpose()?.flatten();
        let page = ReportPage {
            scenario: &run.scenario,
            text: &self.text,
            changes: &self.changes,
            report,
            gathered,
            latency,
            rally: planar.as_ref().map(|files| files.picture.as_str()),
        };
        let mut texts = vec![(REPORT, page.html()?)];
        texts.extend(planar.into_iter().flat_map(|files| [(EVENTS, files.events), (RALLY, files.picture)]));
        Ok(texts)
    }
}

/// Bytes that the summary of a session is expected to need at most.
fn summary_bytes(extent: Extent) -> usize {
    let points = match extent {
        Extent::Points(points) => points as f64,
        Extent::DurationS(duration_s) => duration_s / POINT_S,
    };
    (SUMMARY_BYTES + POINT_BYTES * points).min(MOST_BYTES) as usize
}

/// A record that is being written.
pub(super) struct Recorded {
    claimed: Claimed,
    recording: Recording,
    gathered: Gathered,
    /// Additional files of planar robots.
    planar: Option<PlanarFiles>,
}

impl Recorded {
    /// The recorders that receive the session's messages.
    pub(super) fn recorders(&mut self) -> Vec<&mut (dyn Recorder + Send)> {
        let mut recorders: Vec<&mut (dyn Recorder + Send)> = vec![&mut self.recording, &mut self.gathered];
        if let Some(planar) = &mut self.planar {
            recorders.push(planar);
        }
        recorders
    }

    /// Writes the summary, ends the recording, and writes the other files; returns a line about them. The summary comes
    /// first, because it is small: a full disk takes it. Each is tried, whatever became of those before.
    pub(super) fn finish(self, run: &Run, report: &Report, latency: &Latency) -> Result<String, Failure> {
        let Self { mut claimed, recording, gathered, planar } = self;
        let summary = json_text(report).and_then(|text| claimed.folder.write_summary(text));
        let recorded = recording.finish().map_err(|error| Failure::NoAnswer(error.to_string()));
        let texts = claimed.texts(planar, &gathered, run, report, latency);
        let others = texts.and_then(|texts| claimed.folder.write(&texts).map(|()| texts));
        match (summary, recorded, others) {
            (Ok(()), Ok(written), Ok(others)) => {
                let (folder, size_mb) = (claimed.folder.path().display(), written.bytes as f64 / 1e6);
                let names: Vec<&str> = others.iter().map(|(name, _)| *name).collect();
                let names = names.join(", ");
                Ok(format!("\n  recorded in {folder}: {RECORDING} ({size_mb:.1} MB), {SUMMARY}, {names}\n"))
            }
            (summary, recorded, others) => {
                let failures = [summary.err(), recorded.err(), others.err()].into_iter().flatten();
                Err(Failure::NoAnswer(failures.map(|failure| failure.to_string()).collect::<Vec<_>>().join("; ")))
            }
        }
    }
}
