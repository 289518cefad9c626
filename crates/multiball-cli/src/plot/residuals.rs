//! Reprojection residuals of corners.

use multiball::vision::Vec2;
use plotters::prelude::*;

use super::{FINE, INK, PATH, TABLE, failed, font, mesh, picture};
use crate::failure::Failure;

/// Size of the picture, pixels.
const SIZE: (u32, u32) = (1000, 470);
/// Width of the panel that shows the sensor.
const SENSOR: u32 = 560;
const MARGIN: u32 = 14;
const LABELS: u32 = 44;

/// A corner: its measured pixel, and its reprojection residual, px.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Residual {
    pub(crate) place: Vec2,
    pub(crate) error: Vec2,
}

/// Two panels: the errors where they occur, drawn so many times longer, and all errors about their mean.
pub(crate) fn residuals(sensor: (usize, usize), residuals: &[Residual]) -> Result<String, Failure> {
    let squares = residuals.iter().map(|residual| residual.error.norm_squared()).sum::<f64>();
    let rms = (squares / residuals.len().max(1) as f64).sqrt();
    picture(SIZE, |root| {
        let (left, right) = root.split_horizontally(SENSOR * FINE);
        // A usual error becomes a fiftieth of the sensor's width; the factor is a round number.
        let wanted = sensor.0 as f64 / 50.0 / rms.max(1e-9);
        let decade = 10f64.powf(wanted.log10().floor());
        let factor = decade * if wanted / decade >= 5.0 { 5.0 } else { 1.0 };
        draw_sensor(&left, sensor, residuals, factor)?;
        draw_scatter(&right, residuals, rms)
    })
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

fn draw_sensor(area: &Area<'_>, sensor: (usize, usize), residuals: &[Residual], factor: f64) -> Result<(), Failure> {
    let (width, height) = (sensor.0 as f64, sensor.1 as f64);
    let title = format!("corners on the sensor, px; errors x {factor}");
    let mut chart = ChartBuilder::on(area)
        .margin(MARGIN * FINE)
        .caption(title, font(15).color(&INK))
        .x_label_area_size(LABELS / 2 * FINE)
        .y_label_area_size(LABELS * FINE)
        .build_cartesian_2d(0.0..width, height..0.0)
        .map_err(failed)?;
    mesh(&mut chart, 12)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| format!("{y:.0}"))
        .draw()
        .map_err(failed)?;
    let line = |residual: &Residual| {
        let end = residual.place + residual.error * factor;
        PathElement::new([(residual.place.x, residual.place.y), (end.x, end.y)], PATH.stroke_width(FINE))
    };
    chart.draw_series(residuals.iter().map(line)).map_err(failed)?;
    let dot = |residual: &Residual| Circle::new((residual.place.x, residual.place.y), FINE, TABLE.filled());
    chart.draw_series(residuals.iter().map(dot)).map_err(failed)?;
    Ok(())
}

fn draw_scatter(area: &Area<'_>, residuals: &[Residual], rms: f64) -> Result<(), Failure> {
    let greatest = residuals.iter().map(|residual| residual.error.amax()).fold(1e-9, f64::max) * 1.1;
    let mut chart = ChartBuilder::on(area)
        .margin(MARGIN * FINE)
        .caption(format!("errors, px; RMS {rms:.3}"), font(15).color(&INK))
        .x_label_area_size(LABELS / 2 * FINE)
        .y_label_area_size(LABELS * FINE)
        .build_cartesian_2d(-greatest..greatest, greatest..-greatest)
        .map_err(failed)?;
    let digits = if greatest < 0.1 { 3 } else { 2 };
    mesh(&mut chart, 12)
        .x_labels(5)
        .y_labels(7)
        .x_label_formatter(&|x| format!("{x:.digits$}"))
        .y_label_formatter(&|y| format!("{y:.digits$}"))
        .draw()
        .map_err(failed)?;
    let dot = |residual: &Residual| Circle::new((residual.error.x, residual.error.y), 2 * FINE, PATH.mix(0.5).filled());
    chart.draw_series(residuals.iter().map(dot)).map_err(failed)?;
    Ok(())
}
