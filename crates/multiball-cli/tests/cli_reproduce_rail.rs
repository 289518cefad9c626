//! `reproduce rail` through the binary: documents, figures, picture, Ctrl-C, refusals.

#![allow(clippy::unwrap_used, clippy::panic)]

#[cfg(unix)]
use std::process::Stdio;

use crate::support::{Scratch, command, json, refuses, succeed};
use serde_json::Value;

/// The rows of the one paper in a document, each of the promised shape.
fn rows(report: &Value) -> Vec<Value> {
    let papers = report["papers"].as_array().unwrap();
    assert_eq!((papers.len(), &papers[0]["paper"]), (1, &"rail".into()));
    let rows = papers[0]["rows"].as_array().unwrap().clone();
    for row in &rows {
        assert!(["table", "name", "unit", "note", "profile"].iter().all(|field| row[field].is_string()), "{row}");
        assert!(row["ours"].is_number() && (row["paper"].is_number() || row["paper"].is_null()), "{row}");
        // The mean of a few landings, or of a few rigs, has no interval.
        if row["unit"] != "%" && row["low"].is_null() && row["high"].is_null() {
            assert!(row["rounds"].as_u64().unwrap() < 40, "{row}");
            continue;
        }
        let [low, ours, high] = ["low", "ours", "high"].map(|field| row[field].as_f64().unwrap());
        assert!(low <= ours && ours <= high && low < high, "{row}");
        assert!(row["unit"] != "%" || (0.0 <= low && high <= 100.0), "{row}");
    }
    rows
}

/// The one row of a name.
fn row<'a>(rows: &'a [Value], name: &str) -> &'a Value {
    let found: Vec<&Value> = rows.iter().filter(|row| row["name"] == name).collect();
    assert_eq!(found.len(), 1, "{name}: {rows:?}");
    found[0]
}

#[test]
fn law_points_return_to_the_target_and_threads_do_not_matter() {
    let base = ["reproduce", "rail", "--profile", "points", "--rounds", "40", "--json"];
    let text = succeed(&[&base[..], &["--threads", "1"]].concat());
    let output = command().args(base).env("RAYON_NUM_THREADS", "2").output().unwrap();
    assert_eq!(text, String::from_utf8(output.stdout).unwrap());
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["papers"][0]["interrupted"], false);
    let rows = rows(&report);
    assert!(rows.iter().all(|row| row["profile"] == "points" && row["rounds"] == 40), "{rows:?}");
    let read: Vec<&Value> = rows.iter().filter(|row| row["table"] == "3").collect();
    assert_eq!(read.iter().map(|row| row["paper"].as_f64().unwrap()).collect::<Vec<_>>(), [95.52, 94.8, 93.17, 93.41]);
    for (name, paper, least) in [
        ("hit rate, points", Some(98.35), 95.0),
        ("legal returns, points", None, 90.0),
        ("outer square, points", Some(95.16), 90.0),
        ("inner square, points", Some(82.52), 80.0),
    ] {
        let row = row(&rows, name);
        assert_eq!((row["table"].as_str(), row["paper"].as_f64()), (Some("4"), paper), "{row}");
        assert!(row["ours"].as_f64().unwrap() >= least, "{row}");
        assert!(row["note"].as_str().unwrap().starts_with("of 40 rounds; "), "{row}");
    }
    for (name, paper, target) in
        [("mean landing x, points", -875.13, -900.0), ("mean landing y, points", 178.27, 200.0)]
    {
        let row = row(&rows, name);
        assert_eq!((row["paper"].as_f64(), row["unit"].as_str()), (Some(paper), Some("mm")), "{row}");
        assert!((row["ours"].as_f64().unwrap() - target).abs() < 60.0, "{row}");
    }
    let lost = report["papers"][0]["lost"].as_array().unwrap();
    let lost: u64 = lost.iter().map(|lost| lost["rounds"].as_u64().unwrap()).sum();
    let legal = row(&rows, "legal returns, points")["ours"].as_f64().unwrap();
    assert!((40.0 - lost as f64 - 0.4 * legal).abs() < 1e-9, "{lost} lost, {legal} % legal");
}

#[test]
fn law_what_finding_out_costs_is_the_difference_of_the_shares() {
    let profiles = ["reproduce", "rail", "--profile", "points,finding-out", "--rounds", "30"];
    let report = json(&[&profiles[..], &["--json"]].concat());
    let rows = rows(&report);
    for figure in ["hit rate", "outer square", "inner square"] {
        let share = |profile: &str| row(&rows, &format!("{figure}, {profile}"))["ours"].as_f64().unwrap();
        let cost = row(&rows, &format!("{figure} lost by finding out"));
        let lost = cost["ours"].as_f64().unwrap();
        assert!((share("points") - share("finding-out") - lost).abs() < 1e-9, "{cost}");
        assert_eq!((&cost["unit"], &cost["rounds"], &cost["low"]), (&"points".into(), &30.into(), &Value::Null));
        assert!(cost["note"].as_str().unwrap().contains("30 rounds, 2 rigs"), "{cost}");
    }
    assert!(succeed(&profiles).contains("What finding out costs"));
}

