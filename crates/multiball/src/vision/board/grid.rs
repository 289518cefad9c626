//! Saddles put into rows and columns.

use std::collections::{BTreeMap, BTreeSet};

use super::Board;
use super::saddles::Saddle;
use crate::vision::Vec2;

/// A cell of a grid: column, row.
type Cell = (i32, i32);

/// The four neighbours of a cell.
const SIDES: [Cell; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
/// Sine of the greatest angle between an edge at a corner and the line to the next corner along it.
const MOST_ASIDE: f64 = 0.34;
/// The pattern at the next corner is the opposite: the cosine between both is -1, and at most this.
const OPPOSITE: f64 = -0.7;
/// How far a corner may be from where its neighbours predict it, in steps to the nearest of them.
const MOST_ASTRAY: f64 = 0.3;

/// Saddles by cell. Columns and rows have the handedness of the image's x and y: a board seen from its front.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Grid {
    cells: BTreeMap<Cell, usize>,
    /// All saddles that were in it while it grew: another grid from one of them would be the same.
    grown: BTreeSet<usize>,
}

impl Grid {
    /// The grid that grows from one of the saddles, which are sorted by x; `None` when it lacks four neighbours that
    /// fit.
    pub(super) fn from_seed(saddles: &[Saddle], seed: usize) -> Option<Self> {
        let middle = &saddles[seed];
        let [right, down] = middle.edges;
        let mut cells = BTreeMap::from([((0, 0), seed)]);
        for (cell, direction) in SIDES.into_iter().zip([right, down, -right, -down]) {
            cells.insert(cell, next_along(saddles, middle, &direction)?);
        }
        let place = |cell: &Cell| saddles[cells[cell]].place;
        for (ahead, behind) in [((1, 0), (-1, 0)), ((0, 1), (0, -1))] {
            let bend = place(&ahead) + place(&behind) - 2.0 * middle.place;
            if bend.norm() > MOST_ASTRAY * (place(&ahead) - middle.place).norm() {
                return None;
            }
        }
        let mut grid = Self { cells, grown: BTreeSet::new() };
        grid.grow(saddles);
        grid.trim();
        Some(grid)
    }

    /// Adds neighbours where they are expected until none is found.
    fn grow(&mut self, saddles: &[Saddle]) {
        let mut used: BTreeSet<usize> = self.cells.values().copied().collect();
        let mut fresh: Vec<Cell> = self.cells.keys().copied().collect();
        let most = Board::CORNERS.1 as i32;
        while !fresh.is_empty() {
            let neighbours = |cell: &Cell| SIDES.map(|(x, y)| (cell.0 + x, cell.1 + y));
            let empty: BTreeSet<Cell> =
                fresh.iter().flat_map(neighbours).filter(|cell| !self.cells.contains_key(cell)).collect();
            fresh.clear();
            for cell in empty.into_iter().filter(|cell| cell.0.abs() <= most && cell.1.abs() <= most) {
                let Some(index) = self.expected(saddles, cell).and_then(|slot| slot.nearest(saddles, &used)) else {
                    continue;
                };
                used.insert(index);
                self.cells.insert(cell, index);
                fresh.push(cell);
            }
        }
        self.grown = used;
    }

    /// The corner that a cell should hold, extrapolated from its neighbours: lines continue straight, and four corners
    /// make a parallelogram.
    fn expected(&self, saddles: &[Saddle], cell: Cell) -> Option<Expected> {
        let known = |x: i32, y: i32| self.cells.get(&(cell.0 + x, cell.1 + y)).map(|index| &saddles[*index]);
        let (mut sum, mut count) = (Vec2::zeros(), 0.0);
        for (index, (x, y)) in SIDES.into_iter().enumerate() {
            let (across_x, across_y) = SIDES[(index + 1) % 4];
            let line = known(x, y).zip(known(2 * x, 2 * y)).map(|(a, b)| 2.0 * a.place - b.place);
            let corner = known(x + across_x, y + across_y);
            let both = known(x, y).zip(known(across_x, across_y)).zip(corner);
            for guess in line.into_iter().chain(both.map(|((a, b), c)| a.place + b.place - c.place)) {
                sum += guess;
                count += 1.0;
            }
        }
        let place = (count > 0.0).then(|| sum / count)?;
        let neighbours = || SIDES.into_iter().filter_map(|(x, y)| known(x, y));
        let step = neighbours().map(|saddle| (saddle.place - place).norm()).fold(f64::INFINITY, f64::min);
        let bright = -neighbours().map(|saddle| saddle.bright).sum::<Vec2>().try_normalize(0.1)?;
        Some(Expected { place, within: MOST_ASTRAY * step, bright })
    }

    /// Takes away outer rows and columns of which less than half is there: chance neighbours of a board.
    fn trim(&mut self) {
        let along = |cell: &Cell, axis: usize| if axis == 0 { cell.0 } else { cell.1 };
        while !self.cells.is_empty() {
            let (low, high) = self.corners();
            let (columns, rows) = self.size();
            let lines = [(0, low.0, rows), (0, high.0, rows), (1, low.1, columns), (1, high.1, columns)];
            let sparse = |(axis, value, length): &(usize, i32, usize)| {
                2 * self.cells.keys().filter(|cell| along(cell, *axis) == *value).count() < *length
            };
            let Some((axis, value, _)) = lines.into_iter().find(sparse) else { return };
            self.cells.retain(|cell, _| along(cell, axis) != value);
        }
    }

