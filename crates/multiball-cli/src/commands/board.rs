//! `board`: a chessboard to print, and simulated pictures of it.

use std::fmt;
use std::path::{Path, PathBuf};

use multiball::vision::board::{Board, Exposure, photograph, random_view};
use multiball::vision::{Brown, CameraRecord, Frame, Lens, Region, Vec2, cameras_to_toml};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use serde::Serialize;

use super::{corner_file, session};
use crate::args;
use crate::args::Common;
use crate::failure::Failure;
use crate::files;
use crate::images;
use crate::show::{print_report, progress_bar};

/// Least distance of neighbouring corners in a simulated picture, px.
const LEAST_SQUARE_PX: f64 = 40.0;
/// Greatest tilt and turn of the board, rad.
const MOST_TILT: f64 = 0.75;
const MOST_TURN: f64 = 0.6;
/// The file of the camera that takes the pictures.
const TRUTH: &str = "truth.toml";
/// Grey behind the board.
const BACKGROUND: u8 = 110;

#[derive(Debug, Serialize)]
struct Report {
    columns: usize,
    rows: usize,
    square_mm: f64,
    /// Every file written.
    files: Vec<String>,
}

pub(crate) fn run(arguments: &args::Board, common: &Common) -> Result<(), Failure> {
    if let Some(path) = &arguments.out {
        files::check_name("--out", path, "svg")?;
    }
    let board = corner_file::board(&arguments.choice)?;
    if let Some(folder) = &arguments.render {
        let wanted: Vec<String> = (0..arguments.views).map(name).collect();
        files::check_left_over("--render", folder, "view", &wanted)?;
        files::check_replaces_own("--render", folder, (TRUTH, &truth()?), &wanted)?;
    }
    let mut written = Vec::new();
    if let Some(path) = &arguments.out {
        files::write_whole(path, &svg(&board))?;
        written.push(path.clone());
    }
    if let Some(folder) = &arguments.render {
        files::make_folder("--render", folder)?;
        let seed = common.seed_or_default();
        written.extend(session::threads(common)?.install(|| render(&board, folder, arguments.views, seed))?);
    }
    let files = written.iter().map(|path| path.display().to_string()).collect();
    let report = Report { columns: board.columns(), rows: board.rows(), square_mm: in_mm(board.square_m()), files };
    print_report(&report, common.json)
}

/// Metres as millimetres, to a ten-thousandth: nobody prints finer, and no digits of rounding are written.
fn in_mm(length_m: f64) -> f64 {
    (1e7 * length_m).round() / 1e4
}

/// The board in millimetres, a square of white around it.
fn svg(board: &Board) -> String {
    let squares = |count: f64| in_mm(count * board.square_m());
    let square = squares(1.0);
    let (columns, rows) = (board.columns() + 1, board.rows() + 1);
    let (width, height) = (squares((columns + 2) as f64), squares((rows + 2) as f64));
    let black = (0..columns * rows).map(|index| (index % columns, index / columns)).filter(|(x, y)| (x + y) % 2 == 0);
    let path: String = black
        .map(|(x, y)| (squares((x + 1) as f64), squares((y + 1) as f64)))
        .map(|(x, y)| format!("M{x} {y}h{square}v{square}h-{square}z"))
        .collect();
    let (size, below) = (in_mm(0.2 * board.square_m().min(0.02)), squares((rows + 2) as f64 - 0.4));
    let said = format!("{} x {} inner corners, squares of {square} mm", board.columns(), board.rows());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" viewBox=\"0 0 {width} \
         {height}\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n<path d=\"{path}\" fill=\"#000\"/>\n\
         <text x=\"{square}\" y=\"{below}\" font-family=\"sans-serif\" font-size=\"{size}\" fill=\"#555\">\
         {said}</text>\n</svg>\n"
    )
}

/// A camera like those that watch a table: 1280 x 1024 pixels, a lens with visible distortion.
fn camera() -> CameraRecord {
    let distortion = Brown { k1: -0.21, k2: 0.09, ..Brown::default() };
    let lens = Lens {
        focal_px: Vec2::new(1400.0, 1396.0),
        centre_px: Vec2::new(652.0, 499.0),
        distortion,
        ..Lens::pinhole(1280, 1024, 1400.0)
    };
    CameraRecord { name: "camera".into(), lens, pose: None, reprojection_error_px: None }
}

/// The name of a picture's file; views count from 0, names from 1.
fn name(view: u64) -> String {
    format!("view{:02}.png", view + 1)
}

/// Writes pictures from all sides, and the camera that took them; returns their paths.
fn render(board: &Board, folder: &Path, views: u64, seed: u64) -> Result<Vec<PathBuf>, Failure> {
    let camera = camera();
    let bar = progress_bar(views, "pictures");
    let take = |view: u64| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(view);
        let pose = random_view(board, &camera.lens, MOST_TILT, MOST_TURN, LEAST_SQUARE_PX, &mut rng)
            .map_err(|error| Failure::NoAnswer(error.to_string()))?;
        let light_slope = Vec2::new(rng.random_range(-0.15..0.15), rng.random_range(-0.15..0.15));
        let exposure = Exposure { light_slope, ..Exposure::default() };
        let background = Frame::filled(Region::whole(camera.lens.width, camera.lens.height), BACKGROUND);
        let picture = photograph(board, &pose, &exposure, &background, &mut rng);
        let path = folder.join(name(view));
        images::write_png(&path, &picture)?;
        bar.inc(1);
        Ok(path)
    };
    let pictures: Result<Vec<_>, Failure> = (0..views).into_par_iter().map(take).collect();
    bar.finish_and_clear();
    let mut paths = pictures?;
    files::write_whole(&folder.join(TRUTH), &truth()?)?;
    paths.push(folder.join(TRUTH));
    Ok(paths)
}

/// The camera that takes the pictures, as a file.
fn truth() -> Result<String, Failure> {
    cameras_to_toml(std::slice::from_ref(&camera())).map_err(|error| Failure::NoAnswer(error.to_string()))
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { columns, rows, square_mm, files } = self;
        writeln!(f, "board of {columns} x {rows} inner corners, squares of {square_mm} mm")?;
        match files.as_slice() {
            [] => Ok(()),
            [file] => writeln!(f, "  in {file}"),
            [first, .., last] => writeln!(f, "  in {} files, {first} to {last}", files.len()),
        }
    }
}
