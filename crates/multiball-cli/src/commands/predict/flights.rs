//! Flights from a CSV file of any laboratory.

use std::collections::BTreeMap;
use std::path::Path;

use csv::{ReaderBuilder, StringRecord, Trim};
use multiball::geometry::Vec3;

use crate::failure::Failure;

/// Columns that a file must have.
const COLUMNS: [&str; 4] = ["t_s", "x_m", "y_m", "z_m"];
/// Further from the table than this is a slip of the unit, m.
const FURTHEST: f64 = 100.0;
/// Name of the one flight of a file without ids.
const ALONE: &str = "1";

/// Where the ball was seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Point {
    /// Since the flight's first row, s.
    pub(super) t_s: f64,
    /// The ball's centre in the world frame, m.
    pub(super) place: Vec3,
}

/// One ball's way, as it was recorded.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Recorded {
    pub(super) id: String,
    /// At least one, in order of time.
    pub(super) points: Vec<Point>,
}

/// A file while it is read.
struct Source<'a> {
    name: String,
    text: &'a str,
}

/// Places of the columns in a row.
struct Columns {
    id: Option<usize>,
    numbers: [usize; 4],
}

/// A flight so far: the time of its first row, and time and place in the file of its last.
struct Growing {
    flight: Recorded,
    first_s: f64,
    last: (f64, u64),
}

/// The flights of a file in the order in which they begin, moved by an offset.
pub(super) fn read(path: &Path, text: &str, offset: &Vec3) -> Result<Vec<Recorded>, Failure> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let source = Source { name: path.display().to_string(), text };
    let mut reader = ReaderBuilder::new();
    reader.has_headers(false).flexible(true).trim(Trim::All).comment(Some(b'#'));
    let mut records = Vec::new();
    for record in reader.from_reader(text.as_bytes()).into_records() {
        let record = record.map_err(|error| Failure::input(format!("{}: {error}", source.name)))?;
        // Spaces or commas alone, as spreadsheets leave them, are an empty line too.
        if record.iter().any(|field| !field.is_empty()) {
            records.push(record);
        }
    }
    let Some((header, rows)) = records.split_first() else {
        let needed = COLUMNS.join(",");
        return Err(Failure::input(format!("{}: the file is empty; it must have a header with {needed}", source.name)));
    };
    let columns = source.columns(header)?;
    if rows.is_empty() {
        let line = source.line(header);
        return Err(Failure::input(format!("{} line {line}: a header without rows; points must follow", source.name)));
    }
    source.flights(&columns, rows, offset)
}

impl Source<'_> {
    /// The line on which a record stands, from 1.
    fn line(&self, record: &StringRecord) -> usize {
        self.line_at(byte(record))
    }

    /// The reader's own place is before the empty lines and comments that lead to a record.
    fn line_at(&self, byte: u64) -> usize {
        let at = usize::try_from(byte).unwrap_or(usize::MAX).min(self.text.len());
        let (before, rest) = self.text.as_bytes().split_at(at);
        let breaks = before.iter().filter(|byte| **byte == b'\n').count();
        let said_nothing = |line: &&[u8]| {
            let line = line.trim_ascii();
            line.is_empty() || line.starts_with(b"#") || line.iter().all(|byte| *byte == b',')
        };
        1 + breaks + rest.split(|byte| *byte == b'\n').take_while(said_nothing).count()
    }

    fn columns(&self, header: &StringRecord) -> Result<Columns, Failure> {
        let refused = |what: String| Failure::input(format!("{} line {}: {what}", self.name, self.line(header)));
        let place = |name: &str| header.iter().position(|field| field == name);
        let missing: Vec<&str> = COLUMNS.into_iter().filter(|name| place(name).is_none()).collect();
        if !missing.is_empty() {
            let found = header.iter().collect::<Vec<_>>().join(", ");
            let (missing, needed) = (missing.join(", "), COLUMNS.join(", "));
            return Err(refused(format!("no column {missing}; the header has {found}, it must have {needed}")));
        }
        for name in COLUMNS.into_iter().chain(["id"]) {
            let count = header.iter().filter(|field| *field == name).count();
            if count > 1 {
                return Err(refused(format!("{count} columns {name}; there must be one")));
            }
        }
        Ok(Columns { id: place("id"), numbers: COLUMNS.map(|name| place(name).unwrap_or_default()) })
    }

    fn flights(&self, columns: &Columns, rows: &[StringRecord], offset: &Vec3) -> Result<Vec<Recorded>, Failure> {
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        let mut flights: Vec<Growing> = Vec::new();
        for row in rows {
            let id = self.id(columns, row)?;
            let [t_s, x, y, z] = self.numbers(columns, row)?;
            let place = Vec3::new(x, y, z) + offset;
            let next = flights.len();
            let index = *places.entry(id).or_insert(next);
            if index == next {
                let flight = Recorded { id: id.to_owned(), points: vec![Point { t_s: 0.0, place }] };
                flights.push(Growing { flight, first_s: t_s, last: (t_s, byte(row)) });
                continue;
            }
            let growing = &mut flights[index];
            self.check_order(&growing.flight.id, growing.last, (t_s, byte(row)))?;
            growing.last = (t_s, byte(row));
            growing.flight.points.push(Point { t_s: t_s - growing.first_s, place });
        }
        Ok(flights.into_iter().map(|growing| growing.flight).collect())
    }

    fn id<'r>(&self, columns: &Columns, row: &'r StringRecord) -> Result<&'r str, Failure> {
        let Some(column) = columns.id else { return Ok(ALONE) };
        row.get(column).filter(|id| !id.is_empty()).ok_or_else(|| {
            Failure::input(format!("{} line {}: id is empty; it must name the flight", self.name, self.line(row)))
        })
    }

    fn numbers(&self, columns: &Columns, row: &StringRecord) -> Result<[f64; 4], Failure> {
        let mut numbers = [0.0; 4];
        for ((number, column), name) in numbers.iter_mut().zip(columns.numbers).zip(COLUMNS) {
            *number = number_in(name, row.get(column))
                .map_err(|reason| Failure::input(format!("{} line {}: {reason}", self.name, self.line(row))))?;
        }
        Ok(numbers)
    }

    fn check_order(&self, id: &str, last: (f64, u64), this: (f64, u64)) -> Result<(), Failure> {
        if this.0 > last.0 {
            return Ok(());
        }
        let what = if this.0 == last.0 { "is there already" } else { "is earlier" };
        Err(Failure::input(format!(
            "{} line {}: t_s = {} of flight {id} {what}: line {} has {}; within a flight times must increase",
            self.name,
            self.line_at(this.1),
            this.0,
            self.line_at(last.1),
            last.0
        )))
    }
}

