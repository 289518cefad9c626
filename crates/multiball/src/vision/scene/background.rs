//! The static background, rendered once for a camera.

use std::ops::Range;

use rayon::prelude::*;

use super::surface::{Hit, SeenFrom};
use super::{Lighting, Scene, Surface};
use crate::geometry::Vec3;
use crate::vision::{Camera, Vec2};

/// Samples across a pixel: 16 in all. Where four of them see the same, these do.
const SAMPLES: usize = 4;
/// A surface narrower than this in the image is looked at with all samples, px.
const THIN_PX: f64 = 1.5;
/// Pixels between two places where the lens is inverted; between them rays are interpolated, which moves them by less
/// than 0.003 px for the lenses of cameras.
const NODES_PX: usize = 8;
/// Surfaces that one ray can meet: the nearest ones count.
const MOST_HITS: usize = 8;
/// Surfaces near eight pixels in a row.
const MOST_NEAR: usize = 64;

/// A camera's view of all that stands still, in grey levels at usual light, pixel by pixel.
#[derive(Debug, Clone)]
pub(super) struct Background {
    width: usize,
    grey: Vec<f32>,
    /// Grey that comes from what divides the scene (the net), in front of the rest.
    fore_grey: Vec<f32>,
    /// Share of the pixel that it hides.
    fore_alpha: Vec<f32>,
    /// Its distance from the camera, m.
    fore_range: Vec<f32>,
    /// Distance of what is solid behind, m.
    solid_range: Vec<f32>,
}

/// Some pixels of one row of a [`Background`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Still<'a> {
    pub(super) grey: &'a [f32],
    pub(super) fore_grey: &'a [f32],
    pub(super) fore_alpha: &'a [f32],
    pub(super) fore_range: &'a [f32],
    pub(super) solid_range: &'a [f32],
}

/// One pixel of a [`Background`].
#[derive(Debug, Clone, Copy, Default)]
struct Pixel {
    grey: f32,
    fore_grey: f32,
    fore_alpha: f32,
    fore_range: f32,
    solid_range: f32,
}

/// What one line of sight meets.
#[derive(Debug, Clone, Copy, Default)]
struct Sample {
    grey: f64,
    fore_grey: f64,
    fore_alpha: f64,
    fore_range: f64,
    solid_range: f64,
}

impl Sample {
    /// Scales it to stand for `factor` samples.
    fn weigh(&mut self, factor: f64) {
        self.grey *= factor;
        self.fore_grey *= factor;
        self.fore_alpha *= factor;
        self.fore_range *= factor;
    }
}

impl Background {
    pub(super) fn render(scene: &Scene, camera: &Camera) -> Self {
        let (width, height) = (camera.lens.width, camera.lens.height);
        let mut pixels = vec![Pixel::default(); width * height];
        let view = View::new(scene, camera);
        if width > 0 {
            pixels.par_chunks_mut(width).enumerate().for_each(|(row, pixels)| view.render_row(row, pixels));
        }
        let all = |of: fn(&Pixel) -> f32| pixels.iter().map(of).collect();
        Self {
            width,
            grey: all(|pixel| pixel.grey),
            fore_grey: all(|pixel| pixel.fore_grey),
            fore_alpha: all(|pixel| pixel.fore_alpha),
            fore_range: all(|pixel| pixel.fore_range),
            solid_range: all(|pixel| pixel.solid_range),
        }
    }

    /// Pixels of a row, which must lie on the sensor.
    pub(super) fn still(&self, row: usize, left: usize, width: usize) -> Still<'_> {
        let start = row * self.width + left;
        let Self { grey, fore_grey, fore_alpha, fore_range, solid_range, .. } = self;
        Still { grey, fore_grey, fore_alpha, fore_range, solid_range }.part(start..start + width)
    }
}

impl Still<'_> {
    /// Some of its pixels.
    #[inline(always)]
    pub(super) fn part(&self, part: Range<usize>) -> Self {
        Self {
            grey: &self.grey[part.clone()],
            fore_grey: &self.fore_grey[part.clone()],
            fore_alpha: &self.fore_alpha[part.clone()],
            fore_range: &self.fore_range[part.clone()],
            solid_range: &self.solid_range[part],
        }
    }
}

/// Light that reaches the sensor at a pixel, relative to that in the middle: cos⁴ of the angle from the axis, softened
/// as lenses do.
pub(super) fn vignette(camera: &Camera, pixel: &Vec2) -> f64 {
    let offset = (pixel - camera.lens.centre_px).component_div(&camera.lens.focal_px);
    let cos_square = 1.0 / (1.0 + offset.norm_squared());
    0.4 + 0.6 * cos_square * cos_square
}

