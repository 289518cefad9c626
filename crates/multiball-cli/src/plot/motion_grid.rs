//! Motions of an arm's joints side by side, on common scales: position, velocity and acceleration of every joint.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::{COLOURS, Chart, FINE, INK, JointSample, MARK, failed, font, legend_row, mesh, picture, short};
use crate::failure::Failure;

/// Size of one column and of the strips above and below, pixels.
const COLUMN: u32 = 460;
const HEIGHT: u32 = 760;
const CAPTION: u32 = 36;
const LEGEND: u32 = 32;
const LEFT: u32 = 66;
const MARGIN: u32 = 12;
/// Height of the strip below a panel that holds its times.
const BELOW: u32 = 24;

/// One motion of all joints.
#[derive(Debug, Clone)]
pub(crate) struct MotionColumn {
    pub(crate) title: String,
    pub(crate) t_s: Vec<f64>,
    /// The samples of each joint.
    pub(crate) joints: Vec<Vec<JointSample>>,
}

/// Motions to compare.
#[derive(Debug, Clone)]
pub(crate) struct MotionGrid {
    pub(crate) columns: Vec<MotionColumn>,
    /// Unit of the positions.
    pub(crate) unit: &'static str,
    /// Greatest speed allowed, in that unit per second.
    pub(crate) speed_limit: f64,
}

/// What a row shows.
struct Row {
    name: String,
    value: fn(&JointSample) -> f64,
    /// Lines to draw over the whole width.
    limits: Vec<f64>,
    range: (f64, f64),
    last: bool,
}

/// The grid as SVG text.
pub(crate) fn motion_grid(grid: &MotionGrid) -> Result<String, Failure> {
    let width = COLUMN * grid.columns.len() as u32;
    picture((width, CAPTION + HEIGHT + LEGEND), |root| {
        let (upper, legend) = root.split_vertically((CAPTION + HEIGHT) * FINE);
        let rows = grid.rows();
        for (column, area) in grid.columns.iter().zip(upper.split_evenly((1, grid.columns.len()))) {
            let (title, panels) = area.split_vertically(CAPTION * FINE);
            let at = ((LEFT + MARGIN) as i32 * FINE as i32, 12 * FINE as i32);
            title.draw(&Text::new(column.title.as_str(), at, font(16).color(&INK))).map_err(failed)?;
            for (row, panel) in rows.iter().zip(panels.split_evenly((rows.len(), 1))) {
                grid.draw_panel(&panel, column, row)?;
            }
        }
        grid.draw_legend(&legend)
    })
}

impl MotionGrid {
    fn rows(&self) -> [Row; 3] {
        let row = |name: String, value: fn(&JointSample) -> f64, limits: Vec<f64>, last: bool| {
            let samples = self.columns.iter().flat_map(|column| column.joints.iter().flatten());
            let all = samples.map(value).chain(limits.iter().copied());
            let (low, high) = all.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
            let margin = 0.06 * (high - low).max(1e-9);
            Row { name, value, limits, range: (low - margin, high + margin), last }
        };
        let (unit, limit) = (self.unit, self.speed_limit);
        [
            row(format!("position, {unit}"), |sample| sample.position, Vec::new(), false),
            row(format!("velocity, {unit}/s"), |sample| sample.velocity, vec![-limit, limit], false),
            row(format!("acceleration, {unit}/s²"), |sample| sample.acceleration, Vec::new(), true),
        ]
    }

    /// The end of the longest motion, s.
    fn end_s(&self) -> f64 {
        self.columns.iter().filter_map(|column| column.t_s.last()).fold(1e-9, |end: f64, t_s| end.max(*t_s))
    }

    fn draw_panel(
        &self,
        area: &DrawingArea<SVGBackend<'_>, Shift>,
        column: &MotionColumn,
        row: &Row,
    ) -> Result<(), Failure> {
        let mut chart = ChartBuilder::on(area)
            .margin_left(MARGIN * FINE)
            .margin_right(MARGIN * FINE)
            .margin_top(MARGIN * FINE)
            .x_label_area_size(if row.last { 2 * BELOW - 4 } else { BELOW } * FINE)
            .y_label_area_size(LEFT * FINE)
            .build_cartesian_2d(0.0..self.end_s(), row.range.0..row.range.1)
            .map_err(failed)?;
        mesh(&mut chart, 13)
            .x_desc(if row.last { "time, s" } else { "" })
            .y_desc(row.name.as_str())
            .y_labels(6)
            .x_label_formatter(&|t| short(*t))
            .y_label_formatter(&|v| short(*v))
            .draw()
            .map_err(failed)?;
        for limit in &row.limits {
            self.draw_limit(&mut chart, *limit)?;
        }
        for (samples, colour) in column.joints.iter().zip(COLOURS.iter().cycle()) {
            let line = column.t_s.iter().zip(samples).map(|(t_s, sample)| (*t_s, (row.value)(sample)));
            chart.draw_series(LineSeries::new(line, colour.stroke_width(2 * FINE))).map_err(failed)?;
        }
        Ok(())
    }

    fn draw_limit(&self, chart: &mut Chart<'_>, limit: f64) -> Result<(), Failure> {
        let line = [(0.0, limit), (self.end_s(), limit)];
        let style = MARK.stroke_width(3 * FINE / 2);
        chart.draw_series(DashedLineSeries::new(line, 7 * FINE, 5 * FINE, style)).map_err(failed)?;
        Ok(())
    }

    fn draw_legend(&self, area: &DrawingArea<SVGBackend<'_>, Shift>) -> Result<(), Failure> {
        let joints = self.columns.first().map_or(0, |column| column.joints.len());
        let names: Vec<String> = (1..=joints).map(|number| format!("joint {number}")).collect();
        let limit = format!("dashed: limit of {} {}/s", short(self.speed_limit), self.unit);
        let joints = names.iter().map(String::as_str).zip(COLOURS.iter().cycle().map(Color::to_rgba));
        legend_row(area, LEFT + MARGIN, joints.chain([(limit.as_str(), MARK.to_rgba())]))
    }
}
