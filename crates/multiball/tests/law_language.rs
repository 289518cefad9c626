//! The house's language: lines that fit a screen, and the field's words in place of private ones.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use std::fs;
use std::path::{Path, PathBuf};

/// Columns that a line of code, comment or prose may have.
const COLUMNS: usize = 120;
/// Text files that people write, by the end of their names.
const WRITTEN: [&str; 11] = ["rs", "ts", "mjs", "css", "html", "py", "toml", "md", "json", "urdf", ""];
/// Folders that hold no text of ours: build products, fetched packages, measured data.
const FOREIGN: [&str; 6] = ["target", "node_modules", ".git", "packed", "balls", "flights"];
/// Licences, which others wrote.
const LICENCES: [&str; 3] = ["LICENSE-APACHE", "LICENSE-MIT", "LICENSE"];

/// A private word, by what it was replaced.
struct Private {
    /// The word, as an identifier or in prose: letters of this case, between word boundaries.
    word: &'static str,
    /// The field's word.
    instead: &'static str,
}

/// The left column of the vocabulary: names of types first, then words of prose and of formats.
#[rustfmt::skip]
const PRIVATE: [Private; 66] = [
    Private { word: "Forecast", instead: "Prediction" },
    Private { word: "forecast", instead: "prediction" },
    Private { word: "foretold", instead: "predicted" },
    Private { word: "foretell", instead: "predict" },
    Private { word: "foretells", instead: "predicts" },
    Private { word: "foretelling", instead: "prediction" },
    Private { word: "Sight", instead: "Measurement" },
    Private { word: "BallSight", instead: "BallTruth" },
    Private { word: "Sighting", instead: "Detection" },
    Private { word: "sighting", instead: "detection" },
    Private { word: "Gaze", instead: "BallPerception" },
    Private { word: "gaze", instead: "perception" },
    Private { word: "Watcher", instead: "BallPerception" },
    Private { word: "Eyes", instead: "BallPerception" },
    Private { word: "Lookout", instead: "CameraRig" },
    Private { word: "lookout", instead: "camera_rig" },
    Private { word: "Glimpse", instead: "SceneFrame" },
    Private { word: "glimpse", instead: "scene_frame" },
    Private { word: "Nursery", instead: "TrackInitiator" },
    Private { word: "nursery", instead: "track initiator" },
    Private { word: "Beliefs", instead: "Priors" },
    Private { word: "beliefs", instead: "priors" },
    Private { word: "Guess", instead: "Gaussian" },
    Private { word: "misfit", instead: "residual or loss" },
    Private { word: "Grasp", instead: "HitConfiguration" },
    Private { word: "CourtRoom", instead: "CollisionChecker" },
    Private { word: "Rota", instead: "CandidateQueue" },
    Private { word: "keeps_clear", instead: "a name that says what stays clear of what" },
    Private { word: "keeps_off", instead: "a name that says what stays clear of what" },
    Private { word: "stays_clear", instead: "a name that says what stays clear of what" },
    Private { word: "Stance", instead: "Pose2" },
    Private { word: "Errand", instead: "RoutePlanner" },
    Private { word: "Happening", instead: "Event or SessionEvent" },
    Private { word: "HappeningAt", instead: "EventAt" },
    Private { word: "HAPPENING", instead: "EVENT" },
    Private { word: "happenings", instead: "events" },
    Private { word: "Draft", instead: "StrokeRecordBuilder" },
    Private { word: "Seat", instead: "Robot" },
    Private { word: "Chorus", instead: "Tee" },
    Private { word: "Unheard", instead: "NullRecorder" },
    Private { word: "Told", instead: "Message" },
    Private { word: "Heard", instead: "Message" },
    Private { word: "Fate", instead: "Disturbances" },
    Private { word: "Helm", instead: "Steering" },
    Private { word: "easel", instead: "picture lock" },
    Private { word: "SIGHT", instead: "MEASUREMENT" },
    Private { word: "surprise", instead: "Mahalanobis distance" },
    Private { word: "SURPRISING", instead: "Mahalanobis distance" },
    Private { word: "doubt", instead: "threshold" },
    Private { word: "DOUBT", instead: "threshold" },
    Private { word: "RUBS", instead: "push" },
    Private { word: "shall", instead: "should, must or to" },
    Private { word: "beside", instead: "next to, compared with or versus" },
    Private { word: "tells", instead: "reports, prints or returns" },
    Private { word: "reckon", instead: "compute, estimate or assume" },
    Private { word: "reckons", instead: "computes, estimates or assumes" },
    Private { word: "whoever", instead: "anything that, anyone who" },
    Private { word: "foretold_s", instead: "predicted_s" },
    Private { word: "rub", instead: "push" },
    Private { word: "rubs", instead: "pushes" },
    Private { word: "rubbing", instead: "push" },
    Private { word: "raise", instead: "initiate (a track), or increase" },
    Private { word: "raises", instead: "initiates (a track), or increases" },
    Private { word: "raised", instead: "initiated (a track), or increased" },
    Private { word: "mind", instead: "behavior, or consider" },
    Private { word: "minds", instead: "considers" },
];

