//! Arguments of `board` and `calibrate`.

use std::path::PathBuf;

use clap::{ArgGroup, Args};
use multiball::vision::DistortionModel;

use super::{number_within, whole_number};

/// A chessboard.
#[derive(Debug, Args)]
pub(crate) struct BoardChoice {
    /// Inner corners in a row: one less than squares
    #[arg(long, value_name = "N", default_value_t = 9, allow_negative_numbers = true, value_parser = corners)]
    pub(crate) columns: u64,
    /// Inner corners in a column
    #[arg(long, value_name = "N", default_value_t = 6, allow_negative_numbers = true, value_parser = corners)]
    pub(crate) rows: u64,
    /// Side of a square, mm
    #[arg(long, value_name = "MM", default_value_t = 25.0, allow_negative_numbers = true, value_parser = square)]
    pub(crate) square_mm: f64,
}

#[derive(Debug, Args)]
#[command(
    group(ArgGroup::new("product").args(["out", "render"]).required(true).multiple(true)),
    after_help = "\
Print the board at 100 %, fix it to something flat and measure a square.
Choose an odd number of inner corners one way and an even one the other: such a board looks different upside down.

Examples:
  multiball board --out board.svg
  multiball board --columns 11 --rows 8 --square-mm 15 --out small.svg
  multiball board --render pictures                        15 simulated pictures and their ground truth"
)]
pub(crate) struct Board {
    #[command(flatten)]
    pub(crate) choice: BoardChoice,
    /// The board at true scale, to print
    #[arg(long, value_name = "F.svg")]
    pub(crate) out: Option<PathBuf>,
    /// Folder for simulated pictures view01.png, … and for truth.toml, the camera that took them
    #[arg(long, value_name = "DIR")]
    pub(crate) render: Option<PathBuf>,
    /// Number of simulated pictures
    #[arg(
        long,
        value_name = "N",
        default_value_t = 15,
        allow_negative_numbers = true,
        value_parser = views,
        requires = "render"
    )]
    pub(crate) views: u64,
}

#[derive(Debug, Args)]
#[command(
    group(ArgGroup::new("source").args(["inputs", "pose"]).required(true)),
    after_help = "\
A corner file has the header view,board_x_m,board_y_m,x_px,y_px and one line per corner. Views may have any name.
A file for --pose has the header x_m,y_m,z_m,x_px,y_px and at least four points.
Columns may have any order. Other columns, empty lines and lines that begin with # are ignored.
Pixels count from 0 in the middle of the upper left pixel, as in OpenCV.

Examples:
  multiball calibrate pictures --out camera.toml           all PNG files of a folder
  multiball calibrate a.png b.png c.png d.png --columns 11 --rows 8 --square-mm 15 --plot residuals.svg
  multiball calibrate corners.csv --width-px 1280 --height-px 1024 --distortion k1k2p1p2 --json
  multiball calibrate --pose points.csv --camera camera.toml --out placed.toml"
)]
pub(crate) struct Calibrate {
    /// PNG files, a folder of them, or one corner file that ends in .csv
    #[arg(value_name = "IMAGES")]
    pub(crate) inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) board: BoardChoice,
    /// Columns of the sensor, with a corner file
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = pixels, requires = "inputs")]
    pub(crate) width_px: Option<u64>,
    /// Rows of the sensor, with a corner file
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = pixels, requires = "inputs")]
    pub(crate) height_px: Option<u64>,
    /// Coefficients of distortion to find: none, k1, k1k2, k1k2p1p2 or k1k2p1p2k3
    #[arg(long, value_name = "M", default_value_t = DistortionModel::default(), conflicts_with = "pose")]
    pub(crate) distortion: DistortionModel,
    /// Find the pose of a camera instead: a file of known points and their pixels
    #[arg(long, value_name = "POINTS.csv", requires = "camera", conflicts_with_all = ["columns", "rows", "square_mm"])]
    pub(crate) pose: Option<PathBuf>,
    /// The file with the camera that --pose is for
    #[arg(long, value_name = "F.toml", requires = "pose", conflicts_with = "inputs")]
    pub(crate) camera: Option<PathBuf>,
    /// Name of the camera: in the written file, or with --pose in the given file [default: camera, or the only one]
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub(crate) name: Option<String>,
    /// Write the camera
    #[arg(long, value_name = "F.toml")]
    pub(crate) out: Option<PathBuf>,
    /// Draw the residual of each corner
    #[arg(long, value_name = "F.svg", conflicts_with = "pose")]
    pub(crate) plot: Option<PathBuf>,
}

fn corners(text: &str) -> Result<u64, String> {
    let (least, most) = multiball::vision::board::Board::CORNERS;
    whole_number(text, least as u64, most as u64)
}

fn views(text: &str) -> Result<u64, String> {
    whole_number(text, 3, 999)
}

fn pixels(text: &str) -> Result<u64, String> {
    whole_number(text, 1, 100_000)
}

fn square(text: &str) -> Result<f64, String> {
    number_within(text, 0.1, 10_000.0, "mm")
}

fn name(text: &str) -> Result<String, String> {
    if text.trim().is_empty() { Err("a camera's name must not be empty".into()) } else { Ok(text.to_owned()) }
}