/// A surface as one camera sees it.
struct Seen<'a> {
    surface: &'a Surface,
    from: SeenFrom,
    normal: Vec3,
    /// The box in the image that it may touch.
    bounds: [f64; 4],
    /// Whether it is so narrow that a few samples may miss it.
    thin: bool,
}

/// All surfaces as one camera sees them.
struct View<'a> {
    lighting: &'a Lighting,
    camera: &'a Camera,
    origin: Vec3,
    surfaces: Vec<Seen<'a>>,
}

/// Light on the surface met last, to be used again within a pixel: it varies slowly.
type LastLight<'a> = Option<(&'a Surface, f64)>;

impl<'a> View<'a> {
    fn new(scene: &'a Scene, camera: &'a Camera) -> Self {
        let origin = camera.place();
        let seen = |surface: &'a Surface| {
            let narrow = surface.along.norm().min(surface.across.norm());
            let middle = surface.corner + (surface.along + surface.across) / 2.0;
            let thin = narrow * camera.lens.focal_px.x < THIN_PX * camera.in_camera(&middle).norm();
            let from = surface.seen_from(&origin);
            Seen { surface, from, normal: surface.normal(), bounds: bounds(surface, camera), thin }
        };
        let surfaces = scene.surfaces.iter().map(seen).collect();
        Self { lighting: &scene.lighting, camera, origin, surfaces }
    }

    fn render_row(&self, row: usize, pixels: &mut [Pixel]) {
        let mut sums = vec![Sample::default(); pixels.len()];
        let y = row as f64;
        let touched = |seen: &&Seen<'_>| seen.bounds[1] <= y + 1.0 && seen.bounds[3] >= y - 1.0;
        let in_row: Vec<&Seen<'_>> = self.surfaces.iter().filter(touched).collect();
        for (chunk, sums) in sums.chunks_mut(NODES_PX).enumerate() {
            self.add_chunk((chunk * NODES_PX) as f64 - 0.5, y, &in_row, sums);
        }
        for ((sum, pixel), column) in sums.iter().zip(pixels).zip(0u32..) {
            let share = vignette(self.camera, &Vec2::new(f64::from(column), y)) * 255.0 / (SAMPLES * SAMPLES) as f64;
            let alpha = sum.fore_alpha;
            *pixel = Pixel {
                grey: (sum.grey * share) as f32,
                fore_grey: (sum.fore_grey * share) as f32,
                fore_alpha: (alpha / (SAMPLES * SAMPLES) as f64) as f32,
                fore_range: if alpha > 0.0 { (sum.fore_range / alpha) as f32 } else { f32::INFINITY },
                solid_range: sum.solid_range as f32,
            };
        }
    }

    /// Adds the samples of a few pixels in a row, of which `left` is the rim.
    fn add_chunk(&self, left: f64, y: f64, in_row: &[&Seen<'_>], sums: &mut [Sample]) {
        let right = left + NODES_PX as f64;
        let lines: [Option<[Vec3; 2]>; SAMPLES] = std::array::from_fn(|line| {
            let y = y + within_pixel(line);
            Some([self.direction(left, y)?, self.direction(right, y)?])
        });
        let mut rims = [Vec3::zeros(); 2 * SAMPLES];
        rims.iter_mut().zip(lines.iter().flatten().flatten()).for_each(|(rim, direction)| *rim = *direction);
        let rims = &rims[..2 * lines.iter().flatten().count()];
        let mut near: [Option<&Seen<'_>>; MOST_NEAR] = [None; MOST_NEAR];
        let touched = || in_row.iter().filter(|s| s.bounds[0] <= right + 1.0 && s.bounds[2] >= left - 1.0);
        let thin = touched().any(|seen| seen.thin);
        let met = touched().filter(|seen| !seen.from.is_missed_by(rims));
        let count = near.iter_mut().zip(met).map(|(slot, seen)| *slot = Some(seen)).count();
        let near = &near[..count];
        for (pixel, sum) in sums.iter_mut().enumerate() {
            let mut lit = None;
            let mut add = |step: usize, line: usize, sum: &mut Sample| {
                let [first, last] = lines[line]?;
                let share = (pixel as f64 + 0.5 + within_pixel(step)) / NODES_PX as f64;
                let ray = (first + (last - first) * share).normalize();
                Some(self.add(&ray, near.iter().flatten().copied(), &mut lit, sum))
            };
            let coarse = [(0, 0), (2, 0), (0, 2), (2, 2)].map(|(step, line)| add(step, line, sum));
            if !thin && coarse.iter().all(|look| *look == coarse[0]) {
                sum.weigh((SAMPLES * SAMPLES) as f64 / 4.0);
                continue;
            }
            *sum = Sample::default();
            for place in 0..SAMPLES * SAMPLES {
                add(place % SAMPLES, place / SAMPLES, sum);
            }
        }
    }

    /// Direction in the world in which a pixel looks, not of unit length; none where the lens has no inverse.
    fn direction(&self, x: f64, y: f64) -> Option<Vec3> {
        let plane = self.camera.lens.undistort(&Vec2::new(x, y))?;
        Some(self.camera.camera_from_world.rotation.inverse_transform_vector(&plane.push(1.0)))
    }

    /// Adds what one line of sight meets: from front to back, until something is solid. Returns what it looks like in
    /// even light: reflectance, and how much of it is in front.
    fn add<'s>(
        &self,
        ray: &Vec3,
        near: impl Iterator<Item = &'s Seen<'s>>,
        lit: &mut LastLight<'s>,
        sum: &mut Sample,
    ) -> [f64; 2] {
        let mut passes = 1.0;
        let mut looks = [0.0; 2];
        let mut solid_range = f64::INFINITY;
        for (hit, seen) in nearest_hits(ray, near).iter().flatten() {
            let surface = seen.surface;
            let (reflectance, opacity) = surface.look(hit.share);
            let light = match *lit {
                Some((other, light)) if std::ptr::eq(other, surface) => light,
                _ => self.lighting.irradiance(&(self.origin + ray * hit.range), &seen.normal),
            };
            *lit = Some((surface, light));
            let grey = reflectance * light * opacity * passes;
            sum.grey += grey;
            looks[0] += reflectance * opacity * passes;
            if surface.divides {
                looks[1] += opacity * passes;
                sum.fore_grey += grey;
                sum.fore_alpha += opacity * passes;
                sum.fore_range += hit.range * opacity * passes;
            }
            passes *= 1.0 - opacity;
            if opacity >= 1.0 {
                solid_range = if surface.divides { f64::INFINITY } else { hit.range };
                break;
            }
        }
        sum.solid_range = sum.solid_range.max(solid_range);
        looks
    }
}

