//! `soak` through the binary: table, document, what goes wrong, Ctrl-C.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::support::{Scratch, command, in_shell, json, refuses, repository, run, succeed};
use serde_json::Value;

#[test]
fn law_each_scenario_and_seed_is_played_recorded_and_recounted() {
    let report = json(&["soak", "serve-practice", "picker", "--hours", "0.01", "--seeds", "2", "--json"]);
    assert_eq!((&report["hours"], &report["seeds"], &report["interrupted"]), (&0.01.into(), &2.into(), &false.into()));
    let rows = report["rows"].as_array().unwrap();
    let played: Vec<(&str, u64)> =
        rows.iter().map(|row| (row["scenario"].as_str().unwrap(), row["seed"].as_u64().unwrap())).collect();
    assert_eq!(played, [("serve-practice", 1), ("serve-practice", 2), ("picker", 1), ("picker", 2)]);
    for row in rows {
        assert!((0.01..0.02).contains(&row["hours"].as_f64().unwrap()), "{row}");
        assert_eq!((&row["broke_off"], &row["balls_lost"]), (&Value::Null, &0.into()), "{row}");
        assert_eq!((&row["recount"]["agrees"], &row["recount"]["points"]), (&true.into(), &row["points"]), "{row}");
        assert!(row["recording_mb"].as_f64().unwrap() > 0.0 && row["wall_s"].as_f64().unwrap() > 0.0, "{row}");
        if cfg!(target_os = "linux") {
            let memory = &row["memory"];
            assert!(memory["start_mb"].as_f64().unwrap() > 1.0 && memory["grew"] == false, "{row}");
            assert!(memory["slope_mb_per_hour"].is_number() && memory["end_mb"].is_number(), "{row}");
        }
    }
}

#[test]
fn law_text_is_a_table_and_fields_can_be_set() {
    let line = ["soak", "serve-practice", "--hours", "0.005", "--seed", "7", "--set", "hall.balls=20"];
    let text = succeed(&line);
    for words in ["scenario", "broken off", "recount", "MB/h", "serve-practice     7", "agrees"] {
        assert!(text.contains(words), "{words}\n{text}");
    }
}

/// A hall that nobody refills runs dry.
#[test]
fn law_a_run_that_breaks_off_fails_with_the_reason() {
    let scratch = Scratch::new("soak_dry");
    let text = std::fs::read_to_string(repository().join("crates/multiball/scenarios/serve-practice.toml")).unwrap();
    let dry =
        scratch.write("dry.toml", &text.replace("[picker]\ncapacity = 8\n", "").replace("balls = 60", "balls = 10"));
    let run = run(&["soak", &dry, "--hours", "1", "--seeds", "2", "--json"]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    for words in ["seed 1: broke off", "seed 2: broke off", "the hopper is empty", "1 of 2", "2 of 2"] {
        assert!(run.stderr.contains(words), "{words}\n{}", run.stderr);
    }
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    let why = report["rows"][1]["broke_off"].as_str().unwrap();
    assert!(why.contains("no [picker]") && report["rows"][0]["balls_lost"] == 0, "{why}");
}

/// A limit on the size of files stands for a full disk.
#[cfg(unix)]
#[test]
fn bug_a_run_that_fails_costs_no_other_its_row() {
    // Symptom: one run that could not be recorded ended the command without the rows of those before.
    let line = ["soak", "picker", "serve-practice", "picker", "--hours", "0.01", "--json"];
    let output = in_shell("ulimit -f 320; ", "").args(line).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains("failed: ") && message.contains("recording stopped"), "{message}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let failed: Vec<bool> = report["rows"].as_array().unwrap().iter().map(|row| row["failed"].is_string()).collect();
    assert_eq!(failed, [false, true, false], "{report}");
}

#[cfg(unix)]
#[test]
fn bug_a_folder_that_waits_for_the_recording_is_not_used() {
    // Symptom: a folder with the name of the process's was taken, a link in it followed, and all of it removed.
    let scratch = Scratch::new("soak_folder");
    let target = scratch.write("target", "precious\n");
    let trap = format!(
        "cd '{}'; export TMPDIR=$PWD; mkdir multiball-soak-$$; ln -s '{target}' multiball-soak-$$/recording.mcap; ",
        scratch.path("")
    );
    let output = in_shell(&trap, "").args(["soak", "serve-practice", "--hours", "0.005"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let names = scratch.names();
    assert_eq!((scratch.read("target").as_str(), names.len()), ("precious\n", 2), "{names:?}");
    assert!(
        names[0].starts_with("multiball-soak-") && scratch.folder().join(&names[0]).join("recording.mcap").exists()
    );
}

#[test]
fn law_what_cannot_be_played_is_refused_before_anything_is() {
    refuses(&["soak"], &["--hours"]);
    for hours in ["0", "-1", "ten", "1e9"] {
        refuses(&["soak", "--hours", hours], &[hours, "from 0.0001 to 10000"]);
    }
    refuses(&["soak", "--hours", "1", "--seeds", "0"], &["`0`", "from 1 to 10000"]);
    refuses(&["soak", "duel", "hal", "--hours", "1"], &["no scenario `hal`", "hall"]);
    refuses(&["soak", "duel", "planar", "--hours", "1"], &["planar", "[hall]"]);
    refuses(&["soak", "--hours", "1", "--set", "picker.capacity=0"], &["picker.capacity", "from 1 to 1000"]);
    refuses(&["soak", "--hours", "1", "--set", "picker.battery_low=0.5"], &["battery_enough", "battery_low"]);
    refuses(&["soak", "--hours", "1", "--seeds", "2", "--seed", "18446744073709551615"], &["--seed", "2 seeds"]);
}

#[cfg(unix)]
#[test]
fn law_ctrl_c_ends_the_run_under_way_and_leaves_nothing_behind() {
    let scratch = Scratch::new("soak_interrupted");
    let words = ["soak", "serve-practice", "--hours", "1000", "--seeds", "3", "--json"];
    let mut soak = command();
    soak.args(words).env("TMPDIR", scratch.folder()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = soak.spawn().unwrap();
    let begun = Instant::now();
    while scratch.names().is_empty() && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(50));
    }
    std::thread::sleep(Duration::from_secs(1));
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains("interrupted after 1 run"), "{message}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((report["rows"].as_array().unwrap().len(), &report["interrupted"]), (1, &true.into()));
    assert_eq!(report["rows"][0]["recount"]["agrees"], true);
    assert_eq!(scratch.names(), Vec::<String>::new());
}
