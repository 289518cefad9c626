//! Progress of a training.

use plotters::element::DashedPathElement;
use plotters::prelude::*;

use super::{Chart, FINE, INK, PATH, TABLE, draw_legend, failed, font, mesh, picture, short};
use crate::failure::Failure;

/// Size of the picture, pixels.
const SIZE: (u32, u32) = (900, 520);
const FINE_I: i32 = FINE as i32;

/// The best fitness after each generation, its bound, and the best open loop.
#[derive(Debug, Clone)]
pub(crate) struct TrainingCurve {
    pub(crate) title: String,
    pub(crate) fitness: Vec<f64>,
    pub(crate) bound: f64,
    pub(crate) open_loop: f64,
}

/// The curve as SVG text.
pub(crate) fn training_curve(curve: &TrainingCurve) -> Result<String, Failure> {
    picture(SIZE, |root| {
        let last = (curve.fitness.len() as f64).max(2.0);
        let low = curve.fitness.first().copied().unwrap_or(0.0).min(curve.open_loop);
        let margin = 0.06 * (curve.bound - low).max(1e-3);
        let mut chart = ChartBuilder::on(root)
            .margin(16 * FINE)
            .caption(&curve.title, font(18).color(&INK))
            .x_label_area_size(46 * FINE)
            .y_label_area_size(60 * FINE)
            .build_cartesian_2d(1.0..last, low - margin..curve.bound + margin)
            .map_err(failed)?;
        mesh(&mut chart, 13)
            .x_desc("generation")
            .y_desc("fitness S/(v0 t)")
            .x_labels(curve.fitness.len().clamp(2, 11))
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| short(*y))
            .draw()
            .map_err(failed)?;
        draw_level(&mut chart, curve.bound, last, INK, "bound: nothing is better")?;
        draw_level(&mut chart, curve.open_loop, last, PATH, "best open loop")?;
        let style = TABLE.stroke_width(3 * FINE);
        let points = curve.fitness.iter().enumerate().map(|(number, fitness)| (number as f64 + 1.0, *fitness));
        chart
            .draw_series(LineSeries::new(points, style))
            .map_err(failed)?
            .label("best network")
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 22 * FINE_I, y)], style));
        draw_legend(&mut chart, SeriesLabelPosition::LowerRight, 32)
    })
}

fn draw_level(chart: &mut Chart<'_>, level: f64, last: f64, colour: RGBColor, name: &str) -> Result<(), Failure> {
    let (style, dash, gap) = (colour.stroke_width(2 * FINE), 7 * FINE, 5 * FINE);
    chart
        .draw_series(DashedLineSeries::new([(1.0, level), (last, level)], dash, gap, style))
        .map_err(failed)?
        .label(name)
        .legend(move |(x, y)| DashedPathElement::new([(x, y), (x + 22 * FINE_I, y)], dash, gap, style));
    Ok(())
}
