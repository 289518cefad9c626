//! What `play --record` writes: recording, summary and report; for planar robots also events and a moving picture.

use std::path::{Path, PathBuf};

use multiball::hall::Setting;
use multiball::hall::record::Recorder;
use multiball_record::{RecordError, Recording};

use super::super::session;
use super::gathered::Gathered;
use super::latency::Latency;
use super::page::ReportPage;
use super::planar_files::PlanarFiles;
use super::report::Report;
use super::run::Run;
use crate::args::Play;
use crate::failure::Failure;
use crate::files;
use crate::show::json_text;

const RECORDING: &str = "recording.mcap";
/// What is written when the session is over.
const AFTERWARDS: [&str; 4] = ["summary.json", "report.html", "events.csv", "rally.svg"];

/// A folder that is being written.
pub(super) struct Recorded {
    folder: PathBuf,
    recording: Recording,
    gathered: Gathered,
    /// Additional files of planar robots.
    planar: Option<PlanarFiles>,
    /// The scenario as it was written, and what the command line changes in it.
    text: String,
    changes: Vec<String>,
}

impl Recorded {
    /// Makes the folder, and begins the recording in it. What an earlier session left there goes with its recording.
    pub(super) fn create(folder: &Path, play: &Play, run: &Run) -> Result<Self, Failure> {
        let text = session::text(&play.scenario)?;
        files::make_folder("--record", folder)?;
        for name in std::iter::once(RECORDING).chain(AFTERWARDS) {
            files::check_free(&folder.join(name))?;
        }
        if !play.force && folder.join(RECORDING).exists() {
            return Err(Failure::input(format!(
                "--record {}: {RECORDING} of an earlier session is there; --force records over it",
                folder.display()
            )));
        }
        let refused = |error: RecordError| Failure::input(format!("--record {error}"));
        // Printed at once: the session may take an hour. It is reported again at its end.
        let warn = |error: &RecordError| eprintln!("warning: {error}; the session goes on");
        let recording = Recording::reporting(&folder.join(RECORDING), warn).map_err(refused)?;
        for name in AFTERWARDS {
            files::remove(&folder.join(name))?;
        }
        let planar = matches!(run.scenario.setting(), Ok(Setting::Planar)).then(PlanarFiles::default);
        let (folder, gathered, changes) = (folder.into(), Gathered::default(), play.changes());
        Ok(Self { folder, recording, gathered, planar, text, changes })
    }

    /// The recorders that receive the session's messages.
    pub(super) fn recorders(&mut self) -> Vec<&mut (dyn Recorder + Send)> {
        let mut recorders: Vec<&mut (dyn Recorder + Send)> = vec![&mut self.recording, &mut self.gathered];
        if let Some(planar) = &mut self.planar {
            recorders.push(planar);
        }
        recorders
    }

    /// Ends the recording and writes the other files next to it, all whole or none; returns a line about them.
    pub(super) fn finish(self, run: &Run, report: &Report, latency: &Latency) -> Result<String, Failure> {
        let Self { folder, recording, gathered, planar, text, changes } = self;
        let written = recording.finish().map_err(|error| failed(&error))?;
        let planar = planar.map(|files| files.finish(run, report)).transpose()?.flatten();
        let page = ReportPage {
            scenario: &run.scenario,
            text: &text,
            changes: &changes,
            report,
            gathered: &gathered,
            latency,
            rally: planar.as_ref().map(|files| files.picture.as_str()),
        };
        let mut texts = vec![("summary.json", json_text(report)?), ("report.html", page.html()?)];
        texts.extend(planar.into_iter().flat_map(|files| [("events.csv", files.events), ("rally.svg", files.picture)]));
        let names: Vec<&str> = texts.iter().map(|(name, _)| *name).collect();
        let size_mb = written.bytes as f64 / 1e6;
        let data =
            format!("\n  recorded in {}: {RECORDING} ({size_mb:.1} MB), {}\n", folder.display(), names.join(", "));
        let files: Vec<(PathBuf, String)> = texts.into_iter().map(|(name, text)| (folder.join(name), text)).collect();
        files::write_all_whole(&files)?;
        Ok(data)
    }
}

fn failed(error: &RecordError) -> Failure {
    Failure::NoAnswer(error.to_string())
}
