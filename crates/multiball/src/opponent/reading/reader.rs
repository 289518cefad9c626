//! The classifier: a support vector machine with probabilities.

use libsvm_rs::io::{load_model_from_reader, save_model_to_writer};
use libsvm_rs::predict::{predict_probability, predict_values};
use libsvm_rs::probability::sigmoid_train;
use libsvm_rs::{SvmModel, SvmNode};
use serde::{Deserialize, Serialize};

use super::examples::Examples;
use super::folds::{HoldOut, folds};
use super::nuisance::Allowance;
use super::record::{View, WristRecord};
use super::spread::PlayerSpread;
use crate::format::{STROKE_MODEL, UnknownVersion, first};

/// Classifies a stroke, with probabilities.
///
/// A machine with the kernel exp(-|z - z'|² / n) for each pair of classes, z the features in units of what differs
/// between players (`Allowance`). Each machine's decision value becomes a probability by Platt's sigmoid, and the
/// pairs' become the classes' by coupling [Wu, Lin and Weng 2004]. The sigmoids are fitted to strokes of players who
/// were held out in turn: fitted to other strokes of players in training, as libraries do, they would be too sure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "ReaderText", into = "ReaderText")]
pub struct StrokeReader {
    pub(super) classes: Vec<String>,
    pub(super) view: View,
    pub(super) allowance: Allowance,
    /// Unless it was trained with one player alone.
    pub(super) spread: Option<PlayerSpread>,
    pub(super) machine: SvmModel,
}

/// The reader as it is stored in a file. The machine is in the text format of LIBSVM, which its programs read.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct ReaderText {
    #[serde(default = "first")]
    version: u32,
    classes: Vec<String>,
    view: View,
    allowance: Allowance,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    spread: Option<PlayerSpread>,
    machine: String,
}

/// Why a reader could not be trained.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TrainingError {
    /// A class has too few strokes.
    #[error("class {class} has {found} strokes that are long enough; training needs at least {least} of each class")]
    TooFew {
        /// Its name.
        class: String,
        /// Strokes it has.
        found: usize,
        /// Strokes it needs.
        least: usize,
    },
    /// All players of a class are in one group, so that none is left when it is held out.
    #[error("all strokes of class {class} are of one player or session; to hold players out there must be at least 2")]
    OneGroup {
        /// Its name.
        class: String,
    },
    /// The numbers do not vary, or are not finite.
    #[error("the velocities of {strokes} strokes do not vary enough to separate the classes")]
    Degenerate {
        /// How many there are.
        strokes: usize,
    },
}

/// Why a model file was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// A version that is not known.
    #[error(transparent)]
    Version(#[from] UnknownVersion),
    /// The machine cannot be read.
    #[error("the support vector machine cannot be read: {0}")]
    Machine(String),
    /// Numbers that must agree do not.
    #[error("{classes} classes, {machines} in the machine, {features} features where there must be {expected}")]
    Sizes {
        /// Names of classes.
        classes: usize,
        /// Classes of the machine.
        machines: usize,
        /// Features that the allowance maps.
        features: usize,
        /// Features of a stroke.
        expected: usize,
    },
}

/// Players are held out in so many parts to fit the sigmoids.
const CALIBRATION_FOLDS: usize = 5;

impl StrokeReader {
    /// Learns from strokes as they are in a view. Strokes that are too short are passed over.
    ///
    /// # Errors
    /// When a class has fewer than five strokes, or the velocities do not vary.
    pub fn train(records: &[WristRecord], classes: &[String], view: View, seed: u64) -> Result<Self, TrainingError> {
        let examples = Examples::of(records, classes, view)?;
        let prepared = examples.prepare(&|_| true)?;
        let mut reader = prepared.learn(classes, view)?;
        reader.spread = prepared.spread(classes.len());
        let by = if examples.one_group(classes.len()).is_some() { HoldOut::Strokes } else { HoldOut::Groups };
        let fold = folds(&examples.records, by, CALIBRATION_FOLDS, seed);
        let pairs = classes.len() * (classes.len() - 1) / 2;
        let mut values = vec![Vec::new(); examples.records.len()];
        for part in 0..CALIBRATION_FOLDS {
            let others = examples.learn(classes, view, &|index| fold[index] != part)?;
            for index in (0..values.len()).filter(|index| fold[*index] == part) {
                values[index] = vec![0.0; pairs];
                predict_values(&others.machine, &others.nodes(&examples.rows[index]), &mut values[index]);
            }
        }
        (reader.machine.prob_a, reader.machine.prob_b) = sigmoids(&examples, &values, classes.len());
        // The text rounds; what was just trained must say the same as what is read from a file.
        let degenerate = TrainingError::Degenerate { strokes: examples.records.len() };
        Self::try_from(ReaderText::from(reader)).map_err(|_| degenerate)
    }

