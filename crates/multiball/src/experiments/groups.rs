//! Balls in random groups.

use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::{Exact, TooMany};
use crate::optimise::Stop;
use crate::picker::routing::{Floor, Tour};

/// How a group is collected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InGroup {
    /// The nearest ball of the group next.
    Greedy,
    /// In the shortest round.
    Shortest(Exact),
}

/// Why random groups have no tour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoTour {
    /// A group is too large for the method.
    #[error(transparent)]
    TooMany(TooMany),
    /// There was no time for all groups.
    #[error("the time was up after {done} of {groups} groups")]
    OutOfTime {
        /// Groups that were finished.
        done: usize,
        /// All groups.
        groups: usize,
    },
}

/// Random groups of as many balls as the robot holds, each collected for itself: what the paper compares its genetic
/// search with.
///
/// A group is a step. There is no cost before the last one: of `stop` only the number of steps and the caller's request
/// count.
///
/// # Errors
/// When groups are too large for the method, or `stop` ends it before the last group.
pub fn in_random_groups(floor: &Floor, how: InGroup, rng: &mut ChaCha8Rng, stop: &Stop<'_>) -> Result<Tour, NoTour> {
    let mut balls: Vec<usize> = (0..floor.balls().len()).collect();
    balls.shuffle(rng);
    if let InGroup::Shortest(exact) = how {
        exact.check(floor.capacity().min(balls.len())).map_err(NoTour::TooMany)?;
    }
    let trip = |group: &[usize]| match how {
        InGroup::Greedy => nearest_first(floor, group),
        InGroup::Shortest(exact) => exact.shortest(floor, group),
    };
    let groups = balls.chunks(floor.capacity());
    let mut trips = Vec::with_capacity(groups.len());
    let mut countdown = stop.countdown();
    for group in groups.clone() {
        if !countdown.goes_on(f64::INFINITY) {
            return Err(NoTour::OutOfTime { done: trips.len(), groups: groups.len() });
        }
        trips.push(trip(group));
    }
    Ok(Tour::of(floor, trips))
}

fn nearest_first(floor: &Floor, group: &[usize]) -> Vec<usize> {
    let mut order = group.to_vec();
    let mut at = None;
    for done in 0..order.len() {
        let away = |ball: &usize| floor.distance(at, Some(*ball));
        let nearest = (done..order.len()).min_by(|a, b| away(&order[*a]).total_cmp(&away(&order[*b])));
        order.swap(done, nearest.unwrap_or(done));
        at = Some(order[done]);
    }
    order
}
