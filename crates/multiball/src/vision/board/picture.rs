//! Pictures of a board, as a camera would take them.

use rand_chacha::ChaCha8Rng;

use super::Board;
use crate::geometry::Vec3;
use crate::geometry::portable::exp;
use crate::geometry::standard_normal;
use crate::vision::{Camera, Frame, Vec2};

/// How a board is lit and imaged. Greys are from 0 to 255.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Exposure {
    /// Grey of the black squares.
    pub ink: f64,
    /// Grey of the paper.
    pub paper: f64,
    /// Standard deviation of the Gaussian into which lens and focus spread a point, px.
    pub blur_px: f64,
    /// Uneven light: relative change of brightness from the middle of the sensor to its right and lower edge.
    pub light_slope: Vec2,
    /// Standard deviation of each pixel's noise, grey levels.
    pub noise: f64,
}

impl Default for Exposure {
    /// A well-lit indoor picture.
    fn default() -> Self {
        Self { ink: 35.0, paper: 205.0, blur_px: 0.7, light_slope: Vec2::zeros(), noise: 2.0 }
    }
}

/// Width of the paper beyond the outer squares, in squares.
const MARGIN: f64 = 1.0;
/// Each pixel is divided into this many parts along each side; within a part the mean over its footprint is exact along
/// both axes of the board.
const PARTS: usize = 4;

/// The picture that a camera takes of a board in front of a background, whose region says which part of the sensor is
/// read. The camera's world is the board's frame. A pixel has the mean brightness over its square, spread by the blur,
/// lit, with noise.
#[must_use]
pub fn photograph(
    board: &Board,
    camera: &Camera,
    exposure: &Exposure,
    background: &Frame,
    rng: &mut ChaCha8Rng,
) -> Frame {
    let region = background.region();
    let mut greys = Vec::with_capacity(region.area());
    // Where the middles of the pixels of one row and of the next lie on the board: one inversion of the lens for each
    // pixel.
    let row_on_board = |y: usize| -> Vec<Option<Vec2>> {
        let pixel = |x: usize| Vec2::new((x + region.left) as f64, (y + region.top) as f64);
        (0..=region.width).map(|x| on_board(board, camera, &pixel(x))).collect()
    };
    let mut next = row_on_board(0);
    for y in 0..region.height {
        let here = std::mem::replace(&mut next, row_on_board(y + 1));
        for (x, behind) in background.row(y).iter().enumerate() {
            let (paper, ink) = match (here[x], here[x + 1], next[x]) {
                (Some(middle), Some(right), Some(below)) => {
                    coverage(board, &middle, &(right - middle), &(below - middle))
                }
                _ => (0.0, 0.0),
            };
            let behind = f64::from(*behind);
            greys.push(behind + paper * (exposure.paper - behind) - ink * (exposure.paper - exposure.ink));
        }
    }
    blur(&mut greys, region.width, exposure.blur_px);
    let mut picture = background.clone();
    for (index, (pixel, grey)) in picture.pixels_mut().iter_mut().zip(&greys).enumerate() {
        let place = Vec2::new((index % region.width + region.left) as f64, (index / region.width + region.top) as f64);
        let half = Vec2::new(camera.lens.width as f64, camera.lens.height as f64) / 2.0;
        let light = 1.0 + exposure.light_slope.dot(&(place - half).component_div(&half));
        // Conversion saturates: brightness beyond the sensor's range is clipped, as it is by a sensor.
        *pixel = (grey * light + exposure.noise * standard_normal(rng)).round() as u8;
    }
    picture
}

