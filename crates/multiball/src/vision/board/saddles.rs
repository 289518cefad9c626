//! Points that look like the corner of four squares.

use std::f64::consts::TAU;

use super::smooth::Smooth;
use crate::geometry::portable::sin_cos;
use crate::vision::Vec2;

/// A point between two dark and two bright sectors.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Saddle {
    /// Where it is, px.
    pub(super) place: Vec2,
    /// Unit vectors along the two edges that cross there.
    pub(super) edges: [Vec2; 2],
    /// The middle of the bright sectors at angle φ, as (cos 2φ, sin 2φ): at the next corner of a board it has turned to
    /// the opposite.
    pub(super) bright: Vec2,
    /// Fall of the smoothed image's Hessian determinant below zero.
    pub(super) strength: f32,
}

/// Least strength: a crossing of two sharp edges between greys 12 levels apart has it, and noise of 4 levels does not.
const LEAST_STRENGTH: f32 = 2.0;
/// A saddle is the strongest of those within so many pixels along x and y.
const APART: usize = 2;
/// The circle on which the four sectors are looked for, px: within squares of 6 px, outside the smoothing.
const RING_PX: f64 = 3.7;
/// Samples on it.
const RING: usize = 32;
/// Most saddles kept, the strongest: a picture full of texture must not take minutes.
const MOST: usize = 4000;
/// Greatest share of the ring's variance by which it may differ from itself after half a turn.
const MOST_UNLIKE: f64 = 0.35;

/// The saddles of a smoothed image, sorted by x.
pub(super) fn saddles(image: &Smooth) -> Vec<Saddle> {
    let ring: [Vec2; RING] = std::array::from_fn(|index| {
        let (sin, cos) = sin_cos(TAU * index as f64 / RING as f64);
        Vec2::new(cos, sin) * RING_PX
    });
    let mut found: Vec<Saddle> =
        peaks(image).into_iter().filter_map(|(x, y, strength)| saddle_at(image, &ring, x, y, strength)).collect();
    found.sort_by(|a, b| b.strength.total_cmp(&a.strength));
    found.truncate(MOST);
    found.sort_by(|a, b| a.place.x.total_cmp(&b.place.x));
    found
}

/// Second differences (xx, xy, yy) in the middle of three times three values.
fn hessian(above: &[f32], here: &[f32], below: &[f32]) -> (f32, f32, f32) {
    let twice = 2.0 * here[1];
    (here[0] + here[2] - twice, 0.25 * (below[2] - below[0] - above[2] + above[0]), above[1] + below[1] - twice)
}

/// Pixels where the strength is greatest among their neighbours.
fn peaks(image: &Smooth) -> Vec<(usize, usize, f32)> {
    let (width, height) = (image.width, image.height);
    let mut strengths = vec![0f32; image.values.len()];
    for y in 1..height.saturating_sub(1) {
        let [above, here, below] = [y - 1, y, y + 1].map(|y| image.row(y).windows(3));
        for (strength, ((above, here), below)) in strengths[y * width + 1..].iter_mut().zip(above.zip(here).zip(below))
        {
            let (xx, xy, yy) = hessian(above, here, below);
            *strength = xy * xy - xx * yy;
        }
    }
    let mut peaks = Vec::new();
    for y in APART..height.saturating_sub(APART) {
        for x in APART..width.saturating_sub(APART) {
            let strength = strengths[y * width + x];
            if strength >= LEAST_STRENGTH && is_peak(&strengths, width, x, y) {
                peaks.push((x, y, strength));
            }
        }
    }
    peaks
}

/// Whether no neighbour is stronger; of equals the first in the order of rows counts.
fn is_peak(strengths: &[f32], width: usize, x: usize, y: usize) -> bool {
    let strength = strengths[y * width + x];
    (y - APART..=y + APART).all(|row| {
        (x - APART..=x + APART).all(|column| {
            let other = strengths[row * width + column];
            other < strength || (other == strength && (row, column) >= (y, x))
        })
    })
}

/// The saddle at a peak, when four sectors lie around it, bright and dark in turn, that look the same after half a
/// turn.
fn saddle_at(image: &Smooth, ring: &[Vec2; RING], x: usize, y: usize, strength: f32) -> Option<Saddle> {
    let [above, here, below] = [y - 1, y, y + 1].map(|y| &image.row(y)[x - 1..=x + 1]);
    let (xx, xy, yy) = hessian(above, here, below);
    let (xx, xy, yy) = (f64::from(xx), f64::from(xy), f64::from(yy));
    let slope_x = 0.5 * f64::from(here[2] - here[0]);
    let slope_y = 0.5 * f64::from(below[1] - above[1]);
    let determinant = xx * yy - xy * xy;
    let step = Vec2::new(xy * slope_y - yy * slope_x, xy * slope_x - xx * slope_y) / determinant;
    if step.x.abs().max(step.y.abs()) > 1.5 {
        return None;
    }
    let place = Vec2::new(x as f64, y as f64) + step;
    let mut greys = [0.0; RING];
    for (grey, offset) in greys.iter_mut().zip(ring) {
        *grey = image.sample(&(place + offset))?;
    }
    let edges = edges(&greys)?;
    // Bright sectors lie where the image curves upwards; the Hessian's doubled angle points there.
    let bright = Vec2::new(xx - yy, 2.0 * xy).normalize();
    Some(Saddle { place, edges, bright, strength })
}

/// Directions of the two edges that cut a ring into four sectors.
fn edges(greys: &[f64; RING]) -> Option<[Vec2; 2]> {
    let (low, high) = greys.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), g| (l.min(*g), h.max(*g)));
    let middle = 0.5 * (low + high);
    let opposite = |index: usize| greys[(index + RING / 2) % RING];
    let unlike: f64 = greys.iter().enumerate().map(|(index, grey)| (grey - opposite(index)).powi(2)).sum();
    let spread: f64 = greys.iter().map(|grey| (grey - middle).powi(2)).sum();
    if unlike > MOST_UNLIKE * spread {
        return None;
    }
    let mut crossings = [0.0; 4];
    let mut count = 0;
    for index in 0..RING {
        let (here, next) = (greys[index] - middle, greys[(index + 1) % RING] - middle);
        if (here < 0.0) != (next < 0.0) {
            *crossings.get_mut(count)? = TAU * (index as f64 + here / (here - next)) / RING as f64;
            count += 1;
        }
    }
    // Each edge is crossed twice, half a turn apart: the mean of both is free of a small offset of the ring's middle.
    let edge = |first: usize| {
        let ((sin_a, cos_a), (sin_b, cos_b)) = (sin_cos(crossings[first]), sin_cos(crossings[first + 2]));
        Vec2::new(cos_a - cos_b, sin_a - sin_b).try_normalize(1.0)
    };
    if count == 4 { Some([edge(0)?, edge(1)?]) } else { None }
}
