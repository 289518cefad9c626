//! The house rules: layers, folder list, absences, links.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use std::fs;
use std::path::{Path, PathBuf};

use multiball::hall::{NoiseSettings, Scenario};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Files below a folder whose names end so.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The library's folders in the order of ARCHITECTURE.md, lowest first.
fn layers() -> Vec<String> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| row.split_once("/` |")).map(|(folder, _)| folder.to_owned()).collect()
}

#[test]
fn law_the_architecture_lists_the_folders_on_disk() {
    let source = root().join("crates/multiball/src");
    let mut on_disk: Vec<String> = fs::read_dir(source)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    let mut listed = layers();
    on_disk.sort();
    listed.sort();
    assert_eq!(listed, on_disk);

    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        assert!(text.contains(&format!("| `{name}` |")), "crate {name} is not in ARCHITECTURE.md");
    }
}

#[test]
fn law_a_folder_uses_only_folders_above_it() {
    let layers = layers();
    let source = root().join("crates/multiball/src");
    for (level, layer) in layers.iter().enumerate() {
        for file in files(&source.join(layer), ".rs") {
            let text = fs::read_to_string(&file).unwrap();
            // What stands in tests may look anywhere.
            let code = text.split("#[cfg(test)]").next().unwrap();
            // What is imported stands by its full path, so that it can be found below.
            assert!(!code.contains("use crate::{"), "{} imports several folders at once", file.display());
            for higher in &layers[level + 1..] {
                assert!(!code.contains(&format!("crate::{higher}")), "{} uses {higher}", file.display());
            }
        }
    }
}

#[test]
fn law_the_library_reads_no_file_no_network_and_no_clock() {
    for file in files(&root().join("crates/multiball/src"), ".rs") {
        let text = fs::read_to_string(&file).unwrap();
        for absent in ["std::fs", "std::net", "std::env", "Instant", "SystemTime", "HashMap", "println!", "static mut"]
        {
            assert!(!text.contains(absent), "{} has {absent}", file.display());
        }
    }
}

/// A player's prediction is a ball state too: aim and stroke compute with such states, and nothing else in a player
/// may.
#[test]
fn law_players_never_see_the_truth() {
    let player = root().join("crates/multiball/src/player");
    let predicted = |file: &std::path::Path| {
        let computing =
            ["rail/stroke.rs", "rail/meeting.rs", "identification/own_stroke.rs"].map(|name| player.join(name));
        file.starts_with(player.join("aim")) || computing.iter().any(|other| other == file)
    };
    for file in files(&player, ".rs").into_iter().filter(|file| !predicted(file)) {
        let text = fs::read_to_string(&file).unwrap();
        assert!(!text.contains("BallState") && !text.contains("BallSim"), "{} knows the true ball", file.display());
    }
}

/// Every `--test NAME` and `-p NAME` that a document names exists.
#[test]
fn law_commands_in_documents_name_tests_that_exist() {
    let tests: Vec<String> = ["multiball", "multiball-cli", "multiball-record", "multiball-view"]
        .iter()
        .flat_map(|name| files(&root().join("crates").join(name).join("tests"), ".rs"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    for document in ["README.md", "VALIDATION.md", "ARCHITECTURE.md"] {
        let text = fs::read_to_string(root().join(document)).unwrap();
        for name in text.split("--test ").skip(1) {
            let name: String = name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            assert!(tests.contains(&name), "{document} names the test `{name}`");
        }
    }
}

/// The noisy scenario is the ideal one with noise: what they share is written twice and must stay the same.
#[test]
fn law_the_two_planar_scenarios_differ_in_noise_alone() {
    let read = |name: &str| {
        let text = fs::read_to_string(root().join("crates/multiball/scenarios").join(name)).unwrap();
        Scenario::from_toml(&text).unwrap()
    };
    let (ideal, noisy) = (read("planar.toml"), read("planar-noisy.toml"));
    assert_eq!((ideal.ball, ideal.planar), (noisy.ball, noisy.planar));
    assert_eq!(ideal.noise, None);
    assert!(noisy.noise.is_some_and(|noise| noise != NoiseSettings::default()));
}

#[test]
fn law_links_in_documents_lead_somewhere() {
    let folders = ["", "docs", "docs/theory", "docs/pictures", "data", "robots", "crates/multiball/scenarios"]
        .map(|folder| root().join(folder));
    for folder in folders {
        for entry in fs::read_dir(&folder).unwrap() {
            let file = entry.unwrap().path();
            if file.extension().is_none_or(|extension| extension != "md") {
                continue;
            }
            let text = fs::read_to_string(&file).unwrap();
            for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
                let local = !target.starts_with("http") && !target.starts_with('#');
                assert!(!local || folder.join(target).exists(), "{}: {target} does not exist", file.display());
            }
        }
    }
}
