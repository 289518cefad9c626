//! Erosion and dilation on words.

use super::Mask;
use super::mask::{Span, WORD};

/// A structuring element, with its anchor in the middle. An ellipse of 3 x 3 is the cross. [OpenCV: MORPH_RECT,
/// MORPH_CROSS, MORPH_ELLIPSE]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Element {
    /// 3 x 3, all set.
    #[default]
    Square3,
    /// 3 x 3, the middle row and column.
    Cross3,
    /// 5 x 5, all set.
    Square5,
    /// 5 x 5, the middle row and column.
    Cross5,
    /// 5 x 5, three full rows between two single pixels.
    Ellipse5,
}

/// Rows of an element that reach equally far to both sides.
struct Band {
    /// How far they reach to the left and to the right.
    reach: u32,
    /// Rows, counted from the anchor.
    rows: &'static [isize],
}

impl Element {
    fn bands(self) -> &'static [Band] {
        match self {
            Self::Square3 => &[Band { reach: 1, rows: &[-1, 0, 1] }],
            Self::Cross3 => &[Band { reach: 0, rows: &[-1, 1] }, Band { reach: 1, rows: &[0] }],
            Self::Square5 => &[Band { reach: 2, rows: &[-2, -1, 0, 1, 2] }],
            Self::Cross5 => &[Band { reach: 0, rows: &[-2, -1, 1, 2] }, Band { reach: 2, rows: &[0] }],
            Self::Ellipse5 => &[Band { reach: 0, rows: &[-2, 2] }, Band { reach: 2, rows: &[-1, 0, 1] }],
        }
    }
}

/// Either operation: the other is the same with every bit inverted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operation {
    Erode,
    Dilate,
}

impl Operation {
    /// The value of pixels outside the image, which changes nothing.
    fn neutral(self) -> u64 {
        if self == Self::Erode { u64::MAX } else { 0 }
    }

    fn join(self, a: u64, b: u64) -> u64 {
        if self == Self::Erode { a & b } else { a | b }
    }
}

/// Morphology with its working memory.
///
/// Pixels outside the image never change a result: an erosion takes them for set, a dilation for clear. [OpenCV's
/// default border]
#[derive(Debug, Clone, Default)]
pub struct Morphology {
    /// One row with a word more on either side.
    line: Vec<u64>,
    between: Mask,
}

impl Morphology {
    /// Pixels around which the whole element is set.
    pub fn erode(&mut self, from: &Mask, element: Element, into: &mut Mask) {
        self.apply(Operation::Erode, from, element, into);
    }

    /// Pixels that an element around some set pixel covers.
    pub fn dilate(&mut self, from: &Mask, element: Element, into: &mut Mask) {
        self.apply(Operation::Dilate, from, element, into);
    }

    /// Erosion, then dilation: what cannot hold the element vanishes, the rest keeps its size.
    pub fn open(&mut self, mask: &mut Mask, element: Element) {
        let mut between = std::mem::take(&mut self.between);
        self.erode(mask, element, &mut between);
        self.dilate(&between, element, mask);
        self.between = between;
    }

    fn apply(&mut self, operation: Operation, from: &Mask, element: Element, into: &mut Mask) {
        if (into.width(), into.height()) != (from.width(), from.height()) {
            into.reset(from.width(), from.height());
        }
        let stride = from.width().div_ceil(WORD);
        self.line.resize(stride + 2, 0);
        for y in 0..from.height() {
            let span = reach_of(operation, from, element, y, stride);
            if span.is_empty() {
                into.clear_row(y);
                continue;
            }
            let out = into.fresh_row(y, span);
            out[span.range()].fill(operation.neutral());
            for band in element.bands() {
                self.gather(operation, from, band, y, span);
                spread(operation, band.reach, &self.line[span.start..span.end + 2], &mut out[span.range()]);
            }
            if span.end == stride {
                out[stride - 1] &= from.last_bits();
            }
            into.tighten(y);
        }
    }

    /// Joins the rows of a band into the line, with the words to the left and right of the span.
    fn gather(&mut self, operation: Operation, from: &Mask, band: &Band, y: usize, span: Span) {
        let stride = from.width().div_ceil(WORD);
        // The line's word i + 1 is the row's word i.
        let wide = Span { start: span.start.saturating_sub(1), end: (span.end + 1).min(stride) };
        let line = &mut self.line[span.start..span.end + 2];
        line.fill(operation.neutral());
        let line = &mut self.line[wide.start + 1..wide.end + 1];
        for row in
            band.rows.iter().filter_map(|offset| y.checked_add_signed(*offset)).filter(|row| *row < from.height())
        {
            for (joined, word) in line.iter_mut().zip(&from.row(row)[wide.range()]) {
                *joined = operation.join(*joined, *word);
            }
        }
        if wide.end == stride && operation == Operation::Erode {
            self.line[stride] |= !from.last_bits();
        }
    }
}

/// Words of a row in which a result may be set.
fn reach_of(operation: Operation, from: &Mask, element: Element, y: usize, stride: usize) -> Span {
    let bands = element.bands().iter().flat_map(|band| band.rows);
    let rows = bands.filter_map(|offset| y.checked_add_signed(*offset)).filter(|row| *row < from.height());
    let spans = rows.map(|row| from.span(row));
    match operation {
        Operation::Erode => spans.reduce(Span::shared).unwrap_or_default(),
        Operation::Dilate => {
            let joined = spans.reduce(Span::joined).unwrap_or_default();
            if joined.is_empty() {
                return joined;
            }
            Span { start: joined.start.saturating_sub(1), end: (joined.end + 1).min(stride) }
        }
    }
}

/// Joins every pixel with those as far as `reach` on either side. The line has a word more on either side.
fn spread(operation: Operation, reach: u32, line: &[u64], out: &mut [u64]) {
    for (out, window) in out.iter_mut().zip(line.windows(3)) {
        let [before, word, after] = [window[0], window[1], window[2]];
        let mut joined = word;
        for by in 1..=reach {
            joined = operation.join(joined, word << by | before >> (WORD as u32 - by));
            joined = operation.join(joined, word >> by | after << (WORD as u32 - by));
        }
        *out = operation.join(*out, joined);
    }
}
