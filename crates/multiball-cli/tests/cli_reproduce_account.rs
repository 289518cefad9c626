//! The account of `reproduce`: every table, every figure with data and every algorithm of each paper.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;

use crate::support::{Scratch, json, succeed};
use serde_json::Value;

/// What each paper has.
const PICKER: [&str; 10] = ["1", "2", "3", "4", "5", "6", "fig. 11", "fig. 12", "fig. 15", "alg. 1"];
const SERVE: [&str; 12] =
    ["1", "2", "3", "4", "5", "fig. 9", "fig. 10", "fig. 11", "fig. 13", "fig. 14", "fig. 15", "fig. 16"];
const RAIL: [&str; 9] = ["1", "2", "3", "4", "fig. 3", "fig. 5", "fig. 7", "alg. 1", "alg. 2"];

/// The rows of a paper, each with a status and a kind that its label has, and a reason where it does not work.
fn rows(arguments: &[&str]) -> Vec<Value> {
    let report = json(&[&["reproduce"], arguments, &["--quick", "--json"]].concat());
    let rows = report["papers"][0]["rows"].as_array().unwrap().clone();
    for row in &rows {
        let status = row["status"].as_str().unwrap();
        assert!(["works", "differs", "cannot-be"].contains(&status), "{row}");
        assert!(status == "works" || !row["note"].as_str().unwrap().is_empty(), "{row}");
        let kind = match row["table"].as_str().unwrap() {
            figure if figure.starts_with("fig. ") => "figure",
            algorithm if algorithm.starts_with("alg. ") => "algorithm",
            _ => "table",
        };
        assert_eq!(row["kind"], kind, "{row}");
        assert!(row["ours"].is_number() || row["ours"].is_null(), "{row}");
        assert!(row["paper"].is_number() || row["paper"].is_null(), "{row}");
        assert!(row["ours"].is_number() || row["paper"].is_null(), "a printed figure without ours: {row}");
    }
    rows
}

fn assert_complete(rows: &[Value], items: &[&str]) {
    let labels: BTreeSet<&str> = rows.iter().map(|row| row["table"].as_str().unwrap()).collect();
    for item in items {
        assert!(labels.contains(item), "{item} is not among {labels:?}");
    }
}

/// The one row whose name holds these words.
fn row<'a>(rows: &'a [Value], words: &str) -> &'a Value {
    let found: Vec<&Value> = rows.iter().filter(|row| row["name"].as_str().unwrap().contains(words)).collect();
    assert_eq!(found.len(), 1, "{words}");
    found[0]
}

#[test]
fn law_every_part_of_paper_002_is_listed() {
    let rows = rows(&["picker", "--rounds", "2"]);
    assert_complete(&rows, &PICKER);
    for same in ["networks in a generation", "orders in a generation", "turn acceleration", "speed + p h turn rate"] {
        let row = row(&rows, same);
        assert!((row["ours"].as_f64().unwrap() - row["paper"].as_f64().unwrap()).abs() < 1e-9, "{row}");
        assert_eq!(row["status"], "works");
    }
    assert_eq!(row(&rows, "best fitness of the training")["status"], "differs");
}

#[test]
fn law_every_part_of_paper_003_is_listed() {
    let rows = rows(&["serve"]);
    assert_complete(&rows, &SERVE);
    let works = |label: &str| rows.iter().filter(|row| row["table"] == label).all(|row| row["status"] == "works");
    assert!(["1", "2", "3", "fig. 13", "fig. 15"].iter().all(|label| works(label)));
    assert!(["4", "5", "fig. 9", "fig. 10", "fig. 11", "fig. 14", "fig. 16"].iter().all(|label| !works(label)));
    // All five printed times break the printed limit; the least times reach it.
    for (joint, peak) in [136.2, 115.2, 115.1, 87.0, 80.6].into_iter().enumerate() {
        let printed = row(&rows, &format!("joint {}, peak speed by the printed times", joint + 1));
        assert!((printed["ours"].as_f64().unwrap() - peak).abs() < 0.06, "{printed}");
        assert_eq!((&printed["paper"], &printed["status"]), (&80.0.into(), &"differs".into()));
        let least = row(&rows, &format!("joint {}, peak speed by the least times", joint + 1));
        assert!((least["ours"].as_f64().unwrap() - 80.0).abs() < 1e-9, "{least}");
    }
    // Only common times bring the end through its way points.
    for point in ["X1", "X2"] {
        let miss = |times: &str| row(&rows, &format!("distance from {point}, {times}"))["ours"].as_f64().unwrap();
        assert!(miss("least times in common") < 1e-2, "{point}");
        assert!(miss("times of table 5") > 10.0 && miss("least times, each") > 10.0, "{point}");
    }
}

#[test]
fn law_every_part_of_paper_004_is_listed() {
    let rows = rows(&["rail", "--rounds", "2"]);
    assert_complete(&rows, &RAIL);
    assert_eq!(row(&rows, "keypoints")["ours"], 17.0);
    for spin in ["topspin, left", "topspin, right", "backspin, left", "backspin, right"] {
        assert_eq!(row(&rows, &format!("{spin} sidespin"))["ours"], 100.0);
    }
    assert!(row(&rows, "worst position of a solution")["ours"].as_f64().unwrap() < 1e-10);
    assert_eq!(row(&rows, "imitates")["status"], "differs");
}

#[test]
fn law_the_text_begins_with_the_account() {
    let text = succeed(&["reproduce", "serve", "--quick"]);
    let account = text.split("\n\n").nth(1).unwrap();
    for item in SERVE {
        let label = if item.starts_with("fig.") { item.to_owned() } else { format!("table {item}") };
        assert!(account.contains(&label), "{label}\n{account}");
    }
    assert!(account.contains("works") && account.contains("differs") && account.contains("cannot-be"), "{account}");
}

#[test]
fn law_figures_of_paper_003_are_drawn() {
    let scratch = Scratch::new("serve_figures");
    let path = scratch.path("serve.svg");
    let command = ["reproduce", "serve", "--quick", "--json"];
    json(&[&command[..], &["--plot", &path]].concat());
    let svg = scratch.read("serve.svg");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert!(!svg.contains("NaN") && !svg.contains("inf\""), "every coordinate is a number");
    for words in [
        "Figures 9 to 11",
        "Figures 13 to 15",
        "Least times within the limit",
        "limit of 80 deg/s",
        "velocity, deg/s",
        "joint 5",
        "Figure 16",
        "from above",
        "X3",
        "NPSO",
        "evaluations",
        "exact optimum",
    ] {
        assert!(svg.contains(words), "{words}");
    }
    assert_eq!(scratch.names(), ["serve.svg"]);
}
