//! `fk` and `ik` through the binary: shapes, closing, branches, limits, robot files.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::{Scratch, fails, json, run, succeed};
use serde_json::Value;

/// Joints of each robot, within its limits and away from singular poses.
const POSTURES: [(&str, &str); 9] = [
    ("arm6", "0.3,-0.5,0.2,0.1,0.9,0.4"),
    ("arm6", "-2.9,0.7,-1.1,-3.3,-1.9,6.5"),
    ("arm6", "1.6,-1.2,0.1,2.2,-0.4,-5"),
    ("serve5", "-0.2827,-2.536,-2.3562,0.3229,1.9024"),
    ("serve5", "2.5,1.1,0.4,1.5,-3"),
    ("rail6", "0.9,1.1,0,0.5,1,0"),
    ("rail6", "1.8,0.1,-2.4,-1.2,2.9,-1.5"),
    ("planar3", "1.7,-1.9,0.4"),
    ("planar3", "-0.6,1.3,-2.8"),
];

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

fn typed(values: &[f64]) -> String {
    values.iter().map(f64::to_string).collect::<Vec<_>>().join(",")
}

fn fk(robot: &str, joints: &str) -> Value {
    json(&["fk", robot, "--joints", joints, "--json"])
}

/// The flags with which `ik` gets the pose that `fk` printed.
fn pose_flags(pose: &Value) -> Vec<String> {
    let position = ["--position-m".to_owned(), typed(&numbers(&pose["position_m"]))];
    let attitude = match pose["angle_rad"].as_f64() {
        Some(angle) => ["--angle-rad".to_owned(), angle.to_string()],
        None => ["--quaternion".to_owned(), typed(&numbers(&pose["quaternion"]))],
    };
    [position, attitude].concat()
}

fn ik(robot: &str, pose: &Value, more: &[&str]) -> Vec<Value> {
    let more = more.iter().map(|word| (*word).to_owned());
    let command = ["ik", robot, "--json"].map(str::to_owned).into_iter().chain(pose_flags(pose)).chain(more);
    json(&command.collect::<Vec<_>>())["solutions"].as_array().unwrap().clone()
}

/// The greatest difference of two poses, m and parts of a quaternion; a quaternion and its negative are one attitude.
fn apart(a: &Value, b: &Value) -> f64 {
    let greatest =
        |a: &[f64], b: &[f64], sign: f64| a.iter().zip(b).map(|(a, b)| (a - sign * b).abs()).fold(0.0, f64::max);
    let position = greatest(&numbers(&a["position_m"]), &numbers(&b["position_m"]), 1.0);
    let (p, q) = (numbers(&a["quaternion"]), numbers(&b["quaternion"]));
    position.max(greatest(&p, &q, 1.0).min(greatest(&p, &q, -1.0)))
}

/// Every solution that `ik --all` prints brings `fk` back to the pose; returns how many there are.
fn closes(robot: &str, joints: &str) -> usize {
    let pose = fk(robot, joints);
    let solutions = ik(robot, &pose, &["--all", "--near", joints]);
    for solution in &solutions {
        let reached = fk(robot, &typed(&numbers(&solution["joints"])));
        assert!(apart(&reached, &pose) < 1e-10, "{robot} {joints}: {solution}");
        assert_eq!(reached["in_limits"], solution["in_limits"], "{robot} {joints}: {solution}");
    }
    solutions.len()
}

#[test]
fn law_fk_has_the_fields_of_the_contract() {
    for (robot, joints) in POSTURES {
        let report = fk(robot, joints);
        let count = joints.split(',').count();
        let (rows, coordinates) = if robot == "planar3" { (3, 2) } else { (6, 3) };
        let jacobian = report["jacobian"].as_array().unwrap();
        assert_eq!(jacobian.len(), rows, "{robot}");
        assert!(jacobian.iter().all(|row| numbers(row).len() == count), "{robot}");
        assert_eq!(numbers(&report["position_m"]).len(), coordinates, "{robot}");
        let quaternion = numbers(&report["quaternion"]);
        assert!((quaternion.iter().map(|part| part * part).sum::<f64>() - 1.0).abs() < 1e-14, "{robot}");
        assert!(quaternion.len() == 4 && quaternion[0] >= 0.0, "{robot}");
        assert_eq!(report["in_limits"], true, "{robot}");
        assert_eq!(report["angle_rad"].is_number(), robot == "planar3");
    }
}

