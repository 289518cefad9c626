//! Arguments of `route`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use multiball::picker::routing::Obstacles;

use super::{number, whole_number};

/// How trips are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RouteMethod {
    /// Hybrid genetic search, part by part where there are many balls; better the longer it may search
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
    /// The time they take: 0.3 m more for each radian turned; best only
    Time,
}

#[derive(Debug, Args)]
#[command(after_help = "\
FILE is CSV with a header: x_m and y_m of each ball. The robot starts and ends at 0,0, at first looking along x, and holds --capacity balls;
trips name balls by their row, from 0. Groups are drawn with --seed.
Obstacles are CSV with a header: obstacle, x_m and y_m of each corner; corners with the same name make a polygon, in their order. The robot's
middle stays --clearance-m away from them. Balls to which no way leads are named and left.

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
    /// Balls that the robot holds
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = capacity)]
    pub(crate) capacity: u64,
    /// How the trips are found
    #[arg(long, value_name = "METHOD", default_value = "best")]
    pub(crate) method: RouteMethod,
    /// What trips are judged by
    #[arg(long, value_name = "OBJECTIVE", default_value = "length")]
    pub(crate) objective: RouteObjective,
    /// What stands on the floor, .csv
    #[arg(long, value_name = "FILE.csv")]
    pub(crate) obstacles: Option<PathBuf>,
    /// How far the robot's middle stays away from obstacles [default: 0.2]
    #[arg(long, value_name = "R", allow_negative_numbers = true, value_parser = clearance, requires = "obstacles")]
    pub(crate) clearance_m: Option<f64>,
    /// best searches for so long; dp, bnb and backtrack give up after it [default: best 1, the others 60]
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
