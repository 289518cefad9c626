//! How methods of optimisation come near the optimum.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::{COLOURS, FINE, INK, MARK, failed, font, legend_row, mesh, picture, short};
use crate::failure::Failure;

/// Size of the picture, pixels.
const SIZE: (u32, u32) = (1380, 460);
const CAPTION: u32 = 36;
const LEGEND: u32 = 32;
const LEFT: u32 = 66;
const BELOW: u32 = 44;
const MARGIN: u32 = 12;
/// The least gap that is drawn, per cent, as a power of ten.
const LEAST_POWER: f64 = -4.0;

/// The best cost over evaluations by several methods.
#[derive(Debug, Clone)]
pub(crate) struct Convergence {
    pub(crate) title: String,
    /// What the cost is, with its unit.
    pub(crate) cost: &'static str,
    /// The least cost there is.
    pub(crate) optimum: f64,
    /// A name, and evaluations with the best cost by then.
    pub(crate) methods: Vec<(String, Vec<(f64, f64)>)>,
}

/// The curves as SVG text: the cost at the left, the gap to the optimum at the right.
pub(crate) fn convergence(what: &Convergence) -> Result<String, Failure> {
    picture(SIZE, |root| {
        let (upper, legend) = root.split_vertically((SIZE.1 - LEGEND) * FINE);
        let (title, panels) = upper.split_vertically(CAPTION * FINE);
        let at = ((LEFT + MARGIN) as i32 * FINE as i32, 12 * FINE as i32);
        title.draw(&Text::new(what.title.as_str(), at, font(16).color(&INK))).map_err(failed)?;
        let (left, right) = panels.split_horizontally(SIZE.0 / 2 * FINE);
        let costs = || what.methods.iter().flat_map(|(_, points)| points).map(|(_, cost)| *cost);
        let highest = costs().fold(what.optimum, f64::max);
        let margin = 0.05 * (highest - what.optimum).max(1e-9);
        let of_cost = Panel { name: what.cost, range: (what.optimum - margin, highest + margin), label: short };
        what.draw(&left, &of_cost, |cost| cost, Some(what.optimum))?;
        let gap = |cost: f64| (100.0 * (cost / what.optimum - 1.0)).max(1e-12).log10().max(LEAST_POWER);
        let most = costs().map(gap).fold(LEAST_POWER + 1.0, f64::max);
        let power = |power: f64| short(10f64.powf(power));
        let of_gap = Panel { name: "above the optimum, %", range: (LEAST_POWER, most.ceil()), label: power };
        what.draw(&right, &of_gap, gap, None)?;
        let names = what.methods.iter().map(|(name, _)| name.as_str());
        let methods = names.zip(COLOURS.iter().cycle().map(Color::to_rgba));
        legend_row(&legend, LEFT + MARGIN, methods.chain([("dashed: exact optimum", MARK.to_rgba())]))
    })
}

/// The upward axis of a panel.
struct Panel {
    name: &'static str,
    range: (f64, f64),
    label: fn(f64) -> String,
}

impl Convergence {
    fn draw(
        &self,
        area: &DrawingArea<SVGBackend<'_>, Shift>,
        panel: &Panel,
        height: impl Fn(f64) -> f64,
        level: Option<f64>,
    ) -> Result<(), Failure> {
        let last = self.methods.iter().filter_map(|(_, points)| points.last()).fold(1.0, |most: f64, p| most.max(p.0));
        let mut chart = ChartBuilder::on(area)
            .margin(MARGIN * FINE)
            .margin_right(3 * MARGIN * FINE)
            .x_label_area_size(BELOW * FINE)
            .y_label_area_size(LEFT * FINE)
            .build_cartesian_2d(0.0..last, panel.range.0..panel.range.1)
            .map_err(failed)?;
        mesh(&mut chart, 13)
            .x_desc("evaluations")
            .y_desc(panel.name)
            .x_labels(8)
            .y_labels(7)
            .x_label_formatter(&|x| short(*x))
            .y_label_formatter(&|y| (panel.label)(*y))
            .draw()
            .map_err(failed)?;
        if let Some(level) = level {
            let style = MARK.stroke_width(3 * FINE / 2);
            let line = [(0.0, level), (last, level)];
            chart.draw_series(DashedLineSeries::new(line, 7 * FINE, 5 * FINE, style)).map_err(failed)?;
        }
        for ((_, points), colour) in self.methods.iter().zip(COLOURS.iter().cycle()) {
            let line = points.iter().map(|(evaluations, cost)| (*evaluations, height(*cost)));
            chart.draw_series(LineSeries::new(line, colour.stroke_width(2 * FINE))).map_err(failed)?;
        }
        Ok(())
    }
}