    /// First and last column and row; (0, 0) for both of a grid without cells.
    fn corners(&self) -> (Cell, Cell) {
        let extremes = |part: fn(&Cell) -> i32| {
            let values = self.cells.keys().map(part);
            (values.clone().min().unwrap_or(0), values.max().unwrap_or(0))
        };
        let ((left, right), (top, bottom)) = (extremes(|cell| cell.0), extremes(|cell| cell.1));
        ((left, top), (right, bottom))
    }

    /// Columns and rows.
    pub(super) fn size(&self) -> (usize, usize) {
        let (low, high) = self.corners();
        ((high.0 - low.0 + 1) as usize, (high.1 - low.1 + 1) as usize)
    }

    /// Number of corners in the grid.
    pub(super) fn count(&self) -> usize {
        self.cells.len()
    }

    /// The saddles from which no other grid would grow.
    pub(super) fn grown(&self) -> impl Iterator<Item = usize> + '_ {
        self.grown.iter().copied()
    }

    /// Its saddles in the order of a board's corners; `None` when it is not of that size, or not full. Of the orders
    /// that look alike, the one that begins nearest to the image's upper left.
    pub(super) fn as_board(&self, saddles: &[Saddle], board: &Board) -> Option<Vec<Saddle>> {
        let (columns, rows) = self.size();
        if self.cells.len() != columns * rows {
            return None;
        }
        // Quarter turns keep the sense of rotation; a mirrored board would be one seen from behind.
        let orders = (0..4).filter_map(|quarters| {
            let turned = if quarters % 2 == 0 { (columns, rows) } else { (rows, columns) };
            (turned == (board.columns, board.rows)).then(|| self.order(saddles, board, quarters))?
        });
        let rank = |order: &Vec<Saddle>| (!begins_black(order, board.columns), order[0].place.sum());
        orders.min_by(|a, b| {
            let (a, b) = (rank(a), rank(b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        })
    }

    /// The saddles row by row after so many quarter turns.
    fn order(&self, saddles: &[Saddle], board: &Board, quarters: usize) -> Option<Vec<Saddle>> {
        let (low, high) = self.corners();
        let cell = |column: i32, row: i32| match quarters {
            0 => (low.0 + column, low.1 + row),
            1 => (high.0 - row, low.1 + column),
            2 => (high.0 - column, high.1 - row),
            _ => (low.0 + row, high.1 - column),
        };
        let all = (0..board.rows as i32).flat_map(|row| (0..board.columns as i32).map(move |column| (column, row)));
        all.map(|(column, row)| self.cells.get(&cell(column, row)).map(|index| saddles[*index])).collect()
    }
}

/// Where a corner should be and how it should look.
#[derive(Debug, Clone, Copy)]
struct Expected {
    place: Vec2,
    within: f64,
    bright: Vec2,
}

impl Expected {
    fn nearest(&self, saddles: &[Saddle], used: &BTreeSet<usize>) -> Option<usize> {
        let from = saddles.partition_point(|saddle| saddle.place.x < self.place.x - self.within);
        let near = saddles[from..].iter().take_while(|saddle| saddle.place.x <= self.place.x + self.within);
        let fits = |(index, saddle): (usize, &Saddle)| {
            let distance = (saddle.place - self.place).norm();
            let fits = distance <= self.within && saddle.bright.dot(&self.bright) >= -OPPOSITE;
            (fits && !used.contains(&index)).then_some((index, distance))
        };
        let found = near.enumerate().filter_map(|(index, saddle)| fits((from + index, saddle)));
        found.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(index, _)| index)
    }
}

/// The nearest saddle in a direction whose pattern is the opposite.
fn next_along(saddles: &[Saddle], from: &Saddle, direction: &Vec2) -> Option<usize> {
    let start = saddles.partition_point(|saddle| saddle.place.x < from.place.x);
    let mut best: Option<(usize, f64)> = None;
    let mut look = |index: usize| {
        let offset = saddles[index].place - from.place;
        // They are sorted by x: from the first that is too far along it, all are.
        if best.is_some_and(|(_, nearest)| offset.x.abs() >= nearest) {
            return false;
        }
        let fits = offset.dot(direction) > 0.0
            && offset.perp(direction).abs() <= MOST_ASIDE * offset.norm()
            && saddles[index].bright.dot(&from.bright) <= OPPOSITE
            && best.is_none_or(|(_, nearest)| offset.norm() < nearest);
        if fits {
            best = Some((index, offset.norm()));
        }
        true
    };
    let _ = (start..saddles.len()).all(&mut look);
    let _ = (0..start).rev().all(&mut look);
    best.map(|(index, _)| index)
}

/// Whether the square before the first corner is black, as it is on a board printed here.
fn begins_black(order: &[Saddle], columns: usize) -> bool {
    let first = order[0];
    let (right, down) = (order[1].place - first.place, order[columns].place - first.place);
    let diagonal = right.normalize() + down.normalize();
    let doubled = Vec2::new(diagonal.x * diagonal.x - diagonal.y * diagonal.y, 2.0 * diagonal.x * diagonal.y);
    first.bright.dot(&doubled) < 0.0
}
