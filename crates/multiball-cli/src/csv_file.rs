//! CSV files with a header: columns in any order, empty lines and those that begin with `#` passed over.

use std::path::Path;

use csv::{ReaderBuilder, StringRecord, Trim};

use crate::failure::Failure;
use crate::files;

/// A file with a header.
#[derive(Debug)]
pub(crate) struct CsvFile {
    name: String,
    header_line: usize,
    header: StringRecord,
    /// Each with its line, from 1.
    rows: Vec<(usize, StringRecord)>,
}

/// One row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CsvRow<'a> {
    file: &'a CsvFile,
    line: usize,
    cells: &'a StringRecord,
}

impl CsvFile {
    /// Reads a file whose header has the columns required and may have the optional ones; others are ignored.
    pub(crate) fn read(path: &Path, required: &[&str], optional: &[&str]) -> Result<Self, Failure> {
        Self::parse(&path.display().to_string(), &files::read_text(path)?, required, optional)
    }

    /// Reads a file that may have a header alone.
    pub(crate) fn read_or_empty(path: &Path, required: &[&str]) -> Result<Self, Failure> {
        Self::parse_or_empty(&path.display().to_string(), &files::read_text(path)?, required, &[])
    }

    /// The same of a text; `name` is what messages call it.
    pub(crate) fn parse(name: &str, text: &str, required: &[&str], optional: &[&str]) -> Result<Self, Failure> {
        let file = Self::parse_or_empty(name, text, required, optional)?;
        if file.rows.is_empty() {
            return Err(file.refused(file.header_line, "a header without rows; rows must follow"));
        }
        Ok(file)
    }

    fn parse_or_empty(name: &str, text: &str, required: &[&str], optional: &[&str]) -> Result<Self, Failure> {
        let mut rows = records(name, text)?.into_iter();
        let Some((line, header)) = rows.next() else {
            let needed = required.join(", ");
            return Err(Failure::input(format!("{name}: the file is empty; it must have a header with {needed}")));
        };
        let file = Self { name: name.to_owned(), header_line: line, header, rows: rows.collect() };
        file.check_header(required, optional).map_err(|what| file.refused(line, &what))?;
        for (line, cells) in &file.rows {
            file.check_length(cells).map_err(|what| file.refused(*line, &what))?;
        }
        Ok(file)
    }

    /// Whether the header names this column.
    pub(crate) fn has(&self, column: &str) -> bool {
        self.place(column).is_some()
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = CsvRow<'_>> {
        self.rows.iter().map(|(line, cells)| CsvRow { file: self, line: *line, cells })
    }

    fn place(&self, column: &str) -> Option<usize> {
        self.header.iter().position(|name| name == column)
    }

    fn check_header(&self, required: &[&str], optional: &[&str]) -> Result<(), String> {
        let missing: Vec<&str> = required.iter().copied().filter(|column| !self.has(column)).collect();
        if !missing.is_empty() {
            let found = self.header.iter().collect::<Vec<_>>().join(", ");
            let (missing, needed) = (missing.join(", "), required.join(", "));
            if self.header.len() == 1 && found.contains([';', '\t']) {
                return Err(format!("the header is `{found}`; columns must be separated by commas, and be {needed}"));
            }
            return Err(format!("no column {missing}; the header has {found}, it must have {needed}"));
        }
        for column in required.iter().chain(optional) {
            let count = self.header.iter().filter(|name| name == column).count();
            if count > 1 {
                return Err(format!("{count} columns {column}; there must be one"));
            }
        }
        Ok(())
    }

    /// Refuses cells under no heading: decimal commas would shift all numbers. Empty ones at the end do no harm.
    fn check_length(&self, cells: &StringRecord) -> Result<(), String> {
        let (found, allowed) = (cells.len(), self.header.len());
        match cells.iter().skip(allowed).find(|cell| !cell.is_empty()) {
            Some(cell) => Err(format!("{found} cells, `{cell}` among those too many; the header has {allowed}")),
            None => Ok(()),
        }
    }

    fn refused(&self, line: usize, what: &str) -> Failure {
        Failure::input(format!("{} line {line}: {what}", self.name))
    }
}

/// The records that are not empty, with their lines.
fn records(name: &str, text: &str) -> Result<Vec<(usize, StringRecord)>, Failure> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = ReaderBuilder::new();
    reader.has_headers(false).flexible(true).trim(Trim::All).comment(Some(b'#'));
    let mut records = Vec::new();
    let (mut read, mut breaks) = (0, 0);
    for record in reader.from_reader(text.as_bytes()).into_records() {
        let record = record.map_err(|error| Failure::input(format!("{name}: {error}")))?;
        let start = record.position().map_or(0, csv::Position::byte) as usize;
        breaks += text.get(read..start).unwrap_or_default().matches('\n').count();
        read = start;
        // The reader's position of a record is before the empty lines and comments that precede it.
        let passed_over = |line: &&str| line.trim_end_matches('\r').is_empty() || line.starts_with('#');
        let before = text.get(start..).unwrap_or_default().split('\n').take_while(passed_over).count();
        // Spaces or commas alone, as spreadsheets leave them, are an empty line too.
        if record.iter().any(|cell| !cell.is_empty()) {
            records.push((1 + breaks + before, record));
        }
    }
    Ok(records)
}

