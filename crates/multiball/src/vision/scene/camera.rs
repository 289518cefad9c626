//! A camera that films a scene.

use super::background::Background;
use super::compose::{DrawList, Viewer};
use super::noise::{GROUP, Normals, frame_key};
use super::paint::Row;
use super::spans::whole;
use super::{Glint, Moment, Scene, Sensor};
use crate::vision::{Camera, Frame, Region};

/// Pixels of a row that are made at a time: they fit into the fastest memory.
const PIECE: usize = 1024;

/// A camera that films a scene: its background, rendered once, and its sensor.
///
/// ```
/// use multiball::geometry::Vec3;
/// use multiball::vision::{Frame, Region};
/// use multiball::vision::scene::{BallTruth, Moment, Scene, SceneCamera, Sensor, stereo_rig};
///
/// let camera = SceneCamera::new(&Scene::empty_table(), stereo_rig()[0], Sensor::default(), 0);
/// let ball = BallTruth { position: Vec3::new(0.5, 0.0, 0.2), velocity: Vec3::new(6.0, 0.0, 1.0) };
/// let region = Region { left: 540, top: 400, width: 200, height: 200 };
/// let mut frame = Frame::filled(region, 0);
/// camera.render(&Moment::still(0).with_ball(ball), region, &mut frame);
/// ```
#[derive(Debug, Clone)]
pub struct SceneCamera {
    scene: Scene,
    camera: Camera,
    sensor: Sensor,
    number: u64,
    background: Background,
    normals: Normals,
}

impl SceneCamera {
    /// Renders the scene's background for a camera; its number makes its noise differ from that of other cameras. Takes
    /// about a second.
    #[must_use]
    pub fn new(scene: &Scene, camera: Camera, sensor: Sensor, number: u64) -> Self {
        let background = Background::render(scene, &camera);
        Self { scene: scene.clone(), camera, sensor, number, background, normals: Normals::new() }
    }

    /// The camera.
    #[must_use]
    pub fn camera(&self) -> &Camera {
        &self.camera
    }

    /// Its sensor.
    #[must_use]
    pub fn sensor(&self) -> &Sensor {
        &self.sensor
    }

    /// The whole sensor as a region.
    #[must_use]
    pub fn whole(&self) -> Region {
        Region::whole(self.camera.lens.width, self.camera.lens.height)
    }

    /// What the sensor reads of a region at a moment: exactly the crop of the whole frame. The part of the region
    /// outside the sensor is left out. Takes memory only when the frame must grow.
    pub fn render(&self, moment: &Moment, region: Region, frame: &mut Frame) {
        let region = region.overlap(&self.whole());
        let region = if region.area() == 0 { Region { width: 0, height: 0, ..region } } else { region };
        frame.reset(region, 0);
        let viewer = Viewer { scene: &self.scene, camera: &self.camera, sensor: &self.sensor };
        let items = DrawList::new(&viewer, moment, &region);
        let key = frame_key(self.sensor.seed, self.number, moment.frame_number);
        let (mut grey, mut normals) = ([0.0f32; PIECE], [0.0f32; PIECE]);
        // Whole groups of pixels, so that noise does not depend on where a region begins.
        let first = region.left - region.left % GROUP;
        for y in region.top..region.top + region.height {
            for left in (first..region.left + region.width).step_by(PIECE) {
                let width = PIECE.min(region.left + region.width - left);
                let mut row = self.still_row(moment, y, left, &mut grey[..width]);
                items.draw(&mut row);
                for glint in moment.glints.iter().flatten().filter(|glint| glint.camera == self.number) {
                    add_glint(glint, &mut row);
                }
                let normals = &mut normals[..width.next_multiple_of(GROUP)];
                self.normals.fill(key, left, y, normals);
                let skipped = region.left.saturating_sub(left);
                let start = (y - region.top) * region.width + left + skipped - region.left;
                let pixels = &mut frame.pixels_mut()[start..][..width - skipped];
                self.read_out(&grey[skipped..width], &normals[skipped..], pixels);
            }
        }
    }

    /// What stands still, in the light of the moment, with nothing drawn on it yet.
    fn still_row<'a>(&'a self, moment: &Moment, y: usize, left: usize, grey: &'a mut [f32]) -> Row<'a> {
        let still = self.background.still(y, left, grey.len());
        let light = moment.light as f32;
        for (grey, still) in grey.iter_mut().zip(still.grey) {
            *grey = still * light;
        }
        Row { y, left, grey, still, light: moment.light }
    }

    /// Adds noise to the mean signal of some pixels, clamps and rounds.
    fn read_out(&self, grey: &[f32], normals: &[f32], pixels: &mut [u8]) {
        let gain = self.sensor.gain as f32;
        let read = (self.sensor.read_noise * self.sensor.read_noise) as f32;
        let shot = (self.sensor.shot_noise * self.sensor.shot_noise / 255.0) as f32;
        for ((pixel, grey), normal) in pixels.iter_mut().zip(grey).zip(normals) {
            let signal = (*grey * gain).max(0.0);
            *pixel = grey_level((signal + (read + shot * signal).sqrt() * *normal).clamp(0.0, 255.0));
        }
    }
}

/// The nearest whole number of one from 0 to 255: after adding 2²³ it stands in the last bits.
fn grey_level(value: f32) -> u8 {
    const SHIFT: f32 = 8_388_608.0;
    ((value + SHIFT).to_bits() & 0xff) as u8
}

fn add_glint(glint: &Glint, row: &mut Row<'_>) {
    let reach = glint.radius_px + 1.0;
    let dy = row.y as f64 - glint.pixel.y;
    if dy.abs() > reach {
        return;
    }
    for x in whole([glint.pixel.x - reach, glint.pixel.x + reach], row.left..row.left + row.grey.len()) {
        let dx = x as f64 - glint.pixel.x;
        let outside = (dx * dx + dy * dy).sqrt() - glint.radius_px;
        row.grey[x - row.left] += (glint.grey * (0.5 - outside).clamp(0.0, 1.0)) as f32;
    }
}
