//! How much each assumption matters: a panel for each figure, two points on a line for each assumption, before and
//! after learning.

use plotters::prelude::*;

use super::{COLOURS, FINE, GRID, INK, PATH, TABLE, failed, font, picture};
use crate::failure::Failure;

/// A share with its 95 % interval, %.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounded {
    pub(crate) value: f64,
    pub(crate) interval: (f64, f64),
}

/// One assumption.
pub(crate) struct SensitivityBar<'a> {
    pub(crate) name: &'a str,
    /// Balls hit, and returns in the square of 60 and in that of 30 cm.
    pub(crate) before: [Bounded; 3],
    pub(crate) after: [Bounded; 3],
    pub(crate) colour: SensitivityColour,
}

/// What an assumption is to a robot, which its colour shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SensitivityColour {
    /// Nothing is changed.
    Baseline,
    /// It can be found out.
    FoundOut,
    /// It cannot.
    Bound,
    /// The robot takes something for what it is not.
    WrongAssumption,
}

impl SensitivityColour {
    fn colour(self) -> RGBColor {
        match self {
            Self::Baseline => INK,
            Self::FoundOut => TABLE,
            Self::Bound => PATH,
            Self::WrongAssumption => COLOURS[3],
        }
    }
}

/// What the panels show.
const PANELS: [&str; 3] = ["balls hit, %", "in the square of 60 cm, %", "in the square of 30 cm, %"];
const LEGEND: &str =
    "grey: nothing changed; blue: can be found out; orange: a bound; pink: a wrong assumption; bars: 95 % intervals";
/// Height of a line, of what stands above and below all, and widths of names, a panel and what is between them, pixels.
const LINE: i32 = 24;
const TOP: i32 = 70;
const BOTTOM: i32 = 52;
const NAMES: i32 = 350;
const PANEL: i32 = 210;
const BETWEEN: i32 = 34;
/// How far the two points of a line lie apart, and their radius.
const APART: i32 = 4;
const DOT: i32 = 4;
const FINE_I: i32 = FINE as i32;

/// The picture, as SVG text.
pub(crate) fn sensitivity_bars(bars: &[SensitivityBar<'_>]) -> Result<String, Failure> {
    let width = NAMES + PANELS.len() as i32 * (PANEL + BETWEEN);
    let height = TOP + LINE * bars.len() as i32 + BOTTOM;
    picture((width as u32, height as u32), |root| {
        let text = |words: &str, at: (i32, i32), size: u32| {
            root.draw(&Text::new(words.to_owned(), (at.0 * FINE_I, at.1 * FINE_I), font(size).color(&INK)))
                .map_err(failed)
        };
        text("How much each assumption matters: before (ring) and after (dot) the warm-up", (20, 10), 16)?;
        text(LEGEND, (20, 36), 13)?;
        for (index, bar) in bars.iter().enumerate() {
            text(bar.name, (20, TOP + LINE * index as i32 + LINE / 2 - 5), 13)?;
        }
        for (number, title) in PANELS.into_iter().enumerate() {
            let left = NAMES + number as i32 * (PANEL + BETWEEN);
            text(title, (left, TOP + LINE * bars.len() as i32 + 26), 13)?;
            panel(root, bars, number, left)?;
        }
        Ok(())
    })
}

/// One figure of all assumptions.
fn panel(
    root: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
    bars: &[SensitivityBar<'_>],
    number: usize,
    left: i32,
) -> Result<(), Failure> {
    // The axis begins a step below the least share.
    let least = bars
        .iter()
        .flat_map(|bar| [bar.before, bar.after])
        .fold(100.0, |least: f64, of| least.min(of[number].interval.0));
    let first = ((least / 20.0).ceil() as i32 - 1).clamp(0, 4) * 20;
    let x_of = |percent: f64| {
        let share = (percent - f64::from(first)) / f64::from(100 - first);
        (f64::from(left * FINE_I) + share.max(0.0) * f64::from(PANEL * FINE_I)) as i32
    };
    let line = |from: (i32, i32), to: (i32, i32), style: ShapeStyle| {
        root.draw(&PathElement::new(vec![from, to], style)).map_err(failed)
    };
    let bottom = TOP + LINE * bars.len() as i32;
    for percent in (first..=100).step_by(20) {
        let x = x_of(f64::from(percent));
        line((x, (TOP - 8) * FINE_I), (x, bottom * FINE_I), GRID.stroke_width(FINE))?;
        let words = Text::new(percent.to_string(), (x - 8 * FINE_I, (bottom + 6) * FINE_I), font(13).color(&INK));
        root.draw(&words).map_err(failed)?;
    }
    for (index, bar) in bars.iter().enumerate() {
        let y = TOP + LINE * index as i32 + LINE / 2;
        let colour = bar.colour.colour();
        for (of, y) in [(bar.before[number], y - APART), (bar.after[number], y + APART)] {
            let [low, high] = [of.interval.0, of.interval.1].map(|percent| (x_of(percent), y * FINE_I));
            line(low, high, colour.stroke_width(FINE))?;
        }
        let [before, after] =
            [(bar.before, y - APART), (bar.after, y + APART)].map(|(of, y)| (x_of(of[number].value), y * FINE_I));
        root.draw(&Circle::new(before, DOT * FINE_I, WHITE.filled())).map_err(failed)?;
        root.draw(&Circle::new(before, DOT * FINE_I, colour.stroke_width(2 * FINE))).map_err(failed)?;
        root.draw(&Circle::new(after, DOT * FINE_I, colour.filled())).map_err(failed)?;
    }
    Ok(())
}
