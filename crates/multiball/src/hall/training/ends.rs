//! The two ends of the table are alike: half a turn about the upright axis through its middle leads from one to the other.

use crate::ball::{BallState, RacketState};
use crate::court::Side;
use crate::geometry::Vec3;

/// A vector as the player at a side has it who believes to be at home; and back, for the turn is its own inverse.
#[inline]
pub(super) fn seen_from(side: Side, vector: &Vec3) -> Vec3 {
    match side {
        Side::Home => *vector,
        Side::Away => Vec3::new(-vector.x, -vector.y, vector.z),
    }
}

/// A ball, likewise.
pub(super) fn ball_from(side: Side, ball: &BallState) -> BallState {
    let BallState { position, velocity, spin } = ball;
    BallState::new(seen_from(side, position), seen_from(side, velocity), seen_from(side, spin))
}

/// A racket, likewise.
pub(super) fn racket_from(side: Side, racket: &RacketState) -> RacketState {
    let RacketState { center, normal, velocity, turning } = racket;
    RacketState {
        center: seen_from(side, center),
        normal: seen_from(side, normal),
        velocity: seen_from(side, velocity),
        turning: seen_from(side, turning),
    }
}
