//! Arguments of `detect`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use multiball::vision::Region;

use super::{number_within, region, whole_number};

/// How the ball is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DetectMethod {
    /// Candidates scored by size, blur, shape and contrast, and linked over time
    Gated,
    /// The paper's method: the largest blob near the last one is the ball
    Paper,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Frames are all PNG files of the folder, ordered by name with numbers by value. Colours become grey.

Examples:
  multiball detect frames                                     background: the median of up to 32 frames
  multiball detect frames --background empty.png --min-radius-px 4 --max-radius-px 9 --out positions.csv
  multiball detect frames --background-frames 10 --region 300,200,640,480 --json
  multiball detect frames --method paper --plot overlay.png   the paper's method, with a picture of the result")]
pub(crate) struct Detect {
    /// Folder of PNG frames of one camera
    pub(crate) folder: PathBuf,
    /// A frame without a ball
    #[arg(long, value_name = "F.png", conflicts_with = "background_frames")]
    pub(crate) background: Option<PathBuf>,
    /// The first N frames have no ball; their mean is the background
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = frames)]
    pub(crate) background_frames: Option<u64>,
    /// Frames per second
    #[arg(long, value_name = "F", default_value_t = 200.0, allow_negative_numbers = true, value_parser = rate)]
    pub(crate) rate_hz: f64,
    /// How to find the ball
    #[arg(long, value_name = "M", default_value = "gated")]
    pub(crate) method: DetectMethod,
    /// Least radius of the ball, px; gated only
    #[arg(long, value_name = "R", default_value_t = 3.0, allow_negative_numbers = true, value_parser = radius)]
    pub(crate) min_radius_px: f64,
    /// Greatest radius of the ball, px; gated only
    #[arg(long, value_name = "R", default_value_t = 20.0, allow_negative_numbers = true, value_parser = radius)]
    pub(crate) max_radius_px: f64,
    /// Search only this part of the frames: left, top, width, height in px
    #[arg(long, value_name = "X,Y,W,H", allow_hyphen_values = true, value_parser = region)]
    pub(crate) region: Option<Region>,
    /// Least grey value of the ball
    #[arg(long, value_name = "G", default_value_t = 176, allow_negative_numbers = true, value_parser = grey)]
    pub(crate) threshold: u8,
    /// Write a table of positions, one row per frame
    #[arg(long, value_name = "F.csv")]
    pub(crate) out: Option<PathBuf>,
    /// Draw all frames in one picture with a ring around each ball
    #[arg(long, value_name = "F.png")]
    pub(crate) plot: Option<PathBuf>,
}

pub(super) fn rate(text: &str) -> Result<f64, String> {
    number_within(text, 0.1, 1e5, "Hz")
}

fn radius(text: &str) -> Result<f64, String> {
    number_within(text, 1.5, 500.0, "px")
}

pub(super) fn frames(text: &str) -> Result<u64, String> {
    whole_number(text, 1, 1000)
}

pub(super) fn grey(text: &str) -> Result<u8, String> {
    whole_number(text, 1, 255).map(|value| value as u8)
}
