//! Shots and stroke models of one's own, named by a scenario or with `--set`.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::{Scratch, json, refuses, succeed};

const HEADER: &str = "x_m,y_m,z_m,vx_m_s,vy_m_s,vz_m_s,wx_rad_s,wy_rad_s,wz_rad_s";
const SHOT: &str = "-1.6,0.2,0.3,6.5,-0.3,2,0,150,0";
const SHORT: [&str; 6] = ["--points", "1", "--set", "player.sensing=points", "--seed", "1"];

fn play(scenario: &str, more: &[&str]) -> Vec<String> {
    let words = ["play", scenario, "--json"].into_iter().chain(SHORT).chain(more.iter().copied());
    words.map(str::to_owned).collect()
}

#[test]
fn law_shots_are_named_next_to_the_scenario_or_on_the_command_line() {
    let scratch = Scratch::new("own_shots");
    scratch.write("mine.csv", &format!("# one ball\n{HEADER}\n{SHOT}\n"));
    let hall = std::fs::read_to_string(crate::support::repository().join("scenarios/hall.toml")).unwrap();
    assert!(hall.contains("shots = \"human\""));
    scratch.write("own.toml", &hall.replace("shots = \"human\"", "shots = \"mine.csv\""));
    let by_file = json(&play(&scratch.path("own.toml"), &[]));
    let by_flag = json(&play("hall", &["--set", &format!("opponent.shots={}", scratch.path("mine.csv"))]));
    let usual = json(&play("hall", &[]));
    assert_eq!(by_file["points"], by_flag["points"]);
    assert_ne!(by_file["points"], usual["points"], "the shots act");
}

#[test]
fn law_a_model_that_is_the_built_in_one_plays_as_it_does() {
    let scratch = Scratch::new("own_model");
    let model = scratch.path("model.json");
    // The people from whom the robot learns to read strokes have a seed of their own, which the session's seed changes.
    let seed = (0x6c65_7373_6f6e_u64 ^ 1).to_string();
    succeed(&["stroke", "train", "--seed", &seed, "--out", &model]);
    let own = succeed(&play("hall", &["--set", &format!("player.stroke_model={model}")]));
    assert_eq!(own, succeed(&play("hall", &[])));
}

#[test]
fn law_files_that_cannot_be_used_are_refused_with_line_value_and_what_is_allowed() {
    let scratch = Scratch::new("own_refused");
    for (text, words) in [
        (format!("{HEADER}\n{SHOT}\n-1.6,0.2,0.3,90,0,2,0,0,0\n"), &["line 3", "vx_m_s = 90", "from 0.5 to 60"][..]),
        (format!("{HEADER}\n-1.6,0.2,0.3,fast,0,2,0,0,0\n"), &["line 2", "vx_m_s = `fast`", "finite number"][..]),
        (HEADER.replace(",wz_rad_s", ""), &["line 1", "no column wz_rad_s"][..]),
        (format!("{HEADER}\n"), &["line 1", "rows must follow"][..]),
        // Into the net.
        (format!("{HEADER}\n-1.6,0.2,0.3,6.5,0,-3,0,150,0\n"), &["passes the net and lands"][..]),
    ] {
        scratch.write("shots.csv", &text);
        let arguments = play("hall", &["--set", &format!("opponent.shots={}", scratch.path("shots.csv"))]);
        match words {
            ["passes the net and lands"] => crate::support::fails(&[1, 2], &arguments, words),
            _ => refuses(&arguments, &[words, &["shots.csv"]].concat()),
        }
    }
    let set = |what: &str| play("hall", &["--set", what]);
    refuses(&set("opponent.shots=hrad"), &["hrad", "human, hard, or a file of shots that ends in .csv"]);
    refuses(&set("opponent.shots=nowhere.csv"), &["nowhere.csv"]);
    refuses(&set("player.stroke_model=model.bin"), &["model.bin", "built-in, or a file of `stroke train`, .json"]);
    scratch.write("model.json", "{\"version\": 7}");
    let model = format!("player.stroke_model={}", scratch.path("model.json"));
    refuses(&set(&model), &["model.json", "version 7", "version 1"]);
    refuses(&play("duel", &["--set", &model]), &["stroke_model needs [opponent] with another kind"]);
}
