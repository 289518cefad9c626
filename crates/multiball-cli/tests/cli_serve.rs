//! `serve`, `reproduce arm6` and `reproduce serve` through the binary: documents, figures, refusals.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::{Scratch, fails, json, refuses, run, succeed};
use serde_json::Value;

/// Serves of several kinds that the arm can make.
const SERVES: [&[&str]; 3] = [
    &[],
    &["--own-bounce-m", "0.8,0.2", "--far-bounce-m", "-1.0,-0.3", "--topspin-rad-s", "120"],
    &["--topspin-rad-s", "-40", "--sidespin-rad-s", "60", "--toss-rise-m", "0.4"],
];

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

fn norm(values: &[f64]) -> f64 {
    values.iter().map(|value| value * value).sum::<f64>().sqrt()
}

fn serve<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["serve"], more].concat()
}

fn refuses_serve(more: &[&str], words: &[&str]) {
    refuses(&serve(more), words);
}

/// The bounces lie where they were requested, in order, on either half.
fn assert_bounces(report: &Value) {
    let bounces = report["bounces"].as_array().unwrap();
    assert_eq!(bounces.len(), 2);
    for (bounce, field) in bounces.iter().zip(["own_bounce_m", "far_bounce_m"]) {
        let (position, wanted) = (numbers(&bounce["position_m"]), numbers(&report["request"][field]));
        assert!(norm(&[position[0] - wanted[0], position[1] - wanted[1]]) < 1e-6, "{position:?}, wanted {wanted:?}");
    }
    let times: Vec<f64> = bounces.iter().map(|bounce| bounce["t_s"].as_f64().unwrap()).collect();
    assert!(report["toss"]["hit_s"].as_f64().unwrap() < times[0] && times[0] < times[1], "{times:?}");
}

/// The arm keeps its joints' speeds, at the stroke and through the swing.
fn assert_arm(report: &Value) {
    let limits = numbers(&report["joint_speed_limits_rad_s"]);
    assert_eq!((limits.len(), numbers(&report["joints_rad"]).len()), (5, 5));
    for speeds in [&report["joint_rates_rad_s"], &report["swing"]["peak_speeds_rad_s"]] {
        let kept = numbers(speeds).iter().zip(&limits).all(|(speed, limit)| speed.abs() <= limit * (1.0 + 1e-9));
        assert!(kept, "{speeds}, limits {limits:?}");
    }
    assert!((0.0..=1.0).contains(&report["effort"].as_f64().unwrap()));
    let swing = &report["swing"];
    let (start_s, end_s) = (swing["start_s"].as_f64().unwrap(), swing["end_s"].as_f64().unwrap());
    let hit_s = report["toss"]["hit_s"].as_f64().unwrap();
    assert!(start_s < hit_s && hit_s < end_s, "{start_s} {hit_s} {end_s}");
    let samples = swing["samples"].as_array().unwrap();
    assert_eq!(samples.len(), 201);
    for sample in [&samples[0], &samples[200]] {
        assert!(norm(&numbers(&sample["velocities"])) < 1e-8, "the swing begins and ends at rest");
    }
}

#[test]
fn law_a_serve_bounces_where_requested() {
    for more in SERVES {
        let report = json(&serve(&[more, &["--json"]].concat()));
        assert_eq!(report["referee"], "good", "{more:?}");
        assert_bounces(&report);
        assert_arm(&report);
        assert!(report["net_clearance_m"].as_f64().unwrap() > 0.0);
        assert!((norm(&numbers(&report["racket"]["normal"])) - 1.0).abs() < 1e-9);
        for field in ["position_m", "velocity_m_s"] {
            assert_eq!(numbers(&report["racket"][field]).len(), 3);
        }
        assert_eq!(numbers(&report["toss"]["from_m"]).len(), 3);
        assert!(report["toss"]["rise_m"].as_f64().unwrap() >= 0.16);
        assert!(report["toss"]["speed_m_s"].as_f64().unwrap() > 0.0);
    }
    let report = json(&serve(&["--json"]));
    assert_eq!(numbers(&report["request"]["own_bounce_m"]), [0.9, 0.1]);
    assert_eq!(numbers(&report["request"]["far_bounce_m"]), [-0.9, 0.0]);
    assert_eq!(report["request"]["topspin_rad_s"].as_f64(), Some(60.0));
}

