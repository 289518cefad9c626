//! A classifier that knows some strokes of its player.

use super::nuisance::Allowance;
use super::reader::StrokeReader;
use super::record::{View, WristRecord};
use super::spread::{Density, PlayerSpread};
use crate::geometry::portable::exp;

/// Classifies strokes of one player, of whom some strokes with their classes are known.
///
/// ```text
/// p(c | z) ∝ N(z; the class's posterior mean and covariance)^0.35
/// ```
/// Each class's mean is estimated for this player from the known strokes and from how much players differ. Of a class
/// without known strokes it is that of all players, with all of their spread. Every class counts as equally probable,
/// whatever classes the known strokes have. The power makes the probabilities mean what they say: features of one
/// stroke resemble a normal distribution only near its middle. On real sessions 0.3 to 0.5 fits about as well.
#[derive(Debug, Clone, PartialEq)]
pub struct CalibratedReader {
    classes: Vec<String>,
    view: View,
    allowance: Allowance,
    densities: Vec<Density>,
}

/// Why a reader could not be calibrated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CalibrationError {
    /// The reader does not know how players differ.
    #[error("the classifier does not know how players differ; train it with two players or sessions of some class")]
    NoSpread,
    /// No stroke is long enough.
    #[error("none of {strokes} strokes is long enough to calibrate with")]
    TooShort {
        /// Strokes that were given.
        strokes: usize,
    },
    /// A stroke of a class that is not known.
    #[error("a stroke of class {class}, counted from 0; the classifier has {classes} classes")]
    Class {
        /// Its class.
        class: usize,
        /// Classes of the reader.
        classes: usize,
    },
    /// The covariances have no inverse.
    #[error("the spread of the strokes has no inverse")]
    Degenerate,
}

/// The power of the densities.
const SHARPNESS: f64 = 0.35;

impl CalibratedReader {
    /// From what was learned of all players and strokes of one.
    pub(super) fn new(
        (classes, view): (&[String], View),
        allowance: &Allowance,
        spread: &PlayerSpread,
        strokes: &[&WristRecord],
    ) -> Result<Self, CalibrationError> {
        let mut known = vec![Vec::new(); classes.len()];
        for stroke in strokes {
            let unknown = CalibrationError::Class { class: stroke.class, classes: classes.len() };
            let of_class = known.get_mut(stroke.class).ok_or(unknown)?;
            of_class.extend(stroke.features(view).map(|features| allowance.apply(&features)));
        }
        if known.iter().all(Vec::is_empty) {
            return Err(CalibrationError::TooShort { strokes: strokes.len() });
        }
        let densities = known.iter().enumerate().map(|(class, rows)| spread.density(class, rows));
        let densities = densities.collect::<Option<_>>().ok_or(CalibrationError::Degenerate)?;
        Ok(Self { classes: classes.to_vec(), view, allowance: allowance.clone(), densities })
    }

    /// Names of the classes, in the order of their indices.
    #[must_use]
    pub fn classes(&self) -> &[String] {
        &self.classes
    }

    /// The probability of each class; `None` when the record is too short.
    #[must_use]
    pub fn probabilities(&self, record: &WristRecord) -> Option<Vec<f64>> {
        let features = self.allowance.apply(&record.features(self.view)?);
        let logs: Vec<f64> = self.densities.iter().map(|density| density.log(&features)).collect();
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = logs.iter().map(|log| exp(SHARPNESS * (log - most))).collect();
        let sum: f64 = weights.iter().sum();
        Some(weights.into_iter().map(|weight| weight / sum).collect())
    }

    /// The most probable class; `None` when the record is too short.
    #[must_use]
    pub fn class(&self, record: &WristRecord) -> Option<usize> {
        let values = self.probabilities(record)?;
        (0..values.len()).max_by(|a, b| values[*a].total_cmp(&values[*b]))
    }
}

impl StrokeReader {
    /// The reader for a player of whom some strokes are known; one of each class or more is best, ten in all.
    ///
    /// # Errors
    /// When no stroke is long enough, a class is unknown, or the reader was trained with one player alone.
    pub fn calibrated(&self, strokes: &[WristRecord]) -> Result<CalibratedReader, CalibrationError> {
        let spread = self.spread.as_ref().ok_or(CalibrationError::NoSpread)?;
        let strokes: Vec<&WristRecord> = strokes.iter().collect();
        CalibratedReader::new((self.classes(), self.view()), &self.allowance, spread, &strokes)
    }
}
