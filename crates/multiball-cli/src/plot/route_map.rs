//! Trips over the floor, to scale.

use multiball::picker::Place;
use multiball::picker::routing::{Floor, Tour};
use plotters::prelude::*;

use super::{COLOURS, FINE, INK, MARK, failed, font, mesh, picture, short};
use crate::failure::Failure;

/// Longer side of the plotted region, and room around it, pixels.
const LONGEST: f64 = 760.0;
const LEFT: u32 = 62;
const BELOW: u32 = 46;
const MARGIN: u32 = 16;
const CAPTION: u32 = 34;
/// Free space around the balls, as a share of the longer side.
const AROUND: f64 = 0.04;
/// The trips as SVG text.
pub(crate) fn route_map(title: &str, floor: &Floor, tour: &Tour) -> Result<String, Failure> {
    let (low, high) = region(floor);
    let scale = LONGEST / (high - low).max();
    let pixels = |span: f64| (span * scale).round().max(120.0) as u32;
    let (width, height) = (pixels(high.x - low.x) + LEFT + 2 * MARGIN, pixels(high.y - low.y) + BELOW + 2 * MARGIN);
    picture((width, CAPTION + height), |root| {
        let (caption, view) = root.split_vertically(CAPTION * FINE);
        let at = ((LEFT + MARGIN) as i32 * FINE as i32, 10 * FINE as i32);
        caption.draw(&Text::new(title, at, font(17).color(&INK))).map_err(failed)?;
        let mut chart = ChartBuilder::on(&view)
            .margin(MARGIN * FINE)
            .x_label_area_size(BELOW * FINE)
            .y_label_area_size(LEFT * FINE)
            .build_cartesian_2d(low.x..high.x, low.y..high.y)
            .map_err(failed)?;
        mesh(&mut chart, 13)
            .x_desc("x, m (home: the square; every trip begins and ends there)")
            .y_desc("y, m")
            .x_label_formatter(&|x| short(*x))
            .y_label_formatter(&|y| short(*y))
            .draw()
            .map_err(failed)?;
        for (trip, colour) in tour.trips.iter().zip(COLOURS.into_iter().cycle()) {
            let balls = || trip.iter().map(|ball| floor.balls()[*ball]).map(|place| (place.x, place.y));
            let way = std::iter::once((0.0, 0.0)).chain(balls()).chain(std::iter::once((0.0, 0.0)));
            chart.draw_series(LineSeries::new(way, colour.mix(0.8).stroke_width(2 * FINE))).map_err(failed)?;
            let dots = balls().map(|place| Circle::new(place, 3 * FINE, colour.filled()));
            chart.draw_series(dots).map_err(failed)?;
        }
        let half = 6 * FINE as i32;
        let home = EmptyElement::at((0.0, 0.0)) + Rectangle::new([(-half, -half), (half, half)], MARK.filled());
        chart.draw_series([home]).map_err(failed)?;
        Ok(())
    })
}

/// Home and all balls, with some space around them.
fn region(floor: &Floor) -> (Place, Place) {
    let (low, high) = floor
        .balls()
        .iter()
        .fold((Place::zeros(), Place::zeros()), |(low, high), ball| (low.inf(ball), high.sup(ball)));
    let around = Place::repeat(AROUND * (high - low).max().max(0.1));
    (low - around, high + around)
}
