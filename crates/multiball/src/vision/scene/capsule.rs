//! Limbs that move, as strips with round ends in the image.

use super::spans::{EVERYWHERE, Linear, NOWHERE, Span, across_disc, shared};
use crate::geometry::Vec3;
use crate::vision::{Camera, Vec2};

/// Nearer than this nothing is drawn, m: a lens sees no shape there.
pub(super) const NEAREST_M: f64 = 0.1;

/// A limb's image: a strip with round ends that grows linearly from one end to the other and moves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Capsule {
    ends: [Vec2; 2],
    radii: [f64; 2],
    /// Motion of the ends during the exposure, px.
    moves: [Vec2; 2],
    /// Where its axis is during the exposure, at even intervals; how many of these count, and in the middle.
    axes: [Axis; Capsule::MOST_PLACES],
    places: usize,
    middle: Axis,
    /// Distance from the rim beyond which a pixel is inside or outside all through the exposure, px.
    margin: f64,
}

/// The line from one end to the other at one time.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Axis {
    from: Vec2,
    along: Vec2,
    square: f64,
}

/// A part of a row that lies inside a limb all through the exposure: its place on the unit circle of the cross section
/// is `fixed` + `direction` · offset / radius, the two at right angles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Core {
    pub(super) columns: Span,
    pub(super) direction: Vec2,
    pub(super) fixed: Vec2,
    pub(super) offset: Linear,
    pub(super) radius: Linear,
}

/// A row in coordinates along and across the limb's axis.
struct Crossing {
    /// Share of the distance from one end to the other.
    fraction: Linear,
    rest: Linear,
    /// Unit vector at right angles to the axis, and the distance along it.
    across: Vec2,
    offset: Linear,
    radius: Linear,
}

impl Capsule {
    const STEP_PX: f64 = 1.0;
    const MOST_PLACES: usize = 12;
    /// A limb shorter than this is a ball, px: there is nothing between its ends.
    const SHORTEST_PX: f64 = 1e-6;

    pub(super) fn new(camera: &Camera, ends: &[Vec3; 2], radii: &[f64; 2], paths: &[Vec3; 2]) -> Option<Self> {
        let project = |point: &Vec3| {
            let range = camera.in_camera(point);
            (range.z > NEAREST_M)
                .then(|| camera.project(point).map(|pixel| (pixel, camera.lens.focal_px.x / range.z)))?
        };
        let (mut pixels, mut radii_px, mut moves) = ([Vec2::zeros(); 2], [0.0; 2], [Vec2::zeros(); 2]);
        for end in 0..2 {
            let (pixel, scale) = project(&ends[end])?;
            let (before, after) = (ends[end] - paths[end] / 2.0, ends[end] + paths[end] / 2.0);
            pixels[end] = pixel;
            radii_px[end] = radii[end] * scale;
            moves[end] = project(&after)?.0 - project(&before)?.0;
        }
        let longest = moves[0].norm().max(moves[1].norm());
        let places = (longest / Self::STEP_PX).ceil().clamp(1.0, Self::MOST_PLACES as f64) as usize;
        let axis = |s: f64| {
            let from = pixels[0] + moves[0] * s;
            let along = pixels[1] + moves[1] * s - from;
            Axis { from, along, square: along.norm_squared() }
        };
        let capsule = Self {
            ends: pixels,
            radii: radii_px,
            moves,
            axes: std::array::from_fn(|i| axis((i as f64 + 0.5) / places as f64 - 0.5)),
            places,
            middle: axis(0.0),
            margin: 1.0 + longest / 2.0,
        };
        capsule.ends.iter().all(|end| end.iter().all(|c| c.is_finite())).then_some(capsule)
    }

    /// As [`super::ellipse::Ellipse::cover`]: the place on the unit circle is that on the limb's cross section.
    #[inline(always)]
    pub(super) fn cover(&self, pixel: &Vec2, shade: impl Fn(&Vec2) -> f64) -> (f64, f64) {
        // Far from the rim in the middle of the exposure is inside or outside all the time.
        let (depth, across) = self.depth(pixel, &self.middle);
        if depth.abs() > self.margin {
            return if depth > 0.0 { (1.0, shade(&across)) } else { (0.0, 0.0) };
        }
        if self.places == 1 {
            let share = (0.5 + depth).clamp(0.0, 1.0);
            return if share > 0.0 { (share, shade(&across)) } else { (0.0, 0.0) };
        }
        let (mut covered, mut shaded) = (0.0, 0.0);
        for axis in &self.axes[..self.places] {
            let (depth, across) = self.depth(pixel, axis);
            let share = (0.5 + depth).clamp(0.0, 1.0);
            if share > 0.0 {
                covered += share;
                shaded += share * shade(&across);
            }
        }
        let mean = if covered > 0.0 { shaded / covered } else { 0.0 };
        (covered / self.places as f64, mean)
    }

