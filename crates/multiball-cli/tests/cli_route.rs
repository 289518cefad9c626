//! `route` through the binary.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use support::{Scratch, fails, json, refuses, succeed};

/// A file with balls on a circle of 5 m.
fn circle(scratch: &Scratch, count: u32) -> String {
    let ball = |number: u32| {
        let (sin, cos) = (std::f64::consts::TAU * f64::from(number) / f64::from(count)).sin_cos();
        format!("{},{}\n", 5.0 * cos, 5.0 * sin)
    };
    scratch.write("circle.csv", &format!("x_m,y_m\n{}", (0..count).map(ball).collect::<String>()))
}

#[test]
fn law_every_method_reports_trips_that_clear_the_floor() {
    let scratch = Scratch::new("route-methods");
    let file = circle(&scratch, 12);
    for method in ["best", "greedy", "dp", "bnb", "backtrack", "ga"] {
        let report = json(&["route", &file, "--capacity", "4", "--method", method, "--time-limit-s", "0.05", "--json"]);
        assert_eq!((&report["method"], &report["balls"], &report["capacity"]), (&method.into(), &12.into(), &4.into()));
        let trips = report["trips"].as_array().unwrap();
        let mut balls: Vec<u64> =
            trips.iter().flat_map(|t| t.as_array().unwrap()).map(|b| b.as_u64().unwrap()).collect();
        balls.sort_unstable();
        assert_eq!(balls, (0..12).collect::<Vec<u64>>(), "{report}");
        assert!(trips.iter().all(|trip| trip.as_array().unwrap().len() <= 4), "{report}");
        assert!(report["elapsed_s"].as_f64().unwrap() < 30.0);
        let length = report["length_m"].as_f64().unwrap();
        // Three trips of four neighbours: twice the radius and three sides each.
        let shortest = 3.0 * (10.0 + 3.0 * 10.0 * (std::f64::consts::PI / 12.0).sin());
        assert!(length > shortest - 1e-9, "{method}: {length} m");
        assert!(method != "best" || length < shortest + 1e-9, "{length} m, {shortest} m");
    }
}

#[test]
fn law_floors_with_few_balls_have_few_trips() {
    let scratch = Scratch::new("route-few");
    let none = scratch.write("none.csv", "x_m,y_m\n");
    let report = json(&["route", &none, "--capacity", "3", "--json"]);
    assert_eq!((&report["length_m"], &report["trips"]), (&0.0.into(), &serde_json::json!([])));
    assert!(succeed(&["route", &none, "--capacity", "3"]).contains("0 balls"));
    let one = scratch.write("one.csv", "x_m,y_m\n3,4\n");
    let report = json(&["route", &one, "--capacity", "3", "--json"]);
    assert_eq!((&report["length_m"], &report["trips"]), (&10.0.into(), &serde_json::json!([[0]])));
    let heap = scratch.write("heap.csv", &format!("x_m,y_m\n{}", "3,4\n".repeat(50)));
    let report = json(&["route", &heap, "--capacity", "10", "--time-limit-s", "0.05", "--json"]);
    assert!((report["length_m"].as_f64().unwrap() - 50.0).abs() < 1e-9, "{report}");
}

#[test]
fn law_a_search_without_time_has_an_answer_and_is_drawn() {
    let scratch = Scratch::new("route-plot");
    let (file, plot) = (circle(&scratch, 30), scratch.path("route.svg"));
    let text = succeed(&["route", &file, "--capacity", "10", "--time-limit-s", "0", "--plot", &plot]);
    assert!(text.contains("30 balls, 10 at a time") && text.contains("trip"), "{text}");
    assert!(std::fs::read_to_string(&plot).unwrap().starts_with("<svg"));
}

/// A table's legs, and people in front of home.
const HALL: &str = "obstacle,x_m,y_m\nleg,5,1\nleg,5.1,1\nleg,5.1,1.1\nleg,5,1.1\n\
                    people,2,-1\npeople,3,-1\npeople,3,1\npeople,2,1\n";

