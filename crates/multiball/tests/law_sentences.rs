//! Sentences that users read: README, help, errors and other texts of the programs are short, without nested
//! parentheses.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use std::fs;
use std::path::{Path, PathBuf};

/// Words that a sentence may have.
const MOST_WORDS: usize = 30;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Source files of the programs and the library, by their paths from the root: tests are no text for users.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            sources(&path, found);
        } else if name.ends_with(".rs") && name != "tests.rs" && !name.ends_with("_laws.rs") {
            found.push(path);
        }
    }
}

/// Text of every source file, without its tests.
fn programs() -> Vec<(String, String)> {
    let (root, mut found) = (root(), Vec::new());
    for entry in fs::read_dir(root.join("crates")).unwrap() {
        sources(&entry.unwrap().path().join("src"), &mut found);
    }
    found.sort();
    let text = |path: PathBuf| {
        let name = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
        let whole = fs::read_to_string(path).unwrap();
        let text = whole.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned();
        (name, text)
    };
    found.into_iter().map(text).collect()
}

/// The string literals of a Rust text with their lines, as they are printed.
fn literals(text: &str) -> Vec<(usize, String)> {
    let (mut found, mut rest) = (Vec::new(), text);
    while let Some(at) = rest.find(['"', '/', '\'']) {
        let (before, here) = rest.split_at(at);
        let line = text[..text.len() - here.len()].lines().count().max(1);
        let hashes = before.len() - before.trim_end_matches('#').len();
        rest = if here.starts_with("//") {
            here.split_once('\n').map_or("", |(_, rest)| rest)
        } else if here.starts_with("'\"'") || here.starts_with("'\\") {
            &here[3..]
        } else if !here.starts_with('"') {
            &here[1..]
        } else if before.trim_end_matches('#').ends_with('r') {
            let (literal, rest) = here[1..].split_once(&format!("\"{}", "#".repeat(hashes))).unwrap();
            found.push((line, literal.to_owned()));
            rest
        } else {
            let (literal, length) = unescaped(&here[1..]);
            found.push((line, literal));
            &here[1 + length..]
        };
    }
    found
}

/// A string literal up to its closing quote, as it is printed, and its length in the source with that quote.
fn unescaped(source: &str) -> (String, usize) {
    let (mut printed, mut letters) = (String::new(), source.chars());
    while let Some(letter) = letters.next() {
        match letter {
            '"' => return (printed, source.len() - letters.as_str().len()),
            '\\' => match letters.next().unwrap() {
                '\n' => letters = letters.as_str().trim_start().chars(),
                'n' => printed.push('\n'),
                other => printed.push(other),
            },
            letter => printed.push(letter),
        }
    }
    panic!("a string without an end: {printed}")
}

/// The doc comments of a Rust text with their first lines.
fn doc_comments(text: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut open = false;
    for (number, line) in text.lines().enumerate() {
        match line.trim_start().strip_prefix("///") {
            Some(words) if open => found.last_mut().unwrap().1.extend(["\n", words.strip_prefix(' ').unwrap_or(words)]),
            Some(words) => found.push((number + 1, words.strip_prefix(' ').unwrap_or(words).to_owned())),
            None => {}
        }
        open = line.trim_start().starts_with("///");
    }
    found
}

/// A text without what is between two marks, which becomes one word, or nothing after a link's words.
fn without(text: &str, open: &str, close: &str, instead: &str) -> String {
    let mut rest = text;
    let mut kept = String::new();
    while let Some((before, after)) = rest.split_once(open) {
        let Some((_, end)) = after.split_once(close) else { break };
        kept.extend([before, instead]);
        rest = end;
    }
    kept + rest
}

/// The paragraphs, list items, table cells and indented lines of a text, each on one line.
fn paragraphs(text: &str) -> Vec<String> {
    let prose = without(&without(&without(text, "```", "```", "\n\n"), "`", "`", "code"), "](", ")", "]");
    let mut found = vec![String::new()];
    for line in without(&prose, "<", ">", "").lines() {
        let item = ["- ", "* ", "#", "!", "  ", "|"].iter().any(|start| line.starts_with(start));
        if item || line.trim().is_empty() {
            found.push(String::new());
        }
        if line.starts_with('|') {
            found.extend(line.split('|').map(str::to_owned));
        } else if line.starts_with("  ") {
            // Columns: what to type, and what it does.
            found.extend(line.split("   ").map(str::to_owned));
        } else {
            found.last_mut().unwrap().extend([" ", line]);
        }
    }
    found
}

