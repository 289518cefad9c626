//! Round things that move, as ellipses in the image: how much of a pixel they cover, and how bright they are there.

use std::cmp::Ordering;
use std::ops::Range;

use nalgebra::Matrix2;

use super::capsule::NEAREST_M;
use crate::geometry::{Basis, Vec3};
use crate::vision::{Camera, Vec2};

/// Where a shape's middle is during the exposure: mid + first·s + second·s² with s from -½ to ½, px.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Streak {
    pub(super) middle: Vec2,
    first: Vec2,
    second: Vec2,
    /// Number of places that are averaged.
    places: u32,
}

impl Streak {
    /// Greatest step between two places, px.
    const STEP_PX: f64 = 0.25;
    const MOST_PLACES: f64 = 400.0;

    fn new(start: Vec2, middle: Vec2, end: Vec2) -> Self {
        let places = ((end - start).norm() / Self::STEP_PX).ceil().clamp(1.0, Self::MOST_PLACES) as u32;
        Self { middle, first: end - start, second: (start + end - middle * 2.0) * 2.0, places }
    }

    fn still(middle: Vec2) -> Self {
        Self { middle, first: Vec2::zeros(), second: Vec2::zeros(), places: 1 }
    }

    /// Some of the places, by their numbers.
    #[inline(always)]
    fn places(&self, numbers: Range<u32>) -> impl Iterator<Item = Vec2> + use<> {
        let Self { middle, first, second, places } = *self;
        let step = 1.0 / f64::from(places);
        numbers.map(move |i| {
            let s = (f64::from(i) + 0.5) * step - 0.5;
            middle + first * s + second * (s * s)
        })
    }

    /// Half of the box around it.
    fn half(&self) -> Vec2 {
        (self.first.abs() + self.second.abs()) / 2.0
    }
}

/// A round thing's image: an ellipse that moves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Ellipse {
    pub(super) streak: Streak,
    /// Maps an offset from the middle, px, to the unit circle.
    to_circle: Matrix2<f64>,
    /// Half of the box around the resting ellipse, px.
    reach: Vec2,
    /// Squares of the distances from the middle of the unit circle within and beyond which no pixel meets the rim.
    inside: f64,
    outside: f64,
    /// The streak's first term on the unit circle, its square, and how far from its line it may still matter.
    motion: Vec2,
    motion_square: f64,
    reach_on_circle: f64,
}

impl Ellipse {
    fn new(streak: Streak, from_circle: Matrix2<f64>) -> Option<Self> {
        let reach = Vec2::new(from_circle.row(0).norm(), from_circle.row(1).norm());
        let to_circle = from_circle.try_inverse()?;
        let half_pixel = to_circle.norm() / 2.0;
        let motion = to_circle * streak.first;
        let [nearest, farthest] = [(1.0 - half_pixel).max(1e-9), 1.0 + half_pixel];
        (reach.iter().all(|r| *r > 1e-3) && streak.middle.iter().all(|c| c.is_finite())).then_some(Self {
            streak,
            to_circle,
            reach,
            inside: nearest * nearest,
            outside: farthest * farthest,
            motion,
            motion_square: motion.norm_squared().max(1e-12),
            reach_on_circle: farthest + (to_circle * streak.second).norm() / 4.0,
        })
    }

    /// The image of a sphere. Its silhouette is exact for a lens without distortion: the directions d with
    /// (d·c)² = (|c|² - r²) |d|² around its centre c. Distortion acts linearly over the size of the ball.
    pub(super) fn sphere(camera: &Camera, centre: &Vec3, radius: f64, path: &Vec3) -> Option<Self> {
        let [start, middle, end] = [-0.5, 0.0, 0.5].map(|s| silhouette_centre(camera, &(centre + path * s), radius));
        let ((middle, by_plane), c) = (middle?, camera.in_camera(centre));
        let streak = match (start, end) {
            (Some((start, _)), Some((end, _))) => Streak::new(start, middle, end),
            _ => Streak::still(middle),
        };
        let beyond = c.norm_squared() - radius * radius;
        let flat = Vec2::new(c.x, c.y);
        let depth = c.z * c.z - radius * radius;
        // On the plane z = 1: offsets w from the middle of the silhouette obey wᵀ (k I - f fᵀ) w = value.
        let value = radius * radius * beyond / depth;
        let shape = (Matrix2::identity() * beyond - flat * flat.transpose()) / value;
        let upper = shape.cholesky()?.l().transpose();
        Self::new(streak, by_plane * upper.try_inverse()?)
    }

