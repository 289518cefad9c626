//! The chessboard that cameras are calibrated with: its corners, pictures of it, and its corners found in a picture.

mod find;
mod grid;
mod picture;
mod refine;
mod saddles;
mod smooth;
mod views;

pub use find::{BoardNotFound, find_board};
pub use picture::{Exposure, photograph};
pub use views::{BoardOutOfView, random_view};

use super::Vec2;

/// A printed chessboard, known by its inner corners: the points where four squares meet.
///
/// Corner (column, row) lies at (column · square, row · square, 0) in the board's frame: x to the right, y down, z into
/// the paper for someone who reads it. The square to the upper left of the first corner is black.
///
/// A board whose inner corners are odd in one direction and even in the other looks different when turned by half a
/// turn, so its first corner is known. Of any other board, and of one with as many columns as rows, several orders of
/// corners look the same. Any of them is right for calibration, which estimates a pose for each picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Board {
    columns: usize,
    rows: usize,
    square_m: f64,
}

/// A board that cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum BoardError {
    /// Too few or too many corners.
    #[error("{columns} x {rows} inner corners; both numbers must be from {} to {}", Board::CORNERS.0, Board::CORNERS.1)]
    Corners {
        /// Inner corners in a row.
        columns: usize,
        /// Inner corners in a column.
        rows: usize,
    },
    /// A square of no usable size.
    #[error("squares of {square_m} m; they must be from {} to {} m", Board::SQUARE_M.0, Board::SQUARE_M.1)]
    Square {
        /// Side of a square, m.
        square_m: f64,
    },
}

impl Board {
    /// Least and most inner corners in a row or column. With fewer than three a board cannot be distinguished from a
    /// chance pattern.
    pub const CORNERS: (usize, usize) = (3, 50);
    /// Least and greatest side of a square, m.
    pub const SQUARE_M: (f64, f64) = (1e-4, 10.0);

    /// A board with the given numbers of inner corners in a row and in a column, and squares of the given side.
    ///
    /// # Errors
    /// When a number is outside its range.
    pub fn new(columns: usize, rows: usize, square_m: f64) -> Result<Self, BoardError> {
        let (least, most) = Self::CORNERS;
        if !(least..=most).contains(&columns) || !(least..=most).contains(&rows) {
            return Err(BoardError::Corners { columns, rows });
        }
        if !(Self::SQUARE_M.0..=Self::SQUARE_M.1).contains(&square_m) {
            return Err(BoardError::Square { square_m });
        }
        Ok(Self { columns, rows, square_m })
    }

    /// Inner corners in a row.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Inner corners in a column.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Side of a square, m.
    #[must_use]
    pub fn square_m(&self) -> f64 {
        self.square_m
    }

    /// All inner corners, row by row, on the board's plane, m.
    #[must_use]
    pub fn corners(&self) -> Vec<Vec2> {
        let point = |row: usize, column: usize| Vec2::new(column as f64, row as f64) * self.square_m;
        (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| point(row, column))).collect()
    }

    /// The middle of the board, m.
    #[must_use]
    pub fn middle(&self) -> Vec2 {
        Vec2::new(self.columns as f64 - 1.0, self.rows as f64 - 1.0) * (self.square_m / 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_corners_go_row_by_row() {
        let corners = Board::new(4, 3, 0.1).unwrap().corners();
        assert_eq!(corners.len(), 12);
        assert_eq!((corners[1], corners[4]), (Vec2::new(0.1, 0.0), Vec2::new(0.0, 0.1)));
        let middle = corners.iter().sum::<Vec2>() / 12.0;
        assert!((middle - Board::new(4, 3, 0.1).unwrap().middle()).norm() < 1e-15);
    }

    #[test]
    fn law_unusable_boards_are_refused_with_numbers() {
        let words = |board: Result<Board, BoardError>| board.unwrap_err().to_string();
        assert_eq!(words(Board::new(2, 6, 0.02)), "2 x 6 inner corners; both numbers must be from 3 to 50");
        assert_eq!(words(Board::new(9, 51, 0.02)), "9 x 51 inner corners; both numbers must be from 3 to 50");
        assert_eq!(words(Board::new(9, 6, f64::NAN)), "squares of NaN m; they must be from 0.0001 to 10 m");
    }
}
