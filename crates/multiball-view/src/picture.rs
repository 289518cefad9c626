//! Pictures of cameras as browsers take them.

use axum::body::Bytes;
use multiball::hall::record::SeenMark;
use multiball::vision::Frame;

/// Widest picture that is sent; wider ones are made smaller by a whole number, which also averages the noise away.
const WIDEST_PX: usize = 640;

/// A picture that can be sent.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    /// When it was taken, s.
    pub t_s: f64,
    /// An image file.
    pub image: Bytes,
    /// Its type, such as `image/png`.
    pub media_type: &'static str,
    /// What was found, in pixels of the camera.
    pub marks: Vec<SeenMark>,
}

/// The empty hall as a camera sees it: what a picture shows where it was not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backdrop {
    frame: Frame,
}

impl Backdrop {
    /// From the whole sensor's frame.
    #[must_use]
    pub fn new(frame: Frame) -> Self {
        Self { frame }
    }

    /// The picture as PNG: parts that were read before the empty hall, made smaller when it is wide.
    ///
    /// # Errors
    /// When it has no pixels.
    pub fn png(&self, parts: &[Frame]) -> Result<Vec<u8>, png::EncodingError> {
        let mut whole = self.frame.clone();
        for part in parts {
            paste(&mut whole, part);
        }
        let (pixels, width, height) = smaller(&whole);
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, width as u32, height as u32);
        encoder.set_color(png::ColorType::Grayscale);
        encoder.set_compression(png::Compression::Fast);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&pixels)?;
        writer.finish()?;
        Ok(file)
    }
}

fn paste(whole: &mut Frame, part: &Frame) {
    let (sensor, region) = (whole.region(), part.region());
    let shared = sensor.overlap(&region);
    for row in shared.top..shared.top + shared.height {
        let from = (row - region.top) * region.width + shared.left - region.left;
        let to = (row - sensor.top) * sensor.width + shared.left - sensor.left;
        let pixels = &part.pixels()[from..from + shared.width];
        whole.pixels_mut()[to..to + shared.width].copy_from_slice(pixels);
    }
}

/// Means over squares of pixels; columns and rows that fill no square are left out.
fn smaller(frame: &Frame) -> (Vec<u8>, usize, usize) {
    let region = frame.region();
    let factor = region.width.div_ceil(WIDEST_PX).max(1);
    let (width, height) = (region.width / factor, region.height / factor);
    let mut pixels = Vec::with_capacity(width * height);
    for row in 0..height {
        for column in 0..width {
            let mut sum = 0;
            for y in row * factor..(row + 1) * factor {
                let from = y * region.width + column * factor;
                sum += frame.pixels()[from..from + factor].iter().map(|&grey| usize::from(grey)).sum::<usize>();
            }
            pixels.push((sum / (factor * factor)) as u8);
        }
    }
    (pixels, width, height)
}

#[cfg(test)]
mod tests {
    use super::*;
    use multiball::vision::Region;

    fn decoded(file: &[u8]) -> (Vec<u8>, u32) {
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        (pixels, info.width)
    }

    #[test]
    fn law_a_part_lies_where_it_was_read_and_the_rest_is_the_backdrop() {
        let backdrop = Backdrop::new(Frame::filled(Region::whole(8, 6), 10));
        let part = Frame::filled(Region { left: 6, top: 1, width: 4, height: 2 }, 200);
        let (pixels, width) = decoded(&backdrop.png(&[part]).unwrap());
        assert_eq!(width, 8);
        for (index, &grey) in pixels.iter().enumerate() {
            let (row, column) = (index / 8, index % 8);
            let inside = column >= 6 && (1..3).contains(&row);
            assert_eq!(grey, if inside { 200 } else { 10 }, "row {row}, column {column}");
        }
    }

    #[test]
    fn law_wide_pictures_become_means_of_squares() {
        let mut frame = Frame::filled(Region::whole(1280, 4), 0);
        for (index, pixel) in frame.pixels_mut().iter_mut().enumerate() {
            *pixel = if index % 2 == 0 { 0 } else { 100 };
        }
        let (pixels, width) = decoded(&Backdrop::new(frame).png(&[]).unwrap());
        assert_eq!((width, pixels.len()), (640, 640 * 2));
        assert!(pixels.iter().all(|&grey| grey == 50));
    }
}