/// Phrases of prose, by what they were replaced; a line's end may be between their words.
const PHRASES: [(&str, &str); 3] =
    [("nine in ten", "90 %"), ("is asked for", "requires"), ("are asked for", "require")];

/// Where a private word may stand, and why.
const ALLOWED: [(&str, &str, &str); 5] = [
    ("crates/multiball/tests/law_language.rs", "", "this list"),
    ("CHANGELOG.md", "", "history: it names what was renamed"),
    ("data/oracle/make_random_shots.py", "raise", "a keyword of Python"),
    ("data/oracle/check_recording.py", "raises", "Python's word for its errors"),
    ("CONVENTIONS.md", "rubbing", "the glossary says once what paper 004 calls a push"),
];

/// No type may have one of these names; the words themselves are common English.
const PRIVATE_TYPES: [&str; 5] = ["Way", "Work", "Orders", "Mind", "Story"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// All text files of the project below a folder, by their paths from the root.
fn written(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let ending = path.extension().map_or_else(String::new, |ending| ending.to_string_lossy().into_owned());
        let hidden = name.starts_with('.') && name != ".ci";
        if path.is_dir() {
            if !hidden && !FOREIGN.contains(&name.as_str()) {
                written(&path, found);
            }
        } else if !hidden && WRITTEN.contains(&ending.as_str()) && !LICENCES.contains(&name.as_str()) {
            found.push(path);
        }
    }
}

/// Path from the root, and text, of every file that people write.
fn texts() -> Vec<(String, String)> {
    let (root, mut found) = (root(), Vec::new());
    written(&root, &mut found);
    found.sort();
    let text = |path: PathBuf| {
        let name = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
        Some((name, fs::read_to_string(path).ok()?))
    };
    found.into_iter().filter_map(text).collect()
}

/// Data is not prose: generated JSON, and the lock file of the page.
fn is_data(name: &str) -> bool {
    name.ends_with(".json") || name.ends_with(".urdf")
}

#[test]
fn law_no_line_exceeds_120_columns() {
    let mut long = Vec::new();
    for (name, text) in texts().iter().filter(|(name, _)| !is_data(name)) {
        for (number, line) in text.lines().enumerate() {
            let columns = line.chars().count();
            let excepted = line.trim_start().starts_with('|') || line.contains("https://") || line.contains("http://");
            if columns > COLUMNS && !excepted {
                long.push(format!("{name}:{}: {columns} columns", number + 1));
            }
        }
    }
    assert!(long.is_empty(), "{} lines are too long:\n{}", long.len(), long.join("\n"));
}

/// Whether a text has a word between word boundaries, and in which line first.
fn line_with(text: &str, word: &str) -> Option<usize> {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let whole = |(at, _): &(usize, &str)| {
        !text[..*at].chars().next_back().is_some_and(part) && !text[at + word.len()..].chars().next().is_some_and(part)
    };
    let (at, _) = text.match_indices(word).find(whole)?;
    Some(text[..at].lines().count().max(1))
}

/// The first line, from 1, at which a phrase begins, which may go on in the next line.
fn line_with_phrase(text: &str, phrase: &str) -> Option<usize> {
    let lines: Vec<String> = text.lines().map(str::to_lowercase).collect();
    let in_lines = |i: usize| {
        let next = lines.get(i + 1).map_or("", |next| next.trim_start_matches([' ', '/', '!', '#', '*', '"']));
        let line = lines[i].trim_end_matches([' ', '\\']);
        format!("{line} {next}").contains(phrase)
    };
    (0..lines.len()).find(|i| in_lines(*i)).map(|i| i + 1)
}

#[test]
fn law_private_words_are_gone() {
    let allowed = |name: &str, word: &str| {
        ALLOWED.iter().any(|(file, only, _)| name == *file && (only.is_empty() || *only == word))
    };
    let mut found = Vec::new();
    for (name, text) in texts() {
        for Private { word, instead } in PRIVATE {
            if let Some(line) = line_with(&text, word).filter(|_| !allowed(&name, word)) {
                found.push(format!("{name}:{line}: `{word}`, say {instead}"));
            }
        }
        for (phrase, instead) in PHRASES {
            if let Some(line) = line_with_phrase(&text, phrase).filter(|_| !allowed(&name, phrase)) {
                found.push(format!("{name}:{line}: `{phrase}`, say {instead}"));
            }
        }
        for word in PRIVATE_TYPES {
            let declared = ["struct", "enum", "trait", "type", "class", "interface"];
            for kind in declared.map(|kind| format!("{kind} {word}")) {
                if let Some(line) = line_with(&text, &kind).filter(|_| !allowed(&name, word)) {
                    found.push(format!("{name}:{line}: `{kind}` needs a name of its own"));
                }
            }
        }
    }
    assert!(found.is_empty(), "{} private words:\n{}", found.len(), found.join("\n"));
}
