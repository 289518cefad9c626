//! What cameras saw: the empty hall with the parts that were read, made smaller.
//!
//! Pictures are PNG without compression of their own. Each is much like the one before, which the compression of a
//! chunk sees and that of a picture cannot.

use foxglove::messages::{CameraCalibration, CircleAnnotation, Color, CompressedImage, ImageAnnotations, Point2};
use multiball::hall::record::{Picture, SeenMark, StagedCamera};
use multiball::vision::{Frame, Region};

use super::frames::camera_frame;
use super::shapes::stamp;

/// How many pixels of the sensor become one, along each side.
const REDUCTION: usize = 4;

/// Steps of grey: noise of a level or two is not kept.
const GREY_STEP: u32 = 4;

/// What a camera sees when nothing is there, at full size and made smaller.
pub(super) struct Backdrop {
    frame_id: String,
    empty: Frame,
    small: Vec<u8>,
}

impl Backdrop {
    /// A black backdrop, before the first frame of a camera.
    pub(super) fn new(camera: &StagedCamera) -> Self {
        let sensor = Region::whole(camera.width_px as usize, camera.height_px as usize);
        let small = vec![0; (sensor.width / REDUCTION) * (sensor.height / REDUCTION)];
        Self { frame_id: camera_frame(camera), empty: Frame::filled(sensor, 0), small }
    }

    /// Notes the empty hall.
    pub(super) fn learn(&mut self, frame: &Frame) {
        // What does not lie on the sensor is not shown.
        let part = frame.crop(&self.empty.region());
        self.small = self.with_parts(std::slice::from_ref(&part));
        let Region { left, top, width, .. } = part.region();
        let across = self.empty.region().width;
        for row in 0..if width == 0 { 0 } else { part.region().height } {
            self.empty.pixels_mut()[(top + row) * across + left..][..width].copy_from_slice(part.row(row));
        }
    }

    /// The picture with parts that were read.
    fn with_parts(&self, parts: &[Frame]) -> Vec<u8> {
        let across = self.empty.region().width / REDUCTION;
        let down = self.empty.region().height / REDUCTION;
        let mut small = self.small.clone();
        for part in parts {
            let Region { left, top, width, height } = part.region().overlap(&self.empty.region());
            if width == 0 || height == 0 {
                continue;
            }
            for y in top / REDUCTION..down.min((top + height).div_ceil(REDUCTION)) {
                for x in left / REDUCTION..across.min((left + width).div_ceil(REDUCTION)) {
                    small[y * across + x] = self.mean(part, x * REDUCTION, y * REDUCTION);
                }
            }
        }
        small
    }

    /// The mean grey of a block of pixels, which belong to the part where it covers them.
    fn mean(&self, part: &Frame, left: usize, top: usize) -> u8 {
        let region = part.region();
        let grey = |frame: &Frame, x: usize, y: usize| {
            let Region { left, top, width, .. } = frame.region();
            u32::from(frame.pixels()[(y - top) * width + x - left])
        };
        let covered = |x: usize, y: usize| {
            (region.left..region.left + region.width).contains(&x)
                && (region.top..region.top + region.height).contains(&y)
        };
        let mut sum = 0;
        for y in top..top + REDUCTION {
            for x in left..left + REDUCTION {
                sum += if covered(x, y) { grey(part, x, y) } else { grey(&self.empty, x, y) };
            }
        }
        let step = (REDUCTION * REDUCTION) as u32 * GREY_STEP;
        // 255 becomes 252 at most, so that nothing runs over.
        ((sum + step / 2) / step * GREY_STEP).min(256 - GREY_STEP) as u8
    }

    /// The empty hall, or what was seen in it.
    pub(super) fn image(&self, parts: &[Frame], time_ns: u64) -> Result<CompressedImage, png::EncodingError> {
        let width = self.empty.region().width / REDUCTION;
        let small = self.with_parts(parts);
        let data = encoded(&small, width)?.into();
        Ok(CompressedImage { timestamp: stamp(time_ns), frame_id: self.frame_id.clone(), data, format: "png".into() })
    }
}

fn encoded(grey: &[u8], width: usize) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::with_capacity(grey.len() + 1024);
    let height = grey.len().checked_div(width).unwrap_or(0);
    let mut encoder = png::Encoder::new(&mut bytes, width as u32, height as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_compression(png::Compression::NoCompression);
    encoder.write_header()?.write_image_data(grey)?;
    Ok(bytes)
}

/// Circles around what was found. They count from the corner of the first pixel, marks from its middle.
pub(super) fn annotations(picture: &Picture, time_ns: u64) -> ImageAnnotations {
    let scale = REDUCTION as f64;
    let circles = picture.marks.iter().map(|mark| CircleAnnotation {
        timestamp: stamp(time_ns),
        position: Some(Point2 { x: (mark.pixel[0] + 0.5) / scale, y: (mark.pixel[1] + 0.5) / scale }),
        diameter: 2.0 * mark.radius_px / scale,
        thickness: 1.0,
        outline_color: Some(Color { r: 1.0, g: 0.3, b: 0.1, a: 1.0 }),
        ..CircleAnnotation::default()
    });
    ImageAnnotations { timestamp: stamp(time_ns), circles: circles.collect(), ..ImageAnnotations::default() }
}

/// A circle of a recording as a mark on the sensor.
pub(crate) fn sensor_mark(circle: &CircleAnnotation) -> Option<SeenMark> {
    let place = circle.position.as_ref()?;
    let scale = REDUCTION as f64;
    Some(SeenMark { pixel: [place.x * scale - 0.5, place.y * scale - 0.5], radius_px: circle.diameter * scale / 2.0 })
}

/// The lens of a camera for pictures that are made smaller.
pub(super) fn calibration(camera: &StagedCamera, time_ns: u64) -> CameraCalibration {
    let scale = REDUCTION as f64;
    let [fx, fy] = camera.focal_px.map(|focal| focal / scale);
    let [cx, cy] = camera.center_px.map(|center| (center + 0.5) / scale - 0.5);
    CameraCalibration {
        timestamp: stamp(time_ns),
        frame_id: camera_frame(camera),
        width: camera.width_px / REDUCTION as u32,
        height: camera.height_px / REDUCTION as u32,
        distortion_model: "plumb_bob".into(),
        d: vec![0.0; 5],
        k: vec![fx, 0.0, cx, 0.0, fy, cy, 0.0, 0.0, 1.0],
        r: vec![1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
        p: vec![fx, 0.0, cx, 0.0, 0.0, fy, cy, 0.0, 0.0, 0.0, 1.0, 0.0],
    }
}
