//! `reproduce rail` in the world of a scenario: one of one's own, and single fields that are changed.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::{Scratch, json, refuses, repository};
use serde_json::Value;

const POINTS: [&str; 4] = ["--set", "player.sensing=points", "--set", "warm_up.balls=5"];

/// The rows of the rail player, played with these further arguments.
fn rows(more: &[&str]) -> Vec<Value> {
    let report = json(&[&["reproduce", "rail", "--json"], more].concat());
    report["papers"][0]["rows"].as_array().unwrap().clone()
}

/// The figure of a name.
fn figure(rows: &[Value], name: &str) -> f64 {
    let found: Vec<&Value> = rows.iter().filter(|row| row["name"] == name).collect();
    assert_eq!(found.len(), 1, "{name}: {rows:?}");
    found[0]["ours"].as_f64().unwrap()
}

/// `hall` with some text of its file in place of other text.
fn hall_with(changes: &[(&str, &str)]) -> String {
    let mut text = std::fs::read_to_string(repository().join("scenarios/hall.toml")).unwrap();
    for (old, new) in changes {
        assert!(text.contains(old), "{old}");
        text = text.replace(old, new);
    }
    text
}

#[test]
fn law_the_scenario_hall_is_the_world_of_the_default_profile() {
    let of_profile = rows(&["--profile", "default-points", "--rounds", "12"]);
    let points = ["--set", "player.sensing=points", "--rounds", "12"];
    let [alone, named] = [&[][..], &["--scenario", "hall"]].map(|scenario| rows(&[scenario, &points[..]].concat()));
    assert_eq!(alone, named);
    assert_eq!(alone.len(), of_profile.len());
    assert!(of_profile.len() >= 8, "{of_profile:?}");
    for (one, other) in alone.iter().zip(&of_profile) {
        assert_eq!(one["name"], other["name"].as_str().unwrap().replace("default-points", "scenario"));
        for field in ["table", "unit", "paper", "ours", "low", "high", "rounds"] {
            assert_eq!(one[field], other[field], "{field}: {one} {other}");
        }
        assert_eq!(one["profile"], "scenario");
    }
    let note = alone.iter().find(|row| row["table"] == "4").unwrap()["note"].as_str().unwrap();
    assert!(note.starts_with("of 12 rounds; ") && note.contains("`hall` with player.sensing=points"), "{note}");
}

#[test]
fn law_slower_rails_hit_less() {
    let hit = |more: &[&str]| figure(&rows(&[&POINTS, more, &["--rounds", "30"]].concat()), "hit rate, scenario");
    let (usual, slow) = (hit(&[]), hit(&["--set", "drives.rail_acceleration_m_s2=2"]));
    assert!(slow + 30.0 < usual, "{slow} %, with usual rails {usual} %");
}

#[test]
fn law_shots_of_a_file_are_played() {
    let scratch = Scratch::new("rail_shots");
    // To one place, with much topspin.
    let header = "x_m,y_m,z_m,vx_m_s,vy_m_s,vz_m_s,wx_rad_s,wy_rad_s,wz_rad_s";
    scratch.write("mine.csv", &format!("{header}\n-1.6,0.2,0.3,6.5,-0.3,2,0,150,0\n"));
    scratch.write("own.toml", &hall_with(&[("shots = \"human\"", "shots = \"mine.csv\"")]));
    let short = [&POINTS[..], &["--rounds", "6"]].concat();
    let by_file = rows(&[&["--scenario", &scratch.path("own.toml")], &short[..]].concat());
    let by_flag = rows(&[&["--set", &format!("opponent.shots={}", scratch.path("mine.csv"))], &short[..]].concat());
    let numbers = |rows: &[Value]| rows.iter().map(|row| row["ours"].clone()).collect::<Vec<_>>();
    assert_eq!(numbers(&by_file), numbers(&by_flag));
    assert_ne!(numbers(&by_file), numbers(&rows(&short)), "the shots act");
    // The paper's figures are not of such balls.
    assert!(by_file.len() >= 4 && by_file.iter().all(|row| row["paper"].is_null() && row["table"] == "4"));
    refuses(&["reproduce", "rail", "--set", "opponent.shots=none.csv", "--rounds", "1"], &["none.csv"]);
}

#[test]
fn law_cameras_of_a_scenario_film_the_rounds() {
    let scratch = Scratch::new("rail_cameras");
    let cameras = "[[camera]]\nplace_m = [-1.5, 3.2, 1.7]\n[[camera]]\nplace_m = [1.5, 3.2, 1.7]\nfocal_px = 1300\n";
    scratch.write("own.toml", &(hall_with(&[("balls = 100 ", "balls = 1 ")]) + cameras));
    let by_file = rows(&["--scenario", &scratch.path("own.toml"), "--rounds", "3"]);
    let places = ["--set", "camera.0.place_m=-1.5,3.2,1.7", "--set", "camera.1.place_m=1.5,3.2,1.7"];
    let short = ["--set", "warm_up.balls=1", "--rounds", "3"];
    let by_flag = rows(&[&places[..], &["--set", "camera.1.focal_px=1300"], &short].concat());
    let numbers = |rows: &[Value]| rows.iter().map(|row| row["ours"].clone()).collect::<Vec<_>>();
    assert_eq!(numbers(&by_file), numbers(&by_flag));
    assert!(figure(&by_file, "hit rate, scenario") > 60.0, "{by_file:?}");
    assert_ne!(numbers(&by_file), numbers(&rows(&short)), "the cameras act");
}

#[test]
fn law_what_no_rounds_can_be_played_in_is_refused() {
    let rail = |more: &[&'static str]| [&["reproduce", "rail", "--rounds", "1"], more].concat();
    refuses(&rail(&["--set", "player.sensin=points"]), &["--set", "`player.sensin`", "near it: player.sensing"]);
    refuses(&rail(&["--set", "player.sensing=radar"]), &["--set", "radar", "`points`", "`cameras`"]);
    refuses(&rail(&["--set", "drives.rail_speed_m_s=0"]), &["--set", "drives.rail_speed_m_s", "greater than 0"]);
    refuses(&rail(&["--set", "camera.2.focal_px=900"]), &["--set", "camera.2.focal_px", "it must be 0"]);
    refuses(&rail(&["--scenario", "hal"]), &["`hal`", "hall, hard"]);
    for name in ["duel", "planar", "picker", "serve-practice"] {
        let needs = [name, "[player]", "[opponent] with kind = \"person\"", "multiball play"];
        refuses(&["reproduce", "rail", "--scenario", name], &needs);
    }
    refuses(&["reproduce", "rail", "--scenario", "hall", "--profile", "points"], &["--scenario", "--profile"]);
    refuses(&["reproduce", "rail", "--set", "seed=2", "--profile", "points"], &["--set", "--profile"]);
    refuses(&["reproduce", "planar", "--scenario", "hall"], &["--scenario hall", "rail alone"]);
    refuses(&["reproduce", "all", "--set", "seed=2"], &["--set seed=2", "rail alone"]);
}
