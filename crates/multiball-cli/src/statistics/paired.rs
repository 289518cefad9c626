//! Means and ratios of figures that have a value for each round, where several worlds play the same rounds.

use super::{GroupedShare, Z_95, mean};

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
    let half = Z_95 * (variance_of_mean(values)? * design_effect(values, groups)).sqrt();
    Some(Estimate { value, low: value - half, high: value + half })
}

/// The ratio of two means of the same rounds, with the ratios r for which the mean of n - r d is within z of its
/// standard deviations of zero: (n̄ - r d̄)² ≤ z² (s_nn - 2 r s_nd + r² s_dd) [Fieller 1954]. `None` where the
/// denominator may be zero, so that no ratio is excluded.
pub(crate) fn ratio_of_rounds(numerators: &[f64], denominators: &[f64], groups: usize) -> Option<Estimate> {
    let (n, d) = (mean(numerators)?, mean(denominators)?);
    let value = n / d;
    let rest: Vec<f64> = numerators.iter().zip(denominators).map(|(n, d)| n - value * d).collect();
    let z2 = Z_95 * Z_95 * design_effect(&rest, groups);
    let squared = d * d - z2 * covariance_of_means(denominators, denominators)?;
    let linear = n * d - z2 * covariance_of_means(numerators, denominators)?;
    let constant = n * n - z2 * variance_of_mean(numerators)?;
    (squared > 0.0).then(|| {
        let half = (linear * linear - squared * constant).max(0.0).sqrt();
        Estimate { value, low: (linear - half) / squared, high: (linear + half) / squared }
    })
}

/// The variance of a mean, with half a round more that differs either way: rounds that all agree are not taken for
/// certainty [Agresti and Min 2005].
fn variance_of_mean(values: &[f64]) -> Option<f64> {
    let n = values.len() as f64;
    Some(covariance_of_means(values, values)? + 1.0 / (n * n))
}

/// The covariance of the means of two figures of the same independent rounds.
fn covariance_of_means(one: &[f64], other: &[f64]) -> Option<f64> {
    let (mean_one, mean_other) = (mean(one)?, mean(other)?);
    let n = one.len() as f64;
    let products = one.iter().zip(other).map(|(a, b)| (a - mean_one) * (b - mean_other)).sum::<f64>();
    (one.len() > 1).then(|| products / (n - 1.0) / n)
}

/// By how much the means of groups vary more than chance alone would have them, at least 1 [Kish 1965].
fn design_effect(values: &[f64], groups: usize) -> f64 {
    let (Some(mean_of_all), Some(by_chance)) = (mean(values), covariance_of_means(values, values)) else { return 1.0 };
    if groups < GroupedShare::ENOUGH || values.len() < 2 * groups || by_chance <= 0.0 {
        return 1.0;
    }
    let of_group = |group: usize| {
        let of_group: Vec<f64> = values.iter().skip(group).step_by(groups).copied().collect();
        mean(&of_group).map_or(0.0, |mean| (mean - mean_of_all).powi(2))
    };
    let count = groups as f64;
    let between = (0..groups).map(of_group).sum::<f64>() / (count - 1.0) / count;
    (between / by_chance).max(1.0)
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
