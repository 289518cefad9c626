//! What `fk` and `ik` refuse, and how they say so: the flag or line, the value, what is allowed.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::{Scratch, refuses};

const JOINTS: &str = "0.3,-0.5,0.2,0.1,0.9,0.4";
const PLACE: [&str; 2] = ["--position-m", "0.2,0.9,1.1"];
const TURN: [&str; 2] = ["--quaternion", "0.9239,0.3827,0,0"];

fn refuses_ik(robot: &str, flags: &[&[&str]], words: &[&str]) {
    refuses(&[&["ik", robot], &flags.concat()[..]].concat(), words);
}

#[test]
fn law_there_is_one_value_for_each_joint() {
    for (robot, joints, words) in [
        ("arm6", "1,2,3", ["--joints 1,2,3", "3 values", "arm6 has 6 joints"]),
        ("serve5", JOINTS, ["--joints 0.3,-0.5", "6 values", "serve5 has 5 joints"]),
        ("rail6", "1", ["--joints 1", "1 values", "6 joints: m, m, rad, rad, rad, rad"]),
        ("planar3", JOINTS, ["--joints 0.3,", "6 values", "planar3 has 3 joints"]),
    ] {
        refuses(&["fk", robot, "--joints", joints], &words);
    }
    refuses_ik("arm6", &[&PLACE, &TURN, &["--near", "0,0"]], &["--near 0,0", "2 values", "arm6 has 6 joints"]);
    refuses(&["fk", "arm6"], &["--joints <A,B,…>", "required"]);
    refuses(&["fk", "--joints", JOINTS], &["<ROBOT>", "required"]);
}

#[test]
fn law_numbers_are_finite_and_of_a_size_that_robots_have() {
    for (value, words) in [
        ("0,0,nan,0,0,0", "finite"),
        ("0,0,inf,0,0,0", "finite"),
        ("-inf,0,0,0,0,0", "finite"),
        ("0,0,,0,0,0", "not a number"),
        ("", "not a number"),
        ("a,b", "not a number"),
        ("0 0 0 0 0 0", "not a number"),
        ("1e9,0,0,0,0,0", "from -1000 to 1000 rad or m"),
    ] {
        refuses(&["fk", "arm6", "--joints", value], &["--joints", &format!("'{value}'"), words]);
        refuses_ik("arm6", &[&PLACE, &TURN, &["--near", value]], &["--near", &format!("'{value}'"), words]);
    }
    for (value, words) in [("0,nan,1", "finite"), ("0,0,1e3", "from -100 to 100 m"), ("x,y,z", "not a number")] {
        refuses_ik("arm6", &[&["--position-m", value], &TURN], &["--position-m", value, words]);
    }
    for (value, words) in [("nan", "finite"), ("1,2", "2 numbers: it takes one"), ("2000", "from -1000 to 1000 rad")] {
        let flags = ["--position-m", "0.5,0.4", "--angle-rad", value];
        refuses_ik("planar3", &[&flags], &["--angle-rad", value, words]);
    }
}

#[test]
fn law_a_quaternion_has_length_1() {
    for (value, words) in [
        ("0,0,0,0", "length 0.000000; it must be 1 within 0.001"),
        ("1,1,0,0", "length 1.414214; it must be 1 within 0.001"),
        ("-0.9,0,0,0", "length 0.900000; it must be 1 within 0.001"),
        ("1,0,0", "3 of four numbers: it takes W,X,Y,Z"),
        ("1,0,0,0,0", "5 of four numbers: it takes W,X,Y,Z"),
        ("1,0,0,nan", "finite"),
        ("1e200,0,0,0", "it must be 1"),
    ] {
        refuses_ik("arm6", &[&PLACE, &["--quaternion", value]], &["--quaternion", &format!("'{value}'"), words]);
    }
}

#[test]
fn law_a_pose_is_one_of_the_robot_s_kind() {
    let angle = ["--angle-rad", "0.3"];
    let flat = ["--position-m", "0.5,0.4"];
    for (robot, flags, words) in [
        ("arm6", &[&PLACE[..]][..], &["--quaternion W,X,Y,Z is missing", "arm6"][..]),
        ("arm6", &[&PLACE, &angle], &["--angle-rad 0.3", "arm6", "it takes --quaternion W,X,Y,Z"]),
        ("arm6", &[&PLACE, &TURN, &angle], &["--angle-rad 0.3", "arm6", "it takes --quaternion W,X,Y,Z"]),
        ("serve5", &[&flat, &TURN], &["--position-m 0.5,0.4", "2 values", "serve5 takes X,Y,Z"]),
        ("planar3", &[&PLACE, &angle], &["--position-m 0.2,0.9,1.1", "3 values", "planar3 takes X,Z"]),
        ("planar3", &[&flat], &["--angle-rad P is missing", "planar3"]),
        ("planar3", &[&flat, &TURN], &["--quaternion does not go with", "planar3", "it takes --angle-rad P"]),
        ("planar3", &[&flat, &TURN, &angle], &["--quaternion does not go with", "planar3", "it takes --angle-rad P"]),
        ("arm6", &[&TURN], &["--position-m <X,Y,Z>", "required"]),
    ] {
        refuses_ik(robot, flags, words);
    }
}