/// The flags of a tool's attitude with the angles that `fk` printed.
fn tool_flags(pose: &Value) -> Vec<String> {
    let flags = ["azimuth", "elevation", "roll"].map(|name| {
        let angle = pose[format!("{name}_deg")].as_f64().unwrap();
        [format!("--{name}-deg"), angle.to_string()]
    });
    [vec!["--position-m".to_owned(), typed(&numbers(&pose["position_m"]))], flags.concat()].concat()
}

#[test]
fn law_azimuth_elevation_and_roll_are_the_quaternion() {
    let file = crate::support::repository().join("robots/arm6.toml").to_str().unwrap().to_owned();
    for (robot, joints) in POSTURES {
        let pose = fk(robot, joints);
        if robot != "arm6" {
            assert!(pose["azimuth_deg"].is_null() && pose["roll_deg"].is_null(), "{robot}");
            continue;
        }
        let by_quaternion = ik(robot, &pose, &["--all", "--near", joints]);
        for robot in [robot, &file] {
            let command = ["ik", robot, "--all", "--json", "--near", joints].map(str::to_owned);
            let by_angles = json(&[&command[..], &tool_flags(&pose)].concat());
            let by_angles = by_angles["solutions"].as_array().unwrap();
            assert_eq!(by_angles.len(), by_quaternion.len());
            for (one, other) in by_angles.iter().zip(&by_quaternion) {
                assert_eq!(one["branch"], other["branch"]);
                let (joints, others) = (numbers(&one["joints"]), numbers(&other["joints"]));
                assert!(joints.iter().zip(&others).all(|(a, b)| (a - b).abs() < 1e-9), "{one} {other}");
            }
        }
    }
}

#[test]
fn ref_a_tool_turns_by_the_right_hand() {
    let pose = |joints: &str| {
        let pose = fk("arm6", joints);
        ["azimuth_deg", "elevation_deg", "roll_deg"].map(|name| (pose[name].as_f64().unwrap() * 1e9).round() / 1e9)
    };
    let quarter = std::f64::consts::FRAC_PI_2;
    assert_eq!(pose("0,0,0,0,0,0"), [0.0, 0.0, 0.0], "along y");
    assert_eq!(pose(&format!("{quarter},0,0,0,0,0")), [90.0, 0.0, 0.0], "to the left of y");
    assert_eq!(pose(&format!("0,0,0,0,{},0", quarter / 2.0)), [0.0, 45.0, 0.0], "up");
    assert_eq!(pose(&format!("0,0,0,0,0,{}", quarter / 3.0)), [0.0, 0.0, 30.0], "about itself");
    // Straight up: azimuth and roll turn about the same axis, and the azimuth is 0.
    assert_eq!(pose(&format!("0.5,0,{quarter},0,0,0")), [0.0, 90.0, (0.5f64.to_degrees() * 1e9).round() / 1e9]);
    let text = succeed(&["fk", "arm6", "--joints", "0,0,0,0,0,0"]);
    assert!(text.contains("The tool's attitude is azimuth 0.000000, elevation 0.000000, roll 0.000000 deg."), "{text}");
}

#[test]
fn ref_the_arms_stand_where_their_drawings_put_them() {
    let close =
        |values: &Value, expected: &[f64]| numbers(values).iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12);
    let arm6 = fk("arm6", "0,0,0,0,0,0");
    assert!(close(&arm6["position_m"], &[0.0, 0.1 + 0.755 + 0.085, 0.615 + 0.705 + 0.135]), "{arm6}");
    assert!(close(&arm6["quaternion"], &[1.0, 0.0, 0.0, 0.0]), "{arm6}");
    let serve5 = fk("serve5", "0,0,0,0,0");
    assert!(close(&serve5["position_m"], &[0.0, 0.0, 0.92 + 0.28 + 0.48]), "{serve5}");
    // The face points down: the racket's frame is turned about -y by -π/2.
    let planar = fk("planar3", "-1.5707963267948966,0,0");
    let half = 0.5f64.sqrt();
    assert!(close(&planar["position_m"], &[0.0, -0.95]) && close(&planar["quaternion"], &[half, 0.0, half, 0.0]));
}

