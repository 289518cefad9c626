//! `play --record`: recording, summary and report.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::{Scratch, assert_page_parts, run, succeed};
use serde_json::Value;

/// Plays with a record in the folder `out`, and returns its page.
fn page_of(scratch: &Scratch, line: &str) -> String {
    let folder = scratch.path("out");
    let arguments: Vec<&str> = ["play"].into_iter().chain(line.split(' ')).chain(["--record", &folder]).collect();
    let text = succeed(&arguments);
    assert!(text.contains("report.html") && !text.contains("-0 s"), "{text}");
    scratch.read("out/report.html")
}

#[test]
fn law_the_report_of_planar_robots_has_rally_lengths_score_and_a_film() {
    let scratch = Scratch::new("report_planar");
    let page = page_of(&scratch, "planar-noisy --points 30 --seed 2");
    assert_page_parts(
        &page,
        &["rally", "rally-film", "game", "rally-lengths", "score", "scenario"],
        &["strokes", "hall", "papers"],
    );
    for words in ["<h1>planar-noisy</h1>", "How long rallies are", "Points won over time", "how points ended", "seed 2"]
    {
        assert!(page.contains(words), "{words}");
    }
}

#[test]
fn law_rallies_of_one_length_are_reported_in_a_line() {
    let scratch = Scratch::new("report_one_length");
    let page = page_of(&scratch, "planar --points 2");
    assert_page_parts(&page, &["game"], &["rally-lengths", "score"]);
    assert!(page.contains("2 rallies, each of 1000 strokes."));
}

#[test]
fn law_the_report_of_serves_shows_where_they_landed() {
    let scratch = Scratch::new("report_serves");
    let page = page_of(&scratch, "serve-practice --points 12");
    assert_page_parts(
        &page,
        &["game", "score", "strokes", "serves", "hall", "places", "map", "papers", "scenario"],
        &["rally", "rally-lengths", "rally-mean", "landings-home", "predicted", "stroke", "thinking"],
    );
    assert!(page.contains("12 of 12 serves came down") && page.contains("No ball of 12 serves was returned."));
}

#[test]
fn law_the_report_of_the_picker_alone_has_no_game() {
    let scratch = Scratch::new("report_picker");
    let page = page_of(&scratch, "picker --duration-s 60");
    assert_page_parts(
        &page,
        &["hall", "places", "map", "taken", "driven", "papers"],
        &["game", "strokes", "points", "waits"],
    );
    assert!(page.contains("multiball reproduce picker"));
}

#[test]
fn law_the_report_of_a_duel_has_both_robots() {
    let scratch = Scratch::new("report_duel");
    let page = page_of(&scratch, "duel --points 2");
    let both =
        ["landings-home", "landings-away", "predicted", "stroke", "thinking", "serves", "places", "map", "papers"];
    assert_page_parts(&page, &both, &["rally"]);
}

#[test]
fn law_the_report_of_the_hall_has_every_plot_and_the_papers_figures() {
    let scratch = Scratch::new("report_hall");
    let page = page_of(&scratch, "hall --points 2");
    assert_page_parts(
        &page,
        &[
            "game",
            "score",
            "strokes",
            "landings-home",
            "predicted",
            "thinking",
            "stroke",
            "serves",
            "hall",
            "places",
            "map",
            "papers",
            "scenario",
        ],
        &["rally", "landings-away"],
    );
    for words in ["98.35", "in the inner square, %", "mean landing x, mm", "hall.toml", "rails, m", "joints, rad"] {
        assert!(page.contains(words), "{words}");
    }
    let summary: Value = serde_json::from_str(&scratch.read("out/summary.json")).unwrap();
    let returns = &summary["hall"]["returns"][0];
    let line = format!("{} of {} balls came down on the far half", returns["landed"], returns["balls"]);
    assert!(page.contains(&line), "{line}");
}

#[test]
fn law_a_damaged_recording_is_bad_input_wherever_it_is_damaged() {
    let scratch = Scratch::new("record_damaged");
    assert_eq!(run(&["play", "planar-noisy", "--points", "30", "--record", &scratch.path("")]).code, Some(0));
    let whole = std::fs::read(scratch.path("recording.mcap")).unwrap();
    let mut refused = 0;
    for part in 1..20 {
        let mut bytes = whole.clone();
        bytes[whole.len() * part / 20] ^= 0x55;
        std::fs::write(scratch.path("recording.mcap"), bytes).unwrap();
        let counted = run(&["view", "--recount", &scratch.path("")]);
        // Between the chunks, in the texts of schemas, a byte has no check sum.
        assert!(matches!(counted.code, Some(0 | 2)), "part {part}: {:?} {}", counted.code, counted.stderr);
        if counted.code == Some(2) {
            refused += 1;
            assert!(counted.stderr.contains("recording.mcap: "), "{}", counted.stderr);
        }
    }
    assert!(refused >= 12, "{refused} refused");
}
