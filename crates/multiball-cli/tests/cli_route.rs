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
