//! Arguments of `route`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use multiball::picker::routing::Obstacles;

use super::{number, whole_number};

/// How trips are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RouteMethod {
    /// Hybrid genetic search; more time gives shorter trips
    Best,
    /// Always the nearest ball
    Greedy,
    /// Dynamic programming: the shortest round of each random group
    Dp,
    /// Branch and bound: the same
    Bnb,
    /// Backtracking: the same
    Backtrack,
    /// The paper's genetic search: an order of all balls, cut into trips
    Ga,
}

/// What trips are judged by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RouteObjective {
    /// Their length
    Length,
    /// Their time: each radian of turning counts as 0.3 m; best only
    Time,
}

#[derive(Debug, Args)]
#[command(after_help = "\
FILE is CSV with a header: x_m and y_m of each ball. Trips name balls by their row, from 0.
The robot starts and ends at 0,0, starts facing along x, and holds --capacity balls. --seed draws the groups.
Obstacles are CSV with a header: obstacle, x_m and y_m of each corner. Corners of one name form a polygon.
The robot's middle stays --clearance-m away from obstacles. Balls that cannot be reached are listed and left.

Examples:
  multiball route balls.csv --capacity 10
  multiball route balls.csv --capacity 10 --time-limit-s 0.1 --json
  multiball route balls.csv --capacity 10 --objective time
  multiball route balls.csv --capacity 10 --obstacles hall.csv --plot route.svg
  multiball route balls.csv --capacity 10 --method dp --seed 3")]
pub(crate) struct Route {
    /// Balls on the floor, .csv
    #[arg(value_name = "FILE.csv")]
    pub(crate) file: PathBuf,
    /// Number of balls that the robot holds
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = capacity)]
    pub(crate) capacity: u64,
    /// Method
    #[arg(long, value_name = "METHOD", default_value = "best")]
    pub(crate) method: RouteMethod,
    /// What to minimise
    #[arg(long, value_name = "OBJECTIVE", default_value = "length")]
    pub(crate) objective: RouteObjective,
    /// Obstacles on the floor, .csv
    #[arg(long, value_name = "FILE.csv")]
    pub(crate) obstacles: Option<PathBuf>,
    /// Distance of the robot's middle from obstacles, m [default: 0.2]
    #[arg(long, value_name = "R", allow_negative_numbers = true, value_parser = clearance, requires = "obstacles")]
    pub(crate) clearance_m: Option<f64>,
    /// Search time of best; dp, bnb and backtrack give up after it, s [default: best 1, the others 60]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = time_limit)]
    pub(crate) time_limit_s: Option<f64>,
    /// Draw the trips, to scale
    #[arg(long, value_name = "F.svg")]
    pub(crate) plot: Option<PathBuf>,
}

fn capacity(text: &str) -> Result<u64, String> {
    whole_number(text, 1, 1_000_000)
}

fn clearance(text: &str) -> Result<f64, String> {
    const LEAST: f64 = Obstacles::LEAST_CLEARANCE_M;
    const MOST: f64 = Obstacles::MOST_CLEARANCE_M;
    let value = number(text)?;
    if (LEAST..=MOST).contains(&value) {
        Ok(value)
    } else {
        Err(format!("{value:?} is not allowed; it must be from {LEAST} to {MOST} m"))
    }
}

fn time_limit(text: &str) -> Result<f64, String> {
    let value = number(text)?;
    if (0.0..=86_400.0).contains(&value) {
        Ok(value)
    } else {
        Err(format!("{value:?} is not allowed; it must be from 0 to 86400 s"))
    }
}
