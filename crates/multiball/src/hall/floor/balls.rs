//! Balls on the floor, truly.

use crate::ball::{BallState, Ground, Physics};
use crate::geometry::Vec3;
use crate::picker::Place;

/// A ball on the floor.
#[derive(Debug, Clone, Copy)]
pub(super) struct FloorBall {
    /// Where it is, m.
    pub(super) place: Place,
    /// How it rolls, while it does.
    rolling: Option<Ground>,
    /// It has been touched by the robot and not yet been left: one touch is one chance.
    pub(super) touched: bool,
}

impl FloorBall {
    pub(super) fn at(place: Place) -> Self {
        Self { place, rolling: None, touched: false }
    }

    /// Sends it off, m/s.
    pub(super) fn push(&mut self, velocity: Place, now_s: f64, physics: &Physics) {
        let lying = Vec3::new(self.place.x, self.place.y, physics.body.radius);
        let ball = BallState::new(lying, Vec3::new(velocity.x, velocity.y, 0.0), Vec3::zeros());
        self.rolling = Some(Ground::on_floor(now_s, &ball, physics));
    }

    /// Where it is at a time.
    pub(super) fn roll_to(&mut self, now_s: f64) {
        if let Some(ground) = &self.rolling {
            let state = ground.state_at(now_s);
            self.place = Place::new(state.position.x, state.position.y);
            if now_s >= ground.end_s() {
                self.rolling = None;
            }
        }
    }
}
