//! Grey images of real numbers, smoothed and halved.

use crate::geometry::portable::exp;
use crate::vision::{Frame, Vec2};

/// An image of real numbers. Its pixels count from the frame's top left, whatever part of a sensor the frame shows.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Smooth {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) values: Vec<f32>,
}

/// Standard deviation of the smoothing, px: enough to quiet single pixels, little enough to keep squares of 6 px apart.
const DEVIATION: f64 = 1.5;
/// Where the smoothing ends, px: 2.7 deviations.
const REACH: usize = 4;

impl Smooth {
    pub(super) fn from_frame(frame: &Frame) -> Self {
        let region = frame.region();
        let values = frame.pixels().iter().map(|pixel| f32::from(*pixel)).collect();
        Self { width: region.width, height: region.height, values }
    }

    /// Half as wide and high: each value the mean of four. The middle of pixel (x, y) is at (2 x + ½, 2 y + ½) of the
    /// image itself.
    pub(super) fn halved(&self) -> Self {
        let (width, height) = (self.width / 2, self.height / 2);
        let mut values = Vec::with_capacity(width * height);
        for y in 0..height {
            let (upper, lower) = (self.row(2 * y), self.row(2 * y + 1));
            let pairs = upper.chunks_exact(2).zip(lower.chunks_exact(2));
            values.extend(pairs.map(|(a, b)| 0.25 * (a[0] + a[1] + b[0] + b[1])));
        }
        Self { width, height, values }
    }

    /// Convolved with a Gaussian; edges are repeated.
    pub(super) fn blurred(&self) -> Self {
        let weights = weights();
        let mut along_rows = Self { values: vec![0.0; self.values.len()], ..*self };
        let mut padded = Vec::with_capacity(self.width + 2 * REACH);
        for (y, sums) in along_rows.values.chunks_exact_mut(self.width.max(1)).enumerate() {
            let row = self.row(y);
            padded.clear();
            padded.extend(std::iter::repeat_n(row[0], REACH));
            padded.extend_from_slice(row);
            padded.extend(std::iter::repeat_n(row[self.width - 1], REACH));
            add_weighted(&std::array::from_fn(|offset| &padded[offset..]), &weights, sums);
        }
        let mut along_both = Self { values: vec![0.0; self.values.len()], ..*self };
        for (y, sums) in along_both.values.chunks_exact_mut(self.width.max(1)).enumerate() {
            let row = |offset: usize| along_rows.row((y + offset).saturating_sub(REACH).min(self.height - 1));
            add_weighted(&std::array::from_fn(row), &weights, sums);
        }
        along_both
    }

    pub(super) fn row(&self, y: usize) -> &[f32] {
        &self.values[y * self.width..][..self.width]
    }

    /// The value between pixels, by bilinear interpolation; `None` outside.
    pub(super) fn sample(&self, place: &Vec2) -> Option<f64> {
        let inside = |value: f64, size: usize| value >= 0.0 && value < size as f64 - 1.0;
        if !inside(place.x, self.width) || !inside(place.y, self.height) {
            return None;
        }
        let (x, y) = (place.x as usize, place.y as usize);
        let (right, down) = (place.x - x as f64, place.y - y as f64);
        let value = |dx: usize, dy: usize| f64::from(self.values[(y + dy) * self.width + x + dx]);
        let upper = value(0, 0) * (1.0 - right) + value(1, 0) * right;
        let lower = value(0, 1) * (1.0 - right) + value(1, 1) * right;
        Some(upper * (1.0 - down) + lower * down)
    }
}

/// Values that the smoothing combines into one.
const TAPS: usize = 2 * REACH + 1;

/// Adds the weighted sum of several lines, value by value. Equal lengths let the compiler use wide registers.
fn add_weighted(lines: &[&[f32]; TAPS], weights: &[f32; TAPS], sums: &mut [f32]) {
    let lines = lines.map(|line| &line[..sums.len()]);
    for (x, sum) in sums.iter_mut().enumerate() {
        for (line, weight) in lines.iter().zip(weights) {
            *sum += weight * line[x];
        }
    }
}

/// Weights of the smoothing, which add up to 1.
fn weights() -> [f32; TAPS] {
    let bell = |index: usize| {
        let offset = (index as f64 - REACH as f64) / DEVIATION;
        exp(-0.5 * offset * offset)
    };
    let sum: f64 = (0..TAPS).map(bell).sum();
    std::array::from_fn(|index| (bell(index) / sum) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vision::Region;

    #[test]
    fn law_planes_stay_planes_and_places_are_kept_when_halved() {
        let mut frame = Frame::filled(Region { left: 5, top: 7, width: 41, height: 31 }, 0);
        for (index, pixel) in frame.pixels_mut().iter_mut().enumerate() {
            *pixel = (2 * (index % 41) + 3 * (index / 41)) as u8;
        }
        let plane = |place: &Vec2| 2.0 * place.x + 3.0 * place.y;
        let image = Smooth::from_frame(&frame);
        let (blurred, halved) = (image.blurred(), image.halved());
        for place in [Vec2::new(12.25, 9.5), Vec2::new(30.0, 20.75)] {
            assert!((image.sample(&place).unwrap() - plane(&place)).abs() < 1e-4);
            assert!((blurred.sample(&place).unwrap() - plane(&place)).abs() < 1e-4);
            let half = (place - Vec2::new(0.5, 0.5)) / 2.0;
            assert!((halved.sample(&half).unwrap() - plane(&place)).abs() < 1e-4);
        }
        assert_eq!(image.sample(&Vec2::new(40.1, 3.0)), None);
        assert_eq!(image.sample(&Vec2::new(f64::NAN, 3.0)), None);
    }

    #[test]
    fn law_images_without_pixels_are_smoothed_too() {
        let none = Smooth::from_frame(&Frame::filled(Region::whole(0, 5), 0));
        assert_eq!(none.blurred().values, none.halved().values);
    }
}
