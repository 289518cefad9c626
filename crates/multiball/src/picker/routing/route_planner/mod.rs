//! Plans the robot's route: from where it is, with the capacity that it has left, until all balls are home.

mod legs;
mod many;
mod plan;
mod polish;
mod round;
mod search;
mod trip_order;

use self::legs::{HOME, Legs, Node};
pub use self::plan::Plan;
use self::round::{Round, TripCapacity};
use self::search::Search;
use super::path::Path;
use super::{Floor, best_while};
use crate::geometry::wrapped;
use crate::optimise::{Countdown, Stop};
use crate::picker::{Point2, Pose2};

/// Steps of the search for the shortest trips with which a plan begins.
const FIRST_STEPS: usize = 19;

/// Balls to bring home, and where the robot is now.
///
/// A plan costs its length and, for each radian turned, the turning loss: with the p h of
/// [`DriveLimits`](crate::picker::DriveLimits) that is exactly v₀ T, the time of a robot that keeps moving [paper 002,
/// Algorithm 1]; with 0 it is the length alone. The robot turns at the beginning, from its heading, at each ball, and
/// at home between trips; not at the end.
#[derive(Debug, Clone, PartialEq)]
pub struct RoutePlanner {
    floor: Floor,
    pose: Pose2,
    capacity_left: usize,
    turning_loss: f64,
    /// Paths from the robot to home and to each ball, where obstacles may be between.
    from_robot: Vec<Path>,
}

/// Where a path begins or ends.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Spot {
    Robot,
    Home,
    Ball(usize),
}

impl Spot {
    /// The ball at a position of a trip; home behind the last.
    fn of(trip: &[usize], place: usize) -> Self {
        trip.get(place).map_or(Self::Home, |ball| Self::Ball(*ball))
    }

    fn ball(self) -> Option<usize> {
        if let Self::Ball(ball) = self { Some(ball) } else { None }
    }
}

/// Why a route planner cannot be made.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum RoutePlanError {
    /// The robot's pose is invalid.
    #[error(
        "a robot at ({x:?}, {y:?}) m that looks along {heading:?} rad is not allowed; coordinates must be from \
         -{most} to {most} m, the heading finite", most = Floor::MOST_M
    )]
    Pose2 {
        /// Its position, m.
        x: f64,
        /// Its position, m.
        y: f64,
        /// rad.
        heading: f64,
    },
    /// The turning loss is negative or not finite.
    #[error("a turning loss of {0:?} m/rad is not allowed; it must be from 0 to {most} m/rad", most = Floor::MOST_M)]
    TurningLoss(f64),
    /// The robot is shut in.
    #[error("no way leads home from the robot at ({x:?}, {y:?}) m: obstacles are around it")]
    ShutIn {
        /// Its position, m.
        x: f64,
        /// Its position, m.
        y: f64,
    },
}

impl RoutePlanner {
    /// The most balls that are searched as a whole: their table has a hundred thousand paths.
    pub const MOST_WHOLE: usize = 300;

    /// A planner for the balls of a floor and a robot at a pose. The robot can take `capacity_left` more balls before
    /// it must go home; 0 sends it home first. A radian of turning costs `turning_loss`, m.
    ///
    /// # Errors
    /// When a number is invalid, or no path leads home from the robot.
    pub fn new(floor: Floor, pose: Pose2, capacity_left: usize, turning_loss: f64) -> Result<Self, RoutePlanError> {
        let Pose2 { place, heading } = pose;
        if !place.iter().all(|value| value.abs() <= Floor::MOST_M) || !heading.is_finite() {
            return Err(RoutePlanError::Pose2 { x: place.x, y: place.y, heading });
        }
        if !(0.0..=Floor::MOST_M).contains(&turning_loss) {
            return Err(RoutePlanError::TurningLoss(turning_loss));
        }
        let capacity_left = capacity_left.min(floor.capacity());
        let from_robot = from_robot(&floor, &pose).ok_or(RoutePlanError::ShutIn { x: place.x, y: place.y })?;
        Ok(Self { floor, pose, capacity_left, turning_loss, from_robot })
    }

