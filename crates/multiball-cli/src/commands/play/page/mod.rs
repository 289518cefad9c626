//! `report.html`: a session on one page.

mod game_figures;
mod hall_figures;
mod papers;
mod stroke_figures;
mod tiles;

use multiball::hall::Scenario;

use super::gathered::Gathered;
use super::latency::Latency;
use super::report::Report;
use crate::failure::Failure;
use crate::page::{Page, figure, folded, paragraph, side_by_side, table};
use crate::show::{Align, Table, counted};

/// Height of pictures with a free aspect ratio, pixels.
const HEIGHT: u32 = 270;

/// Everything that the page is made of.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReportPage<'a> {
    pub(super) scenario: &'a Scenario,
    /// The scenario as it was written.
    pub(super) text: &'a str,
    /// What the command line changed in it, as it was typed.
    pub(super) changes: &'a [String],
    pub(super) report: &'a Report,
    pub(super) gathered: &'a Gathered,
    pub(super) latency: &'a Latency,
    /// A rally as a moving picture, of planar robots.
    pub(super) rally: Option<&'a str>,
}

impl ReportPage<'_> {
    /// The page as HTML. Empty sections are left out.
    pub(super) fn html(&self) -> Result<String, Failure> {
        let Report { scenario, about, .. } = self.report;
        let mut page = Page::new(scenario, about, &self.facts());
        page.tiles(&self.tiles());
        let moving = self.rally.map(|picture| {
            figure("rally-film", "A rally", picture, &[], "The first one worth showing, up to six seconds of it.")
        });
        page.section("rally", "From the side", &moving.into_iter().collect::<Vec<_>>());
        let mut game = side_by_side(&self.game_figures()?);
        game.extend(self.one_length());
        game.extend(self.endings());
        page.section("game", "The game", &game);
        page.section("strokes", "The robots' strokes", &side_by_side(&self.stroke_figures()?));
        let mut hall = side_by_side(&self.hall_figures()?);
        hall.extend(self.waits());
        page.section("hall", "The hall", &hall);
        page.section("papers", "Compared with the papers", &self.papers());
        page.section("scenario", "The scenario", &self.scenario_text());
        Ok(page.finish("play"))
    }

    /// One line about the session.
    fn facts(&self) -> String {
        let report = self.report;
        let mut facts = vec![
            format!("seed {}", report.seed),
            counted(report.points_played, "point"),
            counted(report.strokes as usize, "stroke"),
            format!("{:.0} simulated seconds in {:.1} s", report.duration_s, report.wall_s),
        ];
        facts.extend(report.interrupted.then(|| "broken off".to_owned()));
        facts.join(" · ")
    }

    /// How points ended.
    fn endings(&self) -> Option<String> {
        let endings = self.report.endings();
        let mut rows =
            Table::new(&[("how points ended", Align::Left), ("points", Align::Right), ("share", Align::Right)]);
        for (ending, count) in &endings {
            let share = 100.0 * *count as f64 / self.report.points_played.max(1) as f64;
            rows.row([ending.clone(), count.to_string(), format!("{share:.1} %")]);
        }
        (!endings.is_empty()).then(|| table(&rows))
    }

    /// When play waited, and why.
    fn waits(&self) -> Option<String> {
        const SHOWN: usize = 50;
        let waits = &self.report.hall.as_ref()?.waits;
        let mut rows =
            Table::new(&[("play waited from, s", Align::Right), ("for, s", Align::Right), ("because", Align::Left)]);
        for wait in waits.iter().take(SHOWN) {
            rows.row([format!("{:.1}", wait.from_s), format!("{:.1}", wait.lasted_s), wait.reason.clone()]);
        }
        let more = waits.len().saturating_sub(SHOWN);
        let rest = if more > 0 { paragraph(&format!("And {more} more, in summary.json.")) } else { String::new() };
        (!waits.is_empty()).then(|| table(&rows) + &rest)
    }

    fn scenario_text(&self) -> Vec<String> {
        let changed = match self.changes {
            [] => None,
            changes => Some(paragraph(&format!("Changed on the command line: {}.", changes.join(" ")))),
        };
        changed.into_iter().chain([folded(&format!("{}.toml", self.scenario.name), self.text)]).collect()
    }
}
