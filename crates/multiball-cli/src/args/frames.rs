//! Arguments of `frames`.

use std::path::PathBuf;

use clap::Args;
use multiball::vision::Region;

use crate::failure::Failure;

use super::{number_within, region, whole_number};

#[derive(Debug, Args)]
#[command(after_help = "\
Writes frame_0000.png, …, truth.csv with the true ball of each frame, and cameras.toml with all cameras of the rig.
Cameras 0 and 1 stand 3.2 m apart on one side of the table, 2 and 3 on the other.

Examples:
  multiball frames film                                 a whole shot of the opponent at 200 Hz
  multiball frames third --flight 3 --camera 1          another shot, seen by the other camera
  multiball frames plain --plain --count 20 --json      no opponent, no other ball, steady light
  multiball frames one --first 80 --count 1 --region 350,450,200,200    one frame, cropped around the ball")]
pub(crate) struct Frames {
    /// Folder for the frames; created if missing; files of others in it are not replaced
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Number of the shot; each number is a different shot
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = any_number)]
    pub(crate) flight: u64,
    /// First frame
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = frame_number)]
    pub(crate) first: u64,
    /// Greatest number of frames [default: to the end of the shot]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = frame_count)]
    pub(crate) count: Option<u64>,
    /// Frames per second
    #[arg(long, value_name = "F", default_value_t = 200.0, allow_negative_numbers = true, value_parser = rate)]
    pub(crate) rate_hz: f64,
    /// Which camera films
    #[arg(long, value_name = "0..3", default_value_t = 0, allow_negative_numbers = true, value_parser = camera)]
    pub(crate) camera: u64,
    /// Part of the sensor: left column, top row, width and height, px [default: all of its 1280 x 1024]
    #[arg(long, value_name = "X,Y,W,H", allow_hyphen_values = true, value_parser = region)]
    pub(crate) region: Option<Region>,
    /// Exposure time, s
    #[arg(long, value_name = "S", default_value_t = 0.002, allow_negative_numbers = true, value_parser = exposure)]
    pub(crate) exposure_s: f64,
    /// Read noise, grey levels
    #[arg(long, value_name = "G", default_value_t = 0.8, allow_negative_numbers = true, value_parser = noise)]
    pub(crate) read_noise: f64,
    /// Photon noise at grey 255, grey levels
    #[arg(long, value_name = "G", default_value_t = 2.55, allow_negative_numbers = true, value_parser = noise)]
    pub(crate) shot_noise: f64,
    /// Film only ball and table in steady light: no opponent, no other ball, no glints
    #[arg(long)]
    pub(crate) plain: bool,
}

fn any_number(text: &str) -> Result<u64, String> {
    whole_number(text, 0, u64::MAX)
}

fn frame_number(text: &str) -> Result<u64, String> {
    whole_number(text, 0, 9999)
}

fn frame_count(text: &str) -> Result<u64, String> {
    whole_number(text, 1, 10_000)
}

fn rate(text: &str) -> Result<f64, String> {
    number_within(text, 1.0, 2000.0, "Hz")
}

fn camera(text: &str) -> Result<u64, String> {
    whole_number(text, 0, 3)
}

pub(super) fn exposure(text: &str) -> Result<f64, String> {
    number_within(text, 0.0, 0.1, "s")
}

/// Refuses a shutter that is open for longer than a frame lasts.
pub(crate) fn check_exposure(exposure_s: f64, rate_hz: f64) -> Result<(), Failure> {
    let most_s = 1.0 / rate_hz;
    // Tolerance for the rounding of a rate that was typed as a decimal number.
    if exposure_s <= most_s * (1.0 + 1e-9) {
        return Ok(());
    }
    Err(Failure::input(format!(
        "--exposure-s {exposure_s} is longer than a frame lasts at --rate-hz {rate_hz}; it must be at most \
         {most_s:.6} s"
    )))
}

fn noise(text: &str) -> Result<f64, String> {
    number_within(text, 0.0, 100.0, "grey levels")
}
