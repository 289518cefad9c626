//! Lists of bounded length for sessions of any length.

/// Values at increasing keys (times, distances, numbers) with a least spacing. When there are too many, every second
/// one is dropped and the spacing at least doubles.
#[derive(Debug, Clone)]
pub(super) struct Thinned<T> {
    most: usize,
    apart: f64,
    kept: Vec<(f64, T)>,
    /// The last value, when it was too near to the one before.
    last: Option<(f64, T)>,
}

impl<T> Thinned<T> {
    /// At most so many, at least so far apart.
    pub(super) fn new(most: usize, apart: f64) -> Self {
        Self { most, apart, kept: Vec::new(), last: None }
    }

    pub(super) fn push(&mut self, key: f64, value: T) {
        if self.kept.last().is_some_and(|(at, _)| key - at < self.apart) {
            self.last = Some((key, value));
            return;
        }
        self.last = None;
        self.kept.push((key, value));
        if self.kept.len() > self.most {
            let mut index = 0;
            self.kept.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            let span = self.kept.last().zip(self.kept.first()).map_or(0.0, |(last, first)| last.0 - first.0);
            self.apart = (2.0 * self.apart).max(span / self.most as f64);
        }
    }

    /// What is left, and the very last.
    pub(super) fn iter(&self) -> impl Iterator<Item = &(f64, T)> {
        self.kept.iter().chain(&self.last)
    }

    pub(super) fn values(&self) -> impl Iterator<Item = &T> {
        self.iter().map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_a_thinned_list_is_short_in_order_and_has_both_ends() {
        for (most, apart) in [(10, 0.0), (10, 1.0), (64, 2.5)] {
            let mut list = Thinned::new(most, apart);
            for number in 0..10_000u32 {
                list.push(f64::from(number), number);
                assert!(list.iter().count() <= most + 1);
                assert_eq!(list.values().last(), Some(&number));
            }
            let values: Vec<u32> = list.values().copied().collect();
            assert_eq!(values[0], 0);
            assert!(values.is_sorted() && values.len() >= most / 3, "{values:?}");
            let widest = values.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap();
            assert!(f64::from(widest) <= 40_000.0 / most as f64, "{values:?}");
        }
    }
}
