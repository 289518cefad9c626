//! Files that commands write: whole or not at all.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::{Scratch, fails, push_with, refuses, succeed};

/// What stands below the drawing of a shot.
const LEGEND: &str = "table 2.74 x 1.525 m, net 0.1525 m high; to scale";

fn assert_is_svg(text: &str) {
    assert!(text.starts_with("<svg"), "{}", &text[..text.len().min(80)]);
    assert!(text.trim_end().ends_with("</svg>"));
    assert!(!text.contains("NaN") && !text.contains("inf\""), "every coordinate is a number");
}

#[test]
fn law_a_plotted_shot_is_a_drawing_with_a_legend() {
    let scratch = Scratch::new("plot");
    let arguments = push_with(&[("--plot", &scratch.path("push.svg"))]);
    assert_eq!(succeed(&arguments), succeed(&push_with(&[])), "the drawing is one more output, not another report");
    let svg = scratch.read("push.svg");
    assert_is_svg(&svg);
    for words in [LEGEND, "Side view", "Top view", "centre of the ball"] {
        assert!(svg.contains(words), "{words}");
    }
    // A second time: the old drawing is replaced, and it is the same.
    succeed(&arguments);
    assert_eq!(scratch.read("push.svg"), svg);
    assert_eq!(scratch.names(), ["push.svg"], "nothing next to it");
}

#[test]
fn law_a_plot_s_file_name_ends_in_svg() {
    let scratch = Scratch::new("plot_extension");
    for name in ["push.png", "push", "push.svg.gz", "pushsvg"] {
        let path = scratch.path(name);
        refuses(&push_with(&[("--plot", &path)]), &["--plot", &path, ".svg"]);
    }
    let path = scratch.path("rallies.pdf");
    refuses(&["reproduce", "planar", "--quick", "--plot", &path], &["--plot", &path, ".svg"]);
    assert!(scratch.names().is_empty());
}

#[test]
fn law_a_plot_needs_its_folder() {
    let scratch = Scratch::new("plot_folder");
    let path = scratch.path("absent/push.svg");
    refuses(&push_with(&[("--plot", &path)]), &["--plot", "no folder", &path]);
    assert!(scratch.names().is_empty());
    // A folder that bears the drawing's name.
    std::fs::create_dir(scratch.path("push.svg")).unwrap();
    fails(&[1, 2], &push_with(&[("--plot", &scratch.path("push.svg"))]), &["cannot write", "push.svg"]);
    assert_eq!(scratch.names(), ["push.svg"], "no half-written file next to it");
}

#[test]
fn law_refused_input_draws_nothing() {
    let scratch = Scratch::new("plot_refused");
    let path = scratch.path("push.svg");
    refuses(&push_with(&[("--plot", &path), ("--position-m", "0,0,0.1")]), &["inside the net"]);
    refuses(&push_with(&[("--plot", &path), ("--decay-per-m", "-1")]), &["--decay-per-m"]);
    assert!(scratch.names().is_empty());
}

#[test]
fn law_a_record_is_summary_events_and_picture() {
    let scratch = Scratch::new("record");
    let folder = scratch.path("deep/out");
    let json = succeed(&["play", "planar-noisy", "--points", "3", "--seed", "5", "--record", &folder, "--json"]);
    assert_eq!(scratch.read("deep/out/summary.json"), json, "the summary is what --json prints");
    assert_is_svg(&scratch.read("deep/out/rally.svg"));
    let mut names: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["events.csv", "rally.svg", "recording.mcap", "report.html", "summary.json"]);
    let line = ["play", "planar-noisy", "--points", "3", "--seed", "5", "--record", &folder];
    refuses(&line, &["--record", &folder, "recording.mcap", "--force"]);
    let text = succeed(&[&line[..], &["--force"]].concat());
    assert!(text.contains(&folder), "the text says where it is recorded");
    assert_eq!(scratch.read("deep/out/summary.json"), json, "the same without --json, over an earlier record");
}

#[test]
fn bug_a_caption_may_hold_any_character() {
    // Symptom: no browser shows rally.svg of a scenario "A & B". Cause: the caption went into the XML as it stood.
    let scratch = Scratch::new("caption");
    let noisy =
        std::fs::read_to_string(crate::support::repository().join("crates/multiball/scenarios/planar-noisy.toml"))
            .unwrap();
    let about = noisy.lines().find(|line| line.starts_with("about = ")).unwrap();
    let scenario = scratch.write("robots.toml", &noisy.replace(about, r#"about = "A & B <robots>""#));
    let text = succeed(&["play", &scenario, "--points", "1", "--record", &scratch.path("out")]);
    assert!(text.contains("A & B <robots>"), "the text report takes it as it stands\n{text}");
    let svg = scratch.read("out/rally.svg");
    assert_is_svg(&svg);
    assert!(!svg.contains("& ") && !svg.contains("<robots>"));
    assert!(svg.contains("<title>A &amp; B &lt;robots&gt;</title>"));
}

#[test]
fn law_recorded_events_are_a_table() {
    let scratch = Scratch::new("events");
    let folder = scratch.path("out");
    let report = crate::support::json(&["play", "planar-noisy", "--points", "3", "--record", &folder, "--json"]);
    let csv = scratch.read("out/events.csv");
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0].join(","), "round,t_s,event,side,detail,x_m,y_m,z_m,vx_m_s,vy_m_s,vz_m_s");
    assert!(rows.iter().all(|row| row.len() == rows[0].len()), "every line has all columns");
    let count = |event: &str| rows.iter().filter(|row| row[2] == event).count();
    assert_eq!((count("feed"), count("point")), (3, 3));
    assert_eq!(report["strokes"], count("racket"), "every stroke is a contact with a racket");
}

#[test]
fn law_a_record_needs_a_folder() {
    let scratch = Scratch::new("record_file");
    let file = scratch.write("taken", "mine\n");
    for folder in [file.clone(), scratch.path("taken/out")] {
        fails(&[1, 2], &["play", "planar-noisy", "--points", "2", "--record", &folder, "--json"], &[&folder]);
    }
    assert_eq!(scratch.read("taken"), "mine\n");
    assert_eq!(scratch.names(), ["taken"]);
}

#[test]
fn bug_a_file_in_the_record_s_place_is_called_a_file() {
    // Symptom: "cannot write taken: File exists (os error 17)", exit code 1. Law: bad input names the flag and what it
    // takes.
    let scratch = Scratch::new("record_message");
    let file = scratch.write("taken", "");
    refuses(&["play", "planar-noisy", "--points", "2", "--record", &file], &["--record", &file, "folder"]);
}

#[test]
fn law_refused_input_makes_no_folder() {
    let scratch = Scratch::new("record_refused");
    let folder = scratch.path("out");
    refuses(&["play", "plenar", "--record", &folder], &["plenar"]);
    refuses(&["play", "--threads", "0", "--record", &folder], &["--threads"]);
    assert!(scratch.names().is_empty());
}

#[test]
fn bug_a_record_that_cannot_be_finished_leaves_nothing() {
    // Symptom: events.csv and rally.svg stay behind when summary.json cannot be written. Law: whole or not at all.
    let scratch = Scratch::new("record_half");
    std::fs::create_dir(scratch.path("summary.json")).unwrap();
    fails(&[2], &["play", "planar-noisy", "--points", "2", "--record", &scratch.path("")], &["summary.json"]);
    assert_eq!(scratch.names(), ["summary.json"]);
}
