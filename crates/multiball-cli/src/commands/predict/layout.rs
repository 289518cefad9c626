//! How a laboratory's file says where the ball is: columns, unit and frame.

use multiball::geometry::{Vec3, portable};

use crate::args::{Columns, LengthUnit, Predict};
use crate::csv_file::CsvRow;
use crate::failure::Failure;

/// A position further from the table than this has the wrong unit, m.
const FURTHEST: f64 = 20.0;

/// Where the numbers of a flight are in a file, and how they become positions in the world frame:
///
/// ```text
/// p = Rz(a) (u x, u y, u z) + d
/// ```
///
/// u: metres of the file's unit, a: the rotation, rad; d: the offset, m.
pub(super) struct Layout {
    pub(super) id: String,
    pub(super) t: String,
    axes: [Axis; 3],
    unit: LengthUnit,
    turn: [f64; 2],
    offset: Vec3,
}

/// A column and the sign with which it counts.
struct Axis {
    column: String,
    sign: f64,
}

impl Layout {
    pub(super) fn of(predict: &Predict) -> Self {
        let Columns { id, t, axes } = &predict.columns;
        let axis = |axis: usize| match &axes[axis] {
            Some((column, sign)) => Axis { column: column.clone(), sign: *sign },
            None => Axis { column: format!("{}_{}", ["x", "y", "z"][axis], predict.unit.name()), sign: 1.0 },
        };
        Self {
            id: id.clone().unwrap_or_else(|| "id".into()),
            t: t.clone().unwrap_or_else(|| "t_s".into()),
            axes: std::array::from_fn(axis),
            unit: predict.unit,
            turn: portable::sin_cos(predict.rotate_deg.to_radians()).into(),
            offset: predict.offset_m,
        }
    }

    /// Columns that a file must have.
    pub(super) fn required(&self) -> [&str; 4] {
        let [x, y, z] = self.axes.each_ref().map(|axis| axis.column.as_str());
        [&self.t, x, y, z]
    }

    /// The ball's position in a row, in the world frame, m.
    pub(super) fn place(&self, row: &CsvRow<'_>) -> Result<Vec3, Failure> {
        let mut read = Vec3::zeros();
        for (axis, from) in self.axes.iter().enumerate() {
            read[axis] = from.sign * row.number(&from.column)? * self.unit.metres();
        }
        let [sin, cos] = self.turn;
        let place = Vec3::new(cos * read.x - sin * read.y, sin * read.x + cos * read.y, read.z) + self.offset;
        match (0..3).find(|axis| place[*axis].abs() > FURTHEST) {
            Some(axis) => Err(row.refused(&self.too_far(axis, read[axis], place[axis]))),
            None => Ok(place),
        }
    }

    fn too_far(&self, axis: usize, read: f64, place: f64) -> String {
        let moved = if place == read { String::new() } else { format!(", in the world frame {place:.4} m,") };
        let (column, unit) = (&self.axes[axis].column, self.unit.plural());
        let value = self.axes[axis].sign * read / self.unit.metres();
        format!(
            "{column} = {value}{moved} is not allowed; from the table's middle it must be from -{FURTHEST} to \
             {FURTHEST} m: are they {unit}?"
        )
    }
}
