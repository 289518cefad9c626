//! Scenarios as values: those that come with the library, written and read again, changed field by field.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::sync::atomic::AtomicBool;

use multiball::hall::record::NullRecorder;
use multiball::hall::training::{SensingChoice, ShotChoice, TrainingHall};
use multiball::hall::{Extent, NoHooks, Scenario, Setting};

fn all() -> Vec<Scenario> {
    Scenario::builtin_names().map(|name| Scenario::builtin(name).unwrap()).collect()
}

#[test]
fn law_a_scenario_that_comes_along_has_the_name_it_is_found_by() {
    for (name, scenario) in Scenario::builtin_names().zip(all()) {
        assert_eq!(scenario.name, name);
        assert_eq!(Scenario::from_toml(Scenario::builtin_text(name).unwrap()), Ok(scenario));
    }
    let refused = Scenario::builtin("plenar").unwrap_err().to_string();
    assert!(refused.contains("`plenar`") && refused.contains("planar, planar-noisy"), "{refused}");
    assert_eq!(Scenario::builtin_text("plenar"), None);
}

#[test]
fn law_a_scenario_written_and_read_again_is_the_same() {
    for scenario in all() {
        let text = scenario.to_toml().unwrap();
        assert_eq!(Scenario::from_toml(&text), Ok(scenario), "{text}");
    }
    // Models with numbers that no decimal ends, and quotes in the text.
    let mut changed = Scenario::builtin("hall").unwrap();
    changed.about = "a \"hall\"\nof two lines = [1]".into();
    changed.set("ball.table", format!("nakashima:e={},mu={}", 2.0 / 3.0, 1.0 / 7.0)).unwrap();
    changed.set("opponent.strength", 1.0 / 3.0).unwrap();
    assert_eq!(Scenario::from_toml(&changed.to_toml().unwrap()), Ok(changed));
}

#[test]
fn law_the_greatest_seed_is_kept_when_written_and_when_other_fields_are_set() {
    let mut scenario = Scenario::builtin("planar").unwrap();
    scenario.seed = u64::MAX;
    assert_eq!(Scenario::from_toml(&scenario.to_toml().unwrap()), Ok(scenario.clone()));
    scenario.set("play.points", 7).unwrap();
    assert_eq!((scenario.seed, scenario.play.points), (u64::MAX, 7));
    scenario.set("seed", 9).unwrap();
    assert_eq!(scenario.seed, 9);
}

/// What a field has, as text for `set_text`.
fn written(scenario: &Scenario, key: &str) -> Option<String> {
    let table: toml::Table = scenario.to_toml().unwrap().parse().unwrap();
    let value = match key.split_once('.') {
        Some((name, field)) => table.get(name)?.get(field)?.clone(),
        None => table.get(key)?.clone(),
    };
    Some(value.as_str().map_or_else(|| value.to_string(), str::to_owned))
}

#[test]
fn law_every_field_can_be_set_and_no_other_changes() {
    let names = Scenario::field_names();
    assert!(names.len() > 40 && names.iter().any(|name| name == "seed"));
    let mut seen = 0;
    for scenario in all() {
        for key in &names {
            let Some(text) = written(&scenario, key) else { continue };
            let mut same = scenario.clone();
            same.set_text(key, &text).unwrap_or_else(|error| panic!("{key} = {text}: {error}"));
            assert_eq!(same, scenario, "{key} = {text}");
            seen += 1;
        }
    }
    assert!(seen > 150, "{seen}");
}

