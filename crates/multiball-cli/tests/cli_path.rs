//! `plan --to-pose` through the binary: lines and arcs of every robot, what it refuses, and why there is no answer.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::{Scratch, fails, json, refuses, succeed};
use serde_json::Value;

/// Joints of every robot, and joints that hold the tool where the path should lead.
const PATHS: [(&str, &str, &str, &str); 4] = [
    ("planar3", "1.7,-1.9,0.4", "1.6,-1.7,0.3", "1.5,-1.6,0.5"),
    ("arm6", "0.3,-0.5,0.2,0.1,0.9,0.4", "0.4,-0.4,0.1,0.2,0.8,0.3", "0.5,-0.4,0.2,0.1,0.9,0.2"),
    ("serve5", "0.2,-1.2,0.5,0.9,0.3", "0.3,-1.1,0.5,0.8,0.2", "0.4,-1.1,0.6,0.8,0.3"),
    ("rail6", "0.9,1.1,0,0.5,1,0", "1.0,1.2,0.1,0.4,1.1,0.1", "1.1,1.2,0.1,0.5,1,0.2"),
];
const ARM6: &str = "0.3,-0.5,0.2,0.1,0.9,0.4";

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

fn joined(values: &[f64]) -> String {
    values.iter().map(f64::to_string).collect::<Vec<_>>().join(",")
}

/// The tool's pose as `plan` takes it.
fn pose(robot: &str, joints: &str) -> Vec<f64> {
    let found = json(&["fk", robot, "--joints", joints, "--json"]);
    let mut pose = numbers(&found["position_m"]);
    match found["angle_rad"].as_f64() {
        Some(angle) => pose.push(angle),
        None => pose.extend(numbers(&found["quaternion"])),
    }
    pose
}

