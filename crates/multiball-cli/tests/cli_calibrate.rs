//! `board` and `calibrate` through the binary.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use crate::support::{Scratch, fails, json, refuses, run, succeed};
use serde_json::Value;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is not a number"))
}

/// Corners of a board of 4 x 3 in `views` views of a pinhole with focal length 800 px on 640 x 480, as a corner file.
fn corner_file(views: usize) -> String {
    let mut text = String::from("view,board_x_m,board_y_m,x_px,y_px\n");
    for view in 0..views {
        let (tilt, axis) = (0.5 + 0.03 * view as f64, 1.3 * view as f64);
        let (a, b) = (axis.cos(), axis.sin());
        let (c, s) = (tilt.cos(), tilt.sin());
        for corner in 0..12 {
            let (x, y) = (0.04 * f64::from(corner % 4) - 0.06, 0.04 * f64::from(corner / 4) - 0.04);
            // Turned about the axis (a, b, 0) by the tilt, half a metre away.
            let along = a * x + b * y;
            let across = a * y - b * x;
            let (px, py, pz) = (a * along - b * across * c, b * along + a * across * c, 0.5 + across * s);
            let (u, v) = (319.5 + 800.0 * px / pz, 239.5 + 800.0 * py / pz);
            text += &format!("{},{x},{y},{u},{v}\n", ["left", "right", "up", "down"][view]);
        }
    }
    text
}

#[test]
fn law_simulated_pictures_give_the_camera_back() {
    let scratch = Scratch::new("calibrate_all");
    let (folder, file, plot) = (scratch.path("pictures"), scratch.path("camera.toml"), scratch.path("residuals.svg"));
    let said = succeed(&["board", "--render", &folder]);
    assert!(said.contains("9 x 6") && said.contains("16 files"), "{said}");
    let report = json(&["calibrate", &folder, "--out", &file, "--name", "left", "--plot", &plot, "--json"]);
    assert_eq!(report["views"].as_array().unwrap().len(), 15, "{report}");
    assert_eq!(report["skipped"], Value::Array(Vec::new()));
    assert!(report["views"].as_array().unwrap().iter().all(|view| view["corners"] == 54));
    assert!(number(&report["reprojection_error_px"]) < 0.03, "{report}");
    let (camera, deviations) = (&report["camera"], &report["standard_deviations"]);
    let truth = [("focal_px", [1400.0, 1396.0]), ("centre_px", [652.0, 499.0])];
    for (field, truth) in truth {
        for axis in 0..2 {
            let off = (number(&camera[field][axis]) - truth[axis]).abs();
            let deviation = number(&deviations[field][axis]);
            assert!(off < 5.0 * deviation && off < 0.5, "{field} {axis}: off by {off}, deviation {deviation}");
        }
    }
    for (coefficient, truth) in [("k1", -0.21), ("k2", 0.09)] {
        let off = (number(&camera["distortion"][coefficient]) - truth).abs();
        assert!(off < 5.0 * number(&deviations["distortion"][coefficient]), "{coefficient}: off by {off}");
    }
    assert!(scratch.read("camera.toml").contains("name = \"left\"") && scratch.read("residuals.svg").contains("<svg"));
    let text = succeed(&["calibrate", &folder]);
    assert!(text.contains("focal length x") && text.contains("view07.png") && text.contains("held"), "{text}");
    assert_eq!(text, succeed(&["calibrate", &folder, "--threads", "1"]));
}

#[test]
fn law_pictures_without_the_board_are_skipped_with_the_reason() {
    let scratch = Scratch::new("calibrate_skip");
    let (folder, other) = (scratch.path("pictures"), scratch.path("other"));
    succeed(&["board", "--render", &folder, "--views", "4"]);
    succeed(&["board", "--render", &other, "--views", "3", "--columns", "7", "--rows", "6", "--seed", "3"]);
    let strange = scratch.path("other/view01.png");
    let report = json(&["calibrate", &folder, &strange, "--json"]);
    assert_eq!((report["views"].as_array().unwrap().len(), &report["skipped"][0]["name"]), (4, &"view01.png".into()));
    assert!(report["skipped"][0]["reason"].as_str().unwrap().contains("42 in 7 x 6"), "{report}");
    let text = succeed(&["calibrate", &folder, &strange]);
    assert!(text.contains("skipped view01.png: no board of 9 x 6 inner corners"), "{text}");
    fails(&[1], &["calibrate", &other], &["found in 0 of 3 images", "at least 3", "view02.png", "7 x 6"]);
}

