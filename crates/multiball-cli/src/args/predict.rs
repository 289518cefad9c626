//! Arguments of `predict`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use multiball::geometry::Vec3;
use multiball::track::Stroke;

use super::{number_within, position, seconds};

/// Longest part of a flight that is observed, s.
pub(crate) const LONGEST_S: f64 = 10.0;

/// A time ahead of the last observed point.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Horizon {
    /// As it was typed: the key of its figures.
    pub(crate) name: String,
    /// s.
    pub(crate) ahead_s: f64,
}

/// Several, in the order in which they were typed.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Horizons(pub(crate) Vec<Horizon>);

/// Observed parts of a flight, from the shortest to the longest, s.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Observations(pub(crate) Vec<f64>);

#[derive(Debug, Args)]
#[command(after_help = "\
FILE has a header with t_s, x_m, y_m, z_m and, when it holds several flights, id.
Columns may have any order. Other columns, empty lines and lines that begin with # are ignored.
Within a flight times must increase. Its first row is its time 0.
Positions are of the ball's centre in the world frame: origin in the middle of the table's top, x along the table, z up.
--offset-m moves positions of another origin.

With --observe-s S each flight's first S seconds are observed and the rest is ground truth.
Each horizon is compared with the nearest row, at that row's own time.
The row must be within half the median sampling interval or 4 ms, whichever is more.
The true bounce is where curves through the points before and after it meet.
Without --observe-s all points are observed and nothing is compared.
With several values, --observe-s 0.1,0.2,0.3, the errors are also compared at the same instants, on the same flights.
These instants are the horizons after the longest observation.
Ids such as back-01 and back-02 make a group, back; with two groups or more each has its own figures.

Examples:
  multiball predict flights.csv --observe-s 0.2                   errors at 0.1 to 0.5 s ahead
  multiball predict flights.csv --observe-s 0.2 --horizons-s 0.1,0.3,0.5,1.0 --plot errors.svg
  multiball predict flights.csv --observe-s 0.1,0.2,0.3           what more observation gains
  multiball predict flights.csv --stroke forehand-attack --json   spin, bounces and predicted path
  multiball predict flights.csv --offset-m -1.37,0,-0.76          an origin on the floor at a table's end")]
pub(crate) struct Predict {
    /// Flights as CSV: id,t_s,x_m,y_m,z_m (id may be left out)
    #[arg(value_name = "FILE.csv")]
    pub(crate) file: PathBuf,
    /// Seconds of each flight that are observed; predictions are compared with the rest
    #[arg(long, value_name = "S,…", allow_hyphen_values = true, value_parser = observations)]
    pub(crate) observe_s: Option<Observations>,
    /// Times after the last observed point, s
    #[arg(long, value_name = "A,B,…", default_value = "0.1,0.2,0.3,0.4,0.5", allow_hyphen_values = true,
        value_parser = horizons)]
    pub(crate) horizons_s: Horizons,
    /// Class of the stroke, if known: it sets the prior of the spin
    #[arg(long, value_name = "CLASS",
        value_parser = PossibleValuesParser::new(Stroke::ALL.map(Stroke::name)).try_map(|name| stroke(&name)))]
    pub(crate) stroke: Option<Stroke>,
    /// Standard deviation of a position along each axis, mm
    #[arg(long, value_name = "MM", default_value_t = 3.0, allow_negative_numbers = true, value_parser = noise)]
    pub(crate) noise_mm: f64,
    /// Offset added to all positions, m, to bring them into the world frame
    #[arg(long, value_name = "X,Y,Z", default_value = "0,0,0", allow_hyphen_values = true, value_parser = position)]
    pub(crate) offset_m: Vec3,
    /// Draw errors and predicted uncertainty over the horizon; needs --observe-s
    #[arg(long, value_name = "F.svg", requires = "observe_s")]
    pub(crate) plot: Option<PathBuf>,
}

fn observations(text: &str) -> Result<Observations, String> {
    let list = text.split(',').map(|one| seconds(one.trim(), 1e-3, LONGEST_S)).collect::<Result<Vec<f64>, String>>()?;
    match list.windows(2).find(|pair| pair[0] >= pair[1]) {
        Some(pair) => Err(format!("{} follows {}; observed times must increase", pair[1], pair[0])),
        None => Ok(Observations(list)),
    }
}

fn horizons(text: &str) -> Result<Horizons, String> {
    let mut list: Vec<Horizon> = Vec::new();
    for name in text.split(',').map(str::trim) {
        let ahead_s = seconds(name, 1e-3, 5.0)?;
        if list.iter().any(|other| other.name == name) {
            return Err(format!("{name} is given twice; horizons must differ"));
        }
        list.push(Horizon { name: name.to_owned(), ahead_s });
    }
    Ok(Horizons(list))
}

fn stroke(name: &str) -> Result<Stroke, String> {
    Stroke::ALL.into_iter().find(|stroke| stroke.name() == name).ok_or(format!("`{name}` is no stroke"))
}

fn noise(text: &str) -> Result<f64, String> {
    number_within(text, 0.01, 1000.0, "mm")
}

impl Horizons {
    /// The furthest, s.
    pub(crate) fn longest_s(&self) -> f64 {
        self.0.iter().map(|horizon| horizon.ahead_s).fold(0.0, f64::max)
    }
}
