//! Quantiles, means and their uncertainty.

mod paired;

pub(crate) use paired::{Estimate, mean_of_rounds, ratio_of_rounds};

/// Quantile of sorted values, linear between neighbours; `None` of an empty list.
pub(crate) fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let place = share * sorted.len().checked_sub(1)? as f64;
    let (low, part) = (place as usize, place.fract());
    let high = sorted[(low + 1).min(sorted.len() - 1)];
    Some(sorted[low] + part * (high - sorted[low]))
}

/// Values in order.
pub(crate) fn sorted(mut values: Vec<f64>) -> Vec<f64> {
    values.sort_unstable_by(f64::total_cmp);
    values
}

/// The median; `None` of an empty list.
pub(crate) fn median(values: Vec<f64>) -> Option<f64> {
    quantile(&sorted(values), 0.5)
}

/// The mean; `None` of an empty list.
pub(crate) fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// Standard deviations on each side of a mean that hold 95 % of a normal distribution.
const Z_95: f64 = 1.959_963_985;

/// Standard deviations that hold 95 % where they were estimated with so many degrees of freedom, from four on:
/// Student's t by its expansion about the normal one [Abramowitz and Stegun, 26.7.5], within 1e-2.
fn t_95(freedom: usize) -> f64 {
    let (z, n) = (Z_95, freedom as f64);
    let [z3, z5, z7] = [z.powi(3), z.powi(5), z.powi(7)];
    z + (z3 + z) / (4.0 * n)
        + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * n * n)
        + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * n * n * n)
}

/// The 95 % interval of the mean, normal about it; `None` for a sample so small that it would be too narrow.
pub(crate) fn mean_interval(values: &[f64]) -> Option<(f64, f64)> {
    const ENOUGH: usize = 30;
    let n = values.len() as f64;
    let mean = mean(values).filter(|_| values.len() >= ENOUGH)?;
    let squares = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>();
    let half = Z_95 * (squares / (n - 1.0) / n).sqrt();
    Some((mean - half, mean + half))
}

/// A count out of a total.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Share {
    pub(crate) count: usize,
    pub(crate) of: usize,
}

impl Share {
    /// In per cent; 0 when the total is 0.
    pub(crate) fn percent(self) -> f64 {
        100.0 * self.count as f64 / self.of.max(1) as f64
    }

    /// The 95 % interval in per cent: all shares p from which this one is within z = 1.96 of their own standard
    /// deviations, |p̂ - p| ≤ z √(p (1 - p) / n) [Wilson 1927]. It stays between 0 and 100, and is all of it where
    /// nothing was counted.
    pub(crate) fn interval_percent(self) -> (f64, f64) {
        self.interval_percent_of(self.of as f64)
    }

    /// The same as if only `n` of them told anything of their own.
    fn interval_percent_of(self, n: f64) -> (f64, f64) {
        if self.of == 0 {
            return (0.0, 100.0);
        }
        let z2 = Z_95 * Z_95;
        let p = self.count as f64 / self.of as f64;
        let middle = p + z2 / (2.0 * n);
        let half = Z_95 * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
        let bound = |value: f64| 100.0 * (value / (1.0 + z2 / n)).clamp(0.0, 1.0);
        // Of none and of all, rounding may leave the share itself just outside.
        (bound(middle - half).min(self.percent()), bound(middle + half).max(self.percent()))
    }
}

/// A count out of a total that comes in groups, whose members are more alike than others: rounds of one rig.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GroupedShare {
    pub(crate) groups: Vec<Share>,
}

impl GroupedShare {
    /// Groups of which fewer say nothing of how much groups differ.
    pub(crate) const ENOUGH: usize = 8;

    /// All groups together.
    pub(crate) fn total(&self) -> Share {
        self.groups.iter().fold(Share { count: 0, of: 0 }, |sum, group| Share {
            count: sum.count + group.count,
            of: sum.of + group.of,
        })
    }