#[test]
fn law_the_struck_ball_has_the_requested_spin() {
    let report = json(&serve(&[SERVES[2], &["--json"]].concat()));
    let (velocity, spin) = (numbers(&report["struck"]["velocity_m_s"]), numbers(&report["struck"]["spin_rad_s"]));
    assert!((spin[2] - 60.0).abs() < 1e-6, "sidespin {spin:?}");
    // Topspin is about up × flight direction; spin about the flight direction itself comes along with sidespin.
    let turn = -velocity[1] * spin[0] + velocity[0] * spin[1];
    assert!((turn / norm(&velocity[..2]) + 40.0).abs() < 1e-6, "{velocity:?} {spin:?}");
}

#[test]
fn law_equal_requests_give_equal_bytes() {
    for more in SERVES {
        let command = serve(&[more, &["--json"]].concat());
        assert_eq!(succeed(&command), succeed(&command), "{more:?}");
    }
    let text = succeed(&["serve"]);
    assert!(text.contains("the referee calls the serve good") && text.contains("bounce, far half"), "{text}");
    assert_eq!(succeed(&["serve"]), text);
}

#[test]
fn law_a_drawn_serve_is_whole_or_not_at_all() {
    let scratch = Scratch::new("serve_plot");
    let path = scratch.path("serve.svg");
    fails(&[1], &serve(&["--joint-speed-deg-s", "80", "--plot", &path]), &["80"]);
    refuses_serve(&["--toss-rise-m", "0.1", "--plot", &path], &["--toss-rise-m"]);
    let other = scratch.path("serve.png");
    refuses_serve(&["--plot", &other], &["--plot", &other, ".svg"]);
    assert!(scratch.names().is_empty());
    assert_eq!(succeed(&serve(&["--plot", &path])), succeed(&["serve"]));
    let svg = scratch.read("serve.svg");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert!(!svg.contains("NaN") && !svg.contains("inf\"") && svg.contains("Swing of the serving arm"));
    assert_eq!(scratch.names(), ["serve.svg"]);
}

#[test]
fn law_what_cannot_be_served_is_reported_in_numbers() {
    let slow = ["no hit position allows the serve", "are too fast", "least", "deg/s, limit 80"];
    fails(&[1], &serve(&["--joint-speed-deg-s", "80"]), &slow);
    for spin in [["--topspin-rad-s", "1000"], ["--sidespin-rad-s", "1000"]] {
        let command = serve(&spin);
        let run = run(&command);
        assert_eq!(run.code, Some(1), "{command:?}\n{}", run.stderr);
        assert_eq!(run.stdout, "");
        assert!(run.stderr.starts_with("error: no hit position allows the serve: of "), "{}", run.stderr);
        assert!(run.stderr.contains("need more spin than this rubber gives"), "{}", run.stderr);
    }
}

#[test]
fn law_what_no_serve_can_be_is_refused() {
    for (flag, value, words) in [
        ("--toss-rise-m", "0.1", &["0.1 is not allowed", "0.16"][..]),
        ("--toss-rise-m", "50", &["50 is not allowed", "must be"]),
        ("--own-bounce-m", "-0.9,0.1", &["-0.9 is not allowed", "must be"]),
        ("--own-bounce-m", "0.9,1.2", &["1.2 is not allowed", "must be"]),
        ("--own-bounce-m", "2.5,0", &["2.5 is not allowed", "must be"]),
        ("--far-bounce-m", "0.9,0", &["0.9 is not allowed", "must be"]),
        ("--far-bounce-m", "-0.9,-3", &["-3 is not allowed", "must be"]),
        ("--topspin-rad-s", "1e9", &["1000000000 is not allowed", "must be"]),
        ("--sidespin-rad-s", "-1e9", &["-1000000000 is not allowed", "must be"]),
    ] {
        refuses_serve(&[flag, value], &[&[flag], words].concat());
    }
}