    /// The points of each trip in the order in which the robot drives straight from one to the next, m: where it
    /// begins, balls, bends around obstacles, and home.
    ///
    /// # Panics
    /// When a number is not that of a ball.
    #[must_use]
    pub fn paths(&self, trips: &[Vec<usize>]) -> Vec<Vec<Point2>> {
        let mut from = Spot::Robot;
        let mut path = |trip: &Vec<usize>| {
            let mut places = vec![self.place(from)];
            for index in 0..=trip.len() {
                let to = Spot::of(trip, index);
                let [begin, end] = [from, to].map(|spot| self.place(spot));
                let bends = self.floor.obstacles().and_then(|obstacles| obstacles.bends(&begin, &end));
                places.extend(bends.into_iter().flatten().chain([end]));
                from = to;
            }
            places
        };
        trips.iter().map(&mut path).collect()
    }

    /// The cheapest plan found until the search is to stop; costs are those of [`Plan::cost_m`]. There is always an
    /// answer.
    ///
    /// `known` are trips to begin with, such as those of the last plan without the balls that are gone: balls that they
    /// lack are added, invalid or repeated numbers are ignored. Where there are none the search begins with
    /// the shortest trips, as [`best`](super::best) finds them in its first steps. The plan depends on them, on the
    /// seed and on how many steps are made, on nothing else.
    ///
    /// Of up to 7 balls it is the cheapest of all. Up to 300 are searched as a whole; of more, trips are taken as they
    /// are, or as [`best`](super::best) begins, put in order, and polished one by one.
    #[must_use]
    pub fn plan(&self, known: &[Vec<usize>], seed: u64, stop: &Stop<'_>) -> Plan {
        let mut countdown = stop.countdown();
        let known = self.cleaned(known);
        if self.floor.balls().len() > Self::MOST_WHOLE {
            let trips = many::completed(self, known, seed);
            return self.measured(many::improved(self, trips, seed, &mut countdown));
        }
        let legs = self.legs();
        let capacity = TripCapacity { first: self.capacity_left, others: self.floor.capacity() };
        let known = match known.is_empty() {
            true => self.first_round(&legs, seed, &mut countdown),
            false => round_of(&legs, &known),
        };
        let mut search = Search::new(&legs, capacity, known, seed);
        if legs.balls() > 0 {
            while countdown.goes_on(search.best().0) {
                search.step();
            }
        }
        let mut round = search.best().1.clone();
        polish::improve(&legs, capacity, &mut round);
        self.measured(round.trips().map(|trip| trip.iter().map(|node| usize::from(*node) - 1).collect()).collect())
    }

    /// The shortest trips after a few steps: one of them from where the robot is, the cheapest within its capacity.
    fn first_round(&self, legs: &Legs, seed: u64, countdown: &mut Countdown<'_>) -> Round {
        let mut left = FIRST_STEPS;
        let tour = best_while(&self.floor, seed, &mut |length| {
            let goes_on = left > 0 && countdown.goes_on(length);
            left -= usize::from(goes_on);
            goes_on
        });
        // Lengths so far; costs, which count turning, from here on.
        countdown.measure_anew();
        let mut cheapest = (f64::INFINITY, Round::empty(legs));
        let mut offer = |trips: &[Vec<usize>]| {
            let round = round_of(legs, trips);
            let cost = legs.cost(&round.nodes);
            if cost < cheapest.0 {
                cheapest = (cost, round);
            }
        };
        let mut trips = tour.trips;
        trips.insert(0, Vec::new());
        offer(&trips);
        for first in 1..trips.len() {
            if trips[first].len() > self.capacity_left {
                continue;
            }
            trips.swap(0, first);
            for _ in 0..2 {
                trips[0].reverse();
                offer(&trips);
            }
            trips.swap(0, first);
        }
        cheapest.1
    }

