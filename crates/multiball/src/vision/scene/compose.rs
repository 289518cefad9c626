//! What moves, laid over what stands still.

use std::ops::Range;

use super::background::{Background, Fore, vignette};
use super::opponent::{BLADE_RADIUS, Limb, Opponent, RUBBER};
use super::shapes::{Capsule, Ellipse, Shape, Strip};
use super::{BallSight, Moment, Scene, Sensor};
use crate::geometry::Vec3;
use crate::vision::{Camera, Vec2};

/// Things to draw at most: limbs, blade, balls and their shadows.
const MOST_ITEMS: usize = Opponent::LIMBS + 1 + 2 * Moment::MOST_BALLS;

/// How bright a shape is, over its unit circle.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Shade {
    /// A body lit from above: base + slope · n with n the outward normal in the camera's frame.
    Round { base: f64, slope: Vec3 },
    /// One grey.
    Flat(f64),
    /// Darkens what is below by this share, fading to the rim.
    Shadow(f64),
}

/// A thing in the image.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Item {
    shape: Shape,
    shade: Shade,
    /// Distances from the camera, m: of its middle, and of its nearest point.
    range: f64,
    nearest: f64,
    bounds: [f64; 4],
}

/// Everything that moves in a frame, farthest first.
#[derive(Debug, Clone)]
pub(super) struct DrawList {
    items: [Option<Item>; MOST_ITEMS],
    count: usize,
}

/// What decides how things look to one camera.
#[derive(Debug, Clone, Copy)]
pub(super) struct Viewer<'a> {
    pub(super) scene: &'a Scene,
    pub(super) camera: &'a Camera,
    pub(super) sensor: &'a Sensor,
}

/// A piece of the sensor in work.
#[derive(Debug)]
pub(super) struct Tile<'a> {
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) width: usize,
    pub(super) grey: &'a mut [f32],
}

impl DrawList {
    pub(super) fn new(viewer: &Viewer<'_>, moment: &Moment) -> Self {
        let mut list = Self { items: [None; MOST_ITEMS], count: 0 };
        for ball in moment.balls.iter().flatten() {
            list.push(viewer.shadow(ball));
            list.push(viewer.ball(ball));
        }
        if let Some(opponent) = &moment.opponent {
            for limb in opponent.limbs() {
                list.push(viewer.limb(&limb));
            }
            list.push(viewer.blade(opponent));
        }
        // Shadows lie on the table: below everything, hence first.
        let order = |item: &Option<Item>| item.map_or(f64::NEG_INFINITY, |item| item.range);
        list.items[..list.count].sort_by(|a, b| order(b).total_cmp(&order(a)));
        list
    }

    fn push(&mut self, item: Option<Item>) {
        if let (Some(item), Some(place)) = (item, self.items.get_mut(self.count)) {
            *place = Some(item);
            self.count += 1;
        }
    }

    /// Draws all on a tile; what stands still hides what is behind it. `light` is that of the moment.
    pub(super) fn draw(&self, tile: &mut Tile<'_>, background: &Background, light: f64) {
        for item in self.items[..self.count].iter().flatten() {
            item.draw(tile, background, light);
        }
    }
}

impl Viewer<'_> {
    fn item(&self, shape: Shape, shade: Shade, place: &Vec3, radius: f64) -> Item {
        let range = self.camera.in_camera(place).norm();
        Item { shape, shade, range, nearest: range - radius, bounds: shape.bounds() }
    }

    /// Grey of a white sheet at a place, seen at a pixel.
    fn white(&self, place: &Vec3, pixel: &Vec2) -> f64 {
        255.0 * vignette(self.camera, pixel) * self.scene.lighting.irradiance(place, &Vec3::z())
    }

    fn round(&self, grey: f64, contrast: f64) -> Shade {
        let up = self.camera.camera_from_world.rotation * Vec3::z();
        // Brightest where the surface looks up: there it is `grey`.
        Shade::Round { base: grey * (1.0 - contrast / 2.0), slope: up * (grey * contrast / 2.0) }
    }

    fn ball(&self, ball: &BallSight) -> Option<Item> {
        let look = &self.scene.ball;
        let path = ball.velocity * self.sensor.exposure_s;
        let ellipse = Ellipse::sphere(self.camera, &ball.position, look.radius, &path)?;
        let grey = look.reflectance * self.white(&ball.position, &ellipse.streak.middle);
        let shade = self.round(grey, look.contrast);
        Some(self.item(Shape::Ellipse(ellipse), shade, &ball.position, look.radius))
    }

    /// The shadow of panels above on the table: wider and weaker the higher the ball.
    fn shadow(&self, ball: &BallSight) -> Option<Item> {
        let (p, radius) = (ball.position, self.scene.ball.radius);
        let court = crate::court::Court::STANDARD;
        let height = (p.z - radius).max(0.0);
        let wide = radius * 1.3 + 0.35 * height;
        let depth = 0.75 * (radius / wide) * (radius / wide);
        if !court.is_over_table(&p) || depth < 0.01 {
            return None;
        }
        let place = Vec3::new(p.x, p.y, 0.0);
        let disc = Ellipse::disc(self.camera, &place, wide, &Vec3::z())?;
        let mut item = self.item(Shape::Ellipse(disc), Shade::Shadow(depth), &place, 0.0);
        item.range = f64::INFINITY;
        Some(item)
    }

    fn limb(&self, limb: &Limb) -> Option<Item> {
        let paths = limb.velocities.map(|velocity| velocity * self.sensor.exposure_s);
        let capsule = Capsule::new(self.camera, &limb.ends, &limb.radii, &paths)?;
        let middle = (limb.ends[0] + limb.ends[1]) / 2.0;
        let grey = limb.reflectance * self.white(&middle, &self.camera.project(&middle)?);
        let nearest_end = limb.radii[0].max(limb.radii[1]) + (limb.ends[0] - limb.ends[1]).norm() / 2.0;
        Some(self.item(Shape::Capsule(capsule), self.round(grey, 0.6), &middle, nearest_end))
    }

    fn blade(&self, opponent: &Opponent) -> Option<Item> {
        let place = opponent.pose.at(super::Part::Racket);
        let disc = Ellipse::disc(self.camera, &place, BLADE_RADIUS, &opponent.racket_normal)?;
        let grey = RUBBER * self.white(&place, &disc.streak.middle);
        Some(self.item(Shape::Ellipse(disc), Shade::Flat(grey), &place, BLADE_RADIUS))
    }
}

