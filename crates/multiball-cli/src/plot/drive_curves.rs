//! Drives to one target by several laws: the path, and what changes over time.

use multiball::picker::following::Moment;
use multiball::picker::{Point2, Pose2, Target};
use plotters::coord::Shift;
use plotters::prelude::*;

use super::{COLOURS, FINE, INK, MARK, failed, font, legend_row, mesh, picture, short};
use crate::failure::Failure;

/// Size of the picture, pixels.
const SIZE: (u32, u32) = (1120, 760);
const PATH_WIDTH: u32 = 470;
const LEFT: u32 = 62;
const MARGIN: u32 = 12;
const CAPTION: u32 = 34;
const LEGEND: u32 = 30;
const BELOW: u32 = 44;

/// One start, and what each law does from it.
#[derive(Debug, Clone)]
pub(crate) struct Drives {
    pub(crate) title: String,
    pub(crate) start: Target,
    /// Time between moments, s.
    pub(crate) step_s: f64,
    /// A name and the moments of each law.
    pub(crate) laws: Vec<(String, Vec<Moment>)>,
}

/// What is drawn over time.
type Quantity = (&'static str, fn(&Moment) -> f64);

const QUANTITIES: [Quantity; 4] = [
    ("bearing, °", |moment| moment.seen.bearing.to_degrees()),
    ("turn rate, rad/s", |moment| moment.motion.turn_rate),
    ("speed, m/s", |moment| moment.motion.speed),
    ("distance, m", |moment| moment.seen.distance),
];

/// The drives as SVG text.
pub(crate) fn drive_curves(drives: &Drives) -> Result<String, Failure> {
    picture(SIZE, |root| {
        let (title, rest) = root.split_vertically(CAPTION * FINE);
        let at = ((LEFT + MARGIN) as i32 * FINE as i32, 10 * FINE as i32);
        title.draw(&Text::new(drives.title.as_str(), at, font(18).color(&INK))).map_err(failed)?;
        let (panels, legend) = rest.split_vertically(rest.dim_in_pixel().1 - LEGEND * FINE);
        let (path, over_time) = panels.split_horizontally(PATH_WIDTH * FINE);
        draw_path(&path, drives)?;
        let last = QUANTITIES.len() - 1;
        for ((number, quantity), area) in QUANTITIES.iter().enumerate().zip(over_time.split_evenly((4, 1))) {
            draw_quantity(&area, drives, quantity, number == last)?;
        }
        let names = drives.laws.iter().map(|(name, _)| name.as_str());
        legend_row(&legend, LEFT + MARGIN, names.zip(COLOURS.iter().cycle().map(Color::to_rgba)))
    })
}

/// Lines of the laws, each thinner than those before: where laws agree, all of them are seen.
fn styles(laws: usize) -> impl Iterator<Item = ShapeStyle> {
    let width = move |number: usize| (2 + (laws - 1 - number) as u32) * FINE;
    (0..laws).zip(COLOURS.iter().cycle()).map(move |(number, colour)| colour.stroke_width(width(number)))
}

/// Path of the robot, from home.
fn path(drives: &Drives, moments: &[Moment]) -> Vec<Point2> {
    let mut pose = Pose2::home();
    let mut places = vec![pose.place];
    for moment in moments {
        pose = moment.motion.carries(&pose, drives.step_s);
        places.push(pose.place);
    }
    places
}

/// The floor from above, to scale: ahead is up, left is left.
fn draw_path(area: &DrawingArea<SVGBackend<'_>, Shift>, drives: &Drives) -> Result<(), Failure> {
    let shown = |place: &Point2| (-place.y, place.x);
    let paths: Vec<Vec<Point2>> = drives.laws.iter().map(|(_, moments)| path(drives, moments)).collect();
    let target = Pose2::home().place_of(drives.start);
    let all = || paths.iter().flatten().chain([&target]).map(shown);
    let range = |values: &mut dyn Iterator<Item = f64>| {
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
    };
    let (x, y) = (range(&mut all().map(|point| point.0)), range(&mut all().map(|point| point.1)));
    let (wide, high) = area.dim_in_pixel();
    let inner = [wide - (LEFT + 2 * MARGIN) * FINE, high - (BELOW + 2 * MARGIN) * FINE].map(f64::from);
    let metres_per_pixel = 1.12 * ((x.1 - x.0) / inner[0]).max((y.1 - y.0) / inner[1]).max(1e-9);
    let around = |(low, high): (f64, f64), pixels: f64| {
        let half = 0.5 * metres_per_pixel * pixels;
        0.5 * (low + high) - half..0.5 * (low + high) + half
    };
    let mut chart = ChartBuilder::on(area)
        .margin(MARGIN * FINE)
        .x_label_area_size(BELOW * FINE)
        .y_label_area_size(LEFT * FINE)
        .build_cartesian_2d(around(x, inner[0]), around(y, inner[1]))
        .map_err(failed)?;
    mesh(&mut chart, 13)
        .x_desc("to the right of the start, m (triangle: start, dot: target)")
        .y_desc("ahead of the start, m")
        .x_label_formatter(&|x| short(*x))
        .y_label_formatter(&|y| short(*y))
        .draw()
        .map_err(failed)?;
    for (places, style) in paths.iter().zip(styles(drives.laws.len())) {
        chart.draw_series(LineSeries::new(places.iter().map(shown), style)).map_err(failed)?;
    }
    let fine = FINE as i32;
    chart.draw_series([Circle::new(shown(&target), 5 * fine, MARK.filled())]).map_err(failed)?;
    let home = TriangleMarker::new((0.0, 0.0), 7 * fine, MARK.filled());
    chart.draw_series([home]).map_err(failed)?;
    Ok(())
}

fn draw_quantity(
    area: &DrawingArea<SVGBackend<'_>, Shift>,
    drives: &Drives,
    (name, value): &Quantity,
    last: bool,
) -> Result<(), Failure> {
    let moments = || drives.laws.iter().flat_map(|(_, moments)| moments);
    let (low, high) = moments().map(value).fold((0.0, 1e-3), |(low, high): (f64, f64), v| (low.min(v), high.max(v)));
    let margin = 0.06 * (high - low);
    let end = moments().map(|moment| moment.time_s).fold(drives.step_s, f64::max);
    let mut chart = ChartBuilder::on(area)
        .margin_right(2 * MARGIN * FINE)
        .margin_top(MARGIN * FINE)
        .x_label_area_size(if last { BELOW } else { BELOW / 2 } * FINE)
        .y_label_area_size(LEFT * FINE)
        .build_cartesian_2d(0.0..end, low - margin..high + margin)
        .map_err(failed)?;
    mesh(&mut chart, 13)
        .x_desc(if last { "time, s" } else { "" })
        .y_desc(*name)
        .y_labels(5)
        .x_label_formatter(&|t| short(*t))
        .y_label_formatter(&|v| short(*v))
        .draw()
        .map_err(failed)?;
    for ((_, moments), style) in drives.laws.iter().zip(styles(drives.laws.len())) {
        // One moment in four: mitred corners of a line that changes its sign at every step would look ten times as high
        // as they are.
        let line = moments.iter().step_by(4).map(|moment| (moment.time_s, value(moment)));
        chart.draw_series(LineSeries::new(line, style)).map_err(failed)?;
    }
    Ok(())
}
