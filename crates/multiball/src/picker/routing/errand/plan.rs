//! The answer to an errand.

use crate::geometry::portable::atan2;
use crate::geometry::wrapped;
use crate::picker::{Place, Stance};

/// Trips: the first from where the robot is, the others from home; each ends at home.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Numbers of balls, from 0, in the order in which they are collected. The first trip may be empty: straight home.
    pub trips: Vec<Vec<usize>>,
    /// Length of the whole way, m.
    pub length_m: f64,
    /// What is turned on it: at the beginning, at each ball, and at home between trips, rad.
    pub turning_rad: f64,
    /// Length and turning together as the errand counts them, m.
    pub cost_m: f64,
}

/// Length (m) and turning (rad) of a way over places. The robot turns on the spot towards each; it keeps its heading where the next place is the one
/// where it is.
pub(in crate::picker::routing) fn measured(start: &Stance, places: impl Iterator<Item = Place>) -> (f64, f64) {
    let (mut at, mut heading) = (start.place, start.heading);
    let (mut length, mut turning) = (0.0, 0.0);
    for place in places {
        let to = place - at;
        let leg = to.norm();
        if leg > 0.0 {
            let direction = atan2(to.y, to.x);
            turning += wrapped(direction - heading).abs();
            length += leg;
            (at, heading) = (place, direction);
        }
    }
    (length, turning)
}