    /// How far inside the rim a pixel is, px, and its place on the unit circle of the cross section.
    #[inline(always)]
    fn depth(&self, pixel: &Vec2, Axis { from, along, square }: &Axis) -> (f64, Vec2) {
        let square = *square;
        let fraction = if square > 0.0 { ((pixel - from).dot(along) / square).clamp(0.0, 1.0) } else { 0.0 };
        let radius = self.radii[0] + (self.radii[1] - self.radii[0]) * fraction;
        let offset = pixel - (from + along * fraction);
        (radius - offset.norm(), offset / radius.max(1e-3))
    }

    /// The parts of a row that lie inside all through the exposure, from left to right: in the round ends and between
    /// them.
    pub(super) fn cores(&self, row: f64) -> [Core; 3] {
        let crossing = self.crossing(row);
        let between = Core {
            columns: self.between(&crossing, -self.margin),
            direction: crossing.across,
            fixed: Vec2::zeros(),
            offset: crossing.offset,
            radius: crossing.radius,
        };
        let is_ball = (self.ends[1] - self.ends[0]).norm() <= Self::SHORTEST_PX;
        let beyond = |line: &Linear| Linear { at_zero: -line.at_zero, slope: -line.slope }.where_positive();
        let first = self.end_core(0, row, if is_ball { EVERYWHERE } else { beyond(&crossing.fraction) });
        let second = self.end_core(1, row, if is_ball { NOWHERE } else { beyond(&crossing.rest) });
        if crossing.fraction.slope < 0.0 { [second, between, first] } else { [first, between, second] }
    }

    fn end_core(&self, end: usize, row: f64, beyond: Span) -> Core {
        let (radius, middle) = (self.radii[end], self.ends[end]);
        let down = row - middle.y;
        Core {
            columns: shared(across_disc(middle.x, radius - self.margin, down), beyond),
            direction: Vec2::x(),
            fixed: Vec2::new(0.0, down / radius.max(1e-3)),
            offset: Linear { at_zero: -middle.x, slope: 1.0 },
            radius: Linear { at_zero: radius.max(1e-3), slope: 0.0 },
        }
    }

    /// First and last column of a row that it may touch, px: of the strip between its ends, and of both ends.
    pub(super) fn touched(&self, row: f64) -> Span {
        let between = Some(self.between(&self.crossing(row), self.margin)).filter(|[first, last]| first <= last);
        let ends =
            [0, 1].map(|end| across_disc(self.ends[end].x, self.radii[end] + self.margin, row - self.ends[end].y));
        ends.into_iter().chain(between).fold(NOWHERE, |[first, last], part| [first.min(part[0]), last.max(part[1])])
    }

    fn crossing(&self, row: f64) -> Crossing {
        let [from, to] = self.ends;
        let along = to - from;
        let length = along.norm().max(1e-9);
        let (axis, down) = (along / length, row - from.y);
        let across = Vec2::new(-axis.y, axis.x);
        let fraction = Linear { at_zero: (down * axis.y - from.x * axis.x) / length, slope: axis.x / length };
        let grow = self.radii[1] - self.radii[0];
        Crossing {
            fraction,
            rest: Linear { at_zero: 1.0 - fraction.at_zero, slope: -fraction.slope },
            across,
            offset: Linear { at_zero: down * across.y - from.x * across.x, slope: across.x },
            radius: Linear { at_zero: self.radii[0] + grow * fraction.at_zero, slope: grow * fraction.slope },
        }
    }

    /// The columns within the strip between the ends, `margin` wider on both sides, px.
    fn between(&self, crossing: &Crossing, margin: f64) -> Span {
        if (self.ends[1] - self.ends[0]).norm() <= Self::SHORTEST_PX {
            return NOWHERE;
        }
        let Crossing { fraction, rest, offset, radius, .. } = crossing;
        let rim = |side: f64| Linear {
            at_zero: radius.at_zero + margin + side * offset.at_zero,
            slope: radius.slope + side * offset.slope,
        };
        let lines = [rim(-1.0), rim(1.0), *fraction, *rest];
        lines.iter().fold(EVERYWHERE, |span, line| shared(span, line.where_positive()))
    }

    /// First and last column and row that it may touch, px.
    pub(super) fn bounds(&self) -> [f64; 4] {
        let reach = |end: usize| self.moves[end].abs() / 2.0 + Vec2::repeat(self.radii[end] + 1.0);
        let low = (self.ends[0] - reach(0)).inf(&(self.ends[1] - reach(1)));
        let high = (self.ends[0] + reach(0)).sup(&(self.ends[1] + reach(1)));
        [low.x, low.y, high.x, high.y]
    }
}
