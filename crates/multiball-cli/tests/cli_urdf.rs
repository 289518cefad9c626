//! URDF through the binary: written, read back, refused.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::{Scratch, fails, json, refuses, succeed};
use serde_json::Value;

/// Joints of each robot.
const POSTURES: [(&str, &str); 4] = [
    ("arm6", "-2.9,0.7,-1.1,-3.3,-1.9,6.5"),
    ("serve5", "-0.2827,-2.536,-2.3562,0.3229,1.9024"),
    ("rail6", "1.8,0.1,-2.4,-1.2,2.9,-1.5"),
    ("planar3", "-0.6,1.3,-2.8"),
];

/// A post with two hands; each part is identified by name.
const TWO_HANDS: &str = r#"<robot name="post">
  <link name="post"/><link name="left"/><link name="right"/>
  <joint name="turn_left" type="revolute"><parent link="post"/><child link="left"/>
    <origin xyz="0 0.5 1"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="1" velocity="2"/></joint>
  <joint name="turn_right" type="continuous"><parent link="post"/><child link="right"/>
    <origin xyz="0 -0.5 1"/><axis xyz="0 0 1"/></joint>
</robot>"#;

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

fn fk(robot: &str, joints: &str) -> Value {
    json(&["fk", robot, "--joints", joints, "--json"])
}

/// Each number of a list is the other's to 1e-12.
fn same(a: &Value, b: &Value) -> bool {
    numbers(a).len() == numbers(b).len() && numbers(a).iter().zip(numbers(b)).all(|(a, b)| (a - b).abs() < 1e-12)
}

#[test]
fn law_a_robot_written_as_urdf_is_the_same_robot() {
    let scratch = Scratch::new("urdf");
    for (robot, joints) in POSTURES {
        let file = scratch.path(&format!("{robot}.urdf"));
        let said = succeed(&["urdf", robot, "--output", &file]);
        assert!(said.contains(robot) && said.contains(&file), "{said}");
        assert_eq!(succeed(&["urdf", robot]), scratch.read(&format!("{robot}.urdf")));
        let (ours, read) = (fk(robot, joints), fk(&file, joints));
        assert!(same(&ours["quaternion"], &read["quaternion"]), "{robot}\n{ours}\n{read}");
        if robot == "planar3" {
            let (flat, place) = (numbers(&ours["position_m"]), numbers(&read["position_m"]));
            assert!((flat[0] - place[0]).abs() + place[1].abs() + (flat[1] - place[2]).abs() < 1e-12);
        } else {
            assert!(same(&ours["position_m"], &read["position_m"]), "{robot}\n{ours}\n{read}");
            let rows = ours["jacobian"].as_array().unwrap().iter().zip(read["jacobian"].as_array().unwrap());
            assert!(rows.clone().count() == 6 && rows.clone().all(|(a, b)| same(a, b)), "{robot}\n{ours}\n{read}");
        }
        assert_eq!(ours["in_limits"], read["in_limits"]);
    }
}

#[test]
fn law_base_tool_and_lengths_of_a_robot_file_are_written_too() {
    let scratch = Scratch::new("urdf_place");
    let text = "kind = \"serve5\"\n[lengths_m]\nforearm = 0.6\n[base]\nposition_m = [0.4, -1.2, 0.3]\n\
                quaternion = [0.5, -0.5, 0.5, 0.5]\n\
                [tool]\nposition_m = [0.05, 0.1, -0.2]\nquaternion = [0, 0.6, 0.8, 0]\n";
    let robot = scratch.write("server.toml", text);
    let file = scratch.path("server.urdf");
    succeed(&["urdf", &robot, "--output", &file]);
    assert!(scratch.read("server.urdf").contains("<robot name=\"server\">"));
    let (ours, read) = (fk(&robot, POSTURES[1].1), fk(&file, POSTURES[1].1));
    assert!(same(&ours["position_m"], &read["position_m"]) && same(&ours["quaternion"], &read["quaternion"]));
}

