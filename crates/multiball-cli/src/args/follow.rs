//! Arguments of `follow`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use multiball::picker::following::StartSet;

use super::whole_number;

/// How the robot is steered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FollowLaw {
    /// The paper's law: PID with gains from a network
    Network,
    /// PID with constant gains
    Pid,
    /// Arcs through a point on the way to the target
    Pursuit,
    /// Turning as hard as the drive can, braking as late as it can
    TimeOptimal,
    /// Each of them
    All,
}

/// Where targets are at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FollowStarts {
    /// 0.5 to 5 m away, up to 90 degrees to either side
    Near,
    /// 0.5 to 5 m away, all around
    Around,
    /// 1 to 10 m away, up to 30 degrees to either side
    Ahead,
    /// Each of them
    All,
}

impl FollowStarts {
    /// The sets of starts that this choice stands for.
    pub(crate) fn sets(self) -> Vec<StartSet> {
        match self {
            Self::Near => vec![StartSet::Near],
            Self::Around => vec![StartSet::Around],
            Self::Ahead => vec![StartSet::Ahead],
            Self::All => StartSet::ALL.to_vec(),
        }
    }
}

#[derive(Debug, Args)]
#[command(after_help = "\
The robot of paper 002 starts at rest and drives until it is within 5 mm of the target.
Fitness is distance / (full speed x time). --seed draws the targets and the training.
Training with seed 1 gives the weights that come with multiball.

Examples:
  multiball follow
  multiball follow --law time-optimal --starts around --tests 10000 --json
  multiball follow --plot drive.svg                             a hard start, all laws compared
  multiball follow --train --save net.toml --plot training.svg  the paper's training: population 200, 100 generations
  multiball follow --weights net.toml --law network")]
pub(crate) struct Follow {
    /// Steering law
    #[arg(long, value_name = "LAW", default_value = "all")]
    pub(crate) law: FollowLaw,
    /// Where targets are at the start
    #[arg(long, value_name = "SET", default_value = "all")]
    pub(crate) starts: FollowStarts,
    /// Targets of each set
    #[arg(long, value_name = "N", default_value_t = 2000, allow_negative_numbers = true, value_parser = tests)]
    pub(crate) tests: u64,
    /// Train the network first
    #[arg(long, conflicts_with = "weights")]
    pub(crate) train: bool,
    /// Networks in a generation, an even number
    #[arg(long, value_name = "N", default_value_t = 200, allow_negative_numbers = true, value_parser = population,
        requires = "train")]
    pub(crate) population: u64,
    /// Generations of the training
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true, value_parser = generations,
        requires = "train")]
    pub(crate) generations: u64,
    /// Weights of the network [default: those that come with multiball]
    #[arg(long, value_name = "F.toml")]
    pub(crate) weights: Option<PathBuf>,
    /// Write the network's weights
    #[arg(long, value_name = "F.toml")]
    pub(crate) save: Option<PathBuf>,
    /// Draw one drive: path, bearing, turn rate, speed and distance; with --train, the training's progress
    #[arg(long, value_name = "F.svg")]
    pub(crate) plot: Option<PathBuf>,
}

fn tests(text: &str) -> Result<u64, String> {
    whole_number(text, 1, 1_000_000)
}

fn population(text: &str) -> Result<u64, String> {
    match whole_number(text, 4, 100_000) {
        Ok(count) if count % 2 == 0 => Ok(count),
        _ => Err(format!("`{text}` is not allowed; it must be an even number from 4 to 100000")),
    }
}

fn generations(text: &str) -> Result<u64, String> {
    whole_number(text, 1, 100_000)
}