impl<'a> CsvRow<'a> {
    /// The line on which it stands, from 1.
    pub(crate) fn line(&self) -> usize {
        self.line
    }

    /// A cell that names something: it must not be empty.
    pub(crate) fn name(&self, column: &str, of: &str) -> Result<&'a str, Failure> {
        let cell = self.cell(column).filter(|cell| !cell.is_empty());
        cell.ok_or_else(|| self.refused(&format!("{column} is empty; it must name the {of}")))
    }

    /// A finite number.
    pub(crate) fn number(&self, column: &str) -> Result<f64, Failure> {
        self.checked(column, f64::is_finite, "a finite number")
    }

    /// A number that is no further from 0 than `most`.
    pub(crate) fn number_within(&self, column: &str, most: f64, unit: &str) -> Result<f64, Failure> {
        self.checked(column, |value| value.abs() <= most, &format!("a number from -{most} to {most} {unit}"))
    }

    /// Why this row cannot be used: value and what is allowed, to which file and line are added.
    pub(crate) fn refused(&self, what: &str) -> Failure {
        self.file.refused(self.line, what)
    }

    fn checked(&self, column: &str, fits: impl Fn(f64) -> bool, allowed: &str) -> Result<f64, Failure> {
        let Some(cell) = self.cell(column) else {
            let (found, all) = (self.cells.len(), self.file.header.len());
            let what = format!("{column} is missing, with {found} cells where the header has {all}");
            return Err(self.refused(&format!("{what}; it must be {allowed}")));
        };
        let value = cell.parse().ok().filter(|value| fits(*value));
        value.ok_or_else(|| self.refused(&format!("{column} = `{cell}` is not allowed; it must be {allowed}")))
    }

    fn cell(&self, column: &str) -> Option<&'a str> {
        self.cells.get(self.file.place(column)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(text: &str) -> Result<Vec<(usize, String, f64)>, Failure> {
        let file = CsvFile::parse("f.csv", text, &["a", "b"], &["who"])?;
        file.rows()
            .map(|row| {
                let who = if file.has("who") { row.name("who", "player")? } else { "" };
                Ok((row.line(), who.to_owned(), row.number("a")? + row.number_within("b", 9.0, "m")?))
            })
            .collect()
    }

    #[test]
    fn law_columns_order_line_ends_comments_and_empty_lines_do_not_matter() {
        let expected = |lines: [usize; 2]| vec![(lines[0], "x".to_owned(), 3.0), (lines[1], "y, z".to_owned(), 5.0)];
        assert_eq!(sums("a,b,who\n1,2,x\n2,3,\"y, z\"\n").unwrap(), expected([2, 3]));
        let text = "\u{feff}# made by\r\n\r\n who ,b,\"c\",a\r\n#\r\nx,2,?, 1\r\n  \r\n,,,\r\n\r\n\"y, z\",3,,2,,\r\n";
        assert_eq!(sums(text).unwrap(), expected([5, 9]));
        assert_eq!(sums("a,b,c\n1,2").unwrap(), [(2, String::new(), 3.0)]);
    }

    #[test]
    fn law_errors_name_line_column_value_and_what_is_allowed() {
        for (text, words) in [
            ("\n# nothing\n ,\n", "f.csv: the file is empty; it must have a header with a, b"),
            ("\n#\na,c\n", "f.csv line 3: no column b; the header has a, c, it must have a, b"),
            ("a;b\n1;2\n", "f.csv line 1: the header is `a;b`; columns must be separated by commas, and be a, b"),
            ("a,b,b\n1,2,3\n", "f.csv line 1: 2 columns b; there must be one"),
            ("a,who,b,who\n1,2,3,4\n", "f.csv line 1: 2 columns who; there must be one"),
            ("#\na,b\n\n", "f.csv line 2: a header without rows"),
            ("a,b\n1,2\n\n0,5,1\n", "f.csv line 4: 3 cells, `1` among those too many; the header has 2"),
            (
                "a,b\r\n\r\n1\r\n",
                "line 3: b is missing, with 1 cells where the header has 2; it must be a number from -9",
            ),
            ("a,b\n # c,d\n", "f.csv line 2: a = `# c` is not allowed; it must be a finite number"),
            ("a,b\ninf,1\n", "f.csv line 2: a = `inf` is not allowed; it must be a finite number"),
            ("a,b\n1,NaN\n", "f.csv line 2: b = `NaN` is not allowed; it must be a number from -9 to 9 m"),
            ("who,a,b\n\"x\n\",1,1\n#\n\n ,1,2\n", "f.csv line 6: who is empty; it must name the player"),
        ] {
            let said = sums(text).unwrap_err().to_string();
            assert!(said.contains(words), "{said}");
        }
    }
}