impl Shade {
    fn at(&self, on_circle: &Vec2) -> f64 {
        match self {
            Self::Round { base, slope } => {
                let depth = (1.0 - on_circle.norm_squared()).max(0.0).sqrt();
                base + slope.x * on_circle.x + slope.y * on_circle.y - slope.z * depth
            }
            Self::Flat(grey) => *grey,
            Self::Shadow(_) => 0.0,
        }
    }
}

/// A row of a tile in work.
struct Row<'a> {
    y: f64,
    /// Column of the first pixel.
    left: usize,
    grey: &'a mut [f32],
    /// What stands still and may hide things, from column 0 on.
    fore: &'a [Fore],
    light: f64,
}

impl Row<'_> {
    /// Lays a grey over a share of a pixel, behind what is nearer.
    #[inline(always)]
    fn lay(&mut self, x: usize, share: f32, grey: f64, range: f64) {
        let fore = &self.fore[x];
        let value = &mut self.grey[x - self.left];
        let behind = f64::from(fore.range) < range;
        let (hidden, before) = if behind { (fore.alpha, fore.grey * self.light as f32) } else { (0.0, 0.0) };
        *value += share * ((1.0 - hidden) * (grey * self.light) as f32 - (*value - before));
    }
}

/// Whole numbers from low to high within a range. Bounds far off end at the range's: conversions saturate.
fn span([low, high]: [f64; 2], within: Range<usize>) -> Range<usize> {
    let first = (low.ceil().max(within.start as f64) as usize).min(within.end);
    first..((high.floor() + 1.0).max(0.0) as usize).clamp(first, within.end)
}

impl Item {
    fn draw(&self, tile: &mut Tile<'_>, background: &Background, light: f64) {
        let height = tile.grey.len() / tile.width;
        for y in span([self.bounds[1], self.bounds[3]], tile.top..tile.top + height) {
            let [first, last] = self.shape.columns(y as f64);
            let right = (tile.left + tile.width).min(background.width);
            let columns = span([self.bounds[0].max(first), self.bounds[2].min(last)], tile.left..right);
            if columns.is_empty() || (y + 1) * background.width > background.fore.len() {
                continue;
            }
            let mut row = Row {
                y: y as f64,
                left: tile.left,
                grey: &mut tile.grey[(y - tile.top) * tile.width..][..tile.width],
                fore: &background.fore[y * background.width..],
                light,
            };
            match (&self.shape, self.shade) {
                (Shape::Capsule(capsule), Shade::Round { base, slope }) => {
                    let inside = capsule.inside(row.y);
                    let inner = span(inside.columns, columns.clone());
                    self.draw_part(&mut row, columns.start..inner.start);
                    self.draw_inside(&mut row, &inside, inner.clone(), base, &slope);
                    self.draw_part(&mut row, inner.end..columns.end);
                }
                _ => self.draw_part(&mut row, columns),
            }
        }
    }

    /// Pixels of a row, whatever the shape.
    fn draw_part(&self, row: &mut Row<'_>, columns: Range<usize>) {
        for x in columns {
            let pixel = Vec2::new(x as f64, row.y);
            let solid_range = f64::from(row.fore[x].solid_range);
            if let Shade::Shadow(depth) = self.shade {
                row.grey[x - row.left] *= self.shadow_share(&pixel, depth, solid_range) as f32;
            } else if solid_range >= self.nearest {
                let (share, grey) = self.shape.cover(&pixel, |on_circle| self.shade.at(on_circle));
                row.lay(x, share as f32, grey, self.range);
            }
        }
    }

    /// Pixels inside a limb, most of an opponent's: as [`Shade::at`] for a place on a straight line through the cross section.
    fn draw_inside(&self, row: &mut Row<'_>, inside: &Strip, columns: Range<usize>, base: f64, slope: &Vec3) {
        let across = slope.x * inside.across.x + slope.y * inside.across.y;
        for x in columns {
            if f64::from(row.fore[x].solid_range) >= self.nearest {
                let share = inside.share(x as f64);
                let grey = base + across * share - slope.z * (1.0 - share * share).max(0.0).sqrt();
                row.lay(x, 1.0, grey, self.range);
            }
        }
    }

    /// What a shadow leaves of the light at a pixel; all, where something else than the table is seen there.
    fn shadow_share(&self, pixel: &Vec2, depth: f64, solid_range: f64) -> f64 {
        const ON_TABLE_M: f64 = 0.4;
        let Shape::Ellipse(ellipse) = &self.shape else { return 1.0 };
        if (solid_range - self.nearest).abs() > ON_TABLE_M {
            return 1.0;
        }
        let inside = (1.0 - ellipse.on_circle(pixel).norm_squared()).max(0.0);
        1.0 - depth * inside * inside
    }
}