#[test]
fn law_trips_by_time_are_no_slower_than_the_shortest_and_those_no_longer() {
    let scratch = Scratch::new("route-time");
    let file = circle(&scratch, 15);
    let by = |objective: &str| {
        json(&["route", &file, "--capacity", "4", "--objective", objective, "--time-limit-s", "0.1", "--json"])
    };
    let (shortest, fastest) = (by("length"), by("time"));
    let value = |report: &serde_json::Value, name: &str| report[name].as_f64().unwrap();
    assert!(value(&fastest, "time_s") <= value(&shortest, "time_s") + 1e-9, "{fastest} {shortest}");
    assert!(value(&shortest, "length_m") <= value(&fastest, "length_m") + 1e-9);
    for report in [&shortest, &fastest] {
        let time_s = (value(report, "length_m") + 0.3 * value(report, "turning_rad")) / 0.5;
        assert!((value(report, "time_s") - time_s).abs() < 1e-9 && report["ways"].is_null(), "{report}");
    }
    assert!(
        succeed(&["route", &file, "--capacity", "4", "--objective", "time", "--time-limit-s", "0"]).contains("rad")
    );
}

#[test]
fn law_every_method_drives_around_obstacles_and_names_balls_that_it_cannot_reach() {
    let scratch = Scratch::new("route-obstacles");
    let balls = scratch.write("balls.csv", "x_m,y_m\n4,0\n2.5,0\n0,2\n");
    let (hall, plot) = (scratch.write("hall.csv", HALL), scratch.path("route.svg"));
    for method in ["best", "greedy", "dp", "bnb", "backtrack", "ga"] {
        let report = json(&[
            "route",
            &balls,
            "--capacity",
            "1",
            "--obstacles",
            &hall,
            "--clearance-m",
            "0.5",
            "--method",
            method,
            "--time-limit-s",
            "0.05",
            "--plot",
            &plot,
            "--json",
        ]);
        assert_eq!((&report["unreachable"], &report["balls"]), (&serde_json::json!([1]), &3.into()));
        // Around people: over the corner of an octagon before them, and one behind; the ball is 1 m behind them.
        let cut = 0.5 * (2.0_f64.sqrt() - 1.0);
        let corner = |x: f64, y: f64| (x * x + y * y).sqrt();
        let out = corner(2.0 - cut, 1.5) + 1.0 + 2.0 * cut;
        let around = out + corner(0.5 - cut, 0.5 - cut) + corner(0.5, 1.0 + cut);
        let length = report["length_m"].as_f64().unwrap();
        assert!((length - 2.0 * (around + 2.0)).abs() < 1e-9, "{method}: {length} m, {around} m to the ball");
        let way = report["ways"].as_array().unwrap().iter().map(|way| way.as_array().unwrap().len()).max();
        assert!(way > Some(6), "{report}");
    }
    assert!(std::fs::read_to_string(&plot).unwrap().contains("<polygon"));
    let text = succeed(&["route", &balls, "--capacity", "2", "--obstacles", &hall, "--time-limit-s", "0"]);
    assert!(text.contains("no way leads to 1 ball: 1"), "{text}");
    let none = scratch.write("free.csv", "obstacle,x_m,y_m\n");
    let report = json(&["route", &balls, "--capacity", "3", "--obstacles", &none, "--time-limit-s", "0", "--json"]);
    assert_eq!(report["unreachable"], serde_json::json!([]));
}

