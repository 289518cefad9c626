//! Means and ratios of figures that have a value for each round, where several worlds play the same rounds.

use super::{GroupedShare, Z_95, mean, t_95};

/// A figure with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Estimate {
    pub(crate) value: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Estimate {
    /// Half of its interval.
    pub(crate) fn half(&self) -> f64 {
        0.5 * (self.high - self.low)
    }

    /// The same as a multiple.
    pub(crate) fn times(self, factor: f64) -> Self {
        Self { value: factor * self.value, low: factor * self.low, high: factor * self.high }
    }
}

/// The mean of values of rounds, each a whole number, which were dealt to groups in turn; `None` of fewer than two.
pub(crate) fn mean_of_rounds(values: &[f64], groups: usize) -> Option<Estimate> {
    let value = mean(values)?;
    let half = spreads(values, values, groups)?.iter().map(Spread::half).fold(0.0, f64::max);
    Some(Estimate { value, low: value - half, high: value + half })
}

/// The ratio of two means of the same rounds, with the ratios r for which the mean of n - r d is within z of its
/// standard deviations of zero: (n̄ - r d̄)² ≤ z² (s_nn - 2 r s_nd + r² s_dd) [Fieller 1954]. `None` where the
/// denominator may be zero, so that no ratio is excluded.
pub(crate) fn ratio_of_rounds(numerators: &[f64], denominators: &[f64], groups: usize) -> Option<Estimate> {
    let (n, d) = (mean(numerators)?, mean(denominators)?);
    let value = n / d;
    let mut ratio = Estimate { value, low: value, high: value };
    for Spread { z, of_one, of_both, of_other } in spreads(numerators, denominators, groups)? {
        let (z2, squared) = (z * z, d * d - z * z * of_other);
        if squared <= 0.0 {
            return None;
        }
        let (linear, constant) = (n * d - z2 * of_both, n * n - z2 * of_one);
        let half = (linear * linear - squared * constant).max(0.0).sqrt();
        (ratio.low, ratio.high) = (ratio.low.min((linear - half) / squared), ratio.high.max((linear + half) / squared));
    }
    Some(ratio)
}

/// How much the means of two figures of the same rounds vary and vary together, and how many standard deviations hold
/// 95 %.
#[derive(Clone, Copy)]
struct Spread {
    z: f64,
    of_one: f64,
    of_both: f64,
    of_other: f64,
}

impl Spread {
    /// Half of the interval of the first mean.
    fn half(&self) -> f64 {
        self.z * self.of_one.sqrt()
    }
}

/// The spread of independent rounds, and that of groups, where there are enough of them to say how much they differ;
/// whichever gives the wider interval holds.
fn spreads(one: &[f64], other: &[f64], groups: usize) -> Option<Vec<Spread>> {
    let n = one.len() as f64;
    // Half a round more that differs either way: rounds that all agree are not taken for certainty [Agresti and Min
    // 2005].
    let of_one = covariance_of_mean(one, one)? + 1.0 / (n * n);
    let (of_both, of_other) = (covariance_of_mean(one, other)?, covariance_of_mean(other, other)?);
    let mut spreads = vec![Spread { z: Z_95, of_one, of_both, of_other }];
    if groups >= GroupedShare::ENOUGH && one.len() >= 2 * groups {
        let (one, other) = (means_of_groups(one, groups), means_of_groups(other, groups));
        let [of_one, of_both, of_other] =
            [covariance_of_mean(&one, &one)?, covariance_of_mean(&one, &other)?, covariance_of_mean(&other, &other)?];
        spreads.push(Spread { z: t_95(groups - 1), of_one, of_both, of_other });
    }
    Some(spreads)
}

fn means_of_groups(values: &[f64], groups: usize) -> Vec<f64> {
    let of_group = |group: usize| mean(&values.iter().skip(group).step_by(groups).copied().collect::<Vec<f64>>());
    (0..groups).filter_map(of_group).collect()
}