/// Shares of a pixel that show paper (with or without ink) and ink; its middle and its sides are given in squares. Over
/// one pixel the map is straight to far below its rounding.
fn coverage(board: &Board, middle: &Vec2, along_x: &Vec2, along_y: &Vec2) -> (f64, f64) {
    let whole = along_x.abs() + along_y.abs();
    let strips = |place: &Vec2, footprint: &Vec2| {
        (Strip::over(board.columns, place.x, footprint.x), Strip::over(board.rows, place.y, footprint.y))
    };
    let (u, v) = strips(middle, &whole);
    if u.is_uniform() && v.is_uniform() {
        return (u.paper * v.paper, 0.5 * (u.printed * v.printed + u.alternating * v.alternating));
    }
    let (mut paper, mut ink) = (0.0, 0.0);
    for part in 0..PARTS * PARTS {
        let offset = |index: usize| (index as f64 + 0.5) / PARTS as f64 - 0.5;
        let place = middle + along_x * offset(part % PARTS) + along_y * offset(part / PARTS);
        let (u, v) = strips(&place, &(whole / PARTS as f64));
        paper += u.paper * v.paper;
        ink += 0.5 * (u.printed * v.printed + u.alternating * v.alternating);
    }
    let parts = (PARTS * PARTS) as f64;
    (paper / parts, ink / parts)
}

/// Where a pixel's line of sight meets the board's plane, in squares from the outer corner of the first square.
fn on_board(board: &Board, camera: &Camera, pixel: &Vec2) -> Option<Vec2> {
    let ray = camera.ray(pixel)?;
    let distance = -ray.origin.z / ray.direction.z;
    let place: Vec3 = ray.origin + ray.direction * distance;
    (distance > 0.0 && distance.is_finite()).then(|| place.xy() / board.square_m + Vec2::new(1.0, 1.0))
}

/// Means along one axis of the board over a short interval: of being on paper, of being on the printed part, and of the
/// pattern that is +1 on even squares and -1 on odd ones. Black is where the product of both axes' patterns is +1.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Strip {
    paper: f64,
    printed: f64,
    alternating: f64,
}

impl Strip {
    fn over(corners: usize, middle: f64, width: f64) -> Self {
        let squares = corners as f64 + 1.0;
        let (from, to) = (middle - width / 2.0, middle + width / 2.0);
        let inside = |low: f64, high: f64| (to.min(high) - from.max(low)).max(0.0) / width;
        // The pattern's integral rises and falls between 0 and 1.
        let integral = |u: f64| {
            let phase = u.clamp(0.0, squares).rem_euclid(2.0);
            phase.min(2.0 - phase)
        };
        Self {
            paper: inside(-MARGIN, squares + MARGIN),
            printed: inside(0.0, squares),
            alternating: (integral(to) - integral(from)) / width,
        }
    }

    /// Whether no edge lies in the interval.
    fn is_uniform(&self) -> bool {
        let all_or_nothing = |share: f64| share.min(1.0 - share) < 1e-9;
        all_or_nothing(self.paper)
            && all_or_nothing(self.printed)
            && (self.alternating.abs() - self.printed).abs() < 1e-9
    }
}

/// Spreads each value by a sampled Gaussian along rows, then along columns; edges are repeated.
fn blur(greys: &mut [f64], width: usize, deviation: f64) {
    if deviation <= 0.0 || width == 0 {
        return;
    }
    let reach = (4.0 * deviation).ceil() as usize;
    let weight = |offset: usize| exp(-0.5 * (offset as f64 / deviation) * (offset as f64 / deviation));
    let sum = 1.0 + 2.0 * (1..=reach).map(weight).sum::<f64>();
    let weights: Vec<f64> = (0..=reach).map(|offset| weight(offset) / sum).collect();
    let height = greys.len() / width;
    let mut line = Vec::new();
    for y in 0..height {
        blur_line(greys, y * width, 1, width, &weights, &mut line);
    }
    for x in 0..width {
        blur_line(greys, x, width, height, &weights, &mut line);
    }
}

