//! The house's language: lines that fit a screen, and the field's words in place of private ones.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use std::fs;
use std::path::{Path, PathBuf};

/// Columns that a line of code, comment or prose may have.
const COLUMNS: usize = 120;
/// Text files, by the end of their names: those that people write, then data and pictures.
const TEXT: [&str; 13] = ["rs", "ts", "mjs", "css", "html", "py", "toml", "md", "json", "urdf", "csv", "svg", ""];
/// Folders that hold no text of ours: build products and fetched packages.
const FOREIGN: [&str; 4] = ["target", "node_modules", ".git", "packed"];
/// Licences, and a list of packages, which others wrote.
const OTHERS: [&str; 4] = ["LICENSE-APACHE", "LICENSE-MIT", "LICENSE", "package-lock.json"];

/// The left column of the vocabulary, in lower case: forms of a word, and the field's word. They may be no word of
/// prose, of a name or of a file's name; a name's words end at `_` and where the case changes.
#[rustfmt::skip]
const PRIVATE: [(&str, &str); 34] = [
    ("forecast forecasts forecasting", "prediction"),
    ("foretold foretell foretells foretelling", "predicted, predict"),
    ("sight sights", "measurement"),
    ("sighting sightings", "detection"),
    ("gaze gazes watcher watchers eyes", "BallPerception, sensors"),
    ("lookout lookouts", "CameraRig"),
    ("glimpse glimpses", "SceneFrame"),
    ("nursery nurseries", "TrackInitiator"),
    ("raise raises raised raising", "initiate (a track), or increase"),
    ("belief beliefs", "Priors"),
    ("surprise surprises surprised surprising", "Mahalanobis distance"),
    ("misfit misfits", "residual or loss"),
    ("doubt doubts doubted", "threshold"),
    ("grasp grasps grasped", "HitConfiguration"),
    ("rota rotas", "CandidateQueue"),
    ("stance stances", "Pose2"),
    ("errand errands", "RoutePlanner"),
    ("mind minds", "behavior, or consider"),
    ("happening happenings", "Event or SessionEvent"),
    ("draft drafts", "a builder, or a first plan"),
    ("seat seats seated", "Robot"),
    ("chorus", "Tee"),
    ("unheard", "NullRecorder"),
    ("heard", "Message"),
    ("fate fates", "Disturbances"),
    ("helm helms", "Steering"),
    ("easel easels", "picture lock"),
    ("rub rubs rubbed rubbing", "push"),
    ("beside", "next to, compared with or versus"),
    ("shall", "should, must or to"),
    ("tells", "reports, prints or returns"),
    ("reckon reckons reckoned reckoning", "compute, estimate or assume"),
    ("whoever", "anything that, anyone who"),
    ("he him his", "they, their, or the opponent"),
];

/// Names of which each word alone is common English, and what they were replaced by.
const PRIVATE_NAMES: [(&str, &str); 5] = [
    ("court_room", "CollisionChecker"),
    ("keeps_clear", "a name that says what stays clear of what"),
    ("keeps_off", "a name that says what stays clear of what"),
    ("keeping_off", "a name that says what stays clear of what"),
    ("stays_clear", "a name that says what stays clear of what"),
];

/// Common English that may not be the whole name of a type.
const NO_TYPE: [&str; 5] = ["work", "orders", "story", "place", "drive"];
/// Common English that may be no word of a type's name, nor of a field of a recording.
const IN_NO_TYPE: [&str; 3] = ["way", "told", "guess"];

/// Phrases of prose, by what they were replaced; a line's end may be between their words.
const PHRASES: [(&str, &str); 3] =
    [("nine in ten", "90 %"), ("is asked for", "requires"), ("are asked for", "require")];

