//! Centre, size and blur of a blob, from its grey pixels.

use super::moments::{EMPTY, Seen, Shade, Sums, disc_and_blur, likeness, part_of_row, shade};
use crate::vision::Vec2;

/// A blob measured in grey.
///
/// The share of a pixel that a white thing of grey B covers in front of a background of grey b is α = (g - b) / (B - b)
/// for the grey g that is seen; B may change along a plane, as a ball's does in light from above. α counts from .1,
/// where noise ends. The centre is the mean of pixels weighted by α, cut at .5 because the inside says nothing about
/// the edge. A disc of radius r that moves by L while the shutter is open has variances r²/4 across and r²/4 + L²/12
/// along its motion, because blurs add their variances; a pixel's own width adds 1/12.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Measure {
    pub(super) centre: Vec2,
    /// Standard deviation of the centre by noise alone, px.
    pub(super) noise_sd: f64,
    pub(super) radius: f64,
    pub(super) streak: Vec2,
    pub(super) area: f64,
    pub(super) brightness: f64,
    /// Mean grey of the background behind it.
    pub(super) behind: f64,
    /// Pixels of it or next to it whose background is as bright as itself: it may reach over them unseen.
    pub(super) blind: f64,
    /// Pixels that the blob and the ellipse of its moments share, over all that either has: 1 for an ellipse.
    pub(super) likeness: f64,
}

/// How far outside the mask a blob's soft edge may reach, px.
const SOFT_EDGE: usize = 2;
/// The same along the blur of motion: no ball moves farther in an exposure.
const MOST_BLUR: f64 = 100.0;
/// Each pass finds more of a long blur; no more than these are made.
const MOST_PASSES: usize = 3;
/// A wider reach that finds less than this times as much found nothing.
const MORE: f64 = 1.05;
/// A background nearer to the ball's grey says nothing about what covers it.
const LEAST_CONTRAST: f64 = 20.0;

/// Most pixels around a blob show the background and count for nothing: a share below this needs no division.
const SURELY_EMPTY: f64 = 0.999 * EMPTY;

/// Memory for measuring.
#[derive(Debug, Clone, Default)]
pub(super) struct Measurer {
    /// For each row of a blob and its soft edge.
    rows: Vec<Row>,
}

/// Columns of a row that are looked at, and those among them from the blob's first to its last; each with the first
/// after.
#[derive(Debug, Clone, Copy)]
struct Row {
    start: usize,
    end: usize,
    own_start: usize,
    own_end: usize,
}

impl Measurer {
    /// Measures a blob. Coordinates of the result are those of the sensor.
    pub(super) fn measure(&mut self, seen: &Seen<'_>, noise_grey: f64) -> Option<Measure> {
        let shade = shade(seen);
        if shade.mean - shade.behind < LEAST_CONTRAST {
            return None;
        }
        let near = self.sums(seen, shade, [SOFT_EDGE; 2]);
        let sums = self.sums_with_blur(seen, shade, near);
        let (radius, streak) = disc_and_blur(sums.spread());
        (sums.weight > 1.0).then(|| Measure {
            centre: seen.middle() + sums.first / sums.weight,
            noise_sd: noise_grey * sums.noise.sqrt() / sums.weight,
            radius,
            streak,
            area: sums.share,
            brightness: shade.mean,
            behind: shade.behind,
            blind: near.blind as f64,
            likeness: likeness(seen),
        })
    }

    /// Sums that reach as far as the blob does: where a moving ball was for a part of the exposure only, it is too dark
    /// for the mask.
    fn sums_with_blur(&mut self, seen: &Seen<'_>, shade: Shade, near: Sums) -> Sums {
        let mut sums = near;
        for _ in 0..MOST_PASSES {
            let (_, streak) = disc_and_blur(sums.spread());
            let edge = [streak.x, streak.y].map(|blur| 2 * SOFT_EDGE + blur.abs().min(MOST_BLUR).ceil() as usize);
            let wider = self.sums(seen, shade, edge);
            if wider.share < MORE * sums.share {
                break;
            }
            sums = wider;
        }
        sums
    }

    /// Sums over a blob and its edge, from its middle. Pixels of other blobs are left out.
    fn sums(&mut self, seen: &Seen<'_>, shade: Shade, edge: [usize; 2]) -> Sums {
        let top = self.take_rows(seen, edge);
        let (mask, region, middle) = (seen.chain.mask(), seen.chain.region(), seen.middle());
        let mut sums = Sums::default();
        for (row, y) in self.rows.iter().zip(top..).filter(|(row, _)| row.start < row.end) {
            let others = |x: usize, y: usize| {
                (x < row.own_start || x >= row.own_end)
                    && mask.get(x.wrapping_sub(region.left), y.wrapping_sub(region.top))
            };
            let [frame, background] = seen.images.map(|image| part_of_row(image, y, row.start, row.end));
            for (x, (grey, old)) in (row.start..).zip(frame.iter().zip(background)) {
                let at = Vec2::new(x as f64 - middle.x, y as f64 - middle.y);
                let contrast = shade.mean + shade.slope.dot(&at) - f64::from(*old);
                let brighter = f64::from(*grey) - f64::from(*old);
                if contrast <= LEAST_CONTRAST {
                    sums.blind += 1;
                } else if brighter > SURELY_EMPTY * contrast && !others(x, y) {
                    let slope = 1.0 / contrast;
                    sums.add(at, brighter * slope, slope);
                }
            }
        }
        sums
    }

    /// Notes the columns within reach of the blob's runs, row by row from the row returned, counted on the sensor.
    fn take_rows(&mut self, seen: &Seen<'_>, [edge_x, edge_y]: [usize; 2]) -> usize {
        let (region, bounds) = (seen.chain.region(), seen.blob.bounds);
        let shown = seen.images[0].region().overlap(&seen.images[1].region());
        let top = (bounds.top + region.top).saturating_sub(edge_y).max(shown.top);
        let bottom = (bounds.top + region.top + bounds.height + edge_y).min(shown.top + shown.height);
        self.rows.clear();
        self.rows.resize(bottom - top, Row { start: usize::MAX, end: 0, own_start: usize::MAX, own_end: 0 });
        for run in seen.runs() {
            let (start, end) = (run.start as usize + region.left, run.end as usize + region.left);
            let y = run.y as usize + region.top;
            for row in &mut self.rows[y.saturating_sub(edge_y).max(top) - top..(y + edge_y + 1).min(bottom) - top] {
                row.start = row.start.min(start.saturating_sub(edge_x).max(shown.left));
                row.end = row.end.max((end + edge_x).min(shown.left + shown.width));
            }
            let own = &mut self.rows[y - top];
            (own.own_start, own.own_end) = (own.own_start.min(start), own.own_end.max(end));
        }
        top
    }
}
