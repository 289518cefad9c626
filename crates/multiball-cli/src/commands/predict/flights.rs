//! Flights from a CSV file of any laboratory.

use std::collections::BTreeMap;
use std::path::Path;

use multiball::geometry::Vec3;

use crate::csv_file::{CsvFile, CsvRow};
use crate::failure::Failure;

/// Columns that a file must have.
const COLUMNS: [&str; 4] = [T, X, Y, Z];
const T: &str = "t_s";
const X: &str = "x_m";
const Y: &str = "y_m";
const Z: &str = "z_m";
/// The column that distinguishes several flights.
const ID: &str = "id";
/// A position further from the table than this has the wrong unit, m.
const FURTHEST: f64 = 20.0;
/// Name of the one flight of a file without ids.
const ALONE: &str = "1";

/// One recorded position of the ball.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Point {
    /// Since the flight's first row, s.
    pub(super) t_s: f64,
    /// The ball's centre in the world frame, m.
    pub(super) place: Vec3,
}

/// One recorded flight.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Recorded {
    pub(super) id: String,
    /// At least one, in order of time.
    pub(super) points: Vec<Point>,
}

/// A flight so far: the time of its first row, and time and line of its last.
struct Growing {
    flight: Recorded,
    first_s: f64,
    last: (f64, usize),
}

/// The flights of a file in the order in which they begin, moved by an offset.
pub(super) fn read(path: &Path, offset: &Vec3) -> Result<Vec<Recorded>, Failure> {
    gather(&CsvFile::read(path, &COLUMNS, &[ID])?, offset)
}

fn gather(file: &CsvFile, offset: &Vec3) -> Result<Vec<Recorded>, Failure> {
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut flights: Vec<Growing> = Vec::new();
    for row in file.rows() {
        let id = if file.has(ID) { row.name(ID, "flight")? } else { ALONE };
        let t_s = row.number(T)?;
        let place = place(&row, offset)?;
        let next = flights.len();
        let index = *places.entry(id).or_insert(next);
        if index == next {
            let flight = Recorded { id: id.to_owned(), points: vec![Point { t_s: 0.0, place }] };
            flights.push(Growing { flight, first_s: t_s, last: (t_s, row.line()) });
            continue;
        }
        let growing = &mut flights[index];
        check_order(&row, t_s, id, growing.last)?;
        growing.last = (t_s, row.line());
        growing.flight.points.push(Point { t_s: t_s - growing.first_s, place });
    }
    Ok(flights.into_iter().map(|growing| growing.flight).collect())
}

/// The ball's position in a row, in the world frame.
fn place(row: &CsvRow<'_>, offset: &Vec3) -> Result<Vec3, Failure> {
    let mut place = *offset;
    for (axis, column) in [X, Y, Z].into_iter().enumerate() {
        let value = row.number(column)?;
        place[axis] += value;
        if place[axis].abs() > FURTHEST {
            let moved =
                if offset[axis] == 0.0 { String::new() } else { format!(" and {} m of --offset-m", offset[axis]) };
            return Err(row.refused(&format!(
                "{column} = {value}{moved} is not allowed; from the table's middle it must be from -{FURTHEST} to \
                 {FURTHEST} m: are they metres?"
            )));
        }
    }
    Ok(place)
}

fn check_order(row: &CsvRow<'_>, t_s: f64, id: &str, (last_s, line): (f64, usize)) -> Result<(), Failure> {
    if t_s > last_s {
        return Ok(());
    }
    let what = if t_s == last_s { "is there already" } else { "is earlier" };
    let before = format!("line {line} has {last_s}");
    Err(row.refused(&format!("{T} = {t_s} of flight {id} {what}: {before}; within a flight times must increase")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Result<Vec<Recorded>, Failure> {
        gather(&CsvFile::parse("f.csv", text, &COLUMNS, &[ID])?, &Vec3::new(0.0, 0.0, 1.0))
    }

    #[test]
    fn law_flights_are_gathered_by_id_whatever_the_columns_and_line_ends() {
        let text = "\u{feff}# a laboratory\r\n z_m , \
            t_s,colour,\"x_m\",y_m,id\r\n\r\n3,10.5,red,1,2,b\r\n6,7,,4,5,a\r\n,,,,,\r\n3.5,10.75,red,1.5,2.5,b";
        let flights = read_text(text).unwrap();
        let point = |t_s, x, y, z| Point { t_s, place: Vec3::new(x, y, z) };
        let expected = [
            ("b", vec![point(0.0, 1.0, 2.0, 4.0), point(0.25, 1.5, 2.5, 4.5)]),
            ("a", vec![point(0.0, 4.0, 5.0, 7.0)]),
        ];
        assert_eq!(flights, expected.map(|(id, points)| Recorded { id: id.into(), points }));
    }

    #[test]
    fn law_times_that_do_not_increase_are_refused_with_both_lines() {
        for (text, words) in [
            (
                "t_s,x_m,y_m,z_m\n0,1,2,3\n#\n1,1,2,3\n\n1,1,2,3\n",
                "f.csv line 6: t_s = 1 of flight 1 is there already: line 4 has 1",
            ),
            (
                "id,t_s,x_m,y_m,z_m\na,2,1,2,3\nb,0,1,2,3\na,1,1,2,3\n",
                "f.csv line 4: t_s = 1 of flight a is earlier: line 2 has 2",
            ),
        ] {
            let said = read_text(text).unwrap_err().to_string();
            assert!(said.contains(words), "{said}");
        }
    }
}