#[test]
fn law_pictures_are_the_same_for_the_same_seed() {
    let scratch = Scratch::new("board_seed");
    let render = |name: &str, seed: &str, threads: &str| {
        let folder = scratch.path(name);
        succeed(&["board", "--render", &folder, "--views", "3", "--seed", seed, "--threads", threads]);
        std::fs::read(scratch.folder().join(name).join("view02.png")).unwrap()
    };
    let first = render("a", "5", "1");
    assert_eq!(first, render("b", "5", "2"));
    assert_ne!(first, render("c", "6", "2"));
}

#[test]
fn law_a_board_is_printed_at_true_scale() {
    let scratch = Scratch::new("board_svg");
    let file = scratch.path("board.svg");
    let report = json(&["board", "--columns", "8", "--rows", "5", "--square-mm", "12.5", "--out", &file, "--json"]);
    assert_eq!((&report["columns"], &report["files"][0]), (&8.into(), &file.as_str().into()));
    let svg = scratch.read("board.svg");
    assert!(svg.contains("width=\"137.5mm\" height=\"100mm\" viewBox=\"0 0 137.5 100\""), "{svg}");
    // Half of 9 x 6 squares are black.
    assert_eq!(svg.matches('M').count(), 27);
    // Multiples of 23.3 have digits of rounding in binary; none are printed.
    let report = json(&["board", "--square-mm", "23.3", "--out", &file, "--json"]);
    assert_eq!(report["square_mm"], 23.3);
    let svg = scratch.read("board.svg");
    let longest = svg.split(|c: char| !c.is_ascii_digit()).map(str::len).max();
    assert!(longest <= Some(4) && svg.contains("209.7"), "{svg}");
}

#[test]
fn law_a_corner_file_gives_the_lens() {
    let scratch = Scratch::new("calibrate_csv");
    let file = scratch.write("corners.csv", &corner_file(4));
    let size = ["--width-px", "640", "--height-px", "480", "--distortion", "none"];
    let report = json(&[&["calibrate", &file, "--json"][..], &size].concat());
    assert!((number(&report["camera"]["focal_px"][0]) - 800.0).abs() < 1e-4, "{report}");
    assert!(number(&report["reprojection_error_px"]) < 1e-6, "{report}");
    assert_eq!((&report["views"][1]["name"], &report["views"][1]["corners"]), (&"right".into(), &12.into()));
    // Columns may stand in any order; comments and empty lines are passed over.
    let swapped: String = corner_file(4)
        .lines()
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            format!("{},{},{},{},{}\r\n\r\n# next\r\n", cells[3], cells[4], cells[0], cells[1], cells[2])
        })
        .collect();
    let other = scratch.write("swapped.csv", &swapped);
    assert_eq!(json(&[&["calibrate", &other, "--json"][..], &size].concat()), report);
}

#[test]
fn law_corner_files_that_cannot_be_used_are_refused() {
    let scratch = Scratch::new("calibrate_bad_csv");
    let good = corner_file(4);
    let third = good.lines().nth(2).unwrap();
    for (text, words) in [
        (String::new(), &["empty", "view, board_x_m"][..]),
        (good.replace("y_px", "y"), &["line 1", "no column y_px", "view, board_x_m, board_y_m, x_px, y_px"]),
        (good.replacen(third, "left,0,NaN,3,4", 1), &["line 3", "board_y_m", "`NaN`", "finite"]),
        (good.replacen(third, "left,0,1,x,4", 1), &["line 3", "x_px", "`x`"]),
        (good.replacen(third, "left,0,1", 1), &["line 3", "x_px is missing", "3 cells", "5"]),
        (good.replacen(third, "left,0,0,3,4,5", 1), &["line 3", "6 cells", "`5`", "5"]),
        (good.replacen(third, ",0,0,3,4", 1), &["line 3", "view is empty"]),
        (corner_file(1), &["1 view of the board is given", "at least 3"]),
        (good.replace(',', ";"), &["line 1", "separated by commas"]),
        (good.lines().take(4).map(|line| format!("{line}\n")).collect(), &["at least 3"]),
    ] {
        let file = scratch.write("bad.csv", &text);
        refuses(&["calibrate", &file, "--width-px", "640", "--height-px", "480"], words);
    }
    let file = scratch.write("corners.csv", &good);
    refuses(&["calibrate", &file], &[&file, "--width-px", "--height-px"]);
    refuses(&["calibrate", &file, &file, "--width-px", "640", "--height-px", "480"], &["only input"]);
    refuses(&["calibrate", &scratch.path("absent.csv"), "--width-px", "6", "--height-px", "4"], &["absent.csv"]);
}