/// What is wrong with the sentences of a text.
fn faults(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for paragraph in paragraphs(text) {
        let ends = paragraph.replace(". ", ".\n").replace("? ", "?\n").replace("! ", "!\n").replace(".** ", ".**\n");
        for sentence in ends.lines() {
            let words = sentence.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count();
            if words > MOST_WORDS {
                found.push(format!("{words} words: {}", sentence.trim()));
            }
        }
        let mut depth = 0_i32;
        for letter in paragraph.chars() {
            depth = match letter {
                '(' => depth + 1,
                ')' => (depth - 1).max(0),
                _ => depth,
            };
            if depth > 1 {
                found.push(format!("nested parentheses: {}", paragraph.trim()));
                break;
            }
        }
    }
    found
}

/// A literal that is prose: it has several words, and is no program of another language.
fn is_prose(literal: &str) -> bool {
    let code = ["color-mix(", "translate(", "function", "</"];
    literal.split_whitespace().count() > 3 && !code.iter().any(|code| literal.contains(code))
}

fn reported(name: &str, line: usize, text: &str) -> Vec<String> {
    faults(text).into_iter().map(|fault| format!("{name}:{line}: {fault}")).collect()
}

#[test]
fn law_sentences_of_the_readme_are_short() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    // Lines that continue an item of a list are indented; in other texts such lines stand alone.
    let flush: Vec<&str> = readme.lines().map(str::trim_start).collect();
    let found = reported("README.md", 1, &flush.join("\n"));
    assert!(found.is_empty(), "{}", found.join("\n"));
    let bullets = readme.split("```").next().unwrap().lines().filter(|line| line.starts_with("- **")).count();
    assert_eq!(bullets, 5, "what it does, each with a figure");
}

#[test]
fn law_sentences_of_errors_and_other_texts_are_short() {
    let (mut errors, mut prose, mut found) = (0, 0, Vec::new());
    for (name, text) in programs() {
        errors += text.matches("#[error(").count();
        for (line, literal) in literals(&text).into_iter().filter(|(_, literal)| is_prose(literal)) {
            prose += 1;
            let printed = without(&literal.replace("{{", "").replace("}}", ""), "{", "}", "x");
            found.extend(reported(&name, line, &printed));
        }
    }
    assert!(errors > 200 && prose > 1000, "{errors} errors among {prose} texts");
    assert!(found.is_empty(), "{} sentences:\n{}", found.len(), found.join("\n"));
}

#[test]
fn law_sentences_of_the_help_are_short() {
    let (mut comments, mut found) = (0, Vec::new());
    for (name, text) in programs().into_iter().filter(|(name, _)| name.starts_with("crates/multiball-cli/src/args")) {
        for (line, comment) in doc_comments(&text) {
            comments += 1;
            found.extend(reported(&name, line, &comment));
        }
    }
    assert!(comments > 250, "{comments} comments");
    assert!(found.is_empty(), "{} sentences:\n{}", found.len(), found.join("\n"));
}

#[test]
fn law_faults_of_sentences_are_found() {
    let long = |words: usize| vec!["word"; words].join(" ");
    assert_eq!(faults(&long(30)), [""; 0]);
    assert_eq!(faults(&long(31)).len(), 1);
    assert_eq!(faults(&format!("{}\n{}.", long(15), long(16))).len(), 1, "over the end of a line");
    assert_eq!(faults(&format!("{}. {}.", long(16), long(15))), [""; 0]);
    assert_eq!(faults(&format!("- {}\n- {}", long(16), long(15))), [""; 0], "items of a list");
    assert_eq!(faults(&format!("| {} | {} |", long(30), long(31))).len(), 1, "cells of a table");
    assert_eq!(faults("one (two (three)) four").len(), 1);
    assert_eq!(faults("one (two) three (see [four](five.md)) `f(g(x))`"), [""; 0]);
    let source = "let a = '\"'; // \"no\"\nlet b = \"one \\\n    two {x}\";\nlet c = r#\"three \"four\" five\"#;";
    assert_eq!(literals(source), [(2, "one two {x}".to_owned()), (4, "three \"four\" five".to_owned())]);
}
