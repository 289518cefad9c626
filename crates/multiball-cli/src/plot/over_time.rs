//! What changes in a session: where the balls are, and the score.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::{COLOURS, Chart, FINE, INK, MARK, PAGE_LETTERS, PAGE_WIDTH, area_below, failed, mesh, picture, short};
use crate::failure::Failure;

/// Height of the pictures, pixels.
const HEIGHT: u32 = 270;
/// Sessions longer than this have an axis in minutes, s.
const IN_MINUTES: f64 = 300.0;

/// Time as it is written along the axis.
#[derive(Debug, Clone, Copy)]
struct Clock {
    end_s: f64,
}

impl Clock {
    fn in_minutes(self) -> bool {
        self.end_s > IN_MINUTES
    }

    fn of(self, t_s: f64) -> f64 {
        if self.in_minutes() { t_s / 60.0 } else { t_s }
    }

    fn name(self) -> &'static str {
        if self.in_minutes() { "simulated time, min" } else { "simulated time, s" }
    }

    fn axes<'a>(self, root: &DrawingArea<SVGBackend<'a>, Shift>, most: f64, up: &str) -> Result<Chart<'a>, Failure> {
        let mut chart = ChartBuilder::on(root)
            .margin(12 * FINE)
            .x_label_area_size(44 * FINE)
            .y_label_area_size(46 * FINE)
            .build_cartesian_2d(0.0..self.of(self.end_s).max(1e-3), 0.0..most)
            .map_err(failed)?;
        mesh(&mut chart, PAGE_LETTERS)
            .x_desc(self.name())
            .y_desc(up)
            .x_labels(8)
            // What is counted is whole.
            .y_labels((most as usize + 1).min(6))
            .x_label_formatter(&|x| short(*x))
            .y_label_formatter(&|y| format!("{y:.0}"))
            .draw()
            .map_err(failed)?;
        Ok(chart)
    }
}

/// Balls outside the hopper over time.
#[derive(Debug)]
pub(crate) struct BallPlaces<'a> {
    pub(crate) end_s: f64,
    /// When, s, and how many in each place, the lowest of the pile first.
    pub(crate) counts: &'a [(f64, [u16; 5])],
    /// Colours of the places, as they are counted in [`super::colour_name`].
    pub(crate) colours: [usize; 5],
    /// When play waited, from and to, s.
    pub(crate) waits: &'a [[f64; 2]],
}

/// The pile of places over time, with waits shaded, as SVG text. The hopper is left out: it would be most of the
/// picture.
pub(crate) fn ball_places(what: &BallPlaces<'_>) -> Result<String, Failure> {
    let clock = Clock { end_s: what.end_s };
    let most = what.counts.iter().map(|(_, counts)| counts.iter().sum::<u16>()).max().unwrap_or(0);
    let top = 1.05 * f64::from(most.max(1));
    picture((PAGE_WIDTH, HEIGHT), |root| {
        let mut chart = clock.axes(root, top, "balls outside the hopper")?;
        for (place, colour) in what.colours.into_iter().enumerate().rev() {
            // Each area covers those of the places below it in the pile, which are drawn over it.
            let up_to = |counts: &[u16; 5]| f64::from(counts[..=place].iter().sum::<u16>());
            let outline = steps(what.counts, what.end_s, up_to).map(|(t_s, count)| (clock.of(t_s), count));
            chart.draw_series([area_below(outline, COLOURS[colour].filled())]).map_err(failed)?;
        }
        let shade = |[from, to]: &[f64; 2]| {
            Rectangle::new([(clock.of(*from), 0.0), (clock.of(*to), top)], MARK.mix(0.22).filled())
        };
        chart.draw_series(what.waits.iter().map(shade)).map_err(failed)?;
        Ok(())
    })
}

/// Points won by home and away over time, as SVG text.
pub(crate) fn score_curve(end_s: f64, score: &[(f64, [u32; 2])]) -> Result<String, Failure> {
    let clock = Clock { end_s };
    let most = score.iter().flat_map(|(_, points)| points).copied().max().unwrap_or(0);
    picture((PAGE_WIDTH, HEIGHT), |root| {
        let mut chart = clock.axes(root, f64::from(most.max(1)) * 1.08, "points won")?;
        for (side, colour) in COLOURS.into_iter().take(2).enumerate() {
            let begin = (0.0, [0; 2]);
            let all: Vec<(f64, [u32; 2])> = std::iter::once(begin).chain(score.iter().copied()).collect();
            let line: Vec<(f64, f64)> = steps(&all, end_s, |points| f64::from(points[side]))
                .map(|(t_s, points)| (clock.of(t_s), points))
                .collect();
            chart.draw_series(LineSeries::new(line, colour.stroke_width(5 * FINE / 2))).map_err(failed)?;
        }
        let zero = PathElement::new([(0.0, 0.0), (clock.of(end_s), 0.0)], INK.stroke_width(FINE));
        chart.draw_series([zero]).map_err(failed)?;
        Ok(())
    })
}

/// Corners of a line that keeps each value until the next one's time, and the last until the end.
fn steps<T>(values: &[(f64, T)], end_s: f64, height: impl Fn(&T) -> f64) -> impl Iterator<Item = (f64, f64)> {
    values.iter().enumerate().flat_map(move |(number, (t_s, value))| {
        let until_s = values.get(number + 1).map_or(end_s.max(*t_s), |(next_s, _)| *next_s);
        [(*t_s, height(value)), (until_s, height(value))]
    })
}