#[test]
fn law_images_that_cannot_be_used_are_refused() {
    let scratch = Scratch::new("calibrate_bad");
    let folder = scratch.path("pictures");
    refuses(&["calibrate", &scratch.path("absent.png")], &["cannot read", "absent.png"]);
    std::fs::create_dir(scratch.folder().join("empty")).unwrap();
    refuses(&["calibrate", &scratch.path("empty")], &["empty", "no file", ".png"]);
    let text = scratch.write("text.png", "hello");
    refuses(&["calibrate", &text], &["text.png", "not a PNG image", "hello"]);
    succeed(&["board", "--render", &folder, "--views", "3"]);
    let first = scratch.path("pictures/view01.png");
    // A grey PNG of 1 x 1 pixel.
    let tiny = b"\x89PNG\x0d\x0a\x1a\x0a\x00\x00\x00\x0dIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x00\x00\x00\x00:\
        ~\x9bU\x00\x00\x00\x0aIDATx\x9cc`\x00\x00\x00\x02\x00\x01H\xaf\xa4q\x00\x00\x00\x00IEND\xaeB`\x82";
    std::fs::write(scratch.folder().join("tiny.png"), tiny).unwrap();
    let tiny = scratch.path("tiny.png");
    refuses(&["calibrate", &first, &tiny], &["view01.png", "1280 x 1024", "tiny.png", "1 x 1"]);
    fails(&[1], &["calibrate", &tiny], &["0 of 1 images", "at least 3", "0 points"]);
    refuses(&["calibrate", &folder, "--width-px", "640", "--height-px", "480"], &["--width-px", "corner file"]);
}

#[test]
fn law_flags_are_checked() {
    let scratch = Scratch::new("calibrate_flags");
    let absent = scratch.path("absent/camera.toml");
    refuses(&["calibrate", "x.png", "--out", &absent], &["--out", &absent, "no folder"]);
    refuses(&["calibrate", "x.png", "--out", "camera.json"], &["--out", "camera.json", ".toml"]);
    refuses(&["calibrate", "x.png", "--plot", "a.png"], &["--plot", "a.png", ".svg"]);
    refuses(&["calibrate", "x.png", "--distortion", "k9"], &["--distortion", "k9", "k1k2p1p2"]);
    refuses(&["calibrate", "x.png", "--columns", "2"], &["--columns", "`2`", "3 to 50"]);
    refuses(&["calibrate", "x.png", "--square-mm", "-1"], &["--square-mm", "`-1`", "0.1 to 10000"]);
    refuses(&["calibrate"], &["IMAGES", "--pose"]);
    refuses(&["calibrate", "--pose", "p.csv"], &["--camera"]);
    refuses(&["calibrate", "x.png", "--camera", "c.toml"], &["--camera", "IMAGES"]);
    refuses(&["calibrate", "--pose", "p.csv", "--camera", "c.toml", "--distortion", "k1"], &["--pose", "--distortion"]);
    for (flag, value) in [("--columns", "9"), ("--rows", "6"), ("--square-mm", "25")] {
        refuses(&["calibrate", "--pose", "p.csv", "--camera", "c.toml", flag, value], &["--pose", flag]);
    }
    refuses(&["board"], &["--out", "--render"]);
    refuses(&["board", "--out", "board.png"], &["--out", "board.png", ".svg"]);
    refuses(&["board", "--render", "x", "--views", "2"], &["--views", "`2`", "3 to 999"]);
    let file = scratch.write("file", "");
    refuses(&["board", "--render", &file], &["--render", &file, "must be a folder"]);
    assert!(run(&["calibrate", "--help"]).stdout.contains("x_m,y_m,z_m,x_px,y_px"));
}

/// A corner file with one cell of one line changed.
fn with_cell(text: &str, line: usize, column: usize, change: impl Fn(f64) -> f64) -> String {
    let changed = |(number, row): (usize, &str)| {
        let mut cells: Vec<String> = row.split(',').map(str::to_owned).collect();
        if number + 1 == line {
            cells[column] = change(cells[column].parse().unwrap()).to_string();
        }
        cells.join(",") + "\n"
    };
    text.lines().enumerate().map(changed).collect()
}

