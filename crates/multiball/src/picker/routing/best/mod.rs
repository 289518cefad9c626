//! The shortest trips that can be found in the time: hybrid genetic search, on parts of the floor where there are many
//! balls.

mod local;
mod long_trip;
mod part;
mod parts;
mod population;
mod savings;
mod search;
mod split;
mod state;
mod swap;

use self::part::{Node, Part};
use self::parts::Parts;
use self::population::Sizes;
use self::search::Search;
use super::{Floor, Tour};
use crate::optimise::Stop;

/// Greatest number of balls that are searched as a whole.
const WHOLE: usize = 120;
/// Number of neighbours of each ball with which moves are tried.
const NEIGHBOURS: usize = 20;
const SIZES: Sizes = Sizes { least: 25, more: 40, elite: 4, close: 5 };
/// Number of random first solutions.
const FIRSTS: usize = 100;

/// The shortest trips found until the search is to stop; costs are lengths, m. There is always an answer.
///
/// It depends on the seed and on how many steps are made, on nothing else.
#[must_use]
pub fn best(floor: &Floor, seed: u64, stop: &Stop<'_>) -> Tour {
    let mut countdown = stop.countdown();
    best_while(floor, seed, &mut |length_m| countdown.goes_on(length_m))
}

/// The shortest trips found until `go_on` returns false; it receives the length so far, m, and is never called before
/// there is an answer.
pub(super) fn best_while(floor: &Floor, seed: u64, go_on: &mut dyn FnMut(f64) -> bool) -> Tour {
    let trips = savings::savings(floor);
    if floor.balls().len() < 2 {
        return Tour::of(floor, trips);
    }
    if floor.balls().len() > WHOLE {
        let mut parts = Parts::new(floor, trips, seed);
        while go_on(parts.length_m()) {
            parts.improve_one();
        }
        return Tour::of(floor, parts.into_trips());
    }
    let part = Part::new(floor, 0..floor.balls().len(), NEIGHBOURS);
    let mut search = Search::new(&part, SIZES, FIRSTS, seed);
    let known: Vec<Vec<Node>> = trips.iter().map(|trip| trip.iter().map(|ball| *ball as Node + 1).collect()).collect();
    search.educate(&known);
    let length = |search: &Search| search.best().map_or(f64::INFINITY, |best| best.length);
    while go_on(length(&search)) {
        search.make_one();
    }
    let found = search
        .best()
        .map(|best| best.trips.iter().map(|trip| trip.iter().map(|node| usize::from(*node) - 1).collect()).collect());
    Tour::of(floor, found.unwrap_or(trips))
}