#[test]
fn law_the_default_world_is_the_experiment_and_draws_the_landings() {
    let scratch = Scratch::new("rail_plot");
    let path = scratch.path("landings.svg");
    let report =
        json(&["reproduce", "rail", "--profile", "default", "--rounds", "6", "--seed", "2", "--plot", &path, "--json"]);
    let rows = rows(&report);
    assert_eq!(row(&rows, "hit rate")["paper"], 98.35);
    let legal = row(&rows, "legal returns")["ours"].as_f64().unwrap();
    assert!(legal >= 50.0, "{legal} % of six");
    let svg = scratch.read("landings.svg");
    for words in ["profile default", "x, mm", "y, mm", "target", "square of 600 mm", "square of 300 mm", "landings"] {
        assert!(svg.contains(words), "{words}");
    }
    // One dot each, and one in the legend.
    assert_eq!(svg.matches("<circle").count(), (0.06 * legal).round() as usize + 1);
}

#[test]
fn law_profiles_are_played_in_their_order_with_their_own_balls() {
    let profiles = ["--profile", "paper", "--profile", "hard-points,points"];
    let rows = rows(&json(&[&["reproduce", "rail", "--rounds", "12", "--json"], &profiles[..]].concat()));
    let mut profiles: Vec<&str> =
        rows.iter().filter(|row| row["table"] == "4").map(|row| row["profile"].as_str().unwrap()).collect();
    profiles.dedup();
    assert_eq!(profiles, ["points", "hard-points", "paper"]);
    assert_eq!(row(&rows, "hit rate, paper")["paper"], 98.35);
    // The paper's figures are not of hard balls.
    assert!(row(&rows, "hit rate, hard-points")["paper"].is_null());
    assert!(rows.iter().filter(|row| row["table"] == "3").all(|row| row["profile"] == "points"));
}

#[test]
fn law_text_has_a_line_for_each_profile() {
    let text = succeed(&["reproduce", "rail", "--profile", "points,true-spin", "--rounds", "8"]);
    for words in ["Table 3", "Table 4", "98.35", "forehand attack", "points", "true-spin", "what is special about it"] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 130), "{text}");
}

#[cfg(unix)]
#[test]
fn law_ctrl_c_keeps_the_rounds_that_are_over() {
    let words =
        ["reproduce", "rail", "--profile", "points,no-stroke", "--rounds", "1000000", "--threads", "1", "--json"];
    let child = command().args(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_secs(4));
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    if output.status.code() == Some(1) {
        // On a machine so slow that the player was still learning.
        assert!(message.contains("broken off before the first round"), "{message}");
        return;
    }
    assert_eq!(output.status.code(), Some(0), "{message}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["papers"][0]["interrupted"], true);
    let rows = rows(&report);
    let hit = row(&rows, "hit rate, points");
    assert!((1..1_000_000).contains(&hit["rounds"].as_u64().unwrap()), "{hit}");
    assert!(hit["note"].as_str().unwrap().contains("of 1000000 rounds, broken off"), "{hit}");
    assert!(rows.iter().all(|row| row["profile"] == "points"), "the second was not begun");
}

#[test]
fn law_what_cannot_be_played_is_refused() {
    let scratch = Scratch::new("rail_refused");
    let all = ["cameras", "points", "hard-cameras", "hard-points", "no-stroke", "true-spin", "unmeasured", "inverted"];
    let all = [&all[..], &["no-cuff", "plain-chain", "plain-chain-alone", "paper", "finding-out"]].concat();
    refuses(&["reproduce", "rail", "--profile", "poinst"], &[&["'poinst'"], &all[..]].concat());
    refuses(&["reproduce", "rail", "--profile", "points,,paper"], &["--profile"]);
    refuses(&["reproduce", "rail", "--rounds", "0"], &["`0`", "from 1 to 1000000"]);
    refuses(&["reproduce", "rail", "--rounds", "-3"], &["`-3`", "from 1 to 1000000"]);
    refuses(&["reproduce", "rail", "--rounds", "many"], &["`many`", "whole number"]);
    refuses(&["reproduce", "rail", "--plot", &scratch.path("landings.png")], &["--plot", ".svg"]);
    refuses(&["reproduce", "rail", "--plot", &scratch.path("none/landings.svg")], &["--plot", "no folder"]);
    refuses(&["reproduce", "planar", "--profile", "points"], &["--profile points", "rail"]);
    refuses(&["reproduce", "all", "--rounds", "3"], &["--rounds 3", "rail"]);
    assert!(scratch.names().is_empty());
}
