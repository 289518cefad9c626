//! Centre, size and blur of a blob, from its grey pixels.

use super::Chain;
use crate::geometry::portable::hypot;
use crate::vision::image::{Component, Run};
use crate::vision::{Frame, Region, Vec2};

/// A blob measured in grey.
///
/// The share of a pixel that a white thing of grey B covers in front of a background of grey b is α = (g - b) / (B - b) for
/// the grey g that is seen. Its mean over pixels is the centre, whatever lies behind. Weights are α, but 0 below .15, where
/// noise is, and 1 above .75, where shading is. A disc of radius r that moves by L while the shutter is open has variances
/// r²/4 across and r²/4 + L²/12 along its way, because blurs add their variances; a pixel's own width adds 1/12.
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
    /// Pixels that the blob and the ellipse of its moments share, over all that either has: 1 for an ellipse.
    pub(super) likeness: f64,
}

/// How far outside the mask a blob's soft edge may reach, px.
const SOFT_EDGE: usize = 2;
/// Weights grow from the first share of a pixel to the second.
const EMPTY: f64 = 0.15;
const FULL: f64 = 0.75;
/// A background nearer to the ball's grey says nothing about what covers it.
const LEAST_CONTRAST: f64 = 20.0;

/// Memory for measuring.
#[derive(Debug, Clone, Default)]
pub(super) struct Measurer {
    /// For each row of a blob and its soft edge the columns looked at: first, and first after.
    columns: Vec<(usize, usize)>,
}

/// Sums over weighted pixels, from an origin near the blob.
#[derive(Default)]
struct Sums {
    weight: f64,
    first: Vec2,
    second: [f64; 3],
    noise: f64,
}

impl Measurer {
    /// Measures a blob of the last chain. Coordinates of the result are those of the sensor.
    pub(super) fn measure(
        &mut self,
        chain: &Chain,
        blob: &Component,
        index: usize,
        images: [&Frame; 2],
        noise_grey: f64,
    ) -> Option<Measure> {
        let runs = runs_of(chain, blob, index);
        let (brightness, behind) = greys(chain, runs.clone(), images);
        if brightness - behind < LEAST_CONTRAST {
            return None;
        }
        let shown = images[0].region().overlap(&images[1].region());
        let top = self.take_columns(chain, blob, runs.clone(), &shown);
        let origin = blob.centre() + chain.corner();
        let sums = self.sum(top, brightness, origin, images);
        if sums.weight < 1.0 {
            return None;
        }
        let mean = sums.first / sums.weight;
        let [xx, xy, yy] = sums.second.map(|second| second / sums.weight);
        let spread = [xx - mean.x * mean.x, xy - mean.x * mean.y, yy - mean.y * mean.y];
        let (radius, streak) = disc_and_blur(spread);
        Some(Measure {
            centre: origin + mean,
            noise_sd: noise_grey * sums.noise.sqrt() / sums.weight,
            radius,
            streak,
            area: sums.weight,
            brightness,
            behind,
            likeness: likeness(blob, runs),
        })
    }

    /// Notes the columns within reach of the blob's runs, row by row from the row returned, counted on the sensor.
    fn take_columns<'a>(
        &mut self,
        chain: &Chain,
        blob: &Component,
        runs: impl Iterator<Item = &'a Run>,
        shown: &Region,
    ) -> usize {
        let region = chain.region();
        let top = (blob.bounds.top + region.top).saturating_sub(SOFT_EDGE).max(shown.top);
        let bottom = (blob.bounds.top + region.top + blob.bounds.height + SOFT_EDGE).min(shown.top + shown.height);
        self.columns.clear();
        self.columns.resize(bottom - top, (usize::MAX, 0));
        for run in runs {
            let y = run.y as usize + region.top;
            let start = (run.start as usize + region.left).saturating_sub(SOFT_EDGE).max(shown.left);
            let end = (run.end as usize + region.left + SOFT_EDGE).min(shown.left + shown.width);
            for y in y.saturating_sub(SOFT_EDGE).max(top)..(y + SOFT_EDGE + 1).min(bottom) {
                let columns = &mut self.columns[y - top];
                *columns = (columns.0.min(start), columns.1.max(end));
            }
        }
        top
    }

    fn sum(&self, top: usize, brightness: f64, origin: Vec2, [frame, background]: [&Frame; 2]) -> Sums {
        let mut sums = Sums::default();
        for (index, (start, end)) in self.columns.iter().enumerate().filter(|(_, (start, end))| start < end) {
            let [ours, theirs] = [frame, background].map(|image| part_of_row(image, index + top, *start, *end));
            let y = (index + top) as f64 - origin.y;
            for (offset, (grey, old)) in ours.iter().zip(theirs).enumerate() {
                let room = brightness - f64::from(*old);
                if room < LEAST_CONTRAST {
                    continue;
                }
                let slope = 1.0 / (room * (FULL - EMPTY));
                let weight = (f64::from(*grey) - f64::from(*old) - EMPTY * room) * slope;
                sums.add(Vec2::new((start + offset) as f64 - origin.x, y), weight, slope);
            }
        }
        sums
    }
}

