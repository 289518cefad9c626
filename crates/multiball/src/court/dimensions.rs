//! Dimensions of table and net, and the two ends.

use serde::{Deserialize, Serialize};

use crate::ball::{BallState, Body, Surroundings};
use crate::geometry::{Cuboid, Vec3};

/// One end of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// x > 0.
    Home,
    /// x < 0.
    Away,
}

impl Side {
    /// Both sides, home first.
    pub const BOTH: [Self; 2] = [Self::Home, Self::Away];

    /// The side on which a point lies; the net's plane counts as home.
    #[must_use]
    pub fn of(x: f64) -> Self {
        if x >= 0.0 { Self::Home } else { Self::Away }
    }

    /// The other side.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Home => Self::Away,
            Self::Away => Self::Home,
        }
    }

    /// +1 for home, -1 for away: the sign of x on this side.
    #[must_use]
    pub fn sign(self) -> f64 {
        match self {
            Self::Home => 1.0,
            Self::Away => -1.0,
        }
    }

    /// 0 for home, 1 for away.
    #[must_use]
    pub fn index(self) -> usize {
        match self {
            Self::Home => 0,
            Self::Away => 1,
        }
    }
}

impl std::fmt::Display for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Home => "home",
            Self::Away => "away",
        })
    }
}

/// Sizes of table and net, m.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Court {
    /// Length of the table along x.
    pub table_length: f64,
    /// Width of the table along y.
    pub table_width: f64,
    /// Thickness of the slab. The rules leave it open; 25 mm is what competition tables have.
    pub table_thickness: f64,
    /// Height of the playing surface above the floor.
    pub table_height: f64,
    /// Height of the net above the table.
    pub net_height: f64,
    /// How far the net reaches beyond the table on each side.
    pub net_overhang: f64,
}

impl Court {
    /// The table of the rules.
    pub const STANDARD: Self = Self {
        table_length: 2.74,
        table_width: 1.525,
        table_thickness: 0.025,
        table_height: 0.76,
        net_height: 0.1525,
        net_overhang: 0.1525,
    };

    /// |x| of the end lines.
    #[must_use]
    pub fn end_line(&self) -> f64 {
        self.table_length / 2.0
    }

    /// |y| of the side lines.
    #[must_use]
    pub fn side_line(&self) -> f64 {
        self.table_width / 2.0
    }

    /// Length and width of the table over those of the rules: what stands or aims at shares of it scales with them.
    #[must_use]
    pub fn over_standard(&self) -> [f64; 2] {
        [self.table_length / Self::STANDARD.table_length, self.table_width / Self::STANDARD.table_width]
    }

    /// Whether a point lies above the table top.
    #[must_use]
    pub fn is_over_table(&self, point: &Vec3) -> bool {
        point.x.abs() <= self.end_line() && point.y.abs() <= self.side_line() && point.z >= 0.0
    }

    /// Whether a ball is above the table, or next to it, above its level and moving towards it.
    #[must_use]
    pub fn is_heading_for_table(&self, ball: &BallState) -> bool {
        let p = &ball.position;
        let beyond = |coordinate: f64, line: f64| (coordinate.abs() - line).max(0.0).copysign(coordinate);
        let (dx, dy) = (beyond(p.x, self.end_line()), beyond(p.y, self.side_line()));
        let leaving = dx * ball.velocity.x + dy * ball.velocity.y;
        p.z >= 0.0 && (self.is_over_table(p) || leaving < 0.0)
    }

    /// A ball that lies on the table as someone sweeps it off: it rolls at 1 m/s to the nearer side line, and over it.
    #[must_use]
    pub fn swept_off(&self, ball: &BallState, body: &Body) -> BallState {
        const SPEED: f64 = 1.0;
        let velocity = Vec3::y() * SPEED.copysign(ball.position.y);
        BallState { velocity, spin: Vec3::z().cross(&velocity) / body.radius, ..*ball }
    }

    /// The solids a ball can touch, without walls.
    #[must_use]
    pub fn surroundings(&self) -> Surroundings {
        let net_end = self.side_line() + self.net_overhang;
        Surroundings {
            table: Cuboid::between(
                Vec3::new(-self.end_line(), -self.side_line(), -self.table_thickness),
                Vec3::new(self.end_line(), self.side_line(), 0.0),
            ),
            net: Cuboid::between(Vec3::new(0.0, -net_end, 0.0), Vec3::new(0.0, net_end, self.net_height)),
            floor_z: -self.table_height,
            room: None,
        }
    }
}
