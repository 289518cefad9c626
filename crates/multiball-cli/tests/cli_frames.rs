//! `frames` through the binary.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::{Scratch, json, refuses, succeed};

const PART: [&str; 8] = ["--first", "70", "--count", "3", "--region", "300,200,400,300", "--seed", "2"];

fn film(folder: &str, more: &[&str]) -> Vec<String> {
    let fixed = ["frames", folder].into_iter().chain(PART);
    fixed.chain(more.iter().copied()).map(str::to_owned).collect()
}

#[test]
fn law_frames_truth_and_cameras_are_written_and_repeat() {
    let scratch = Scratch::new("frames");
    let folder = |name: &str| scratch.folder().join(name).to_string_lossy().into_owned();
    let report = json(&film(&folder("a"), &["--json"]));
    assert_eq!((&report["written"], &report["first"]), (&3.into(), &70.into()));
    let text = succeed(&film(&folder("b"), &[]));
    assert!(text.contains("frame_0070.png to frame_0072.png"), "{text}");
    for name in ["frame_0070.png", "frame_0071.png", "frame_0072.png", "truth.csv", "cameras.toml"] {
        let [first, second] = ["a", "b"].map(|film| std::fs::read(scratch.folder().join(film).join(name)).unwrap());
        assert_eq!(first, second, "{name}");
    }
    let truth = std::fs::read_to_string(scratch.folder().join("a/truth.csv")).unwrap();
    let lines: Vec<&str> = truth.lines().collect();
    assert_eq!(lines[0], "frame,t_s,x_px,y_px,radius_px,x_m,y_m,z_m");
    assert!(lines.len() == 4 && lines[1].starts_with("70,0.350000,"), "{truth}");
    let numbers: Vec<f64> = lines[1].split(',').map(|number| number.parse().unwrap()).collect();
    assert!((4.0..9.0).contains(&numbers[4]) && numbers[5] < 0.0, "{truth}");
}

#[test]
fn law_what_cannot_be_filmed_is_refused() {
    let scratch = Scratch::new("frames-refused");
    let folder = scratch.folder().join("film").to_string_lossy().into_owned();
    refuses(&["frames"], &["<DIR>"]);
    refuses(&["frames", &folder, "--first", "5000"], &["--first 5000", "frames, 0 to"]);
    refuses(&["frames", &folder, "--camera", "4"], &["4", "0 to 3"]);
    refuses(&["frames", &folder, "--region", "1200,0,200,10"], &["1200,0,200,10", "1280 x 1024"]);
    refuses(&["frames", &folder, "--region", "1,2,3"], &["3 of four", "X,Y,W,H"]);
    refuses(&["frames", &folder, "--rate-hz", "0"], &["0", "1 to 2000 Hz"]);
    refuses(&["frames", &folder, "--exposure-s", "-1"], &["-1", "0 to 0.1 s"]);
    refuses(&["frames", &folder, "--exposure-s", "0.006"], &["--exposure-s 0.006", "--rate-hz 200", "0.005000 s"]);
    assert!(scratch.names().is_empty(), "{:?}", scratch.names());
}

#[test]
fn bug_frames_of_an_earlier_run_stayed_among_the_new() {
    let scratch = Scratch::new("frames-left-over");
    let folder = scratch.path("film");
    let film =
        |first: &str| ["frames", &folder, "--first", first, "--count", "1", "--region", "0,0,40,30"].map(str::to_owned);
    let text = succeed(&film("3"));
    assert!(text.contains("1 frame of 40 x 30 px") && text.contains("  frame_0003.png, truth.csv"), "{text}");
    succeed(&film("3"));
    refuses(&film("4"), &["DIR", "frame_0003.png of an earlier run", "another folder"]);
}

#[test]
fn bug_frames_of_another_program_were_replaced() {
    let scratch = Scratch::new("frames-foreign");
    let folder = scratch.path("film");
    std::fs::create_dir(&folder).unwrap();
    let film = ["frames", &folder, "--first", "3", "--count", "1", "--region", "0,0,40,30"];
    for name in ["frame_0003.png", "truth.csv", "cameras.toml"] {
        let path = format!("film/{name}");
        scratch.write(&path, "my own");
        refuses(&film, &["DIR", name, "another folder"]);
        assert_eq!(scratch.read(&path), "my own");
        std::fs::remove_file(scratch.path(&path)).unwrap();
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}

/// The example of the help shows what it says.
#[test]
fn bug_the_region_of_the_example_had_no_ball_in_it() {
    let scratch = Scratch::new("frames-example");
    let help = succeed(&["frames", "--help"]);
    let example = help.lines().find(|line| line.contains("--region 3")).unwrap();
    let words: Vec<&str> = example.split_whitespace().skip(1).collect();
    let end = words.iter().position(|word| *word == "--region").unwrap() + 2;
    let region: Vec<f64> = words[end - 1].split(',').map(|number| number.parse().unwrap()).collect();
    let folder = scratch.path("one");
    succeed(&[&["frames", &folder][..], &words[2..end]].concat());
    let truth = std::fs::read_to_string(scratch.folder().join("one/truth.csv")).unwrap();
    let ball: Vec<f64> = truth.lines().nth(1).unwrap().split(',').map(|number| number.parse().unwrap()).collect();
    let within = |axis: usize| (region[axis]..region[axis] + region[axis + 2]).contains(&ball[2 + axis]);
    assert!(within(0) && within(1), "{truth}");
}
