//! Tables in files, comma-separated, with a header.

use std::path::Path;
use std::str::FromStr;

use crate::failure::Failure;
use crate::files;

/// The cells of a file under the columns asked for.
#[derive(Debug)]
pub(crate) struct Csv {
    file: String,
    columns: Vec<&'static str>,
    /// Line number, and a cell for each column.
    rows: Vec<(usize, Vec<String>)>,
}

/// One line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CsvRow<'a> {
    csv: &'a Csv,
    line: usize,
    cells: &'a [String],
}

impl Csv {
    /// Reads a file whose header names at least these columns, in any order; empty lines are passed over.
    pub(crate) fn read(path: &Path, columns: &[&'static str]) -> Result<Self, Failure> {
        let text = files::read_text(path)?;
        let file = path.display().to_string();
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let Some((_, header)) = lines.next() else {
            return Err(Failure::input(format!("{file}: the file is empty; its header must be {}", columns.join(","))));
        };
        let names: Vec<&str> = header.trim_start_matches('\u{feff}').split(',').map(str::trim).collect();
        let place = |column: &&'static str| {
            names.iter().position(|name| name == column).ok_or_else(|| {
                let wanted = columns.join(",");
                Failure::input(format!("{file}: line 1 has no column `{column}`; the header must be {wanted}"))
            })
        };
        let places: Vec<usize> = columns.iter().map(place).collect::<Result<_, _>>()?;
        let mut rows = Vec::new();
        for (index, line) in lines {
            let cells: Vec<&str> = line.split(',').map(str::trim).collect();
            if cells.len() != names.len() {
                let (found, wanted) = (cells.len(), names.len());
                return Err(Failure::input(format!(
                    "{file}: line {} has {found} cells; the header has {wanted}",
                    index + 1
                )));
            }
            rows.push((index + 1, places.iter().map(|place| cells[*place].to_owned()).collect()));
        }
        Ok(Self { file, columns: columns.to_vec(), rows })
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = CsvRow<'_>> {
        self.rows.iter().map(|(line, cells)| CsvRow { csv: self, line: *line, cells })
    }
}

impl CsvRow<'_> {
    /// The text of a column, counted as they were asked for.
    pub(crate) fn text(&self, column: usize) -> &str {
        &self.cells[column]
    }

    /// A finite number.
    pub(crate) fn number(&self, column: usize) -> Result<f64, Failure> {
        let text = self.text(column);
        f64::from_str(text).ok().filter(|value| value.is_finite()).ok_or_else(|| {
            let (file, line, name) = (&self.csv.file, self.line, self.csv.columns[column]);
            Failure::input(format!("{file}: line {line}, {name}: `{text}` is not allowed; it must be a finite number"))
        })
    }
}
