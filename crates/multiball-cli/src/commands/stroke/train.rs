//! `stroke simulate` and `stroke train`: strokes and classifiers as files.

use std::fmt;

use multiball::opponent::reading::{Heading, StrokeReader, View, WristRecord};
use serde::Serialize;

use super::strokes::{self, Strokes};
use super::table_file;
use crate::args::{Common, StrokeSimulate, StrokeTrain};
use crate::commands::session;
use crate::failure::Failure;
use crate::files;
use crate::show::{json_text, print_report};

/// What was written.
#[derive(Debug, Serialize)]
struct Report {
    file: String,
    strokes: usize,
    groups: usize,
    classes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    heading: Option<Heading>,
    #[serde(skip_serializing_if = "Option::is_none")]
    before_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<String>,
}

pub(crate) fn simulate(arguments: &StrokeSimulate, common: &Common) -> Result<(), Failure> {
    files::check_name("--out", &arguments.out, "csv")?;
    let seed = common.seed_or_default();
    let strokes = session::threads(common)?.install(|| strokes::simulate(&arguments.simulated, seed))?;
    files::write_whole(&arguments.out, &table_file::text(&strokes))?;
    print_report(&Report::new(&arguments.out.display().to_string(), &strokes), common.json)
}

pub(crate) fn train(arguments: &StrokeTrain, common: &Common) -> Result<(), Failure> {
    files::check_name("--out", &arguments.out, "json")?;
    let seed = common.seed_or_default();
    let pool = session::threads(common)?;
    let strokes = pool.install(|| strokes::load(&arguments.source, seed))?;
    let heading = strokes.heading_for(&arguments.source);
    let samples_before = (arguments.before_ms as f64 * WristRecord::RATE_HZ / 1000.0).round() as usize;
    let view = View { samples_before, heading };
    let reader = pool.install(|| StrokeReader::train(&strokes.records, &strokes.classes, view, seed));
    let reader = reader.map_err(|error| Failure::NoAnswer(error.to_string()))?;
    files::write_whole(&arguments.out, &json_text(&reader)?)?;
    let mut report = Report::new(&arguments.out.display().to_string(), &strokes);
    (report.heading, report.before_ms) = (Some(heading), Some(arguments.before_ms));
    print_report(&report, common.json)
}

impl Report {
    fn new(file: &str, strokes: &Strokes) -> Self {
        Self {
            file: file.to_owned(),
            strokes: strokes.records.len(),
            groups: strokes.groups(),
            classes: strokes.classes.clone(),
            heading: None,
            before_ms: None,
            left_out: strokes.left_out.clone(),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (strokes, groups, classes) = (self.strokes, self.groups, self.classes.join(", "));
        let what = if self.before_ms.is_some() { "classifier from " } else { "" };
        writeln!(f, "{}: {what}{strokes} strokes of {groups} players or sessions: {classes}", self.file)?;
        self.left_out.iter().try_for_each(|what| writeln!(f, "{what}"))
    }
}
