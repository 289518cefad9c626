//! Where a robot drove to clear a floor, to scale.

use multiball::picker::Place;
use plotters::prelude::*;

use super::{COLOURS, FINE, INK, MARK, failed, font, legend_row, mesh, picture, short};
use crate::failure::Failure;

/// Side of the plotted square, and room around it, pixels.
const SIDE: u32 = 760;
const LEFT: u32 = 62;
const BELOW: u32 = 46;
const MARGIN: u32 = 16;
const CAPTION: u32 = 34;
const LEGEND: u32 = 30;

/// A floor that was cleared.
#[derive(Debug)]
pub(crate) struct FloorMap<'a> {
    pub(crate) title: &'a str,
    /// Where the balls lay at first, m.
    pub(crate) balls: &'a [Place],
    /// Balls of each trip, in the order in which they came in.
    pub(crate) trips: &'a [Vec<usize>],
    /// Places of the robot on each trip, m.
    pub(crate) ways: &'a [Vec<Place>],
}

/// The map as SVG text.
pub(crate) fn floor_map(map: &FloorMap<'_>) -> Result<String, Failure> {
    let half = map.balls.iter().chain(map.ways.iter().flatten()).map(Place::amax).fold(1.0, f64::max) * 1.06;
    picture((SIDE + LEFT + 2 * MARGIN, CAPTION + SIDE + BELOW + 2 * MARGIN + LEGEND), |root| {
        let (caption, rest) = root.split_vertically(CAPTION * FINE);
        let at = ((LEFT + MARGIN) as i32 * FINE as i32, 10 * FINE as i32);
        caption.draw(&Text::new(map.title, at, font(17).color(&INK))).map_err(failed)?;
        let (view, legend) = rest.split_vertically(rest.dim_in_pixel().1 - LEGEND * FINE);
        let mut chart = ChartBuilder::on(&view)
            .margin(MARGIN * FINE)
            .x_label_area_size(BELOW * FINE)
            .y_label_area_size(LEFT * FINE)
            .build_cartesian_2d(-half..half, -half..half)
            .map_err(failed)?;
        mesh(&mut chart, 13)
            .x_desc("x, m (home: the square; dots: balls)")
            .y_desc("y, m")
            .x_label_formatter(&|x| short(*x))
            .y_label_formatter(&|y| short(*y))
            .draw()
            .map_err(failed)?;
        let points = |place: &Place| (place.x, place.y);
        for trip in map.trips {
            let balls = trip.iter().map(|ball| points(&map.balls[*ball]));
            let straight = std::iter::once((0.0, 0.0)).chain(balls).chain(std::iter::once((0.0, 0.0)));
            let style = INK.mix(0.45).stroke_width(FINE);
            chart.draw_series(DashedLineSeries::new(straight, 5 * FINE, 4 * FINE, style)).map_err(failed)?;
        }
        for (way, colour) in map.ways.iter().zip(COLOURS.into_iter().cycle()) {
            let line = LineSeries::new(way.iter().map(points), colour.stroke_width(5 * FINE / 2));
            chart.draw_series(line).map_err(failed)?;
        }
        let ball = |place: &Place| Circle::new(points(place), 5 * FINE, MARK.filled());
        chart.draw_series(map.balls.iter().map(ball)).map_err(failed)?;
        let half_home = 7 * FINE as i32;
        let corners = [(-half_home, -half_home), (half_home, half_home)];
        let home = EmptyElement::at((0.0, 0.0)) + Rectangle::new(corners, MARK.filled());
        chart.draw_series([home]).map_err(failed)?;
        let trips = (1..=map.ways.len()).map(|trip| format!("trip {trip}"));
        let names: Vec<String> = trips.chain(["straight ways, dashed (s_p)".to_owned()]).collect();
        let colours = COLOURS.iter().cycle().take(map.ways.len()).map(Color::to_rgba).chain([INK.mix(0.45)]);
        legend_row(&legend, LEFT + MARGIN, names.iter().map(String::as_str).zip(colours))
    })
}