fn byte(record: &StringRecord) -> u64 {
    record.position().map_or(0, csv::Position::byte)
}

/// A field as a number, or what is wrong with it.
fn number_in(name: &str, field: Option<&str>) -> Result<f64, String> {
    let Some(field) = field else { return Err(format!("{name} is missing; it must be a number")) };
    let allowed = if name == "t_s" {
        "it must be a finite number".to_owned()
    } else {
        format!("it must be a number from -{FURTHEST} to {FURTHEST} m")
    };
    match field.parse::<f64>() {
        Ok(value) if value.is_finite() && (name == "t_s" || value.abs() <= FURTHEST) => Ok(value),
        _ => Err(format!("{name} = `{field}` is not allowed; {allowed}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Result<Vec<Recorded>, Failure> {
        read(Path::new("f.csv"), text, &Vec3::new(0.0, 0.0, 1.0))
    }

    #[test]
    fn law_flights_are_gathered_by_id_whatever_the_columns_and_line_ends() {
        let text = "\u{feff}# a laboratory\r\n z_m , t_s,colour,\"x_m\",y_m,id\r\n\r\n3,10.5,red,1,2,b\r\n6,7,,4,5,a\r\n,,,,,\r\n3.5,10.75,red,1.5,2.5,b";
        let flights = read_text(text).unwrap();
        let point = |t_s, x, y, z| Point { t_s, place: Vec3::new(x, y, z) };
        let expected = [
            ("b", vec![point(0.0, 1.0, 2.0, 4.0), point(0.25, 1.5, 2.5, 4.5)]),
            ("a", vec![point(0.0, 4.0, 5.0, 7.0)]),
        ];
        assert_eq!(flights, expected.map(|(id, points)| Recorded { id: id.into(), points }));
    }

    #[test]
    fn law_errors_name_the_line_as_an_editor_counts() {
        let at = |text: &str| read_text(text).unwrap_err().to_string();
        for (text, words) in [
            ("# one\n\nt_s,x_m,y_m,z_m\n# four\n\n  \n0,1,2,x\n", "f.csv line 7: z_m = `x`"),
            ("t_s,x_m,y_m,z_m\r\n\r\n0,1,2\r\n", "f.csv line 3: z_m is missing"),
            ("\n\nid,t_s,x_m\n", "f.csv line 3: no column y_m, z_m; the header has id, t_s, x_m"),
            (
                "t_s,x_m,y_m,z_m\n0,1,2,3\n#\n1,1,2,3\n\n1,1,2,3\n",
                "line 6: t_s = 1 of flight 1 is there already: line 4 has 1",
            ),
        ] {
            assert!(at(text).contains(words), "{}", at(text));
        }
    }
}
