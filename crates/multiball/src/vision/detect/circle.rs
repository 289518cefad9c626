//! A ball that touches other white things, found by what is seen of its edge.

use super::Detection;
use super::moments::part_of_row;
use super::score::Wanted;
use crate::geometry::portable::{atan2, exp, hypot};
use crate::vision::{FrameView, Region, Vec2};

/// Largest window searched, px each way.
const WINDOW: usize = 128;
/// Edges looked at; a window with more is too busy to find a ball in.
const MOST_EDGES: usize = 4096;
/// Sobel's sums over a step of so many greys between neighbours, times 8.
const LEAST_SLOPE: i32 = 8 * 12;
/// How well an edge must point to the centre: cosine.
const ALIGNED: f64 = 0.9;
/// Directions in which an edge may be seen.
const SECTORS: usize = 32;
/// Share of the directions that must be seen.
const LEAST_SUPPORT: f64 = 0.45;

/// A pixel on an edge of the image, with the unit vector towards the brighter side.
#[derive(Debug, Clone, Copy)]
struct Edge {
    at: Vec2,
    brighter: Vec2,
    slope: f64,
}

/// Memory for the search.
#[derive(Debug, Clone)]
pub(super) struct CircleFinder {
    edges: Vec<Edge>,
    votes: Vec<u16>,
}

/// A circle and the share of its directions in which an edge was seen.
#[derive(Debug, Clone, Copy)]
struct Circle {
    centre: Vec2,
    radius: f64,
    support: f64,
    /// Root mean square of the edges' distances from it, px.
    residual: f64,
}

impl Default for CircleFinder {
    fn default() -> Self {
        Self { edges: Vec::with_capacity(MOST_EDGES), votes: vec![0; WINDOW * WINDOW] }
    }
}

