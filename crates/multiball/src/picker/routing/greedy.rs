//! The nearest ball next.

use super::ball_tree::BallTree;
use super::{Floor, Tour};
use crate::picker::Place;

/// Always to the nearest ball that is left, home when full [paper 002, routing].
#[must_use]
pub fn greedy(floor: &Floor) -> Tour {
    let mut left = BallTree::new(floor.balls());
    let mut trips = Vec::new();
    loop {
        let mut at = Place::zeros();
        let mut trip = Vec::new();
        while trip.len() < floor.capacity() {
            let Some(ball) = left.nearest(&at, 1).next() else { break };
            left.take(ball);
            at = floor.balls()[ball];
            trip.push(ball);
        }
        if trip.is_empty() {
            return Tour::of(floor, trips);
        }
        trips.push(trip);
    }
}
