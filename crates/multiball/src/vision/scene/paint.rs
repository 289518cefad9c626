//! One thing that moves, painted on a row of pixels.

use std::ops::Range;

use super::background::Still;
use super::capsule::{Capsule, Core};
use super::ellipse::Ellipse;
use super::spans::{EVERYWHERE, shared, whole};
use crate::geometry::Vec3;
use crate::vision::Vec2;

/// What a thing looks like.
#[derive(Debug, Clone, Copy, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "a frame has some dozens, and a box would be allocated for each")]
pub(super) enum Image {
    /// A part of a body, lit from above.
    Limb(Capsule, Roundness),
    /// A ball, lit from above.
    Ball(Ellipse, Roundness),
    /// A disc of one grey.
    Disc(Ellipse, f64),
    /// Darkens what is below by this share, fading to the rim.
    Shadow(Ellipse, f64),
}

/// Light on a body: base + slope · n with n the outward normal in the camera's frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Roundness {
    pub(super) base: f64,
    pub(super) slope: Vec3,
}

/// A thing in the image.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Item {
    pub(super) image: Image,
    /// Distances from the camera, m: of its middle, and of its nearest point.
    pub(super) range: f64,
    pub(super) nearest: f64,
    /// First and last column and row that it may touch, px.
    pub(super) bounds: [f64; 4],
}

/// Pixels of a row that is being drawn.
#[derive(Debug)]
pub(super) struct Row<'a> {
    pub(super) y: usize,
    /// Column of the first pixel.
    pub(super) left: usize,
    pub(super) grey: &'a mut [f32],
    /// What stands still there and may hide things.
    pub(super) still: Still<'a>,
    /// Light of the moment as a share of the usual.
    pub(super) light: f64,
}

/// Pixels that are shaded in one go.
const CHUNK: usize = 64;

impl Roundness {
    #[inline(always)]
    fn at(&self, on_circle: &Vec2) -> f64 {
        let depth = (1.0 - on_circle.norm_squared()).max(0.0).sqrt();
        self.base + self.slope.x * on_circle.x + self.slope.y * on_circle.y - self.slope.z * depth
    }

    /// Grey, times the light, of pixels inside a limb from a column on.
    #[inline(always)]
    fn fill(&self, core: &Core, first: usize, light: f64, greys: &mut [f32]) {
        let across = self.slope.x * core.direction.x + self.slope.y * core.direction.y;
        let base = self.base + self.slope.x * core.fixed.x + self.slope.y * core.fixed.y;
        let rest = 1.0 - core.fixed.norm_squared();
        for (grey, x) in greys.iter_mut().zip(first as u32..) {
            let column = f64::from(x as i32);
            let share = core.offset.at(column) / core.radius.at(column);
            let depth = (rest - share * share).max(0.0).sqrt();
            *grey = ((base + across * share - self.slope.z * depth) * light) as f32;
        }
    }
}

impl Image {
    pub(super) fn bounds(&self) -> [f64; 4] {
        match self {
            Self::Limb(capsule, _) => capsule.bounds(),
            Self::Ball(ellipse, _) | Self::Disc(ellipse, _) | Self::Shadow(ellipse, _) => ellipse.bounds(),
        }
    }
}

/// Distances of a thing, to be compared with those of the static background, m.
#[derive(Debug, Clone, Copy)]
struct Away {
    range: f32,
    nearest: f32,
}

impl Row<'_> {
    /// Lays greys over pixels from a column on, behind what is nearer.
    #[inline(always)]
    fn lay(&mut self, first: usize, away: Away, greys: &[f32]) {
        let part = first - self.left..first - self.left + greys.len();
        let light = self.light as f32;
        let (values, still) = (&mut self.grey[part.clone()], self.still.part(part));
        for (i, grey) in greys.iter().enumerate() {
            let share = if still.solid_range[i] >= away.nearest { 1.0 } else { 0.0 };
            let behind = still.fore_range[i] < away.range;
            let hidden = if behind { still.fore_alpha[i] } else { 0.0 };
            let before = if behind { still.fore_grey[i] * light } else { 0.0 };
            values[i] += share * ((1.0 - hidden) * grey - (values[i] - before));
        }
    }

    /// The same for a share of the pixel at `index`, where nothing solid is nearer.
    #[inline(always)]
    fn lay_one(&mut self, index: usize, away: Away, share: f32, grey: f32) {
        let behind = self.still.fore_range[index] < away.range;
        let hidden = if behind { self.still.fore_alpha[index] } else { 0.0 };
        let before = if behind { self.still.fore_grey[index] * self.light as f32 } else { 0.0 };
        let value = &mut self.grey[index];
        *value += share * ((1.0 - hidden) * grey - (*value - before));
    }
}

