//! Stretches of a row of pixels.

use std::cmp::Ordering;
use std::ops::Range;

/// First and last column of a stretch, px; the first is behind the last when there is none.
pub(super) type Span = [f64; 2];

/// All columns, and none.
pub(super) const EVERYWHERE: Span = [f64::NEG_INFINITY, f64::INFINITY];
pub(super) const NOWHERE: Span = [f64::INFINITY, f64::NEG_INFINITY];

/// What two stretches share.
pub(super) fn shared(a: Span, b: Span) -> Span {
    [a[0].max(b[0]), a[1].min(b[1])]
}

/// The columns in which a row passes a disc of a radius, `down` below its middle at column `middle`.
pub(super) fn across_disc(middle: f64, radius: f64, down: f64) -> Span {
    let square = radius * radius - down * down;
    if radius <= 0.0 || square < 0.0 {
        return NOWHERE;
    }
    let half = square.sqrt();
    [middle - half, middle + half]
}

/// Whole numbers of a stretch within a range. Bounds far off end at the range's: conversions saturate.
pub(super) fn whole([low, high]: Span, within: Range<usize>) -> Range<usize> {
    // Conversions cut towards zero, which for what is not negative is to round down; rounding proper is a call.
    let below = low.max(0.0) as usize;
    let up = usize::from((below as f64) < low);
    let first = below.saturating_add(up).clamp(within.start, within.end);
    let beyond = if high < 0.0 { 0 } else { (high as usize).saturating_add(1) };
    first..beyond.clamp(first, within.end)
}

/// A number that grows evenly along a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Linear {
    pub(super) at_zero: f64,
    pub(super) slope: f64,
}

impl Linear {
    #[inline(always)]
    pub(super) fn at(&self, column: f64) -> f64 {
        self.at_zero + self.slope * column
    }

    /// The columns where it is not negative.
    pub(super) fn where_positive(&self) -> Span {
        let root = -self.at_zero / self.slope;
        match self.slope.partial_cmp(&0.0) {
            Some(Ordering::Greater) => [root, f64::INFINITY],
            Some(Ordering::Less) => [f64::NEG_INFINITY, root],
            _ if self.at_zero >= 0.0 => EVERYWHERE,
            _ => NOWHERE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_whole_numbers_of_a_stretch_are_those_between_its_ends() {
        for (span, numbers) in [
            ([2.0, 4.0], 2..5),
            ([1.2, 4.9], 2..5),
            ([-7.5, 2.5], 1..3),
            ([-3.0, -0.5], 1..1),
            ([3.5, f64::INFINITY], 4..9),
            ([2.2, 2.8], 3..3),
            ([1e300, 1e301], 9..9),
            (NOWHERE, 9..9),
            (EVERYWHERE, 1..9),
        ] {
            assert_eq!(whole(span, 1..9), numbers, "{span:?}");
        }
    }
}
