//! What `play` refuses: scenarios with place and reason, extents that contradict each other.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::{Scratch, refuses, repository};

/// The planar scenario with one line changed, and the number of that line.
fn changed(old: &str, new: &str) -> (String, String) {
    let text = std::fs::read_to_string(repository().join("crates/multiball/scenarios/planar.toml")).unwrap();
    let index = text.lines().position(|line| line.starts_with(old)).unwrap_or_else(|| panic!("no line `{old}`"));
    let lines: Vec<&str> = text.lines().enumerate().map(|(i, line)| if i == index { new } else { line }).collect();
    (lines.join("\n") + "\n", format!("line {}", index + 1))
}

/// Each changed scenario must be refused with its file, the line and these words.
fn refuses_scenarios(test: &str, cases: &[(&str, &str, &[&str])]) {
    let scratch = Scratch::new(test);
    for (old, new, words) in cases {
        let (text, line) = changed(old, new);
        let file = scratch.write("changed.toml", &text);
        refuses(&["play", &file], &[&[file.as_str(), &line], *words].concat());
    }
}

#[test]
fn law_broken_toml_is_shown_where_it_breaks() {
    refuses_scenarios(
        "broken_toml",
        &[("seed", "seed = = 1", &["seed = = 1"]), ("[ball]", "[ball", &["[ball"]), ("name", "name = \"planar", &[])],
    );
}

#[test]
fn law_unknown_fields_are_shown_with_the_known() {
    refuses_scenarios(
        "unknown_fields",
        &[
            ("seed", "speed = 1", &["unknown field `speed`", "`seed`"]),
            ("[play]", "[playing]", &["unknown field `playing`", "`play`"]),
            ("racket =", "rubber = \"ideal\"", &["unknown field `rubber`", "`racket`"]),
            ("recover_s", "recover_ms = 400", &["unknown field `recover_ms`", "`recover_s`"]),
        ],
    );
}

#[test]
fn law_values_of_the_wrong_type_are_refused() {
    refuses_scenarios(
        "wrong_type",
        &[
            ("recover_s", "recover_s = \"soon\"", &["invalid type", "soon", "expected"]),
            ("links_m", "links_m = 0.4", &["invalid type", "0.4", "expected"]),
            ("links_m", "links_m = [0.4, 0.4]", &["length 2", "3"]),
            ("aero", "aero = 1", &["invalid type", "1", "expected"]),
            ("points", "points = 1.5", &["invalid type", "1.5", "expected"]),
            ("name", "name = 7", &["invalid type", "7", "expected"]),
        ],
    );
}

#[test]
fn law_values_out_of_range_are_refused() {
    refuses_scenarios(
        "out_of_range",
        &[
            ("racket_radius_m", "racket_radius_m = -0.08", &["-0.08 is not allowed", "at least 0.001 and at most 10"]),
            ("links_m", "links_m = [0.4, -0.4, 0.15]", &["-0.4 is not allowed", "at least 0.001 and at most 10"]),
            ("recover_s", "recover_s = nan", &["NaN is not allowed", "at least 0.001 and at most 60"]),
            ("recover_s", "recover_s = inf", &["inf is not allowed", "at least 0.001 and at most 60"]),
            ("hit_height_m", "hit_height_m = [0.5, 0.1]", &["[0.5, 0.1] is not allowed", "[least, most]"]),
            ("joint_speed", "joint_speed_limit_rad_s = [12.0, 0.0, 12.0]", &["0 is not allowed", "greater than 0"]),
            ("points", "points = 0", &["0 is not allowed", "from 1 to 100000000"]),
            ("points", "points = -3", &["-3 is not allowed", "from 1 to 100000000"]),
            ("most_strokes", "most_strokes = 0", &["0 is not allowed", "from 1 to 100000000"]),
            ("attempts", "attempts = 0", &["0 is not allowed", "from 1 to 100000000"]),
            ("seed", "seed = -1", &["-1"]),
            ("table =", "table = \"ideal:k=1.5\"", &["k = 1.5 is not allowed", "greater than 0 and at most 1"]),
            ("aero", "aero = \"vacum\"", &["unknown aero model `vacum`", "vacuum | drag:cd"]),
        ],
    );
}

#[test]
fn law_missing_fields_are_named() {
    let scratch = Scratch::new("missing_fields");
    for field in ["name", "seed", "links_m", "recover_s", "points"] {
        let file = scratch.write("changed.toml", &changed(field, "").0);
        refuses(&["play", &file], &[&file, &format!("missing field `{field}`")]);
    }
    let file = scratch.write("empty.toml", "");
    refuses(&["play", &file], &[&file, "missing field"]);
}

#[test]
fn law_planar_players_need_the_world_that_they_assume() {
    let scratch = Scratch::new("not_planar");
    for (old, new, words) in [
        ("aero", "aero = \"drag:cd=0.47\"", ["aero = \"drag:cd=0.47\"", "`vacuum`"]),
        ("aero", "aero = \"saturating\"", ["aero = \"saturating:", "`vacuum`"]),
        ("table =", "table = \"nakashima\"", ["table = \"nakashima:", "`ideal:k="]),
    ] {
        let file = scratch.write("changed.toml", &changed(old, new).0);
        refuses(&["play", &file], &[&[file.as_str()], &words[..]].concat());
    }
}

