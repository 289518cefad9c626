//! `route`: in which order to collect balls.

mod floor_file;

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use multiball::experiments::{Exact, InGroup, NoTour, in_random_groups, paper_genetic};
use multiball::optimise::Stop;
use multiball::picker::routing::{Floor, Plan, RoutePlanner, best, greedy};
use multiball::picker::{DriveLimits, Point2, Pose2};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

use self::floor_file::Input;
use crate::args::{Common, Route, RouteMethod, RouteObjective, name_of};
use crate::failure::Failure;
use crate::files;
use crate::plot;
use crate::show::{Align, Table, counted, print_report, spinner};
use crate::signals;

/// Default time of the search, and default limit of an exact method, s.
const SEARCH_S: f64 = 1.0;
const EXACT_S: f64 = 60.0;
/// Share of the time spent on the shortest trips, with which the search for the fastest begins: for few balls, and for
/// so many that trips are only polished.
const SHORTEST_FIRST: f64 = 0.3;
const SHORTEST_OF_MANY_FIRST: f64 = 0.9;
/// Trips that are listed in the text.
const MOST_LISTED: usize = 30;

#[derive(Debug, Serialize)]
struct Report {
    length_m: f64,
    trips: Vec<Vec<usize>>,
    method: String,
    elapsed_s: f64,
    balls: usize,
    capacity: usize,
    objective: String,
    turning_rad: f64,
    time_s: f64,
    #[serde(flatten)]
    among: Option<Among>,
    /// Of each trip, m.
    #[serde(skip)]
    lengths_m: Vec<f64>,
}

/// Results that only floors with obstacles have.
#[derive(Debug, Serialize)]
struct Among {
    /// Unreachable balls.
    unreachable: Vec<usize>,
    /// Corners of each trip's path, m.
    ways: Vec<Vec<[f64; 2]>>,
}

pub(crate) fn run(route: &Route, common: &Common) -> Result<(), Failure> {
    if let Some(path) = &route.plot {
        files::check_svg(path)?;
    }
    if route.objective == RouteObjective::Time && route.method != RouteMethod::Best {
        let method = name_of(&route.method);
        return Err(Failure::input(format!("--objective time: method {method} goes by length; it must be best")));
    }
    let input = floor_file::read(route)?;
    let planner = RoutePlanner::new(input.floor.clone(), Pose2::home(), input.floor.capacity(), turning_loss(route))
        .map_err(|error| Failure::NoAnswer(error.to_string()))?;
    let stop = signals::stop_on_interrupt();
    let start = Instant::now();
    let plan = find(route, common.seed_or_default(), &input.floor, &planner, &stop)?;
    let elapsed_s = start.elapsed().as_secs_f64();
    let paths = planner.paths(&plan.trips);
    if let Some(path) = &route.plot {
        let (balls, trips) = (counted(input.floor.balls().len(), "ball"), counted(plan.trips.len(), "trip"));
        let title = format!("{balls}, {:.2} m in {trips}, {:.1} s", plan.length_m, time_s(&plan));
        let unreachable: Vec<_> = input.unreachable.iter().map(|(_, place)| *place).collect();
        files::write_whole(path, &plot::route_map(&title, &input.floor, &paths, &plan.trips, &unreachable)?)?;
    }
    print_report(&report(route, &input, &plan, &paths, elapsed_s), common.json)
}

/// What a radian costs, m.
fn turning_loss(route: &Route) -> f64 {
    if route.objective == RouteObjective::Time { DriveLimits::PAPER.turning_loss } else { 0.0 }
}

fn time_s(plan: &Plan) -> f64 {
    DriveLimits::PAPER.time_s(plan.length_m, plan.turning_rad)
}

fn report(route: &Route, input: &Input, plan: &Plan, paths: &[Vec<Point2>], elapsed_s: f64) -> Report {
    // A plan of no balls is one trip that goes nowhere.
    let trips = || plan.trips.iter().filter(|trip| !trip.is_empty());
    let Input { floor, rows, unreachable } = input;
    let among = floor.obstacles().map(|_| Among {
        unreachable: unreachable.iter().map(|(row, _)| *row).collect(),
        ways: paths.iter().map(|path| path.iter().map(|place| [place.x, place.y]).collect()).collect(),
    });
    Report {
        length_m: plan.length_m,
        method: name_of(&route.method),
        elapsed_s,
        balls: floor.balls().len() + unreachable.len(),
        capacity: floor.capacity(),
        objective: name_of(&route.objective),
        turning_rad: plan.turning_rad,
        time_s: time_s(plan),
        among,
        lengths_m: trips().map(|trip| floor.trip_length(trip)).collect(),
        trips: trips().map(|trip| trip.iter().map(|ball| rows[*ball]).collect()).collect(),
    }
}

