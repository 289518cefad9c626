//! The nearest ball next.

use super::ball_tree::BallTree;
use super::{Floor, Tour};
use crate::picker::Point2;

/// Always to the nearest ball that is left, home when full [paper 002, routing].
#[must_use]
pub fn greedy(floor: &Floor) -> Tour {
    if floor.obstacles().is_some() {
        return around_obstacles(floor);
    }
    let mut left = BallTree::new(floor.balls());
    let mut trips = Vec::new();
    loop {
        let mut at = Point2::zeros();
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

/// The same where paths are not straight: all balls that are left are compared.
fn around_obstacles(floor: &Floor) -> Tour {
    let mut left: Vec<usize> = (0..floor.balls().len()).collect();
    let mut trips: Vec<Vec<usize>> = Vec::new();
    let mut at = None;
    while !left.is_empty() {
        let away = |slot: &usize| floor.distance(at, Some(left[*slot]));
        let Some(nearest) = (0..left.len()).min_by(|a, b| away(a).total_cmp(&away(b))) else { break };
        let ball = left.remove(nearest);
        match trips.last_mut().filter(|_| at.is_some()) {
            Some(trip) => trip.push(ball),
            None => trips.push(vec![ball]),
        }
        let full = trips.last().is_some_and(|trip| trip.len() == floor.capacity());
        at = (!full).then_some(ball);
    }
    Tour::of(floor, trips)
}