/// Where a private word may stand, and why: the file, the word (any where empty), the reason.
const ALLOWED: [(&str, &str, &str); 8] = [
    ("crates/multiball/tests/law_language.rs", "", "this list"),
    ("CHANGELOG.md", "", "history: it names what was renamed"),
    ("data/oracle/make_random_shots.py", "raise", "a keyword of Python"),
    ("data/oracle/check_recording.py", "raises", "Python's word for its errors"),
    ("data/oracle/check_recording.py", "draft", "a class of the package jsonschema"),
    ("CONVENTIONS.md", "rubbing", "the glossary says once what paper 004 calls a push"),
    ("crates/multiball/src/opponent/human.rs", "stance", "how far apart a person's feet are"),
    ("crates/multiball/src/opponent/posture.rs", "stance", "how far apart a person's feet are"),
];
/// Words before which a private word is the field's own, and why.
const ALLOWED_AFTER: [(&str, &str, &str); 2] =
    [("of", "sight", "a line of sight is geometry"), ("org", "draft", "the address of JSON Schema's drafts")];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// All files of the project below a folder.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let hidden = name.starts_with('.') && name != ".ci";
        if path.is_dir() {
            if !hidden && !FOREIGN.contains(&name.as_str()) {
                files(&path, found);
            }
        } else if !hidden && !OTHERS.contains(&name.as_str()) {
            found.push(path);
        }
    }
}

/// Path from the root of every file, and the text of those that are text.
fn texts() -> Vec<(String, Option<String>)> {
    let (root, mut found) = (root(), Vec::new());
    files(&root, &mut found);
    found.sort();
    let text = |path: PathBuf| {
        let name = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
        let ending = path.extension().map_or_else(String::new, |ending| ending.to_string_lossy().into_owned());
        let is_text = TEXT.contains(&ending.as_str());
        (name, if is_text { fs::read_to_string(path).ok() } else { None })
    };
    found.into_iter().map(text).collect()
}

/// Data is no prose: it is generated or measured.
fn is_data(name: &str) -> bool {
    [".json", ".urdf", ".csv", ".svg"].iter().any(|ending| name.ends_with(ending))
}

