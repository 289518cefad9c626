//! `plan` through the binary: shapes, ends, limits, durations, drawings, and what it refuses.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::{Scratch, fails, json, refuses, succeed};
use serde_json::Value;

const METHODS: [&str; 4] = ["cubic", "quintic", "353", "jerk"];
/// Motions of every robot, within its ranges.
const MOTIONS: [(&str, &str, &str); 5] = [
    ("arm6", "0,0,0,0,0,0", "0.5,-0.3,0.4,1,0.5,-1"),
    ("arm6", "0.3,-0.5,0.2,0.1,0.9,0.4", "0.3,-0.5,0.2,0.1,0.9,-0.4"),
    ("serve5", "-0.76,-2.88,-2.8,0.06,1.66", "0.79,-1.61,-1.64,0.8,2.36"),
    ("rail6", "0.9,1.1,0,0.5,1,0", "1.8,0.1,-1.2,-0.7,1.9,-1.5"),
    ("planar3", "1.7,-1.9,0.4", "1.2,-1.4,0.3"),
];
const VIA: [&str; 4] = ["--via", "-0.28,-2.54,-2.36,0.32,1.9", "--via", "0.25,-1.92,-2.01,0.53,2.17"];

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

fn typed(text: &str) -> Vec<f64> {
    text.split(',').map(|number| number.parse().unwrap()).collect()
}

