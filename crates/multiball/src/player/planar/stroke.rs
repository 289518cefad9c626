//! A stroke: the racket at the hit, the plan that leads there, and why there may be none.

use super::measurement::PlanarMeasurement;
use crate::geometry::portable;
use crate::motion::JointMotion;

/// Racket centre, unit normal and speed along it, in the player's plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RacketAtHit {
    /// Centre of the face, m.
    pub u: f64,
    /// Height of the centre, m.
    pub z: f64,
    /// Unit normal (u, z), towards the ball.
    pub normal: (f64, f64),
    /// Speed along the normal, m/s.
    pub speed: f64,
}

impl RacketAtHit {
    /// The same stroke with its face turned by an angle (rad) and its speed changed by a factor: what an imperfect
    /// arm makes of it. The racket turns about the point where it meets the ball.
    #[must_use]
    pub fn disturbed(&self, turn: f64, factor: f64, ball_radius: f64) -> Self {
        let (sin, cos) = portable::sin_cos(turn);
        let (nu, nz) = self.normal;
        let normal = (cos * nu - sin * nz, sin * nu + cos * nz);
        Self {
            u: self.u + ball_radius * (nu - normal.0),
            z: self.z + ball_radius * (nz - normal.1),
            normal,
            speed: self.speed * factor,
        }
    }
}

/// A stroke that the player has decided on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StrokePlan {
    /// The ball just after its bounce on this side.
    pub bounced: PlanarMeasurement,
    /// The ball where it will be hit, just before.
    pub ball: PlanarMeasurement,
    /// Its velocity just after (u, z), m/s.
    pub after: (f64, f64),
    /// The racket then.
    pub racket: RacketAtHit,
    /// The joints' motion to the hit.
    pub motion: JointMotion<3>,
    /// Where the ball should land, m from the net on the other side.
    pub target: f64,
    /// Choices refused before this one.
    pub rejections: Rejections,
}

/// How many choices were refused, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rejections {
    /// The ball would have touched the net.
    pub net: u64,
    /// No upward-opening or too slow a parabola, or it would bounce twice, or come too high or low for the other
    /// player.
    pub path: u64,
    /// The arm does not reach the racket pose.
    pub reach: u64,
    /// A joint would have had to be too fast.
    pub speed: u64,
    /// Racket or elbow would have touched the table.
    pub table: u64,
}

impl std::fmt::Display for Rejections {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { net, path, reach, speed, table } = self;
        write!(
            f,
            "{net} for the net, {path} for the path, {reach} for reach, {speed} for joint speed, {table} for the table"
        )
    }
}

impl Rejections {
    /// All together.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.net + self.path + self.reach + self.speed + self.table
    }

    /// Adds those of another stroke.
    pub fn add(&mut self, other: &Self) {
        self.net += other.net;
        self.path += other.path;
        self.reach += other.reach;
        self.speed += other.speed;
        self.table += other.table;
    }
}

/// Why there was no stroke.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum NoStroke {
    /// The ball is not going to bounce on this side.
    #[error("the ball will not bounce on this side")]
    NoBounce,
    /// The ball passes through no point where it may be hit.
    #[error("the ball passes through no point of the hitting zone")]
    NotInZone,
    /// Every choice was refused.
    #[error("every choice was refused: {0}")]
    AllRefused(Rejections),
}

impl NoStroke {
    /// The reason without its numbers.
    #[must_use]
    pub fn summary(&self) -> &'static str {
        match self {
            Self::NoBounce => "no bounce on this side expected",
            Self::NotInZone => "passes outside the hitting zone",
            Self::AllRefused(_) => "every choice was refused",
        }
    }
}

/// Why one choice was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refused {
    Net,
    Path,
    Reach,
    Speed,
    Table,
}

impl Refused {
    pub(super) fn count(self, rejections: &mut Rejections) -> &mut u64 {
        match self {
            Self::Net => &mut rejections.net,
            Self::Path => &mut rejections.path,
            Self::Reach => &mut rejections.reach,
            Self::Speed => &mut rejections.speed,
            Self::Table => &mut rejections.table,
        }
    }
}
