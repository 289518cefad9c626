//! `reproduce`: a paper's results compared with ours.

mod account;
mod arm6;
mod page;
mod picker;
mod planar;
mod rail;
mod row;
mod serve;

use std::fmt;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use serde::Serialize;

use crate::args::{Common, Paper, Reproduce};
use crate::failure::Failure;
use crate::files;
use crate::plot;
use crate::show::{Align, Table, print_report};
use crate::signals;

pub(crate) use rail::{printed, profile_values};
use row::{Goal, Row, Status};

#[derive(Debug, Serialize)]
struct PaperReport {
    paper: &'static str,
    rows: Vec<Row>,
    /// Every table, figure and algorithm of the paper, for the text output; empty where a part was requested.
    #[serde(skip)]
    account: Vec<account::Line>,
    /// Ctrl-C ended it early; what was done is in it.
    interrupted: bool,
    /// Balls that did not come back, by reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    lost: Option<Vec<rail::Lost>>,
    /// Tables for the text output, where one line per figure would be unclear.
    #[serde(skip)]
    parts: Vec<Part>,
    /// The drawings, if they were requested.
    #[serde(skip)]
    pictures: Vec<Picture>,
    /// Whether they stand below one another on a sheet; else the first is at the left, the others to its right.
    #[serde(skip)]
    stacked: bool,
}

/// Tables under a heading of one line or several.
#[derive(Debug)]
struct Part {
    words: String,
    tables: Vec<Table>,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.words)?;
        self.tables.iter().try_for_each(|table| write!(f, "\n{table}"))
    }
}

/// A drawing of a paper's, as SVG text.
#[derive(Debug)]
struct Picture {
    title: &'static str,
    caption: String,
    svg: String,
}

impl PaperReport {
    fn new(paper: &'static str, rows: Vec<Row>) -> Self {
        let (account, parts, pictures) = (Vec::new(), Vec::new(), Vec::new());
        Self { paper, rows, account, interrupted: false, lost: None, parts, pictures, stacked: false }
    }

    /// All drawings on one sheet.
    fn sheet(&self) -> Result<String, Failure> {
        let svg = |pictures: &[Picture]| pictures.iter().map(|picture| picture.svg.clone()).collect();
        match self.pictures.as_slice() {
            [only] => Ok(only.svg.clone()),
            pictures if self.stacked => plot::sheet(&[svg(pictures)]),
            pictures => plot::sheet(&[svg(&pictures[..1]), svg(&pictures[1..])]),
        }
    }
}

#[derive(Debug, Serialize)]
struct Report {
    papers: Vec<PaperReport>,
}

pub(crate) fn run(reproduce: &Reproduce, common: &Common) -> Result<(), Failure> {
    check(reproduce)?;
    let stop = signals::stop_on_interrupt();
    let all = reproduce.paper == Paper::All;
    let mut papers = Vec::new();
    if all || reproduce.paper == Paper::Planar {
        papers.push(planar::report(reproduce, common, &stop)?);
    }
    if all || reproduce.paper == Paper::Arm6 {
        papers.push(arm6::report(reproduce, common));
    }
    if all || reproduce.paper == Paper::Picker {
        papers.push(picker::report(reproduce, common, &stop)?);
    }
    if all || reproduce.paper == Paper::Serve {
        papers.push(serve::report(reproduce, common)?);
    }
    if all || reproduce.paper == Paper::Rail {
        papers.push(rail::report(reproduce, common, &stop)?);
    }
    papers.iter_mut().for_each(|paper| account::complete(paper, !reproduce.is_part()));
    let report = Report { papers };
    let mut written = Vec::new();
    if let Some(path) = &reproduce.plot {
        let drawn = report.papers.iter().find(|paper| !paper.pictures.is_empty());
        written.extend(drawn.map(|paper| Ok((path.clone(), paper.sheet()?))).transpose()?);
    }
    if let Some(path) = &reproduce.report {
        written.push((path.clone(), page::page(&report, reproduce, common)));
    }
    files::write_named(&written)?;
    print_report(&report, common.json)
}

