//! Computing time of a robot's player per picture: a histogram over the logarithm of time.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{Chart, FINE, INK, MARK, PAGE_LETTERS, PAGE_WIDTH, TABLE, failed, font, mesh, picture};
use crate::failure::Failure;

/// Height of the picture, pixels.
const HEIGHT: u32 = 270;
/// Times that the axis names, s.
const NAMED: [(f64, &str); 7] =
    [(1e-5, "10 µs"), (1e-4, "0.1 ms"), (1e-3, "1 ms"), (1e-2, "10 ms"), (1e-1, "0.1 s"), (1.0, "1 s"), (10.0, "10 s")];

/// Histogram of computing times by their logarithm.
#[derive(Debug)]
pub(crate) struct Thinking {
    /// Decimal logarithm of the time at which the first bar begins, s.
    pub(crate) first: f64,
    /// Bars in a decade.
    pub(crate) per_decade: f64,
    pub(crate) counts: Vec<u64>,
    /// Time from picture to picture, s.
    pub(crate) frame_s: f64,
}

/// The histogram as SVG text.
pub(crate) fn thinking(what: &Thinking) -> Result<String, Failure> {
    let all = what.counts.iter().sum::<u64>().max(1) as f64;
    let share = |count: u64| 100.0 * count as f64 / all;
    let first = what.counts.iter().position(|count| *count > 0).unwrap_or(0);
    let last = what.counts.iter().rposition(|count| *count > 0).unwrap_or(0);
    let at = |bar: f64| what.first + bar / what.per_decade;
    let frame = what.frame_s.log10();
    let (low, high) = (at(first as f64).min(frame - 0.3) - 0.1, at(last as f64 + 1.0).max(frame + 1.1) + 0.1);
    let most = what.counts.iter().map(|count| share(*count)).fold(0.0, f64::max) * 1.1;
    picture((PAGE_WIDTH, HEIGHT), |root| {
        let mut chart = ChartBuilder::on(root)
            .margin(12 * FINE)
            .x_label_area_size(26 * FINE)
            .y_label_area_size(50 * FINE)
            .build_cartesian_2d(low..high, 0.0..most)
            .map_err(failed)?;
        mesh(&mut chart, PAGE_LETTERS)
            .disable_x_mesh()
            .disable_x_axis()
            .y_desc("share of pictures, %")
            .y_labels(6)
            .y_label_formatter(&|y| format!("{y:.0}"))
            .draw()
            .map_err(failed)?;
        let bars = what.counts.iter().enumerate().filter(|(_, count)| **count > 0).map(|(bar, count)| {
            let (left, right) = (at(bar as f64 + 0.06), at(bar as f64 + 0.94));
            Rectangle::new([(left, 0.0), (right, share(*count))], TABLE.mix(0.8).filled())
        });
        chart.draw_series(bars).map_err(failed)?;
        draw_times(&mut chart, low..high)?;
        draw_frame(&mut chart, frame, most)
    })
}

/// The axis: its ticks are whole decades, which are few.
fn draw_times(chart: &mut Chart<'_>, span: std::ops::Range<f64>) -> Result<(), Failure> {
    let fine = FINE as i32;
    chart
        .draw_series([PathElement::new([(span.start, 0.0), (span.end, 0.0)], INK.stroke_width(FINE))])
        .map_err(failed)?;
    for (time_s, name) in NAMED {
        let x = time_s.log10();
        if span.contains(&x) {
            let tick = PathElement::new([(0, 0), (0, 5 * fine)], INK.stroke_width(FINE));
            let style = font(PAGE_LETTERS).color(&INK).pos(Pos::new(HPos::Center, VPos::Top));
            let word = Text::new(name, (0, 8 * fine), style);
            chart.plotting_area().draw(&(EmptyElement::at((x, 0.0)) + tick + word)).map_err(failed)?;
        }
    }
    Ok(())
}

/// The time in which the next picture comes.
fn draw_frame(chart: &mut Chart<'_>, frame: f64, most: f64) -> Result<(), Failure> {
    let style = MARK.stroke_width(3 * FINE / 2);
    let line = DashedLineSeries::new([(frame, 0.0), (frame, most)], 6 * FINE, 4 * FINE, style);
    chart.draw_series(line).map_err(failed)?;
    let words = Text::new("next picture", (6 * FINE as i32, 2 * FINE as i32), font(PAGE_LETTERS).color(&INK));
    chart.draw_series([EmptyElement::at((frame, most)) + words]).map_err(failed)?;
    Ok(())
}
