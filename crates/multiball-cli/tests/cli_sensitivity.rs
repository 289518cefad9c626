//! `reproduce rail --sensitivity` through the binary: assumptions, pairs, intervals, picture, refusals.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::{Scratch, json, refuses, succeed};
use serde_json::Value;

/// A warm-up of few balls, which all that is not measured in it can do with.
const SHORT: [&str; 2] = ["--set", "warm_up.balls=2"];

fn arguments<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["reproduce", "rail", "--sensitivity"], &SHORT[..], more].concat()
}

/// The rows of a document, each of the promised shape.
fn rows(report: &Value) -> Vec<Value> {
    let rows = report["papers"][0]["rows"].as_array().unwrap().clone();
    for row in &rows {
        let is_loss = ["loss ", "sum of both"].iter().any(|words| row["name"].as_str().unwrap().starts_with(words));
        let unit = if is_loss { "points" } else { "%" };
        assert!(row["table"] == "sensitivity" && row["unit"] == unit && row["paper"].is_null(), "{row}");
        let [low, ours, high] = ["low", "ours", "high"].map(|field| row[field].as_f64().unwrap());
        assert!(low <= ours && ours <= high && row["rounds"].as_u64().unwrap() > 0, "{row}");
    }
    rows
}

fn named(rows: &[Value], part: &str) -> usize {
    rows.iter().filter(|row| row["name"].as_str().unwrap().contains(part)).count()
}

#[test]
fn law_sensitivity_has_each_assumption_before_and_after_the_warm_up_then_pairs() {
    let scratch = Scratch::new("rail_sensitivity");
    let path = scratch.path("sensitivity.svg");
    let rows = rows(&json(&arguments(&["--rounds", "6", "--plot", &path, "--json"])));
    assert_eq!((named(&rows, "before warm-up"), named(&rows, "after warm-up")), (120, 120));
    let pairs = named(&rows, "loss above the sum of both, ");
    assert!([1, 3, 6, 10, 15].contains(&pairs), "{pairs} are not all pairs of two to six");
    assert_eq!(240 + named(&rows, "won back of the inner square, ") + 3 * pairs, rows.len());
    assert_eq!(named(&rows, "inner square, calibration x5, taken for x1, cameras, after"), 1);
    let svg = scratch.read("sensitivity.svg");
    for words in ["all as told", "rails of 10 m/s²", "balls hit, %", "square of 30 cm, %", "ring", "a wrong assumption"]
    {
        assert!(svg.contains(words), "{words}");
    }
}

#[test]
fn law_a_world_that_is_changed_is_that_of_all_assumptions() {
    let slow = ["--set", "drives.rail_acceleration_m_s2=2", "--only", "jitter", "--rounds", "20"];
    let hit = |more: &[&str]| {
        let rows = rows(&json(&arguments(&[&slow[2..], &["--json"], more].concat())));
        assert_eq!(rows.len(), 6, "no baseline, so that nothing is said of what is won back");
        let row = rows.iter().find(|row| row["name"] == "hit rate, jitter of 3 ms, before warm-up").unwrap();
        row["ours"].as_f64().unwrap()
    };
    assert!(hit(&slow[..2]) + 30.0 < hit(&[]));
    let text = succeed(&arguments(&slow));
    for words in ["drives.rail_acceleration_m_s2=2", "jitter of 3 ms", "±", "a bound", "after Fieller"] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    assert!(!text.contains("Pairs:"), "{text}");
}

#[test]
fn law_what_does_not_go_with_sensitivity_is_refused() {
    refuses(&["reproduce", "planar", "--sensitivity"], &["--sensitivity", "rail"]);
    refuses(&["reproduce", "rail", "--sensitivity", "--profile", "points"], &["--sensitivity", "--profile"]);
    refuses(&["reproduce", "rail", "--sensitivity", "--scenario", "hall"], &["--sensitivity", "--scenario"]);
    refuses(&arguments(&["--only", "gravity"]), &["--only gravity"]);
    refuses(&arguments(&["--set", "opponent.shots=own.csv"]), &["takes no files", "own.csv"]);
    let exact = ["--set", "player.knows=exact", "--only", "taken for x1"];
    refuses(&arguments(&exact), &["calibration x3, taken for x1", "believed_calibration_factor", "exact"]);
}
