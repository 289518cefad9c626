//! `route`: in which order to collect balls.

use std::fmt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use multiball::picker::Place;
use multiball::picker::routing::{
    Exact, Floor, FloorError, InGroup, NoTour, Tour, best, greedy, in_random_groups, paper_genetic,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

use super::session;
use crate::args::{Common, Route, RouteMethod};
use crate::csv_file::{CsvFile, CsvRow};
use crate::failure::Failure;
use crate::files;
use crate::plot;
use crate::show::{Align, Table, counted, print_report, spinner};

/// How long is searched, and how long an exact method may take, s, unless another time is asked for.
const SEARCH_S: f64 = 1.0;
const EXACT_S: f64 = 60.0;
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
    /// Of each trip, m.
    #[serde(skip)]
    lengths_m: Vec<f64>,
}

pub(crate) fn run(route: &Route, common: &Common) -> Result<(), Failure> {
    if let Some(path) = &route.plot {
        files::check_svg(path)?;
    }
    let floor = read(&route.file, route.capacity as usize)?;
    let stop = session::stop_on_interrupt();
    let start = Instant::now();
    let tour = find(route, common.seed_or_default(), &floor, &stop)?;
    let elapsed_s = start.elapsed().as_secs_f64();
    if let Some(path) = &route.plot {
        let (balls, trips) = (counted(floor.balls().len(), "ball"), counted(tour.trips.len(), "trip"));
        let title = format!("{balls}, {:.2} m in {trips}", tour.length_m);
        files::write_whole(path, &plot::route_map(&title, &floor, &tour)?)?;
    }
    let report = Report {
        length_m: tour.length_m,
        lengths_m: tour.trips.iter().map(|trip| floor.trip_length(trip)).collect(),
        trips: tour.trips,
        method: route.method.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned()),
        elapsed_s,
        balls: floor.balls().len(),
        capacity: floor.capacity(),
    };
    print_report(&report, common.json)
}

fn read(path: &Path, capacity: usize) -> Result<Floor, Failure> {
    let file = CsvFile::read_or_empty(path, &["x_m", "y_m"])?;
    let rows: Vec<_> = file.rows().collect();
    let place = |row: &CsvRow| Ok::<_, Failure>(Place::new(row.number("x_m")?, row.number("y_m")?));
    let balls = rows.iter().map(place).collect::<Result<_, _>>()?;
    Floor::new(balls, capacity).map_err(|error| match error {
        FloorError::NoCapacity => Failure::input(format!("--capacity: {error}")),
        FloorError::Place { ball, .. } => {
            Failure::input(format!("{} line {}: {error}", path.display(), rows[ball].line()))
        }
    })
}

fn find(route: &Route, seed: u64, floor: &Floor, stop: &AtomicBool) -> Result<Tour, Failure> {
    let start = Instant::now();
    let limit = |usual_s: f64| Duration::from_secs_f64(route.time_limit_s.unwrap_or(usual_s));
    let within = |limit: Duration| start.elapsed() < limit && !stop.load(Ordering::Relaxed);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let exact = match route.method {
        RouteMethod::Best => {
            let bar = spinner();
            let limit = limit(SEARCH_S);
            let tour = best(floor, seed, &mut |length_m| {
                bar.set_message(format!("{length_m:.3} m after {:.1} s", start.elapsed().as_secs_f64()));
                within(limit)
            });
            bar.finish_and_clear();
            return Ok(tour);
        }
        RouteMethod::Greedy => return Ok(greedy(floor)),
        RouteMethod::Ga => return Ok(paper_genetic(floor, &mut rng)),
        RouteMethod::Dp => Exact::DynamicProgramming,
        RouteMethod::Bnb => Exact::BranchAndBound,
        RouteMethod::Backtrack => Exact::Backtracking,
    };
    let limit = limit(EXACT_S);
    let found = in_random_groups(floor, InGroup::Shortest(exact), &mut rng, &mut || within(limit));
    found.map_err(|error| match error {
        NoTour::TooMany(error) => Failure::input(format!("--capacity {}: {error}", floor.capacity())),
        NoTour::OutOfTime { .. } => Failure::NoAnswer(error.to_string()),
    })
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { balls, capacity, length_m, method, elapsed_s, trips, .. } = self;
        let (balls, count) = (counted(*balls, "ball"), counted(trips.len(), "trip"));
        writeln!(f, "{balls}, {capacity} at a time: {length_m:.3} m in {count}")?;
        writeln!(f, "method {method}, {elapsed_s:.3} s\n")?;
        let mut table = Table::new(&[
            ("trip", Align::Right),
            ("balls", Align::Right),
            ("length, m", Align::Right),
            ("in this order", Align::Left),
        ]);
        for (number, (trip, length)) in trips.iter().zip(&self.lengths_m).enumerate().take(MOST_LISTED) {
            let order = trip.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
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
