//! Sums over the pixels of a blob, and what they say about a moving disc.

use nalgebra::Matrix2;

use super::BlobPipeline;
use crate::geometry::portable::hypot;
use crate::vision::image::{Component, Run};
use crate::vision::{FrameView, Vec2};

/// Weights grow from the first share of a pixel to the second.
pub(super) const EMPTY: f64 = 0.1;
const FULL: f64 = 0.5;
/// The greatest change of grey from a blob's centre to its edge, as a share.
const MOST_SHADE: f64 = 0.3;

/// A blob of a chain, in the images in which it was found.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a> {
    pub(super) chain: &'a BlobPipeline,
    pub(super) blob: &'a Component,
    /// Its index among the chain's blobs.
    pub(super) index: usize,
    /// Frame and background.
    pub(super) images: [FrameView<'a>; 2],
}

impl<'a> Seen<'a> {
    /// Its runs.
    pub(super) fn runs(&self) -> impl Iterator<Item = &'a Run> + use<'a> {
        let (runs, bounds, index) = (self.chain.runs(), self.blob.bounds, self.index);
        let first = runs.partition_point(|run| (run.y as usize) < bounds.top);
        let rows = runs[first..].iter().take_while(move |run| (run.y as usize) < bounds.top + bounds.height);
        rows.filter(move |run| run.component as usize == index)
    }

    /// The mean of its pixels on the sensor.
    pub(super) fn middle(&self) -> Vec2 {
        self.blob.centre() + self.chain.corner()
    }
}

/// Sums over weighted pixels, from an origin near the blob.
#[derive(Clone, Copy, Default)]
pub(super) struct Sums {
    /// Of weights, which make the centre.
    pub(super) weight: f64,
    pub(super) first: Vec2,
    pub(super) noise: f64,
    /// Of shares, whose variances a blur adds to.
    pub(super) share: f64,
    /// Pixels whose background is as bright as the blob: they may be covered or not.
    pub(super) blind: usize,
    by_share: Vec2,
    second: [f64; 3],
}

impl Sums {
    /// Variances xx, xy, yy.
    pub(super) fn spread(&self) -> [f64; 3] {
        let mean = self.by_share / self.share;
        let [xx, xy, yy] = self.second.map(|second| second / self.share);
        [xx - mean.x * mean.x, xy - mean.x * mean.y, yy - mean.y * mean.y]
    }

    /// Adds a pixel with its share and the share's change with its grey.
    pub(super) fn add(&mut self, at: Vec2, share: f64, slope: f64) {
        if share <= EMPTY {
            return;
        }
        let weight = ((share - EMPTY) / (FULL - EMPTY)).min(1.0);
        if weight < 1.0 {
            // Noise of a pixel moves the centre by its distance; full pixels are full with noise or without.
            let slope = slope / (FULL - EMPTY);
            self.noise += slope * slope * 0.5 * at.norm_squared();
        }
        self.weight += weight;
        self.first += at * weight;
        self.share += share;
        self.by_share += at * share;
        self.second[0] += share * at.x * at.x;
        self.second[1] += share * at.x * at.y;
        self.second[2] += share * at.y * at.y;
    }
}

/// A row of an image between two columns of the sensor.
pub(super) fn part_of_row(image: FrameView<'_>, y: usize, start: usize, end: usize) -> &[u8] {
    let region = image.region();
    &image.row(y - region.top)[start - region.left..end - region.left]
}

/// The grey of a blob, which may be shaded: a plane around its binary centre.
#[derive(Clone, Copy)]
pub(super) struct Shade {
    pub(super) mean: f64,
    /// Change of grey for each pixel along x and y.
    pub(super) slope: Vec2,
    /// Mean grey of the background.
    pub(super) behind: f64,
}

/// The plane of least squares through the greys of a blob.
pub(super) fn shade(seen: &Seen<'_>) -> Shade {
    let (region, centre, [frame, background]) = (seen.chain.region(), seen.blob.centre(), seen.images);
    let (mut sum, mut behind, mut along) = (0.0, 0.0, Vec2::zeros());
    for run in seen.runs() {
        let (start, end) = (run.start as usize + region.left, run.end as usize + region.left);
        let y = run.y as usize + region.top;
        behind += part_of_row(background, y, start, end).iter().map(|grey| f64::from(*grey)).sum::<f64>();
        let (mut grey, mut moment) = (0.0, 0.0);
        for (offset, pixel) in part_of_row(frame, y, start, end).iter().enumerate() {
            grey += f64::from(*pixel);
            moment += f64::from(*pixel) * offset as f64;
        }
        sum += grey;
        along += Vec2::new(moment + grey * (f64::from(run.start) - centre.x), grey * (f64::from(run.y) - centre.y));
    }
    let area = seen.blob.area as f64;
    let [xx, xy, yy] = seen.blob.spread();
    let slope = Matrix2::new(xx, xy, xy, yy).try_inverse().map_or(Vec2::zeros(), |inverse| inverse * along / area);
    // Across the blob the shade may change by a good part of its mean, not more: else it is no shade.
    let change = 2.0 * hypot(slope.x * xx.sqrt(), slope.y * yy.sqrt());
    Shade {
        mean: sum / area,
        slope: slope * (MOST_SHADE * sum / area / change.max(1e-9)).min(1.0),
        behind: behind / area,
    }
}

/// Radius and blur of a moving disc with given variances xx, xy, yy.
pub(super) fn disc_and_blur([xx, xy, yy]: [f64; 3]) -> (f64, Vec2) {
    let (middle, half) = (0.5 * (xx + yy), hypot(0.5 * (xx - yy), xy));
    let radius = 2.0 * (middle - half - 1.0 / 12.0).max(0.0).sqrt();
    let length = (24.0 * half).sqrt();
    // The greater eigenvector, by half-angle formulae without an angle.
    let (cosine, sine) = if half > 0.0 { (0.5 * (xx - yy) / half, xy / half) } else { (1.0, 0.0) };
    let along =
        Vec2::new(((1.0 + cosine) * 0.5).max(0.0).sqrt(), ((1.0 - cosine) * 0.5).max(0.0).sqrt().copysign(sine));
    (radius, along * length)
}

/// How far a blob is an ellipse: common pixels over all pixels of the blob and the ellipse with its moments.
pub(super) fn likeness(seen: &Seen<'_>) -> f64 {
    let [xx, xy, yy] = seen.blob.spread();
    let determinant = xx * yy - xy * xy;
    if determinant <= 0.0 {
        return 0.0;
    }
    let centre = seen.blob.centre();
    // Where a row crosses the ellipse dᵀ S⁻¹ d = 4.
    let chord = |y: f64| {
        let dy = y - centre.y;
        let half_square = determinant * (4.0 / yy - dy * dy / (yy * yy));
        let middle = centre.x + xy / yy * dy;
        if half_square > 0.0 { (middle - half_square.sqrt(), middle + half_square.sqrt()) } else { (middle, middle) }
    };
    // Parts of pixels count, so that small ellipses are ellipses too.
    let shared: f64 = seen
        .runs()
        .map(|run| {
            let (start, end) = chord(f64::from(run.y));
            (end.min(f64::from(run.end) - 0.5) - start.max(f64::from(run.start) - 0.5)).max(0.0)
        })
        .sum();
    let ellipse = 4.0 * std::f64::consts::PI * determinant.sqrt();
    shared / (ellipse + seen.blob.area as f64 - shared)
}