/// The least `f32` that is not below a value: an `f32` is below one exactly if it is below the other.
fn rounded_up(value: f64) -> f32 {
    let near = value as f32;
    if f64::from(near) < value { near.next_up() } else { near }
}

impl Item {
    pub(super) fn draw(&self, row: &mut Row<'_>) {
        let y = row.y as f64;
        if !(self.bounds[1]..=self.bounds[3]).contains(&y) {
            return;
        }
        let touched = if let Image::Limb(capsule, _) = &self.image { capsule.touched(y) } else { EVERYWHERE };
        let columns = shared(touched, [self.bounds[0], self.bounds[2]]);
        let columns = whole(columns, row.left..row.left + row.still.grey.len());
        if columns.is_empty() {
            return;
        }
        match &self.image {
            Image::Limb(capsule, shade) => self.draw_limb(row, capsule, shade, columns),
            Image::Ball(ellipse, shade) => {
                self.draw_part(row, columns, |pixel| ellipse.cover(pixel, |on_circle| shade.at(on_circle)));
            }
            Image::Disc(ellipse, grey) => self.draw_part(row, columns, |pixel| ellipse.cover(pixel, |_| *grey)),
            Image::Shadow(ellipse, depth) => self.darken(row, columns, ellipse, *depth),
        }
    }

    /// A limb: most of its pixels lie well inside, where shading is simple; the others are covered in part.
    fn draw_limb(&self, row: &mut Row<'_>, capsule: &Capsule, shade: &Roundness, columns: Range<usize>) {
        let mut done = columns.start;
        let rim = |pixel: &Vec2| capsule.cover(pixel, |on_circle| shade.at(on_circle));
        for core in capsule.cores(row.y as f64) {
            let inner = whole(core.columns, done..columns.end);
            if inner.is_empty() {
                continue;
            }
            self.draw_part(row, done..inner.start, rim);
            for first in inner.clone().step_by(CHUNK) {
                let mut greys = [0.0f32; CHUNK];
                let last = (first + CHUNK).min(inner.end);
                shade.fill(&core, first, row.light, &mut greys[..last - first]);
                row.lay(first, self.away(), &greys[..last - first]);
            }
            done = inner.end;
        }
        self.draw_part(row, done..columns.end, rim);
    }

    /// Draws pixels of a row, whatever the shape: `cover` returns the covered share of a pixel, and its grey.
    #[inline(always)]
    fn draw_part(&self, row: &mut Row<'_>, columns: Range<usize>, cover: impl Fn(&Vec2) -> (f64, f64)) {
        let away = self.away();
        for x in columns {
            let index = x - row.left;
            if row.still.solid_range[index] >= away.nearest {
                let (share, grey) = cover(&Vec2::new(x as f64, row.y as f64));
                row.lay_one(index, away, share as f32, (grey * row.light) as f32);
            }
        }
    }

    fn away(&self) -> Away {
        Away { range: rounded_up(self.range), nearest: rounded_up(self.nearest) }
    }

    /// Darkens the table by a shadow. Pixels that show something else than the table stay as they are.
    fn darken(&self, row: &mut Row<'_>, columns: Range<usize>, ellipse: &Ellipse, depth: f64) {
        const ON_TABLE_M: f64 = 0.4;
        for x in columns {
            let solid_range = f64::from(row.still.solid_range[x - row.left]);
            if (solid_range - self.nearest).abs() <= ON_TABLE_M {
                let inside = (1.0 - ellipse.on_circle(&Vec2::new(x as f64, row.y as f64)).norm_squared()).max(0.0);
                row.grey[x - row.left] *= (1.0 - depth * inside * inside) as f32;
            }
        }
    }
}
