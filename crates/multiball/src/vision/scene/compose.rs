//! Moving things composed over the static background.

use super::background::vignette;
use super::capsule::Capsule;
use super::ellipse::Ellipse;
use super::opponent::{Limb, Opponent, RUBBER};
use super::paint::{Image, Item, Roundness, Row};
use super::{BallTruth, Moment, Scene, SceneArm, SceneRacket, Sensor};
use crate::geometry::Vec3;
use crate::vision::{Camera, Region, Vec2};

/// Things to draw at most: limbs and blades of opponent and robot, balls and their shadows.
const MOST_ITEMS: usize = Opponent::LIMBS + SceneArm::MOST_LINKS + 2 + 2 * Moment::MOST_BALLS;

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

impl DrawList {
    /// What may touch a region.
    pub(super) fn new(viewer: &Viewer<'_>, moment: &Moment, region: &Region) -> Self {
        let mut list = Self { items: [None; MOST_ITEMS], count: 0 };
        for ball in moment.balls.iter().flatten() {
            let ball = &viewer.exposed_ball(ball);
            list.push(viewer.shadow(ball), region);
            list.push(viewer.ball(ball), region);
        }
        if let Some(opponent) = &moment.opponent {
            for limb in opponent.limbs() {
                list.push(viewer.limb(&limb, region), region);
            }
            list.push(viewer.blade(&opponent.racket()), region);
        }
        if let Some(arm) = &moment.arm {
            for limb in arm.limbs() {
                list.push(viewer.limb(&limb, region), region);
            }
            list.push(arm.racket.and_then(|racket| viewer.blade(&racket)), region);
        }
        // Shadows lie on the table: below everything, hence first.
        let order = |item: &Option<Item>| item.map_or(f64::NEG_INFINITY, |item| item.range);
        list.items[..list.count].sort_by(|a, b| order(b).total_cmp(&order(a)));
        list
    }

    fn push(&mut self, item: Option<Item>, region: &Region) {
        let item = item.filter(|item| meets(&item.bounds, region));
        if let (Some(item), Some(place)) = (item, self.items.get_mut(self.count)) {
            *place = Some(item);
            self.count += 1;
        }
    }

    /// Draws all on a row; what stands still hides what is behind it.
    pub(super) fn draw(&self, row: &mut Row<'_>) {
        for item in self.items[..self.count].iter().flatten() {
            item.draw(row);
        }
    }
}

impl Viewer<'_> {
    fn item(&self, image: Image, place: &Vec3, radius: f64) -> Item {
        let range = self.camera.in_camera(place).norm();
        Item { image, range, nearest: range - radius, bounds: image.bounds() }
    }

    /// Grey of a white sheet at a place, seen at a pixel.
    fn white(&self, place: &Vec3, pixel: &Vec2) -> f64 {
        255.0 * vignette(self.camera, pixel) * self.scene.lighting.irradiance(place, &Vec3::z())
    }

    fn round(&self, grey: f64, contrast: f64) -> Roundness {
        let up = self.camera.camera_from_world.rotation * Vec3::z();
        // Brightest where the surface looks up: there it is `grey`.
        Roundness { base: grey * (1.0 - contrast / 2.0), slope: up * (grey * contrast / 2.0) }
    }

    fn ball(&self, ball: &BallTruth) -> Option<Item> {
        let look = &self.scene.ball;
        let path = ball.velocity * self.sensor.exposure_s;
        let still = Ellipse::sphere(self.camera, &ball.position, look.radius, &path)?;
        let ellipse = self.shear(ball).map_or(Some(still), |shear| still.sheared(&shear))?;
        let grey = look.reflectance * self.white(&ball.position, &ellipse.streak.middle);
        let shade = self.round(grey, look.contrast);
        Some(self.item(Image::Ball(ellipse, shade), &ball.position, look.radius))
    }

    /// The shadow of panels above on the table: wider and weaker the higher the ball.
    fn shadow(&self, ball: &BallTruth) -> Option<Item> {
        let (p, radius) = (ball.position, self.scene.ball.radius);
        let height = (p.z - radius).max(0.0);
        let wide = radius * 1.3 + 0.35 * height;
        let depth = 0.75 * (radius / wide) * (radius / wide);
        if !self.scene.court.is_over_table(&p) || depth < 0.01 {
            return None;
        }
        let place = Vec3::new(p.x, p.y, 0.0);
        let disc = Ellipse::disc(self.camera, &place, wide, &Vec3::z())?;
        let mut item = self.item(Image::Shadow(disc, depth), &place, 0.0);
        item.range = f64::INFINITY;
        Some(item)
    }

    fn limb(&self, limb: &Limb, region: &Region) -> Option<Item> {
        let ends = [0, 1].map(|end| self.exposed(&limb.ends[end], &limb.velocities[end]));
        let middle = (ends[0] + ends[1]) / 2.0;
        let nearest_end = limb.radii[0].max(limb.radii[1]) + (ends[0] - ends[1]).norm() / 2.0;
        let pixel = self.camera.project(&middle)?;
        if !self.may_touch(&middle, &pixel, nearest_end, region) {
            return None;
        }
        let paths = limb.velocities.map(|velocity| velocity * self.sensor.exposure_s);
        let capsule = Capsule::new(self.camera, &ends, &limb.radii, &paths)?;
        let grey = limb.reflectance * self.white(&middle, &pixel);
        Some(self.item(Image::Limb(capsule, self.round(grey, 0.6)), &limb.drawn_at, nearest_end))
    }

    /// Whether something within a radius around a place may touch a region. Generous: towards the rim of an image
    /// things look up to a half longer, and they move.
    fn may_touch(&self, place: &Vec3, pixel: &Vec2, radius: f64, region: &Region) -> bool {
        const GENEROUS: f64 = 1.6;
        let depth = self.camera.in_camera(place).z - radius;
        let reach = GENEROUS * self.camera.lens.focal_px.x * radius / depth + 20.0;
        let [low, high] = [pixel - Vec2::repeat(reach), pixel + Vec2::repeat(reach)];
        depth <= 0.0 || meets(&[low.x, low.y, high.x, high.y], region)
    }

    fn blade(&self, racket: &SceneRacket) -> Option<Item> {
        let place = self.exposed(&racket.centre, &racket.velocity);
        let disc = Ellipse::disc(self.camera, &place, racket.radius, &racket.normal)?;
        let grey = RUBBER * self.white(&place, &disc.streak.middle);
        Some(self.item(Image::Disc(disc, grey), &place, racket.radius))
    }
}

/// Whether a box of columns and rows touches a region.
fn meets(bounds: &[f64; 4], region: &Region) -> bool {
    let apart = |low: f64, high: f64, start: usize, size: usize| high < start as f64 || low > (start + size) as f64;
    let [left, top, right, bottom] = *bounds;
    !apart(left, right, region.left, region.width) && !apart(top, bottom, region.top, region.height)
}