#[test]
fn law_obstacles_that_make_no_sense_are_refused() {
    let scratch = Scratch::new("route-bad-obstacles");
    let balls = scratch.write("balls.csv", "x_m,y_m\n4,0\n");
    let hall = scratch.write("hall.csv", HALL);
    let with = |name: &str, rows: &str, words: &[&str]| {
        let file = scratch.write(name, &format!("obstacle,x_m,y_m\n{rows}"));
        refuses(&["route", &balls, "--capacity", "3", "--obstacles", &file], words);
    };
    with("two.csv", "a,1,1\na,2,2\n", &["two.csv line 2", "`a`", "2 corners", "3 or more"]);
    with("nan.csv", "a,1,1\na,2,x\n", &["nan.csv line 3", "y_m = `x`", "finite"]);
    with("far.csv", "a,1,1\na,2e7,1\na,2,2\n", &["far.csv line 3", "20000000", "1000000"]);
    with("bow.csv", "a,3,3\na,4,4\na,4,3\na,3,4\n", &["bow.csv line 2", "cross"]);
    with("home.csv", "a,-1,-1\na,1,-1\na,0,1\n", &["home.csv line 2", "home", "free"]);
    with("name.csv", ",1,1\n", &["name.csv line 2", "obstacle is empty"]);
    let route = ["route", &balls, "--capacity", "3"];
    let refused = |more: &[&str], words: &[&str]| refuses(&[&route[..], more].concat(), words);
    refused(&["--obstacles", "nowhere.csv"], &["nowhere.csv"]);
    refused(&["--obstacles", &hall, "--clearance-m", "0"], &["--clearance-m", "0.001", "1000"]);
    refused(&["--clearance-m", "0.2"], &["--obstacles"]);
    refused(&["--objective", "speed"], &["speed", "length", "time"]);
    refused(&["--objective", "time", "--method", "greedy"], &["--objective time", "greedy", "best"]);
    let inside = scratch.write("inside.csv", "x_m,y_m\n2.5,0\n");
    fails(&[1], &["route", &inside, "--capacity", "3", "--obstacles", &hall], &["no way", "1 ball"]);
}

#[test]
fn law_input_that_makes_no_sense_is_refused() {
    let scratch = Scratch::new("route-bad");
    let good = circle(&scratch, 40);
    let bad = |name: &str, text: &str| scratch.write(name, text);
    refuses(&["route", &good, "--capacity", "0"], &["--capacity", "0", "1"]);
    refuses(&["route", &good, "--capacity", "-3"], &["--capacity", "-3"]);
    refuses(&["route", &good], &["--capacity"]);
    refuses(&["route", "nowhere.csv", "--capacity", "3"], &["nowhere.csv"]);
    refuses(&["route", &bad("nan.csv", "x_m,y_m\n1,2\n1,NaN\n"), "--capacity", "3"], &["line 3", "NaN"]);
    refuses(&["route", &bad("far.csv", "x_m,y_m\n1,2\n1,1e9\n"), "--capacity", "3"], &["line 3", "1000000000"]);
    refuses(&["route", &bad("head.csv", "x,y\n1,2\n"), "--capacity", "3"], &["x_m", "y_m"]);
    refuses(&["route", &good, "--capacity", "3", "--method", "tabu"], &["tabu", "best"]);
    refuses(&["route", &good, "--capacity", "3", "--time-limit-s", "-1"], &["-1", "86400"]);
    refuses(&["route", &good, "--capacity", "30", "--method", "dp"], &["--capacity 30", "18"]);
    let late = ["route", &good, "--capacity", "10", "--method", "dp", "--time-limit-s", "0"];
    fails(&[1], &late, &["0 of 4 groups"]);
}

/// Symptom: a panic with 100,000 balls in one trip. Cause: the formatter pads to 65,535 characters at most. Law: a line
/// of a table is as long as it is.
#[test]
fn bug_one_trip_of_very_many_balls_is_printed() {
    let scratch = Scratch::new("route_wide");
    let balls: String = (0..20_000).map(|ball| format!("{},{}\n", ball % 141, ball / 141)).collect();
    let file = scratch.write("wide.csv", &format!("x_m,y_m\n{balls}"));
    let text = succeed(&["route", &file, "--capacity", "20000", "--method", "greedy"]);
    assert!(text.contains("and 19960 more; --json has them all"), "{text}");
}

#[test]
fn law_no_balls_are_no_trips_by_length_and_by_time() {
    let scratch = Scratch::new("route_none");
    let file = scratch.write("none.csv", "x_m,y_m\n");
    for objective in ["length", "time"] {
        let report = json(&["route", &file, "--capacity", "3", "--objective", objective, "--json"]);
        assert_eq!(
            (report["trips"].as_array().unwrap().len(), report["length_m"].as_f64()),
            (0, Some(0.0)),
            "{report}"
        );
    }
}
