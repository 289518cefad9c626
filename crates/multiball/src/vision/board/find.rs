//! A board's corners in a picture.

use super::Board;
use super::grid::Grid;
use super::refine::refined;
use super::saddles::{Saddle, saddles};
use super::smooth::Smooth;
use crate::vision::projective::homography;
use crate::vision::{Frame, Vec2};

/// Why no board was found in a picture.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum BoardNotFound {
    /// No corners lie in rows and columns.
    #[error(
        "no board of {columns} x {rows} inner corners: {candidates} points look like a corner, none has four \
         neighbours in a grid"
    )]
    NoGrid {
        /// Inner corners in a row of the board.
        columns: usize,
        /// Inner corners in a column of the board.
        rows: usize,
        /// Points that look like a corner.
        candidates: usize,
    },
    /// There are grids, but not of this board.
    #[error(
        "no board of {columns} x {rows} inner corners: {candidates} points look like a corner, the largest grid among \
         them has {found} \
         in {found_columns} x {found_rows}"
    )]
    OtherGrid {
        /// Inner corners in a row of the board.
        columns: usize,
        /// Inner corners in a column of the board.
        rows: usize,
        /// Points that look like a corner.
        candidates: usize,
        /// Corners of the largest grid.
        found: usize,
        /// Its columns, or its rows.
        found_columns: usize,
        /// The other number.
        found_rows: usize,
    },
    /// A grid of the right size does not lie as a flat board does.
    #[error(
        "no board of {columns} x {rows} inner corners: a grid of that size is off a flat board by {off_squares:.2} \
         squares; at most {} \
         is taken for a lens",
        MOST_OFF_SQUARES
    )]
    NotFlat {
        /// Inner corners in a row of the board.
        columns: usize,
        /// Inner corners in a column of the board.
        rows: usize,
        /// Greatest distance of a corner from its place, in squares.
        off_squares: f64,
    },
    /// A corner of the smoothed picture that is not found in the picture itself.
    #[error(
        "no board of {columns} x {rows} inner corners: the edges at corner {corner} of the grid do not cross in one \
         point"
    )]
    Unsharp {
        /// Inner corners in a row of the board.
        columns: usize,
        /// Inner corners in a column of the board.
        rows: usize,
        /// Which corner, counted from 1 row by row.
        corner: usize,
    },
}

/// How far lens distortion may displace a corner from the flat board that fits best, in squares. A corner in the wrong
/// cell is off by 1.
const MOST_OFF_SQUARES: f64 = 0.5;
/// How far a corner may be from the middle of its neighbours on both sides, in steps to them.
const MOST_BEND: f64 = 0.3;
/// Corners that make a grid worth naming.
const LEAST_GRID: usize = 4;
/// Least side of a picture that is searched, px.
const LEAST_SIDE: usize = 24;
/// How often the picture is halved to find corners that are out of focus.
const MOST_HALVINGS: u32 = 3;

/// The inner corners of a board in a picture, row by row as [`Board::corners`] has them, px on the sensor.
///
/// Saddles of the smoothed picture with two bright and two dark sectors around are put into a grid, each where its
/// neighbours predict it; a full grid of the board's size is the board, checked against a flat board, and every corner
/// is then found to a small part of a pixel. A picture in which no board is found is halved and searched again: edges
/// that are out of focus are sharp there. Tested for squares of 12 px or more along their shorter side and boards
/// tilted by up to 60 degrees. docs/theory/board.md has the figures.
///
/// # Errors
/// When the board is not wholly seen, with what was found instead.
pub fn find_board(frame: &Frame, board: &Board) -> Result<Vec<Vec2>, BoardNotFound> {
    let mut image = Smooth::from_frame(frame);
    let mut first_failure = None;
    for halvings in 0..=MOST_HALVINGS {
        if image.width.min(image.height) < LEAST_SIDE {
            break;
        }
        match search(frame, &image, board, halvings) {
            Ok(corners) => return Ok(corners),
            Err(failure) => first_failure = first_failure.or(Some(failure)),
        }
        image = image.halved();
    }
    let Board { columns, rows, .. } = *board;
    Err(first_failure.unwrap_or(BoardNotFound::NoGrid { columns, rows, candidates: 0 }))
}

