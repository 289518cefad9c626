//! Arguments of `predict`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use multiball::ball::{Aero, TableContact};
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

/// Columns that a file calls by names of its own. A position's counts with a sign.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Columns {
    pub(crate) id: Option<String>,
    pub(crate) t: Option<String>,
    pub(crate) axes: [Option<(String, f64)>; 3],
}

/// The unit of a file's positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LengthUnit {
    #[value(name = "m")]
    Metres,
    #[value(name = "cm")]
    Centimetres,
    #[value(name = "mm")]
    Millimetres,
}

/// Observed parts of a flight, from the shortest to the longest, s.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Observations(pub(crate) Vec<f64>);

#[derive(Debug, Args)]
#[command(after_help = "\
FILE has a header with t_s, x_m, y_m, z_m and, when it holds several flights, id.
Columns may have any order. Other columns, empty lines and lines that begin with # are ignored.
Within a flight times must increase. Its first row is its time 0.
Positions are of the ball's centre in the world frame: origin in the middle of the table's top, x along the table, z up.
--columns, --unit, --rotate-deg and --offset-m bring the positions of another file and frame there.

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
  multiball predict flights.csv --offset-m -1.37,0,-0.76          an origin on the floor at a table's end
  multiball predict flights.csv --columns t=time,x=py,y=-px,z=pz --unit mm --rotate-deg 180 --out paths.csv")]
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
    /// Columns by other names, of t, x, y, z and id; a minus before a name turns its axis round
    #[arg(long, value_name = "AXIS=NAME,…", default_value = "", hide_default_value = true, value_parser = columns)]
    pub(crate) columns: Columns,
    /// Unit of the positions; without --columns they are in x_mm, y_mm, z_mm and so on
    #[arg(long, value_enum, default_value_t = LengthUnit::Metres)]
    pub(crate) unit: LengthUnit,
    /// Angle by which positions are turned about the vertical before --offset-m is added; x towards y is positive
    #[arg(long, value_name = "A", default_value_t = 0.0, allow_negative_numbers = true, value_parser = angle)]
    pub(crate) rotate_deg: f64,
    /// Drag and lift of the ball, known: a model as `shot` takes it [default: estimated with each flight]
    #[arg(long, value_name = "M")]
    pub(crate) aero: Option<Aero>,
    /// Bounce of the table, known: a model as `shot` takes it [default: estimated with each flight]
    #[arg(long, value_name = "M")]
    pub(crate) table: Option<TableContact>,
    /// Write the predicted paths: a row every 5 ms from the last observed point on
    #[arg(long, value_name = "F.csv")]
    pub(crate) out: Option<PathBuf>,
    /// Draw errors and predicted uncertainty over the horizon; needs --observe-s
    #[arg(long, value_name = "F.svg", requires = "observe_s")]
    pub(crate) plot: Option<PathBuf>,
}

fn columns(text: &str) -> Result<Columns, String> {
    let mut columns = Columns::default();
    for one in text.split(',').map(str::trim).filter(|one| !one.is_empty()) {
        let (axis, name) = one.split_once('=').ok_or(format!("`{one}` has no `=`; it must be like x=ball_x"))?;
        let (sign, column) = name.strip_prefix('-').map_or((1.0, name), |column| (-1.0, column));
        let column = column.to_owned();
        let is_position = ["x", "y", "z"].iter().position(|name| *name == axis);
        let given_before = match (axis, is_position) {
            _ if column.is_empty() => return Err(format!("`{one}` names no column")),
            (_, Some(index)) => columns.axes[index].replace((column, sign)).is_some(),
            ("t" | "id", None) if sign < 0.0 => return Err(format!("`{one}`: only x, y and z can have a minus")),
            ("t", None) => columns.t.replace(column).is_some(),
            ("id", None) => columns.id.replace(column).is_some(),
            _ => return Err(format!("`{axis}` is not allowed; it must be t, x, y, z or id")),
        };
        if given_before {
            return Err(format!("{axis} is given twice"));
        }
    }
    Ok(columns)
}

fn angle(text: &str) -> Result<f64, String> {
    number_within(text, -360.0, 360.0, "degrees")
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

impl LengthUnit {
    /// As it ends the names of columns.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Metres => "m",
            Self::Centimetres => "cm",
            Self::Millimetres => "mm",
        }
    }

    pub(crate) fn plural(self) -> &'static str {
        match self {
            Self::Metres => "metres",
            Self::Centimetres => "centimetres",
            Self::Millimetres => "millimetres",
        }
    }

    pub(crate) fn metres(self) -> f64 {
        match self {
            Self::Metres => 1.0,
            Self::Centimetres => 0.01,
            Self::Millimetres => 0.001,
        }
    }
}

impl Horizons {
    /// The furthest, s.
    pub(crate) fn longest_s(&self) -> f64 {
        self.0.iter().map(|horizon| horizon.ahead_s).fold(0.0, f64::max)
    }
}