/// Spreads the values of one row or column.
fn blur_line(greys: &mut [f64], first: usize, stride: usize, count: usize, weights: &[f64], line: &mut Vec<f64>) {
    line.clear();
    line.extend((0..count).map(|index| greys[first + index * stride]));
    for index in 0..count {
        let pair = |offset: usize| line[index.saturating_sub(offset)] + line[(index + offset).min(count - 1)];
        let sides: f64 = weights.iter().enumerate().skip(1).map(|(offset, weight)| weight * pair(offset)).sum();
        greys[first + index * stride] = weights[0] * line[index] + sides;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vision::{Lens, Region};
    use rand::SeedableRng;

    fn plain() -> Exposure {
        Exposure { ink: 0.0, paper: 200.0, blur_px: 0.0, light_slope: Vec2::zeros(), noise: 0.0 }
    }

    /// A camera 1 m before the board, square to it: 10 px to a square of 1 cm.
    fn facing() -> (Board, Camera) {
        let board = Board::new(4, 3, 0.01).unwrap();
        let lens = Lens { centre_px: Vec2::new(30.0, 30.0), ..Lens::pinhole(100, 90, 1000.0) };
        let camera_from_world = crate::geometry::Pose::translation(0.0, 0.0, 1.0);
        (board, Camera { lens, camera_from_world })
    }

    #[test]
    fn law_squares_lie_where_the_camera_sees_them() {
        let (board, camera) = facing();
        let background = Frame::filled(Region::whole(100, 90), 100);
        let picture = photograph(&board, &camera, &plain(), &background, &mut ChaCha8Rng::seed_from_u64(1));
        // The first inner corner is at pixel (30, 30); black up and left of it, and down and right.
        assert_eq!((picture.row(29)[29], picture.row(31)[31]), (0, 0));
        assert_eq!((picture.row(29)[31], picture.row(31)[29]), (200, 200));
        // A pixel whose middle is a corner is half black; one cut by a straight edge too.
        assert_eq!((picture.row(30)[30], picture.row(30)[25]), (100, 100));
        // Margin of paper, then the background.
        assert_eq!((picture.row(15)[25], picture.row(5)[25]), (200, 100));
        assert_eq!((picture.row(30)[75], picture.row(30)[85]), (200, 100));
    }

    #[test]
    fn law_a_region_is_that_part_of_the_whole_picture() {
        let (board, camera) = facing();
        let whole = Frame::filled(Region::whole(100, 90), 100);
        let part = Region { left: 23, top: 11, width: 40, height: 30 };
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let exposure = Exposure { light_slope: Vec2::new(0.2, -0.1), ..plain() };
        let picture = photograph(&board, &camera, &exposure, &whole, &mut rng);
        let cropped = photograph(&board, &camera, &exposure, &whole.crop(&part), &mut rng);
        assert_eq!(picture.crop(&part), cropped);
    }

    #[test]
    fn law_blur_keeps_brightness_and_noise_has_its_deviation() {
        let mut greys = vec![0.0; 41 * 41];
        greys[20 * 41 + 20] = 100.0;
        blur(&mut greys, 41, 1.5);
        let second: f64 = greys.iter().enumerate().map(|(i, g)| g * ((i % 41) as f64 - 20.0).powi(2)).sum();
        assert!((greys.iter().sum::<f64>() - 100.0).abs() < 1e-9);
        assert!((second / 100.0 - 2.25).abs() < 0.01, "{second}");

        let (board, camera) = facing();
        let far = Camera { camera_from_world: crate::geometry::Pose::translation(9.0, 0.0, 1.0), ..camera };
        let background = Frame::filled(Region::whole(100, 90), 100);
        let exposure = Exposure { noise: 3.0, ..plain() };
        let picture = photograph(&board, &far, &exposure, &background, &mut ChaCha8Rng::seed_from_u64(2));
        let squares: f64 = picture.pixels().iter().map(|p| (f64::from(*p) - 100.0).powi(2)).sum();
        assert!(((squares / 9000.0).sqrt() - 3.0).abs() < 0.1);
    }
}