#[test]
fn law_ik_of_a_urdf_file_closes_and_is_called_numerical() {
    let scratch = Scratch::new("urdf_ik");
    let file = scratch.path("arm6.urdf");
    succeed(&["urdf", "arm6", "--output", &file]);
    let pose = fk("arm6", "0.3,-0.5,0.2,0.1,0.9,0.4");
    let typed = |value: &Value| numbers(value).iter().map(f64::to_string).collect::<Vec<_>>().join(",");
    let (position, quaternion) = (typed(&pose["position_m"]), typed(&pose["quaternion"]));
    let query = ["ik", &file, "--position-m", &position, "--quaternion", &quaternion, "--json"];
    for more in [&[][..], &["--all"], &["--near", "0.3,-0.5,0.2,0.1,0.9,0.4"], &["--seed", "7"]] {
        let report = json(&[&query[..], more].concat());
        assert_eq!(report, json(&[&query[..], more].concat()), "the same question has the same answer");
        for solution in report["solutions"].as_array().unwrap() {
            assert_eq!((&solution["branch"], &solution["in_limits"]), (&"numerical".into(), &true.into()));
            let reached = fk(&file, &typed(&solution["joints"]));
            let close = |a: &Value, b: &Value| numbers(a).iter().zip(numbers(b)).all(|(a, b)| (a - b).abs() < 1e-9);
            assert!(close(&reached["position_m"], &pose["position_m"]), "{solution}");
            assert!(close(&reached["quaternion"], &pose["quaternion"]), "{solution}");
        }
    }
    fails(
        &[1],
        &["ik", &file, "--position-m", "0,9,1", "--quaternion", "1,0,0,0"],
        &["no solution found: after 100 starts", "m and"],
    );
    fails(&[2], &["ik", &file, "--position-m", "0,1", "--angle-rad", "1"], &["--position-m 0,1", "takes X,Y,Z"]);
}

#[test]
fn law_the_tip_chooses_the_end() {
    let scratch = Scratch::new("urdf_tip");
    let file = scratch.write("post.urdf", TWO_HANDS);
    let query = ["fk", &file, "--joints", "1.5707963267948966", "--json"];
    for (tip, y, in_limits) in [("left", 0.5, false), ("right", -0.5, true)] {
        let report = json(&[&query[..], &["--tip", tip]].concat());
        assert!((numbers(&report["position_m"])[1] - y).abs() < 1e-15, "{report}");
        assert_eq!(report["in_limits"], in_limits);
    }
    refuses(&query, &[&file, "\"left\", \"right\"", "choose one"]);
    refuses(&[&query[..], &["--tip", "top"]].concat(), &[&file, "\"top\"", "links are \"post\", \"left\", \"right\""]);
    refuses(&["fk", "arm6", "--joints", "0", "--tip", "left"], &["--tip left", "arm6", ".urdf"]);
    let text = succeed(&["fk", &file, "--joints", "1", "--tip", "right"]);
    assert!(text.contains("turn_right") && text.contains("-inf") && text.contains(" inf"), "{text}");
}

#[test]
fn law_what_is_no_urdf_is_refused() {
    let scratch = Scratch::new("urdf_bad");
    for (text, words) in [
        ("", &["cannot be read"][..]),
        ("<robot name=\"x\"", &["cannot be read"]),
        ("kind = \"arm6\"", &["cannot be read"]),
        ("<robot name=\"x\"><link name=\"a\"/></robot>", &["no joint"]),
        (
            &TWO_HANDS.replace("<child link=\"left\"/>", "<child link=\"lift\"/>"),
            &["turn_left", "\"lift\"", "\"post\""],
        ),
        (&TWO_HANDS.replace("\"revolute\"", "\"floating\""), &["turn_left", "floating", "revolute"]),
    ] {
        let file = scratch.write("bad.urdf", text);
        refuses(&["fk", &file, "--joints", "0", "--tip", "left"], &[&[file.as_str()], words].concat());
    }
    let file = scratch.write("post.urdf", TWO_HANDS);
    refuses(&["fk", &file, "--joints", "0,0", "--tip", "left"], &["--joints 0,0", "2 values", "has 1 joints: rad"]);
}

#[test]
fn law_urdf_is_written_whole_to_a_file_of_that_name() {
    let scratch = Scratch::new("urdf_output");
    let other = scratch.path("arm6.xml");
    refuses(&["urdf", "arm6", "--output", &other], &["--output", &other, ".urdf"]);
    let absent = scratch.path("absent/arm6.urdf");
    refuses(&["urdf", "arm6", "--output", &absent], &["--output", &absent, "no folder"]);
    let file = scratch.path("arm6.urdf");
    refuses(&["urdf", "arm7", "--output", &file], &["no robot `arm7`"]);
    assert!(scratch.names().is_empty());
    refuses(&["urdf", "arm6", "--json"], &["--json goes with"]);
    std::fs::create_dir(&file).unwrap();
    fails(&[1, 2], &["urdf", "arm6", "--output", &file], &["cannot write", "arm6.urdf"]);
    assert_eq!(scratch.names(), ["arm6.urdf"]);
}
