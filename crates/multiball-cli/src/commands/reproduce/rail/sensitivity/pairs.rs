//! Pairs of assumptions: whether two together cost more than the sum of both.

use std::sync::atomic::{AtomicBool, Ordering};

use super::cases::{CAMERAS, Case, Field, Kind, baseline};
use super::measured::{Measured, of};
use super::worlds::{Outcome, Rounds, Worlds};
use crate::failure::Failure;
use crate::statistics::{Estimate, mean_of_rounds};

/// Assumptions whose pairs are played: those that cost most after the warm-up.
const MOST: usize = 6;

/// Two assumptions together after the warm-up. Losses are points of the inner square.
pub(super) struct Pair {
    pub(super) cases: [&'static Case; 2],
    /// What both together cost.
    pub(super) joint: Estimate,
    /// What they cost one at a time, added.
    pub(super) sum: Estimate,
    /// How much more they cost together, from the differences in the same rounds.
    pub(super) excess: Estimate,
    pub(super) rounds: usize,
}

impl Pair {
    /// Whether it costs more than both, and not by chance.
    pub(super) fn interacts(&self) -> bool {
        self.excess.low > 0.0
    }

    /// Its parts, with what the four worlds gave in the same rounds.
    fn new(cases: [&'static Case; 2], [whole, one, other, both]: [&Outcome; 4]) -> Option<Self> {
        let losses = |of: fn([f64; 4]) -> f64| {
            let four = whole.inner().zip(one.inner()).zip(other.inner().zip(both.inner()));
            let values: Vec<f64> = four.map(|((whole, one), (other, both))| of([whole, one, other, both])).collect();
            Some(mean_of_rounds(&values, both.rigs)?.times(100.0))
        };
        Some(Self {
            cases,
            joint: losses(|[whole, _, _, both]| whole - both)?,
            sum: losses(|[whole, one, other, _]| 2.0 * whole - one - other)?,
            excess: losses(|[whole, one, other, both]| one + other - whole - both)?,
            rounds: both.rounds.len(),
        })
    }
}

/// The assumptions that cost most after the warm-up, the dearest first, no two of which change the same field.
pub(super) fn dearest(all: &[Measured]) -> Vec<&'static Case> {
    let single = |measured: &&Measured| !matches!(measured.case.kind, Kind::Baseline | Kind::Together);
    let loss = |measured: &Measured| Some((measured.remaining_loss(all)?, measured.case));
    let mut losses: Vec<(f64, &'static Case)> = all.iter().filter(single).filter_map(loss).collect();
    losses.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let mut chosen: Vec<&Case> = Vec::new();
    for (_, case) in losses.into_iter().filter(|(loss, _)| *loss > 0.0) {
        if chosen.len() < MOST && chosen.iter().all(|other| case.pairs_with(other)) {
            chosen.push(case);
        }
    }
    chosen
}

/// All pairs of assumptions.
pub(super) fn all_pairs(cases: &[&'static Case]) -> Vec<[&'static Case; 2]> {
    let after = |number: usize| cases[number + 1..].iter().map(move |other| [cases[number], *other]);
    (0..cases.len()).flat_map(after).collect()
}

/// Plays pairs after the warm-up, half as many rounds as single assumptions; those that Ctrl-C left are missing.
/// Where cameras watch in one of the two, they do in all four worlds.
pub(super) fn play(
    pairs: &[[&'static Case; 2]],
    all: &[Measured],
    rounds: impl Fn(bool) -> Rounds,
    worlds: &mut Worlds<'_>,
    (stop, progress): (&AtomicBool, &dyn Fn()),
) -> Result<Vec<Pair>, Failure> {
    let mut played = Vec::new();
    let mut with_cameras: Vec<(&'static str, Outcome)> = Vec::new();
    for &[one, other] in pairs {
        let filmed = one.with_cameras() || other.with_cameras();
        let rounds = rounds(filmed).halved();
        for case in [one, other].into_iter().filter(|case| filmed && !case.with_cameras()) {
            if !with_cameras.iter().any(|(name, _)| *name == case.name) {
                let fields = [&[CAMERAS], case.fields].concat();
                with_cameras.push((case.name, worlds.play(case.name, &fields, rounds, true)?));
            }
        }
        let fields: Vec<Field> = [CAMERAS]
            .into_iter()
            .filter(|_| filmed)
            .chain([one, other].into_iter().flat_map(|case| case.fields.iter().copied()))
            .collect();
        let name = format!("{} with {}", one.name, other.name);
        let both = worlds.play(&name, &fields, rounds, true)?;
        progress();
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let alone = |case: &'static Case| {
            let again = with_cameras.iter().find(|(name, _)| filmed && *name == case.name);
            again.map(|(_, outcome)| outcome).or_else(|| Some(&of(case, all)?.after))
        };
        let whole = of(baseline(filmed), all).map(|measured| &measured.after);
        let four = whole.zip(alone(one)).zip(alone(other));
        played.extend(four.and_then(|((whole, first), second)| Pair::new([one, other], [whole, first, second, &both])));
    }
    Ok(played)
}

#[cfg(test)]
mod tests {
    use super::super::cases::CASES;
    use super::super::measured::tests::outcome;
    use super::*;

    fn case(name: &str) -> &'static Case {
        CASES.iter().find(|case| case.name == name).unwrap()
    }

    #[test]
    fn law_the_dearest_assumptions_change_different_fields() {
        let measured = |name: &str, after: usize| Measured {
            case: case(name),
            before: outcome(after, 100),
            after: outcome(after, 100),
        };
        let all = [
            measured("all as told", 95),
            measured("rails of 10 m/s²", 80),
            measured("rails of 5 m/s²", 50),
            measured("latency 40 ms", 90),
            measured("jitter of 3 ms", 95),
            measured("inverted rubber", 97),
            measured("calibration x5, cameras", 20),
        ];
        let names: Vec<&str> = dearest(&all).iter().map(|case| case.name).collect();
        // Slower rails stand for all rails, no loss is no assumption that costs, and cameras were not played as told.
        assert_eq!(names, ["rails of 5 m/s²", "latency 40 ms"]);
        assert_eq!(all_pairs(&dearest(&all)).len(), 1);
        assert_eq!(all_pairs(&[&CASES[0]; 6]).len(), 15);
    }

    #[test]
    fn law_a_pair_interacts_where_it_costs_more_than_the_sum() {
        let pair = |both: usize| {
            let [whole, one, other, both] = [900, 800, 850, both].map(|inner| outcome(inner, 1000));
            Pair::new([&CASES[0]; 2], [&whole, &one, &other, &both]).unwrap()
        };
        let added = pair(750);
        assert!((added.joint.value - 15.0).abs() < 1e-9 && (added.sum.value - 15.0).abs() < 1e-9);
        assert!(added.excess.value.abs() < 1e-9 && !added.interacts());
        assert!(pair(500).interacts() && (pair(500).excess.value - 25.0).abs() < 1e-9);
        assert!(!pair(800).interacts());
    }
}