fn flags<'a>((robot, from, to): (&'a str, &'a str, &'a str), more: &[&'a str]) -> Vec<&'a str> {
    [&["plan", robot, "--from", from, "--to", to], more].concat()
}

fn plan(motion: (&str, &str, &str), more: &[&str]) -> Value {
    json(&flags(motion, &[more, &["--json"]].concat()))
}

fn refuses_plan(motion: (&str, &str, &str), more: &[&str], words: &[&str]) {
    refuses(&flags(motion, more), words);
}

fn assert_close(ours: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(ours.len(), expected.len(), "{what}");
    for (ours, expected) in ours.iter().zip(expected) {
        assert!((ours - expected).abs() <= tolerance, "{what}: {ours}, expected {expected}");
    }
}

/// The greatest size of one joint's figure among the samples.
fn greatest(report: &Value, field: &str, joint: usize) -> f64 {
    let samples = report["samples"].as_array().unwrap();
    samples.iter().map(|sample| numbers(&sample[field])[joint].abs()).fold(0.0, f64::max)
}

/// A document of the promised shape whose motion has these ends and keeps every limit.
fn assert_motion(report: &Value, (robot, from, to): (&str, &str, &str), end_velocity: &[f64]) {
    assert_eq!(report["robot"], robot);
    assert_eq!(report["keeps_limits"], true);
    let duration_s = report["duration_s"].as_f64().unwrap();
    let samples = report["samples"].as_array().unwrap();
    assert_eq!(samples.len(), 201);
    let (first, last) = (&samples[0], &samples[200]);
    assert_eq!(first["t_s"].as_f64(), Some(0.0));
    assert_close(&[last["t_s"].as_f64().unwrap()], &[duration_s], 1e-12 * duration_s, "time at the end");
    assert_close(&numbers(&first["positions"]), &typed(from), 1e-12, "start");
    assert_close(&numbers(&last["positions"]), &typed(to), 1e-9, "end");
    assert_close(&numbers(&first["velocities"]), &vec![0.0; end_velocity.len()], 1e-9, "at rest at the start");
    assert_close(&numbers(&last["velocities"]), end_velocity, 1e-8, "velocity at the end");
    let joints = report["joints"].as_array().unwrap();
    assert_eq!(joints.len(), end_velocity.len());
    for (index, joint) in joints.iter().enumerate() {
        assert!(["rad", "m"].contains(&joint["unit"].as_str().unwrap()));
        for (peak, limit) in
            [("peak_speed", "speed_limit"), ("peak_acceleration", "acceleration_limit"), ("peak_jerk", "jerk_limit")]
        {
            let peak = joint[peak].as_f64().unwrap();
            let limit = joint[limit].as_f64().unwrap_or(f64::INFINITY);
            assert!((0.0..=limit * (1.0 + 1e-6)).contains(&peak), "joint {index}: {peak} of {limit}");
        }
        for (peak, field) in [("peak_speed", "velocities"), ("peak_acceleration", "accelerations")] {
            let (peak, seen) = (joint[peak].as_f64().unwrap(), greatest(report, field, index));
            assert!(seen <= peak * (1.0 + 1e-9) + 1e-9, "{field} of joint {index}: {seen} above its peak {peak}");
        }
    }
}

fn duration_s(report: &Value) -> f64 {
    report["duration_s"].as_f64().unwrap()
}

#[test]
fn law_every_method_moves_every_robot_within_its_limits() {
    for motion in MOTIONS {
        for method in METHODS {
            let report = plan(motion, &["--method", method]);
            assert_eq!(report["method"], method);
            assert_eq!(report["segments_s"].is_array(), method == "353");
            assert_motion(&report, motion, &vec![0.0; typed(motion.1).len()]);
        }
    }
    assert_eq!(plan(MOTIONS[0], &[])["method"], "quintic", "the default");
}

#[test]
fn law_without_a_duration_some_joint_is_at_a_limit() {
    for motion in MOTIONS {
        for method in METHODS {
            let report = plan(motion, &["--method", method]);
            let share = |joint: &Value, peak: &str, limit: &str| {
                joint[limit].as_f64().map_or(0.0, |limit| joint[peak].as_f64().unwrap() / limit)
            };
            let greatest = report["joints"].as_array().unwrap().iter().flat_map(|joint| {
                [
                    share(joint, "peak_speed", "speed_limit"),
                    share(joint, "peak_acceleration", "acceleration_limit"),
                    share(joint, "peak_jerk", "jerk_limit"),
                ]
            });
            let greatest = greatest.fold(0.0, f64::max);
            assert!(greatest > 0.999, "{motion:?} by {method}: could be sooner, {greatest}");
        }
    }
}

#[test]
fn law_a_duration_is_kept_to_the_last_digit() {
    for motion in MOTIONS {
        for (method, requested_s) in METHODS.iter().flat_map(|method| [(method, "5.3"), (method, "60")]) {
            let report = plan(motion, &["--method", method, "--duration-s", requested_s]);
            assert_close(&[duration_s(&report)], &typed(requested_s), 1e-12, &format!("{motion:?} by {method}"));
            assert_motion(&report, motion, &vec![0.0; typed(motion.1).len()]);
        }
    }
}

#[test]
fn law_an_end_velocity_is_met() {
    let velocity = "0.5,0,-0.4";
    for method in ["cubic", "quintic", "jerk"] {
        for more in [&[][..], &["--duration-s", "1.5"]] {
            let flags = [&["--method", method, "--end-velocity", velocity], more].concat();
            let report = plan(MOTIONS[4], &flags);
            assert_motion(&report, MOTIONS[4], &typed(velocity));
        }
    }
}

#[test]
fn law_353_passes_its_way_points() {
    let motion = MOTIONS[2];
    let report = plan(motion, &[&["--method", "353", "--duration-s", "4"], &VIA[..]].concat());
    assert_motion(&report, motion, &[0.0; 5]);
    let segments = numbers(&report["segments_s"]);
    assert_close(&[segments.iter().sum()], &[4.0], 1e-12, "sum of the segments");
    // The sample after a way point is at most 0.02 s away from it.
    let samples = report["samples"].as_array().unwrap();
    for (t_s, via) in [(segments[0], VIA[1]), (segments[0] + segments[1], VIA[3])] {
        let next = samples.iter().position(|sample| sample["t_s"].as_f64().unwrap() >= t_s).unwrap();
        for (joint, expected) in typed(via).iter().enumerate() {
            let at = numbers(&samples[next]["positions"])[joint];
            let peak = report["joints"][joint]["peak_speed"].as_f64().unwrap();
            assert!((at - expected).abs() <= 0.0201 * peak, "joint {joint} at {t_s} s: {at}, not {expected}");
        }
    }
    let straight = plan(motion, &["--method", "353"]);
    assert_motion(&straight, motion, &[0.0; 5]);
    let through = plan(motion, &[&["--method", "353"], &VIA[..]].concat());
    assert_motion(&through, motion, &[0.0; 5]);
    assert_ne!(duration_s(&straight), duration_s(&through), "way points matter");
}

#[test]
fn law_353_may_give_each_joint_times_of_its_own() {
    let motion = MOTIONS[2];
    let method = [&["--method", "353"], &VIA[..]].concat();
    let common = plan(motion, &method);
    let own = plan(motion, &[&method[..], &["--times", "per-joint"]].concat());
    assert_motion(&own, motion, &[0.0; 5]);
    assert!(duration_s(&own) <= duration_s(&common) * (1.0 + 1e-9), "no joint waits for another");
    assert!(own["segments_s"].is_null() && common["joint_segments_s"].is_null());
    let sums = |report: &Value| -> Vec<f64> {
        let joints = report["joint_segments_s"].as_array().unwrap();
        joints.iter().map(|times| numbers(times).iter().sum()).collect()
    };
    let longest = sums(&own).into_iter().fold(0.0, f64::max);
    assert_close(&[duration_s(&own)], &[longest], 1e-12, "the slowest joint's time");
    // Every joint is at one of its limits.
    for joint in own["joints"].as_array().unwrap() {
        let share = |peak: &str, limit: &str| joint[peak].as_f64().unwrap() / joint[limit].as_f64().unwrap();
        let greatest = share("peak_speed", "speed_limit")
            .max(share("peak_acceleration", "acceleration_limit"))
            .max(share("peak_jerk", "jerk_limit"));
        assert!(greatest > 0.999, "{joint}");
    }
    let stretched = plan(motion, &[&method[..], &["--times", "per-joint", "--duration-s", "4"]].concat());
    assert_motion(&stretched, motion, &[0.0; 5]);
    let scaled: Vec<f64> = sums(&own).iter().map(|sum| sum * 4.0 / longest).collect();
    assert_close(&sums(&stretched), &scaled, 1e-9, "all stretched alike");
    let short = ["--method", "353", "--times", "per-joint", "--duration-s", "0.01"];
    fails(&[1], &flags(motion, &short), &["slowest joint", "--duration-s is 0.01 s"]);
    refuses_plan(motion, &["--method", "jerk", "--times", "per-joint"], &["--times per-joint", "--method 353", "jerk"]);
    let text = succeed(&flags(motion, &[&method[..], &["--times", "per-joint"]].concat()));
    assert!(text.contains("joint 5: "), "{text}");
}

#[test]
fn law_equal_input_gives_equal_bytes_and_the_table_says_the_same() {
    for method in METHODS {
        let command = flags(MOTIONS[0], &["--method", method, "--json"]);
        assert_eq!(succeed(&command), succeed(&command));
        let text = succeed(&flags(MOTIONS[0], &["--method", method]));
        let report = plan(MOTIONS[0], &["--method", method]);
        let title = format!("arm6 by {method}: {:.4} s", duration_s(&report));
        assert!(text.starts_with(&title), "{title}\n{text}");
        assert!(text.contains("within all limits") && text.contains("peak jerk"), "{text}");
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    }
}

#[test]
fn bug_a_motion_that_goes_nowhere_takes_the_requested_time() {
    let still = ("planar3", "1.7,-1.9,0.4", "1.7,-1.9,0.4");
    for method in METHODS {
        for more in [&[][..], &["--duration-s", "1"]] {
            // A number that is none would be null, which assert_motion does not take.
            let report = plan(still, &[&["--method", method], more].concat());
            assert_motion(&report, still, &[0.0; 3]);
            let longest_s = if more.is_empty() { 0.001 } else { 1.0 };
            assert!((0.0..=longest_s).contains(&duration_s(&report)));
            assert!(more.is_empty() || duration_s(&report) > 1.0 - 1e-12, "{method}");
        }
    }
}

#[test]
fn law_the_drawing_is_whole() {
    let scratch = Scratch::new("plan_plot");
    for method in METHODS {
        let path = scratch.path("motion.svg");
        let command = flags(MOTIONS[2], &["--method", method, "--plot", &path]);
        assert_eq!(succeed(&command), succeed(&flags(MOTIONS[2], &["--method", method])));
        let svg = scratch.read("motion.svg");
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        assert!(!svg.contains("NaN") && !svg.contains("inf\""), "every coordinate is a number");
        assert!(svg.contains(&format!("serve5 by {method}")) && svg.contains("joint 5"));
        assert_eq!(scratch.names(), ["motion.svg"], "nothing next to it");
    }
}

#[test]
fn law_nothing_is_drawn_without_an_answer() {
    let scratch = Scratch::new("plan_no_plot");
    let path = scratch.path("motion.svg");
    let short = ["--duration-s", "0.01", "--plot", &path];
    METHODS.iter().for_each(|method| {
        fails(&[1], &flags(MOTIONS[0], &[&["--method", method], &short[..]].concat()), &[]);
    });
    refuses_plan(MOTIONS[0], &["--method", "jerk", "--via", "0,0,0,0,0,0", "--plot", &path], &["--via"]);
    for name in ["motion.png", "motion", "motion.svg.gz"] {
        let path = scratch.path(name);
        refuses_plan(MOTIONS[0], &["--plot", &path], &["--plot", &path, ".svg"]);
    }
    let path = scratch.path("absent/motion.svg");
    refuses_plan(MOTIONS[0], &["--plot", &path], &["--plot", "no folder", &path]);
    assert!(scratch.names().is_empty());
}

#[test]
fn law_a_duration_too_short_has_no_answer_and_the_numbers_say_why() {
    for (method, words) in [
        ("cubic", &["joint", "at", "limit is"][..]),
        ("quintic", &["joint", "at", "limit is"]),
        ("353", &["takes 0.91", "--duration-s is 0.05 s"]),
        ("jerk", &["0.05", "soonest"]),
    ] {
        fails(&[1], &flags(MOTIONS[0], &["--method", method, "--duration-s", "0.05"]), words);
    }
}

#[test]
fn law_there_is_one_value_for_each_joint_within_its_range() {
    let (robot, from, to) = MOTIONS[0];
    refuses_plan((robot, "0,0,0", to), &[], &["--from 0,0,0:", "3 values", "arm6 has 6 joints"]);
    refuses_plan((robot, from, "1"), &[], &["--to 1:", "1 values", "arm6 has 6 joints"]);
    refuses_plan(MOTIONS[0], &["--end-velocity", "1,2"], &["--end-velocity 1,2:", "2 values", "6 joints"]);
    refuses_plan(MOTIONS[0], &["--method", "353", "--via", "1,2", "--via", from], &["--via 1,2:", "2 values"]);
    let far = "0,0,0,0,9,0";
    for (motion, flag) in [((robot, far, to), "--from"), ((robot, from, far), "--to")] {
        refuses_plan(motion, &[], &[&format!("{flag} {far}"), "joint 5 = 9", "must be from", "to", "rad"]);
    }
    for method in ["cubic", "quintic", "jerk"] {
        let words = ["--end-velocity 0,-500,0: joint 2 = -500 is not allowed; it must be from -", " rad/s"];
        refuses_plan(MOTIONS[4], &["--method", method, "--end-velocity", "0,-500,0"], &words);
    }
    refuses_plan(MOTIONS[0], &["--method", "353", "--via", far, "--via", from], &["--via", "joint 5 = 9"]);
    refuses_plan(("rail6", "-5,1.1,0,0.5,1,0", MOTIONS[3].2), &[], &["--from", "joint 1 = -5", "must be from", " m"]);
}

#[test]
fn law_numbers_and_names_are_checked() {
    for (value, words) in [("a,b", "not a number"), ("0,nan,0", "finite"), ("inf,0,0", "finite"), ("", "not a number")]
    {
        refuses_plan(("planar3", value, MOTIONS[4].2), &[], &["--from", &format!("'{value}'"), words]);
        refuses_plan(("planar3", MOTIONS[4].1, value), &[], &["--to", &format!("'{value}'"), words]);
        refuses_plan(MOTIONS[4], &["--end-velocity", value], &["--end-velocity", &format!("'{value}'"), words]);
        refuses_plan(MOTIONS[4], &["--via", value], &["--via", &format!("'{value}'"), words]);
    }
    refuses_plan(MOTIONS[4], &["--end-velocity", "1e9,0,0"], &["--end-velocity", "1000000000", "rad/s or m/s"]);
    for value in ["0", "-1", "nan", "inf", "1e9", "soon", ""] {
        refuses_plan(MOTIONS[4], &["--duration-s", value], &["--duration-s", &format!("'{value}'"), "from 0.001 to"]);
    }
    refuses_plan(MOTIONS[4], &["--method", "septic"], &["--method", "septic", "cubic", "quintic", "353", "jerk"]);
    refuses_plan(("arm7", "0", "1"), &[], &["no robot `arm7`", "planar3, arm6, serve5, rail6"]);
    refuses(&["plan", "planar3", "--from", MOTIONS[4].1], &["--to <A,B,…>", "required"]);
    refuses(&["plan", "planar3", "--to", MOTIONS[4].1], &["--from <A,B,…>", "required"]);
}

#[test]
fn law_options_that_do_not_go_together_are_refused() {
    let via = ["--via", "1.5,-1.7,0.4", "--via", "1.3,-1.5,0.3"];
    for method in ["cubic", "quintic", "jerk"] {
        refuses_plan(MOTIONS[4], &[&["--method", method], &via[..]].concat(), &["--via", "--method 353", method]);
    }
    refuses_plan(MOTIONS[4], &[&["--method", "353"], &via[..2]].concat(), &["--via", "1 way point", "two"]);
    refuses_plan(MOTIONS[4], &[&["--method", "353"], &via[..], &via[..2]].concat(), &["--via", "3 way points", "two"]);
    let moving = ["--method", "353", "--end-velocity", "0,0,1"];
    refuses_plan(MOTIONS[4], &moving, &["--end-velocity 0,0,1", "353", "at rest", "cubic, quintic or jerk"]);
}
