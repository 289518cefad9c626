//! Middle and tail of a sample.

/// The value below which a share of the sorted values lies, linear between its neighbours; `None` of nothing.
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

/// The middle value; `None` of nothing.
pub(crate) fn median(values: Vec<f64>) -> Option<f64> {
    quantile(&sorted(values), 0.5)
}

/// The mean; `None` of nothing.
pub(crate) fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_quantiles_lie_between_their_neighbours() {
        let values = sorted(vec![3.0, 1.0, 2.0, 4.0]);
        assert_eq!(quantile(&values, 0.0), Some(1.0));
        assert_eq!(median(values.clone()), Some(2.5));
        assert!((quantile(&values, 0.9).unwrap() - 3.7).abs() < 1e-12);
        assert_eq!(quantile(&values, 1.0), Some(4.0));
        assert_eq!((quantile(&[], 0.5), mean(&[])), (None, None));
    }
}
