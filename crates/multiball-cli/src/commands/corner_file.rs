//! Views of a board: from a corner file, or found in images.

use std::path::{Path, PathBuf};

use multiball::vision::board::{Board, find_board};
use multiball::vision::{Corner, Vec2};
use rayon::prelude::*;
use serde::Serialize;

use super::session;
use crate::args::{BoardChoice, Common};
use crate::csv_file::{CsvFile, CsvRow};
use crate::failure::Failure;
use crate::images;
use crate::show::progress_bar;

/// The corners of one view.
#[derive(Debug, Clone)]
pub(super) struct View {
    pub(super) name: String,
    pub(super) corners: Vec<Corner>,
    /// Their lines in the corner file; empty for corners found in an image.
    pub(super) lines: Vec<usize>,
}

impl View {
    /// Name of one of its corners for messages.
    pub(super) fn place(&self, corner: usize) -> String {
        match self.lines.get(corner) {
            Some(line) => format!("line {line}, view `{}`", self.name),
            None => format!("`{}`, corner {}", self.name, corner + 1),
        }
    }
}

impl AsRef<[Corner]> for View {
    fn as_ref(&self) -> &[Corner] {
        &self.corners
    }
}

/// An image in which no board was found.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Skipped {
    pub(super) name: String,
    pub(super) reason: String,
}

/// All views of one camera.
#[derive(Debug)]
pub(super) struct Views {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) found: Vec<View>,
    pub(super) skipped: Vec<Skipped>,
}

/// The board described by the flags.
pub(super) fn board(choice: &BoardChoice) -> Result<Board, Failure> {
    Board::new(choice.columns as usize, choice.rows as usize, choice.square_mm / 1e3)
        .map_err(|error| Failure::input(error.to_string()))
}

/// Reads a corner file: views in the order in which they first appear.
pub(super) fn from_csv(path: &Path, width: usize, height: usize) -> Result<Views, Failure> {
    let file = CsvFile::read(path, &["view", "board_x_m", "board_y_m", "x_px", "y_px"], &[])?;
    let mut found: Vec<View> = Vec::new();
    for row in file.rows() {
        let name = row.name("view", "view")?;
        let on_board = Vec2::new(row.number("board_x_m")?, row.number("board_y_m")?);
        let corner = Corner { on_board, pixel: pixel_on_sensor(&row, width, height)? };
        let at = found.iter().position(|view| view.name == name).unwrap_or(found.len());
        if at == found.len() {
            found.push(View { name: name.to_owned(), corners: Vec::new(), lines: Vec::new() });
        }
        found[at].corners.push(corner);
        found[at].lines.push(row.line());
    }
    Ok(Views { width, height, found, skipped: Vec::new() })
}

/// The columns x_px and y_px of a row, which must lie on a sensor.
pub(super) fn pixel_on_sensor(row: &CsvRow<'_>, width: usize, height: usize) -> Result<Vec2, Failure> {
    let pixel = Vec2::new(row.number("x_px")?, row.number("y_px")?);
    let (right, bottom) = (width as f64 - 0.5, height as f64 - 0.5);
    if (-0.5..=right).contains(&pixel.x) && (-0.5..=bottom).contains(&pixel.y) {
        return Ok(pixel);
    }
    Err(row.refused(&format!(
        "the pixel ({}, {}) is not on the sensor of {width} x {height} pixels; x_px must be -0.5 to {right}, y_px \
         -0.5 to {bottom}",
        pixel.x, pixel.y
    )))
}

/// Finds the board in images, on the threads requested.
pub(super) fn from_images(inputs: &[PathBuf], board: &Board, common: &Common) -> Result<Views, Failure> {
    let mut paths = Vec::new();
    for input in inputs {
        if input.is_dir() {
            paths.extend(images::pngs_in(input)?);
        } else {
            paths.push(input.clone());
        }
    }
    check_once(&paths)?;
    let bar = progress_bar(paths.len() as u64, "finding boards");
    let search = |path: &PathBuf| {
        let frame = images::read_png(path)?;
        let corners = find_board(&frame, board).map_err(|error| error.to_string());
        bar.inc(1);
        Ok((frame.region(), corners))
    };
    let searched: Result<Vec<_>, Failure> =
        session::threads(common)?.install(|| paths.par_iter().map(search).collect());
    bar.finish_and_clear();
    let mut views = Views { width: 0, height: 0, found: Vec::new(), skipped: Vec::new() };
    let mut first: Option<&PathBuf> = None;
    for (path, (region, corners)) in paths.iter().zip(searched?) {
        let (width, height) = (region.width, region.height);
        let before = *first.get_or_insert(path);
        if before == path {
            (views.width, views.height) = (width, height);
        }
        if (views.width, views.height) != (width, height) {
            return Err(Failure::input(format!(
                "{} is {} x {} pixels, but {} is {width} x {height}; one camera's images are all of one size",
                before.display(),
                views.width,
                views.height,
                path.display()
            )));
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match corners {
            Ok(pixels) => {
                let pairs = board.corners().into_iter().zip(pixels);
                let corners = pairs.map(|(on_board, pixel)| Corner { on_board, pixel }).collect();
                views.found.push(View { name, corners, lines: Vec::new() });
            }
            Err(reason) => views.skipped.push(Skipped { name, reason }),
        }
    }
    Ok(views)
}

/// Refuses an image that is named twice: it adds no information.
fn check_once(paths: &[PathBuf]) -> Result<(), Failure> {
    // A path that does not exist is refused when it is read.
    let files: Vec<PathBuf> = paths.iter().map(|path| path.canonicalize().unwrap_or_else(|_| path.clone())).collect();
    let twice = (0..files.len()).find(|index| files[..*index].contains(&files[*index]));
    twice.map_or(Ok(()), |index| {
        Err(Failure::input(format!("{} is given twice; each image must be another view", paths[index].display())))
    })
}
