//! Many balls: a few neighbouring trips at a time are searched anew, until no such part becomes shorter [POPMUSIC,
//! Taillard and Voss 2002].

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::long_trip::LongTrip;
use super::part::{Node, Part};
use super::population::Sizes;
use super::search::Search;
use crate::optimise::Random;
use crate::picker::Point2;
use crate::picker::routing::Floor;

/// Initial number of balls of a part; where no part becomes shorter, it grows by half.
const FIRST_SIZE: usize = 60;
const NEIGHBOURS: usize = 15;
const SIZES: Sizes = Sizes { least: 10, more: 15, elite: 3, close: 3 };
/// Number of random first solutions; most children, and most in a row without a gain.
const FIRSTS: usize = 10;
const MOST_CHILDREN: usize = 60;
const PATIENCE: usize = 25;

/// Trips that are made shorter part by part.
pub(super) struct Parts<'f> {
    floor: &'f Floor,
    rng: ChaCha8Rng,
    trips: Vec<Trip<'f>>,
    size: usize,
    kicks: Random,
}

/// A trip, its centroid (m), its length (m), and whether a part around it may become shorter.
struct Trip<'f> {
    balls: Vec<usize>,
    middle: Point2,
    length_m: f64,
    hopeful: bool,
    /// Its search, where it is larger than a part.
    long: Option<Box<LongTrip<'f>>>,
}

impl<'f> Trip<'f> {
    fn new(floor: &'f Floor, balls: Vec<usize>) -> Self {
        let sum = balls.iter().fold(Point2::zeros(), |sum, ball| sum + floor.balls()[*ball]);
        let long = (balls.len() > Part::MOST).then(|| Box::new(LongTrip::new(floor, &balls)));
        let middle = sum / balls.len().max(1) as f64;
        Self { middle, length_m: floor.trip_length(&balls), balls, hopeful: true, long }
    }
}

impl<'f> Parts<'f> {
    pub(super) fn new(floor: &'f Floor, trips: Vec<Vec<usize>>, seed: u64) -> Self {
        let trips = trips.into_iter().map(|balls| Trip::new(floor, balls)).collect();
        let kicks = Random::seed_from_u64(seed);
        Self { floor, rng: ChaCha8Rng::seed_from_u64(seed), trips, size: FIRST_SIZE, kicks }
    }

    pub(super) fn length_m(&self) -> f64 {
        self.trips.iter().map(|trip| trip.length_m).sum()
    }

    pub(super) fn into_trips(self) -> Vec<Vec<usize>> {
        let balls = |trip: Trip| trip.long.map_or(trip.balls, |long| long.trip().collect());
        self.trips.into_iter().map(balls).collect()
    }

    /// Searches one part anew.
    pub(super) fn improve_one(&mut self) {
        let hopeful: Vec<usize> = (0..self.trips.len()).filter(|trip| self.trips[*trip].hopeful).collect();
        if hopeful.is_empty() {
            self.size = (self.size + self.size / 2).min(Part::MOST);
            self.trips.iter_mut().for_each(|trip| trip.hopeful = true);
            return;
        }
        let seed_trip = hopeful[self.rng.random_range(0..hopeful.len())];
        if let Some(long) = &mut self.trips[seed_trip].long {
            let gained = long.step(&mut self.kicks);
            self.trips[seed_trip].length_m -= gained;
            self.trips[seed_trip].hopeful = self.trips.len() == 1;
            return;
        }
        let chosen = self.around(seed_trip);
        let balls: Vec<usize> = chosen.iter().flat_map(|trip| self.trips[*trip].balls.iter().copied()).collect();
        match self.searched(&chosen, &balls) {
            Some(shorter) => self.replace(&chosen, shorter),
            None => self.trips[seed_trip].hopeful = false,
        }
    }

    /// The trips nearest to one, as many as make a part.
    fn around(&self, seed_trip: usize) -> Vec<usize> {
        let middle = self.trips[seed_trip].middle;
        let away = |trip: &usize| (self.trips[*trip].middle - middle).norm();
        let mut near: Vec<(f64, usize)> = (0..self.trips.len()).map(|trip| (away(&trip), trip)).collect();
        near.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut count = 0;
        let within = |trip: &usize| {
            count += self.trips[*trip].balls.len();
            count <= self.size || *trip == seed_trip
        };
        near.into_iter().map(|(_, trip)| trip).take_while(within).collect()
    }

    /// Shorter trips over the balls of some, if the search finds them.
    fn searched(&mut self, chosen: &[usize], balls: &[usize]) -> Option<Vec<Vec<usize>>> {
        let part = Part::new(self.floor, balls.iter().copied(), NEIGHBOURS);
        let before: f64 = chosen.iter().map(|trip| self.trips[*trip].length_m).sum();
        let mut search = Search::new(&part, SIZES, FIRSTS, self.rng.random());
        search.educate(&self.known(chosen));
        let (mut length, mut since) = (before, 0);
        for child in 0..MOST_CHILDREN {
            search.make_one();
            let now = search.best().map_or(before, |best| best.length);
            since = if now < length { 0 } else { since + 1 };
            length = length.min(now);
            if since > PATIENCE && child >= FIRSTS {
                break;
            }
        }
        const ROUNDING: f64 = 1e-9;
        let best = search.best().filter(|best| best.length < before - ROUNDING)?;
        Some(best.trips.iter().map(|trip| trip.iter().map(|node| balls[usize::from(*node) - 1]).collect()).collect())
    }

    /// Trips in the numbers of a part: one ball after the other.
    fn known(&self, chosen: &[usize]) -> Vec<Vec<Node>> {
        let mut next = 1;
        let renumbered = |trip: &usize| {
            let from = next;
            next += self.trips[*trip].balls.len() as Node;
            (from..next).collect()
        };
        chosen.iter().map(renumbered).collect()
    }

    fn replace(&mut self, chosen: &[usize], shorter: Vec<Vec<usize>>) {
        let mut new = shorter.into_iter().map(|balls| Trip::new(self.floor, balls));
        for trip in chosen {
            self.trips[*trip] = new.next().unwrap_or_else(|| Trip::new(self.floor, Vec::new()));
        }
        self.trips.extend(new);
        self.trips.retain(|trip| !trip.balls.is_empty());
    }
}
