//! `reproduce --report`: a page with the papers' tables compared with ours.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::time::{Duration, Instant};

use crate::support::{Scratch, assert_is_whole_page, attributes, in_shell, json, refuses, succeed};

#[test]
fn law_every_figure_of_the_document_is_on_the_page() {
    let scratch = Scratch::new("report_arm6");
    let path = scratch.path("arm6.html");
    let report = json(&["reproduce", "arm6", "--quick", "--json", "--report", &path]);
    let page = scratch.read("arm6.html");
    assert_is_whole_page(&page);
    assert!(page.contains("<h1>Paper 001: inverse kinematics of a six-axis arm in closed form</h1>"));
    assert!(attributes(&page, "id").contains(&"arm6") && page.contains("<h3>In the text</h3>"));
    assert!(page.contains("<h3>Equation 4 to 11</h3>"));
    let rows = report["papers"][0]["rows"].as_array().unwrap();
    assert!(rows.len() > 5);
    for row in rows {
        let name = row["name"].as_str().unwrap();
        assert!(page.contains(&format!("<td>{name}</td>")), "{name}");
    }
    let places = rows.chunk_by(|one, next| one["table"] == next["table"]).count();
    assert_eq!(page.matches("<tr>").count(), rows.len() + places, "a line for each figure, and the headings");
    let text = succeed(&["reproduce", "arm6", "--quick", "--report", &path]);
    assert_eq!(text, succeed(&["reproduce", "arm6", "--quick"]), "the page is one more output, not another report");
    assert_eq!(scratch.names(), ["arm6.html"], "nothing next to it");
}

#[test]
fn law_what_a_paper_can_be_drawn_of_is_on_the_page() {
    let scratch = Scratch::new("report_drawn");
    succeed(&["reproduce", "planar", "--quick", "--report", &scratch.path("planar.html")]);
    let page = scratch.read("planar.html");
    assert_is_whole_page(&page);
    assert!(attributes(&page, "id").contains(&"planar-1") && page.contains("<svg"), "the drawing of rally lengths");
    assert!(page.contains("seed 1 · small samples") && !page.contains("<nav>"), "one paper needs no contents");
}

#[test]
fn law_a_page_that_cannot_be_written_is_refused_before_the_work() {
    let scratch = Scratch::new("report_refused");
    std::fs::create_dir(scratch.path("taken.html")).unwrap();
    let begin = Instant::now();
    let mut places = vec![
        (scratch.path("papers.pdf"), ".html"),
        (scratch.path("absent/papers.html"), "no folder"),
        (scratch.path("taken.html"), "it is a folder"),
    ];
    // Nobody can make files there, not even the superuser.
    if cfg!(target_os = "linux") {
        places.push(("/proc/papers.html".into(), "cannot write"));
    }
    for (path, reason) in places {
        // All papers in full take half an hour.
        refuses(&["reproduce", "all", "--report", &path], &["--report", &path, reason]);
    }
    refuses(&["reproduce", "all", "--report"], &["--report"]);
    assert!(begin.elapsed() < Duration::from_secs(10));
    assert_eq!(scratch.names(), ["taken.html"], "nothing half-written");
}

#[cfg(unix)]
#[test]
fn law_a_full_disk_leaves_no_half_page() {
    // A limit on the size of files stands for the full disk: both are writes that fail.
    let scratch = Scratch::new("report_full");
    let path = scratch.path("arm6.html");
    let line = ["reproduce", "arm6", "--quick", "--report", &path];
    let output = in_shell("ulimit -f 1; ", "").args(line).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains(&format!("error: cannot write {path}: File too large")), "{message}");
    assert!(scratch.names().is_empty(), "nothing half-written");
}
