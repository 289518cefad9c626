//! `play --record` destroys nothing: a run that cannot begin leaves every byte of the folder, and no run touches the
//! files of others.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::process::Stdio;

use crate::support::{Scratch, assert_is_whole_page, command, refuses, succeed};

/// A short session of planar robots, recorded in the folder `out`.
fn planar(scratch: &Scratch, more: &[&str]) -> Vec<String> {
    let line = ["play", "planar-noisy", "--points", "2", "--record", &scratch.path("out")];
    line.iter().chain(more).map(|word| (*word).to_owned()).collect()
}

/// A serve, recorded in the folder `out`.
fn serve(scratch: &Scratch, more: &[&str]) -> Vec<String> {
    let line = ["play", "serve-practice", "--points", "1", "--record", &scratch.path("out")];
    line.iter().chain(more).map(|word| (*word).to_owned()).collect()
}

/// A folder with the record of planar robots, and a file of the user's own.
fn with_record(test: &str) -> Scratch {
    let scratch = Scratch::new(test);
    succeed(&planar(&scratch, &["--seed", "7"]));
    scratch.write("out/notes.txt", "mine\n");
    scratch
}

/// A folder with these files.
fn with_files(test: &str, files: &[(&str, &str)]) -> Scratch {
    let scratch = Scratch::new(test);
    std::fs::create_dir(scratch.path("out")).unwrap();
    for (name, text) in files {
        scratch.write(&format!("out/{name}"), text);
    }
    scratch
}

/// Checks that the run is refused, and that the folder is as it was.
fn refuses_and_keeps(scratch: &Scratch, line: &[String], words: &[&str]) {
    let before = scratch.contents("out");
    refuses(line, words);
    assert!(scratch.contents("out") == before, "{line:?}: the folder has changed");
}

/// What can be wrong with a run, and a word of the message.
const BAD: [(&[&str], &str); 10] = [
    (&["--view", "--no-open", "--token", "short"], "token"),
    (&["--view", "--no-open", "--listen", "192.0.2.1"], "192.0.2.1"),
    // An option of how the page is served asks for the page, with a display or without one.
    (&["--no-open", "--token", "short"], "token"),
    (&["--no-view", "--port", "0"], "--no-view"),
    (&["--no-view", "--no-open"], "--no-view"),
    (&["--no-view", "--speed", "2"], "--speed"),
    (&["--set", "noise.racket=1"], "--set"),
    (&["--set", "play.points=-1"], "--set"),
    (&["--threads", "0"], "--threads"),
    (&["--points", "0"], "--points"),
];

#[test]
fn bug_a_run_that_cannot_begin_leaves_the_earlier_record() {
    // Symptom: with `--token short` or a busy port the exit code was 2 and the earlier record gone. Cause: its files
    // were removed before the page was served, and before the hall was built.
    let scratch = with_record("kept_bad");
    for (bad, word) in BAD {
        refuses_and_keeps(&scratch, &planar(&scratch, &[&["--force"], bad].concat()), &[word]);
    }
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let busy = ["--force", "--view", "--no-open", "--port", &port];
    refuses_and_keeps(&scratch, &planar(&scratch, &busy), &[&port, "in use"]);
    let absent = ["--force", "--set", "player.robot=absent.urdf"];
    refuses_and_keeps(&scratch, &serve(&scratch, &absent), &["absent.urdf"]);
    let unknown = ["play", "plenar", "--force", "--record", &scratch.path("out")].map(String::from);
    refuses_and_keeps(&scratch, &unknown, &["plenar"]);
}

#[test]
fn law_a_run_that_cannot_begin_leaves_no_folder() {
    let scratch = Scratch::new("kept_no_folder");
    let folder = scratch.path("deep/out");
    for (bad, word) in BAD {
        refuses(&[&["play", "planar-noisy", "--record", &folder], bad].concat(), &[word]);
        assert!(scratch.names().is_empty(), "{bad:?} left {:?}", scratch.names());
    }
}

