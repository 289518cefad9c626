//! Pictures of the game: how long rallies are, and the score.

use super::{HEIGHT, ReportPage};
use crate::failure::Failure;
use crate::page::{figure, paragraph};
use crate::plot::{self, PAGE_WIDTH, colour_name};
use crate::show::counted;

impl ReportPage<'_> {
    /// Lengths of the rallies, and the score.
    pub(super) fn game_figures(&self) -> Result<Vec<String>, Failure> {
        if self.report.points_played == 0 {
            return Ok(Vec::new());
        }
        let mut figures = Vec::new();
        let lengths: Vec<u32> = self.report.points.iter().map(|point| point.strokes).collect();
        if self.common_length().is_none() {
            let picture = plot::rally_lengths(&lengths, "", (PAGE_WIDTH, HEIGHT))?;
            let legend = [("rallies of a length", "var(--table)"), ("rallies that are longer", "var(--path)")]
                .map(|(name, colour)| (name, colour.to_owned()));
            let caption = format!(
                "Strokes after the first ball of {}; bars by the left scale, the line by the right one.",
                rallies(lengths.len())
            );
            figures.push(figure("rally-lengths", "How long rallies are", &picture, &legend, &caption));
        }
        let score: Vec<(f64, [u32; 2])> = self.gathered.score.iter().copied().collect();
        if !score.is_empty() {
            let picture = plot::score_curve(self.end_s(), &score)?;
            let legend = [("home", colour_name(0)), ("away", colour_name(1))];
            figures.push(figure("score", "Points won over time", &picture, &legend, "Lets are not counted."));
        }
        Ok(figures)
    }

    /// A sentence in place of the histogram, when all rallies have the same length.
    pub(super) fn one_length(&self) -> Option<String> {
        let count = self.report.points_played;
        let words = match self.common_length()? {
            0 => format!("No ball of {} was returned.", counted(count, "serve")),
            strokes => format!("{}, each of {}.", rallies(count), counted(strokes as usize, "stroke")),
        };
        Some(paragraph(&words))
    }

    /// The length that all rallies have.
    fn common_length(&self) -> Option<u32> {
        let mut lengths = self.report.points.iter().map(|point| point.strokes);
        let first = lengths.next()?;
        lengths.all(|length| length == first).then_some(first)
    }

    /// Time of the last recorded value, s.
    pub(super) fn end_s(&self) -> f64 {
        let last_s = self.gathered.places.iter().last().map_or(0.0, |(t_s, _)| *t_s);
        last_s.max(self.gathered.score.iter().last().map_or(0.0, |(t_s, _)| *t_s))
    }
}

fn rallies(count: usize) -> String {
    if count == 1 { "1 rally".into() } else { format!("{count} rallies") }
}
