//! Flights from a CSV file of any laboratory.

use std::collections::BTreeMap;
use std::path::Path;

use multiball::geometry::Vec3;

use super::layout::Layout;
use crate::csv_file::{CsvFile, CsvRow};
use crate::failure::Failure;

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

/// The flights of a file in the order in which they begin, in the world frame.
pub(super) fn read(path: &Path, layout: &Layout) -> Result<Vec<Recorded>, Failure> {
    gather(&CsvFile::read(path, &layout.required(), &[&layout.id])?, layout)
}

fn gather(file: &CsvFile, layout: &Layout) -> Result<Vec<Recorded>, Failure> {
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut flights: Vec<Growing> = Vec::new();
    for row in file.rows() {
        let id = if file.has(&layout.id) { row.name(&layout.id, "flight")? } else { ALONE };
        let t_s = row.number(&layout.t)?;
        let place = layout.place(&row)?;
        let next = flights.len();
        let index = *places.entry(id).or_insert(next);
        if index == next {
            let flight = Recorded { id: id.to_owned(), points: vec![Point { t_s: 0.0, place }] };
            flights.push(Growing { flight, first_s: t_s, last: (t_s, row.line()) });
            continue;
        }
        let growing = &mut flights[index];
        check_order(&row, (&layout.t, t_s), id, growing.last)?;
        growing.last = (t_s, row.line());
        growing.flight.points.push(Point { t_s: t_s - growing.first_s, place });
    }
    Ok(flights.into_iter().map(|growing| growing.flight).collect())
}

fn check_order(
    row: &CsvRow<'_>,
    (column, t_s): (&str, f64),
    id: &str,
    (last_s, line): (f64, usize),
) -> Result<(), Failure> {
    if t_s > last_s {
        return Ok(());
    }
    let what = if t_s == last_s { "is there already" } else { "is earlier" };
    let before = format!("line {line} has {last_s}");
    Err(row.refused(&format!("{column} = {t_s} of flight {id} {what}: {before}; within a flight times must increase")))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::Predict;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        predict: Predict,
    }

    fn read_as(text: &str, options: &[&str]) -> Result<Vec<Recorded>, Failure> {
        let line = Line::parse_from([&["predict", "f.csv"], options].concat());
        let layout = Layout::of(&line.predict);
        gather(&CsvFile::parse("f.csv", text, &layout.required(), &[&layout.id])?, &layout)
    }

    fn read_text(text: &str) -> Result<Vec<Recorded>, Failure> {
        read_as(text, &["--offset-m", "0,0,1"])
    }

    #[test]
    fn law_columns_unit_and_frame_of_a_laboratory_give_the_same_flight() {
        let ours = "id,t_s,x_m,y_m,z_m\n7,0.5,1.25,-0.5,0.25\n7,0.75,1.5,-0.25,0.5\n";
        let expected = read_as(ours, &[]).unwrap();
        // Millimetres, x and y exchanged, z down, an origin 0.75 m below the table's top.
        let theirs = "ball,time,px,py,down\n7,0.5,-500,1250,-1000\n7,0.75,-250,1500,-1250\n";
        let columns = "id=ball,t=time,x=py,y=px,z=-down";
        let options = ["--columns", columns, "--unit", "mm", "--offset-m", "0,0,-0.75"];
        assert_eq!(read_as(theirs, &options).unwrap(), expected);
        // The same turned by a quarter: Rz(90 deg) (y, -x) = (x, y).
        let turned = "id,t_s,x_cm,y_cm,z_cm\n7,0.5,-50,-125,25\n7,0.75,-25,-150,50\n";
        let again = read_as(turned, &["--unit", "cm", "--rotate-deg", "90"]).unwrap();
        for (one, other) in again[0].points.iter().zip(&expected[0].points) {
            assert!((one.place - other.place).norm() < 1e-12 && one.t_s == other.t_s, "{one:?}, {other:?}");
        }
    }

    #[test]
    fn law_a_wrong_unit_is_named() {
        let said = read_text("t_s,x_m,y_m,z_m\n0,1250,0,300\n").unwrap_err().to_string();
        assert!(said.contains("f.csv line 2: x_m = 1250") && said.contains("are they metres?"), "{said}");
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
