//! True state of the balls on the floor.

use crate::ball::{BallState, Ground, Physics, Room};
use crate::geometry::Vec3;
use crate::picker::Point2;

/// The surface on which balls roll, and the walls around it, in the frame of the floor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct FloorSurface {
    pub(super) physics: Physics,
    pub(super) room: Option<Room>,
}

/// A ball on the floor.
#[derive(Debug, Clone, Copy)]
pub(super) struct FloorBall {
    /// Its position, m.
    pub(super) place: Point2,
    /// Its rolling motion, while it rolls.
    rolling: Option<Ground>,
    /// When it meets a wall, s, and its rolling motion after that.
    wall: Option<(f64, Ground)>,
    /// Whether the robot is touching it: one touch gives the brush one chance.
    pub(super) touched: bool,
}

impl FloorBall {
    pub(super) fn at(place: Point2) -> Self {
        Self { place, rolling: None, wall: None, touched: false }
    }

    /// A ball that rolls onto the floor; its height does not matter.
    pub(super) fn coming(ball: &BallState, now_s: f64, surface: &FloorSurface) -> Self {
        let mut coming = Self::at(Point2::new(ball.position.x, ball.position.y));
        coming.roll(ball, now_s, surface);
        coming
    }

    /// Sets it rolling at a velocity, m/s.
    pub(super) fn push(&mut self, velocity: Point2, now_s: f64, surface: &FloorSurface) {
        let lying = Vec3::new(self.place.x, self.place.y, surface.physics.body.radius);
        let ball = BallState::new(lying, Vec3::new(velocity.x, velocity.y, 0.0), Vec3::zeros());
        self.roll(&ball, now_s, surface);
    }

    fn roll(&mut self, ball: &BallState, now_s: f64, surface: &FloorSurface) {
        let rolling = Ground::on_floor(now_s, ball, &surface.physics, surface.room.as_ref());
        self.wall = surface.room.and_then(|room| rolling.off_wall(&room, &surface.physics));
        self.rolling = Some(rolling);
    }

    /// Advances it to a time.
    pub(super) fn roll_to(&mut self, now_s: f64, surface: &FloorSurface) {
        while let Some((_, next)) = self.wall.filter(|(met_s, _)| *met_s <= now_s) {
            self.wall = surface.room.and_then(|room| next.off_wall(&room, &surface.physics));
            self.rolling = Some(next);
        }
        if let Some(ground) = &self.rolling {
            let state = ground.state_at(now_s);
            self.place = Point2::new(state.position.x, state.position.y);
            if now_s >= ground.end_s() {
                (self.rolling, self.wall) = (None, None);
            }
        }
    }
}
