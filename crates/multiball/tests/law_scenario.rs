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
    let value = key.split('.').try_fold(toml::Value::Table(table), |value, part| match value {
        toml::Value::Array(list) => list.get(part.parse::<usize>().ok()?).cloned(),
        value => value.get(part).cloned(),
    })?;
    Some(value.as_str().map_or_else(|| value.to_string(), str::to_owned))
}

#[test]
fn law_every_field_can_be_set_and_no_other_changes() {
    let names = Scenario::field_names();
    assert!(names.len() > 40 && names.iter().any(|name| name == "seed"));
    let mut seen = 0;
    let mut filmed = Scenario::builtin("hall").unwrap();
    filmed.set("camera.0.place_m", vec![-1.5, 3.0, 1.6]).unwrap();
    filmed.set("camera.1.place_m", vec![1.5, 3.0, 1.6]).unwrap();
    for scenario in all().into_iter().chain([filmed]) {
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
        ("opponent.strength", "strong", &["opponent.strength", "strong", "a number"]),
        ("hall.balls", "0", &["hall.balls", "from 1 to 1000"]),
        ("hall.balls", "2.5", &["hall.balls", "2.5", "a whole number"]),
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
fn law_cameras_are_set_by_their_number_and_the_next_one_is_added() {
    let mut hall = Scenario::builtin("hall").unwrap();
    for (key, value) in [
        ("camera.0.place_m", "-1.5,3,1.6"),
        ("camera.1.place_m", "1.5, 3, 1.6"),
        ("camera.1.focal_px", "1200"),
        ("camera.0.resolution_px", "640,512"),
        ("camera.1.looks_at_m", "0,0,.3"),
        ("camera.1.time_offset_s", "-0.002"),
        ("camera.0.place_m", "-1.6,3,1.6"),
    ] {
        hall.set_text(key, value).unwrap_or_else(|error| panic!("{key} = {value}: {error}"));
    }
    let [first, second] = hall.camera.as_slice() else { panic!("{:?}", hall.camera) };
    assert_eq!((first.place_m, first.focal_px, first.resolution_px), ([-1.6, 3.0, 1.6], 1400.0, [640, 512]));
    assert_eq!((second.place_m, second.focal_px), ([1.5, 3.0, 1.6], 1200.0));
    assert_eq!((second.looks_at_m, second.time_offset_s), ([0.0, 0.0, 0.3], -0.002));
    assert_eq!(hall.check(), Ok(()));
    assert_eq!(Scenario::from_toml(&hall.to_toml().unwrap()), Ok(hall.clone()));
    // Up to four, and no number is left out.
    let refused = |scenario: &Scenario, key: &str, value: &str, words: &[&str]| {
        let mut changed = scenario.clone();
        let refused = changed.set_text(key, value).unwrap_err().to_string();
        assert!(words.iter().chain(&[key]).all(|word| refused.contains(word)), "{key} = {value}: {refused}");
        assert_eq!(changed, *scenario, "{key} = {value}");
    };
    refused(&hall, "camera.3.place_m", "0,3,2", &["3 is not allowed", "has 2 [[camera]]", "must be from 0 to 2"]);
    hall.set_text("camera.2.place_m", "0,3,2").unwrap();
    hall.set_text("camera.3.place_m", "0,-3,2").unwrap();
    assert_eq!((hall.camera.len(), hall.check()), (4, Ok(())));
    refused(&hall, "camera.4.place_m", "0,3,2", &["4 is not allowed", "has 4 [[camera]]", "must be from 0 to 3"]);
    let bare = Scenario::builtin("hall").unwrap();
    refused(&bare, "camera.1.place_m", "0,3,2", &["1 is not allowed", "has 0 [[camera]]", "it must be 0"]);
    refused(&bare, "camera.0.focal_px", "1200", &["no [[camera]] 0", "missing field `place_m`"]);
    for (key, value, words) in [
        ("camera.0.place_m", "1,2,30", &["30 is not allowed", "at least -20 and at most 20"][..]),
        ("camera.0.place_m", "1,2", &["length 2", "3"]),
        ("camera.0.focal_px", "50", &["50 is not allowed", "at least 100 and at most 10000"]),
        ("camera.0.resolution_px", "640,10", &["[640, 10] is not allowed", "from 64 to 4096"]),
        ("camera.1.time_offset_s", "0.1", &["0.1 is not allowed", "at most 0.01"]),
        ("camera.0.focal", "50", &["near it: camera.0.focal_px"]),
        ("camera.place_m", "0,3,2", &["camera.0.place_m"]),
        ("camera.first.place_m", "0,3,2", &["camera.0.place_m"]),
        ("camera.0", "0,3,2", &["no scenario has a field"]),
        ("camera", "0,3,2", &["no scenario has a field"]),
    ] {
        refused(&hall, key, value, words);
    }
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

#[test]
fn law_a_robot_that_is_told_everything_believes_nothing_else_of_its_calibration() {
    let mut scenario = Scenario::builtin("hall").unwrap();
    let refused = scenario.set("version", 2).unwrap_err().to_string();
    assert!(refused.contains("this program reads version 1"), "{refused}");
    scenario.set("sensing.believed_calibration_factor", 3.0).unwrap();
    assert_eq!(scenario.check(), Ok(()));
    scenario.set("player.knows", "exact").unwrap();
    let refused = scenario.check().unwrap_err().to_string();
    assert_eq!(refused, "[sensing] believed_calibration_factor needs [player] knows other than \"exact\"");
}

/// `hall` without what robots are not told, and a table with one field in its place.
fn with_field(table: &str, field: &str) -> Result<Scenario, String> {
    let mut bare = Scenario::builtin("hall").unwrap();
    (bare.sensing, bare.rig, bare.drives, bare.warm_up) = (None, None, None, None);
    let text = format!("{}\n[{table}]\n{field}\n", bare.to_toml().unwrap());
    Scenario::from_toml(&text).map_err(|error| error.to_string())
}

#[test]
fn law_errors_of_sensors_rigs_and_drives_have_bounds() {
    for (table, field, words) in [
        ("sensing", "latency_s = 1.5", &["1.5", "at least 0 and at most 1"][..]),
        ("sensing", "computing_s = -0.1", &["-0.1", "at least 0"]),
        ("sensing", "jitter_s = nan", &["NaN", "at most 1"]),
        ("sensing", "time_offset_s = 0.2", &["0.2", "at least -0.1 and at most 0.1"]),
        ("sensing", "dropped_share = 1.1", &["1.1", "at most 1"]),
        ("sensing", "outlier_share = -1", &["-1", "at least 0"]),
        ("sensing", "point_sd_m = 0", &["0 is not allowed", "at least 0.0001"]),
        ("sensing", "calibration_factor = 21", &["21", "at most 20"]),
        ("sensing", "believed_calibration_factor = -1", &["-1", "at least 0"]),
        ("sensing", "calibration = \"ball\"", &["`ball`", "`rig`", "`round`"]),
        ("sensing", "keypoint_sd_m = 0.2", &["0.2", "at most 0.1"]),
        ("sensing", "keypoint_latency_s = 0.4", &["0.4", "at most 0.3"]),
        ("sensing", "contact_time_sd_s = 2", &["2 is not allowed", "at most 1"]),
        ("sensing", "line_time_known = 1", &["expected true or false"]),
        ("rig", "racket_tilt_deg = [0, 30]", &["30", "at least -20 and at most 20"]),
        ("rig", "racket_tilt_sd_deg = 11", &["11", "at most 10"]),
        ("rig", "rubber_restitution = 0.6", &["0.6", "at least -0.5 and at most 0.5"]),
        ("rig", "rubber_restitution_sd = -0.1", &["-0.1", "at least 0"]),
        ("rig", "rubber_friction = 30", &["30", "at most 20"]),
        ("rig", "rubber_friction_sd = 2", &["2 is not allowed", "at most 1"]),
        ("rig", "racket_mass_kg = 0", &["0 is not allowed", "at least 0.03 and at most 10"]),
        ("rig", "arm_offset_m = [0, 0, 0.2]", &["0.2", "at least -0.1 and at most 0.1"]),
        ("rig", "arm_offset_sd_m = 0.1", &["0.1", "at most 0.05"]),
        ("drives", "rail_speed_m_s = 0", &["0 is not allowed", "greater than 0"]),
        ("drives", "rail_acceleration_m_s2 = -5", &["-5", "greater than 0"]),
        ("drives", "rail_jerk_m_s3 = inf", &["inf", "at most 10000000"]),
        ("drives", "joint_speed_deg_s = \"fast\"", &["fast", "expected a number"]),
        ("drives", "joint_acceleration_deg_s2 = 0", &["0 is not allowed", "greater than 0"]),
        ("drives", "joint_jerk_deg_s3 = 0", &["0 is not allowed", "greater than 0"]),
        ("drives", "stiffness_rad_s = -1", &["-1", "greater than 0"]),
        ("warm_up", "balls = 1001", &["1001", "from 0 to 1000"]),
        ("warm_up", "balls = -1", &["-1", "from 0 to 1000"]),
    ] {
        let refused = with_field(table, field).unwrap_err();
        let place = ["line ", field];
        assert!(place.iter().chain(words).all(|word| refused.contains(word)), "[{table}] {field}: {refused}");
    }
    assert!(with_field("rig", "racket_mass_kg = 0.2").is_ok());
}

/// The fields that the reader expects in a table, or at the top: it lists them where it meets an unknown one. `None`
/// where that is no table.
fn expected(header: &str) -> Option<Vec<String>> {
    let refused = Scenario::from_toml(&format!("{header}\nunknown_ = 1")).unwrap_err().to_string();
    let (_, list) = refused.split_once("unknown field `unknown_`, expected")?;
    Some(list.split('`').skip(1).step_by(2).map(str::to_owned).collect())
}

/// The fields that README names: the first cells of its tables of fields, each below the table that it belongs to.
fn documented() -> Vec<String> {
    let text = include_str!("../scenarios/README.md");
    let (mut fields, mut table, mut of_fields) = (Vec::new(), String::new(), false);
    for line in text.lines() {
        of_fields = line.starts_with("| field |") || (of_fields && line.starts_with('|'));
        if line.starts_with('#') || line.starts_with("| field |") {
            table.clear();
        }
        let cell = line.split('|').nth(1).filter(|_| of_fields).unwrap_or_default();
        for name in cell.split('`').skip(1).step_by(2) {
            match name.strip_prefix('[') {
                Some(header) => table = format!("{}.", header.trim_matches(['[', ']'])),
                None => fields.push(format!("{table}{name}")),
            }
        }
    }
    fields.sort();
    fields
}

#[test]
fn law_the_readme_names_every_field_and_no_other() {
    let (mut fields, mut set) = (Vec::new(), Vec::new());
    for name in expected("").unwrap() {
        let (table, tables) = (expected(&format!("[{name}]")), expected(&format!("[[{name}]]")));
        let dotted = |name: &str, of: &[String]| of.iter().map(|field| format!("{name}.{field}")).collect::<Vec<_>>();
        match (&table, &tables) {
            (Some(of), _) => set.extend(dotted(&name, of)),
            (None, Some(of)) => set.extend((0..4).flat_map(|index| dotted(&format!("{name}.{index}"), of))),
            (None, None) => set.push(name.clone()),
        }
        fields.extend(table.or(tables).map_or_else(|| vec![name.clone()], |of| dotted(&name, &of)));
    }
    fields.sort();
    assert_eq!(documented(), fields);
    // Each of them can be set, those of cameras by their number.
    set.sort();
    assert_eq!(Scenario::field_names(), set);
}
