//! Trips that clear the floor.

use super::Floor;

/// Trips that clear the floor: each ball once, none with more than the robot holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Tour {
    /// Numbers of balls, from 0, in the order in which they are collected.
    pub trips: Vec<Vec<usize>>,
    /// Length of all trips, m.
    pub length_m: f64,
}

impl Tour {
    /// Trips on a floor; empty ones are left out.
    #[must_use]
    pub(crate) fn of(floor: &Floor, mut trips: Vec<Vec<usize>>) -> Self {
        trips.retain(|trip| !trip.is_empty());
        let length_m = trips.iter().map(|trip| floor.trip_length(trip)).sum();
        Self { trips, length_m }
    }

    /// Whether every ball of a floor is collected once, and no trip collects more than the robot holds.
    #[must_use]
    pub fn clears(&self, floor: &Floor) -> bool {
        let mut collected = vec![false; floor.balls().len()];
        let fresh = |ball: &usize| collected.get_mut(*ball).is_some_and(|seen| !std::mem::replace(seen, true));
        let once = self.trips.iter().flatten().all(fresh);
        once && collected.iter().all(|seen| *seen) && self.trips.iter().all(|trip| trip.len() <= floor.capacity())
    }
}
