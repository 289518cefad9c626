//! Grey images: a whole sensor's or one region's.

/// A rectangle of pixels on a sensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Region {
    /// First column.
    pub left: usize,
    /// First row.
    pub top: usize,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

/// Eight-bit grey pixels of a region of a sensor, row by row. A whole picture is the region that starts at (0, 0).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    region: Region,
    pixels: Vec<u8>,
}

/// A borrowed view of the pixels of a region of a sensor: rows of a camera's buffer, which may be longer than what they
/// show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrameView<'a> {
    region: Region,
    stride: usize,
    pixels: &'a [u8],
}

/// Rows that do not hold their region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{given} bytes in rows of {stride} do not hold an image of {width} x {height}")]
pub struct StrideError {
    /// Bytes given.
    pub given: usize,
    /// Bytes from the start of one row to the start of the next.
    pub stride: usize,
    /// Columns wanted.
    pub width: usize,
    /// Rows wanted.
    pub height: usize,
}

/// Pixels that do not fill their region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{given} pixels do not make an image of {width} x {height}: that takes {}", width * height)]
pub struct FrameError {
    /// Pixels given.
    pub given: usize,
    /// Columns wanted.
    pub width: usize,
    /// Rows wanted.
    pub height: usize,
}

impl Region {
    /// A whole sensor.
    #[must_use]
    pub fn whole(width: usize, height: usize) -> Self {
        Self { left: 0, top: 0, width, height }
    }

    /// The part that two regions share; it may be empty.
    #[must_use]
    pub fn overlap(&self, other: &Self) -> Self {
        let span = |start_a: usize, size_a: usize, start_b: usize, size_b: usize| {
            let start = start_a.max(start_b);
            (start, (start_a + size_a).min(start_b + size_b).saturating_sub(start))
        };
        let (left, width) = span(self.left, self.width, other.left, other.width);
        let (top, height) = span(self.top, self.height, other.top, other.height);
        Self { left, top, width, height }
    }

    /// The region of at most this size around a pixel, moved so as to lie on a sensor.
    #[must_use]
    pub fn around(pixel: &super::Vec2, width: usize, height: usize, sensor: &Self) -> Self {
        let (width, height) = (width.min(sensor.width), height.min(sensor.height));
        let start = |middle: f64, size: usize, first: usize, extent: usize| {
            // Saturating conversion: a pixel far off, or NaN, gives a region at the sensor's edge.
            let wanted = (middle - (size as f64 - 1.0) / 2.0).round().max(first as f64) as usize;
            wanted.clamp(first, first + extent - size)
        };
        Self {
            left: start(pixel.x, width, sensor.left, sensor.width),
            top: start(pixel.y, height, sensor.top, sensor.height),
            width,
            height,
        }
    }

    /// Number of pixels.
    #[must_use]
    pub fn area(&self) -> usize {
        self.width * self.height
    }
}

impl<'a> FrameView<'a> {
    /// A view of rows that begin `stride` bytes apart; the last row may end with its last pixel.
    ///
    /// # Errors
    /// When rows overlap, or the bytes end before the last row does.
    pub fn new(region: Region, stride: usize, pixels: &'a [u8]) -> Result<Self, StrideError> {
        let Region { width, height, .. } = region;
        let needed = height.checked_sub(1).map_or(Some(0), |before| before.checked_mul(stride)?.checked_add(width));
        let holds = stride >= width && needed.is_some_and(|needed| pixels.len() >= needed);
        holds.then_some(Self { region, stride, pixels }).ok_or(StrideError {
            given: pixels.len(),
            stride,
            width,
            height,
        })
    }

    /// Which part of the sensor it shows.
    #[must_use]
    pub fn region(&self) -> Region {
        self.region
    }

    /// One row, counted from the region's top.
    #[must_use]
    pub fn row(&self, y: usize) -> &'a [u8] {
        &self.pixels[y * self.stride..][..self.region.width]
    }
}

impl<'a> From<&'a Frame> for FrameView<'a> {
    fn from(frame: &'a Frame) -> Self {
        frame.view()
    }
}

impl Frame {
    /// A frame of one grey.
    #[must_use]
    pub fn filled(region: Region, grey: u8) -> Self {
        Self { region, pixels: vec![grey; region.area()] }
    }

    /// A frame of given pixels, row by row.
    ///
    /// # Errors
    /// When their number is not that of the region.
    pub fn from_pixels(region: Region, pixels: Vec<u8>) -> Result<Self, FrameError> {
        let Region { width, height, .. } = region;
        if pixels.len() != region.area() {
            return Err(FrameError { given: pixels.len(), width, height });
        }
        Ok(Self { region, pixels })
    }

