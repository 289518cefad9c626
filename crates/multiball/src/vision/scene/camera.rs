//! A camera that films a scene.

use super::background::Background;
use super::compose::{DrawList, Tile, Viewer};
use super::noise::{GROUP, Normals, frame_key};
use super::{Glint, Moment, Scene, Sensor};
use crate::vision::{Camera, Frame, Region};

/// Size of the pieces in which a frame is made: they fit into the fastest memory.
const TILE_WIDTH: usize = 128;
const TILE_HEIGHT: usize = 4;
const TILE: usize = TILE_WIDTH * TILE_HEIGHT;

/// A camera that films a scene: its background, rendered once, and its sensor.
///
/// ```
/// use multiball::geometry::Vec3;
/// use multiball::vision::{Frame, Region};
/// use multiball::vision::scene::{BallSight, Moment, Scene, SceneCamera, Sensor, stereo_rig};
///
/// let camera = SceneCamera::new(&Scene::empty_table(), stereo_rig()[0], Sensor::default(), 0);
/// let ball = BallSight { position: Vec3::new(0.5, 0.0, 0.2), velocity: Vec3::new(6.0, 0.0, 1.0) };
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
    /// Renders the scene's background for a camera; its number tells its noise from that of others. Takes about a second.
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

    /// The whole sensor as a region.
    #[must_use]
    pub fn whole(&self) -> Region {
        Region::whole(self.camera.lens.width, self.camera.lens.height)
    }

    /// What the sensor reads of a region at a moment: exactly the crop of the whole frame. The part of the region that lies
    /// beside the sensor is left out. Takes memory only when the frame must grow.
    pub fn render(&self, moment: &Moment, region: Region, frame: &mut Frame) {
        let region = region.overlap(&self.whole());
        let region = if region.area() == 0 { Region { width: 0, height: 0, ..region } } else { region };
        frame.reset(region, 0);
        let viewer = Viewer { scene: &self.scene, camera: &self.camera, sensor: &self.sensor };
        let items = DrawList::new(&viewer, moment);
        let key = frame_key(self.sensor.seed, self.number, moment.frame_number);
        for top in (region.top..region.top + region.height).step_by(TILE_HEIGHT) {
            let height = TILE_HEIGHT.min(region.top + region.height - top);
            // Whole groups of pixels, so that noise does not depend on where a region begins.
            let first = region.left - region.left % GROUP;
            for left in (first..region.left + region.width).step_by(TILE_WIDTH) {
                let right = (left + TILE_WIDTH).min(region.left + region.width);
                let piece = Region { left, top, width: right - left, height };
                self.render_piece(moment, &items, key, piece, frame);
            }
        }
    }

    fn render_piece(&self, moment: &Moment, items: &DrawList, key: u64, piece: Region, frame: &mut Frame) {
        let width = piece.width.next_multiple_of(GROUP);
        let mut memory = [0.0f32; TILE];
        let grey = &mut memory[..width * piece.height];
        let light = moment.light as f32;
        for (row, grey) in grey.chunks_exact_mut(width).enumerate() {
            let start = (piece.top + row) * self.background.width + piece.left;
            for (grey, still) in grey.iter_mut().zip(&self.background.grey[start..][..piece.width]) {
                *grey = still * light;
            }
        }
        let mut tile = Tile { left: piece.left, top: piece.top, width, grey };
        items.draw(&mut tile, &self.background, moment.light);
        for glint in moment.glints.iter().flatten().filter(|glint| glint.camera == self.number) {
            add_glint(glint, &mut tile);
        }
        for (row, grey) in tile.grey.chunks_exact_mut(width).enumerate() {
            self.read_out(key, piece.left, piece.top + row, grey);
            let whole = frame.region();
            let skipped = whole.left.saturating_sub(piece.left);
            let start = (piece.top + row - whole.top) * whole.width + piece.left + skipped - whole.left;
            let read = &grey[skipped..piece.width];
            for (pixel, value) in frame.pixels_mut()[start..][..read.len()].iter_mut().zip(read) {
                *pixel = grey_level(*value);
            }
        }
    }

    /// Adds noise to the mean signal of a row's pixels, and clamps.
    fn read_out(&self, key: u64, left: usize, row: usize, grey: &mut [f32]) {
        let mut memory = [0.0f32; TILE_WIDTH];
        let normals = &mut memory[..grey.len()];
        self.normals.fill(key, left, row, normals);
        let gain = self.sensor.gain as f32;
        let read = (self.sensor.read_noise * self.sensor.read_noise) as f32;
        let shot = (self.sensor.shot_noise * self.sensor.shot_noise / 255.0) as f32;
        for (grey, normal) in grey.iter_mut().zip(normals) {
            let signal = (*grey * gain).max(0.0);
            *grey = (signal + (read + shot * signal).sqrt() * *normal).clamp(0.0, 255.0);
        }
    }
}

/// The nearest whole number of one from 0 to 255: after adding 2²³ it stands in the last bits.
fn grey_level(value: f32) -> u8 {
    const SHIFT: f32 = 8_388_608.0;
    ((value + SHIFT).to_bits() & 0xff) as u8
}

fn add_glint(glint: &Glint, tile: &mut Tile<'_>) {
    let width = tile.width;
    let beside = |middle: f64, start: usize, size: usize| {
        middle + glint.radius_px + 1.0 < start as f64 || middle - glint.radius_px - 1.0 > (start + size) as f64
    };
    if beside(glint.pixel.x, tile.left, width) || beside(glint.pixel.y, tile.top, tile.grey.len() / width) {
        return;
    }
    for (index, grey) in tile.grey.iter_mut().enumerate() {
        let (dx, dy) =
            ((tile.left + index % width) as f64 - glint.pixel.x, (tile.top + index / width) as f64 - glint.pixel.y);
        let outside = (dx * dx + dy * dy).sqrt() - glint.radius_px;
        *grey += (glint.grey * (0.5 - outside).clamp(0.0, 1.0)) as f32;
    }
}
