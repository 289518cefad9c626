//! Prediction errors over the horizon.

use plotters::prelude::*;

use super::{
    Chart, FINE, INK, MARK, PATH, TABLE, area_below, draw_legend, failed, font, in_page, letters, mesh, picture, short,
};
use crate::failure::Failure;

/// Size of the picture that stands alone, pixels.
pub(crate) const ERRORS_SIZE: (u32, u32) = (900, 520);
const FINE_I: i32 = FINE as i32;
/// Median errors from positions alone, (s ahead, m) [Achterhold 2023, Black-Box vs. Gray-Box, L4DC].
const PUBLISHED: [(f64, f64); 4] = [(0.1, 0.012), (0.3, 0.038), (0.5, 0.087), (1.0, 0.155)];

/// Errors at times ahead: pairs of s and m.
#[derive(Debug, Clone)]
pub(crate) struct ErrorCurves {
    pub(crate) title: String,
    /// What runs along the axis, with its unit.
    pub(crate) along: String,
    pub(crate) size: (u32, u32),
    /// Whether the band up to the 90 % quantile is shaded.
    pub(crate) with_band: bool,
    /// Whether published figures are drawn too; they are of other flights.
    pub(crate) with_published: bool,
    /// Where the axis ends, s.
    pub(crate) furthest_s: f64,
    pub(crate) median_m: Vec<(f64, f64)>,
    pub(crate) p90_m: Vec<(f64, f64)>,
    /// What the covariance expects, if that is drawn.
    pub(crate) expected_m: Vec<(f64, f64)>,
}

/// The curves as SVG text.
pub(crate) fn error_curves(curves: &ErrorCurves) -> Result<String, Failure> {
    picture(curves.size, |root| {
        let shown = |ahead_s: f64| curves.with_published && ahead_s <= curves.furthest_s + 1e-9;
        let published: Vec<(f64, f64)> = PUBLISHED.into_iter().filter(|(ahead_s, _)| shown(*ahead_s)).collect();
        let all = curves.p90_m.iter().chain(&curves.expected_m).chain(&published);
        let highest = all.map(|(_, error)| *error).fold(1e-3, f64::max);
        let mut builder = ChartBuilder::on(root);
        if !curves.title.is_empty() {
            builder.caption(&curves.title, font(18).color(&INK));
        }
        let mut chart = builder
            .margin(14 * FINE)
            .x_label_area_size(44 * FINE)
            .y_label_area_size(54 * FINE)
            .build_cartesian_2d(0.0..curves.furthest_s * 1.03, 0.0..1.08e3 * highest)
            .map_err(failed)?;
        draw_axes(&mut chart, curves)?;
        if curves.with_band {
            let band = area_below(in_millimetres(&curves.p90_m), TABLE.mix(0.14).filled());
            chart.draw_series([band]).map_err(failed)?;
        }
        draw_curve(&mut chart, &curves.median_m, TABLE.stroke_width(3 * FINE), "median error")?;
        draw_curve(&mut chart, &curves.p90_m, TABLE.mix(0.55).stroke_width(2 * FINE), "90 % are nearer")?;
        if !curves.expected_m.is_empty() {
            draw_expected(&mut chart, &curves.expected_m)?;
        }
        if !published.is_empty() {
            draw_published(&mut chart, &published)?;
        }
        if in_page(curves.size) { Ok(()) } else { draw_legend(&mut chart, SeriesLabelPosition::UpperLeft, 32) }
    })
}

fn draw_axes(chart: &mut Chart<'_>, curves: &ErrorCurves) -> Result<(), Failure> {
    mesh(chart, letters(curves.size))
        .x_desc(curves.along.as_str())
        .y_desc("distance of the prediction, mm")
        .x_label_formatter(&|x| short(*x))
        .y_label_formatter(&|y| format!("{y:.0}"))
        .draw()
        .map_err(failed)
}

fn in_millimetres(points: &[(f64, f64)]) -> impl Iterator<Item = (f64, f64)> + Clone {
    points.iter().map(|(ahead_s, error)| (*ahead_s, 1000.0 * error))
}

fn draw_curve(chart: &mut Chart<'_>, points: &[(f64, f64)], style: ShapeStyle, name: &str) -> Result<(), Failure> {
    chart
        .draw_series(LineSeries::new(in_millimetres(points), style))
        .map_err(failed)?
        .label(name)
        .legend(move |(x, y)| PathElement::new([(x, y), (x + 22 * FINE_I, y)], style));
    Ok(())
}

/// The expected error, dashed.
fn draw_expected(chart: &mut Chart<'_>, points: &[(f64, f64)]) -> Result<(), Failure> {
    let style = PATH.stroke_width(2 * FINE);
    let (dash, gap) = (7 * FINE, 5 * FINE);
    chart
        .draw_series(DashedLineSeries::new(in_millimetres(points), dash, gap, style))
        .map_err(failed)?
        .label("expected by its own covariance")
        .legend(move |(x, y)| {
            plotters::element::DashedPathElement::new([(x, y), (x + 22 * FINE_I, y)], dash, gap, style)
        });
    Ok(())
}

fn draw_published(chart: &mut Chart<'_>, points: &[(f64, f64)]) -> Result<(), Failure> {
    let dot = |at| Circle::new(at, 5 * FINE_I, MARK.filled());
    chart
        .draw_series(in_millimetres(points).map(dot))
        .map_err(failed)?
        .label("published median of other flights, Achterhold 2023")
        .legend(|(x, y)| Circle::new((x + 11 * FINE_I, y), 5 * FINE_I, MARK.filled()));
    Ok(())
}
