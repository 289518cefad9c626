//! Connected parts of a mask.

use super::Mask;
use crate::vision::{Region, Vec2};

/// Set pixels side by side in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// Row.
    pub y: u32,
    /// First column.
    pub start: u32,
    /// First column after it.
    pub end: u32,
    /// The part to which it belongs: an index into the components.
    pub component: u32,
}

/// A connected part (pixels that touch at a side or a corner), by its sums over pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Component {
    /// Pixels.
    pub area: u64,
    /// Σx and Σy.
    pub first: [u64; 2],
    /// Σx², Σxy, Σy².
    pub second: [u64; 3],
    /// The least rectangle around it.
    pub bounds: Region,
}

/// A mask in too many pieces: not a ball, but noise or a flash of light.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the mask has more than {most_runs} runs of set pixels; row {row} of {rows} was reached")]
pub struct Crowded {
    /// Greatest number of runs.
    pub most_runs: usize,
    /// Row in which they were found to be too many.
    pub row: usize,
    /// Rows of the mask.
    pub rows: usize,
}

/// Finds connected parts, run by run, in memory taken once.
#[derive(Debug, Clone)]
pub struct Components {
    most_runs: usize,
    runs: Vec<Run>,
    /// For each run an earlier one of the same part, or itself.
    parents: Vec<u32>,
    found: Vec<Component>,
}

impl Component {
    const EMPTY: Self =
        Self { area: 0, first: [0; 2], second: [0; 3], bounds: Region { left: 0, top: 0, width: 0, height: 0 } };

    /// Mean of its pixels.
    #[must_use]
    pub fn centre(&self) -> Vec2 {
        Vec2::new(self.first[0] as f64, self.first[1] as f64) / self.area as f64
    }

    /// Variances along x and y and their covariance over its pixels, px²: xx, xy, yy.
    #[must_use]
    pub fn spread(&self) -> [f64; 3] {
        let (area, [x, y]) = (self.area as f64, self.first);
        // Exact in integers up to the last step: there is nothing to cancel.
        let about = |second: u64, a: u64, b: u64| {
            let scaled = i128::from(second) * i128::from(self.area) - i128::from(a) * i128::from(b);
            scaled as f64 / (area * area)
        };
        [about(self.second[0], x, x), about(self.second[1], x, y), about(self.second[2], y, y)]
    }

    fn add(&mut self, run: &Run) {
        let (start, end, y) = (u64::from(run.start), u64::from(run.end), u64::from(run.y));
        let count = end - start;
        // Σx and Σx² from 0 to n - 1 in closed form.
        let sum = |n: u64| n * n.saturating_sub(1) / 2;
        let squares = |n: u64| n.saturating_sub(1) * n * (2 * n).saturating_sub(1) / 6;
        let (x, xx) = (sum(end) - sum(start), squares(end) - squares(start));
        self.area += count;
        self.first[0] += x;
        self.first[1] += y * count;
        self.second[0] += xx;
        self.second[1] += x * y;
        self.second[2] += y * y * count;
        self.enclose(run);
    }

    fn enclose(&mut self, run: &Run) {
        let (start, end, y) = (run.start as usize, run.end as usize, run.y as usize);
        let bounds = &mut self.bounds;
        if bounds.width == 0 {
            *bounds = Region { left: start, top: y, width: end - start, height: 1 };
            return;
        }
        let right = end.max(bounds.left + bounds.width);
        bounds.left = bounds.left.min(start);
        bounds.width = right - bounds.left;
        bounds.height = y + 1 - bounds.top;
    }
}

impl Components {
    /// A finder with memory for masks of at most `most_runs` runs.
    #[must_use]
    pub fn with_capacity(most_runs: usize) -> Self {
        Self {
            most_runs,
            runs: Vec::with_capacity(most_runs),
            parents: Vec::with_capacity(most_runs),
            found: Vec::with_capacity(most_runs),
        }
    }

    /// The connected parts of a mask, in the order of their first pixels.
    ///
    /// # Errors
    /// When the mask has too many runs.
    pub fn find(&mut self, mask: &Mask) -> Result<&[Component], Crowded> {
        self.runs.clear();
        self.parents.clear();
        self.found.clear();
        let mut above = 0..0;
        for y in 0..mask.height() {
            let start = self.runs.len();
            if !mask.span(y).is_empty() {
                self.take_row(mask, y)?;
            }
            self.join_rows(above, start);
            above = start..self.runs.len();
        }
        self.sum();
        Ok(&self.found)
    }

    /// The connected parts of the last mask.
    #[must_use]
    pub fn found(&self) -> &[Component] {
        &self.found
    }

    /// All runs of the last mask, row by row.
    #[must_use]
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    fn take_row(&mut self, mask: &Mask, y: usize) -> Result<(), Crowded> {
        let mut fits = true;
        let Self { most_runs, runs, parents, .. } = self;
        mask.runs(y, |start, end| {
            fits &= runs.len() < *most_runs;
            if fits {
                parents.push(runs.len() as u32);
                runs.push(Run { y: y as u32, start: start as u32, end: end as u32, component: 0 });
            }
        });
        if fits { Ok(()) } else { Err(Crowded { most_runs: *most_runs, row: y, rows: mask.height() }) }
    }

    /// Joins the runs of the last row with those of the row above that they touch.
    fn join_rows(&mut self, mut above: std::ops::Range<usize>, start: usize) {
        for run in start..self.runs.len() {
            let Run { start: first, end, .. } = self.runs[run];
            // A corner is enough: one column more on either side.
            while above.start < above.end && self.runs[above.start].end < first {
                above.start += 1;
            }
            for other in above.clone() {
                if self.runs[other].start > end {
                    break;
                }
                self.unite(run as u32, other as u32);
            }
        }
    }

    fn unite(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        // The earlier run stays root: components come in the order of their first pixels.
        self.parents[a.max(b) as usize] = a.min(b);
    }

    fn root(&mut self, mut run: u32) -> u32 {
        while self.parents[run as usize] != run {
            let next = self.parents[self.parents[run as usize] as usize];
            self.parents[run as usize] = next;
            run = next;
        }
        run
    }

    fn sum(&mut self) {
        for index in 0..self.runs.len() {
            let root = self.root(index as u32) as usize;
            // A root precedes all runs of its part.
            if root == index {
                self.runs[index].component = self.found.len() as u32;
                self.found.push(Component::EMPTY);
            }
            let component = self.runs[root].component;
            self.runs[index].component = component;
            self.found[component as usize].add(&self.runs[index]);
        }
    }
}