/// Refuses what does not go with the paper.
fn check(reproduce: &Reproduce) -> Result<(), Failure> {
    if let Some(path) = &reproduce.plot {
        files::check_svg(path)?;
        if reproduce.paper == Paper::Arm6 {
            let path = path.display();
            return Err(Failure::input(format!(
                "--plot {path}: this paper has no drawing; take planar, picker, serve, rail or all"
            )));
        }
    }
    if let Some(path) = &reproduce.report {
        files::check_name("--report", path, "html")?;
    }
    if let Some(name) = reproduce.profile.first().filter(|_| reproduce.paper != Paper::Rail) {
        return Err(Failure::input(format!("--profile {name}: profiles go with rail alone")));
    }
    if reproduce.sensitivity && reproduce.paper != Paper::Rail {
        return Err(Failure::input("--sensitivity goes with rail alone"));
    }
    if let Some(name) = reproduce.scenario.as_deref().filter(|_| reproduce.paper != Paper::Rail) {
        return Err(Failure::input(format!("--scenario {name}: scenarios go with rail alone")));
    }
    if let Some((key, value)) = reproduce.set.first().filter(|_| reproduce.paper != Paper::Rail) {
        return Err(Failure::input(format!("--set {key}={value}: fields of a scenario go with rail alone")));
    }
    let in_rounds = matches!(reproduce.paper, Paper::Picker | Paper::Rail);
    if let Some(rounds) = reproduce.rounds.filter(|_| !in_rounds) {
        return Err(Failure::input(format!("--rounds {rounds}: rounds go with picker and rail alone")));
    }
    Ok(())
}

/// A number with at most four decimals and no trailing zeros.
fn number(value: f64) -> String {
    if value != 0.0 && value.abs() < 1e-3 {
        return format!("{value:.1e}");
    }
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, paper) in self.papers.iter().enumerate() {
            let apart = if number > 0 { "\n" } else { "" };
            writeln!(f, "{apart}{}\n", title(paper.paper))?;
            if !paper.account.is_empty() {
                writeln!(f, "{}", account::table(&paper.account))?;
            }
            match paper.parts.as_slice() {
                [] => write!(f, "{}", figures(&paper.rows, true))?,
                parts => write!(f, "{}", parts.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))?,
            }
        }
        Ok(())
    }
}

/// What a paper is about, in the words of the command's help.
fn title(name: &str) -> String {
    let value = Paper::from_str(name, false).ok().and_then(|paper| paper.to_possible_value());
    value.as_ref().and_then(PossibleValue::get_help).map_or_else(|| name.to_owned(), ToString::to_string)
}

/// A line for each figure; with its interval where some have one, whether it works or differs where some are compared,
/// and the paper's table unless a heading names it.
fn figures(rows: &[Row], with_table: bool) -> Table {
    let sampled = rows.iter().any(|row| row.low.is_some());
    let compared = rows.iter().any(Row::is_compared);
    let (left, right) = (Align::Left, Align::Right);
    let mut columns = if with_table { vec![("table", left)] } else { Vec::new() };
    columns.extend([("figure", left), ("paper", right), ("ours", right)]);
    if sampled {
        columns.push(("95 %", right));
    }
    columns.push(("unit", left));
    if compared {
        columns.push(("", left));
    }
    columns.push(("", left));
    let mut table = Table::new(&columns);
    for row in rows {
        let printed = row.paper.map_or("not printed".into(), number);
        let interval = row.low.zip(row.high).map(|(low, high)| format!("{} to {}", number(low), number(high)));
        let mut cells = if with_table { vec![row.table.to_owned()] } else { Vec::new() };
        cells.extend([row.name.clone(), printed, row.ours.map_or("–".into(), number)]);
        if sampled {
            cells.push(interval.unwrap_or_default());
        }
        cells.push(row.unit.to_owned());
        if compared {
            cells.push(row.status.filter(|_| row.is_compared()).map_or("", Status::name).to_owned());
        }
        cells.push(row.note.clone());
        table.row(cells);
    }
    table
}
