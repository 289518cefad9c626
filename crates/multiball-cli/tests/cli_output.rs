//! What goes where: one JSON document to standard output, the rest to standard error, and no harm from a reader that
//! leaves.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use crate::support::{Scratch, command, in_shell, json, push_with, run, shown, succeed};
use serde_json::Value;

/// The keys of an object, in order.
fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

fn words(line: &str) -> Vec<String> {
    line.split(' ').map(Into::into).collect()
}

#[test]
fn law_json_is_one_whole_document_on_one_line() {
    let mut shot = push_with(&[]);
    shot.push("--json".into());
    for arguments in [shot, words("play planar --points 1 --json"), words("--json play planar-noisy --points 2")] {
        let run = run(&arguments);
        let shown = shown(&arguments);
        assert_eq!(run.code, Some(0), "{shown}\n{}", run.stderr);
        assert!(serde_json::from_str::<Value>(&run.stdout).is_ok_and(|document| document.is_object()), "{shown}");
        assert!(run.stdout.ends_with("}\n"), "{shown}: a text file ends with a line break");
        assert_eq!(run.stderr, "", "{shown}: no progress where nobody watches it");
    }
}

#[test]
fn law_shot_has_the_fields_of_the_contract() {
    let report = json(&[push_with(&[]), words("--json")].concat());
    let events = report["events"].as_array().unwrap();
    let fields =
        ["kind", "t_s", "position_m", "velocity_in_m_s", "velocity_out_m_s", "spin_in_rad_s", "spin_out_rad_s"];
    for event in events {
        assert!(fields.iter().all(|field| event.get(field).is_some()), "{event}");
        assert!(matches!(event["side"].as_str(), Some("home" | "away")), "{event}");
    }
    assert!(events.iter().any(|event| event["kind"] == "table"));
    for sample in report["samples"].as_array().unwrap() {
        let mut names = keys(sample);
        names.sort_unstable();
        assert_eq!(names, ["position_m", "spin_rad_s", "t_s", "velocity_m_s"]);
    }
}

#[test]
fn law_shot_names_its_models() {
    let report = json(&[push_with(&[("--net", "sheet:mu=0.4")]), words("--json")].concat());
    for model in ["aero", "table", "net"] {
        assert!(report[model].is_string(), "{model}");
    }
    assert_eq!(report["net"], "sheet:face=0.1,cord=0.5,mu=0.4");
    assert!(succeed(&push_with(&[("--net", "sheet:mu=0.4")])).contains("net sheet:face=0.1,cord=0.5,mu=0.4"));
}

#[test]
fn law_the_text_of_a_shot_fits_a_narrow_terminal() {
    let wide = [("--position-m", "-99.5,-99.25,99"), ("--velocity-m-s", "-199,-180.5,-150")];
    let drop = [("--position-m", "0.5,0,99"), ("--velocity-m-s", "0,0,0"), ("--bounces", "40")];
    for flags in [&[][..], &wide, &drop, &[("--spin-rad-s", "-9999.5,-9999,9999")]] {
        let text = succeed(&push_with(flags));
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    }
}

#[test]
fn law_shot_ends_after_the_requested_bounces_or_at_the_floor() {
    let dropped = [("--position-m", "0.5,0,0.3"), ("--velocity-m-s", "0,0,0"), ("--spin-rad-s", "0,0,0")];
    for bounces in 1..=5 {
        let count = bounces.to_string();
        let flags = [&dropped[..], &[("--aero", "vacuum"), ("--bounces", &count)]].concat();
        let report = json(&[push_with(&flags), words("--json")].concat());
        let events = report["events"].as_array().unwrap();
        assert_eq!(events.iter().filter(|event| event["kind"] == "table").count(), bounces, "{report}");
        assert_eq!(events.last().unwrap()["kind"], "table");
    }
    let wide = json(&[push_with(&[("--velocity-m-s", "5.3,9,1.7")]), words("--json")].concat());
    assert_eq!(wide["events"].as_array().unwrap().last().unwrap()["kind"], "floor");
}

