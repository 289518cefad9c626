//! Trips over the floor, to scale.

use multiball::picker::Point2;
use multiball::picker::routing::Floor;
use plotters::prelude::*;

use super::floor_axes::{BELOW, CAPTION, LEFT, MARGIN, draw_caption, draw_home, floor_axes, point};
use super::{COLOURS, Chart, FINE, GRID, INK, MARK, failed, picture};
use crate::failure::Failure;

/// Longer side of the plotted region, pixels.
const LONGEST: f64 = 760.0;
/// Free space around the balls, as a share of the longer side.
const AROUND: f64 = 0.04;

/// Trips as SVG text: the path of each, its balls, what stands on the floor, and balls to which no way leads.
pub(crate) fn route_map(
    title: &str,
    floor: &Floor,
    paths: &[Vec<Point2>],
    trips: &[Vec<usize>],
    unreachable: &[Point2],
) -> Result<String, Failure> {
    let (low, high) = region(floor, unreachable);
    let scale = LONGEST / (high - low).max();
    let pixels = |span: f64| (span * scale).round().max(120.0) as u32;
    let (width, height) = (pixels(high.x - low.x) + LEFT + 2 * MARGIN, pixels(high.y - low.y) + BELOW + 2 * MARGIN);
    picture((width, CAPTION + height), |root| {
        let (caption, view) = root.split_vertically(CAPTION * FINE);
        draw_caption(&caption, title)?;
        let mut chart = floor_axes(&view, low, high, "x, m (home: the square; every trip begins and ends there)")?;
        draw_obstacles(&mut chart, floor)?;
        for ((trip, path), colour) in trips.iter().zip(paths).zip(COLOURS.into_iter().cycle()) {
            let line = LineSeries::new(path.iter().map(point), colour.mix(0.8).stroke_width(2 * FINE));
            chart.draw_series(line).map_err(failed)?;
            let dots = trip.iter().map(|ball| Circle::new(point(&floor.balls()[*ball]), 3 * FINE, colour.filled()));
            chart.draw_series(dots).map_err(failed)?;
        }
        let cross = |place: &Point2| Cross::new(point(place), 4 * FINE, MARK.stroke_width(2 * FINE));
        chart.draw_series(unreachable.iter().map(cross)).map_err(failed)?;
        draw_home(&mut chart, Point2::zeros(), 6)
    })
}

/// Obstacles, and the zones around them that the robot's middle stays out of.
fn draw_obstacles(chart: &mut Chart<'_>, floor: &Floor) -> Result<(), Failure> {
    let Some(obstacles) = floor.obstacles() else { return Ok(()) };
    let points = |corners: &[Point2]| corners.iter().map(point).collect::<Vec<_>>();
    let zones = obstacles.zones().map(|zone| Polygon::new(points(zone), GRID.filled()));
    chart.draw_series(zones).map_err(failed)?;
    let outlines = obstacles.outlines().iter().map(|outline| Polygon::new(points(outline), INK.mix(0.6).filled()));
    chart.draw_series(outlines).map_err(failed)?;
    Ok(())
}

/// Home, all balls and obstacles, with some space around them.
fn region(floor: &Floor, unreachable: &[Point2]) -> (Point2, Point2) {
    let zones = floor.obstacles().into_iter().flat_map(|obstacles| obstacles.zones().flatten());
    let all = floor.balls().iter().chain(unreachable).chain(zones);
    let (low, high) =
        all.fold((Point2::zeros(), Point2::zeros()), |(low, high), place| (low.inf(place), high.sup(place)));
    let around = Point2::repeat(AROUND * (high - low).max().max(0.1));
    (low - around, high + around)
}