#[test]
fn law_fk_undoes_ik_for_every_solution() {
    for (robot, joints) in POSTURES {
        let most = [("arm6", 8), ("serve5", 4), ("rail6", 4), ("planar3", 2)];
        let most = most.iter().find(|(name, _)| *name == robot).unwrap().1;
        let found = closes(robot, joints);
        assert!(found >= most / 2 && found <= most, "{robot} {joints}: {found} solutions");
    }
}

#[test]
fn law_singular_poses_close_and_give_each_solution_once() {
    for (robot, joints, solutions) in [
        ("arm6", "0.3,-0.5,0.2,0.1,0,0.4", 7),
        ("arm6", "0.3,-0.5,0.2,0.1,1e-9,0.4", 8),
        ("serve5", "0.3,0,0.4,0.5,0.6", 2),
        ("serve5", "0.3,-1,0.4,0,0.6", 2),
        ("rail6", "0.9,1.1,0.4,0.5,-0.5,0.2", 2),
        ("rail6", "0.9,1.1,0.4,0.5,-0.499999999,0.2", 4),
        ("planar3", "0.3,0,0.4", 1),
        ("planar3", "0.3,3.141592653589793,0.4", 1),
    ] {
        assert_eq!(closes(robot, joints), solutions, "{robot} {joints}");
        // A joint that is free stays where it is.
        let found = ik(robot, &fk(robot, joints), &["--near", joints]);
        let expected: Vec<f64> = joints.split(',').map(|value| value.parse().unwrap()).collect();
        let off = numbers(&found[0]["joints"]).iter().zip(&expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(off < 1e-4, "{robot} {joints}: {}", found[0]);
    }
}

#[test]
fn law_near_picks_the_nearest_solution_and_turn() {
    for (robot, joints) in POSTURES {
        let pose = fk(robot, joints);
        let found = ik(robot, &pose, &["--near", joints]);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0]["in_limits"], true);
        let given: Vec<f64> = joints.split(',').map(|value| value.parse().unwrap()).collect();
        for (value, given) in numbers(&found[0]["joints"]).iter().zip(&given) {
            assert!((value - given).abs() < 1e-9, "{robot} {joints}: {}", found[0]);
        }
        // Without --near it is the one nearest to home, and one of all.
        let home = ik(robot, &pose, &[]);
        assert!(ik(robot, &pose, &["--all"]).contains(&home[0]), "{robot} {joints}");
    }
}

#[test]
fn law_branches_are_named() {
    let branches = |robot: &str, joints: &str| -> Vec<String> {
        let found = ik(robot, &fk(robot, joints), &["--all"]);
        found.iter().map(|solution| solution["branch"].as_str().unwrap().to_owned()).collect()
    };
    let eight = branches("arm6", "0.3,-0.5,0.2,0.1,0.9,0.4");
    assert_eq!(eight.len(), 8);
    assert!(
        eight.contains(&"front,elbow-up,wrist-flip".to_owned())
            && eight.contains(&"back,elbow-down,wrist-noflip".to_owned())
    );
    assert_eq!(branches("planar3", "1.7,-1.9,0.4"), ["elbow-up", "elbow-down"]);
    assert!(branches("rail6", "0.9,1.1,0,0.5,1,0").contains(&"back,elbow-down".to_owned()));
    assert!(branches("serve5", "-0.3,-2.5,-2.4,0.3,1.9").contains(&"front,wrist-noflip".to_owned()));
}

#[test]
fn law_joints_outside_their_limits_are_answered_and_flagged() {
    let joints = "0.3,-0.5,0.2,0.1,2.9,0.4";
    assert_eq!(fk("arm6", joints)["in_limits"], false);
    let text = succeed(&["fk", "arm6", "--joints", joints]);
    assert!(text.contains("outside their limits") && text.lines().any(|line| line.ends_with("outside")), "{text}");
    let within = succeed(&["fk", "arm6", "--joints", "0.3,-0.5,0.2,0.1,1.9,0.4"]);
    assert!(!within.contains("outside"), "{within}");
}

