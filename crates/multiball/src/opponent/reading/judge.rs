//! How often a class is read rightly.

use rayon::prelude::*;

use super::folds::{HoldOut, folds};
use super::reader::{Examples, TrainingError};
use super::record::{View, WristRecord};

/// What became of strokes that were held out in turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// Rows: the true class. Columns: the class read.
    pub confusion: Vec<Vec<usize>>,
}

/// Parts in which strokes are held out.
const FOLDS: usize = 5;

/// Reads every stroke with a classifier that was trained on the others: in five parts, of strokes or of whole groups.
///
/// # Errors
/// When a class has too few strokes, or, to hold groups out, fewer than two groups.
pub fn judge(
    records: &[WristRecord],
    classes: &[String],
    view: View,
    hold_out: HoldOut,
    seed: u64,
) -> Result<Judgement, TrainingError> {
    let examples = Examples::of(records, classes, view)?;
    if let (HoldOut::Groups, Some(class)) = (hold_out, examples.one_group(classes.len())) {
        return Err(TrainingError::OneGroup { class: classes[class].clone() });
    }
    let fold = folds(&examples.records, hold_out, FOLDS, seed);
    let read = |part: usize| {
        let reader = examples.learn(classes, view, &|index| fold[index] != part)?;
        let held_out = (0..fold.len()).filter(|index| fold[*index] == part);
        Ok(held_out.map(|index| (examples.records[index].class, examples.vote(&reader, index))).collect::<Vec<_>>())
    };
    let parts: Vec<Vec<(usize, usize)>> = (0..FOLDS).into_par_iter().map(read).collect::<Result<_, _>>()?;
    let mut confusion = vec![vec![0; classes.len()]; classes.len()];
    for (truth, class) in parts.into_iter().flatten() {
        confusion[truth][class] += 1;
    }
    Ok(Judgement { confusion })
}

impl Judgement {
    /// Share of all strokes that were read rightly.
    #[must_use]
    pub fn accuracy(&self) -> f64 {
        let right: usize = (0..self.confusion.len()).map(|class| self.confusion[class][class]).sum();
        let all: usize = self.confusion.iter().flatten().sum();
        right as f64 / all.max(1) as f64
    }

    /// Share of a class's strokes that were read rightly.
    #[must_use]
    pub fn accuracy_of(&self, class: usize) -> f64 {
        let row = &self.confusion[class];
        row[class] as f64 / row.iter().sum::<usize>().max(1) as f64
    }
}