#[test]
fn law_values_have_types_and_text_is_read_as_them() {
    let mut scenario = Scenario::builtin("hall").unwrap();
    scenario.set("player.sensing", "points").unwrap();
    scenario.set("hall.balls", 30).unwrap();
    scenario.set("opponent.strength", 1).unwrap();
    scenario.set("player.target_m", vec![-1.0, 0.3]).unwrap();
    let mut by_text = Scenario::builtin("hall").unwrap();
    let texts = [("sensing", "points"), ("target_m", "-1,.3")].map(|(field, text)| (format!("player.{field}"), text));
    for (key, text) in texts.into_iter().chain([("hall.balls".into(), "30"), ("opponent.strength".into(), "1")]) {
        by_text.set_text(&key, text).unwrap();
    }
    assert_eq!(scenario, by_text);
    assert_eq!(scenario.player.unwrap().sensing, SensingChoice::Points);
    assert_eq!((scenario.hall.unwrap().balls, scenario.opponent.unwrap().strength), (30, 1.0));
    // What is text stays text, whatever it looks like.
    by_text.set_text("name", "5").unwrap();
    by_text.set_text("opponent.shots", "hard").unwrap();
    assert_eq!((by_text.name.as_str(), by_text.opponent.unwrap().shots), ("5", ShotChoice::Hard));
}

#[test]
fn law_bad_names_and_values_are_refused_and_change_nothing() {
    let hall = Scenario::builtin("hall").unwrap();
    for (key, value, words) in [
        ("player.sensin", "points", &["`player.sensin`", "player.sensing"][..]),
        ("strength", "0.5", &["`strength`", "opponent.strength"]),
        ("ball", "5", &["`ball`"]),
        ("", "", &["``"]),
        ("player.sensing", "radar", &["player.sensing", "radar", "`points`", "`cameras`"]),
        ("opponent.strength", "1.5", &["opponent.strength", "1.5", "at least 0 and at most 1"]),
        ("opponent.strength", "strong", &["opponent.strength", "strong", "f64"]),
        ("hall.balls", "0", &["hall.balls", "from 1 to 1000"]),
        ("hall.balls", "2.5", &["hall.balls", "2.5"]),
        ("player.target_m", "-0.9", &["player.target_m"]),
        ("player.target_m", "0.9,0", &["player.target_m", "-1.3 to -0.1"]),
        ("ball.aero", "vacum", &["ball.aero", "vacuum | drag:cd"]),
        ("planar.attempts", "5", &["planar.attempts", "no [planar]", "missing field"]),
    ] {
        let mut changed = hall.clone();
        let refused = changed.set_text(key, value).unwrap_err().to_string();
        assert!(words.iter().all(|word| refused.contains(word)), "{key} = {value}: {refused}");
        assert_eq!(changed, hall, "{key}");
    }
}

#[test]
fn law_a_table_whose_other_fields_have_defaults_is_added() {
    let mut planar = Scenario::builtin("planar").unwrap();
    planar.set("noise.racket_angle_deg", 1.0).unwrap();
    assert_eq!(planar.noise.unwrap().racket_angle_deg, 1.0);
    assert_eq!(planar.check(), Ok(()));
}

#[test]
fn law_fields_that_need_each_other_are_judged_together() {
    let mut scenario = Scenario::builtin("picker").unwrap();
    scenario.set("hall.on_floor", 100).unwrap();
    assert!(scenario.check().unwrap_err().to_string().contains("as many balls"));
    scenario.set("hall.balls", 100).unwrap();
    assert_eq!(scenario.check(), Ok(()));
    assert!(matches!(scenario.setting(), Ok(Setting::Training(settings)) if settings.room.on_floor == 100));
}

#[test]
fn law_what_came_of_a_session_can_be_written() {
    let scenario = Scenario::builtin("picker").unwrap();
    let hall = TrainingHall::of(&scenario, 1).unwrap();
    let never = AtomicBool::new(false);
    let result = hall.play(Extent::DurationS(0.5), &mut NullRecorder, &mut NoHooks, &never, &mut |_| {}).unwrap();
    let written = serde_json::to_value(&result).unwrap();
    assert_eq!(written["duration_s"].as_f64(), Some(result.duration_s));
    assert_eq!(written["score"]["home_games"], 0);
    assert!(written["broke_off"].is_null() && written["points"].as_array().is_some_and(Vec::is_empty));
}
