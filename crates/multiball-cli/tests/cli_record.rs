//! `play --record`: recording, summary and report; also when the run is broken off, killed, or the disk is full.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Scratch, assert_is_whole_page, attributes, command, json, refuses, run, succeed};
use serde_json::Value;

/// Plays with a record in the folder `out`, and returns its page.
fn page_of(scratch: &Scratch, line: &str) -> String {
    let folder = scratch.path("out");
    let arguments: Vec<&str> = ["play"].into_iter().chain(line.split(' ')).chain(["--record", &folder]).collect();
    let text = succeed(&arguments);
    assert!(text.contains("report.html") && !text.contains("-0 s"), "{text}");
    scratch.read("out/report.html")
}

/// Checks a page, and which parts it has and has not.
fn assert_parts(page: &str, present: &[&str], absent: &[&str]) {
    assert_is_whole_page(page);
    let ids = attributes(page, "id");
    for id in present {
        assert!(ids.contains(id), "no {id} among {ids:?}");
    }
    for id in absent {
        assert!(!ids.contains(id), "{id}, which has no content");
    }
}

#[test]
fn law_the_report_of_planar_robots_has_rally_lengths_score_and_a_film() {
    let scratch = Scratch::new("report_planar");
    let page = page_of(&scratch, "planar-noisy --points 30 --seed 2");
    assert_parts(
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
    assert_parts(&page, &["game"], &["rally-lengths", "score"]);
    assert!(page.contains("2 rallies, each of 1000 strokes."));
}

#[test]
fn law_the_report_of_serves_shows_where_they_landed() {
    let scratch = Scratch::new("report_serves");
    let page = page_of(&scratch, "serve-practice --points 12");
    assert_parts(
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
    assert_parts(
        &page,
        &["hall", "places", "map", "taken", "driven", "papers"],
        &["game", "strokes", "points", "waits"],
    );
    assert!(page.contains("multiball reproduce picker"));
}

#[test]
fn law_the_report_of_a_duel_has_both_robots() {
    let scratch = Scratch::new("report_duel");
    let page = page_of(&scratch, "duel --points 1");
    let both =
        ["landings-home", "landings-away", "predicted", "stroke", "thinking", "serves", "places", "map", "papers"];
    assert_parts(&page, &both, &["rally"]);
}

#[test]
fn law_the_report_of_the_hall_has_every_plot_and_the_papers_figures() {
    let scratch = Scratch::new("report_hall");
    let page = page_of(&scratch, "hall --points 2");
    assert_parts(
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
fn law_what_else_is_in_the_folder_stays_whole() {
    let scratch = Scratch::new("record_other_files");
    std::fs::create_dir(scratch.path("pictures")).unwrap();
    let mine = [("notes.txt", "mine\n"), ("pictures/rally.svg", "<svg/>"), ("recording.mcap.bak", "old")];
    for (name, text) in mine {
        scratch.write(name, text);
    }
    scratch.write("report.html", "of an earlier session");
    succeed(&["play", "serve-practice", "--points", "1", "--record", &scratch.path("")]);
    for (name, text) in mine {
        assert_eq!(scratch.read(name), text, "{name}");
    }
    assert_is_whole_page(&scratch.read("report.html"));
    let names = ["notes.txt", "pictures", "recording.mcap", "recording.mcap.bak", "report.html", "summary.json"];
    assert_eq!(scratch.names(), names);
}

#[cfg(target_os = "linux")]
#[test]
fn law_a_folder_that_takes_no_files_is_refused() {
    // Nobody can make files there, not even the superuser.
    for folder in ["/proc", "/proc/multiball"] {
        refuses(&["play", "planar-noisy", "--points", "2", "--record", folder], &["--record", folder]);
    }
}

/// A session that goes on for long, once some of it is recorded.
#[cfg(unix)]
fn long_session(scratch: &Scratch) -> Child {
    let line = ["play", "planar-noisy", "--points", "1000000", "--record", &scratch.path("")];
    let child = command().args(line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begin = Instant::now();
    let recorded = || std::fs::metadata(scratch.path("recording.mcap")).map_or(0, |file| file.len());
    while recorded() < 300_000 {
        assert!(begin.elapsed() < Duration::from_secs(60), "{} bytes", recorded());
        std::thread::sleep(Duration::from_millis(20));
    }
    child
}

#[cfg(unix)]
#[test]
fn law_ctrl_c_leaves_a_whole_record_of_what_was_played() {
    let scratch = Scratch::new("record_interrupted");
    let child = long_session(&scratch);
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let summary: Value = serde_json::from_str(&scratch.read("summary.json")).unwrap();
    assert_eq!(summary["interrupted"], true);
    let page = scratch.read("report.html");
    assert_parts(&page, &["rally-lengths", "score"], &[]);
    assert!(page.contains("broken off"));
    let counted = run(&["view", "--recount", "--json", &scratch.path("")]);
    assert_eq!((counted.code, counted.stderr.as_str()), (Some(0), ""), "the recording has its end");
    let counted: Value = serde_json::from_str(&counted.stdout).unwrap();
    assert_eq!((&counted["agrees"], &counted["points"]), (&true.into(), &summary["points_played"]));
    assert_eq!((&counted["score"], &counted["cut_off"]), (&summary["score"], &Value::Null));
}

#[cfg(unix)]
#[test]
fn law_a_killed_run_leaves_a_recording_that_says_where_it_is_cut() {
    let scratch = Scratch::new("record_killed");
    scratch.write("report.html", "of an earlier session");
    let mut child = long_session(&scratch);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(scratch.names(), ["recording.mcap"], "nothing that is not of this session");
    let counted = run(&["view", "--recount", &scratch.path("")]);
    assert_eq!(counted.code, Some(0), "{}", counted.stderr);
    assert!(counted.stderr.contains("did not come to its end: readable to"), "{}", counted.stderr);
    assert!(counted.stdout.contains("points"), "{}", counted.stdout);
    let counted = json(&["view", "--recount", "--json", &scratch.path("")]);
    assert_eq!((&counted["agrees"], &counted["disagreements"]), (&true.into(), &Value::Array(Vec::new())));
    assert_eq!(counted["cut_off"]["readable_to_s"], counted["length_s"]);
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

#[cfg(unix)]
#[test]
fn law_a_full_disk_is_reported_with_file_and_reason() {
    // A limit on the size of files stands for the full disk: both are writes that fail.
    let scratch = Scratch::new("record_full");
    let limited = "ulimit -f 64; exec \"$0\" \"$@\"";
    let line = ["play", "planar-noisy", "--points", "200", "--record", &scratch.path("")];
    let output =
        Command::new("bash").args(["-c", limited, env!("CARGO_BIN_EXE_multiball")]).args(line).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{message}");
    for words in ["error: ", "recording.mcap: recording stopped after", "File too large"] {
        assert!(message.contains(words), "{message}");
    }
    assert!(!message.contains("panicked"), "{message}");
    assert_eq!(scratch.names(), ["recording.mcap"], "no summary or report of a session that was not recorded");
    let counted = run(&["view", "--recount", &scratch.path("")]);
    assert_eq!(counted.code, Some(0), "{}", counted.stderr);
    assert!(counted.stderr.contains("did not come to its end"), "{}", counted.stderr);
}