fn find(route: &Route, seed: u64, floor: &Floor, planner: &RoutePlanner, stop: &AtomicBool) -> Result<Plan, Failure> {
    let start = Instant::now();
    let limit = |usual_s: f64| Duration::from_secs_f64(route.time_limit_s.unwrap_or(usual_s));
    let within = |limit: Duration| start.elapsed() < limit && !stop.load(Ordering::Relaxed);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let exact = match route.method {
        RouteMethod::Best => {
            let limit = limit(SEARCH_S);
            return Ok(search(route.objective, seed, floor, planner, limit, &within));
        }
        RouteMethod::Greedy => return Ok(planner.measured(greedy(floor).trips)),
        RouteMethod::Ga => return Ok(planner.measured(paper_genetic(floor, &mut rng).trips)),
        RouteMethod::Dp => Exact::DynamicProgramming,
        RouteMethod::Bnb => Exact::BranchAndBound,
        RouteMethod::Backtrack => Exact::Backtracking,
    };
    let limit = limit(EXACT_S);
    let found = in_random_groups(floor, InGroup::Shortest(exact), &mut rng, &Stop::when(&|_| !within(limit)));
    let tour = found.map_err(|error| match error {
        NoTour::TooMany(error) => Failure::input(format!("--capacity {}: {error}", floor.capacity())),
        NoTour::OutOfTime { .. } => Failure::NoAnswer(error.to_string()),
    })?;
    Ok(planner.measured(tour.trips))
}

/// The shortest trips, or the fastest, that are found within a time.
fn search(
    objective: RouteObjective,
    seed: u64,
    floor: &Floor,
    planner: &RoutePlanner,
    limit: Duration,
    within: &dyn Fn(Duration) -> bool,
) -> Plan {
    let bar = spinner();
    let by_time = objective == RouteObjective::Time;
    let share = match by_time {
        true if floor.balls().len() > RoutePlanner::MOST_WHOLE => SHORTEST_OF_MANY_FIRST,
        true => SHORTEST_FIRST,
        false => 1.0,
    };
    let first = limit.mul_f64(share);
    let shortest = |length_m: f64| {
        bar.set_message(format!("{length_m:.3} m"));
        !within(first)
    };
    let tour = best(floor, seed, &Stop::when(&shortest));
    let plan = if by_time {
        let fastest = |cost_m: f64| {
            bar.set_message(format!("{:.2} s", cost_m / DriveLimits::PAPER.cruise));
            !within(limit)
        };
        planner.plan(&tour.trips, seed, &Stop::when(&fastest))
    } else {
        planner.measured(tour.trips)
    };
    bar.finish_and_clear();
    plan
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { balls, capacity, length_m, method, elapsed_s, trips, .. } = self;
        let (balls, count) = (counted(*balls, "ball"), counted(trips.len(), "trip"));
        writeln!(f, "{balls}, {capacity} at a time: {length_m:.3} m in {count}")?;
        let Self { objective, turning_rad, time_s, .. } = self;
        writeln!(f, "{turning_rad:.2} rad turned: {time_s:.2} s at 0.5 m/s, less 0.3 m/s for each rad/s")?;
        writeln!(f, "method {method} by {objective}, found in {elapsed_s:.3} s\n")?;
        if let Some(Among { unreachable, .. }) = self.among.as_ref().filter(|among| !among.unreachable.is_empty()) {
            let numbers = unreachable.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            writeln!(f, "no way leads to {}: {numbers}\n", counted(unreachable.len(), "ball"))?;
        }
        let mut table = Table::new(&[
            ("trip", Align::Right),
            ("balls", Align::Right),
            ("length, m", Align::Right),
            ("in this order", Align::Left),
        ]);
        for (number, (trip, length)) in trips.iter().zip(&self.lengths_m).enumerate().take(MOST_LISTED) {
            let order = listed(trip);
            table.row([(number + 1).to_string(), trip.len().to_string(), format!("{length:.3}"), order]);
        }
        if !trips.is_empty() {
            write!(f, "{table}")?;
        }
        if trips.len() > MOST_LISTED {
            writeln!(f, "\n  and {} more; --json has them all", trips.len() - MOST_LISTED)?;
        }
        Ok(())
    }
}

/// Numbers of a trip's balls, as many as fit in a line.
fn listed(trip: &[usize]) -> String {
    const MOST: usize = 40;
    let numbers: Vec<String> = trip.iter().take(MOST).map(ToString::to_string).collect();
    let rest = trip.len().saturating_sub(MOST);
    numbers.join(" ") + &if rest > 0 { format!(" and {rest} more; --json has them all") } else { String::new() }
}
