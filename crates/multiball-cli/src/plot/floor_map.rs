//! Where a robot drove to clear a floor, to scale.

use multiball::picker::Point2;
use plotters::prelude::*;

use super::floor_axes::{BELOW, CAPTION, LEFT, MARGIN, draw_caption, draw_home, floor_axes, point};
use super::{COLOURS, FINE, INK, MARK, failed, legend_row, picture};
use crate::failure::Failure;

/// Side of the plotted square and height of its legend, pixels.
const SIDE: u32 = 760;
const LEGEND: u32 = 30;

/// A floor that was cleared.
#[derive(Debug)]
pub(crate) struct FloorMap<'a> {
    pub(crate) title: &'a str,
    /// Where the balls lay at first, m.
    pub(crate) balls: &'a [Point2],
    /// Balls of each trip, in the order in which they were collected.
    pub(crate) trips: &'a [Vec<usize>],
    /// Path of the robot on each trip, m.
    pub(crate) paths: &'a [Vec<Point2>],
}

/// The map as SVG text.
pub(crate) fn floor_map(map: &FloorMap<'_>) -> Result<String, Failure> {
    let half = map.balls.iter().chain(map.paths.iter().flatten()).map(Point2::amax).fold(1.0, f64::max) * 1.06;
    picture((SIDE + LEFT + 2 * MARGIN, CAPTION + SIDE + BELOW + 2 * MARGIN + LEGEND), |root| {
        let (caption, rest) = root.split_vertically(CAPTION * FINE);
        draw_caption(&caption, map.title)?;
        let (view, legend) = rest.split_vertically(rest.dim_in_pixel().1 - LEGEND * FINE);
        let corner = Point2::repeat(half);
        let mut chart = floor_axes(&view, -corner, corner, "x, m (home: the square; dots: balls)")?;
        for trip in map.trips {
            let balls = trip.iter().map(|ball| point(&map.balls[*ball]));
            let straight = std::iter::once((0.0, 0.0)).chain(balls).chain(std::iter::once((0.0, 0.0)));
            let style = INK.mix(0.45).stroke_width(FINE);
            chart.draw_series(DashedLineSeries::new(straight, 5 * FINE, 4 * FINE, style)).map_err(failed)?;
        }
        for (path, colour) in map.paths.iter().zip(COLOURS.into_iter().cycle()) {
            let line = LineSeries::new(path.iter().map(point), colour.stroke_width(5 * FINE / 2));
            chart.draw_series(line).map_err(failed)?;
        }
        let ball = |place: &Point2| Circle::new(point(place), 5 * FINE, MARK.filled());
        chart.draw_series(map.balls.iter().map(ball)).map_err(failed)?;
        draw_home(&mut chart, Point2::zeros(), 7)?;
        let trips = (1..=map.paths.len()).map(|trip| format!("trip {trip}"));
        let names: Vec<String> = trips.chain(["straight ways, dashed (s_p)".to_owned()]).collect();
        let colours = COLOURS.iter().cycle().take(map.paths.len()).map(Color::to_rgba).chain([INK.mix(0.45)]);
        legend_row(&legend, LEFT + MARGIN, names.iter().map(String::as_str).zip(colours))
    })
}