/// The covariance of the means of two independent samples of figures.
fn covariance_of_mean(one: &[f64], other: &[f64]) -> Option<f64> {
    let (mean_one, mean_other) = (mean(one)?, mean(other)?);
    let n = one.len() as f64;
    let products = one.iter().zip(other).map(|(a, b)| (a - mean_one) * (b - mean_other)).sum::<f64>();
    (one.len() > 1).then(|| products / (n - 1.0) / n)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of 0 and 1 that look like chance: bits of a multiplicative generator.
    fn coin(seed: u64, n: usize, share: f64) -> Vec<f64> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as f64 / (1u64 << 24) as f64
        };
        (0..n).map(|_| f64::from(u8::from(next() < share))).collect()
    }

    #[test]
    fn law_a_mean_of_independent_rounds_has_the_binomial_interval() {
        let values = coin(1, 4000, 0.8);
        let share = mean_of_rounds(&values, 1).unwrap();
        let binomial = 1.96 * (share.value * (1.0 - share.value) / 4000.0).sqrt();
        assert!((share.half() / binomial - 1.0).abs() < 2e-3, "{share:?}");
        assert_eq!(mean_of_rounds(&[1.0], 1), None);
        // Rounds dealt in turn to eight groups, four of which always fail.
        let differ: Vec<f64> = (0..4000).map(|round| f64::from(round % 8 / 4)).collect();
        assert!(mean_of_rounds(&differ, 8).unwrap().half() > 10.0 * mean_of_rounds(&differ, 1).unwrap().half());
    }

    #[test]
    fn law_the_interval_of_a_ratio_holds_the_true_one_where_groups_lose_differently() {
        let mut held = 0;
        for seed in 0..400 {
            // Groups lose from 10 to 50 % of rounds, and win back from a third of them to all, two thirds in the mean
            // over all that is lost.
            let of_groups = coin(7 * seed + 3, 16, 0.5);
            let (mut lost, mut won) = (vec![0.0; 800], vec![0.0; 800]);
            for group in 0..8 {
                let loses = if of_groups[group] > 0.5 { 0.5 } else { 0.1 };
                let wins = if of_groups[8 + group] > 0.5 { 1.0 } else { 1.0 / 3.0 };
                let losses = coin(1000 * seed + 10 * group as u64 + 1, 100, loses);
                let wins = coin(1000 * seed + 10 * group as u64 + 2, 100, wins);
                for (round, (is_lost, is_won)) in losses.iter().zip(wins).enumerate() {
                    (lost[8 * round + group], won[8 * round + group]) = (*is_lost, is_lost * is_won);
                }
            }
            // Where too few groups lose much, no ratio is excluded.
            held += ratio_of_rounds(&won, &lost, 8)
                .is_none_or(|ratio| ratio.low <= 2.0 / 3.0 && 2.0 / 3.0 <= ratio.high) as usize;
        }
        assert!(held >= 360, "{held} of 400");
    }

    #[test]
    fn law_the_interval_of_a_ratio_holds_the_true_one_nineteen_times_in_twenty() {
        let (mut held, mut halves) = (0, 0.0);
        for seed in 0..400 {
            // Of what is lost in three of ten rounds, two thirds are won back.
            let lost = coin(2 * seed + 1, 500, 0.3);
            let won = coin(2 * seed + 2, 500, 2.0 / 3.0);
            let won: Vec<f64> = lost.iter().zip(won).map(|(lost, won)| lost * won).collect();
            let ratio = ratio_of_rounds(&won, &lost, 8).unwrap();
            assert!(ratio.low <= ratio.value && ratio.value <= ratio.high, "{ratio:?}");
            held += usize::from(ratio.low <= 2.0 / 3.0 && 2.0 / 3.0 <= ratio.high);
            halves += ratio.half();
        }
        assert!((368..=396).contains(&held), "{held} of 400");
        // A binomial share of 150 has ± 7.5 %; how much groups differ by chance widens it.
        assert!((0.075..0.1).contains(&(halves / 400.0)), "{}", halves / 400.0);
        // What is the same in all rounds is not certain.
        let lost = coin(1, 40, 0.3);
        let all = ratio_of_rounds(&lost, &lost, 1).unwrap();
        assert!((all.value - 1.0).abs() < 1e-12 && all.low < 0.95 && all.high > 1.05, "{all:?}");
        // Of a loss that may be none, nothing can be said.
        assert_eq!(ratio_of_rounds(&[1.0, 0.0, 0.0, 0.0], &[1.0, -1.0, 1.0, 0.0], 1), None);
    }
}
