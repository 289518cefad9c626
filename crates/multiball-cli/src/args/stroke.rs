//! Arguments of `stroke`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use multiball::opponent::reading::Heading;

use super::{number_within, whole_number};

#[derive(Debug, Args)]
#[command(after_help = "\
FILE holds velocities of racket wrists. As .npz, arrays velocity_m_s (strokes x samples x 3, 100 samples per second, the contact at sample 50), label
(0 forehand topspin, 1 backhand topspin, 2 forehand flip, 3 backhand flip, 4 block) and session. As .csv, a header with id, t_s (0 at the
contact), vx_m_s, vy_m_s, vz_m_s and, to learn or to be judged, class and group (the player or session). Left-handers are mirrored.
Without FILE, strokes are simulated: players of different build, hand and habits, seen by two noisy cameras.

Examples:
  multiball stroke evaluate                                   simulated players, held out of the training; beside the paper's table 3
  multiball stroke evaluate strokes.npz --plot curve.svg      real strokes: random folds, whole sessions held out, accuracy against time
  multiball stroke simulate --players 10 --out strokes.csv    simulated strokes to look at
  multiball stroke train strokes.csv --out model.json         a classifier from your own strokes
  multiball stroke classify new.csv --model model.json        the class of each stroke, with probabilities")]
pub(crate) struct Stroke {
    #[command(subcommand)]
    pub(crate) task: StrokeTask,
}

#[derive(Debug, Subcommand)]
pub(crate) enum StrokeTask {
    /// Write simulated strokes as CSV; those of a seed are the ones that `train` with it learns from
    Simulate(StrokeSimulate),
    /// Learn to tell classes apart, and write the classifier
    Train(StrokeTrain),
    /// Tell the class of each stroke, with probabilities
    Classify(StrokeClassify),
    /// Say how often classes are told rightly: at random, with whole players or sessions held out, and before the
    /// contact
    Evaluate(StrokeEvaluate),
}

/// Players that are simulated.
#[derive(Debug, Args)]
pub(crate) struct SimulatedPlayers {
    /// Simulated players
    #[arg(long, value_name = "N", default_value_t = 50, allow_negative_numbers = true, value_parser = players)]
    pub(crate) players: u64,
    /// Strokes of each simulated player, the four classes in turn
    #[arg(long, value_name = "M", default_value_t = 40, allow_negative_numbers = true, value_parser = strokes)]
    pub(crate) strokes: u64,
    /// Share of simulated strokes that begin as another class
    #[arg(long, value_name = "P", default_value_t = 0.05, allow_negative_numbers = true, value_parser = share)]
    pub(crate) feint_share: f64,
}

/// Strokes that were recorded or are simulated, and how to look at them.
#[derive(Debug, Args)]
pub(crate) struct StrokeSource {
    /// Recorded strokes, .npz or .csv [default: simulated ones]
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) simulated: SimulatedPlayers,
    /// Whether directions over the ground mean something [default: known; of .npz free, since a watch does not know
    /// them]
    #[arg(long, value_name = "known|free")]
    pub(crate) heading: Option<HeadingChoice>,
    /// Take blocks (label 4 of .npz) as a fifth class, instead of leaving them out
    #[arg(long)]
    pub(crate) with_blocks: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum HeadingChoice {
    /// Directions are those of the hall
    Known,
    /// Every stroke may head anywhere
    Free,
}

#[derive(Debug, Args)]
pub(crate) struct StrokeSimulate {
    #[command(flatten)]
    pub(crate) simulated: SimulatedPlayers,
    /// Where to write them
    #[arg(long, value_name = "F.csv")]
    pub(crate) out: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct StrokeTrain {
    #[command(flatten)]
    pub(crate) source: StrokeSource,
    /// Where to write the classifier
    #[arg(long, value_name = "F.json")]
    pub(crate) out: PathBuf,
    /// How long before the contact the class shall be told, ms
    #[arg(long, value_name = "MS", default_value_t = 0, allow_negative_numbers = true, value_parser = before)]
    pub(crate) before_ms: u64,
}

#[derive(Debug, Args)]
pub(crate) struct StrokeClassify {
    /// Strokes, .npz or .csv; classes may be missing
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// A classifier from `multiball stroke train`
    #[arg(long, value_name = "F.json")]
    pub(crate) model: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct StrokeEvaluate {
    #[command(flatten)]
    pub(crate) source: StrokeSource,
    /// Times before the contact for the curve, ms
    #[arg(long, value_name = "A,B,…", default_value = "0,20,50,100,150,200,250", allow_hyphen_values = true, value_parser = curve)]
    pub(crate) curve_ms: Curve,
    /// Draw accuracy against time before the contact
    #[arg(long, value_name = "F.svg")]
    pub(crate) plot: Option<PathBuf>,
}

/// Times before the contact, ms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Curve(pub(crate) Vec<u64>);

fn curve(text: &str) -> Result<Curve, String> {
    text.split(',').map(before).collect::<Result<_, _>>().map(Curve)
}

fn before(text: &str) -> Result<u64, String> {
    match whole_number(text, 0, 1000) {
        Ok(value) if value % 10 == 0 => Ok(value),
        _ => Err(format!("`{text}` is not allowed; it must be a multiple of 10 from 0 to 1000 ms")),
    }
}

fn players(text: &str) -> Result<u64, String> {
    whole_number(text, 1, 10_000)
}

fn strokes(text: &str) -> Result<u64, String> {
    whole_number(text, 4, 10_000)
}

fn share(text: &str) -> Result<f64, String> {
    number_within(text, 0.0, 1.0, "")
}

impl From<HeadingChoice> for Heading {
    fn from(choice: HeadingChoice) -> Self {
        match choice {
            HeadingChoice::Known => Self::Known,
            HeadingChoice::Free => Self::Free,
        }
    }
}
