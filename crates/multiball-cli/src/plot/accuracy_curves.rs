//! How often a stroke is read rightly, over the time before the contact.

use plotters::prelude::*;

use super::{Chart, FINE, INK, PATH, TABLE, draw_legend, failed, font, mesh, picture};
use crate::failure::Failure;

/// Size of the picture, pixels.
const SIZE: (u32, u32) = (900, 480);
const FINE_I: i32 = FINE as i32;

/// Two curves of ms before the contact and %: strokes held out at random, and whole players or sessions.
pub(crate) fn accuracy_curves(title: &str, curves: &[Vec<(f64, f64)>; 2]) -> Result<String, Failure> {
    picture(SIZE, |root| {
        let all = || curves.iter().flatten();
        let earliest = all().map(|(before, _)| *before).fold(10.0, f64::max);
        let lowest = all().map(|(_, share)| *share).fold(90.0, f64::min);
        let lowest = 10.0 * (lowest / 10.0 - 0.1).floor().max(0.0);
        let mut chart = ChartBuilder::on(root)
            .margin(16 * FINE)
            .caption(title, font(18).color(&INK))
            .x_label_area_size(46 * FINE)
            .y_label_area_size(54 * FINE)
            .build_cartesian_2d(-1.02 * earliest..0.02 * earliest, lowest..100.0)
            .map_err(failed)?;
        mesh(&mut chart, 13)
            .x_desc("time from the contact, ms")
            .y_desc("read rightly, %")
            .x_label_formatter(&|x| format!("{:.0}", x + 0.0))
            .y_label_formatter(&|y| format!("{y:.0}"))
            .draw()
            .map_err(failed)?;
        draw(&mut chart, &curves[0], PATH, "strokes held out at random")?;
        draw(&mut chart, &curves[1], TABLE, "whole players or sessions held out")?;
        draw_legend(&mut chart, SeriesLabelPosition::UpperLeft, 32)
    })
}

fn draw(chart: &mut Chart<'_>, points: &[(f64, f64)], colour: RGBColor, name: &str) -> Result<(), Failure> {
    let style = colour.stroke_width(3 * FINE);
    chart
        .draw_series(LineSeries::new(points.iter().map(|(before, share)| (-before, *share)), style))
        .map_err(failed)?
        .label(name)
        .legend(move |(x, y)| PathElement::new([(x, y), (x + 22 * FINE_I, y)], style));
    Ok(())
}