impl CircleFinder {
    /// A bright disc around a pixel, cut to the largest window, whose edge is seen in enough directions.
    pub(super) fn find(
        &mut self,
        wanted: &Wanted<'_>,
        images: [FrameView<'_>; 2],
        window: &Region,
    ) -> Option<Detection> {
        let shown = images[0].region().overlap(&images[1].region());
        let middle = Vec2::new(window.left as f64, window.top as f64)
            + Vec2::new(window.width as f64 - 1.0, window.height as f64 - 1.0) * 0.5;
        let window = Region::around(&middle, window.width.min(WINDOW), window.height.min(WINDOW), &shown);
        let (least, most) = wanted.radii();
        self.take_edges(images, &window, i32::from(wanted.settings.chain.foreground.least_difference))?;
        self.vote(&window, least, most);
        let mut circle = self.peak(&window, least, most);
        for tolerance in [1.5, 1.0, 0.8] {
            circle = self.refine(&circle, tolerance * (1.0 + 0.05 * circle.radius))?;
        }
        let fits = circle.support >= LEAST_SUPPORT && circle.radius >= 0.85 * least && circle.radius <= 1.15 * most;
        fits.then(|| detection(wanted, &circle, images[0]))
    }

    /// Collects edges whose bright side is new; `None` when there are too few or too many.
    fn take_edges(&mut self, images: [FrameView<'_>; 2], window: &Region, least_difference: i32) -> Option<()> {
        self.edges.clear();
        let (left, right) = (window.left, window.left + window.width);
        for y in window.top + 1..(window.top + window.height).saturating_sub(1) {
            let rows = [y - 1, y, y + 1].map(|y| part_of_row(images[0], y, left, right));
            for x in 1..window.width.saturating_sub(1) {
                let [gx, gy] = sobel(rows, x);
                if gx * gx + gy * gy < LEAST_SLOPE * LEAST_SLOPE {
                    continue;
                }
                let slope = hypot(f64::from(gx), f64::from(gy));
                let brighter = Vec2::new(f64::from(gx), f64::from(gy)) / slope;
                let edge = Edge { at: Vec2::new((x + left) as f64, y as f64), brighter, slope };
                if newness(images, window, &(edge.at + brighter * 1.5)) > least_difference {
                    if self.edges.len() == MOST_EDGES {
                        return None;
                    }
                    self.edges.push(edge);
                }
            }
        }
        (self.edges.len() >= SECTORS / 2).then_some(())
    }

    /// Every edge votes for the centres of the circles that it may be part of.
    fn vote(&mut self, window: &Region, least: f64, most: f64) {
        self.votes[..window.area()].fill(0);
        let radii = (most - least).ceil().max(0.0) as usize;
        for edge in &self.edges {
            for step in 0..=radii {
                let centre = edge.at + edge.brighter * (least + step as f64);
                let (x, y) = (centre.x.round() - window.left as f64, centre.y.round() - window.top as f64);
                if x >= 0.0 && y >= 0.0 && x < window.width as f64 && y < window.height as f64 {
                    self.votes[y as usize * window.width + x as usize] += 1;
                }
            }
        }
    }

    /// The place with the most votes in its 3 x 3 pixels.
    fn peak(&self, window: &Region, least: f64, most: f64) -> Circle {
        let width = window.width;
        let mut best = (0, Vec2::zeros());
        for y in 1..window.height.saturating_sub(1) {
            for x in 1..width.saturating_sub(1) {
                let row =
                    |y: usize| self.votes[y * width + x - 1..][..3].iter().map(|votes| u32::from(*votes)).sum::<u32>();
                let votes = row(y - 1) + row(y) + row(y + 1);
                if votes > best.0 {
                    best = (votes, Vec2::new((x + window.left) as f64, (y + window.top) as f64));
                }
            }
        }
        Circle { centre: best.1, radius: 0.5 * (least + most), support: 0.0, residual: 0.5 * (most - least) + 1.0 }
    }

    /// One step of least squares over the edges near a circle that point to its centre: by centre and radius.
    fn refine(&self, circle: &Circle, tolerance: f64) -> Option<Circle> {
        let reach = tolerance + if circle.support == 0.0 { circle.residual } else { 0.0 };
        let (mut normal, mut right) = (nalgebra::Matrix3::zeros(), nalgebra::Vector3::zeros());
        let (mut squares, mut weights, mut sectors) = (0.0, 0.0, 0u32);
        for edge in &self.edges {
            let inwards = circle.centre - edge.at;
            let distance = inwards.norm();
            let off = distance - circle.radius;
            if off.abs() > reach || distance < 1.0 || inwards.dot(&edge.brighter) < ALIGNED * distance {
                continue;
            }
            // The distance changes with the centre along the inward direction, and with the radius against it.
            let by = nalgebra::Vector3::new(inwards.x / distance, inwards.y / distance, -1.0);
            normal += by * by.transpose() * edge.slope;
            right -= by * off * edge.slope;
            squares += off * off * edge.slope;
            weights += edge.slope;
            sectors |= 1 << sector(&inwards);
        }
        let step = normal.try_inverse()? * right;
        let moved = Vec2::new(step.x, step.y);
        let support = f64::from(sectors.count_ones()) / SECTORS as f64;
        (moved.norm() < circle.radius).then(|| Circle {
            centre: circle.centre + moved,
            radius: circle.radius + step.z,
            support,
            residual: (squares / weights).sqrt(),
        })
    }
}

/// Sobel's slopes along x and y in the middle of three rows.
fn sobel(rows: [&[u8]; 3], x: usize) -> [i32; 2] {
    let at = |row: usize, column: usize| i32::from(rows[row][column]);
    let (left, right) = (x - 1, x + 1);
    [
        at(0, right) + 2 * at(1, right) + at(2, right) - at(0, left) - 2 * at(1, left) - at(2, left),
        at(2, left) + 2 * at(2, x) + at(2, right) - at(0, left) - 2 * at(0, x) - at(0, right),
    ]
}

/// How much brighter than the background the frame is at the pixel of the window nearest to a point.
fn newness([frame, background]: [FrameView<'_>; 2], window: &Region, point: &Vec2) -> i32 {
    let near = |value: f64, first: usize, size: usize| (value.round().max(0.0) as usize).clamp(first, first + size - 1);
    let (x, y) = (near(point.x, window.left, window.width), near(point.y, window.top, window.height));
    let grey = |image: FrameView<'_>| part_of_row(image, y, x, x + 1).first().copied().map_or(0, i32::from);
    grey(frame) - grey(background)
}

/// Which of the sectors a direction lies in.
fn sector(direction: &Vec2) -> usize {
    let turn = atan2(direction.y, direction.x) / std::f64::consts::TAU + 0.5;
    ((turn * SECTORS as f64) as usize).min(SECTORS - 1)
}

fn detection(wanted: &Wanted<'_>, circle: &Circle, frame: FrameView<'_>) -> Detection {
    let Circle { centre, radius, support, residual } = *circle;
    let seen = support * SECTORS as f64;
    // Each sector is one measurement; what is not seen pulls the centre towards what is.
    let pixel_sd = hypot(0.05 + residual / seen.sqrt(), 0.3 * (1.0 - support));
    // An edge is two pixels wide; those of other shapes stray farther.
    let (hidden, stray) = ((1.0 - support) / 0.35, (residual - 0.5).max(0.0) / 0.2);
    let penalty = wanted.size(radius) + hidden * hidden + stray * stray + wanted.place(&centre, pixel_sd);
    let region = frame.region();
    let at = |value: f64, first: usize, size: usize| {
        (value.round().max(0.0) as usize).clamp(first, first + size - 1) - first
    };
    let row = frame.row(at(centre.y, region.top, region.height));
    Detection {
        pixel: centre,
        pixel_sd,
        radius_px: radius,
        streak: Vec2::zeros(),
        area: std::f64::consts::PI * radius * radius,
        brightness: f64::from(row[at(centre.x, region.left, region.width)]),
        score: support * exp(-0.5 * penalty),
    }
}
