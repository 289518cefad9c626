//! Which balls, in which order, and where to steer for the next one.

use super::Believed;
use crate::picker::routing::{Floor, best};
use crate::picker::{Body, Place, Stance};

/// A ball, or home.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Stop {
    /// The ball's number in the map; none at home.
    pub(super) id: Option<u64>,
    pub(super) place: Place,
}

/// Lateral room that is kept to the brush's edge when corners are cut, m.
const EDGE: f64 = 0.05;

/// Where to steer for a ball when another stop comes after it: to that side of it, by as much as the brush is wide, so that the way to the next is shorter.
pub(super) fn aim_at(ball: &Place, from: &Stance, next: &Place, body: &Body) -> Place {
    let Some(ahead) = (ball - from.place).try_normalize(1e-9) else { return *ball };
    let left = Place::new(-ahead.y, ahead.x);
    let Some(onward) = (next - ball).try_normalize(1e-9) else { return *ball };
    let sideways = onward.dot(&left);
    let turn = if onward.dot(&ahead) < 0.0 { sideways.signum() } else { (2.0 * sideways).clamp(-1.0, 1.0) };
    ball + left * (turn * (body.brush_width / 2.0 - EDGE))
}

/// The next stops of a trip.
pub(super) fn plan(stance: &Stance, balls: &[Believed], room: usize, capacity: usize) -> Vec<Stop> {
    let home = Stop { id: None, place: Place::zeros() };
    if room == 0 || balls.is_empty() {
        return vec![home];
    }
    let _ = stance;
    let Ok(floor) = Floor::new(balls.iter().map(|ball| ball.place).collect(), capacity) else { return vec![home] };
    let mut steps = 0;
    let tour = best(&floor, 1, &mut |_| {
        steps += 1;
        steps < 200
    });
    let first = tour.trips.first().map_or(&[][..], |trip| &trip[..]);
    let stop = |ball: &usize| Stop { id: Some(balls[*ball].id), place: balls[*ball].place };
    first.iter().take(room).map(stop).chain([home]).collect()
}