#[test]
fn law_an_attitude_is_given_once_and_whole() {
    let azimuth = ["--azimuth-deg", "10"];
    let elevation = ["--elevation-deg", "-20.5"];
    let roll = ["--roll-deg", "0"];
    let all = "--azimuth-deg A --elevation-deg E --roll-deg R";
    for (robot, flags, words) in [
        ("arm6", &[&PLACE[..]][..], &["--quaternion W,X,Y,Z is missing", "arm6 requires it, or", all][..]),
        ("arm6", &[&PLACE, &azimuth], &["--azimuth-deg 10 without --elevation-deg and --roll-deg", all, "together"]),
        ("arm6", &[&PLACE, &roll, &elevation], &["--elevation-deg -20.5 --roll-deg 0 without --azimuth-deg", all]),
        ("arm6", &[&PLACE, &TURN, &azimuth], &["--azimuth-deg 10 does not go with --quaternion", "arm6 takes", all]),
        (
            "arm6",
            &[&PLACE, &TURN, &azimuth, &elevation, &roll],
            &["--azimuth-deg 10 --elevation-deg -20.5 --roll-deg 0 does not go with --quaternion"],
        ),
        ("serve5", &[&PLACE, &roll], &["--roll-deg 0 does not go with serve5", "it takes --quaternion W,X,Y,Z"]),
        ("rail6", &[&PLACE, &azimuth, &elevation, &roll], &["--azimuth-deg 10 does not go with rail6", "--quaternion"]),
        ("planar3", &[&["--position-m", "0.5,0.4"], &elevation], &["--elevation-deg -20.5", "it takes --angle-rad P"]),
        ("serve5", &[&PLACE], &["--quaternion W,X,Y,Z is missing; serve5 requires it with --position-m X,Y,Z"]),
    ] {
        refuses_ik(robot, flags, words);
    }
    for (flag, value, words) in [
        ("--elevation-deg", "91", "from -90 to 90 deg"),
        ("--azimuth-deg", "400", "from -360 to 360 deg"),
        ("--roll-deg", "nan", "from -360 to 360 deg"),
        ("--roll-deg", "1,2", "from -360 to 360 deg"),
    ] {
        refuses_ik("arm6", &[&PLACE, &[flag, value]], &[flag, &format!("`{value}` is not allowed"), words]);
    }
}

#[test]
fn law_a_robot_is_a_known_name_or_a_readable_file() {
    let scratch = Scratch::new("no_robot");
    let known = "planar3, arm6, serve5, rail6";
    refuses(&["fk", "arm7", "--joints", JOINTS], &["no robot `arm7`", "neither a file nor one of", known]);
    let absent = scratch.path("absent.toml");
    refuses(&["fk", &absent, "--joints", JOINTS], &[&absent, "neither a file nor one of", known]);
    let other = scratch.write("robot.json", "{}");
    refuses(&["fk", &other, "--joints", JOINTS], &[&other, "must end in .toml or .urdf"]);
    std::fs::create_dir(scratch.path("folder.toml")).unwrap();
    refuses(&["fk", &scratch.path("folder.toml"), "--joints", JOINTS], &["cannot read", "folder.toml"]);
}

#[test]
fn law_a_robot_file_is_refused_with_its_line() {
    let scratch = Scratch::new("bad_robot");
    for (text, words) in [
        ("kind = \"arm7\"\n", &["line 1", "`arm7`", "`arm6`"][..]),
        ("[lengths_m]\n", &["missing field `kind`", "planar3, arm6, serve5, rail6"]),
        (
            "kind = \"arm6\"\n[lengths_m]\nforearm = -1\n",
            &["line 3", "-1 is not allowed", "at least 0.001 and at most 10"],
        ),
        ("kind = \"arm6\"\n[base]\nquaternion = [2, 0, 0, 0]\n", &["line 3", "length 2.000000", "must be 1"]),
        ("kind = \"arm6\"\n[[joints]]\nlow_deg = 5\nhigh_deg = 1\n", &["line 2", "1 [[joints]]", "has 6"]),
    ] {
        let file = scratch.write("bad.toml", text);
        refuses(&["fk", &file, "--joints", JOINTS], &[&[file.as_str()], words].concat());
        refuses(
            &["ik", &file, "--position-m", "0,1,1", "--quaternion", "1,0,0,0"],
            &[&[file.as_str()], words].concat(),
        );
    }
}
