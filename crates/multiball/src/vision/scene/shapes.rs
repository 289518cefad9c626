//! Things that move, as shapes in the image: how much of a pixel they cover, and how bright they are there.

use std::cmp::Ordering;

use nalgebra::Matrix2;

use crate::geometry::{Basis, Vec3};
use crate::vision::{Camera, Vec2};

/// Nearer than this nothing is drawn, m: a lens sees no shape there.
const NEAREST_M: f64 = 0.1;
/// First and last column of all, and of none.
const EVERYWHERE: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];
const NOWHERE: [f64; 2] = [f64::INFINITY, f64::NEG_INFINITY];

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

    fn places(&self) -> impl Iterator<Item = Vec2> + use<> {
        let Self { middle, first, second, places } = *self;
        let step = 1.0 / f64::from(places);
        (0..places).map(move |i| {
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
    /// Carries an offset from the middle, px, to the unit circle.
    to_circle: Matrix2<f64>,
    /// Half of the box around the resting ellipse, px.
    reach: Vec2,
    /// Half a pixel on the unit circle, at most.
    half_pixel: f64,
}

impl Ellipse {
    fn new(streak: Streak, from_circle: Matrix2<f64>) -> Option<Self> {
        let reach = Vec2::new(from_circle.row(0).norm(), from_circle.row(1).norm());
        let to_circle = from_circle.try_inverse()?;
        (reach.iter().all(|r| *r > 1e-3) && streak.middle.iter().all(|c| c.is_finite())).then_some(Self {
            streak,
            to_circle,
            reach,
            half_pixel: to_circle.norm() / 2.0,
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

    /// Place on the unit circle of a pixel, with the shape in the middle of its path.
    pub(super) fn on_circle(&self, pixel: &Vec2) -> Vec2 {
        self.to_circle * (pixel - self.streak.middle)
    }

    /// Share of the exposure and of the pixel that the shape covers, and the mean over it of `shade` on the unit circle.
    pub(super) fn cover(&self, pixel: &Vec2, shade: impl Fn(&Vec2) -> f64) -> (f64, f64) {
        let (mut covered, mut shaded) = (0.0, 0.0);
        for place in self.streak.places() {
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

    /// Share of a pixel inside the ellipse: its distance from the rim, cut to half a pixel on both sides.
    fn share(&self, on_circle: &Vec2) -> f64 {
        let size = on_circle.norm();
        // Clearly inside or outside: most places, without a second root.
        if (size - 1.0).abs() > self.half_pixel {
            return if size < 1.0 { 1.0 } else { 0.0 };
        }
        if size < 1e-9 {
            return 1.0;
        }
        let slope = self.to_circle.tr_mul(on_circle).norm() / size;
        (0.5 + (1.0 - size) / slope).clamp(0.0, 1.0)
    }

    fn bounds(&self) -> [f64; 4] {
        let reach = self.reach + self.streak.half() + Vec2::new(1.0, 1.0);
        let low = self.streak.middle - reach;
        let high = self.streak.middle + reach;
        [low.x, low.y, high.x, high.y]
    }
}

/// The middle of a sphere's silhouette, and the derivative of pixels by the plane z = 1 there. It lies farther out than
/// the image of the sphere's centre by the factor z² / (z² - r²): with r = 20 mm at 4 m and 640 px from the axis, 0.016 px.
fn silhouette_centre(camera: &Camera, centre: &Vec3, radius: f64) -> Option<(Vec2, Matrix2<f64>)> {
    let c = camera.in_camera(centre);
    if (c.z - radius).partial_cmp(&NEAREST_M) != Some(Ordering::Greater) {
        return None;
    }
    let plane = Vec2::new(c.x, c.y) * (c.z / (c.z * c.z - radius * radius));
    let (pixel, derivative) = camera.lens.project_with_derivative(&plane.push(1.0))?;
    Some((pixel, derivative.fixed_columns::<2>(0).into_owned()))
}

/// A limb's image: a strip with round ends that grows linearly from one end to the other and moves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Capsule {
    ends: [Vec2; 2],
    radii: [f64; 2],
    /// Motion of the ends during the exposure, px.
    moves: [Vec2; 2],
    places: u32,
}

impl Capsule {
    const STEP_PX: f64 = 1.0;
    const MOST_PLACES: f64 = 12.0;

    pub(super) fn new(camera: &Camera, ends: &[Vec3; 2], radii: &[f64; 2], paths: &[Vec3; 2]) -> Option<Self> {
        let project = |point: &Vec3| {
            let range = camera.in_camera(point);
            (range.z > NEAREST_M)
                .then(|| camera.project(point).map(|pixel| (pixel, camera.lens.focal_px.x / range.z)))?
        };
        let mut capsule = Self { ends: [Vec2::zeros(); 2], radii: [0.0; 2], moves: [Vec2::zeros(); 2], places: 1 };
        for end in 0..2 {
            let (pixel, scale) = project(&ends[end])?;
            let (before, after) = (ends[end] - paths[end] / 2.0, ends[end] + paths[end] / 2.0);
            capsule.ends[end] = pixel;
            capsule.radii[end] = radii[end] * scale;
            capsule.moves[end] = project(&after)?.0 - project(&before)?.0;
        }
        let longest = capsule.moves[0].norm().max(capsule.moves[1].norm());
        capsule.places = (longest / Self::STEP_PX).ceil().clamp(1.0, Self::MOST_PLACES) as u32;
        capsule.ends.iter().all(|end| end.iter().all(|c| c.is_finite())).then_some(capsule)
    }

    /// As [`Ellipse::cover`]: the place on the unit circle is that on the limb's cross section.
    pub(super) fn cover(&self, pixel: &Vec2, shade: impl Fn(&Vec2) -> f64) -> (f64, f64) {
        // Far from the rim in the middle of the exposure is inside or outside all the time.
        let (depth, across) = self.depth(pixel, 0.0);
        if depth.abs() > self.margin() {
            return if depth > 0.0 { (1.0, shade(&across)) } else { (0.0, 0.0) };
        }
        let (mut covered, mut shaded) = (0.0, 0.0);
        for i in 0..self.places {
            let s = (f64::from(i) + 0.5) / f64::from(self.places) - 0.5;
            let (depth, across) = self.depth(pixel, s);
            let share = (0.5 + depth).clamp(0.0, 1.0);
            if share > 0.0 {
                covered += share;
                shaded += share * shade(&across);
            }
        }
        let mean = if covered > 0.0 { shaded / covered } else { 0.0 };
        (covered / f64::from(self.places), mean)
    }

    /// How far inside the rim a pixel is, px, and its place on the unit circle of the cross section.
    fn depth(&self, pixel: &Vec2, s: f64) -> (f64, Vec2) {
        let from = self.ends[0] + self.moves[0] * s;
        let along = self.ends[1] + self.moves[1] * s - from;
        let square = along.norm_squared();
        let way = if square > 0.0 { ((pixel - from).dot(&along) / square).clamp(0.0, 1.0) } else { 0.0 };
        let radius = self.radii[0] + (self.radii[1] - self.radii[0]) * way;
        let offset = pixel - (from + along * way);
        (radius - offset.norm(), offset / radius.max(1e-3))
    }

    /// Distance from the rim beyond which a pixel is inside or outside all through the exposure, px.
    fn margin(&self) -> f64 {
        1.0 + self.moves[0].norm().max(self.moves[1].norm()) / 2.0
    }

    /// The part of a row that lies inside all through the exposure, between the round ends.
    pub(super) fn inside(&self, row: f64) -> Strip {
        self.strip(row, -self.margin())
    }

    /// First and last column of a row that it may touch, px: of the strip between its ends, and of both ends.
    fn touched(&self, row: f64) -> [f64; 2] {
        let room = self.margin();
        let ends = [0, 1].map(|end| {
            let (radius, down) = (self.radii[end] + room, row - self.ends[end].y);
            let half = (radius * radius - down * down).sqrt();
            // Not a number where the row passes it by: both comparisons below then leave it out.
            [self.ends[end].x - half, self.ends[end].x + half]
        });
        let strip = Some(self.strip(row, room).columns).filter(|[first, last]| first <= last);
        ends.into_iter()
            .chain(strip)
            .fold(NOWHERE, |[first, last], columns| [first.min(columns[0]), last.max(columns[1])])
    }

    /// The part of a row within the strip between its ends, `room` wider on both sides, px.
    fn strip(&self, row: f64, room: f64) -> Strip {
        let [from, to] = self.ends;
        let along = to - from;
        let length = along.norm().max(1e-9);
        let (axis, down) = (along / length, row - from.y);
        let across = Vec2::new(-axis.y, axis.x);
        let way = Linear { at_zero: (down * axis.y - from.x * axis.x) / length, slope: axis.x / length };
        let grow = self.radii[1] - self.radii[0];
        let radius = Linear { at_zero: self.radii[0] + grow * way.at_zero, slope: grow * way.slope };
        let offset = Linear { at_zero: down * across.y - from.x * across.x, slope: across.x };
        let rim = |side: f64| Linear {
            at_zero: radius.at_zero + room + side * offset.at_zero,
            slope: radius.slope + side * offset.slope,
        };
        let rest = Linear { at_zero: 1.0 - way.at_zero, slope: -way.slope };
        // A limb without length is a ball: there is nothing between its ends.
        let mut columns = if along.norm() > 1e-6 { EVERYWHERE } else { NOWHERE };
        for line in [rim(-1.0), rim(1.0), way, rest] {
            let [first, last] = line.where_positive();
            columns = [columns[0].max(first), columns[1].min(last)];
        }
        Strip { columns, across, offset, radius }
    }

    fn bounds(&self) -> [f64; 4] {
        let reach = |end: usize| self.moves[end].abs() / 2.0 + Vec2::repeat(self.radii[end] + 1.0);
        let low = (self.ends[0] - reach(0)).inf(&(self.ends[1] - reach(1)));
        let high = (self.ends[0] + reach(0)).sup(&(self.ends[1] + reach(1)));
        [low.x, low.y, high.x, high.y]
    }
}

/// A number that grows evenly along a row.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Linear {
    at_zero: f64,
    slope: f64,
}

impl Linear {
    fn at(&self, column: f64) -> f64 {
        self.at_zero + self.slope * column
    }

    /// The columns where it is not negative.
    fn where_positive(&self) -> [f64; 2] {
        let root = -self.at_zero / self.slope;
        match self.slope.partial_cmp(&0.0) {
            Some(Ordering::Greater) => [root, f64::INFINITY],
            Some(Ordering::Less) => [f64::NEG_INFINITY, root],
            _ if self.at_zero >= 0.0 => EVERYWHERE,
            _ => NOWHERE,
        }
    }
}

/// The part of a row between a limb's ends: there its distance from the axis and the limb's radius grow evenly.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Strip {
    /// First and last column, px; the first is behind the last when there are none.
    pub(super) columns: [f64; 2],
    /// The direction in which the distance from the axis is counted.
    pub(super) across: Vec2,
    offset: Linear,
    radius: Linear,
}

impl Strip {
    /// Distance from the axis as a share of the radius.
    #[inline(always)]
    pub(super) fn share(&self, column: f64) -> f64 {
        self.offset.at(column) / self.radius.at(column)
    }
}

/// A shape of either kind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Shape {
    Ellipse(Ellipse),
    Capsule(Capsule),
}

impl Shape {
    pub(super) fn cover(&self, pixel: &Vec2, shade: impl Fn(&Vec2) -> f64) -> (f64, f64) {
        match self {
            Self::Ellipse(ellipse) => ellipse.cover(pixel, shade),
            Self::Capsule(capsule) => capsule.cover(pixel, shade),
        }
    }

    /// First and last column that it may touch in a row, px.
    pub(super) fn columns(&self, row: f64) -> [f64; 2] {
        match self {
            Self::Ellipse(_) => EVERYWHERE,
            Self::Capsule(capsule) => capsule.touched(row),
        }
    }

    /// First and last column and row that it may touch, px.
    pub(super) fn bounds(&self) -> [f64; 4] {
        match self {
            Self::Ellipse(ellipse) => ellipse.bounds(),
            Self::Capsule(capsule) => capsule.bounds(),
        }
    }
}