#[test]
fn law_an_existing_record_is_replaced_with_force_only() {
    let scratch = with_record("kept_force");
    for line in [planar(&scratch, &[]), serve(&scratch, &[])] {
        refuses_and_keeps(&scratch, &line, &["--record", "recording.mcap", "--force"]);
    }
    let before = scratch.contents("out");
    succeed(&planar(&scratch, &["--force", "--seed", "8"]));
    for ((name, old), (now, new)) in before.iter().zip(scratch.contents("out")) {
        assert_eq!(*name, now);
        assert_eq!(*old == new, name == "notes.txt", "{name}");
    }
    // Without its recording, the summary is still of an earlier session.
    std::fs::remove_file(scratch.path("out/recording.mcap")).unwrap();
    refuses_and_keeps(&scratch, &serve(&scratch, &[]), &["summary.json", "--force"]);
}

#[test]
fn law_files_of_an_earlier_session_do_not_stay_next_to_the_new_recording() {
    let scratch = with_record("kept_stale");
    succeed(&serve(&scratch, &["--force"]));
    let names: Vec<String> = scratch.contents("out").into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["notes.txt", "recording.mcap", "report.html", "summary.json"]);
}

#[test]
fn bug_what_is_left_of_an_earlier_session_goes_with_force_only() {
    // Symptom: without recording, summary and report, the events and the picture of planar robots were removed by a
    // session that writes none. Cause: only the files that it would write were checked.
    let scratch = with_record("kept_left");
    for name in ["recording.mcap", "summary.json", "report.html"] {
        std::fs::remove_file(scratch.path(&format!("out/{name}"))).unwrap();
    }
    refuses_and_keeps(&scratch, &serve(&scratch, &[]), &["events.csv", "--force"]);
    std::fs::remove_file(scratch.path("out/events.csv")).unwrap();
    refuses_and_keeps(&scratch, &serve(&scratch, &[]), &["rally.svg", "--force"]);
}

#[test]
fn bug_a_recording_of_another_program_stays() {
    // Symptom: `--force` replaced any file called recording.mcap.
    let ours = with_record("kept_ours");
    let bytes = std::fs::read(ours.path("out/recording.mcap")).unwrap();
    let scratch = with_files("kept_mcap", &[]);
    let mut foreign = bytes.clone();
    foreign[8 + 9 + 4 + 4] = b'M';
    for foreign in [b"rosbag".as_slice(), b"\x89MCAP1", &foreign] {
        std::fs::write(scratch.path("out/recording.mcap"), foreign).unwrap();
        for more in [&[][..], &["--force"]] {
            refuses_and_keeps(
                &scratch,
                &planar(&scratch, more),
                &["recording.mcap is not of `multiball play`", "kept"],
            );
        }
    }
    // What a killed run left, even of its first bytes, is ours.
    for end in [4, 30, 300] {
        std::fs::write(scratch.path("out/recording.mcap"), &bytes[..end]).unwrap();
        refuses_and_keeps(&scratch, &planar(&scratch, &[]), &["recording.mcap of an earlier session", "--force"]);
        succeed(&planar(&scratch, &["--force"]));
        for name in ["summary.json", "report.html", "events.csv", "rally.svg"] {
            std::fs::remove_file(scratch.path(&format!("out/{name}"))).unwrap();
        }
    }
}

#[cfg(unix)]
#[test]
fn bug_a_record_that_cannot_be_replaced_whole_stays_whole() {
    // Folders in the places of hidden names stand for files that may not be moved, as of another user in a sticky
    // folder. Symptom: the earlier recording was gone, and no session began.
    for hidden in ["summary.json", "rally.svg", "recording.mcap"] {
        let scratch = with_record("kept_sticky");
        let before = scratch.contents("out");
        let block = format!("mkdir '{}'/.{hidden}.$$.part; ", scratch.path("out"));
        let output = crate::support::in_shell(&block, "").args(planar(&scratch, &["--force"])).output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(hidden) && message.contains("cannot "), "{message}");
        let entries = std::fs::read_dir(scratch.path("out")).unwrap().map(|entry| entry.unwrap().path());
        entries.filter(|path| path.is_dir()).for_each(|path| std::fs::remove_dir(path).unwrap());
        assert!(scratch.contents("out") == before, "{hidden}: the folder has changed");
    }
}

#[test]
fn bug_a_user_s_own_events_and_pictures_stay() {
    // Symptom: `play --record` removed every events.csv and rally.svg, of any program, even where it writes
    // none itself.
    let mine = [("events.csv", "day,event\n1,cup\n"), ("rally.svg", "<svg/>"), ("recording.mcap.bak", "old")];
    let scratch = with_files("kept_own", &mine);
    for more in [&[][..], &["--force"]] {
        refuses_and_keeps(&scratch, &planar(&scratch, more), &["events.csv", "is not of `multiball play`"]);
    }
    for more in [&[][..], &["--force"]] {
        succeed(&serve(&scratch, more));
        for (name, text) in mine {
            assert_eq!(scratch.read(&format!("out/{name}")), text, "{name}");
        }
        assert_is_whole_page(&scratch.read("out/report.html"));
    }
}

