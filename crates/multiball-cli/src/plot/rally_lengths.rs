//! How long rallies are: a histogram, and the share that goes on.

use plotters::prelude::*;

use super::{FINE, GRID, INK, PATH, TABLE, at_shown_size, failed, font};
use crate::failure::Failure;

/// Bars in the histogram.
const BARS: u32 = 40;
/// Size of the picture, pixels.
const SIZE: (u32, u32) = (900, 480);

/// Histogram of rally lengths (strokes) with the share of rallies that are longer, as SVG text.
pub(crate) fn rally_lengths(strokes: &[u32], title: &str) -> Result<String, Failure> {
    let mut sorted = strokes.to_vec();
    sorted.sort_unstable();
    // The last hundredth would squeeze the rest: it is gathered in the last bar.
    let p99 = sorted.get(sorted.len().saturating_sub(1) * 99 / 100).copied().unwrap_or(1);
    let width = p99.div_ceil(BARS).max(1);
    let mut bars = vec![0u32; BARS as usize + 1];
    for length in &sorted {
        bars[(length / width).min(BARS) as usize] += 1;
    }
    let last = bars.iter().rposition(|count| *count > 0).unwrap_or(0) + 1;
    let share = |count: f64| 100.0 * count / sorted.len().max(1) as f64;
    let most = bars.iter().map(|count| share(f64::from(*count))).fold(0.0, f64::max);
    let longest = f64::from(width) * last as f64;

    let fine = FINE as i32;
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (SIZE.0 * FINE, SIZE.1 * FINE)).into_drawing_area();
        root.fill(&WHITE).map_err(failed)?;
        let mut chart = ChartBuilder::on(&root)
            .margin(16 * FINE)
            .caption(title, font(18).color(&INK))
            .x_label_area_size(46 * FINE)
            .y_label_area_size(56 * FINE)
            .right_y_label_area_size(56 * FINE)
            .build_cartesian_2d(0.0..longest, 0.0..most * 1.08)
            .map_err(failed)?
            .set_secondary_coord(0.0..longest, 0.0..108.0);
        chart
            .configure_mesh()
            .disable_x_mesh()
            .bold_line_style(GRID.stroke_width(FINE))
            .light_line_style(WHITE)
            .axis_style(INK.stroke_width(FINE))
            .x_desc("strokes in the rally (the last bar holds all longer ones)")
            .y_desc(format!("share of rallies, % (bars of {width})"))
            .label_style(font(13).color(&INK))
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
            .map_err(failed)?;
        let bar = |(i, count): (usize, &u32)| {
            let left = f64::from(width) * i as f64;
            let gap = 0.08 * f64::from(width);
            let height = share(f64::from(*count));
            Rectangle::new([(left + gap, 0.0), (left + f64::from(width) - gap, height)], TABLE.mix(0.8).filled())
        };
        let count = format!("{} rallies", sorted.len());
        chart.draw_series(bars[..last].iter().enumerate().map(bar)).map_err(failed)?.label(count).legend(
            move |(x, y)| Rectangle::new([(x, y - 5 * fine), (x + 18 * fine, y + 5 * fine)], TABLE.mix(0.8).filled()),
        );
        let longer = (0..=(longest as u32)).map(|length| {
            let shorter = sorted.partition_point(|strokes| *strokes <= length);
            (f64::from(length), share((sorted.len() - shorter) as f64))
        });
        chart
            .draw_secondary_series(LineSeries::new(longer, PATH.stroke_width(2 * FINE)))
            .map_err(failed)?
            .label("longer than that")
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18 * fine, y)], PATH.stroke_width(2 * FINE)));
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .legend_area_size(28 * FINE)
            .margin(12 * FINE)
            .background_style(WHITE)
            .border_style(GRID)
            .label_font(font(13).color(&INK))
            .draw()
            .map_err(failed)?;
        root.present().map_err(failed)?;
    }
    Ok(at_shown_size(&svg, SIZE))
}