    /// The image of a flat disc with a normal; still.
    pub(super) fn disc(camera: &Camera, centre: &Vec3, radius: f64, normal: &Vec3) -> Option<Self> {
        if camera.in_camera(centre).z < NEAREST_M + radius {
            return None;
        }
        let (middle, by_point) = camera.project_with_derivative(centre)?;
        let plane = Basis::from_normal(*normal);
        let [first, second] = [plane.x, plane.y].map(|axis| by_point * axis * radius);
        Self::new(Streak::still(middle), Matrix2::from_columns(&[first, second]))
    }

    /// The same with its image sheared around its middle.
    pub(super) fn sheared(&self, shear: &Matrix2<f64>) -> Option<Self> {
        let Streak { middle, first, second, places } = self.streak;
        let streak = Streak { middle, first: shear * first, second: shear * second, places };
        Self::new(streak, shear * self.to_circle.try_inverse()?)
    }

    /// Place on the unit circle of a pixel, with the shape in the middle of its path.
    pub(super) fn on_circle(&self, pixel: &Vec2) -> Vec2 {
        self.to_circle * (pixel - self.streak.middle)
    }

    /// Share of the exposure and of the pixel that the shape covers, and the mean over it of `shade` on the unit
    /// circle.
    #[inline(always)]
    pub(super) fn cover(&self, pixel: &Vec2, shade: impl Fn(&Vec2) -> f64) -> (f64, f64) {
        let (mut covered, mut shaded) = (0.0, 0.0);
        for place in self.streak.places(self.numbers_near(pixel)) {
            let on_circle = self.to_circle * (pixel - place);
            let share = self.share(&on_circle);
            if share > 0.0 {
                covered += share;
                shaded += share * shade(&on_circle);
            }
        }
        let mean = if covered > 0.0 { shaded / covered } else { 0.0 };
        (covered / f64::from(self.streak.places), mean)
    }

    /// The places of the streak from which it may reach a pixel: on the unit circle the motion is nearly straight.
    #[inline(always)]
    fn numbers_near(&self, pixel: &Vec2) -> Range<u32> {
        let Streak { middle, places, .. } = self.streak;
        if places == 1 {
            return 0..1;
        }
        let there = self.to_circle * (pixel - middle);
        let along = there.dot(&self.motion) / self.motion_square;
        let aside = there - self.motion * along;
        let square = self.reach_on_circle * self.reach_on_circle - aside.norm_squared();
        if square < 0.0 {
            return 0..0;
        }
        let half = (square / self.motion_square).sqrt();
        // One place more at both ends: s = (number + ½) / places - ½.
        let number = |s: f64| (s + 0.5) * f64::from(places) - 0.5;
        let first = ((number(along - half) - 1.0).max(0.0) as u32).min(places);
        first..((number(along + half) + 2.0).max(0.0) as u32).clamp(first, places)
    }

    /// Share of a pixel inside the ellipse: its distance from the rim, cut to half a pixel on both sides.
    #[inline(always)]
    fn share(&self, on_circle: &Vec2) -> f64 {
        let square = on_circle.norm_squared();
        // Clearly inside or outside: most places, without a root.
        if square < self.inside || square > self.outside {
            return if square < 1.0 { 1.0 } else { 0.0 };
        }
        let size = square.sqrt();
        let slope = self.to_circle.tr_mul(on_circle).norm() / size;
        (0.5 + (1.0 - size) / slope).clamp(0.0, 1.0)
    }

    /// First and last column and row that it may touch, px.
    pub(super) fn bounds(&self) -> [f64; 4] {
        let reach = self.reach + self.streak.half() + Vec2::new(1.0, 1.0);
        let low = self.streak.middle - reach;
        let high = self.streak.middle + reach;
        [low.x, low.y, high.x, high.y]
    }
}

/// The middle of a sphere's silhouette, and the derivative of pixels by the plane z = 1 there. It lies farther out than
/// the image of the sphere's centre by the factor z² / (z² - r²): with r = 20 mm at 4 m and 640 px from the axis, 0.016
/// px.
fn silhouette_centre(camera: &Camera, centre: &Vec3, radius: f64) -> Option<(Vec2, Matrix2<f64>)> {
    let c = camera.in_camera(centre);
    if (c.z - radius).partial_cmp(&NEAREST_M) != Some(Ordering::Greater) {
        return None;
    }
    let plane = Vec2::new(c.x, c.y) * (c.z / (c.z * c.z - radius * radius));
    let (pixel, derivative) = camera.lens.project_with_derivative(&plane.push(1.0))?;
    Some((pixel, derivative.fixed_columns::<2>(0).into_owned()))
}