#[test]
fn law_a_scenario_is_a_readable_file_or_a_known_name() {
    let scratch = Scratch::new("unreadable");
    refuses(&["play", "plenar"], &["`plenar`", "planar, planar-noisy"]);
    let absent = scratch.path("absent.toml");
    refuses(&["play", &absent], &[&absent, "planar, planar-noisy"]);
    let folder = scratch.path("");
    refuses(&["play", &folder], &["cannot read", &folder]);
    let latin = scratch.path("latin.toml");
    std::fs::write(&latin, b"name = \"\xe4\"\n").unwrap();
    refuses(&["play", &latin], &[&latin, "UTF-8"]);
}

#[test]
fn law_fields_that_are_set_are_checked_by_name_and_value() {
    for (set, words) in [
        ("player.sensin=points", &["--set", "`player.sensin`", "player.sensing"][..]),
        ("player.sensing=radar", &["--set", "player.sensing", "radar", "`points`", "`cameras`"]),
        ("opponent.strength=1.5", &["--set", "opponent.strength", "1.5", "at most 1"]),
        ("opponent.strength=strong", &["--set", "opponent.strength", "strong", "expected a number"]),
        ("hall.balls=2.5", &["--set", "hall.balls", "2.5", "expected a whole number"]),
        ("sensing.dropped_share=1.5", &["--set", "sensing.dropped_share", "1.5", "at most 1"]),
        ("rig.racket_tilt_deg=30,0", &["--set", "rig.racket_tilt_deg", "30", "at least -20 and at most 20"]),
        ("drives.rail_speed_m_s=0", &["--set", "drives.rail_speed_m_s", "0", "greater than 0"]),
        ("warm_up.balls=1001", &["--set", "warm_up.balls", "1001", "from 0 to 1000"]),
        ("planar.attempts=5", &["--set", "planar.attempts", "[planar]"]),
        ("hall.on_floor=70", &["--set hall.on_floor=70", "on_floor", "balls"]),
        ("sensing.exposure_s=0.01", &["--set sensing.exposure_s=0.01", "exposure_s needs", "1 / rate_hz"]),
        ("nosuch.x=1", &["--set nosuch.x=1", "`nosuch.x`", "scenarios/README.md lists all of them"]),
        ("camera.0.focal_px=1200", &["--set", "camera.0.focal_px", "no [[camera]] 0", "missing field `place_m`"]),
        ("camera.1.place_m=0,3,2", &["--set", "camera.1.place_m", "has 0 [[camera]]", "it must be 0"]),
        ("camera.0.place_m=0,3,30", &["--set", "camera.0.place_m", "30 is not allowed", "at most 20"]),
        ("camera.0.place_m=0,3,2", &["--set", "[[camera]]", "two to four of them"]),
        ("player.sensing", &["--set", "KEY=VALUE", "player.sensing"]),
        ("=5", &["--set", "``"]),
    ] {
        refuses(&["play", "hall", "--points", "1", "--set", set], words);
    }
    refuses(&["play", "--force"], &["--record"]);
    // Without a rubber there is nothing to change: it would do nothing.
    let set = "rig.rubber_friction=0.5";
    refuses(&["play", "paper", "--set", set], &["--set rig.rubber_friction=0.5", "[ball] racket with a rubber"]);
}

#[test]
fn bug_a_flag_that_a_scenario_cannot_take_is_named() {
    // Symptom: `another strength needs [opponent]`, without flag, value and what the scenario lacks.
    for (scenario, flag, value, words) in [
        ("planar", "--strength", "0.5", "[opponent] with kind = \"person\""),
        ("duel", "--strength", "1", "[opponent] with kind = \"person\""),
        ("picker", "--rubber", "ideal:k=0.9", "[player]"),
        ("planar", "--target-m", "-0.9,0.1", "[player]"),
    ] {
        let given = format!("{flag} {value}: it needs {words}, which the scenario {scenario} lacks");
        refuses(&["play", scenario, flag, value], &[&given]);
    }
}

#[test]
fn law_extents_are_positive_and_only_one_is_given() {
    for (arguments, words) in [
        (&["--points", "0"][..], ["--points", "'0'", "100000000"]),
        (&["--points", "3", "--duration-s", "3"], ["--points", "--duration-s", "cannot be used with"]),
        (&["--duration-s", "0"], ["--duration-s", "'0'", "from 0.001 to 100000000 s"]),
        (&["--duration-s", "nan"], ["--duration-s", "'nan'", "from 0.001 to 100000000 s"]),
        (&["--duration-s", "inf"], ["--duration-s", "'inf'", "from 0.001 to 100000000 s"]),
        (&["--duration-s", "long"], ["--duration-s", "'long'", "must be a number"]),
        (&["--threads", "0"], ["--threads", "'0'", "1024"]),
        (&["--threads", "1025"], ["--threads", "'1025'", "1024"]),
    ] {
        refuses(&[&["play"], arguments].concat(), &words);
    }
}

#[test]
fn bug_counts_are_refused_in_the_reader_s_language() {
    // Symptom: "invalid digit found in string". Law: say what would be allowed.
    for (flag, value) in [("--points", "many"), ("--points", "1.5"), ("--threads", "all"), ("--seed", "lucky")] {
        refuses(&["play", flag, value], &[flag, value, "number"]);
    }
}

#[test]
fn bug_negative_numbers_are_values_not_flags() {
    // Symptom: "unexpected argument '-1' found", with the false tip to write `-- -1`. Law: name flag, value and range.
    for (flag, least) in [("--points", "1"), ("--duration-s", "0.001"), ("--threads", "1"), ("--seed", "0")] {
        refuses(&["play", flag, "-7"], &[flag, "-7", least]);
    }
}