    /// Makes it a frame of another region, of one grey, without giving memory back.
    pub fn reset(&mut self, region: Region, grey: u8) {
        self.region = region;
        self.pixels.clear();
        self.pixels.resize(region.area(), grey);
    }

    /// Makes it a copy of a view, row by row, without giving memory back.
    pub fn copy_from(&mut self, view: FrameView<'_>) {
        self.region = view.region;
        self.pixels.clear();
        let rows = if view.region.width == 0 { 0 } else { view.region.height };
        (0..rows).for_each(|y| self.pixels.extend_from_slice(view.row(y)));
    }

    /// A view of all of it.
    #[must_use]
    pub fn view(&self) -> FrameView<'_> {
        FrameView { region: self.region, stride: self.region.width, pixels: &self.pixels }
    }

    /// Which part of the sensor it shows.
    #[must_use]
    pub fn region(&self) -> Region {
        self.region
    }

    /// All pixels, row by row.
    #[must_use]
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// All pixels, to be written.
    pub fn pixels_mut(&mut self) -> &mut [u8] {
        &mut self.pixels
    }

    /// One row, counted from the region's top.
    #[must_use]
    pub fn row(&self, y: usize) -> &[u8] {
        &self.pixels[y * self.region.width..][..self.region.width]
    }

    /// Its part inside another region, as a frame of its own.
    #[must_use]
    pub fn crop(&self, region: &Region) -> Self {
        let shared = self.region.overlap(region);
        let mut pixels = Vec::with_capacity(shared.area());
        for y in 0..if shared.width == 0 { 0 } else { shared.height } {
            let row = self.row(y + shared.top - self.region.top);
            pixels.extend_from_slice(&row[shared.left - self.region.left..][..shared.width]);
        }
        Self { region: shared, pixels }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Vec2;
    use super::*;

    #[test]
    fn law_a_crop_keeps_pixels_in_their_places() {
        let mut frame = Frame::filled(Region { left: 3, top: 5, width: 7, height: 4 }, 0);
        for (index, pixel) in frame.pixels_mut().iter_mut().enumerate() {
            *pixel = index as u8;
        }
        let part = frame.crop(&Region { left: 5, top: 0, width: 3, height: 7 });
        assert_eq!(part.region(), Region { left: 5, top: 5, width: 3, height: 2 });
        assert_eq!(part.pixels(), [2, 3, 4, 9, 10, 11]);
        assert_eq!(frame.crop(&Region { left: 100, top: 0, width: 3, height: 7 }).pixels(), []);
    }

    #[test]
    fn law_regions_around_a_pixel_stay_on_the_sensor() {
        let sensor = Region::whole(1280, 1024);
        for (x, y) in [(0.0, 0.0), (640.2, 511.7), (1279.4, 1023.0), (-1e300, 1e300), (f64::NAN, 3.0)] {
            let region = Region::around(&Vec2::new(x, y), 200, 100, &sensor);
            assert_eq!(region.overlap(&sensor), region);
            assert_eq!((region.width, region.height), (200, 100));
        }
        let middle = Region::around(&Vec2::new(640.0, 512.0), 3, 3, &sensor);
        assert_eq!(middle, Region { left: 639, top: 511, width: 3, height: 3 });
    }

    #[test]
    fn law_rows_with_a_stride_are_the_packed_rows() {
        let region = Region { left: 2, top: 1, width: 3, height: 2 };
        let bytes = [1, 2, 3, 90, 91, 4, 5, 6];
        let view = FrameView::new(region, 5, &bytes).unwrap();
        let mut packed = Frame::filled(Region::whole(9, 9), 7);
        packed.copy_from(view);
        assert_eq!((packed.region(), packed.pixels()), (region, &[1, 2, 3, 4, 5, 6][..]));
        assert_eq!((view.row(1), packed.view().row(1)), (&[4, 5, 6][..], &[4, 5, 6][..]));
        let error = FrameView::new(region, 6, &bytes).unwrap_err();
        assert_eq!(error.to_string(), "8 bytes in rows of 6 do not hold an image of 3 x 2");
        assert!(FrameView::new(region, 2, &bytes).is_err() && FrameView::new(region, usize::MAX, &bytes).is_err());
        assert!(FrameView::new(Region::whole(0, 0), 0, &[]).is_ok());
    }

    #[test]
    fn law_pixels_must_fill_the_region() {
        let error = Frame::from_pixels(Region::whole(4, 3), vec![0; 11]).unwrap_err();
        assert_eq!(error.to_string(), "11 pixels do not make an image of 4 x 3: that takes 12");
    }
}