#[test]
fn bug_a_lens_that_does_not_explain_its_corners_was_an_answer() {
    let scratch = Scratch::new("calibrate_stray");
    let size = |width: &'static str| ["--width-px", width, "--height-px", "480", "--distortion", "none"];
    let query = |text: &str, width| {
        let file = scratch.write("corners.csv", text);
        [&["calibrate".to_owned(), file][..], &size(width).map(str::to_owned)].concat()
    };
    let good = corner_file(4);
    for moved in [5.0, 150.0] {
        let stray = with_cell(&good, 20, 3, |x| x + moved);
        fails(
            &[1],
            &query(&stray, "640"),
            &["line 20", "view `right`", "px from where the lens puts it", "the others"],
        );
    }
    refuses(&query(&good, "380"), &["corners.csv line ", "not on the sensor of 380 x 480", "-0.5 to 379.5"]);
    // A view under another name is no other view.
    let first =
        |view: &str| good.lines().skip(1).take(12).map(|line| line.replace("left", view) + "\n").collect::<String>();
    refuses(&query(&(good.clone() + &first("again")), "640"), &["views `left` and `again`", "same 12 corners"]);
    let few: String =
        good.lines().enumerate().filter(|(i, _)| !(4..13).contains(i)).map(|(_, l)| format!("{l}\n")).collect();
    refuses(&query(&few, "640"), &["view `left` has 3 corners"]);
}

#[test]
fn bug_one_picture_given_thrice_counted_as_three() {
    let scratch = Scratch::new("calibrate_twice");
    let picture = scratch.write("a.png", "never read");
    let other = format!("{}/./a.png", scratch.folder().display());
    refuses(&["calibrate", &picture, &other, &picture], &["a.png", "given twice"]);
}

#[test]
fn bug_pictures_of_an_earlier_run_stayed_among_the_new() {
    let scratch = Scratch::new("board_left_over");
    std::fs::create_dir(scratch.folder().join("pictures")).unwrap();
    for name in ["view01.png", "view07.png", "view09.png", "viewer.png"] {
        scratch.write(&format!("pictures/{name}"), "");
    }
    let render = ["board", "--render", &scratch.path("pictures"), "--views", "3"];
    refuses(&render, &["--render", "view07.png to view09.png, 2 files", "another folder"]);
    assert_eq!(scratch.read("pictures/view01.png"), "", "nothing is written");
}

#[test]
fn bug_photographs_were_replaced_by_simulated_pictures() {
    let scratch = Scratch::new("board_photographs");
    std::fs::create_dir(scratch.folder().join("photographs")).unwrap();
    scratch.write("photographs/view02.png", "a photograph");
    let render = ["board", "--render", &scratch.path("photographs"), "--views", "3"];
    refuses(&render, &["--render", "view02.png is there", "another folder"]);
    std::fs::remove_file(scratch.path("photographs/view02.png")).unwrap();
    scratch.write("photographs/truth.toml", "my own");
    refuses(&render, &["--render", "truth.toml is there"]);
    assert_eq!(scratch.read("photographs/truth.toml"), "my own");
    std::fs::remove_file(scratch.path("photographs/truth.toml")).unwrap();
    succeed(&render);
    succeed(&render);
}

/// A camera file with one camera that looks along y from 2 m before the table.
const CAMERA: &str = "[[camera]]\nname = \"left\"\nwidth_px = 640\nheight_px = 480\nfocal_px = [800.0, 800.0]\n\
    centre_px = [319.5, 239.5]\ndistortion = { k1 = 0.0, k2 = 0.0, p1 = 0.0, p2 = 0.0, k3 = 0.0 }\n";

/// Points about the origin as a camera at (0, -2, 0.5) sees them that looks along y: its x is the world's, its y is
/// down.
fn points() -> String {
    let mut text = String::from("x_m,y_m,z_m,x_px,y_px\n");
    for (x, y, z) in
        [(-0.4, 0.1, 0.0), (0.5, 0.2, 0.1), (0.1, -0.3, 0.4), (-0.2, 0.4, 0.3), (0.3, -0.1, 0.05), (0.0, 0.0, 0.2)]
    {
        let depth = y + 2.0;
        text += &format!("{x},{y},{z},{},{}\n", 319.5 + 800.0 * x / depth, 239.5 + 800.0 * (0.5 - z) / depth);
    }
    text
}

