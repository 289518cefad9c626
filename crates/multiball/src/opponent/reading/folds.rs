//! Which strokes are held out together.

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::record::WristRecord;

/// What is held out at once when a classifier is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HoldOut {
    /// Strokes at random: other strokes of the same person, on the same day, are in training. It flatters.
    Strokes,
    /// All strokes of a player or session.
    Groups,
}

/// The fold of each record, from 0 to `count` - 1; each class is spread over the folds as evenly as possible.
pub(super) fn folds(records: &[&WristRecord], hold_out: HoldOut, count: usize, seed: u64) -> Vec<usize> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let keys: Vec<(usize, u32)> = match hold_out {
        HoldOut::Strokes => (0..).zip(records).map(|(number, record)| (record.class, number)).collect(),
        HoldOut::Groups => records.iter().map(|record| (usual_class(records, record.group), record.group)).collect(),
    };
    let mut distinct = keys.clone();
    distinct.sort_unstable();
    distinct.dedup();
    distinct.shuffle(&mut rng);
    // A stable sort by class keeps the shuffled order within each.
    distinct.sort_by_key(|(class, _)| *class);
    let first = rng.random_range(0..count);
    let mut of_group: Vec<(u32, usize)> =
        distinct.into_iter().enumerate().map(|(place, (_, group))| (group, (first + place) % count)).collect();
    of_group.sort_unstable();
    let fold = |group: u32| of_group.binary_search_by_key(&group, |(other, _)| *other).map_or(0, |i| of_group[i].1);
    keys.into_iter().map(|(_, group)| fold(group)).collect()
}

/// The class that a group has most strokes of; the first of several.
fn usual_class(records: &[&WristRecord], group: u32) -> usize {
    let mut counts = Vec::new();
    for record in records.iter().filter(|record| record.group == group) {
        counts.resize(counts.len().max(record.class + 1), 0_usize);
        counts[record.class] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(0);
    counts.iter().position(|count| *count == most).unwrap_or(0)
}