#[test]
fn law_numbers_and_names_of_a_serve_are_checked() {
    for flag in ["--topspin-rad-s", "--sidespin-rad-s", "--toss-rise-m"] {
        for (value, words) in [("nan", "finite"), ("-inf", "finite"), ("fast", "not a number"), ("", "not a number")] {
            refuses_serve(&[flag, value], &[flag, &format!("'{value}'"), words]);
        }
    }
    for flag in ["--own-bounce-m", "--far-bounce-m"] {
        for (value, words) in [
            ("nan,0", "finite"),
            ("0.9", "1 of two numbers: it takes X,Y"),
            ("1,2,3", "3 of two numbers: it takes X,Y"),
            ("a,b", "not a number"),
            ("", "0 of two numbers"),
        ] {
            refuses_serve(&[flag, value], &[flag, &format!("'{value}'"), words]);
        }
    }
    for value in ["0", "-80", "nan", "1e6", "quick"] {
        let words = ["--joint-speed-deg-s", &format!("`{value}` is not allowed"), "from 0.01 to 100000 deg/s"];
        refuses_serve(&["--joint-speed-deg-s", value], &words);
    }
    refuses_serve(&["--rubber", "sandpaper"], &["--rubber", "sandpaper"]);
}

#[test]
fn bug_examples_of_the_help_have_an_answer() {
    let scratch = Scratch::new("help_examples");
    let mut examples = 0;
    for name in ["serve", "plan"] {
        let help = succeed(&[name, "--help"]);
        let start = format!("  multiball {name}");
        for line in help.lines().filter(|line| line.starts_with(&start)) {
            // What follows two blanks is a remark.
            let typed = line.trim().split("  ").next().unwrap();
            let words = typed.split(' ').skip(1);
            let output = crate::support::command().args(words).current_dir(scratch.folder()).output().unwrap();
            let expected = if typed.ends_with("--joint-speed-deg-s 80") { 1 } else { 0 };
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(expected), "{typed}\n{message}");
            examples += 1;
        }
    }
    assert_eq!(examples, 12);
    assert_eq!(scratch.names(), ["arc.svg", "motion.svg", "serve.svg"]);
}

#[test]
fn bug_a_drawing_that_a_paper_does_not_have_is_refused() {
    let scratch = Scratch::new("paper_plot");
    let path = scratch.path("paper.svg");
    let words = ["--plot", &path, "no drawing", "planar, picker, serve, rail or all"];
    refuses(&["reproduce", "arm6", "--quick", "--plot", &path], &words);
    assert!(scratch.names().is_empty());
}

/// The rows of one paper of `reproduce`, each of the promised shape.
fn rows(paper: &str) -> Vec<Value> {
    let report = json(&["reproduce", paper, "--quick", "--json"]);
    let papers = report["papers"].as_array().unwrap();
    assert_eq!(papers.len(), 1);
    assert_eq!(papers[0]["paper"], paper);
    let rows = papers[0]["rows"].as_array().unwrap().clone();
    for row in &rows {
        assert!(["table", "name", "unit", "note"].iter().all(|field| row[field].is_string()), "{row}");
        assert!(row["ours"].is_number() && (row["paper"].is_number() || row["paper"].is_null()), "{row}");
    }
    rows
}

/// The one row whose name holds these words.
fn row<'a>(rows: &'a [Value], words: &str) -> &'a Value {
    let found: Vec<&Value> = rows.iter().filter(|row| row["name"].as_str().unwrap().contains(words)).collect();
    assert_eq!(found.len(), 1, "{words}");
    found[0]
}

fn ours(rows: &[Value], words: &str) -> f64 {
    row(rows, words)["ours"].as_f64().unwrap()
}

