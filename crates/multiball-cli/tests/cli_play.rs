//! `play --json`: determined by scenario and seed alone, and as long as requested.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::{json, succeed};
use serde_json::Value;

fn play(line: &str) -> Vec<&str> {
    // Without a scenario it is the planar rally, which takes no set-up.
    let scenario = if line.starts_with("--") { Some("planar-noisy") } else { None };
    ["play"].into_iter().chain(scenario).chain(line.split(' ')).chain(["--json"]).collect()
}

/// Simulated seconds of each point.
fn durations(report: &Value) -> Vec<f64> {
    report["points"].as_array().unwrap().iter().map(|point| point["duration_s"].as_f64().unwrap()).collect()
}

/// Names of all fields, at any depth.
fn fields(value: &Value) -> Vec<&str> {
    match value {
        Value::Object(object) => {
            object.iter().flat_map(|(name, v)| [vec![name.as_str()], fields(v)].concat()).collect()
        }
        Value::Array(values) => values.iter().flat_map(fields).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn law_threads_and_repetition_change_no_byte() {
    for extent in ["--points 40", "--duration-s 300"] {
        let with = |threads: &str| succeed(&play(&format!("{extent} --seed 7 --threads {threads}")));
        let alone = with("1");
        assert_eq!(alone, with("1"), "{extent}: two runs");
        assert_eq!(alone, with("2"), "{extent}: two threads");
        assert_eq!(alone, succeed(&play(&format!("{extent} --seed 7"))), "{extent}: as many threads as cores");
    }
}

#[test]
fn law_another_seed_is_another_session() {
    let with = |seed: &str| json(&play(&format!("--points 10 --seed {seed}")));
    let (one, two) = (with("1"), with("2"));
    // The seed itself is printed: only what was played distinguishes the sessions.
    assert_ne!(one["points"], two["points"]);
    assert_eq!((&one["seed"], &two["seed"]), (&1.into(), &2.into()));
    assert_eq!(with("18446744073709551615")["seed"], u64::MAX);
}

#[test]
fn law_without_a_seed_the_scenario_s_own_is_used() {
    assert_eq!(succeed(&play("planar-noisy --points 5")), succeed(&play("planar-noisy --points 5 --seed 1")));
}

#[test]
fn law_a_built_in_scenario_is_its_file() {
    let file = crate::support::repository().join("crates/multiball/scenarios/planar-noisy.toml");
    let by_path = play(file.to_str().unwrap()).into_iter().chain(["--points", "5"]).collect::<Vec<_>>();
    assert_eq!(succeed(&by_path), succeed(&play("planar-noisy --points 5")));
    assert_eq!(json(&["play", "--points", "1", "--json"])["scenario"], "hall", "the default");
}

#[test]
fn law_fields_that_are_set_are_those_of_a_changed_file() {
    let scratch = crate::support::Scratch::new("play_set");
    let text =
        std::fs::read_to_string(crate::support::repository().join("crates/multiball/scenarios/planar-noisy.toml"))
            .unwrap();
    let text = text.replace("racket_angle_deg = 1.0", "racket_angle_deg = 2.5").replace("points = 100", "points = 4");
    let file = scratch.write("changed.toml", &text);
    let by_flag = "planar-noisy --set noise.racket_angle_deg=2.5 --set play.points=4";
    assert_eq!(succeed(&play(by_flag)), succeed(&play(&file)));
    assert_ne!(succeed(&play(by_flag)), succeed(&play("planar-noisy --points 4")));
}

#[test]
fn law_no_wall_clock_figure() {
    let report = json(&play("--points 3"));
    for name in fields(&report) {
        let clock = ["wall", "elapsed", "compute", "clock", "date"].iter().find(|word| name.contains(**word));
        assert_eq!(clock, None, "{name}");
    }
}

#[test]
fn law_points_are_as_many_as_requested() {
    // 256 rounds are handed out together: counts on both sides of that.
    for points in [1, 2, 17, 257] {
        let report = json(&play(&format!("--points {points}")));
        assert_eq!(report["points_played"], points);
        assert_eq!(report["points"].as_array().unwrap().len(), points);
    }
    assert_eq!(json(&play("planar-noisy"))["points_played"], 100, "the scenario's own number");
}

#[test]
fn law_fewer_points_are_the_beginning_of_more() {
    let (few, many) = (json(&play("--points 5")), json(&play("--points 12")));
    assert_eq!(few["points"].as_array().unwrap()[..], many["points"].as_array().unwrap()[..5]);
}

#[test]
fn law_the_last_point_is_the_one_that_passes_the_duration() {
    for seconds in [0.5, 60.0, 600.0] {
        let report = json(&play(&format!("--duration-s {seconds}")));
        let durations = durations(&report);
        let (last, before) = durations.split_last().unwrap();
        let before: f64 = before.iter().sum();
        assert!(before < seconds && before + last >= seconds, "{seconds} s: {before} s and then {last} s");
        let total = report["duration_s"].as_f64().unwrap();
        assert!((total - before - last).abs() < 1e-9, "{total}");
    }
}

#[test]
fn law_totals_are_the_sums_of_the_points() {
    let report = json(&play("--points 60 --seed 3"));
    let points = report["points"].as_array().unwrap();
    let won = |side: &str| points.iter().filter(|point| point["winner"] == side).count();
    assert_eq!(report["home_points"], won("home"));
    assert_eq!(report["away_points"], won("away"));
    assert_eq!(report["undecided"], points.len() - won("home") - won("away"));
    let strokes: u64 = points.iter().map(|point| point["strokes"].as_u64().unwrap()).sum();
    assert_eq!(report["strokes"], strokes);
    let faults: u64 = report["faults"].as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(faults, (won("home") + won("away")) as u64, "every point won is somebody's fault");
}

#[test]
fn law_the_score_is_games_and_the_points_of_the_running_one() {
    let report = json(&play("--points 60 --seed 3"));
    let mut names = fields(&report["score"]);
    names.sort_unstable();
    assert_eq!(names, ["away", "away_games", "home", "home_games"]);
    // Games to 11, two ahead, counted again from the points.
    let (mut games, mut running) = ([0, 0], [0i32, 0]);
    for point in report["points"].as_array().unwrap() {
        let Some(side) = ["home", "away"].iter().position(|side| point["winner"] == *side) else { continue };
        running[side] += 1;
        if running[side] >= 11 && running[side] - running[1 - side] >= 2 {
            games[side] += 1;
            running = [0, 0];
        }
    }
    let score = &report["score"];
    assert_eq!([&score["home_games"], &score["away_games"]], [games[0], games[1]]);
    assert_eq!([&score["home"], &score["away"]], running);
}
