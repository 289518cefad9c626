//! How `play --record` ends: by signals, killed, on a full disk, and where standard error cannot be written.

#![allow(clippy::unwrap_used, clippy::panic)]
#![cfg(unix)]

use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::support::{PROGRAM, Scratch, assert_page_parts, command, in_shell, json, refuses, run, succeed};
use serde_json::Value;

/// A session that goes on for long, once some of it is recorded.
fn long_session(scratch: &Scratch, more: &[&str]) -> Child {
    long_session_by(command(), scratch, more)
}

/// The same by a command that takes the program's arguments.
fn long_session_by(mut command: Command, scratch: &Scratch, more: &[&str]) -> Child {
    command.args(["play", "planar-noisy", "--points", "1000000", "--record", &scratch.path("")]).args(more);
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for_bytes(scratch, 300_000);
    child
}

/// Waits until the recording has so many bytes.
fn wait_for_bytes(scratch: &Scratch, bytes: u64) {
    let begin = Instant::now();
    let recorded = || std::fs::metadata(scratch.path("recording.mcap")).map_or(0, |file| file.len());
    while recorded() < bytes {
        assert!(begin.elapsed() < Duration::from_secs(60), "{} bytes", recorded());
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Sends a signal to a run twice at once, as `timeout` does, and a shell and the kernel when a terminal closes.
fn send_twice(signal: &str, child: &Child) {
    let script = format!("kill {signal} $0; kill {signal} $0");
    assert!(Command::new("bash").args(["-c", &script, &child.id().to_string()]).status().unwrap().success());
}

/// Checks that a run that was broken off has left a whole record.
fn assert_whole_record(scratch: &Scratch, output: &Output) {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let summary: Value = serde_json::from_str(&scratch.read("summary.json")).unwrap();
    assert_eq!(summary["interrupted"], true);
    let page = scratch.read("report.html");
    assert_page_parts(&page, &["rally-lengths", "score"], &[]);
    assert!(page.contains("broken off"));
    let counted = run(&["view", "--recount", "--json", &scratch.path("")]);
    assert_eq!((counted.code, counted.stderr.as_str()), (Some(0), ""), "the recording has its end");
    let counted: Value = serde_json::from_str(&counted.stdout).unwrap();
    assert_eq!((&counted["agrees"], &counted["points"]), (&true.into(), &summary["points_played"]));
    assert_eq!((&counted["score"], &counted["cut_off"]), (&summary["score"], &Value::Null));
}

#[test]
fn law_ctrl_c_leaves_a_whole_record_of_what_was_played() {
    let scratch = Scratch::new("ends_interrupted");
    let child = long_session(&scratch, &[]);
    send_twice("-INT", &child);
    assert_whole_record(&scratch, &child.wait_with_output().unwrap());
}

#[test]
fn bug_sigterm_ends_a_session_like_ctrl_c() {
    // Symptom: a session that was stopped by `kill`, `timeout` or a service manager had neither summary nor report.
    let scratch = Scratch::new("ends_terminated");
    let child = long_session(&scratch, &[]);
    send_twice("-TERM", &child);
    assert_whole_record(&scratch, &child.wait_with_output().unwrap());
}

#[cfg(target_os = "linux")]
#[test]
fn bug_a_terminal_that_closes_ends_a_session_like_ctrl_c() {
    // Symptom: SIGHUP ended the program at once. `env` undoes a `nohup` around the tests.
    let scratch = Scratch::new("ends_hung_up");
    let mut env = Command::new("env");
    env.args(["--default-signal=HUP", PROGRAM]);
    let child = long_session_by(env, &scratch, &[]);
    send_twice("-HUP", &child);
    assert_whole_record(&scratch, &child.wait_with_output().unwrap());
}

#[cfg(target_os = "linux")]
#[test]
fn law_a_session_under_nohup_goes_on_when_the_terminal_closes() {
    let scratch = Scratch::new("ends_nohup");
    let mut env = Command::new("env");
    env.args(["--ignore-signal=HUP", PROGRAM]);
    let child = long_session_by(env, &scratch, &[]);
    let before = std::fs::metadata(scratch.path("recording.mcap")).unwrap().len();
    send_twice("-HUP", &child);
    wait_for_bytes(&scratch, before + 1_000_000);
    send_twice("-TERM", &child);
    assert_whole_record(&scratch, &child.wait_with_output().unwrap());
}

#[test]
fn law_a_session_on_the_page_ends_like_any_other() {
    let scratch = Scratch::new("ends_shown");
    let child = long_session(&scratch, &["--view", "--no-open", "--speed", "max"]);
    send_twice("-TERM", &child);
    assert_whole_record(&scratch, &child.wait_with_output().unwrap());
}

#[test]
fn law_a_killed_run_leaves_a_recording_that_says_where_it_is_cut() {
    let scratch = Scratch::new("ends_killed");
    succeed(&["play", "planar-noisy", "--points", "2", "--record", &scratch.path("")]);
    let mut child = long_session(&scratch, &["--force"]);
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
fn bug_two_runs_cannot_record_into_one_folder() {
    // Symptom: a second run with `--force` emptied the recording of the first, and both reported success.
    let scratch = Scratch::new("ends_locked");
    let child = long_session(&scratch, &[]);
    let line = ["play", "serve-practice", "--points", "1", "--record", &scratch.path("")];
    for more in [&[][..], &["--force"]] {
        refuses(&[&line[..], more].concat(), &["--record", "recording.mcap is locked by another run"]);
    }
    assert_eq!(scratch.names(), ["recording.mcap"]);
    send_twice("-TERM", &child);
    assert_whole_record(&scratch, &child.wait_with_output().unwrap());
}

#[test]
fn law_the_lock_of_a_killed_run_ends_with_it() {
    let scratch = Scratch::new("ends_stale");
    let mut child = long_session(&scratch, &[]);
    child.kill().unwrap();
    child.wait().unwrap();
    let line = ["play", "planar-noisy", "--points", "2", "--record", &scratch.path("")];
    refuses(&line, &["recording.mcap of an earlier session", "--force"]);
    succeed(&[&line[..], &["--force"]].concat());
    // An empty recording, of a run that was killed before it wrote anything, holds nothing to keep.
    for name in scratch.names() {
        std::fs::remove_file(scratch.path(&name)).unwrap();
    }
    scratch.write("recording.mcap", "");
    succeed(&line);
}

#[test]
fn law_a_file_that_appears_during_the_session_is_kept() {
    let scratch = Scratch::new("ends_appeared");
    let child = long_session(&scratch, &[]);
    scratch.write("summary.json", "mine\n");
    scratch.write("rally.svg", "mine\n");
    send_twice("-INT", &child);
    let output = child.wait_with_output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    for name in ["summary.json", "rally.svg"] {
        assert!(message.contains(&format!("{name}: it appeared during the session")), "{message}");
        assert_eq!(scratch.read(name), "mine\n");
    }
    assert_eq!(scratch.names(), ["events.csv", "rally.svg", "recording.mcap", "report.html", "summary.json"]);
}

#[test]
fn bug_a_full_disk_leaves_the_summary() {
    // A limit on the size of files stands for the full disk: both are writes that fail. Symptom: the recording had
    // taken all the space, and there was no summary.
    let scratch = Scratch::new("ends_full");
    let line = ["play", "planar-noisy", "--points", "200", "--record", &scratch.path("")];
    let output = in_shell("ulimit -f 64; ", "").args(line).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{message}");
    for words in ["error: ", "recording.mcap: recording stopped after", "report.html", "File too large"] {
        assert!(message.contains(words), "{message}");
    }
    assert!(!message.contains("panicked"), "{message}");
    assert_eq!(scratch.names(), ["recording.mcap", "summary.json"], "whole, or not at all");
    let summary: Value = serde_json::from_str(&scratch.read("summary.json")).unwrap();
    assert_eq!((&summary["points_played"], &summary["interrupted"]), (&200.into(), &false.into()));
    let counted = run(&["view", "--recount", &scratch.path("")]);
    assert_eq!(counted.code, Some(0), "{}", counted.stderr);
    assert!(counted.stderr.contains("did not come to its end"), "{}", counted.stderr);
}

#[test]
fn law_a_disk_that_is_full_before_the_session_keeps_the_earlier_record() {
    let scratch = Scratch::new("ends_full_before");
    succeed(&["play", "planar-noisy", "--points", "2", "--record", &scratch.path("")]);
    let before = scratch.contents("");
    let line = ["play", "planar-noisy", "--points", "2", "--force", "--record", &scratch.path("")];
    let output = in_shell("ulimit -f 16; ", "").args(line).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("--record") && message.contains("File too large"), "{message}");
    assert!(scratch.contents("") == before, "{:?}", scratch.names());
}

#[cfg(target_os = "linux")]
#[test]
fn bug_a_recording_that_stops_is_no_panic_without_a_standard_error() {
    // The warning comes from a thread of its own. Symptom: the writing thread panicked.
    for to in ["2>/dev/full", "2>&-"] {
        let scratch = Scratch::new("ends_silent");
        let line = ["play", "planar-noisy", "--points", "200", "--record", &scratch.path("")];
        let output = in_shell("ulimit -f 64; ", to).args(line).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{to}");
        assert_eq!(scratch.names(), ["recording.mcap", "summary.json"], "{to}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn law_the_page_is_served_without_a_standard_error() {
    let scratch = Scratch::new("ends_silent_page");
    let child = long_session_by(in_shell("", "2>/dev/full"), &scratch, &["--view", "--no-open", "--speed", "max"]);
    send_twice("-TERM", &child);
    assert_whole_record(&scratch, &child.wait_with_output().unwrap());
}
