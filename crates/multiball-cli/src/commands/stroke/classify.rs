//! `stroke classify`: the class of each stroke.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use multiball::format::{Named, STROKE_MODEL, plain_words};
use multiball::opponent::reading::{CalibratedReader, StrokeReader, WristRecord};
use serde::Serialize;

use super::strokes;
use crate::args::{Common, StrokeClassify};
use crate::failure::Failure;
use crate::files;
use crate::show::{Align, Table, print_report};

#[derive(Debug, Serialize)]
struct Report {
    file: String,
    model: String,
    /// What it was calibrated with.
    calibration: Option<Calibration>,
    strokes: Vec<One>,
    /// Strokes too short to be read.
    too_short: Vec<String>,
    /// Share classified correctly, where the file has the true classes.
    accuracy: Option<f64>,
}

/// Known strokes of the player.
#[derive(Debug, Serialize)]
struct Calibration {
    file: String,
    strokes: usize,
}

/// One stroke.
#[derive(Debug, Serialize)]
struct One {
    id: String,
    class: String,
    probability: f64,
    probabilities: BTreeMap<String, f64>,
    truth: Option<String>,
}

pub(crate) fn run(arguments: &StrokeClassify, common: &Common) -> Result<(), Failure> {
    let (file, model) = (arguments.file.display().to_string(), arguments.model.display().to_string());
    let reader = read_model(&arguments.model)?;
    let strokes = strokes::read(&arguments.file, reader.classes().len() == 5)?;
    let known = arguments.calibrate.as_deref().map(|path| calibrate(&reader, path)).transpose()?;
    let (calibration, calibrated) = known.unzip();
    let probabilities = |record: &WristRecord| match &calibrated {
        Some(calibrated) => calibrated.probabilities(record),
        None => reader.probabilities(record),
    };
    let (mut read, mut too_short) = (Vec::new(), Vec::new());
    for (id, record) in strokes.ids.iter().zip(&strokes.records) {
        let truth = strokes.labelled.then(|| strokes.classes[record.class].clone());
        match probabilities(record).and_then(|values| One::new(id, &values, truth, reader.classes())) {
            Some(one) => read.push(one),
            None => too_short.push(id.clone()),
        }
    }
    if read.is_empty() {
        let needed = WristRecord::SAMPLES + reader.view().samples_before;
        let what =
            format!("none of {} strokes has {needed} hundredths of a second before the contact", too_short.len());
        return Err(Failure::NoAnswer(format!("{file}: {what}")));
    }
    let right = read.iter().filter(|one| one.truth.as_ref() == Some(&one.class)).count();
    let accuracy = strokes.labelled.then(|| right as f64 / read.len() as f64);
    print_report(&Report { file, model, calibration, strokes: read, too_short, accuracy }, common.json)
}

/// The classifier for a player of whom a file holds strokes with their classes.
fn calibrate(reader: &StrokeReader, path: &Path) -> Result<(Calibration, CalibratedReader), Failure> {
    let strokes = strokes::read_labelled(path, reader.classes().len() == 5)?;
    let file = path.display().to_string();
    let named = |record: &WristRecord| {
        let name = &strokes.classes[record.class];
        let class = reader.classes().iter().position(|other| other == name).ok_or_else(|| {
            Failure::input(format!("{file}: class {name}; the classifier has {}", reader.classes().join(", ")))
        })?;
        Ok(WristRecord { class, ..record.clone() })
    };
    let records = strokes.records.iter().map(named).collect::<Result<Vec<_>, Failure>>()?;
    let calibrated = reader.calibrated(&records).map_err(|error| Failure::NoAnswer(format!("{file}: {error}")))?;
    Ok((Calibration { file, strokes: records.len() }, calibrated))
}

/// A classifier from its file.
pub(crate) fn read_model(path: &Path) -> Result<StrokeReader, Failure> {
    let (text, model) = (files::read_text(path)?, path.display());
    // The version first: the content of another version is unknown.
    if let Ok(Named { version }) = serde_json::from_str(&text) {
        STROKE_MODEL.check(version).map_err(|error| Failure::input(format!("{model}: {error}")))?;
    }
    serde_json::from_str(&text).map_err(|error| {
        let reason = plain_words(&error.to_string());
        Failure::input(format!("{model}: no classifier of `multiball stroke train`: {reason}"))
    })
}

impl One {
    fn new(id: &str, values: &[f64], truth: Option<String>, classes: &[String]) -> Option<Self> {
        let best = (0..values.len()).max_by(|a, b| values[*a].total_cmp(&values[*b]))?;
        Some(Self {
            id: id.to_owned(),
            class: classes[best].clone(),
            probability: values[best],
            probabilities: classes.iter().cloned().zip(values.iter().copied()).collect(),
            truth,
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new(&[
            ("stroke", Align::Left),
            ("class", Align::Left),
            ("probability", Align::Right),
            ("in the file", Align::Left),
        ]);
        for one in &self.strokes {
            let truth = one.truth.clone().unwrap_or_default();
            table.row([one.id.clone(), one.class.clone(), format!("{:.3}", one.probability), truth]);
        }
        write!(f, "{table}")?;
        if let Some(Calibration { file, strokes }) = &self.calibration {
            writeln!(f, "calibrated with {strokes} strokes of {file}")?;
        }
        if !self.too_short.is_empty() {
            writeln!(f, "too short to be read: {}", self.too_short.join(", "))?;
        }
        self.accuracy.iter().try_for_each(|share| writeln!(f, "\nread rightly: {:.2} %", 100.0 * share))
    }
}
