//! Prediction errors over time after several observation times, for all flights and for each group.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::{FINE, INK, LETTERS, failed, font, legend_row, mesh, picture, short};
use crate::failure::Failure;

/// Width of the panel of all flights and of a group's, height of a group's, and of the strip with title and legend,
/// pixels. Two groups stand one above the other.
const WIDE: u32 = 420;
const NARROW: u32 = 250;
const HIGH: u32 = 240;
const HEAD: u32 = 56;

/// Colours from the shortest to the longest observation, between which others are mixed.
const RAMP: [RGBColor; 4] =
    [RGBColor(0xf0, 0xa0, 0x3c), RGBColor(0xd1, 0x4f, 0x5a), RGBColor(0x7a, 0x4f, 0xa3), RGBColor(0x1c, 0x3f, 0x73)];

/// Median errors at times after the first point: for each observation time pairs of s and m.
#[derive(Debug)]
pub(crate) struct PredictionPanel {
    pub(crate) title: String,
    pub(crate) median_m: Vec<Vec<(f64, f64)>>,
}

/// A panel of all flights, then one for each group.
#[derive(Debug)]
pub(crate) struct PredictionPanels {
    pub(crate) title: String,
    pub(crate) observed_s: Vec<f64>,
    pub(crate) panels: Vec<PredictionPanel>,
}

/// Axes that all panels share: ends in s and mm.
struct Ends {
    t_s: f64,
    error_mm: f64,
}

/// The panels as SVG text.
pub(crate) fn prediction_panels(panels: &PredictionPanels) -> Result<String, Failure> {
    let groups = panels.panels.len().saturating_sub(1) as u32;
    let columns = groups.div_ceil(2);
    picture((WIDE.max(900 - NARROW * columns) + NARROW * columns, HEAD + 2 * HIGH), |root| {
        let (head, body) = root.split_vertically(HEAD * FINE);
        let style = font(18).color(&INK);
        head.draw(&Text::new(panels.title.as_str(), (16 * FINE as i32, 10 * FINE as i32), style)).map_err(failed)?;
        let names: Vec<String> = panels.observed_s.iter().map(|observe_s| format!("{observe_s} s seen")).collect();
        let entries = names.iter().enumerate().map(|(index, name)| (name.as_str(), colour(index, names.len()).into()));
        legend_row(&head.margin(32 * FINE, 0, 0, 0), 16, entries)?;
        let ends = ends(panels);
        let wide = body.dim_in_pixel().0 - columns * NARROW * FINE;
        let (left, right) = body.split_horizontally(wide);
        let mut areas = vec![left];
        areas.extend(right.split_evenly((2, columns as usize)));
        for (number, (panel, area)) in panels.panels.iter().zip(areas).enumerate() {
            draw_panel(&area, panel, &ends, number == 0)?;
        }
        Ok(())
    })
}

fn ends(panels: &PredictionPanels) -> Ends {
    let all = || panels.panels.iter().flat_map(|panel| panel.median_m.iter().flatten());
    let most = |of: fn(&(f64, f64)) -> f64, least: f64| all().map(of).fold(least, f64::max);
    Ends { t_s: 1.03 * most(|(t_s, _)| *t_s, 0.1), error_mm: 1.08e3 * most(|(_, error)| *error, 1e-3) }
}

/// The colour of one observation time among several.
fn colour(index: usize, count: usize) -> RGBColor {
    let place = (RAMP.len() - 1) as f64 * index as f64 / count.saturating_sub(1).max(1) as f64;
    let (low, part) = (place as usize, place.fract());
    let (from, to) = (RAMP[low], RAMP[(low + 1).min(RAMP.len() - 1)]);
    let mixed = |from: u8, to: u8| (f64::from(from) + part * (f64::from(to) - f64::from(from))).round() as u8;
    RGBColor(mixed(from.0, to.0), mixed(from.1, to.1), mixed(from.2, to.2))
}

fn draw_panel(
    area: &DrawingArea<SVGBackend<'_>, Shift>,
    panel: &PredictionPanel,
    ends: &Ends,
    is_first: bool,
) -> Result<(), Failure> {
    let mut chart = ChartBuilder::on(area)
        .caption(&panel.title, font(LETTERS + 2).color(&INK))
        .margin(8 * FINE)
        .x_label_area_size(34 * FINE)
        .y_label_area_size(if is_first { 52 } else { 36 } * FINE)
        .build_cartesian_2d(0.0..ends.t_s, 0.0..ends.error_mm)
        .map_err(failed)?;
    mesh(&mut chart, LETTERS)
        .x_desc(if is_first { "time after the first point, s" } else { "time, s" })
        .y_desc(if is_first { "median distance of the prediction, mm" } else { "" })
        .x_labels(6)
        .y_labels(if is_first { 8 } else { 5 })
        .x_label_formatter(&|x| short(*x))
        .y_label_formatter(&|y| format!("{y:.0}"))
        .draw()
        .map_err(failed)?;
    for (index, curve) in panel.median_m.iter().enumerate() {
        let style = colour(index, panel.median_m.len()).stroke_width(2 * FINE);
        let line = curve.iter().map(|(t_s, error)| (*t_s, 1e3 * error));
        chart.draw_series(LineSeries::new(line, style)).map_err(failed)?;
    }
    Ok(())
}
