//! Balls on the floor, truly.

use crate::ball::{BallState, Ground, Physics, Room};
use crate::geometry::Vec3;
use crate::picker::Point2;

/// What balls roll on, and the walls around it, in the frame of the floor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Boards {
    pub(super) physics: Physics,
    pub(super) room: Option<Room>,
}

/// A ball on the floor.
#[derive(Debug, Clone, Copy)]
pub(super) struct FloorBall {
    /// Where it is, m.
    pub(super) place: Point2,
    /// How it rolls, while it does.
    rolling: Option<Ground>,
    /// When it meets a wall, s, and how it rolls from there on.
    wall: Option<(f64, Ground)>,
    /// It has been touched by the robot and not yet been left: one touch is one chance.
    pub(super) touched: bool,
}

impl FloorBall {
    pub(super) fn at(place: Point2) -> Self {
        Self { place, rolling: None, wall: None, touched: false }
    }

    /// A ball that comes rolling; its height does not matter.
    pub(super) fn coming(ball: &BallState, now_s: f64, boards: &Boards) -> Self {
        let mut coming = Self::at(Point2::new(ball.position.x, ball.position.y));
        coming.roll(ball, now_s, boards);
        coming
    }

    /// Sends it off, m/s.
    pub(super) fn push(&mut self, velocity: Point2, now_s: f64, boards: &Boards) {
        let lying = Vec3::new(self.place.x, self.place.y, boards.physics.body.radius);
        let ball = BallState::new(lying, Vec3::new(velocity.x, velocity.y, 0.0), Vec3::zeros());
        self.roll(&ball, now_s, boards);
    }

    fn roll(&mut self, ball: &BallState, now_s: f64, boards: &Boards) {
        let rolling = Ground::on_floor(now_s, ball, &boards.physics, boards.room.as_ref());
        self.wall = boards.room.and_then(|room| rolling.off_wall(&room, &boards.physics));
        self.rolling = Some(rolling);
    }

    /// Where it is at a time.
    pub(super) fn roll_to(&mut self, now_s: f64, boards: &Boards) {
        while let Some((_, next)) = self.wall.filter(|(met_s, _)| *met_s <= now_s) {
            self.wall = boards.room.and_then(|room| next.off_wall(&room, &boards.physics));
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