fn position(robot: &str, joints: &[f64]) -> Vec<f64> {
    numbers(&json(&["fk", robot, "--joints", &joined(joints), "--json"])["position_m"])
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

fn plan(robot: &str, from: &str, more: &[&str]) -> Value {
    json(&[&["plan", robot, "--from", from], more, &["--json"]].concat())
}

/// A whole report of a motion within its limits that ends at a position.
fn assert_report(report: &Value, robot: &str, to: &[f64]) {
    assert_eq!((report["method"].as_str(), report["keeps_limits"].as_bool()), (Some("path"), Some(true)));
    assert!(report["path_error_m"].as_f64().unwrap() < 1e-6, "{report}");
    let samples = report["samples"].as_array().unwrap();
    assert_eq!(samples.len(), 201);
    assert!(distance(&position(robot, &numbers(&samples[200]["positions"])), to) < 1e-7);
    for joint in report["joints"].as_array().unwrap() {
        let share = |peak: &str, limit: &str| joint[peak].as_f64().unwrap() / joint[limit].as_f64().unwrap();
        assert!(share("peak_speed", "speed_limit") < 1.0 + 1e-8);
        assert!(share("peak_acceleration", "acceleration_limit") < 1.0 + 1e-8);
        assert!(share("peak_jerk", "jerk_limit") < 1.0 + 1e-8);
    }
}

#[test]
fn law_every_robot_runs_along_a_line() {
    for (robot, from, to, _) in PATHS {
        let (start, to) = (pose(robot, from), pose(robot, to));
        let end = &to[..start.len() - if robot == "planar3" { 1 } else { 4 }];
        let report = plan(robot, from, &["--to-pose", &joined(&to)]);
        assert_report(&report, robot, end);
        assert_eq!(report["path"], "line");
        let length = distance(&start[..end.len()], end);
        assert!((report["path_length_m"].as_f64().unwrap() - length).abs() < 1e-9);
        for sample in report["samples"].as_array().unwrap().iter().step_by(25) {
            let tool = position(robot, &numbers(&sample["positions"]));
            let detour = distance(&start[..end.len()], &tool) + distance(&tool, end) - length;
            assert!(detour.abs() < 1e-9, "{robot}: {tool:?} is off the line");
        }
    }
}

#[test]
fn law_several_poses_and_arcs_are_passed() {
    for (robot, from, via, to) in PATHS {
        let (via, to) = (pose(robot, via), pose(robot, to));
        let end = &to[..to.len() - if robot == "planar3" { 1 } else { 4 }];
        let (via, pose) = (joined(&via), joined(&to));
        let lines = plan(robot, from, &["--via-pose", &via, "--to-pose", &pose]);
        assert_report(&lines, robot, end);
        assert_eq!(lines["legs"].as_array().unwrap().len(), 2);
        let arc = plan(robot, from, &["--via-pose", &via, "--to-pose", &pose, "--path", "arc"]);
        assert_report(&arc, robot, end);
        assert_eq!((arc["path"].as_str(), arc["legs"].as_array().unwrap().len()), (Some("arc"), 1));
        assert!(arc["path_length_m"].as_f64() > lines["path_length_m"].as_f64(), "{robot}: a chord is shorter");
    }
}

#[test]
fn law_tool_speed_and_duration_are_kept() {
    let (robot, from, to, _) = PATHS[1];
    let pose = joined(&pose(robot, to));
    let slow = plan(robot, from, &["--to-pose", &pose, "--tool-speed-m-s", "0.05"]);
    let speed = slow["tool_speed_m_s"].as_f64().unwrap();
    assert!((speed - 0.05).abs() < 1e-4, "{speed}");
    let long = plan(robot, from, &["--to-pose", &pose, "--duration-s", "9.5"]);
    assert!((long["duration_s"].as_f64().unwrap() - 9.5).abs() < 1e-9);
    let text = succeed(&["plan", robot, "--from", from, "--to-pose", &pose]);
    assert!(text.starts_with("arm6 by line: ") && text.contains("within all limits"), "{text}");
    assert!(text.contains("off the path by at most") && text.contains("peak jerk"), "{text}");
    let command = ["plan", robot, "--from", from, "--to-pose", &pose, "--json"];
    assert_eq!(succeed(&command), succeed(&command));
    let too_short = ["plan", robot, "--from", from, "--to-pose", &pose, "--duration-s", "0.01"];
    fails(&[1], &too_short, &["cannot be followed in 0.0100 s", "the limits allow"]);
}

#[test]
fn law_a_path_is_drawn_whole_or_not_at_all() {
    let scratch = Scratch::new("plan_path_plot");
    let path = scratch.path("line.svg");
    let (robot, from, to, _) = PATHS[3];
    succeed(&["plan", robot, "--from", from, "--to-pose", &joined(&pose(robot, to)), "--plot", &path]);
    let svg = scratch.read("line.svg");
    assert!(svg.starts_with("<svg") && svg.contains("rail6 along a path of") && !svg.contains("NaN"));
    let other = scratch.path("far.svg");
    fails(&[1], &["plan", "arm6", "--from", ARM6, "--to-pose", "9,9,9,1,0,0,0", "--plot", &other], &["arm stops"]);
    assert_eq!(scratch.names(), ["line.svg"]);
}

#[test]
fn law_a_path_without_an_answer_says_where_and_why() {
    let far = ["plan", "arm6", "--from", ARM6, "--to-pose", "0.2,3,1.1,1,0,0,0"];
    fails(&[1], &far, &["at 0.", " of leg 1 the arm stops", "out of reach by"]);
    fails(&[1], &["plan", "planar3", "--from", PATHS[0].1, "--to-pose", "2,0,0"], &["misses the path by", " m"]);
    // With a straight wrist the arm cannot go sideways at once.
    let pose = pose("arm6", "0,0,0,0,0,0");
    let aside = joined(&[&[0.2], &pose[1..]].concat());
    let words = ["at 0.0000 m of 0.2000 m of leg 1 the arm is singular", "would have to jump by 1.57"];
    fails(&[1], &["plan", "arm6", "--from", "0,0,0,0,0,0", "--to-pose", &aside], &words);
    // A turn about the hand's axis leaves the range of the rail arm's last joint.
    let (start, end) = (pose_text("rail6", "0.9,1.1,0,0.5,1,3"), pose_text("rail6", "0.9,1.1,0,0.5,1,-3"));
    assert_ne!(start, end);
    let words = ["% of the turn of leg 1 joint 6 would be at 3.1", "beyond its limit 3.1416 rad"];
    fails(&[1], &["plan", "rail6", "--from", "0.9,1.1,0,0.5,1,3", "--to-pose", &end], &words);
}

fn pose_text(robot: &str, joints: &str) -> String {
    joined(&pose(robot, joints))
}

#[test]
fn law_bad_poses_and_options_are_refused() {
    let arm6 = ["plan", "arm6", "--from", ARM6];
    let with = |more: &[&'static str]| [&arm6[..], more].concat();
    refuses(&with(&["--to-pose", "0,1,1"]), &["--to-pose 0,1,1", "3 values", "arm6 takes X,Y,Z,W,X,Y,Z"]);
    refuses(&with(&["--to-pose", "0,1,1,2,0,0,0"]), &["--to-pose 0,1,1,2,0,0,0", "length 2", "must be 1"]);
    refuses(&with(&["--to-pose", "0,1,x,1,0,0,0"]), &["--to-pose", "`x` is not a number"]);
    refuses(&["plan", "planar3", "--from", "1.7,-1.9,0.4", "--to-pose", "0,1,1,1,0,0,0"], &["planar3 takes X,Z,ANGLE"]);
    let pose = ["--to-pose", "0.2,0.9,1.1,0.9239,0.3827,0,0"];
    let odd = ["--path", "arc"];
    refuses(&with(&[&pose[..], &odd].concat()), &["1 poses after the start", "each arc takes two"]);
    let straight = ["--via-pose", "0.2,0.9,1.1,0.9239,0.3827,0,0"];
    refuses(&with(&[&pose[..], &straight, &odd].concat()), &["on one line"]);
    refuses(&with(&[&pose[..], &straight].concat()), &["pose 3 is the one before it"]);
    for (more, words) in [
        (&["--to", ARM6][..], &["--to", "cannot be used with"][..]),
        (&["--method", "jerk"], &["--method", "cannot be used with"]),
        (&["--tool-speed-m-s", "0"], &["--tool-speed-m-s", "from 0.0001 to 100"]),
        (&["--tool-speed-m-s", "1", "--duration-s", "2"], &["cannot be used with"]),
        (&["--path", "spline"], &["--path", "line", "arc"]),
    ] {
        refuses(&with(&[&pose[..], more].concat()), words);
    }
    for more in [["--via-pose", "0,1,1,1,0,0,0"], ["--path", "arc"], ["--tool-speed-m-s", "1"]] {
        refuses(&with(&[&["--to", ARM6], &more[..]].concat()), &["--to <A,B,…>", more[0], "cannot be used with"]);
    }
}
