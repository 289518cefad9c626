//! Frames by type: the world, a player's own view of it, and the picker's floor.
//!
//! The world's origin is the middle of the table's top, x points to the home end, z upwards. In a player's frame the
//! player is always at home: for the one at the away end the world is rotated by half a turn about z. The picker's
//! floor has its origin at the picker's home position, with the axes of the world.

use crate::ball::{BallEvent, BallState, RacketState};
use crate::court::Side;
use crate::geometry::{Pose, Vec3};
use crate::picker::{Point2, Pose2};

/// What can be rotated by half a turn about the vertical axis through the middle of the table.
///
/// The rotation is its own inverse, and its axis passes through the origin: positions and directions rotate alike.
pub trait HalfTurn {
    /// The same after half a turn.
    #[must_use]
    fn half_turned(&self) -> Self;
}

impl HalfTurn for Vec3 {
    #[inline]
    fn half_turned(&self) -> Self {
        Self::new(-self.x, -self.y, self.z)
    }
}

/// A position on the table or the floor, x and y.
impl HalfTurn for [f64; 2] {
    fn half_turned(&self) -> Self {
        self.map(|along| -along)
    }
}

impl HalfTurn for BallState {
    fn half_turned(&self) -> Self {
        self.from_other_end()
    }
}

impl HalfTurn for BallEvent {
    fn half_turned(&self) -> Self {
        Self { before: self.before.half_turned(), after: self.after.half_turned(), ..*self }
    }
}

impl HalfTurn for RacketState {
    fn half_turned(&self) -> Self {
        let Self { center, normal, velocity, turning, handle } = self;
        Self {
            center: center.half_turned(),
            normal: normal.half_turned(),
            velocity: velocity.half_turned(),
            turning: turning.half_turned(),
            handle: handle.as_ref().map(HalfTurn::half_turned),
        }
    }
}

/// A player's own frame, in which it plays at the home end.
///
/// ```
/// use multiball::court::Side;
/// use multiball::geometry::Vec3;
/// use multiball::hall::world_from_player;
///
/// let away = world_from_player(Side::Away);
/// let over_its_end_line = Vec3::new(1.37, 0.2, 0.3);
/// assert_eq!(away.to_world(&over_its_end_line), Vec3::new(-1.37, -0.2, 0.3));
/// assert_eq!(away.from_world(&away.to_world(&over_its_end_line)), over_its_end_line);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayerFrame {
    side: Side,
}

/// The frame of the player at a side.
#[must_use]
pub const fn world_from_player(side: Side) -> PlayerFrame {
    PlayerFrame { side }
}

impl PlayerFrame {
    /// Transforms from the player's frame to the world.
    #[must_use]
    #[inline]
    pub fn to_world<T: HalfTurn + Clone>(self, own: &T) -> T {
        match self.side {
            Side::Home => own.clone(),
            Side::Away => own.half_turned(),
        }
    }

    /// Transforms from the world to the player's frame.
    #[must_use]
    #[inline]
    pub fn from_world<T: HalfTurn + Clone>(self, world: &T) -> T {
        self.to_world(world)
    }

    /// The pose of the player's frame in the world.
    #[must_use]
    pub fn pose(self) -> Pose {
        match self.side {
            Side::Home => Pose::identity(),
            Side::Away => Pose::rotation(Vec3::z() * std::f64::consts::PI),
        }
    }
}

/// The picker's frame on the floor.
///
/// ```
/// use multiball::hall::world_from_floor;
/// use multiball::picker::Point2;
///
/// let floor = world_from_floor(Point2::new(-3.2, -2.3));
/// assert_eq!(floor.to_world(&Point2::new(1.0, 0.0)), Point2::new(-2.2, -2.3));
/// assert_eq!(floor.from_world(&Point2::new(-3.2, -2.3)), Point2::zeros());
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FloorFrame {
    home: Point2,
}

/// The frame of a picker whose home position in the world is `home`, m.
#[must_use]
pub const fn world_from_floor(home: Point2) -> FloorFrame {
    FloorFrame { home }
}

impl FloorFrame {
    /// Transforms a position on the floor to the world, m.
    #[must_use]
    pub fn to_world(self, place: &Point2) -> Point2 {
        place + self.home
    }

    /// Transforms a position in the world to the floor, m.
    #[must_use]
    pub fn from_world(self, place: &Point2) -> Point2 {
        place - self.home
    }

    /// Transforms a position on the floor to the world, at a height there, m.
    #[must_use]
    pub fn at_height(self, place: &Point2, z: f64) -> Vec3 {
        let place = self.to_world(place);
        Vec3::new(place.x, place.y, z)
    }

    /// Transforms a pose on the floor to the world.
    #[must_use]
    pub fn pose_to_world(self, pose: &Pose2) -> Pose2 {
        Pose2 { place: self.to_world(&pose.place), ..*pose }
    }

    /// Transforms a ball in the world to the floor; heights stay.
    #[must_use]
    pub fn ball_from_world(self, ball: &BallState) -> BallState {
        BallState { position: ball.position - Vec3::new(self.home.x, self.home.y, 0.0), ..*ball }
    }

    /// The picker's home position in the world, m.
    #[must_use]
    pub fn home(self) -> Point2 {
        self.home
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_there_and_back_again_is_where_one_was() {
        let ball = BallState::new(Vec3::new(0.3, -0.2, 0.4), Vec3::new(1.0, 2.0, 3.0), Vec3::new(-40.0, 5.0, 6.0));
        let racket = RacketState {
            center: ball.position,
            normal: Vec3::x(),
            velocity: ball.velocity,
            turning: Vec3::new(0.1, 0.2, 0.3),
            handle: Some(Vec3::y()),
        };
        for side in Side::BOTH {
            let frame = world_from_player(side);
            assert_eq!(frame.from_world(&frame.to_world(&ball)), ball);
            assert_eq!(frame.from_world(&frame.to_world(&racket)), racket);
            let turned = frame.pose() * nalgebra::Point3::from(ball.position);
            assert!((turned.coords - frame.to_world(&ball.position)).norm() < 1e-15);
        }
        let floor = world_from_floor(Point2::new(-3.0, 1.5));
        let place = Point2::new(0.7, -0.1);
        assert!((floor.from_world(&floor.to_world(&place)) - place).norm() < 1e-15);
        let lying = floor.ball_from_world(&BallState::new(floor.at_height(&place, 0.2), Vec3::x(), Vec3::zeros()));
        assert!((lying.position - Vec3::new(0.7, -0.1, 0.2)).norm() < 1e-15 && lying.velocity == Vec3::x());
    }
}
