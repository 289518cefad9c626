//! Arguments of `track`.

use std::path::{Path, PathBuf};

use clap::Args;
use multiball::track::Stroke;

use super::detect::{frames, grey, rate};
use super::frames::exposure;
use super::number_within;

/// A folder of frames, and the camera that took them where it is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FilmFolder {
    pub(crate) camera: Option<String>,
    pub(crate) folder: PathBuf,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Folders are given as CAMERA=FOLDER with the names of the camera file. Without names they are its cameras in order.
When all frame names end in a number, frames of one number belong together, and numbers may be missing.
Otherwise frames belong together in their order, and every folder must hold equally many.
Times count from the first frame. Cameras must expose at the same time.
`multiball calibrate --pose` finds where a camera stands.

Examples:
  multiball track left=film/left right=film/right --cameras cameras.toml --out flights.csv
  multiball track film/left film/right --cameras cameras.toml --rate-hz 150 --exposure-s 0.001 --json
  multiball track 0=a 1=b --cameras a/cameras.toml      films of `multiball frames a` and `frames b --camera 1`
  multiball track 0=a 1=b --cameras a/cameras.toml --stroke forehand-attack --background-frames 10")]
pub(crate) struct Track {
    /// Folders of PNG frames, one for each camera: at least two
    #[arg(value_name = "CAMERA=FOLDER", required = true, value_parser = film_folder)]
    pub(crate) folders: Vec<FilmFolder>,
    /// Camera file with lens and pose of every camera
    #[arg(long, value_name = "F.toml")]
    pub(crate) cameras: PathBuf,
    /// Frames per second
    #[arg(long, value_name = "F", default_value_t = 200.0, allow_negative_numbers = true, value_parser = rate)]
    pub(crate) rate_hz: f64,
    /// Exposure time, s
    #[arg(long, value_name = "S", default_value_t = 0.002, allow_negative_numbers = true, value_parser = exposure)]
    pub(crate) exposure_s: f64,
    /// The first N frames have no ball: their mean is the background [default: the median of up to 32 frames]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = frames)]
    pub(crate) background_frames: Option<u64>,
    /// Least grey value of the ball
    #[arg(long, value_name = "G", default_value_t = 176, allow_negative_numbers = true, value_parser = grey)]
    pub(crate) threshold: u8,
    /// Standard deviation of a pixel's noise, grey levels
    #[arg(long, value_name = "G", default_value_t = 2.5, allow_negative_numbers = true, value_parser = noise)]
    pub(crate) noise_grey: f64,
    /// Constant error of a ball's centre from calibration and shading, standard deviation, px. Use 0.5 for carefully
    /// calibrated cameras and 0.15 for exact ones. More measurements do not reduce it in `sd_m`
    #[arg(long, value_name = "S", default_value_t = 0.5, allow_negative_numbers = true, value_parser = pixel_error)]
    pub(crate) pixel_error_px: f64,
    /// Class of the strokes, if known: forehand-attack, backhand-attack, forehand-push or backhand-push
    #[arg(long, value_name = "CLASS", value_parser = stroke)]
    pub(crate) stroke: Option<Stroke>,
    /// Write the measured positions, one row per instant of each flight
    #[arg(long, value_name = "F.csv")]
    pub(crate) out: Option<PathBuf>,
}

/// A folder as it stands when there is one of that name, else what is before the first `=` is a camera.
fn film_folder(text: &str) -> Result<FilmFolder, String> {
    match text.split_once('=').filter(|_| !Path::new(text).is_dir()) {
        None if text.is_empty() => Err("a folder's name must not be empty".into()),
        None => Ok(FilmFolder { camera: None, folder: text.into() }),
        Some((camera, folder)) if camera.is_empty() || folder.is_empty() => {
            Err(format!("`{text}` is not allowed; it must be CAMERA=FOLDER or FOLDER"))
        }
        Some((camera, folder)) => Ok(FilmFolder { camera: Some(camera.to_owned()), folder: folder.into() }),
    }
}

fn noise(text: &str) -> Result<f64, String> {
    number_within(text, 0.1, 100.0, "grey levels")
}

fn pixel_error(text: &str) -> Result<f64, String> {
    number_within(text, 0.01, 20.0, "px")
}

fn stroke(text: &str) -> Result<Stroke, String> {
    Stroke::ALL.into_iter().find(|stroke| stroke.name() == text).ok_or_else(|| {
        let names = Stroke::ALL.map(Stroke::name).join(", ");
        format!("`{text}` is not allowed; it must be one of {names}")
    })
}
