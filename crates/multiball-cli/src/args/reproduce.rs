//! Arguments of `reproduce`.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};

use super::play::key_value;
use super::whole_number;
use crate::commands::reproduce::profile_values;

/// A paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Paper {
    /// Paper 000: two planar robots play each other
    Planar,
    /// Paper 001: inverse kinematics of a six-axis arm in closed form
    Arm6,
    /// Paper 002: the robot that picks up balls: routes, steering, and floors cleared
    Picker,
    /// Paper 003: the serving arm, its way points and times, and a legal serve
    Serve,
    /// Paper 004: the arm on rails reads a person's stroke and returns the ball to a target
    Rail,
    /// Every paper implemented so far
    All,
}

#[derive(Debug, Args)]
#[command(after_help = "\
The rail player returns the balls of simulated people to the target (-900, 200) mm, or to that of a scenario.
Profile `default` plays 20,648 rounds as the paper did, which takes 15 minutes on two cores.
Shares are of all rounds, with Wilson's 95 % interval. Ctrl-C stops it and keeps the rounds played.
Each row works, differs or cannot be. Each paper begins with the account of its tables, figures and algorithms.

Examples:
  multiball reproduce all --quick --report papers.html   every paper in small samples, on one page
  multiball reproduce planar                    100,000 ideal strokes, then 20,000 rallies with noise
  multiball reproduce planar --quick            a tenth of that
  multiball reproduce serve                     tables 1 to 5 as printed, checked, and computed exactly
  multiball reproduce serve --quick --plot serve.svg    its joints over time, its end in space, five methods
  multiball reproduce planar --plot rally.svg   also draws the distribution of rally lengths
  multiball reproduce picker --plot floor.svg   1,000 floors, routes, steering, localisation, ten hours in a busy hall
  multiball reproduce rail --quick              the experiment of paper 004 in small samples, one change at a time
  multiball reproduce rail --profile default --rounds 200 --plot landings.svg
  multiball reproduce rail --sensitivity --plot sensitivity.svg
  multiball reproduce rail --sensitivity --only calibration
  multiball reproduce rail --set drives.rail_acceleration_m_s2=10 --rounds 1000
  multiball reproduce rail --scenario mine.toml --set sensing.latency_s=0.02 --rounds 1000
  multiball reproduce rail --profile points,no-stroke,true-spin --rounds 1000 --json")]
pub(crate) struct Reproduce {
    /// Which paper
    #[arg(default_value = "all")]
    pub(crate) paper: Paper,
    /// A smaller sample
    #[arg(long)]
    pub(crate) quick: bool,
    /// Rail only: play these profiles instead of all, separated by commas
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = PossibleValuesParser::new(profile_values()))]
    pub(crate) profile: Vec<String>,
    /// Rail only: play in the world of a scenario, a file or one that comes with multiball, after its warm-up
    #[arg(long, value_name = "SCENARIO", conflicts_with_all = ["profile", "sensitivity"])]
    pub(crate) scenario: Option<String>,
    /// Rail only: change any field of that scenario, or of `hall`, by its dotted name; repeatable
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_value, conflicts_with = "profile")]
    pub(crate) set: Vec<(String, String)>,
    /// Rail only: changes one assumption about the world at a time, before and after a warm-up, then pairs of them
    #[arg(long, conflicts_with = "profile")]
    pub(crate) sensitivity: bool,
    /// With --sensitivity: only the assumptions that have this text in their name, and no pairs
    #[arg(long, value_name = "TEXT", requires = "sensitivity")]
    pub(crate) only: Option<String>,
    /// Rounds of each rail profile, or floors of the picker, instead of the default
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = rounds)]
    pub(crate) rounds: Option<u64>,
    /// Draw a figure: rally lengths of planar, landings of rail, figures 11, 12 and 15 of picker, 9 to 16 of serve
    #[arg(long, value_name = "F.svg")]
    pub(crate) plot: Option<PathBuf>,
    /// Write a page that compares each paper's tables with ours, with figures
    #[arg(long, value_name = "F.html")]
    pub(crate) report: Option<PathBuf>,
}

impl Reproduce {
    /// Whether something is to be drawn of each paper.
    pub(crate) fn draws(&self) -> bool {
        self.plot.is_some() || self.report.is_some()
    }

    /// Whether a part of a paper is requested, not the whole.
    pub(crate) fn is_part(&self) -> bool {
        !self.profile.is_empty() || self.scenario.is_some() || !self.set.is_empty() || self.sensitivity
    }
}

fn rounds(text: &str) -> Result<u64, String> {
    whole_number(text, 1, 1_000_000)
}
