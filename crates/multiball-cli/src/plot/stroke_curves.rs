//! One stroke of an arm: its joints as they were commanded and as they moved.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{COLOURS, FINE, INK, MARK, PAGE_LETTERS, PAGE_WIDTH, failed, font, mesh, picture, short};
use crate::failure::Failure;

/// Height of a panel, and of the strip below the last one for its times, pixels.
const PANEL: u32 = 190;
const BELOW: u32 = 22;

/// Joints of one kind, sampled at common times.
#[derive(Debug)]
pub(crate) struct StrokePanel {
    /// Whether they slide, m, or turn, rad.
    pub(crate) slides: bool,
    /// Index of the first joint's colour.
    pub(crate) first_colour: usize,
    /// Of each joint, at each time: as it was commanded, and as it moved.
    pub(crate) joints: Vec<Vec<[f64; 2]>>,
}

impl StrokePanel {
    /// Greatest tracking error of a joint, m or rad.
    pub(crate) fn widest_gap(&self) -> f64 {
        self.joints.iter().flatten().map(|[commanded, moved]| (commanded - moved).abs()).fold(0.0, f64::max)
    }
}

/// A stroke.
#[derive(Debug)]
pub(crate) struct StrokeCurves {
    /// Times from the hit, s.
    pub(crate) t_s: Vec<f64>,
    pub(crate) panels: Vec<StrokePanel>,
}

/// The curves as SVG text: solid as it moved, dashed as it was commanded, the hit marked.
pub(crate) fn stroke_curves(curves: &StrokeCurves) -> Result<String, Failure> {
    let count = curves.panels.len().max(1) as u32;
    picture((PAGE_WIDTH, count * PANEL + BELOW), |root| {
        let mut rest = root.clone();
        for (number, panel) in curves.panels.iter().enumerate() {
            let last = number + 1 == curves.panels.len();
            let height = PANEL + if last { BELOW } else { 0 };
            let (area, below) = rest.split_vertically(height * FINE);
            draw_panel(&area, &curves.t_s, panel, last)?;
            rest = below;
        }
        Ok(())
    })
}

fn draw_panel(
    area: &DrawingArea<SVGBackend<'_>, Shift>,
    t_s: &[f64],
    panel: &StrokePanel,
    last: bool,
) -> Result<(), Failure> {
    let values = panel.joints.iter().flatten().flatten();
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(*v), h.max(*v)));
    let margin = 0.1 * (high - low).max(1e-3);
    let (begin, end) = (t_s.first().copied().unwrap_or(0.0), t_s.last().copied().unwrap_or(1.0));
    let mut chart = ChartBuilder::on(area)
        .margin_right(12 * FINE)
        .margin_top(12 * FINE)
        .x_label_area_size(if last { 44 } else { 22 } * FINE)
        .y_label_area_size(58 * FINE)
        .build_cartesian_2d(begin..end.max(begin + 1e-9), low - margin..high + margin)
        .map_err(failed)?;
    mesh(&mut chart, PAGE_LETTERS)
        .x_desc(if last { "time from the hit, s" } else { "" })
        .y_desc(if panel.slides { "rails, m" } else { "joints, rad" })
        .x_labels(6)
        .y_labels(5)
        .x_label_formatter(&|t| short(*t))
        .y_label_formatter(&|v| short(*v))
        .draw()
        .map_err(failed)?;
    let hit = PathElement::new([(0.0, low - margin), (0.0, high + margin)], MARK.mix(0.5).stroke_width(FINE));
    chart.draw_series([hit]).map_err(failed)?;
    // On the side with more space.
    let (side, from_line) = if end > 0.1 * (end - begin) { (HPos::Left, 5) } else { (HPos::Right, -5) };
    let style = font(PAGE_LETTERS).color(&INK).pos(Pos::new(side, VPos::Top));
    let word = EmptyElement::at((0.0, high + margin)) + Text::new("hit", (from_line * FINE as i32, 0), style);
    chart.draw_series([word]).map_err(failed)?;
    for (joint, colour) in panel.joints.iter().zip(COLOURS.into_iter().cycle().skip(panel.first_colour)) {
        let line = |which: usize| t_s.iter().zip(joint).map(move |(t_s, values)| (*t_s, values[which]));
        let moved = LineSeries::new(line(1), colour.stroke_width(2 * FINE));
        chart.draw_series(moved).map_err(failed)?;
        let commanded: Vec<(f64, f64)> = line(0).collect();
        let style = colour.mix(0.75).stroke_width(3 * FINE / 2);
        chart.draw_series(DashedLineSeries::new(commanded, 4 * FINE, 4 * FINE, style)).map_err(failed)?;
    }
    Ok(())
}