    /// Names of the classes, in the order of their indices.
    #[must_use]
    pub fn classes(&self) -> &[String] {
        &self.classes
    }

    /// Which part of a stroke it classifies, and how.
    #[must_use]
    pub fn view(&self) -> View {
        self.view
    }

    /// The probability of each class; `None` when the record is too short.
    #[must_use]
    pub fn probabilities(&self, record: &WristRecord) -> Option<Vec<f64>> {
        let features = record.features(self.view)?;
        predict_probability(&self.machine, &self.nodes(&features)).map(|(_, probabilities)| probabilities)
    }

    pub(super) fn nodes(&self, features: &[f64]) -> Vec<SvmNode> {
        nodes(&self.allowance.apply(features))
    }
}

/// Platt's sigmoid of each pair of classes, from decision values of examples that were held out.
fn sigmoids(examples: &Examples<'_>, values: &[Vec<f64>], classes: usize) -> (Vec<f64>, Vec<f64>) {
    let pairs = (0..classes).flat_map(|first| (first + 1..classes).map(move |second| (first, second)));
    let fit = |(pair, (first, second)): (usize, (usize, usize))| {
        let of_pair = examples.records.iter().zip(values).filter(|(record, _)| [first, second].contains(&record.class));
        let sign = |class: usize| if class == first { 1.0 } else { -1.0 };
        let (decisions, labels): (Vec<f64>, Vec<f64>) =
            of_pair.map(|(record, values)| (values[pair], sign(record.class))).unzip();
        sigmoid_train(&decisions, &labels)
    };
    pairs.enumerate().map(fit).unzip()
}

pub(super) fn nodes(values: &[f64]) -> Vec<SvmNode> {
    (1..).zip(values).map(|(index, value)| SvmNode { index, value: *value }).collect()
}

impl From<StrokeReader> for ReaderText {
    fn from(reader: StrokeReader) -> Self {
        let mut text = Vec::new();
        // Writing to memory does not fail.
        let _ = save_model_to_writer(&mut text, &reader.machine);
        Self {
            version: STROKE_MODEL.version,
            classes: reader.classes,
            view: reader.view,
            allowance: reader.allowance,
            spread: reader.spread,
            machine: String::from_utf8_lossy(&text).into_owned(),
        }
    }
}

impl TryFrom<ReaderText> for StrokeReader {
    type Error = ModelError;

    fn try_from(text: ReaderText) -> Result<Self, ModelError> {
        STROKE_MODEL.check(text.version)?;
        let machine = load_model_from_reader(std::io::Cursor::new(text.machine))
            .map_err(|error| ModelError::Machine(error.to_string()))?;
        let (classes, features) = (text.classes.len(), text.allowance.size());
        let in_order = machine.label.iter().enumerate().all(|(index, label)| usize::try_from(*label) == Ok(index));
        let spread_sound = text.spread.as_ref().is_none_or(|spread| spread.is_sound(classes, features));
        let sound = in_order && machine.nr_class == classes && text.allowance.is_sound() && spread_sound;
        if !sound || features != WristRecord::FEATURES || machine.prob_a.is_empty() {
            let (machines, expected) = (machine.nr_class, WristRecord::FEATURES);
            return Err(ModelError::Sizes { classes, machines, features, expected });
        }
        let ReaderText { classes, view, allowance, spread, .. } = text;
        Ok(Self { classes, view, allowance, spread, machine })
    }
}
