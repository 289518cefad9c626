//! How often a class is read rightly.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::examples::Examples;
use super::folds::{HoldOut, folds};
use super::reader::TrainingError;
use super::record::{View, WristRecord};

/// What became of strokes that were held out in turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// Rows: the true class. Columns: the class read.
    pub confusion: Vec<Vec<usize>>,
    /// Of each player or session in order of its number: how many were read rightly, and how many there were.
    pub groups: Vec<(usize, usize)>,
}

/// Parts in which strokes are held out.
pub(super) const FOLDS: usize = 5;

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
    if hold_out == HoldOut::Groups {
        refuse_one_group(&examples, classes)?;
    }
    let fold = folds(&examples.records, hold_out, FOLDS, seed);
    let read = |part: usize| {
        let reader = examples.learn(classes, view, &|index| fold[index] != part)?;
        let held_out = (0..fold.len()).filter(|index| fold[*index] == part);
        let result = |index: usize| {
            let record = examples.records[index];
            (record.group, record.class, examples.vote(&reader, index))
        };
        Ok(held_out.map(result).collect::<Vec<_>>())
    };
    let parts: Vec<Vec<(u32, usize, usize)>> = (0..FOLDS).into_par_iter().map(read).collect::<Result<_, _>>()?;
    Ok(Judgement::of(parts.into_iter().flatten(), classes.len()))
}

/// That all strokes of a class are of one group, so that none is left when it is held out.
pub(super) fn refuse_one_group(examples: &Examples<'_>, classes: &[String]) -> Result<(), TrainingError> {
    match examples.one_group(classes.len()) {
        Some(class) => Err(TrainingError::OneGroup { class: classes[class].clone() }),
        None => Ok(()),
    }
}

impl Judgement {
    /// From the group, the true class and the class read of each stroke.
    pub(super) fn of(results: impl Iterator<Item = (u32, usize, usize)>, classes: usize) -> Self {
        let mut confusion = vec![vec![0; classes]; classes];
        let mut groups: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
        for (group, truth, class) in results {
            confusion[truth][class] += 1;
            let (right, all) = groups.entry(group).or_default();
            *right += usize::from(truth == class);
            *all += 1;
        }
        Self { confusion, groups: groups.into_values().collect() }
    }

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
