//! What the program says about itself.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::{Scratch, command, refuses, succeed};

const COMMANDS: [&str; 23] = [
    "play",
    "view",
    "shot",
    "fk",
    "ik",
    "urdf",
    "plan",
    "serve",
    "return",
    "frames",
    "board",
    "calibrate",
    "detect",
    "track",
    "watch",
    "predict",
    "stroke",
    "route",
    "follow",
    "reproduce",
    "bench",
    "soak",
    "completions",
];

/// The commands that clap lists in its help, without `help` itself.
fn listed(help: &str) -> Vec<&str> {
    let (_, list) = help.split_once("Commands:\n").unwrap_or_else(|| panic!("no commands\n{help}"));
    let lines = list.lines().take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).filter(|name| !name.is_empty());
    names.filter(|name| *name != "help").collect()
}

/// The lines below "Examples:".
fn examples(command: &str) -> Vec<String> {
    let help = succeed(&[command, "--help"]);
    let (_, examples) = help.split_once("Examples:\n").unwrap_or_else(|| panic!("{command}: no examples\n{help}"));
    examples.lines().map(str::to_owned).collect()
}

#[test]
fn law_alone_it_says_what_it_does_on_one_screen() {
    let nothing: [&str; 0] = [];
    let text = succeed(&nothing);
    // A terminal has 24 lines, one of them for the prompt.
    assert!(text.lines().count() <= 23, "{text}");
    for command in COMMANDS {
        assert!(text.contains(&format!("multiball {command}")), "{command}\n{text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 120), "{text}");
}

#[test]
fn law_help_lists_every_command() {
    for arguments in [&["--help"][..], &["-h"], &["help"]] {
        let help = succeed(arguments);
        assert_eq!(listed(&help), COMMANDS, "{help}");
    }
    assert_eq!(succeed(&["--version"]), concat!("multiball ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn law_every_command_teaches_by_example() {
    for command in COMMANDS {
        let prefix = format!("multiball {command}");
        assert!(examples(command).iter().any(|line| line.trim_start().starts_with(&prefix)), "{command}");
    }
}

#[test]
fn bug_examples_are_not_broken_into_lines() {
    // Symptom: wrapped at 100 columns, "--plot" and its file stand on two lines and cannot be copied. Law: one line
    // each.
    for command in COMMANDS {
        for line in examples(command).iter().filter(|line| !line.is_empty()) {
            assert!(line.starts_with("  multiball "), "{command}: `{line}`");
        }
    }
}

#[test]
fn law_quick_examples_run_as_they_stand() {
    let scratch = Scratch::new("examples");
    for example in
        ["shot", "urdf", "fk", "ik"].iter().flat_map(|command| examples(command)).filter(|line| !line.is_empty())
    {
        let arguments = example.split_whitespace().skip(1);
        let output = command().args(arguments).current_dir(scratch.folder()).output().unwrap();
        assert!(output.status.success(), "{example}\n{}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(scratch.names(), ["arm6.urdf", "drive.svg"]);
}

#[test]
fn law_help_of_shot_names_every_model() {
    let help = succeed(&["shot", "--help"]);
    for model in ["vacuum", "drag:cd=", "constant:cd=", "saturating:cd=", "nakashima:e=", "ideal:k=", "linear:kx="] {
        assert!(help.contains(model), "{model}\n{help}");
    }
}

#[test]
fn law_completions_know_the_commands() {
    for shell in ["bash", "zsh", "fish"] {
        let script = succeed(&["completions", shell]);
        for word in ["shot", "play", "position-m", "ik", "quaternion"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    refuses(&["completions", "cmd"], &["'cmd'", "bash", "zsh", "fish"]);
    refuses(&["completions"], &["<SHELL>", "required"]);
}

#[test]
fn law_unknown_papers_and_flags_are_named() {
    refuses(&["reproduce", "planer"], &["'planer'", "planar", "all"]);
    refuses(&["reproduce", "000"], &["'000'", "planar", "all"]);
    refuses(&["play", "--pointz", "3"], &["'--pointz'", "--points"]);
    refuses(&["shot", "--colour", "red"], &["'--colour'"]);
    refuses(&["shoot"], &["'shoot'", "shot"]);
}

#[test]
fn bug_an_unknown_command_is_answered_with_the_known() {
    // Symptom: only the word is named. Law: what is allowed is named too.
    refuses(&["frobnicate"], &[&["'frobnicate'"], &COMMANDS[..]].concat());
}
