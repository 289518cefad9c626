//! The report of all runs, as text and as JSON.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Run;
use super::memory::Memory;
use crate::show::{Align, Table, counted};

/// All runs.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Report {
    pub(super) hours: f64,
    pub(super) seeds: u64,
    pub(super) interrupted: bool,
    pub(super) rows: Vec<Row>,
}

/// One run.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Row {
    pub(super) scenario: String,
    pub(super) seed: u64,
    /// Simulated time.
    pub(super) hours: f64,
    pub(super) points: usize,
    /// Time in which play waited, s, and the longest of it.
    pub(super) waited_s: f64,
    pub(super) longest_wait_s: f64,
    pub(super) balls_taken: u32,
    pub(super) missed_throws: u32,
    /// Why it could not be continued.
    pub(super) broke_off: Option<String>,
    pub(super) interrupted: bool,
    pub(super) balls_lost: usize,
    pub(super) recount: Recount,
    /// `None` where the system does not tell.
    pub(super) memory: Option<Memory>,
    pub(super) recording_mb: f64,
    /// Why there is no result at all; then the numbers are 0.
    pub(super) failed: Option<String>,
    pub(super) wall_s: f64,
}

/// The recording, counted again.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Recount {
    pub(super) agrees: bool,
    pub(super) points: u64,
    pub(super) disagreements: Vec<String>,
}

impl Row {
    /// Of a run that has no result.
    pub(super) fn failed(run: &Run<'_>, why: String, wall_s: f64) -> Self {
        Self {
            scenario: run.name.into(),
            seed: run.seed,
            hours: 0.0,
            points: 0,
            waited_s: 0.0,
            longest_wait_s: 0.0,
            balls_taken: 0,
            missed_throws: 0,
            broke_off: None,
            interrupted: false,
            balls_lost: 0,
            recount: Recount { agrees: false, points: 0, disagreements: Vec::new() },
            memory: None,
            recording_mb: 0.0,
            failed: Some(why),
            wall_s,
        }
    }

    /// Whether it was broken off, in a word.
    fn ending(&self) -> &'static str {
        match (&self.failed, &self.broke_off) {
            (Some(_), _) => "failed",
            (None, Some(_)) => "yes",
            (None, None) => "no",
        }
    }

    /// What the recount found, in a word.
    fn recounted(&self) -> &'static str {
        match (&self.failed, self.recount.agrees) {
            (Some(_), _) => "none",
            (None, true) => "agrees",
            (None, false) => "differs",
        }
    }

    /// What went wrong, in words.
    fn faults(&self) -> Vec<String> {
        let broke_off = self.broke_off.as_ref().map(|why| format!("broke off {why}"));
        let lost = (self.balls_lost > 0).then(|| format!("{} lost", counted(self.balls_lost, "ball")));
        let differs = self.recount.disagreements.first().map(|what| format!("the recount differs {what}"));
        let grew = self.memory.filter(|memory| memory.grew);
        let grew = grew.map(|memory| format!("memory grew by {:.1} MB an hour", memory.slope_mb_per_hour));
        let failed = self.failed.as_ref().map(|why| format!("failed: {why}"));
        [failed, broke_off, lost, differs, grew].into_iter().flatten().collect()
    }
}

impl Report {
    /// Why the exit code is not 0.
    pub(super) fn failure(&self) -> Option<String> {
        let faults = |row: &Row| {
            row.faults()
                .into_iter()
                .map(|fault| format!("{}, seed {}: {fault}", row.scenario, row.seed))
                .collect::<Vec<_>>()
        };
        let all: Vec<String> = self.rows.iter().flat_map(faults).collect();
        match all.as_slice() {
            [] if self.interrupted => Some(format!("interrupted after {}", counted(self.rows.len(), "run"))),
            [] => None,
            all => Some(all.join("\n")),
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faults = self.faults();
        let faults = if faults.is_empty() { "nothing went wrong".into() } else { faults.join("; ") };
        let Self { scenario, seed, hours, wall_s, .. } = self;
        write!(f, "{scenario}, seed {seed}: {hours:.2} h in {wall_s:.0} s; {faults}")
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new(&[
            ("scenario", Align::Left),
            ("seed", Align::Right),
            ("hours", Align::Right),
            ("points", Align::Right),
            ("picked up", Align::Right),
            ("waited, s", Align::Right),
            ("broken off", Align::Left),
            ("lost", Align::Right),
            ("recount", Align::Left),
            ("memory, MB", Align::Right),
            ("MB/h", Align::Right),
        ]);
        for row in &self.rows {
            let memory = |text: &dyn Fn(&Memory) -> String| row.memory.as_ref().map_or("unknown".into(), text);
            table.row([
                row.scenario.clone(),
                row.seed.to_string(),
                format!("{:.2}", row.hours),
                row.points.to_string(),
                row.balls_taken.to_string(),
                format!("{:.0}", row.waited_s),
                row.ending().into(),
                row.balls_lost.to_string(),
                row.recounted().into(),
                memory(&|memory| format!("{:.0} to {:.0}", memory.start_mb, memory.end_mb)),
                memory(&|memory| format!("{:.2}", memory.slope_mb_per_hour)),
            ]);
        }
        write!(f, "{table}")?;
        if self.interrupted { writeln!(f, "\n  interrupted: the last run is not whole") } else { Ok(()) }
    }
}
