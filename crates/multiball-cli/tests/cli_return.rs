//! `return` through the binary: documents, figures, refusals.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::{Scratch, fails, json, refuses, succeed};
use serde_json::Value;

/// A topspin ball over the end line, and where it should go.
const BALL: [(&str, &str); 4] = [
    ("--position-m", "1.3,0.2,0.3"),
    ("--velocity-m-s", "4.5,0.3,0.8"),
    ("--spin-rad-s", "0,120,0"),
    ("--target-m", "-0.9,-0.3"),
];

/// The return, with some flags changed or added.
fn returned<'a>(changes: &[(&'a str, &'a str)]) -> Vec<&'a str> {
    let kept = BALL.iter().filter(|(flag, _)| !changes.iter().any(|(other, _)| other == flag));
    let pairs = kept.chain(changes).flat_map(|(flag, value)| [*flag, *value]);
    std::iter::once("return").chain(pairs).collect()
}

fn document(changes: &[(&str, &str)]) -> Value {
    json(&[&returned(changes)[..], &["--json"]].concat())
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn norm(values: &[f64]) -> f64 {
    values.iter().map(|value| value * value).sum::<f64>().sqrt()
}

/// Asserts what holds for every return that is printed.
fn assert_return(report: &Value) {
    assert_eq!(report["referee"], "good");
    let (landing, target) = (numbers(&report["landing"]["position_m"]), numbers(&report["request"]["target_m"]));
    assert!(norm(&[landing[0] - target[0], landing[1] - target[1]]) < 1e-3, "{landing:?} {target:?}");
    assert!(number(&report["landing"]["distance_m"]) < 1e-6);
    assert!(number(&report["net_clearance_m"]) > 0.0 && number(&report["flight_s"]) > 0.1);
    let racket = &report["racket"];
    assert!((norm(&numbers(&racket["normal"])) - 1.0).abs() < 1e-9);
    assert!((norm(&numbers(&racket["quaternion"])) - 1.0).abs() < 1e-9);
    let joints = report["joints"].as_array().unwrap();
    let units: Vec<&str> = joints.iter().map(|joint| joint["unit"].as_str().unwrap()).collect();
    assert_eq!(units, ["m", "m", "rad", "rad", "rad", "rad"]);
    for joint in joints {
        let share = number(&joint["rate"]).abs() / number(&joint["speed_limit"]);
        assert!((share - number(&joint["share"])).abs() < 1e-12 && share <= number(&report["effort"]) + 1e-12);
    }
    assert!((0.0..=1.0).contains(&number(&report["effort"])));
    let sensitivity = &report["sensitivity"];
    for part in ["by_position_m_per_m", "by_velocity_m_per_m_s", "by_spin_m_per_rad_s"] {
        let rows = sensitivity[part].as_array().unwrap();
        assert!(rows.len() == 2 && rows.iter().all(|row| numbers(row).len() == 3), "{part}");
    }
    assert!(number(&sensitivity["landing_sd_m"]) > 0.0);
}

#[test]
fn law_returns_land_on_their_targets() {
    for changes in [
        &[][..],
        &[("--rubber", "allround-anti-spin")],
        &[("--rubber", "ideal:k=.7")],
        &[("--spin-rad-s", "60,-250,-100"), ("--velocity-m-s", "7,-1,1.5"), ("--target-m", "-1.3,0.7")],
        &[("--position-m", "0.9,-0.5,0.12"), ("--target-m", "-0.2,0.5")],
        &[("--position-m", "0.6,0,1.1"), ("--velocity-m-s", "2,0,-1"), ("--target-m", "-1.3,0")],
    ] {
        let report = document(changes);
        assert_return(&report);
        assert_eq!(report["scheme"], "full");
    }
}

#[test]
fn law_clearance_and_brush_are_as_requested() {
    let report = document(&[("--over-net-m", "0.2"), ("--brush-m-s", "-1.5")]);
    assert_return(&report);
    assert!((number(&report["net_clearance_m"]) - 0.2).abs() < 1e-6);
    assert!((number(&report["racket"]["brush_m_s"]) + 1.5).abs() < 1e-12);
}

#[test]
fn law_the_papers_scheme_is_labelled_and_lands_too() {
    for changes in [
        &[("--scheme", "paper")][..],
        &[("--rubber", "linear")],
        &[("--rubber", "linear:k3=0.5"), ("--scheme", "paper")],
    ] {
        let report = document(changes);
        assert_return(&report);
        assert_eq!(report["scheme"], "paper");
        assert!(report["request"]["rubber"].as_str().unwrap().starts_with("linear:"));
        // Its racket moves along x alone, and the linear racket leaves the spin as it was.
        assert!(norm(&numbers(&report["racket"]["velocity_m_s"])[1..]) < 1e-12);
        assert_eq!(numbers(&report["struck"]["spin_rad_s"]), [0.0, 120.0, 0.0]);
    }
    assert!(succeed(&returned(&[("--scheme", "paper")])).contains("by the scheme of paper 004"));
}

#[test]
fn law_the_racket_is_where_fk_brings_it() {
    let report = document(&[]);
    let joints: Vec<String> =
        report["joints"].as_array().unwrap().iter().map(|joint| joint["position"].to_string()).collect();
    let fk = json(&["fk", "rail6", "--joints", &joints.join(","), "--json"]);
    // The arm's base stands at (1.88, 1.1, 0) m, its x axis along -y of the table and its y axis along x.
    let (end, racket) = (numbers(&fk["position_m"]), numbers(&report["racket"]["position_m"]));
    let in_world = [1.88 + end[1], 1.1 - end[0], end[2]];
    assert!(
        norm(&[in_world[0] - racket[0], in_world[1] - racket[1], in_world[2] - racket[2]]) < 1e-9,
        "{end:?} {racket:?}"
    );
}

#[test]
fn law_equal_requests_give_equal_bytes() {
    let text = succeed(&returned(&[]));
    assert_eq!(text, succeed(&returned(&[])));
    for words in ["racket", "joint of rail6", "clearance over the net", "the referee calls the return good"] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    let command = [&returned(&[])[..], &["--json"]].concat();
    assert_eq!(succeed(&command), succeed(&command));
}

#[test]
fn law_a_drawn_return_is_whole_or_not_at_all() {
    let scratch = Scratch::new("return_plot");
    let path = scratch.path("return.svg");
    fails(&[1], &returned(&[("--over-net-m", "0"), ("--plot", &path)]), &["net"]);
    refuses(&returned(&[("--target-m", "1,0"), ("--plot", &path)]), &["--target-m"]);
    let other = scratch.path("return.png");
    refuses(&returned(&[("--plot", &other)]), &["--plot", &other, ".svg"]);
    assert!(scratch.names().is_empty());
    assert_eq!(succeed(&returned(&[("--plot", &path)])), succeed(&returned(&[])));
    let svg = scratch.read("return.svg");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert!(!svg.contains("NaN") && !svg.contains("inf\"") && svg.contains("arm and racket at the stroke"));
    assert!(svg.contains("0.00 s") && !svg.contains("-0.00 s"), "times count from the stroke");
    succeed(&returned(&[("--plot", &path)]));
    assert_eq!((scratch.read("return.svg"), scratch.names()), (svg, vec!["return.svg".to_owned()]));
}

#[test]
fn law_what_cannot_be_returned_is_reported_in_numbers() {
    // It grazes the net; a straight line passes too high; rails end; a racket over the table; joints too slow.
    for (changes, words) in [
        (&[("--over-net-m", "0")][..], &["net: the ball would touch the net", "the net is 0.1525 m high"][..]),
        (
            &[("--position-m", "1,0,0.6"), ("--target-m", "-1.2,0"), ("--over-net-m", "0.05")],
            &["net: no path", "0.050 m above it", "A straight line"],
        ),
        (&[("--position-m", "3.5,0,0.3")], &["reach: ", "joint 1", "allowed are 0.0000 to 1.8500 m"]),
        (
            &[("--position-m", "1,0,0.04"), ("--over-net-m", "0.1"), ("--brush-m-s", "0")],
            &["table: the racket", "lowest point at z = -0.0", "must keep 0.005 m away"],
        ),
        (
            &[("--position-m", "1.3,0.2,0.6"), ("--target-m", "-1.3,-0.3"), ("--over-net-m", "0.14")],
            &["racket speed: joint", "its limit is"],
        ),
    ] {
        fails(&[1], &returned(changes), words);
    }
}

#[test]
fn law_balls_that_do_not_come_are_refused() {
    for (flag, value, words) in [
        ("--position-m", "-1,0,0.3", &["x = -1 m", "home side"][..]),
        ("--position-m", "1,0,0", &["inside the table", "must be"]),
        ("--position-m", "1,0,-0.3", &["below the table", "z must be at least 0.02 m"]),
        ("--position-m", "1.6,0,-2", &["below the floor"]),
        ("--velocity-m-s", "-4,0,1", &["x = -4 m/s is not allowed", "greater than 0"]),
        ("--velocity-m-s", "0,0,1", &["x = 0 m/s is not allowed", "greater than 0"]),
        ("--target-m", "0.9,0", &["(0.9, 0) m", "from -1.3500 to -0.0200 m"]),
        ("--target-m", "-0.9,0.8", &["(-0.9, 0.8) m", "-0.7425 to 0.7425 m"]),
        ("--target-m", "-1.4,0", &["(-1.4, 0) m", "-1.3500"]),
    ] {
        refuses(&returned(&[(flag, value)]), &[&[flag], words].concat());
    }
}

#[test]
fn law_numbers_and_names_are_checked() {
    for flag in ["--position-m", "--velocity-m-s", "--spin-rad-s"] {
        for (value, words) in [
            ("nan,0,0", "finite"),
            ("1,inf,0", "finite"),
            ("1,2", "2 of three numbers: it takes X,Y,Z"),
            ("1,2,3,4", "4 of three numbers"),
            ("a,b,c", "not a number"),
            ("1e9,0,0", "is not allowed"),
        ] {
            refuses(&returned(&[(flag, value)]), &[flag, &format!("'{value}'"), words]);
        }
    }
    for (value, words) in [("nan,0", "finite"), ("-0.9", "1 of two numbers: it takes X,Y"), ("a,b", "not a number")] {
        refuses(&returned(&[("--target-m", value)]), &["--target-m", &format!("'{value}'"), words]);
    }
    for (flag, allowed) in [("--over-net-m", "from 0 to 3 m"), ("--brush-m-s", "from -20 to 20 m/s")] {
        for value in ["nan", "-30", "30", "high"] {
            refuses(&returned(&[(flag, value)]), &[flag, &format!("`{value}` is not allowed"), allowed]);
        }
    }
    let rubbers = ["--rubber", "`sandpaper`", "ideal:k=.8", "linear", "offensive-inverted-2.1", "allround-anti-spin"];
    refuses(&returned(&[("--rubber", "sandpaper")]), &rubbers);
    refuses(&returned(&[("--scheme", "guess")]), &["--scheme", "'guess'", "full", "paper"]);
    let other = [("--scheme", "paper"), ("--rubber", "allround-anti-spin")];
    refuses(&returned(&other), &["--rubber allround-anti-spin", "must be linear"]);
    refuses(&returned(&[("--scheme", "full"), ("--rubber", "linear")]), &["--scheme full", "must be paper"]);
    refuses(&returned(&[("--scheme", "paper"), ("--brush-m-s", "1")]), &["--brush-m-s", "along x"]);
    for (missing, _) in BALL {
        let given = BALL.iter().filter(|(flag, _)| *flag != missing).flat_map(|(flag, value)| [*flag, *value]);
        refuses(&std::iter::once("return").chain(given).collect::<Vec<_>>(), &["required", missing]);
    }
}

#[test]
fn law_examples_of_the_help_have_an_answer() {
    let scratch = Scratch::new("return_examples");
    let help = succeed(&["return", "--help"]);
    let examples: Vec<&str> = help.lines().filter(|line| line.starts_with("  multiball return")).collect();
    assert_eq!(examples.len(), 4);
    for example in examples {
        let words = example.split_whitespace().skip(1);
        let output = crate::support::command().args(words).current_dir(scratch.folder()).output().unwrap();
        assert!(output.status.success(), "{example}\n{}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(scratch.names(), ["return.svg"]);
}
