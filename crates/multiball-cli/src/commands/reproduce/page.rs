//! `reproduce --report`: every paper's tables compared with ours on one page, with the drawings.

use super::{PaperReport, Part, Picture, Report, account, figures, title};
use crate::args::{Common, Paper, Reproduce};
use crate::page::{Entry, Page, figure, heading, paragraph, table, wide};
use crate::show::counted;

/// What the page is about.
const ABOUT: &str =
    "What the papers print, and what comes out here: the same experiments with the same program, all simulated.";

pub(super) fn page(report: &Report, reproduce: &Reproduce, common: &Common) -> String {
    let mut facts = vec![format!("seed {}", common.seed_or_default())];
    facts.extend(reproduce.quick.then(|| "small samples".to_owned()));
    facts.extend(report.papers.iter().any(|paper| paper.interrupted).then(|| "broken off".to_owned()));
    let name = match report.papers.as_slice() {
        [only] if reproduce.paper != Paper::All => title(only.paper),
        _ => "The papers, reproduced".to_owned(),
    };
    let mut page = Page::new(&name, ABOUT, &facts.join(" · "));
    if report.papers.len() > 1 {
        page.contents(&report.papers.iter().map(entry).collect::<Vec<_>>());
    }
    for paper in &report.papers {
        page.section(paper.paper, &title(paper.paper), &parts(paper));
    }
    page.finish("reproduce")
}

/// What the table of contents says of a paper.
fn entry(paper: &PaperReport) -> Entry {
    let printed = match paper.rows.iter().filter(|row| row.paper.is_some()).count() {
        0 => "none of them printed".to_owned(),
        count => format!("{count} of them compared with a printed one"),
    };
    let detail = format!("{}, {printed}", counted(paper.rows.len(), "figure"));
    Entry { id: paper.paper, title: title(paper.paper), detail }
}

/// Where a paper prints a figure, in words.
fn place(table: &str) -> String {
    match table {
        "text" => "In the text".into(),
        "beyond" => "Beyond the paper".into(),
        equation if equation.starts_with("eq.") => equation.replace("eq.", "Equation"),
        figure if figure.starts_with("fig.") => figure.replace("fig.", "Figure"),
        algorithm if algorithm.starts_with("alg.") => algorithm.replace("alg.", "Algorithm"),
        section if section.contains('.') => format!("Section {section}"),
        number => format!("Table {number}"),
    }
}

/// Pictures first, then the account, then the tables.
fn parts(paper: &PaperReport) -> Vec<String> {
    let number = |index: usize| format!("{}-{}", paper.paper, index + 1);
    let drawn =
        |(index, Picture { title, caption, svg }): (usize, &Picture)| figure(&number(index), title, svg, &[], caption);
    let mut parts = wide(&paper.pictures.iter().enumerate().map(drawn).collect::<Vec<_>>());
    if !paper.account.is_empty() {
        parts.extend([heading("The paper's account"), table(&account::table(&paper.account))]);
    }
    if paper.parts.is_empty() {
        for rows in paper.rows.chunk_by(|one, next| one.table == next.table) {
            parts.extend([heading(&place(rows[0].table)), table(&figures(rows, false))]);
        }
    }
    for Part { words, tables } in &paper.parts {
        let mut lines = words.lines();
        parts.extend(lines.next().map(heading));
        parts.extend(lines.map(paragraph));
        parts.extend(tables.iter().map(table));
    }
    parts
}
