//! What moves, laid over what stands still.

use super::background::{Background, vignette};
use super::opponent::{BLADE_RADIUS, Limb, Opponent, RUBBER};
use super::shapes::{Capsule, Ellipse, Shape};
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

impl Item {
    fn draw(&self, tile: &mut Tile<'_>, background: &Background, light: f64) {
        let height = tile.grey.len() / tile.width;
        let span = |low: f64, high: f64, start: usize, size: usize| {
            // Saturating conversions: bounds far off the sensor end at the tile's.
            let first = (low.ceil().max(start as f64) as usize).min(start + size);
            first..((high.floor() + 1.0).max(0.0) as usize).clamp(first, start + size)
        };
        for y in span(self.bounds[1], self.bounds[3], tile.top, height) {
            let [first, last] = self.shape.columns(y as f64);
            for x in span(self.bounds[0].max(first), self.bounds[2].min(last), tile.left, tile.width) {
                let index = y * background.width + x;
                let Some(fore) = background.fore.get(index).filter(|_| x < background.width) else { continue };
                let pixel = Vec2::new(x as f64, y as f64);
                let value = &mut tile.grey[(y - tile.top) * tile.width + x - tile.left];
                if let Shade::Shadow(depth) = self.shade {
                    *value *= self.shadow_share(&pixel, depth, f64::from(fore.solid_range)) as f32;
                    continue;
                }
                if f64::from(fore.solid_range) < self.nearest {
                    continue;
                }
                let (share, grey) = self.shape.cover(&pixel, |on_circle| self.shade.at(on_circle));
                let behind = f64::from(fore.range) < self.range;
                let (hidden, before) = if behind { (fore.alpha, fore.grey * light as f32) } else { (0.0, 0.0) };
                *value += share as f32 * ((1.0 - hidden) * (grey * light) as f32 - (*value - before));
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
