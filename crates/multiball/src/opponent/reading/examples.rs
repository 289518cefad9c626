//! Strokes with their features, and what is learned of some of them.

use libsvm_rs::train::svm_train;
use libsvm_rs::{SvmParameterBuilder, SvmProblem};

use super::nuisance::Allowance;
use super::reader::{StrokeReader, TrainingError, nodes};
use super::record::{View, WristRecord};
use super::spread::PlayerSpread;

/// Price of a stroke on the wrong side.
const COST: f64 = 1.0;
/// Strokes of each class without which training is refused.
const LEAST_STROKES: usize = 5;

/// Strokes that are long enough, sorted by class so that a machine numbers the classes as we do.
pub(super) struct Examples<'a> {
    pub(super) records: Vec<&'a WristRecord>,
    /// Their features.
    pub(super) rows: Vec<Vec<f64>>,
}

/// Those of them that a classifier is trained with.
pub(super) struct Prepared {
    labels: Vec<usize>,
    groups: Vec<u32>,
    /// In units of what differs between players.
    rows: Vec<Vec<f64>>,
    pub(super) allowance: Allowance,
}

impl Prepared {
    /// A reader without probabilities and spread.
    pub(super) fn learn(&self, classes: &[String], view: View) -> Result<StrokeReader, TrainingError> {
        let degenerate = TrainingError::Degenerate { strokes: self.rows.len() };
        // A switch of the library's for all its messages; it prints its progress otherwise.
        libsvm_rs::set_quiet(true);
        let settings = SvmParameterBuilder::new().c(COST).gamma(1.0 / WristRecord::FEATURES as f64).build();
        let problem = SvmProblem {
            labels: self.labels.iter().map(|class| *class as f64).collect(),
            instances: self.rows.iter().map(|row| nodes(row)).collect(),
        };
        let machine = svm_train(&problem, &settings.map_err(|_| degenerate.clone())?);
        if machine.nr_class != classes.len() {
            return Err(degenerate);
        }
        Ok(StrokeReader { classes: classes.to_vec(), view, allowance: self.allowance.clone(), spread: None, machine })
    }

    /// How strokes of these classes differ between players and within one.
    pub(super) fn spread(&self, classes: usize) -> Option<PlayerSpread> {
        PlayerSpread::learn(&self.rows, &self.labels, &self.groups, classes)
    }
}

impl<'a> Examples<'a> {
    pub(super) fn of(records: &'a [WristRecord], classes: &[String], view: View) -> Result<Self, TrainingError> {
        let mut sorted: Vec<&WristRecord> = records.iter().collect();
        sorted.sort_by_key(|record| record.class);
        let usable = sorted.into_iter().filter_map(|record| Some((record, record.features(view)?)));
        let (records, rows): (Vec<_>, Vec<_>) = usable.unzip();
        for (index, class) in classes.iter().enumerate() {
            let found = records.iter().filter(|record| record.class == index).count();
            if found < LEAST_STROKES {
                return Err(TrainingError::TooFew { class: class.clone(), found, least: LEAST_STROKES });
            }
        }
        Ok(Self { records, rows })
    }

    /// A class whose strokes are all of one group.
    pub(super) fn one_group(&self, classes: usize) -> Option<usize> {
        (0..classes).find(|class| {
            let mut groups = self.records.iter().filter(|record| record.class == *class).map(|record| record.group);
            groups.next().is_some_and(|first| groups.all(|group| group == first))
        })
    }

    /// Those examples that are chosen by index, and what differs between their players.
    pub(super) fn prepare(&self, chosen: &dyn Fn(usize) -> bool) -> Result<Prepared, TrainingError> {
        let indices: Vec<usize> = (0..self.rows.len()).filter(|index| chosen(*index)).collect();
        let rows: Vec<Vec<f64>> = indices.iter().map(|index| self.rows[*index].clone()).collect();
        let labels: Vec<usize> = indices.iter().map(|index| self.records[*index].class).collect();
        let groups: Vec<u32> = indices.iter().map(|index| self.records[*index].group).collect();
        let allowance = Allowance::learn(&rows, &labels, &groups).filter(Allowance::is_sound);
        let allowance = allowance.ok_or(TrainingError::Degenerate { strokes: rows.len() })?;
        let rows = rows.iter().map(|row| allowance.apply(row)).collect();
        Ok(Prepared { labels, groups, rows, allowance })
    }

    /// A reader without probabilities and spread from those examples that are chosen by index.
    pub(super) fn learn(
        &self,
        classes: &[String],
        view: View,
        chosen: &dyn Fn(usize) -> bool,
    ) -> Result<StrokeReader, TrainingError> {
        self.prepare(chosen)?.learn(classes, view)
    }

    /// The class that the pairs' votes give an example.
    pub(super) fn vote(&self, reader: &StrokeReader, index: usize) -> usize {
        libsvm_rs::predict::predict(&reader.machine, &reader.nodes(&self.rows[index])).max(0.0) as usize
    }
}