#[test]
fn law_out_of_reach_is_exit_code_1_with_the_numbers() {
    let attitude = ["--quaternion", "1,0,0,0"];
    for (robot, position, words) in [
        ("arm6", "0,3,1", &["out of reach by 1.3692 m", "reaches 1.4720 m"][..]),
        ("serve5", "0.3,0.3,0.9", &["out of reach by", "upper arm is 0.28", "tolerance 0.0001"]),
        ("rail6", "1,-1,3", &["out of reach by", "the arm lifts it from 0.2000 to 0.9000 m"]),
    ] {
        for more in [&[][..], &["--all"], &["--json"]] {
            let arguments = [&["ik", robot, "--position-m", position], &attitude[..], more].concat();
            fails(&[1], &arguments, &[&[robot], words].concat());
        }
    }
    fails(
        &[1],
        &["ik", "planar3", "--position-m", "2,0", "--angle-rad", "0"],
        &["out of reach by 1.0500 m", "0.8000 m"],
    );
}

#[test]
fn law_no_solution_within_limits_is_exit_code_1_unless_all_are_requested() {
    let scratch = Scratch::new("narrow");
    let narrow = "[[joints]]\nlow_deg = -1\nhigh_deg = 1\n".repeat(6);
    let file = scratch.write("narrow.toml", &format!("kind = \"arm6\"\n{narrow}"));
    let pose = ["--position-m", "0.2,0.9,1.1", "--quaternion", "0.9239,0.3827,0,0"];
    let query = [&["ik", file.as_str()], &pose[..]].concat();
    fails(&[1], &query, &["no solution within the joint limits", "joint ", " rad, allowed are -0.0175 to 0.0175 rad"]);
    let all = json(&[&query[..], &["--all", "--json"]].concat());
    let solutions = all["solutions"].as_array().unwrap();
    assert!(solutions.len() == 8 && solutions.iter().all(|solution| solution["in_limits"] == false));
}

#[test]
fn law_a_robot_file_is_the_robot() {
    let scratch = Scratch::new("robot_file");
    let robots = crate::support::repository().join("robots");
    for (robot, joints) in POSTURES {
        let file = robots.join(format!("{robot}.toml")).to_str().unwrap().to_owned();
        assert_eq!(fk(&file, joints), fk(robot, joints), "{robot}");
    }
    let text = "kind = \"arm6\"\n[lengths_m]\nhand = 0.185\n[base]\nposition_m = [1, 2, 3]\n[tool]\nposition_m = [0, \
        0.5, 0]\n";
    let file = scratch.write("longer.toml", text);
    let moved = numbers(&fk(&file, "0,0,0,0,0,0")["position_m"]);
    let expected = [1.0, 2.0 + 0.94 + 0.1 + 0.5, 3.0 + 1.455];
    assert!(moved.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{moved:?}");
    assert_eq!(closes(&file, "0.3,-0.5,0.2,0.1,0.9,0.4"), 8);
}

#[test]
fn law_text_is_aligned_and_fits_a_narrow_terminal() {
    for (robot, joints) in POSTURES {
        let text = succeed(&["fk", robot, "--joints", joints]);
        let jacobian: Vec<usize> =
            text.lines().skip_while(|line| !line.contains("Jacobian")).map(|line| line.chars().count()).collect();
        assert!(jacobian.len() >= 5 && jacobian.iter().all(|width| *width == jacobian[0]), "{text}");
        let flags = pose_flags(&fk(robot, joints));
        for more in [&[][..], &["--all".to_owned()]] {
            let text = succeed(&[&["ik".to_owned(), robot.to_owned()], &flags[..], more].concat());
            let rule = text.lines().find(|line| line.contains('─')).unwrap();
            let columns: Vec<usize> = starts(rule);
            let rows = text.lines().skip_while(|line| *line != rule).skip(1);
            assert!(rows.clone().count() >= 1);
            assert!(rows.clone().all(|row| columns.iter().skip(1).all(|start| gap_before(row, *start))), "{text}");
            assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
        }
    }
}

/// Where the columns of a table begin, by the rule below its headings.
fn starts(rule: &str) -> Vec<usize> {
    let marks: Vec<char> = rule.chars().collect();
    (1..marks.len()).filter(|i| marks[*i] == '─' && marks[i - 1] == ' ').collect()
}

/// Whether nothing reaches over the boundary of a column.
fn gap_before(row: &str, start: usize) -> bool {
    row.chars().nth(start - 1).is_none_or(|mark| mark == ' ')
}

#[test]
fn law_nothing_but_the_document_goes_to_standard_output() {
    let run = run(&["ik", "planar3", "--position-m", "0.5,0.4", "--angle-rad", "-0.3", "--json"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(run.stdout.starts_with("{\"solutions\":[{\"joints\":[") && run.stdout.ends_with("}\n"), "{}", run.stdout);
}
