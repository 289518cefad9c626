//! `reproduce`: a paper's results compared with ours.

mod arm6;
mod page;
mod picker;
mod planar;
mod rail;
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

/// One figure: what the paper prints, where it prints one, and what comes out here.
#[derive(Debug, Serialize)]
struct Row {
    table: &'static str,
    name: String,
    unit: &'static str,
    paper: Option<f64>,
    ours: f64,
    note: String,
    /// Bounds of the 95 % interval of a figure from a sample.
    #[serde(skip_serializing_if = "Option::is_none")]
    low: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    high: Option<f64>,
    /// The profile, and how many rounds were played.
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rounds: Option<usize>,
}

impl Row {
    fn new(table: &'static str, name: impl Into<String>, unit: &'static str, paper: Option<f64>, ours: f64) -> Self {
        let (note, name) = (String::new(), name.into());
        Self { table, name, unit, paper, ours, note, low: None, high: None, profile: None, rounds: None }
    }

    fn noted(self, note: impl Into<String>) -> Self {
        Self { note: note.into(), ..self }
    }

    fn within(self, interval: Option<(f64, f64)>) -> Self {
        let (low, high) = interval.unzip();
        Self { low, high, ..self }
    }
}

#[derive(Debug, Serialize)]
struct PaperReport {
    paper: &'static str,
    rows: Vec<Row>,
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
        Self { paper, rows, interrupted: false, lost: None, parts: Vec::new(), pictures: Vec::new() }
    }

    /// All drawings on one sheet: the first at the left, the others to its right.
    fn sheet(&self) -> Result<String, Failure> {
        match self.pictures.as_slice() {
            [only] => Ok(only.svg.clone()),
            pictures => {
                let svg = |pictures: &[Picture]| pictures.iter().map(|picture| picture.svg.clone()).collect();
                plot::sheet(&[svg(&pictures[..1]), svg(&pictures[1..])])
            }
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
        if matches!(reproduce.paper, Paper::Arm6 | Paper::Serve) {
            let path = path.display();
            return Err(Failure::input(format!(
                "--plot {path}: this paper has no drawing; take planar, picker, rail or all"
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

/// A line for each figure; with its interval where some have one, and with the paper's table unless a heading names it.
fn figures(rows: &[Row], with_table: bool) -> Table {
    let sampled = rows.iter().any(|row| row.low.is_some());
    let (left, right) = (Align::Left, Align::Right);
    let mut columns = if with_table { vec![("table", left)] } else { Vec::new() };
    columns.extend([("figure", left), ("paper", right), ("ours", right)]);
    if sampled {
        columns.push(("95 %", right));
    }
    columns.extend([("unit", left), ("", left)]);
    let mut table = Table::new(&columns);
    for row in rows {
        let printed = row.paper.map_or("not printed".into(), number);
        let interval = row.low.zip(row.high).map(|(low, high)| format!("{} to {}", number(low), number(high)));
        let mut cells = if with_table { vec![row.table.to_owned()] } else { Vec::new() };
        cells.extend([row.name.clone(), printed, number(row.ours)]);
        if sampled {
            cells.push(interval.unwrap_or_default());
        }
        cells.extend([row.unit.to_owned(), row.note.clone()]);
        table.row(cells);
    }
    table
}
