//! The account of each paper: every table, every figure with data and every algorithm, and whether it is here.
//!
//! Papers 000 and 001 have none of them; docs/papers.md lists the figures without data too.

use super::PaperReport;
use super::row::{Row, Status};
use crate::show::{Align, Table};

/// Something that a paper has.
#[derive(Debug, Clone, Copy)]
struct Item {
    /// The label of its rows.
    label: &'static str,
    name: &'static str,
    /// What is to be said of it where it has no row.
    without_rows: (Status, &'static str),
}

/// An item whose rows are computed; none is there after Ctrl-C.
const fn computed(label: &'static str, name: &'static str) -> Item {
    Item { label, name, without_rows: (Status::Differs, "broken off before it was computed") }
}

/// An item that is here in part, without a number.
const fn differs(label: &'static str, name: &'static str, note: &'static str) -> Item {
    Item { label, name, without_rows: (Status::Differs, note) }
}

const PICKER: [Item; 10] = [
    computed("1", "settings of network and training"),
    computed("2", "ten worst errors"),
    computed("3", "four routing methods"),
    computed("4", "settings of the genetic search"),
    computed("5", "dynamic programming and genetic search"),
    computed("6", "ten experiments"),
    computed("fig. 11", "training of the network"),
    computed("fig. 12", "a simulated drive"),
    computed("fig. 15", "the path of an experiment"),
    computed("alg. 1", "speed and turn rate of the drive"),
];

const SERVE: [Item; 12] = [
    computed("1", "Denavit-Hartenberg parameters"),
    computed("2", "four way points"),
    computed("3", "joints at the way points"),
    computed("4", "five methods of optimisation"),
    computed("5", "times of the segments"),
    computed("fig. 9", "positions before the optimisation"),
    computed("fig. 10", "velocities before the optimisation"),
    computed("fig. 11", "accelerations before the optimisation"),
    computed("fig. 13", "positions after the optimisation"),
    computed("fig. 14", "velocities after the optimisation"),
    computed("fig. 15", "accelerations after the optimisation"),
    computed("fig. 16", "path of the end"),
];

const RAIL: [Item; 9] = [
    computed("1", "keypoints of a person"),
    computed("2", "strokes and their spins"),
    computed("3", "strokes read right"),
    computed("4", "returns to the target"),
    differs(
        "fig. 3",
        "four types of strokes",
        "the wrist's path of a simulated person, or of recorded strokes; missing: keypoints from images of people",
    ),
    differs(
        "fig. 5",
        "the arm imitates a stroke",
        "missing: a person's wrist path brought onto the rail arm, drawn in four stages",
    ),
    differs(
        "fig. 7",
        "landings of the returns",
        "drawn by --plot for all strokes in one picture; missing: one for each of the four strokes",
    ),
    computed("alg. 1", "inverse kinematics of the arm"),
    computed("alg. 2", "racket for a wanted velocity, by Newton's method"),
];

/// What a paper has, by its name here.
fn items(paper: &str) -> &'static [Item] {
    match paper {
        "picker" => &PICKER,
        "serve" => &SERVE,
        "rail" => &RAIL,
        _ => &[],
    }
}

/// Judges all rows. Where the whole paper was requested, items without a row get one.
pub(super) fn complete(report: &mut PaperReport, whole: bool) {
    report.rows.iter_mut().for_each(Row::judge);
    if !whole {
        return;
    }
    for item in items(report.paper) {
        if !report.rows.iter().any(|row| row.table == item.label) {
            let (status, note) = item.without_rows;
            report.rows.push(Row::without_number(item.label, item.name, status, note));
        }
    }
    report.account = items(report.paper).iter().map(|item| item.line(&report.rows)).collect();
}

/// An item of the account: what it is, whether it is here, and how it differs.
#[derive(Debug)]
pub(super) struct Line {
    label: &'static str,
    name: &'static str,
    status: Status,
    how: String,
}

impl Item {
    /// The worst of its rows. Of several profiles the first counts, which is the paper's experiment.
    fn line(&self, rows: &[Row]) -> Line {
        let own = || rows.iter().filter(|row| row.table == self.label);
        let profile = own().next().and_then(|row| row.profile);
        let counted: Vec<&Row> = own().filter(|row| row.profile == profile).collect();
        let status = counted.iter().filter_map(|row| row.status).max().unwrap_or(Status::Works);
        let worst: Vec<&&Row> = counted.iter().filter(|row| row.status == Some(status)).collect();
        let how = match worst.as_slice() {
            [only] if counted.len() == 1 => only.note.clone(),
            [first, ..] if status != Status::Works => {
                // What was decided last says how.
                let how = first.note.rsplit("; ").next().unwrap_or_default();
                format!("{} of {} rows, as {}: {how}", worst.len(), counted.len(), first.name)
            }
            _ => String::new(),
        };
        Line { label: self.label, name: self.name, status, how }
    }
}

/// The account as a table to read.
pub(super) fn table(lines: &[Line]) -> Table {
    let mut table = Table::new(&[("", Align::Left), ("what", Align::Left), ("", Align::Left), ("how", Align::Left)]);
    for Line { label, name, status, how } in lines {
        let label = if label.contains(' ') { (*label).to_owned() } else { format!("table {label}") };
        table.row([label, (*name).to_owned(), status.name().to_owned(), how.clone()]);
    }
    table
}