/// Searches for the board in a picture that was halved `halvings` times.
fn search(frame: &Frame, image: &Smooth, board: &Board, halvings: u32) -> Result<Vec<Vec2>, BoardNotFound> {
    let saddles = saddles(&image.blurred());
    let mut used = vec![false; saddles.len()];
    let mut largest: Option<Grid> = None;
    let mut seeds: Vec<usize> = (0..saddles.len()).collect();
    seeds.sort_by(|a, b| saddles[*b].strength.total_cmp(&saddles[*a].strength));
    for seed in seeds {
        if used[seed] {
            continue;
        }
        let Some(grid) = Grid::from_seed(&saddles, seed) else { continue };
        if let Some(order) = grid.as_board(&saddles, board) {
            return place_all(frame, &order, board, halvings);
        }
        grid.grown().for_each(|index| used[index] = true);
        if grid.count() >= LEAST_GRID && largest.as_ref().is_none_or(|other| grid.count() > other.count()) {
            largest = Some(grid);
        }
    }
    let (Board { columns, rows, .. }, candidates) = (*board, saddles.len());
    Err(largest.map_or(BoardNotFound::NoGrid { columns, rows, candidates }, |grid| {
        let (found_columns, found_rows) = grid.size();
        let (long, short) = (found_columns.max(found_rows), found_columns.min(found_rows));
        let (found_columns, found_rows) = if columns >= rows { (long, short) } else { (short, long) };
        let found = grid.count();
        BoardNotFound::OtherGrid { columns, rows, candidates, found, found_columns, found_rows }
    }))
}

/// The corners of a whole board, refined, checked and in the sensor's pixels.
fn place_all(frame: &Frame, order: &[Saddle], board: &Board, halvings: u32) -> Result<Vec<Vec2>, BoardNotFound> {
    let scale = f64::from(1 << halvings);
    let shift = Vec2::new(0.5, 0.5) * (scale - 1.0);
    let rough: Vec<Vec2> = order.iter().map(|saddle| saddle.place * scale + shift).collect();
    let Board { columns, rows, .. } = *board;
    let mut corners = Vec::with_capacity(rough.len());
    for index in 0..rough.len() {
        let right = step(&rough, index, index % columns, columns, 1);
        let down = step(&rough, index, index / columns, rows, columns);
        let unsharp = BoardNotFound::Unsharp { columns, rows, corner: index + 1 };
        corners.push(refined(frame, &rough[index], &right, &down, scale).ok_or(unsharp)?);
    }
    let off_squares = off_flat_board(&corners, board);
    if off_squares.is_nan() || off_squares > MOST_OFF_SQUARES {
        return Err(BoardNotFound::NotFlat { columns, rows, off_squares });
    }
    let region = frame.region();
    let origin = Vec2::new(region.left as f64, region.top as f64);
    Ok(corners.into_iter().map(|corner| corner + origin).collect())
}

/// Spacing of the corners along a row or column: half the displacement between both neighbours, or the displacement
/// from the only one.
fn step(places: &[Vec2], index: usize, position: usize, count: usize, stride: usize) -> Vec2 {
    match position {
        0 => places[index + stride] - places[index],
        last if last + 1 == count => places[index] - places[index - stride],
        _ => (places[index + stride] - places[index - stride]) / 2.0,
    }
}

/// The greatest distance of a corner from the flat board that fits all best, and of a corner from the middle of its
/// neighbours, the latter as a share of [`MOST_BEND`]; both in squares as seen there. Infinite when no flat board fits
/// at all.
fn off_flat_board(corners: &[Vec2], board: &Board) -> f64 {
    let Board { columns, rows, .. } = *board;
    let Some(image_from_board) = homography(board.corners().into_iter().zip(corners.iter().copied())) else {
        return f64::INFINITY;
    };
    let mut greatest = 0f64;
    for (index, (on_board, corner)) in board.corners().iter().zip(corners).enumerate() {
        let image = image_from_board * on_board.push(1.0);
        let (column, row) = (index % columns, index / columns);
        let right = step(corners, index, column, columns, 1);
        let down = step(corners, index, row, rows, columns);
        greatest = greatest.max((image.xy() / image.z - corner).norm() / right.norm().min(down.norm()));
        for (position, count, stride, spacing) in [(column, columns, 1, right), (row, rows, columns, down)] {
            if position > 0 && position + 1 < count {
                let bend = corners[index + stride] + corners[index - stride] - 2.0 * corner;
                greatest = greatest.max(bend.norm() / spacing.norm() * (MOST_OFF_SQUARES / MOST_BEND));
            }
        }
    }
    greatest
}
