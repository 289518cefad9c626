//! A room with upright walls.

use super::ground::Ground;
use crate::geometry::Vec3;

/// The walls around a hall, upright and along the axes. They have no end upwards, and stand beyond the table and the
/// net by more than a ball.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Room {
    /// Least x and y inside, m.
    pub low: [f64; 2],
    /// Highest x and y inside, m.
    pub high: [f64; 2],
}

/// One wall of a room.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Wall {
    /// The axis it is square to: 0 for x, 1 for y.
    axis: usize,
    /// Where it stands along this axis, m.
    at: f64,
    /// The sign of the axis on the side of the room.
    inward: f64,
}

/// Gap left between a wall and a ball that goes on along the floor, m: a motion that starts on a bound would not be
/// seen to cross it.
const HAIR_M: f64 = 1e-12;

impl Room {
    /// A room of a length along x and a width along y, the table in its middle.
    #[must_use]
    pub const fn centred(length: f64, width: f64) -> Self {
        Self { low: [-length / 2.0, -width / 2.0], high: [length / 2.0, width / 2.0] }
    }

    /// The four walls.
    pub(super) fn walls(&self) -> impl Iterator<Item = Wall> + use<> {
        let Self { low, high } = *self;
        [0, 1].into_iter().flat_map(move |axis| {
            [Wall { axis, at: low[axis], inward: 1.0 }, Wall { axis, at: high[axis], inward: -1.0 }]
        })
    }

    /// Whether a ball anywhere in the box between two corners could touch a wall.
    #[inline]
    pub(super) fn could_touch(&self, (low, high): &(Vec3, Vec3), radius: f64) -> bool {
        (0..2).any(|axis| low[axis] - radius <= self.low[axis] || high[axis] + radius >= self.high[axis])
    }

    /// Depth by which a ball reaches into a wall, m; negative when it touches none.
    pub(super) fn depth(&self, position: &Vec3, radius: f64) -> f64 {
        self.walls().map(|wall| radius - wall.distance(position)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The position, moved a tiny distance inwards where the ball touches a wall or, by rounding, overlaps it.
    pub(super) fn inside(&self, mut position: Vec3, radius: f64) -> Vec3 {
        for wall in self.walls() {
            let missing = radius + HAIR_M - wall.distance(&position);
            position[wall.axis] += wall.inward * missing.max(0.0);
        }
        position
    }

    /// When a ball that slides or rolls first meets a wall, and the wall's normal.
    pub(super) fn met_by(&self, ground: &Ground, radius: f64) -> Option<(f64, Vec3)> {
        let meetings = self.walls().filter_map(|wall| {
            let met_s = ground.reaches(wall.axis, wall.at + wall.inward * radius)?;
            Some((met_s, wall.normal()))
        });
        meetings.min_by(|a, b| a.0.total_cmp(&b.0))
    }
}

impl Wall {
    /// Distance of a point in the room from the wall, m.
    #[inline]
    pub(super) fn distance(&self, point: &Vec3) -> f64 {
        self.inward * (point[self.axis] - self.at)
    }

    /// Unit vector into the room.
    #[inline]
    pub(super) fn normal(&self) -> Vec3 {
        let mut normal = Vec3::zeros();
        normal[self.axis] = self.inward;
        normal
    }
}
