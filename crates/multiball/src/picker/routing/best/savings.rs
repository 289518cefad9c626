//! A first solution: trips that are joined where it saves most [Clarke and Wright 1964].

use crate::picker::Point2;
use crate::picker::routing::Floor;
use crate::picker::routing::ball_tree::BallTree;

/// Number of neighbours of each ball with which joins are tried.
const NEIGHBOURS: usize = 40;

/// Trips that are joined at their ends as long as it saves length and the robot holds the balls.
pub(super) fn savings(floor: &Floor) -> Vec<Vec<usize>> {
    let count = floor.balls().len();
    let mut trips: Vec<Vec<usize>> = (0..count).map(|ball| vec![ball]).collect();
    let mut trip_of: Vec<usize> = (0..count).collect();
    for (one, other) in joins(floor) {
        let (a, b) = (trip_of[one], trip_of[other]);
        let is_end = |trip: usize, ball: usize| trips[trip].first() == Some(&ball) || trips[trip].last() == Some(&ball);
        let fits = a != b && trips[a].len() + trips[b].len() <= floor.capacity();
        if !fits || !is_end(a, one) || !is_end(b, other) {
            continue;
        }
        let mut second = std::mem::take(&mut trips[b]);
        if trips[a].last() != Some(&one) {
            trips[a].reverse();
        }
        if second.first() != Some(&other) {
            second.reverse();
        }
        second.iter().for_each(|ball| trip_of[*ball] = a);
        trips[a].extend(second);
    }
    trips.retain(|trip| !trip.is_empty());
    trips
}

/// Pairs of balls whose trips to join saves something, those that save most first.
fn joins(floor: &Floor) -> Vec<(usize, usize)> {
    let balls = floor.balls();
    let near = near(balls);
    let home: Vec<f64> = (0..balls.len()).map(|ball| floor.distance(None, Some(ball))).collect();
    let saved = |one: usize, other: usize| home[one] + home[other] - floor.distance(Some(one), Some(other));
    let pairs = near.iter().enumerate().flat_map(|(one, others)| others.iter().map(move |other| (one, *other)));
    let mut joins: Vec<(f64, usize, usize)> = pairs.map(|(one, other)| (saved(one, other), one, other)).collect();
    joins.retain(|(saved, ..)| *saved > 0.0);
    joins.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    joins.into_iter().map(|(_, one, other)| (one, other)).collect()
}

/// Neighbours of each ball.
fn near(balls: &[Point2]) -> Vec<Vec<usize>> {
    let tree = BallTree::new(balls);
    let others = |ball: usize| tree.nearest(&balls[ball], NEIGHBOURS + 1).filter(|other| *other != ball).collect();
    (0..balls.len()).map(others).collect()
}
