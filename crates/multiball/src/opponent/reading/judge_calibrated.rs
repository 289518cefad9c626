//! How often a class is read rightly after some strokes of the new player are known.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::calibrated::{CalibratedReader, CalibrationError};
use super::examples::Examples;
use super::folds::{HoldOut, folds};
use super::judge::{FOLDS, Judgement, refuse_one_group};
use super::nuisance::Allowance;
use super::reader::TrainingError;
use super::record::{View, WristRecord};
use super::spread::PlayerSpread;

/// Whose strokes a new player's calibration is made with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Companions {
    /// Those of the group that is read alone. When a group has one class, its label gives that class away.
    None,
    /// For each class that the group lacks, those of the group most like it among those held out with it: as if both
    /// were one person, whose classes are as hard to tell apart as they can be.
    MostAlike,
}

/// Why there is no figure.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CalibratedError {
    /// Nothing could be learned.
    #[error(transparent)]
    Training(#[from] TrainingError),
    /// Nothing could be calibrated.
    #[error(transparent)]
    Calibration(#[from] CalibrationError),
}

/// Reads each group, held out in five parts, with a reader that was trained on the other parts and calibrated with
/// `strokes` strokes of a new player.
///
/// The new player is the group with its companions. The strokes are drawn, as evenly over the player's classes as
/// possible. All others of the group are read; of its companions none is.
///
/// # Errors
/// When a class has too few strokes or fewer than two groups.
pub fn judge_calibrated(
    records: &[WristRecord],
    classes: &[String],
    view: View,
    (companions, strokes): (Companions, usize),
    seed: u64,
) -> Result<Judgement, CalibratedError> {
    let examples = Examples::of(records, classes, view)?;
    refuse_one_group(&examples, classes)?;
    let fold = folds(&examples.records, HoldOut::Groups, FOLDS, seed);
    let read = |part: usize| {
        let prepared = examples.prepare(&|index| fold[index] != part)?;
        let spread = prepared.spread(classes.len()).ok_or(CalibrationError::NoSpread)?;
        let (held_out, mapped) = (0..fold.len())
            .filter(|index| fold[*index] == part)
            .map(|index| (examples.records[index], prepared.allowance.apply(&examples.rows[index])))
            .unzip();
        let allowance = &prepared.allowance;
        let trial = Trial { classes, view, allowance, spread: &spread, held_out, mapped, strokes, seed };
        trial.read_all(companions)
    };
    let parts: Vec<Vec<(u32, usize, usize)>> =
        (0..FOLDS).into_par_iter().map(read).collect::<Result<_, CalibratedError>>()?;
    Ok(Judgement::of(parts.into_iter().flatten(), classes.len()))
}

/// One part held out, and what was learned of the others.
struct Trial<'a> {
    classes: &'a [String],
    view: View,
    allowance: &'a Allowance,
    spread: &'a PlayerSpread,
    held_out: Vec<&'a WristRecord>,
    /// z of each stroke held out.
    mapped: Vec<Vec<f64>>,
    strokes: usize,
    seed: u64,
}

impl Trial<'_> {
    /// Group, true class and class read of each stroke.
    fn read_all(&self, companions: Companions) -> Result<Vec<(u32, usize, usize)>, CalibratedError> {
        let mut groups: Vec<u32> = self.held_out.iter().map(|record| record.group).collect();
        groups.sort_unstable();
        groups.dedup();
        let mut results = Vec::new();
        for group in groups.iter().copied() {
            let (known, others) = self.draw(group, &self.sources(group, companions));
            let known: Vec<&WristRecord> = known.iter().map(|index| self.held_out[*index]).collect();
            let reader = CalibratedReader::new((self.classes, self.view), self.allowance, self.spread, &known)?;
            let read = |index: &usize| {
                let record = self.held_out[*index];
                Some((group, record.class, reader.class(record)?))
            };
            results.extend(others.iter().filter_map(read));
        }
        Ok(results)
    }

    /// For each class, the strokes of it that the new player has, by index; empty where there are none.
    fn sources(&self, group: u32, companions: Companions) -> Vec<Vec<usize>> {
        let own = |class: usize| self.indices(|record| (record.group, record.class) == (group, class));
        let source = |class: usize| match (own(class), companions) {
            (strokes, Companions::MostAlike) if strokes.is_empty() => self.most_alike(group, class),
            (strokes, _) => strokes,
        };
        (0..self.classes.len()).map(source).collect()
    }

    /// The strokes of a class of the group whose mean of them is nearest to a group's mean.
    fn most_alike(&self, group: u32, class: usize) -> Vec<usize> {
        let own = self.mean(&self.indices(|record| record.group == group));
        let of_class = self.indices(|record| record.class == class);
        let mut groups: Vec<u32> = of_class.iter().map(|index| self.held_out[*index].group).collect();
        groups.sort_unstable();
        groups.dedup();
        let candidates = groups.into_iter().map(|other| {
            let strokes = self.indices(|record| (record.group, record.class) == (other, class));
            let distance: f64 = self.mean(&strokes).iter().zip(&own).map(|(a, b)| (a - b) * (a - b)).sum();
            (distance, strokes)
        });
        candidates.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, strokes)| strokes).unwrap_or_default()
    }

    /// Known strokes, drawn from each class in turn, and those of the group that are left.
    fn draw(&self, group: u32, sources: &[Vec<usize>]) -> (Vec<usize>, Vec<usize>) {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(u64::from(group));
        let mut queues: Vec<Vec<usize>> = sources.iter().filter(|strokes| !strokes.is_empty()).cloned().collect();
        queues.shuffle(&mut rng);
        queues.iter_mut().for_each(|strokes| strokes.shuffle(&mut rng));
        let mut known = Vec::new();
        for turn in 0..self.strokes {
            let longest = queues.len().max(1);
            known.extend(queues.get_mut(turn % longest).and_then(Vec::pop));
        }
        let left = self.indices(|record| record.group == group);
        (known.clone(), left.into_iter().filter(|index| !known.contains(index)).collect())
    }

    fn indices(&self, chosen: impl Fn(&WristRecord) -> bool) -> Vec<usize> {
        (0..self.held_out.len()).filter(|index| chosen(self.held_out[*index])).collect()
    }

    fn mean(&self, indices: &[usize]) -> Vec<f64> {
        let mut sum = vec![0.0; self.allowance.size()];
        for index in indices {
            sum.iter_mut().zip(&self.mapped[*index]).for_each(|(sum, value)| *sum += value);
        }
        sum.iter().map(|value| value / indices.len().max(1) as f64).collect()
    }
}