#[test]
fn law_no_line_exceeds_120_columns() {
    let mut long = Vec::new();
    for (name, text) in texts().into_iter().filter(|(name, _)| !is_data(name)) {
        let text = text.unwrap_or_default();
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

/// A word of a text in lower case, the word before it, and its line from 1.
struct Word {
    word: String,
    before: String,
    line: usize,
}

/// The names in a line: runs of letters, digits and `_`.
fn names(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|name| !name.is_empty())
}

/// The words of a name in lower case: they end at `_`, at digits, and where the case changes, as in `BallURDFFile`.
fn words_of(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let mut words = vec![String::new()];
    for (i, letter) in letters.iter().enumerate() {
        let (before, after) = (i.checked_sub(1).map(|i| letters[i]), letters.get(i + 1));
        let lower_before = before.is_some_and(char::is_lowercase);
        let last_capital = before.is_some_and(char::is_uppercase) && after.is_some_and(|after| after.is_lowercase());
        if !letter.is_alphabetic() || letter.is_uppercase() && (lower_before || last_capital) {
            words.push(String::new());
        }
        if letter.is_alphabetic() {
            words.last_mut().unwrap().extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// All words of a text.
fn words(text: &str) -> Vec<Word> {
    let mut found: Vec<Word> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        for word in names(line).flat_map(words_of) {
            let before = found.last().map_or_else(String::new, |last| last.word.clone());
            found.push(Word { word, before, line: number + 1 });
        }
    }
    found
}

/// The names of types that a line declares.
fn types(line: &str) -> impl Iterator<Item = &str> {
    const KINDS: [&str; 6] = ["struct", "enum", "trait", "type", "class", "interface"];
    let declared = names(line).zip(names(line).skip(1)).filter(|(kind, _)| KINDS.contains(kind)).map(|(_, name)| name);
    declared.filter(|name| name.starts_with(char::is_uppercase))
}

/// The name of the field that a line in a schema of recordings declares.
fn field<'a>(file: &str, line: &'a str) -> Option<&'a str> {
    let is_schema = file.starts_with("crates/multiball-record/src/schemas/");
    let (key, _) = line.trim().strip_prefix('"')?.split_once("\":")?;
    is_schema.then_some(key)
}

/// What to say in place of a word.
fn instead_of(word: &str) -> Option<&'static str> {
    let has = |(forms, _): &&(&str, &str)| forms.split(' ').any(|form| form == word);
    PRIVATE.iter().find(has).map(|(_, instead)| *instead)
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

fn is_allowed(file: &str, word: &str, before: &str) -> bool {
    ALLOWED.iter().any(|(place, only, _)| file == *place && (only.is_empty() || *only == word))
        || ALLOWED_AFTER.iter().any(|(first, only, _)| before == *first && word == *only)
}

/// The private words of a text, with their lines.
fn private_words(file: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for Word { word, before, line } in words(text) {
        if let Some(instead) = instead_of(&word).filter(|_| !is_allowed(file, &word, &before)) {
            found.push(format!("{file}:{line}: `{word}`, say {instead}"));
        }
    }
    for (number, line) in text.lines().enumerate() {
        for name in names(line) {
            let snake = format!("_{}_", words_of(name).join("_"));
            let private = PRIVATE_NAMES.iter().find(|(private, _)| snake.contains(&format!("_{private}_")));
            if let Some((_, instead)) = private.filter(|_| !is_allowed(file, "", "")) {
                found.push(format!("{file}:{}: `{name}`, say {instead}", number + 1));
            }
        }
        let whole = |name: &&str| NO_TYPE.contains(&words_of(name).join("_").as_str());
        let part = |name: &&str| words_of(name).iter().any(|word| IN_NO_TYPE.contains(&word.as_str()));
        let types = types(line).filter(|name| whole(name) || part(name));
        for name in types.chain(field(file, line).filter(part)).filter(|_| !is_allowed(file, "", "")) {
            found.push(format!("{file}:{}: `{name}` needs a name of its own", number + 1));
        }
    }
    for (phrase, instead) in PHRASES {
        if let Some(line) = line_with_phrase(text, phrase).filter(|_| !is_allowed(file, phrase, "")) {
            found.push(format!("{file}:{line}: `{phrase}`, say {instead}"));
        }
    }
    found
}

#[test]
fn law_private_words_are_gone() {
    let texts = texts();
    let read = texts.iter().filter(|(_, text)| text.is_some()).count();
    assert!(read > 900 && texts.len() > read + 10, "{read} texts of {} files", texts.len());
    let mut found = Vec::new();
    for (name, text) in &texts {
        found.extend(
            words(name).iter().filter(|word| !is_allowed(name, &word.word, &word.before)).filter_map(|word| {
                Some(format!("{name}: its name has `{}`, say {}", word.word, instead_of(&word.word)?))
            }),
        );
        found.extend(text.iter().flat_map(|text| private_words(name, text)));
    }
    assert!(found.is_empty(), "{} private words:\n{}", found.len(), found.join("\n"));
}

#[test]
fn law_private_words_are_found_in_any_case_and_name() {
    for text in [
        "It Tells all",
        "Whoever comes",
        "struct ToldNumber {",
        "let ball_sight = 1;",
        "BallForecast",
        "SIGHT_M",
        "interface HitWay {",
        "enum Work {",
        "CourtRoomKind",
        "struct Place;",
        "fn raised_by()",
        "HTTPWatcher2",
        "`Fate`",
        "out of sight lines, a sight",
        "RUBS",
        "nine in\n/// ten of them",
    ] {
        assert_eq!(private_words("some/file.rs", text).len(), 1, "{text}");
    }
    for text in
        ["a line of\n/// sight", "told by data sheets", "a place to stand", "the way home", "besides", "strategy"]
    {
        assert_eq!(private_words("some/file.rs", text), [""; 0], "{text}");
    }
    let schema = "crates/multiball-record/src/schemas/stage.json";
    assert_eq!(private_words(schema, "     \"told\": {").len(), 1);
}
