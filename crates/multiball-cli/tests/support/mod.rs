//! Running the binary as a user does, and folders that vanish afterwards.

#![allow(dead_code, reason = "each test file uses its own share of these helpers")]
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// A push with light backspin over the net: the flags of an ordinary shot.
pub(crate) const PUSH: [(&str, &str); 3] =
    [("--position-m", "-1.3,0.1,0.16"), ("--velocity-m-s", "5.3,-0.7,1.7"), ("--spin-rad-s", "0,-100,0")];

/// The path of the binary.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_multiball");

/// The binary, with nothing to read and nothing of the caller's terminal in its environment.
pub(crate) fn command() -> Command {
    let mut command = Command::new(PROGRAM);
    command.stdin(Stdio::null()).env_remove("COLUMNS");
    command
}

/// The binary in a shell that first runs `before`, and redirects its streams.
pub(crate) fn in_shell(before: &str, redirection: &str) -> Command {
    let mut bash = Command::new("bash");
    bash.args(["-c", &format!("{before}exec \"$0\" \"$@\" {redirection}"), PROGRAM]).stdin(Stdio::null());
    bash
}

/// What a finished run left.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs the binary to its end.
pub(crate) fn run<S: AsRef<str>>(arguments: &[S]) -> Run {
    let output = command().args(arguments.iter().map(AsRef::as_ref)).output().unwrap();
    Run {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Runs the binary, which must succeed, and returns its standard output.
pub(crate) fn succeed<S: AsRef<str>>(arguments: &[S]) -> String {
    let run = run(arguments);
    assert_eq!(run.code, Some(0), "{}\n{}", shown(arguments), run.stderr);
    run.stdout
}

/// Runs the binary, which must succeed with one JSON document and nothing else on standard output.
pub(crate) fn json<S: AsRef<str>>(arguments: &[S]) -> Value {
    let text = succeed(arguments);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}\n{text}", shown(arguments)))
}

/// Runs the binary, which must fail with one of these exit codes and one message that holds all these words.
pub(crate) fn fails<S: AsRef<str>>(codes: &[i32], arguments: &[S], words: &[&str]) {
    let Run { code, stdout, stderr } = run(arguments);
    let shown = shown(arguments);
    assert!(code.is_some_and(|code| codes.contains(&code)), "{shown}: exit code {code:?}\n{stderr}");
    assert_eq!(stdout, "", "{shown}: standard output must stay empty");
    assert!(!stderr.contains("panicked"), "{shown}\n{stderr}");
    assert!(stderr.starts_with("error: "), "{shown}\n{stderr}");
    assert_eq!(stderr.matches("error: ").count(), 1, "{shown}: one message\n{stderr}");
    for word in words {
        assert!(stderr.contains(word), "{shown}: the message should hold `{word}`\n{stderr}");
    }
}

/// Runs the binary, which must refuse its input.
pub(crate) fn refuses<S: AsRef<str>>(arguments: &[S], words: &[&str]) {
    fails(&[2], arguments, words);
}

/// The push, with some flags changed or added.
pub(crate) fn push_with(changes: &[(&str, &str)]) -> Vec<String> {
    let changed = |flag: &str| changes.iter().any(|(other, _)| *other == flag);
    let kept = PUSH.iter().filter(|(flag, _)| !changed(flag));
    let pairs = kept.chain(changes).flat_map(|(flag, value)| [(*flag).to_owned(), (*value).to_owned()]);
    std::iter::once("shot".to_owned()).chain(pairs).collect()
}

/// A command as one would type it.
pub(crate) fn shown<S: AsRef<str>>(arguments: &[S]) -> String {
    let words: Vec<&str> = arguments.iter().map(AsRef::as_ref).collect();
    format!("multiball {}", words.join(" "))
}

/// Checks that a page needs nothing but itself, and that its parts have names of their own.
pub(crate) fn assert_is_whole_page(html: &str) {
    assert!(html.starts_with("<!DOCTYPE html>") && html.ends_with("</html>\n"));
    for loads in ["http:", "https:", "//cdn", " src=", "<script", "<link", "<img", "<iframe", "@import", "url("] {
        assert!(!html.contains(loads), "the page holds `{loads}`");
    }
    for odd in ["NaN", "inf\"", ">-0 s"] {
        assert!(!html.contains(odd), "the page says `{odd}`");
    }
    let ids = attributes(html, "id");
    for (index, id) in ids.iter().enumerate() {
        assert!(!ids[..index].contains(id), "two parts are called {id}");
    }
    for link in attributes(html, "href") {
        let inside = link.strip_prefix('#').is_some_and(|id| ids.contains(&id));
        assert!(inside, "{link} is no part of the page");
    }
}

/// Checks a page, and which parts it has and has not.
pub(crate) fn assert_page_parts(page: &str, present: &[&str], absent: &[&str]) {
    assert_is_whole_page(page);
    let ids = attributes(page, "id");
    for id in present {
        assert!(ids.contains(id), "no {id} among {ids:?}");
    }
    for id in absent {
        assert!(!ids.contains(id), "{id}, which has no content");
    }
}

/// The values of all attributes of a name.
pub(crate) fn attributes<'a>(html: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    html.split(&start).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// The last part of a path.
fn name_of(path: &Path) -> String {
    path.file_name().unwrap().to_str().unwrap().to_owned()
}

/// The repository's folder.
pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// An empty folder that is removed at the end of its test, also when the test fails.
#[derive(Debug)]
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// A folder for the test of this name.
    pub(crate) fn new(test: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("multiball-{}-{test}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    /// The path of something in it, as text for the command line.
    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    /// Writes a file into it and returns its path.
    pub(crate) fn write(&self, name: &str, text: &str) -> String {
        std::fs::write(self.0.join(name), text).unwrap();
        self.path(name)
    }

    /// The text of a file in it.
    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }

    /// The names of everything directly in it, hidden files too, in order.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Names and bytes of all files in one of its folders, in order.
    pub(crate) fn contents(&self, folder: &str) -> Vec<(String, Vec<u8>)> {
        let entries = std::fs::read_dir(self.0.join(folder)).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<_> = entries.map(|path| (name_of(&path), std::fs::read(&path).unwrap())).collect();
        files.sort();
        files
    }

    /// The folder itself.
    pub(crate) fn folder(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Best effort: a folder left in the system's temporary folder harms no other test.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