    /// The plan of given trips with its cost: the first from where the robot is, the others from home.
    ///
    /// # Panics
    /// When a number is not that of a ball.
    #[must_use]
    pub fn measured(&self, mut trips: Vec<Vec<usize>>) -> Plan {
        let at_home = self.pose.place == Point2::zeros();
        if at_home && trips.len() > 1 && trips[0].is_empty() && trips[1].len() <= self.capacity_left {
            trips.remove(0);
        }
        let (mut at, mut heading) = (Spot::Robot, self.pose.heading);
        let (mut length_m, mut turning_rad) = (0.0, 0.0);
        for (trip, place) in trips.iter().flat_map(|trip| (0..=trip.len()).map(move |place| (trip, place))) {
            let to = Spot::of(trip, place);
            let path = self.path(at, to);
            // A path of length 0 needs no turning.
            if path.length > 0.0 {
                turning_rad += wrapped(path.departs - heading).abs() + path.turning;
                length_m += path.length;
                heading = path.arrives;
            }
            at = to;
        }
        Plan { trips, length_m, turning_rad, cost_m: length_m + self.turning_loss * turning_rad }
    }

    fn legs(&self) -> Legs {
        let spot = |node: Node| if node == HOME { Spot::Home } else { Spot::Ball(usize::from(node) - 1) };
        let between = |from: Node, to: Node| self.path(spot(from), spot(to));
        let from_robot = |to: Node| self.path(Spot::Robot, spot(to));
        Legs::new(self.floor.balls().len(), self.turning_loss, self.pose.heading, between, from_robot)
    }

    fn place(&self, spot: Spot) -> Point2 {
        if spot == Spot::Robot { self.pose.place } else { self.floor.place(spot.ball()) }
    }

    fn path(&self, from: Spot, to: Spot) -> Path {
        if from != Spot::Robot {
            return self.floor.path(from.ball(), to.ball());
        }
        let known = self.from_robot.get(to.ball().map_or(0, |ball| ball + 1));
        known.copied().unwrap_or_else(|| Path::straight(&self.pose.place, &self.place(to), self.pose.heading))
    }

    /// Trips without invalid or repeated balls, none larger than allowed.
    fn cleaned(&self, known: &[Vec<usize>]) -> Vec<Vec<usize>> {
        let mut fresh = vec![true; self.floor.balls().len()];
        let mut is_fresh = |ball: &usize| fresh.get_mut(*ball).is_some_and(|fresh| std::mem::replace(fresh, false));
        let most = |number: usize| if number == 0 { self.capacity_left } else { self.floor.capacity() };
        let cleaned = |(number, trip): (usize, &Vec<usize>)| {
            trip.iter().copied().filter(&mut is_fresh).take(most(number)).collect::<Vec<usize>>()
        };
        known.iter().enumerate().map(cleaned).collect()
    }
}

/// Trips as a round; the first begins where the robot is.
fn round_of(legs: &Legs, trips: &[Vec<usize>]) -> Round {
    let trips: Vec<Vec<Node>> = trips.iter().map(|trip| trip.iter().map(|ball| *ball as Node + 1).collect()).collect();
    Round::of(legs, trips.iter().map(Vec::as_slice))
}

/// Paths from the robot to home and to each ball where obstacles may be between; `None` where they enclose it.
fn from_robot(floor: &Floor, pose: &Pose2) -> Option<Vec<Path>> {
    let Some(obstacles) = floor.obstacles() else { return Some(Vec::new()) };
    let robot = obstacles.view(&pose.place);
    let to = |place: &Point2| {
        let path = obstacles.between(&robot, &obstacles.view(place))?;
        Some(if path.length > 0.0 { path } else { Path { departs: pose.heading, arrives: pose.heading, ..path } })
    };
    std::iter::once(&Point2::zeros()).chain(floor.balls()).map(to).collect()
}
