//! The floor seen from above: what its pictures share.

use multiball::picker::Point2;
use plotters::coord::Shift;
use plotters::prelude::*;

use super::{Chart, FINE, INK, LETTERS, MARK, failed, font, mesh, short};
use crate::failure::Failure;

/// Space around the axes, pixels.
pub(super) const LEFT: u32 = 62;
pub(super) const BELOW: u32 = 46;
pub(super) const MARGIN: u32 = 16;
pub(super) const CAPTION: u32 = 34;

/// An area of a picture.
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// A point in the coordinates of the axes.
pub(super) fn point(place: &Point2) -> (f64, f64) {
    (place.x, place.y)
}

/// The title above the axes.
pub(super) fn draw_caption(area: &Area<'_>, title: &str) -> Result<(), Failure> {
    let at = ((LEFT + MARGIN) as i32 * FINE as i32, 10 * FINE as i32);
    area.draw(&Text::new(title, at, font(17).color(&INK))).map_err(failed)
}

/// Axes from one corner of the floor to the other, m, and what there is to say of x.
pub(super) fn floor_axes<'a>(area: &Area<'a>, low: Point2, high: Point2, x_desc: &str) -> Result<Chart<'a>, Failure> {
    axes_with_letters(area, low, high, x_desc, LETTERS)
}

/// The same with letters of a size, pixels.
pub(super) fn axes_with_letters<'a>(
    area: &Area<'a>,
    low: Point2,
    high: Point2,
    x_desc: &str,
    letters: u32,
) -> Result<Chart<'a>, Failure> {
    let mut chart = ChartBuilder::on(area)
        .margin(MARGIN * FINE)
        .x_label_area_size(BELOW * FINE)
        .y_label_area_size(LEFT * FINE)
        .build_cartesian_2d(low.x..high.x, low.y..high.y)
        .map_err(failed)?;
    mesh(&mut chart, letters)
        .x_desc(x_desc)
        .y_desc("y, m")
        .x_label_formatter(&|x| short(*x))
        .y_label_formatter(&|y| short(*y))
        .draw()
        .map_err(failed)?;
    Ok(chart)
}

/// Home, a square of so many pixels to each side.
pub(super) fn draw_home(chart: &mut Chart<'_>, home: Point2, half: u32) -> Result<(), Failure> {
    let half = (half * FINE) as i32;
    let home = EmptyElement::at(point(&home)) + Rectangle::new([(-half, -half), (half, half)], MARK.filled());
    chart.draw_series([home]).map_err(failed)?;
    Ok(())
}
