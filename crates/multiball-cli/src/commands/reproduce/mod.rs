//! `reproduce`: a paper's results beside ours.

mod arm6;
mod planar;
mod serve;

use std::fmt;

use serde::Serialize;

use super::session;
use crate::args::{Common, Paper, Reproduce};
use crate::failure::Failure;
use crate::files;
use crate::show::{Align, Table, print_report};

/// One figure: what the paper prints, where it prints one, and what comes out here.
#[derive(Debug, Serialize)]
struct Row {
    table: &'static str,
    name: String,
    unit: &'static str,
    paper: Option<f64>,
    ours: f64,
    note: String,
}

impl Row {
    fn new(table: &'static str, name: impl Into<String>, unit: &'static str, paper: Option<f64>, ours: f64) -> Self {
        Self { table, name: name.into(), unit, paper, ours, note: String::new() }
    }

    fn noted(self, note: impl Into<String>) -> Self {
        Self { note: note.into(), ..self }
    }
}

#[derive(Debug, Serialize)]
struct PaperReport {
    paper: &'static str,
    rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Report {
    papers: Vec<PaperReport>,
}

pub(crate) fn run(reproduce: &Reproduce, common: &Common) -> Result<(), Failure> {
    let stop = session::stop_on_interrupt();
    if let Some(path) = &reproduce.plot {
        files::check_svg(path)?;
        if !matches!(reproduce.paper, Paper::All | Paper::Planar) {
            let path = path.display();
            return Err(Failure::input(format!("--plot {path}: this paper has no drawing; take planar or all")));
        }
    }
    let all = reproduce.paper == Paper::All;
    let mut papers = Vec::new();
    if all || reproduce.paper == Paper::Planar {
        papers.push(planar::report(reproduce, common, &stop)?);
    }
    if all || reproduce.paper == Paper::Arm6 {
        papers.push(arm6::report(reproduce, common));
    }
    if all || reproduce.paper == Paper::Serve {
        papers.push(serve::report(reproduce, common)?);
    }
    print_report(&Report { papers }, common.json)
}

/// A number as one would write it: with no more than four decimals, and none that say nothing.
fn number(value: f64) -> String {
    if value != 0.0 && value.abs() < 1e-3 {
        return format!("{value:.1e}");
    }
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for paper in &self.papers {
            writeln!(f, "Paper {}\n", paper.paper)?;
            let mut table = Table::new(&[
                ("table", Align::Left),
                ("figure", Align::Left),
                ("paper", Align::Right),
                ("ours", Align::Right),
                ("unit", Align::Left),
                ("", Align::Left),
            ]);
            for row in &paper.rows {
                let printed = row.paper.map_or("not printed".into(), number);
                table.row([
                    row.table.into(),
                    row.name.clone(),
                    printed,
                    number(row.ours),
                    row.unit.into(),
                    row.note.clone(),
                ]);
            }
            write!(f, "{table}")?;
        }
        Ok(())
    }
}