#[test]
fn law_reproduce_has_the_fields_of_the_contract() {
    let report = json(&words("reproduce planar --quick --json"));
    let papers = report["papers"].as_array().unwrap();
    assert_eq!(papers.len(), 1);
    assert_eq!(papers[0]["paper"], "planar");
    let rows = papers[0]["rows"].as_array().unwrap();
    assert!(!rows.is_empty());
    for row in rows {
        assert!(["table", "name", "unit", "note"].iter().all(|field| row[field].is_string()), "{row}");
        assert!(row["ours"].is_number() && (row["paper"].is_number() || row["paper"].is_null()), "{row}");
    }
}

#[test]
fn law_text_is_not_json_and_goes_to_standard_output() {
    let text = succeed(&push_with(&[]));
    assert!(text.contains("apex") && text.contains("table, home") && text.contains("over the net by"), "{text}");
    let text = succeed(&["play", "planar-noisy", "--points", "2"]);
    assert!(text.contains("planar-noisy") && text.contains("2 points"), "{text}");
    assert!(!text.contains('\u{1b}'), "no terminal codes where there is no terminal");
}

#[cfg(unix)]
#[test]
fn law_ctrl_c_ends_a_session_that_is_shown_and_its_summary_is_printed() {
    let line = "play planar --points 1 --view --no-open";
    let mut child = command().args(words(line)).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    // The page is there, and the rally would go on for minutes.
    let mut address = String::new();
    stderr.read_line(&mut address).unwrap();
    assert!(address.contains("http://127.0.0.1:"), "{address}");
    let begin = std::time::Instant::now();
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(text.contains("seed 1, broken off: 0 points"), "{text}");
    assert!(begin.elapsed().as_secs_f64() < 6.0);
}

/// Reads the first `lines` lines and leaves, as `head` does.
fn leaves_after(lines: usize, arguments: &[String]) {
    let mut child = command().args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..lines {
        assert!(reader.read_line(&mut String::new()).unwrap() > 0, "{}", shown(arguments));
    }
    drop(reader);
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{}\n{stderr}", shown(arguments));
    assert_eq!(stderr, "", "{}", shown(arguments));
}

#[test]
fn law_a_closed_pipe_is_no_failure() {
    // So many samples that the pipe cannot hold them: the program is still writing when its reader leaves.
    let mut long_shot = push_with(&[("--sample-interval-s", "1e-4")]);
    long_shot.push("--json".into());
    leaves_after(0, &long_shot);
    for line in ["completions bash", "play planar-noisy --points 2"] {
        leaves_after(1, &words(line));
    }
    for line in ["--help", "shot --help", "play planar --points 1 --json", "completions zsh"] {
        leaves_after(0, &words(line));
    }
    leaves_after(0, &[]);
}

#[cfg(target_os = "linux")]
#[test]
fn bug_an_unwritable_standard_error_is_no_panic() {
    // Symptom: exit code 101 wherever a message was to be printed. Cause: `eprintln!` panics.
    let scratch = Scratch::new("no_stderr");
    for (folder, to) in [("full", "2>/dev/full"), ("closed", "2>&-")] {
        let folder = scratch.path(folder);
        let record = ["play", "planar-noisy", "--points", "2", "--record", &folder];
        for (line, code) in [
            (&["play", "plenar"][..], 2),
            (&["plya"], 2),
            (&["play", "--points", "0"], 2),
            (&record, 0),
            (&record, 2),
            (&["view", "--recount", &folder], 0),
            (&["ik", "rail6", "--position-m", "9,9,9", "--quaternion", "1,0,0,0"], 1),
        ] {
            let output = in_shell("", to).args(line).output().unwrap();
            assert_eq!(output.status.code(), Some(code), "{line:?} {to}");
        }
    }
}
