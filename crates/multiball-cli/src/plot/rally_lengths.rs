//! How long rallies are: a histogram, and the share that goes on.

use plotters::chart::DualCoordChartContext;
use plotters::coord::Shift;
use plotters::prelude::*;

use super::{FINE, INK, PATH, Plane, TABLE, draw_legend, failed, font, mesh, picture};
use crate::failure::Failure;

/// Bars in the histogram.
const BARS: u32 = 40;
/// Size of the picture, pixels.
const SIZE: (u32, u32) = (900, 480);
/// Legends are placed in whole numbers that have a sign.
const FINE_I: i32 = FINE as i32;

type Chart<'a> = DualCoordChartContext<'a, SVGBackend<'a>, Plane, Plane>;

/// Rallies counted by length.
struct Histogram {
    /// Length of every rally, strokes, shortest first.
    sorted: Vec<u32>,
    /// Strokes that one bar spans.
    width: u32,
    /// Rallies in each bar, up to the last that holds any.
    bars: Vec<u32>,
}

impl Histogram {
    fn of(strokes: &[u32]) -> Self {
        let mut sorted = strokes.to_vec();
        sorted.sort_unstable();
        // The last hundredth would squeeze the rest: it is gathered in the last bar.
        let p99 = sorted.get(sorted.len().saturating_sub(1) * 99 / 100).copied().unwrap_or(1);
        let width = p99.div_ceil(BARS).max(1);
        let mut bars = vec![0u32; BARS as usize + 1];
        for length in &sorted {
            bars[(length / width).min(BARS) as usize] += 1;
        }
        bars.truncate(bars.iter().rposition(|count| *count > 0).unwrap_or(0) + 1);
        Self { sorted, width, bars }
    }

    /// So many rallies, in per cent of all.
    fn share(&self, count: f64) -> f64 {
        100.0 * count / self.sorted.len().max(1) as f64
    }

    /// Height of the highest bar, %.
    fn most(&self) -> f64 {
        self.bars.iter().map(|count| self.share(f64::from(*count))).fold(0.0, f64::max)
    }

    /// Where the last bar ends, strokes.
    fn longest(&self) -> f64 {
        f64::from(self.width) * self.bars.len() as f64
    }

    /// Rallies longer than so many strokes, %.
    fn longer_than(&self, length: u32) -> f64 {
        let shorter = self.sorted.partition_point(|strokes| *strokes <= length);
        self.share((self.sorted.len() - shorter) as f64)
    }
}

/// Histogram of rally lengths (strokes) with the share of rallies that are longer, as SVG text.
pub(crate) fn rally_lengths(strokes: &[u32], title: &str) -> Result<String, Failure> {
    let histogram = Histogram::of(strokes);
    picture(SIZE, |root| {
        let mut chart = chart(root, &histogram, title)?;
        draw_axes(&mut chart, &histogram)?;
        draw_bars(&mut chart, &histogram)?;
        draw_longer(&mut chart, &histogram)?;
        draw_legend(&mut chart, SeriesLabelPosition::UpperRight, 28)
    })
}

/// The title, and room for the bars and for the curve, which has a scale of its own.
fn chart<'a>(
    root: &DrawingArea<SVGBackend<'a>, Shift>,
    histogram: &Histogram,
    title: &str,
) -> Result<Chart<'a>, Failure> {
    let along = 0.0..histogram.longest();
    let chart = ChartBuilder::on(root)
        .margin(16 * FINE)
        .caption(title, font(18).color(&INK))
        .x_label_area_size(46 * FINE)
        .y_label_area_size(56 * FINE)
        .right_y_label_area_size(56 * FINE)
        .build_cartesian_2d(along.clone(), 0.0..histogram.most() * 1.08)
        .map_err(failed)?;
    Ok(chart.set_secondary_coord(along, 0.0..108.0))
}

fn draw_axes(chart: &mut Chart<'_>, histogram: &Histogram) -> Result<(), Failure> {
    mesh(chart, 13)
        .disable_x_mesh()
        .x_desc("strokes in the rally (the last bar holds all longer ones)")
        .y_desc(format!("share of rallies, % (bars of {})", histogram.width))
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| format!("{y:.0}"))
        .draw()
        .map_err(failed)?;
    chart
        .configure_secondary_axes()
        .axis_style(INK.stroke_width(FINE))
        .y_desc("rallies that are longer, %")
        .label_style(font(13).color(&INK))
        .y_label_formatter(&|y| format!("{y:.0}"))
        .draw()
        .map_err(failed)
}

fn draw_bars(chart: &mut Chart<'_>, histogram: &Histogram) -> Result<(), Failure> {
    let style = TABLE.mix(0.8).filled();
    let width = f64::from(histogram.width);
    let gap = 0.08 * width;
    let bar = |(i, count): (usize, &u32)| {
        let left = width * i as f64;
        Rectangle::new([(left + gap, 0.0), (left + width - gap, histogram.share(f64::from(*count)))], style)
    };
    let patch =
        move |(x, y): (i32, i32)| Rectangle::new([(x, y - 5 * FINE_I), (x + 18 * FINE_I, y + 5 * FINE_I)], style);
    chart
        .draw_series(histogram.bars.iter().enumerate().map(bar))
        .map_err(failed)?
        .label(format!("{} rallies", histogram.sorted.len()))
        .legend(patch);
    Ok(())
}

fn draw_longer(chart: &mut Chart<'_>, histogram: &Histogram) -> Result<(), Failure> {
    let style = PATH.stroke_width(2 * FINE);
    let longer = (0..=(histogram.longest() as u32)).map(|length| (f64::from(length), histogram.longer_than(length)));
    chart
        .draw_secondary_series(LineSeries::new(longer, style))
        .map_err(failed)?
        .label("longer than that")
        .legend(move |(x, y)| PathElement::new([(x, y), (x + 18 * FINE_I, y)], style));
    Ok(())
}
