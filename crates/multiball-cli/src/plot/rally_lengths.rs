//! How long rallies are: a histogram, and the share that goes on.

use plotters::chart::DualCoordChartContext;
use plotters::coord::Shift;
use plotters::prelude::*;

use super::{FINE, INK, PATH, Plane, TABLE, draw_legend, failed, font, in_page, letters, mesh, picture};
use crate::failure::Failure;

/// Most and fewest bars in the histogram.
const MOST_BARS: u32 = 40;
const FEWEST_BARS: u32 = 10;
/// Size of the picture that stands alone, pixels.
pub(crate) const RALLY_SIZE: (u32, u32) = (900, 480);
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
    /// Whether the last bar holds all longer rallies, too.
    is_open: bool,
}

impl Histogram {
    fn of(strokes: &[u32]) -> Self {
        let mut sorted = strokes.to_vec();
        sorted.sort_unstable();
        // Rice's rule: of few rallies, narrow bars would each hold one.
        let most = (2.0 * (sorted.len() as f64).cbrt()).ceil() as u32;
        let most = most.clamp(FEWEST_BARS, MOST_BARS);
        // The last hundredth would squeeze the rest: it is gathered in the last bar.
        let p99 = sorted.get(sorted.len().saturating_sub(1).saturating_sub(sorted.len() / 100)).copied().unwrap_or(1);
        let width = (p99 + 1).div_ceil(most).max(1);
        let mut bars = vec![0u32; most as usize + 1];
        for length in &sorted {
            bars[(length / width).min(most) as usize] += 1;
        }
        let is_open = sorted.last().is_some_and(|longest| longest / width > most);
        bars.truncate(bars.iter().rposition(|count| *count > 0).unwrap_or(0) + 1);
        Self { sorted, width, bars, is_open }
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
pub(crate) fn rally_lengths(strokes: &[u32], title: &str, size: (u32, u32)) -> Result<String, Failure> {
    let histogram = Histogram::of(strokes);
    picture(size, |root| {
        let mut chart = chart(root, &histogram, title)?;
        draw_axes(&mut chart, &histogram, letters(size))?;
        draw_bars(&mut chart, &histogram)?;
        draw_longer(&mut chart, &histogram)?;
        if in_page(size) { Ok(()) } else { draw_legend(&mut chart, SeriesLabelPosition::UpperRight, 28) }
    })
}

/// The chart with its title, and two scales: one for the bars, one for the curve.
fn chart<'a>(
    root: &DrawingArea<SVGBackend<'a>, Shift>,
    histogram: &Histogram,
    title: &str,
) -> Result<Chart<'a>, Failure> {
    let along = 0.0..histogram.longest();
    let mut builder = ChartBuilder::on(root);
    if !title.is_empty() {
        builder.caption(title, font(18).color(&INK));
    }
    let chart = builder
        .margin(12 * FINE)
        .x_label_area_size(44 * FINE)
        .y_label_area_size(50 * FINE)
        .right_y_label_area_size(54 * FINE)
        .build_cartesian_2d(along.clone(), 0.0..histogram.most() * 1.08)
        .map_err(failed)?;
    Ok(chart.set_secondary_coord(along, 0.0..108.0))
}

fn draw_axes(chart: &mut Chart<'_>, histogram: &Histogram, letters: u32) -> Result<(), Failure> {
    let open = if histogram.is_open { " (the last bar holds all longer ones)" } else { "" };
    mesh(chart, letters)
        .disable_x_mesh()
        .x_labels(whole_labels(histogram.longest()))
        .x_desc(format!("strokes in the rally{open}"))
        .y_desc(format!("share of rallies, % (bars of {})", histogram.width))
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| format!("{y:.0}"))
        .draw()
        .map_err(failed)?;
    chart
        .configure_secondary_axes()
        .axis_style(INK.stroke_width(FINE))
        .y_desc("rallies that are longer, %")
        .y_labels(6)
        .label_style(font(letters).color(&INK))
        .y_label_formatter(&|y| format!("{y:.0}"))
        .draw()
        .map_err(failed)
}

/// Labels of an axis on which only whole numbers mean something.
fn whole_labels(longest: f64) -> usize {
    (longest as usize + 1).min(10)
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
