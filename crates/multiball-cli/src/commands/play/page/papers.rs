//! What can be compared with the papers, and what differs.

use multiball::court::Side;
use multiball::hall::training::{FoundOut, OpponentSettings};
use multiball::player::Finding;
use multiball::track::Stroke;

use super::super::super::reproduce::printed;
use super::super::hall_report::Returns;
use super::ReportPage;
use crate::page::{paragraph, table};
use crate::show::{Align, Table};
use crate::statistics::{Share, mean};

impl ReportPage<'_> {
    /// A table compared with the papers, with remarks; nothing where no robot returned balls.
    pub(super) fn papers(&self) -> Vec<String> {
        let Some(hall) = &self.report.hall else { return Vec::new() };
        let home = hall.returns.iter().find(|returns| returns.side == Side::Home);
        let mut parts = Vec::new();
        if let Some(returns) = home {
            let mut rows = Table::new(&[
                ("paper 004", Align::Left),
                ("figure", Align::Left),
                ("printed", Align::Right),
                ("here", Align::Right),
                ("95 %", Align::Right),
                ("of", Align::Left),
            ]);
            self.strokes_read(&mut rows);
            returned(&mut rows, returns);
            parts.extend([table(&rows), paragraph(&self.what_differs(returns))]);
        }
        parts.extend(hall.found.iter().filter(|found| found.strokes > 0).flat_map(found_out));
        if hall.picker.is_some() {
            parts.push(paragraph(
                "Paper 002's SpeedRate is of a floor that is cleared from a known start. Here balls come while the \
                 picker drives, and it waits for points to end, so the two cannot be compared. \
                 multiball reproduce picker measures it.",
            ));
        }
        parts
    }

    /// Table 3: people's strokes read from the wrist.
    fn strokes_read(&self, rows: &mut Table) {
        for (stroke, paper) in Stroke::ALL.into_iter().zip(printed::READ) {
            if let Some(share) = self.gathered.reads.get(stroke.name()) {
                let words = format!("{} read right", stroke.name().replace('-', " "));
                share_row(rows, "table 3", &words, paper, *share, "strokes");
            }
        }
    }

    fn what_differs(&self, returns: &Returns) -> String {
        let [x, y] = returns.target_m.map(|coordinate| 1e3 * coordinate);
        let from = match self.scenario.opponent.as_ref().map(|opponent| opponent.kind.as_str()) {
            Some(OpponentSettings::PERSON) => "the balls of a simulated person and of the serving arm",
            Some(OpponentSettings::ROBOT) => "the balls of another robot and of the serving arm, not of people",
            Some(_) => "the balls of another opponent and of the serving arm, not of people",
            None => "the balls of the serving arm, not of people",
        };
        format!(
            "Printed are the figures of a real robot to which people played {} single balls; it aimed at (-900, 200) \
             mm. Here all is simulated, the robot aims at ({x:.0}, {y:.0}) mm, and every ball that came counts: \
             {from}, one after the other in rallies. Shares are of all balls, with the 95 % interval after Wilson. \
             multiball reproduce rail plays the paper's own experiment.",
            printed::ROUNDS
        )
    }
}

/// What a robot has found out, with a heading.
fn found_out(found: &FoundOut) -> [String; 2] {
    let mut rows =
        Table::new(&[("number", Align::Left), ("found", Align::Right), ("±", Align::Right), ("", Align::Left)]);
    for Finding { name, unit, value, sd } in &found.numbers {
        rows.row([(*name).into(), format!("{value:.3}"), format!("{sd:.3}"), (*unit).into()]);
    }
    let words = format!(
        "What the robot {} has found out from {} strokes of its own and the flights before them, with standard \
         deviations. It was told drawing and data sheets.",
        found.side, found.strokes
    );
    [paragraph(&words), table(&rows)]
}

/// Table 4.
fn returned(rows: &mut Table, returns: &Returns) {
    let share = |count: usize| Share { count, of: returns.balls };
    for (words, paper, count) in [
        ("balls hit", printed::HIT, returns.hits),
        ("in the outer square", printed::OUTER, returns.in_outer_square),
        ("in the inner square", printed::INNER, returns.in_inner_square),
    ] {
        share_row(rows, "table 4", words, paper, share(count), "balls");
    }
    for (axis, (name, paper)) in ["x", "y"].into_iter().zip(printed::MEAN_LANDING_MM).enumerate() {
        let along: Vec<f64> = returns.landings_m.iter().map(|place| 1e3 * place[axis]).collect();
        if let Some(mean) = mean(&along) {
            let of = format!("{} landings", along.len());
            let figure = format!("mean landing {name}, mm");
            rows.row(["table 4".into(), figure, format!("{paper:.0}"), format!("{mean:.0}"), String::new(), of]);
        }
    }
}

fn share_row(rows: &mut Table, paper_table: &str, words: &str, paper: f64, share: Share, noun: &str) {
    let (low, high) = share.interval_percent();
    rows.row([
        paper_table.into(),
        format!("{words}, %"),
        format!("{paper:.2}"),
        format!("{:.2}", share.percent()),
        format!("{low:.1} to {high:.1}"),
        format!("{} {noun}", share.of),
    ]);
}
