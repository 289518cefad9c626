//! Arguments of `stroke`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use multiball::opponent::reading::Heading;

use super::{number_within, whole_number};

#[derive(Debug, Args)]
#[command(after_help = "\
FILE holds velocities of the racket wrist. Left-handers are mirrored.
As .npz it has these arrays:
  velocity_m_s  strokes x samples x 3, at 100 Hz, the contact at sample 50
  label         0 forehand topspin, 1 backhand topspin, 2 forehand flip, 3 backhand flip, 4 block
  session       a number per stroke
As .csv it has a header with id, t_s, vx_m_s, vy_m_s, vz_m_s. t_s is 0 at the contact.
To train or evaluate, it also needs class and group, the player or session.
Without FILE, strokes are simulated: players of different build, hand and habits, seen by two noisy cameras.

Examples:
  multiball stroke evaluate                                   players held out of training; paper 004's table 3
  multiball stroke evaluate strokes.npz --plot curve.svg      real strokes: random folds, whole sessions held out
  multiball stroke simulate --players 10 --out strokes.csv    simulated strokes as CSV
  multiball stroke train strokes.csv --out model.json         a classifier from your own strokes
  multiball stroke classify new.csv --model model.json        the class of each stroke, with probabilities
  multiball stroke classify new.csv --model model.json --calibrate ten.csv    for the player of ten known strokes")]
pub(crate) struct Stroke {
    #[command(subcommand)]
    pub(crate) task: StrokeTask,
}

#[derive(Debug, Subcommand)]
pub(crate) enum StrokeTask {
    /// Write simulated strokes as CSV; `train` with the same seed learns from the same strokes
    Simulate(StrokeSimulate),
    /// Train a classifier and write it
    Train(StrokeTrain),
    /// Print the class of each stroke, with probabilities
    Classify(StrokeClassify),
    /// Print the accuracy: random folds, whole players or sessions held out, and over time before the contact
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

/// Recorded or simulated strokes, and how to read them.
#[derive(Debug, Args)]
pub(crate) struct StrokeSource {
    /// Recorded strokes, .npz or .csv [default: simulated ones]
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) simulated: SimulatedPlayers,
    /// Whether horizontal directions are known [default: known; free for .npz, recorded by a watch]
    #[arg(long, value_name = "known|free")]
    pub(crate) heading: Option<HeadingChoice>,
    /// Use blocks, label 4 of .npz, as a fifth class instead of leaving them out
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
    /// File to write
    #[arg(long, value_name = "F.csv")]
    pub(crate) out: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct StrokeTrain {
    #[command(flatten)]
    pub(crate) source: StrokeSource,
    /// File for the classifier
    #[arg(long, value_name = "F.json")]
    pub(crate) out: PathBuf,
    /// Time before the contact at which to classify, ms
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
    /// Strokes of the same player with their classes, .npz or .csv; two or three of each class help most
    #[arg(long, value_name = "FILE")]
    pub(crate) calibrate: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct StrokeEvaluate {
    #[command(flatten)]
    pub(crate) source: StrokeSource,
    /// Times before the contact for the curve, ms
    #[arg(long, value_name = "A,B,…", default_value = "0,20,50,100,150,200,250", allow_hyphen_values = true,
        value_parser = curve)]
    pub(crate) curve_ms: Curve,
    /// Known strokes of a new player for the calibrated accuracy
    #[arg(long, value_name = "N", default_value_t = 10, allow_negative_numbers = true, value_parser = calibration)]
    pub(crate) calibration_strokes: u64,
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

fn calibration(text: &str) -> Result<u64, String> {
    whole_number(text, 1, 1000)
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