#[test]
fn law_a_file_of_others_in_the_place_of_ours_is_refused() {
    for name in ["summary.json", "report.html", "events.csv", "rally.svg"] {
        for text in
            ["", "mine\n", "{\"version\":1,\"day\":\"today\"}\n", "<!DOCTYPE html>\n<title>multiball play</title>\n"]
        {
            let scratch = with_files("kept_others", &[(name, text)]);
            for more in [&[][..], &["--force"]] {
                refuses_and_keeps(&scratch, &planar(&scratch, more), &["--record", name, "kept"]);
            }
        }
    }
}

#[test]
fn law_a_folder_in_the_place_of_a_file_is_refused() {
    for name in ["recording.mcap", "summary.json", "rally.svg"] {
        let scratch = Scratch::new("kept_folders");
        std::fs::create_dir_all(scratch.path("out").as_str().to_owned() + "/" + name).unwrap();
        refuses(&planar(&scratch, &["--force"]), &["--record", name, "folder"]);
        assert_eq!(std::fs::read_dir(scratch.path("out")).unwrap().count(), 1);
    }
}

#[cfg(unix)]
#[test]
fn bug_a_link_in_the_place_of_a_file_is_not_followed() {
    // Symptom: a link at recording.mcap was followed, and its target emptied.
    for name in ["recording.mcap", "summary.json", "report.html", "events.csv", "rally.svg"] {
        for target in ["target", "absent"] {
            let scratch = with_files("kept_links", &[]);
            scratch.write("target", "precious\n");
            let link = scratch.path(&format!("out/{name}"));
            std::os::unix::fs::symlink(scratch.path(target), &link).unwrap();
            for more in [&[][..], &["--force"]] {
                refuses(&planar(&scratch, more), &["--record", name, "is a link"]);
            }
            assert_eq!(std::fs::read_link(&link).unwrap().to_str().unwrap(), scratch.path(target));
            assert_eq!(std::fs::read_dir(scratch.path("out")).unwrap().count(), 1, "nothing next to it");
            assert_eq!(
                (scratch.read("target").as_str(), scratch.names()),
                ("precious\n", vec!["out".into(), "target".into()])
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn law_a_link_that_no_file_of_the_session_replaces_stays() {
    let scratch = with_record("kept_other_link");
    std::fs::rename(scratch.path("out/events.csv"), scratch.path("target")).unwrap();
    std::os::unix::fs::symlink(scratch.path("target"), scratch.path("out/events.csv")).unwrap();
    let before = scratch.read("target");
    succeed(&serve(&scratch, &["--force"]));
    assert!(std::fs::read_link(scratch.path("out/events.csv")).is_ok() && scratch.read("target") == before);
}

#[cfg(target_os = "linux")]
#[test]
fn law_a_folder_that_takes_no_files_is_refused() {
    // Nobody can make files there, not even the superuser.
    for folder in ["/proc", "/proc/multiball"] {
        refuses(&["play", "planar-noisy", "--points", "2", "--record", folder], &["--record", folder]);
    }
}

#[test]
fn law_of_runs_that_begin_together_one_records() {
    let scratch = Scratch::new("kept_together");
    let begin = || {
        let line = ["play", "planar-noisy", "--points", "60", "--record", &scratch.path("out")];
        command().args(line).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let runs = [begin(), begin(), begin()].map(|run| run.wait_with_output().unwrap());
    let mut codes = runs.each_ref().map(|run| run.status.code());
    codes.sort_unstable();
    assert_eq!(codes, [Some(0), Some(2), Some(2)], "{runs:?}");
    for refused in runs.iter().filter(|run| run.status.code() == Some(2)) {
        let message = String::from_utf8_lossy(&refused.stderr);
        assert!(message.contains("is locked by another run") || message.contains("earlier session"), "{message}");
    }
    let counted = crate::support::json(&["view", "--recount", "--json", &scratch.path("out")]);
    assert_eq!((&counted["agrees"], &counted["points"]), (&true.into(), &60.into()));
}