#[test]
fn law_known_points_give_the_cameras_pose() {
    let scratch = Scratch::new("calibrate_pose");
    let (camera, file) = (scratch.write("camera.toml", CAMERA), scratch.write("points.csv", &points()));
    let out = scratch.path("placed.toml");
    let report = json(&["calibrate", "--pose", &file, "--camera", &camera, "--out", &out, "--json"]);
    for (axis, truth) in [0.0, -2.0, 0.5].into_iter().enumerate() {
        assert!((number(&report["position_m"][axis]) - truth).abs() < 1e-6, "{report}");
    }
    assert!(scratch.read("placed.toml").contains("pose = {"));
    // The file written is read again, and its own pose does not matter.
    let again = json(&["calibrate", "--pose", &file, "--camera", &out, "--name", "left", "--json"]);
    assert_eq!(again["position_m"], report["position_m"]);
    let text = succeed(&["calibrate", "--pose", &file, "--camera", &camera]);
    assert!(text.contains("± position") && text.contains("6 points"), "{text}");
    let query = ["calibrate", "--camera", &camera, "--pose"];
    let few: String = points().lines().take(4).map(|line| format!("{line}\n")).collect();
    refuses(&[&query[..], &[&scratch.write("few.csv", &few)]].concat(), &["few.csv", "3 points", "at least 4"]);
    refuses(&[&query[..], &[&file, "--name", "right"]].concat(), &["no camera `right`", "`left`"]);
    refuses(&[&query[..], &[&scratch.path("absent.csv")]].concat(), &["cannot read", "absent.csv"]);
    let two = scratch.write("two.toml", &format!("{CAMERA}\n{}", CAMERA.replace("left", "right")));
    refuses(&["calibrate", "--pose", &file, "--camera", &two], &["several", "`left`, `right`"]);
    let bad = scratch.write("bad.toml", &CAMERA.replace("[800.0, 800.0]", "[800.0]"));
    refuses(&["calibrate", "--pose", &file, "--camera", &bad], &["bad.toml", "focal_px"]);
}

/// The origin of the points' frame must not affect how accurately the camera's position is known.
#[test]
fn bug_a_positions_deviation_was_that_of_the_worlds_origin() {
    let scratch = Scratch::new("calibrate_pose_deviation");
    let camera = scratch.write("camera.toml", CAMERA);
    let deviations = |away: f64| {
        let moved = |line: &str| match line.split_once(',').map(|(x, rest)| (x.parse::<f64>(), rest)) {
            Some((Ok(x), rest)) => format!("{},{rest}\n", x + away),
            _ => format!("{line}\n"),
        };
        let file = scratch.write("points.csv", &points().lines().map(moved).collect::<String>());
        let report = json(&["calibrate", "--pose", &file, "--camera", &camera, "--json"]);
        [0, 1, 2].map(|axis| number(&report["standard_deviations"]["position_m"][axis]))
    };
    let (near, far) = (deviations(0.0), deviations(30.0));
    // Near points across the line of sight: a rotation and a step aside look much the same.
    assert!(near[0] > 2e-3, "{near:?}");
    for (near, far) in near.into_iter().zip(far) {
        assert!((far / near - 1.0).abs() < 1e-4, "{near} near, {far} far");
    }
}

#[test]
fn bug_a_pose_that_does_not_explain_its_points_was_an_answer() {
    let scratch = Scratch::new("calibrate_pose_stray");
    let camera = scratch.write("camera.toml", CAMERA);
    let query = |text: &str| {
        ["calibrate", "--camera", &camera, "--json", "--pose", &scratch.write("points.csv", text)].map(str::to_owned)
    };
    let stray = query(&with_cell(&points(), 4, 3, |x| x + 100.0));
    fails(&[1], &stray, &["points.csv", "may be noise", "px from where the pose puts it", "is on line"]);
    refuses(&query(&with_cell(&points(), 4, 3, |_| 700.0)), &["points.csv line 4", "(700, ", "640 x 480"]);
    // Pixels that are farther off than assumed widen the standard deviations.
    let deviations = |moved: f64| {
        let report = json(&query(&with_cell(&points(), 4, 3, |x| x + moved)));
        let deviations = &report["standard_deviations"];
        (number(&deviations["pixel_px"]), number(&deviations["position_m"][1]))
    };
    let (near, far) = (deviations(0.2), deviations(4.0));
    assert_eq!(near.0, 0.5);
    assert!(far.0 > 0.6 && (far.1 / near.1 - far.0 / near.0).abs() < 0.1 * far.0 / near.0, "{near:?} {far:?}");
    let same: String = "x_m,y_m,z_m,x_px,y_px\n".to_owned() + &"0.1,0.7,0.3,50,60\n".repeat(6);
    refuses(&query(&same), &["all 6 points are at one place"]);
    std::fs::write(scratch.folder().join("wide.csv"), b"\xff\xfex\0_\0m\0").unwrap();
    refuses(&["calibrate", "--camera", &camera, "--pose", &scratch.path("wide.csv")], &["wide.csv", "UTF-8 text"]);
}