#[test]
fn ref_paper_001_every_pose_is_given_back() {
    let rows = rows("arm6");
    assert_eq!(ours(&rows, "poses at random joints"), 20_000.0);
    assert_eq!(ours(&rows, "poses whose own joints are among them"), 100.0);
    assert_eq!(ours(&rows, "poses there without a solution"), 0.0);
    let mean = ours(&rows, "solutions per pose, mean");
    assert!((1.0..=8.0).contains(&mean), "{mean}");
    for row in rows.iter().filter(|row| row["name"].as_str().unwrap().starts_with("worst")) {
        assert!(row["ours"].as_f64().unwrap() < 1e-10, "{row}");
    }
    // acos(cos .3 cos .4 cos .3 + sin .3 sin .4), not acos(cos .1 cos .3).
    let angle = row(&rows, "φ5 for elevation");
    assert!((angle["ours"].as_f64().unwrap() - 0.298_754_879).abs() < 1e-8, "{angle}");
    assert!(angle["note"].as_str().unwrap().contains("0.3157"), "{angle}");
    assert!(rows.iter().all(|row| row["paper"].is_null()), "the paper prints no figure");
    let command = ["reproduce", "arm6", "--quick", "--json"];
    assert_eq!(succeed(&command), succeed(&command));
}

#[test]
fn ref_paper_001_planes_leave_signs_open_of_which_two_choices_close() {
    let rows = rows("arm6");
    let near = |words: &str, expected: f64, by: f64| {
        let ours = ours(&rows, words);
        assert!((ours - expected).abs() <= by, "{words}: {ours}");
    };
    near("choices of signs that close, mean", 2.0, 1e-3);
    near("arms that the rule of signs closes", 100.0, 0.0);
    near("our solutions that some choice gives", 100.0, 0.01);
    near("φ4 as printed is that of a solution", 50.0, 2.0);
    near("φ5 as printed is that of a solution", 0.0, 1.0);
    near("poses reached by all six as printed", 0.0, 1.0);
    let closing: Vec<&Value> = rows.iter().filter(|row| row["name"].as_str().unwrap().starts_with("closes:")).collect();
    let sum: f64 = closing.iter().map(|row| row["ours"].as_f64().unwrap()).sum();
    assert!(closing.len() == 16 && (sum - 100.0).abs() < 0.1, "each arm once, and once more with the wrist flipped");
    for row in rows.iter().filter(|row| row["name"].as_str().unwrap().starts_with("best choice")) {
        assert!((1e-16..1e-6).contains(&row["ours"].as_f64().unwrap()), "{row}");
    }
}

#[test]
fn ref_paper_003_tables_and_true_least_times() {
    let rows = rows("serve");
    let of_table = |table: &str| rows.iter().filter(|row| row["table"] == table).collect::<Vec<_>>();
    assert_eq!(of_table("3").len(), 20);
    for row in of_table("3") {
        assert_eq!(row["note"], "every printed digit", "{row}");
        assert!((row["ours"].as_f64().unwrap() - row["paper"].as_f64().unwrap()).abs() <= 0.1, "{row}");
    }
    for (joint, expected) in [2.6477, 1.9601, 2.0543, 1.3401, 1.1781].into_iter().enumerate() {
        let row = row(&rows, &format!("joint {}, t1 + t2 + t3", joint + 1));
        assert!((row["ours"].as_f64().unwrap() - expected).abs() < 1e-4, "{row}");
        assert!(row["note"].as_str().unwrap().contains("breaks 80"), "{row}");
    }
    assert!((ours(&rows, "least common times") - 2.7359).abs() < 1e-4);
    assert!(row(&rows, "longest of each segment")["note"].as_str().unwrap().contains("breaks"));
    let (exact, npso) = (ours(&rows, "joint 1, exact optimum"), ours(&rows, "by NPSO"));
    assert!((exact - 2.6477).abs() < 1e-4 && npso >= exact * (1.0 - 1e-9), "{npso} {exact}");
    assert!(npso / exact - 1.0 < 1e-3, "{npso} {exact}");
    let jerk_limited = ours(&rows, "all joints, jerk-limited");
    assert!((0.5..1.53).contains(&jerk_limited), "{jerk_limited}");
    // The paper's limit is more than enough for a lob.
    let least = ours(&rows, "least joint speed, toss of 0.16 m");
    assert!((10.0..25.0).contains(&least), "{least} deg/s");
}