impl Sums {
    fn add(&mut self, at: Vec2, weight: f64, slope: f64) {
        if weight <= 0.0 {
            return;
        }
        if weight < 1.0 {
            // Noise of a pixel moves the centre by its distance; full pixels are full with noise or without.
            self.noise += slope * slope * 0.5 * at.norm_squared();
        }
        let weight = weight.min(1.0);
        self.weight += weight;
        self.first += at * weight;
        self.second[0] += weight * at.x * at.x;
        self.second[1] += weight * at.x * at.y;
        self.second[2] += weight * at.y * at.y;
    }
}

/// A row of an image between two columns of the sensor.
fn part_of_row(image: &Frame, y: usize, start: usize, end: usize) -> &[u8] {
    let region = image.region();
    &image.row(y - region.top)[start - region.left..end - region.left]
}

/// The runs of a blob.
fn runs_of<'a>(chain: &'a Chain, blob: &Component, index: usize) -> impl Iterator<Item = &'a Run> + Clone {
    let runs = chain.runs();
    let first = runs.partition_point(|run| (run.y as usize) < blob.bounds.top);
    let bottom = blob.bounds.top + blob.bounds.height;
    let rows = runs[first..].iter().take_while(move |run| (run.y as usize) < bottom);
    rows.filter(move |run| run.component as usize == index)
}

/// Mean greys of frame and background within a blob.
fn greys<'a>(chain: &Chain, runs: impl Iterator<Item = &'a Run>, images: [&Frame; 2]) -> (f64, f64) {
    let region = chain.region();
    let (mut sums, mut area) = ([0u64; 2], 0);
    for run in runs {
        let (start, end) = (run.start as usize + region.left, run.end as usize + region.left);
        for (sum, image) in sums.iter_mut().zip(images) {
            let row = part_of_row(image, run.y as usize + region.top, start, end);
            *sum += row.iter().map(|grey| u64::from(*grey)).sum::<u64>();
        }
        area += run.end - run.start;
    }
    let mean = |sum: u64| sum as f64 / f64::from(area.max(1));
    (mean(sums[0]), mean(sums[1]))
}

/// Radius and blur of a moving disc with given variances xx, xy, yy.
fn disc_and_blur([xx, xy, yy]: [f64; 3]) -> (f64, Vec2) {
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
fn likeness<'a>(blob: &Component, runs: impl Iterator<Item = &'a Run>) -> f64 {
    let [xx, xy, yy] = blob.spread();
    let determinant = xx * yy - xy * xy;
    if determinant <= 0.0 {
        return 0.0;
    }
    let centre = blob.centre();
    // Where a row crosses the ellipse dᵀ S⁻¹ d = 4.
    let chord = |y: f64| {
        let dy = y - centre.y;
        let room = determinant * (4.0 / yy - dy * dy / (yy * yy));
        let middle = centre.x + xy / yy * dy;
        if room > 0.0 { (middle - room.sqrt(), middle + room.sqrt()) } else { (middle, middle) }
    };
    // Parts of pixels count, so that small ellipses are ellipses too.
    let shared: f64 = runs
        .map(|run| {
            let (start, end) = chord(f64::from(run.y));
            (end.min(f64::from(run.end) - 0.5) - start.max(f64::from(run.start) - 0.5)).max(0.0)
        })
        .sum();
    let ellipse = 4.0 * std::f64::consts::PI * determinant.sqrt();
    shared / (ellipse + blob.area as f64 - shared)
}
