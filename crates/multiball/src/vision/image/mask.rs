//! Masks of one bit per pixel.

use std::ops::Range;

/// Pixels in a word.
pub(super) const WORD: usize = 64;

/// Which pixels of an image are set: rows of words, the first pixel in the lowest bit. Bits beyond the width are never
/// set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mask {
    width: usize,
    height: usize,
    /// Words in a row.
    stride: usize,
    words: Vec<u64>,
    /// For each row the words that may hold a set bit; all others are zero.
    spans: Vec<Span>,
}

/// The first word that may hold a set bit, and the first after them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Span {
    pub(super) fn is_empty(self) -> bool {
        self.start >= self.end
    }

    pub(super) fn range(self) -> Range<usize> {
        self.start..self.end.max(self.start)
    }

    /// Words that both have.
    pub(super) fn shared(self, other: Self) -> Self {
        Self { start: self.start.max(other.start), end: self.end.min(other.end) }
    }

    /// The least span that has both.
    pub(super) fn joined(self, other: Self) -> Self {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => other,
            (_, true) => self,
            _ => Self { start: self.start.min(other.start), end: self.end.max(other.end) },
        }
    }
}

impl Mask {
    /// An empty mask.
    #[must_use]
    pub fn new(width: usize, height: usize) -> Self {
        let mut mask = Self::default();
        mask.reset(width, height);
        mask
    }

    /// Makes it an empty mask of another size, without giving memory back.
    pub fn reset(&mut self, width: usize, height: usize) {
        if (width, height) == (self.width, self.height) {
            for y in 0..height {
                self.clear_row(y);
            }
            return;
        }
        (self.width, self.height, self.stride) = (width, height, width.div_ceil(WORD));
        self.words.clear();
        self.words.resize(self.stride * height, 0);
        self.spans.clear();
        self.spans.resize(height, Span::default());
    }

    /// Columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// Whether a pixel is set; those outside the image are not.
    #[must_use]
    pub fn get(&self, x: usize, y: usize) -> bool {
        x < self.width && y < self.height && self.words[y * self.stride + x / WORD] >> (x % WORD) & 1 == 1
    }

    /// Sets a pixel of the image; those outside it are ignored.
    pub fn set(&mut self, x: usize, y: usize) {
        if x < self.width && y < self.height {
            let word = x / WORD;
            self.words[y * self.stride + word] |= 1 << (x % WORD);
            self.spans[y] = self.spans[y].joined(Span { start: word, end: word + 1 });
        }
    }

    /// Number of set pixels.
    #[must_use]
    pub fn count(&self) -> usize {
        (0..self.height)
            .map(|y| self.row(y)[self.spans[y].range()].iter().map(|word| word.count_ones()).sum::<u32>() as usize)
            .sum()
    }

    /// The words of a row.
    pub(super) fn row(&self, y: usize) -> &[u64] {
        &self.words[y * self.stride..][..self.stride]
    }

    pub(super) fn span(&self, y: usize) -> Span {
        self.spans[y]
    }

    /// Bits of a row's last word that lie in the image.
    pub(super) fn last_bits(&self) -> u64 {
        match self.width % WORD {
            0 => u64::MAX,
            used => (1 << used) - 1,
        }
    }

    pub(super) fn clear_row(&mut self, y: usize) {
        let span = self.spans[y];
        if !span.is_empty() {
            self.words[y * self.stride..][span.range()].fill(0);
            self.spans[y] = Span::default();
        }
    }

    /// The words of an empty row, to be written within a span.
    pub(super) fn fresh_row(&mut self, y: usize, span: Span) -> &mut [u64] {
        self.clear_row(y);
        self.spans[y] = span;
        &mut self.words[y * self.stride..][..self.stride]
    }

    /// Lets a row's span end where its set words end.
    pub(super) fn tighten(&mut self, y: usize) {
        let Span { mut start, mut end } = self.spans[y];
        let row = &self.words[y * self.stride..][..self.stride];
        while start < end && row[start] == 0 {
            start += 1;
        }
        while end > start && row[end - 1] == 0 {
            end -= 1;
        }
        self.spans[y] = if start < end { Span { start, end } } else { Span::default() };
    }

    /// Calls `found` with every run of set pixels in a row: first column, and the first after it.
    pub(super) fn runs(&self, y: usize, mut found: impl FnMut(usize, usize)) {
        let span = self.spans[y];
        let row = self.row(y);
        let mut open = None;
        for index in span.range() {
            let mut word = row[index];
            let base = index * WORD;
            let mut at = 0;
            // Within a word, look in turn for the next set and the next clear bit.
            while at < WORD {
                if let Some(start) = open {
                    let set = (!word).trailing_zeros() as usize;
                    if at + set >= WORD {
                        break;
                    }
                    found(start, base + at + set);
                    open = None;
                    (word, at) = (word >> set, at + set);
                } else {
                    let clear = word.trailing_zeros() as usize;
                    if word == 0 {
                        break;
                    }
                    open = Some(base + at + clear);
                    (word, at) = (word >> clear, at + clear);
                }
            }
        }
        if let Some(start) = open {
            found(start, (span.end * WORD).min(self.width));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn law_runs_are_the_set_pixels() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..300 {
            let (width, density) = (rng.random_range(1..300), rng.random_range(0.0..1.0));
            let mut mask = Mask::new(width, 1);
            let bits: Vec<bool> = (0..width).map(|_| rng.random_range(0.0..1.0) < density).collect();
            (0..width).filter(|x| bits[*x]).for_each(|x| mask.set(x, 0));
            let mut back = vec![false; width];
            let mut last_end = None;
            mask.runs(0, |start, end| {
                assert!(start < end && end <= width && last_end.is_none_or(|last| last < start));
                back[start..end].fill(true);
                last_end = Some(end);
            });
            assert_eq!(bits, back);
            assert_eq!(mask.count(), bits.iter().filter(|bit| **bit).count());
        }
    }

    #[test]
    fn law_a_reset_mask_is_empty_whatever_was_in_it() {
        let mut mask = Mask::new(100, 3);
        mask.set(99, 2);
        mask.set(3, 0);
        mask.reset(100, 3);
        assert_eq!(mask, Mask::new(100, 3));
        mask.set(99, 2);
        mask.reset(130, 4);
        assert_eq!(mask, Mask::new(130, 4));
        mask.set(500, 500);
        assert_eq!(mask.count(), 0);
    }
}