    /// The 95 % interval in per cent, with the number of rounds divided by the design effect [Kish 1965]: by how much
    /// the shares of groups vary more than chance alone would have them, and how well so few groups say that.
    pub(crate) fn interval_percent(&self) -> (f64, f64) {
        let total = self.total();
        total.interval_percent_of(total.of as f64 / self.design_effect().max(1.0))
    }

    fn design_effect(&self) -> f64 {
        let total = self.total();
        let (p, count) = (total.percent() / 100.0, self.groups.len() as f64);
        let by_chance = p * (1.0 - p) / (total.of as f64 / count);
        if self.groups.len() < Self::ENOUGH || by_chance <= 0.0 {
            return 1.0;
        }
        let squares = self.groups.iter().map(|group| (group.percent() / 100.0 - p).powi(2)).sum::<f64>();
        let of_so_few = t_95(self.groups.len() - 1) / Z_95;
        squares / (count - 1.0) / by_chance * of_so_few * of_so_few
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_groups_that_differ_widen_the_interval() {
        let width = |(low, high): (f64, f64)| high - low;
        let of = |counts: [usize; 8]| GroupedShare { groups: counts.map(|count| Share { count, of: 100 }).into() };
        let alike = of([90, 91, 89, 90, 90, 91, 89, 90]);
        assert_eq!(alike.interval_percent(), alike.total().interval_percent());
        let differ = of([80, 100, 80, 100, 80, 100, 80, 100]);
        assert_eq!(differ.total(), alike.total());
        // Shares of groups with a standard deviation of 10.7 %: 2.36 of it over the root of 8 is 8.9 %.
        assert!((width(differ.interval_percent()) / 2.0 - 8.9).abs() < 0.6, "{:?}", differ.interval_percent());
    }

    #[test]
    fn ref_students_t_is_that_of_tables() {
        for (freedom, t) in [(4, 2.776), (7, 2.365), (19, 2.093), (39, 2.023), (1000, 1.962)] {
            assert!((t_95(freedom) - t).abs() < 1e-2, "{freedom}: {}", t_95(freedom));
        }
    }

    #[test]
    fn law_quantiles_lie_between_their_neighbours() {
        let values = sorted(vec![3.0, 1.0, 2.0, 4.0]);
        assert_eq!(quantile(&values, 0.0), Some(1.0));
        assert_eq!(median(values.clone()), Some(2.5));
        assert!((quantile(&values, 0.9).unwrap() - 3.7).abs() < 1e-12);
        assert_eq!(quantile(&values, 1.0), Some(4.0));
        assert_eq!((quantile(&[], 0.5), mean(&[])), (None, None));
    }

    #[test]
    fn law_bounds_of_a_share_are_where_it_is_196_deviations_off() {
        for (count, of) in [(98, 100), (0, 40), (12, 12), (40, 40), (5, 10), (1, 1), (20_307, 20_648)] {
            let share = Share { count, of };
            let (low, high) = share.interval_percent();
            assert!(0.0 <= low && low <= share.percent(), "{share:?}: {low}");
            assert!(share.percent() <= high && high <= 100.0, "{share:?}: {high}");
            for bound in [low / 100.0, high / 100.0] {
                let off = (count as f64 / of as f64 - bound).powi(2);
                let variance = bound * (1.0 - bound) / of as f64;
                assert!((off - 1.959_963_985f64.powi(2) * variance).abs() < 1e-12, "{share:?}: {bound}");
            }
        }
        assert_eq!(Share { count: 0, of: 0 }.interval_percent(), (0.0, 100.0));
    }

    #[test]
    fn law_the_interval_of_a_mean_narrows_with_the_root_of_their_number() {
        let values = |n: usize| (0..n).map(|i| (i % 2) as f64).collect::<Vec<f64>>();
        let width = |n: usize| mean_interval(&values(n)).map(|(low, high)| high - low).unwrap();
        assert!((width(10_000) - 2.0 * 1.959_964 * 0.5 / 100.0).abs() < 1e-5);
        assert!((width(100) / width(10_000) - 10.0).abs() < 0.1);
        assert_eq!(mean_interval(&[1.0]), None);
    }
}
