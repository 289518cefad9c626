//! From grey to one bit: what is bright and was not there before.

use super::Mask;
use super::mask::{Span, WORD};
use crate::vision::{FrameView, Region};

/// How "background subtraction, then the threshold [176, 255]" [paper 004, vision] is read.
///
/// A difference of 176 needs a background darker than 80, and a ball over anything lighter would be lost; a white ball
/// itself, on the other hand, is brighter than 176 everywhere. So the first reading is the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Reading {
    /// The pixel itself is within the range, and differs from the background by more than `least_difference`.
    #[default]
    BrightAndChanged,
    /// The size of the difference from the background is within the range.
    Difference,
}

/// Which pixels belong to something bright and new.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Foreground {
    /// How the range is read.
    pub reading: Reading,
    /// Least grey of the range.
    pub low: u8,
    /// Greatest grey of the range.
    pub high: u8,
    /// A pixel must differ from the background by more; noise and flicker stay below. Not used by
    /// [`Reading::Difference`].
    pub least_difference: u8,
}

impl Default for Foreground {
    /// The paper's range; a difference of 20 is assumed, six times the noise of an industrial camera.
    fn default() -> Self {
        Self { reading: Reading::default(), low: 176, high: 255, least_difference: 20 }
    }
}

/// Pixels of a word.
type Block = [u8; WORD];

impl Foreground {
    /// Marks the pixels of a region that both images show; the mask gets the region's size.
    pub fn mark<'a>(
        &self,
        frame: impl Into<FrameView<'a>>,
        background: impl Into<FrameView<'a>>,
        region: &Region,
        into: &mut Mask,
    ) {
        self.mark_views([frame.into(), background.into()], region, into);
    }

    fn mark_views(&self, images: [FrameView<'_>; 2], region: &Region, into: &mut Mask) {
        let [frame, background] = images;
        let region = region.overlap(&frame.region()).overlap(&background.region());
        if (into.width(), into.height()) != (region.width, region.height) {
            into.reset(region.width, region.height);
        }
        if region.area() == 0 {
            return;
        }
        for y in 0..region.height {
            let [ours, theirs] = images.map(|image| {
                let row = image.row(y + region.top - image.region().top);
                &row[region.left - image.region().left..][..region.width]
            });
            self.mark_row(ours, theirs, y, into);
        }
    }

    fn mark_row(&self, frame: &[u8], background: &[u8], y: usize, into: &mut Mask) {
        into.clear_row(y);
        if self.reading == Reading::BrightAndChanged && brightest(frame) < self.low {
            return;
        }
        let span = Span { start: 0, end: frame.len().div_ceil(WORD) };
        let row = into.fresh_row(y, span);
        let (blocks, rest) = frame.as_chunks::<WORD>();
        let (behind, rest_behind) = background.as_chunks::<WORD>();
        for ((word, block), behind) in row.iter_mut().zip(blocks).zip(behind) {
            *word = self.word(block, behind);
        }
        if !rest.is_empty() {
            let (mut block, mut behind) = ([0; WORD], [0; WORD]);
            block[..rest.len()].copy_from_slice(rest);
            behind[..rest.len()].copy_from_slice(rest_behind);
            row[blocks.len()] = self.word(&block, &behind) & ((1 << rest.len()) - 1);
        }
        into.tighten(y);
    }

    fn word(&self, block: &Block, behind: &Block) -> u64 {
        match self.reading {
            Reading::BrightAndChanged => {
                if brightest(block) < self.low {
                    return 0;
                }
                packed(block, behind, |grey, old| {
                    (grey >= self.low) & (grey <= self.high) & (grey.abs_diff(old) > self.least_difference)
                })
            }
            Reading::Difference => packed(block, behind, |grey, old| {
                let difference = grey.abs_diff(old);
                (difference >= self.low) & (difference <= self.high)
            }),
        }
    }
}

/// The brightest pixel, in a form that compiles to one vector instruction for sixteen.
#[inline]
fn brightest(pixels: &[u8]) -> u8 {
    pixels.iter().fold(0, |brightest, grey| brightest.max(*grey))
}

/// One bit for each pixel.
#[inline]
fn packed(block: &Block, behind: &Block, set: impl Fn(u8, u8) -> bool) -> u64 {
    let mut flags: Block = [0; WORD];
    for ((flag, grey), old) in flags.iter_mut().zip(block).zip(behind) {
        *flag = u8::from(set(*grey, *old));
    }
    let (eights, _) = flags.as_chunks::<8>();
    eights.iter().rev().fold(0, |word, eight| {
        // The product brings the lowest bit of byte i to bit 56 + i; no two meet.
        word << 8 | u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56
    })
}