/// The nearest places where a line of sight meets surfaces, in order.
fn nearest_hits<'s>(ray: &Vec3, near: impl Iterator<Item = &'s Seen<'s>>) -> [Option<(Hit, &'s Seen<'s>)>; MOST_HITS] {
    let mut hits: [Option<(Hit, &Seen<'_>)>; MOST_HITS] = [None; MOST_HITS];
    for seen in near {
        let Some(hit) = seen.from.hit(ray) else { continue };
        let mut moved = Some((hit, seen));
        for place in &mut hits {
            let farther = |(other, _): &(Hit, &Seen<'_>)| other.range > hit.range;
            if place.as_ref().is_none_or(farther) {
                std::mem::swap(place, &mut moved);
            }
            if moved.is_none() {
                break;
            }
        }
    }
    hits
}

/// Place of a sample within its pixel, from -½ to ½.
fn within_pixel(step: usize) -> f64 {
    (step as f64 + 0.5) / SAMPLES as f64 - 0.5
}

/// The box in the image that a surface may touch; the whole plane when part of it is behind the camera.
fn bounds(surface: &Surface, camera: &Camera) -> [f64; 4] {
    const POINTS: i32 = 9;
    /// Distortion bends sides between the points that are looked at.
    const MARGIN_PX: f64 = 6.0;
    let mut bounds = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
    for i in 0..POINTS * POINTS {
        let share = |index: i32| f64::from(index) / f64::from(POINTS - 1);
        let point = surface.corner + surface.along * share(i % POINTS) + surface.across * share(i / POINTS);
        let Some(pixel) = camera.project(&point) else {
            return [f64::NEG_INFINITY, f64::NEG_INFINITY, f64::INFINITY, f64::INFINITY];
        };
        bounds = [bounds[0].min(pixel.x), bounds[1].min(pixel.y), bounds[2].max(pixel.x), bounds[3].max(pixel.y)];
    }
    [bounds[0] - MARGIN_PX, bounds[1] - MARGIN_PX, bounds[2] + MARGIN_PX, bounds[3] + MARGIN_PX]
}
