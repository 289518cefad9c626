//! Joints over time: position, velocity and acceleration under one another.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::{COLOURS, FINE, INK, MARK, failed, font, legend_row, mesh, picture, short};
use crate::failure::Failure;

/// Size of the picture, pixels.
const SIZE: (u32, u32) = (1000, 760);
const LEFT: u32 = 76;
const MARGIN: u32 = 12;
const CAPTION: u32 = 34;
const LEGEND: u32 = 30;
/// Height of the strip below a panel that holds its times.
const BELOW: u32 = 24;

/// One joint at one time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct JointSample {
    pub(crate) position: f64,
    pub(crate) velocity: f64,
    pub(crate) acceleration: f64,
}

/// The motions of an arm's joints, sampled at common times.
#[derive(Debug, Clone)]
pub(crate) struct JointCurves {
    pub(crate) title: String,
    pub(crate) t_s: Vec<f64>,
    /// A name and the samples of each joint.
    pub(crate) joints: Vec<(String, Vec<JointSample>)>,
    /// Unit of the positions.
    pub(crate) unit: &'static str,
    /// Times to mark, with what happens there.
    pub(crate) marks: Vec<(f64, &'static str)>,
}

/// One of the three panels.
struct Panel {
    name: String,
    value: fn(&JointSample) -> f64,
    last: bool,
}

/// The curves as SVG text.
pub(crate) fn joint_curves(curves: &JointCurves) -> Result<String, Failure> {
    picture(SIZE, |root| draw_joint_curves(root, curves))
}

/// Height of the curves in a picture that holds more, pixels.
pub(super) const HEIGHT: u32 = SIZE.1;

/// The curves in a part of a picture.
pub(super) fn draw_joint_curves(
    area: &DrawingArea<SVGBackend<'_>, Shift>,
    curves: &JointCurves,
) -> Result<(), Failure> {
    let (title, rest) = area.split_vertically(CAPTION * FINE);
    let at = ((LEFT + MARGIN) as i32 * FINE as i32, 10 * FINE as i32);
    title.draw(&Text::new(curves.title.as_str(), at, font(18).color(&INK))).map_err(failed)?;
    let height = rest.dim_in_pixel().1 - LEGEND * FINE;
    let (panels, legend) = rest.split_vertically(height);
    let unit = curves.unit;
    let three = [
        Panel { name: format!("position, {unit}"), value: |sample| sample.position, last: false },
        Panel { name: format!("velocity, {unit}/s"), value: |sample| sample.velocity, last: false },
        Panel { name: format!("acceleration, {unit}/s²"), value: |sample| sample.acceleration, last: true },
    ];
    for (panel, area) in three.iter().zip(panels.split_evenly((3, 1))) {
        draw_panel(&area, curves, panel)?;
    }
    draw_legend(&legend, curves)
}

fn draw_panel(area: &DrawingArea<SVGBackend<'_>, Shift>, curves: &JointCurves, panel: &Panel) -> Result<(), Failure> {
    let values = || curves.joints.iter().flat_map(|(_, samples)| samples.iter().map(panel.value));
    let (low, high) = values().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
    let margin = 0.06 * (high - low).max(1e-3 * high.abs()).max(1e-9);
    let (begin, end) = (curves.t_s.first().copied().unwrap_or(0.0), curves.t_s.last().copied().unwrap_or(1.0));
    let mut chart = ChartBuilder::on(area)
        .margin_left(MARGIN * FINE)
        .margin_right(2 * MARGIN * FINE)
        .margin_top(MARGIN * FINE)
        .x_label_area_size(if panel.last { 2 * BELOW - 4 } else { BELOW } * FINE)
        .y_label_area_size(LEFT * FINE)
        .build_cartesian_2d(begin..end.max(begin + 1e-9), low - margin..high + margin)
        .map_err(failed)?;
    mesh(&mut chart, 13)
        .x_desc(if panel.last { "time, s" } else { "" })
        .y_desc(panel.name.as_str())
        .y_labels(6)
        .x_label_formatter(&|t| short(*t))
        .y_label_formatter(&|v| short(*v))
        .draw()
        .map_err(failed)?;
    for (t_s, _) in &curves.marks {
        let line = [(*t_s, low - margin), (*t_s, high + margin)];
        chart.draw_series([PathElement::new(line, MARK.mix(0.35).stroke_width(FINE))]).map_err(failed)?;
    }
    for ((_, samples), colour) in curves.joints.iter().zip(COLOURS.iter().cycle()) {
        let line = curves.t_s.iter().zip(samples).map(|(t_s, sample)| (*t_s, (panel.value)(sample)));
        chart.draw_series(LineSeries::new(line, colour.stroke_width(2 * FINE))).map_err(failed)?;
    }
    Ok(())
}

fn draw_legend(area: &DrawingArea<SVGBackend<'_>, Shift>, curves: &JointCurves) -> Result<(), Failure> {
    let entries = curves.joints.iter().map(|(name, _)| name.as_str()).zip(COLOURS.iter().cycle().map(Color::to_rgba));
    // One entry for marks of one kind.
    let marks = curves.marks.first().map(|(_, name)| (*name, MARK.mix(0.35)));
    legend_row(area, LEFT + MARGIN, entries.chain(marks))
}
