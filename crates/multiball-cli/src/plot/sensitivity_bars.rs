//! How much each assumption matters: two points on a line for each, before and after learning.

use plotters::prelude::*;

use super::{FINE, GRID, INK, PATH, TABLE, failed, font, picture};
use crate::failure::Failure;

/// One assumption.
pub(crate) struct SensitivityBar<'a> {
    pub(crate) name: &'a str,
    /// Shares in per cent.
    pub(crate) before: f64,
    pub(crate) after: f64,
    /// Whether a robot can find it out.
    pub(crate) found_out: bool,
}

/// Height of a line, of what stands above and below all, and widths of names and plot, pixels.
const LINE: i32 = 24;
const TOP: i32 = 64;
const BOTTOM: i32 = 48;
const NAMES: i32 = 300;
const PLOT: i32 = 540;
const RIGHT: i32 = 40;
const FINE_I: i32 = FINE as i32;

/// The picture, as SVG text.
pub(crate) fn sensitivity_bars(bars: &[SensitivityBar<'_>]) -> Result<String, Failure> {
    // The axis begins a step below the least share.
    let least = bars.iter().flat_map(|bar| [bar.before, bar.after]).fold(100.0, f64::min);
    let first = ((least / 20.0).ceil() as i32 - 1).clamp(0, 4) * 20;
    let height = TOP + LINE * bars.len() as i32 + BOTTOM;
    picture(((NAMES + PLOT + RIGHT) as u32, height as u32), |root| {
        let x_of = |percent: f64| {
            let share = (percent - f64::from(first)) / f64::from(100 - first);
            (NAMES + (share * f64::from(PLOT)) as i32) * FINE_I
        };
        let line = |from: (i32, i32), to: (i32, i32), style: ShapeStyle| {
            root.draw(&PathElement::new(vec![from, to], style)).map_err(failed)
        };
        let text = |words: &str, at: (i32, i32), size: u32| {
            root.draw(&Text::new(words.to_owned(), (at.0 * FINE_I, at.1 * FINE_I), font(size).color(&INK)))
                .map_err(failed)
        };
        let bottom = TOP + LINE * bars.len() as i32;
        for percent in (first..=100).step_by(20) {
            let x = x_of(f64::from(percent));
            line((x, (TOP - 8) * FINE_I), (x, bottom * FINE_I), GRID.stroke_width(FINE))?;
            text(&percent.to_string(), (x / FINE_I - 8, bottom + 6), 13)?;
        }
        text("returns in the square of 30 cm, %", (NAMES + 150, bottom + 26), 13)?;
        text("How much each assumption matters: before (ring) and after (dot) 100 balls of warm-up", (20, 10), 16)?;
        text("blue: can be found out, orange: cannot", (20, 34), 13)?;
        for (index, bar) in bars.iter().enumerate() {
            let y = TOP + LINE * index as i32 + LINE / 2;
            let colour = if bar.found_out { TABLE } else { PATH };
            text(bar.name, (20, y - 5), 13)?;
            let [before, after] = [bar.before, bar.after].map(|share| (x_of(share), y * FINE_I));
            line(before, after, colour.stroke_width(2 * FINE))?;
            let ring = Circle::new(before, 5 * FINE_I, colour.stroke_width(2 * FINE));
            root.draw(&ring).map_err(failed)?;
            root.draw(&Circle::new(after, 5 * FINE_I, colour.filled())).map_err(failed)?;
        }
        Ok(())
    })
}
