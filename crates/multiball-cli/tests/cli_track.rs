//! `track` through the binary: a filmed shot must come back as a flight, and what it refuses.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::{Scratch, fails, json, refuses, succeed};

/// The stroke of this shot is between frames 60 and 61, its bounce after frame 140.
const FIRST: usize = 58;
const COUNT: usize = 56;

/// Films the shot with one camera.
fn film(scratch: &Scratch, camera: &str) -> String {
    let folder = scratch.path(camera);
    let (first, count) = (FIRST.to_string(), COUNT.to_string());
    succeed(&["frames", &folder, "--camera", camera, "--first", &first, "--count", &count, "--seed", "1"]);
    folder
}

/// Time and position in each row of a table, under these columns.
fn places(text: &str, columns: [usize; 4]) -> Vec<[f64; 4]> {
    let cells = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        let numbers: Result<Vec<f64>, _> = columns.iter().map(|column| cells[*column].parse()).collect();
        numbers.ok()?.try_into().ok()
    };
    text.lines().skip(1).filter_map(cells).collect()
}

#[test]
fn law_a_filmed_shot_comes_back_as_a_flight() {
    let scratch = Scratch::new("track");
    let [left, right] = ["0", "1"].map(|camera| film(&scratch, camera));
    // A camera loses a frame.
    std::fs::remove_file(scratch.path("1/frame_0080.png")).unwrap();
    let (cameras, out) = (scratch.path("0/cameras.toml"), scratch.path("flights.csv"));
    let (left, right) = (format!("0={left}"), format!("1={right}"));
    let report = json(&["track", &left, &right, "--cameras", &cameras, "--out", &out, "--json"]);

    let summary = &report["summary"];
    assert_eq!((&summary["instants"], &summary["cameras"]), (&COUNT.into(), &2.into()));
    assert!(summary["compute_us_p99"].as_f64() >= summary["compute_us_median"].as_f64());

    let truth = places(&scratch.read("0/truth.csv"), [1, 5, 6, 7]);
    let first_s = FIRST as f64 / 200.0;
    let flights = scratch.read("flights.csv");
    assert!(flights.starts_with("id,t_s,x_m,y_m,z_m\n"), "{flights}");
    let off = |seen: &[f64; 4]| {
        let there = truth.iter().find(|there| (there[0] - first_s - seen[0]).abs() < 1e-4);
        there.map_or(f64::INFINITY, |there| (1..4).map(|axis| (there[axis] - seen[axis]).powi(2)).sum::<f64>().sqrt())
    };
    // The track that follows the struck ball has most of its places; whatever else flies has a track of its own.
    let tracks = report["tracks"].as_array().unwrap();
    let struck = tracks.iter().max_by_key(|track| track["measurements"].as_u64()).unwrap();
    let own = flights.lines().filter(|line| line.split(',').next() == Some(&struck["id"].to_string()));
    let table: String = std::iter::once("").chain(own).map(|line| format!("{line}\n")).collect();
    let seen = places(&table, [1, 2, 3, 4]);
    assert_eq!(seen.len() as u64, struck["measurements"].as_u64().unwrap());
    assert!(seen.len() >= 45, "{} places\n{flights}", seen.len());
    for place in &seen {
        assert!(off(place) < 5e-3, "{place:?} is {} m off", off(place));
    }
    let lost_s = 80.0 / 200.0 - first_s;
    assert!(seen.iter().all(|place| (place[0] - lost_s).abs() > 1e-4), "one camera alone measures no place");
    assert_eq!(struck["lines"], 1);

    let speed = {
        let [a, b] = [&truth[0], &truth[1]];
        (1..4).map(|axis| ((b[axis] - a[axis]) / (b[0] - a[0])).powi(2)).sum::<f64>().sqrt()
    };
    assert!((struck["speed_m_s"].as_f64().unwrap() - speed).abs() < 0.3, "{struck} {speed}");
    let spin_sd = struck["spin_sd_rad_s"].as_array().unwrap();
    assert!(spin_sd.iter().all(|sd| (1.0..200.0).contains(&sd.as_f64().unwrap())), "{struck}");
    let bounce = &struck["bounces"][0];
    assert_eq!(bounce["seen"], false);
    assert!((bounce["t_s"].as_f64().unwrap() + first_s - 0.7049).abs() < 0.02, "{bounce}");
    assert!(bounce["sd_m"].as_array().unwrap().iter().all(|sd| sd.as_f64().unwrap() < 0.3), "{bounce}");

    let text = succeed(&["track", &left, &right, "--cameras", &cameras, "--stroke", "forehand-attack"]);
    assert!(text.contains("predicted") && text.contains(&format!("{COUNT} instants of 2 cameras")), "{text}");
}

const SIZE: (usize, usize) = (160, 128);

/// A grey image as a PNG file.
fn write_png(path: &str, (width, height): (usize, usize)) {
    let mut encoder = png::Encoder::new(std::fs::File::create(path).unwrap(), width as u32, height as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header().unwrap().write_image_data(&vec![80; width * height]).unwrap();
}

/// Two folders of twelve empty frames, and a camera file with three cameras, the last without a pose.
fn empty_films(test: &str) -> Scratch {
    let scratch = Scratch::new(test);
    for folder in ["a", "b"] {
        std::fs::create_dir(scratch.path(folder)).unwrap();
        for number in 0..12 {
            write_png(&scratch.path(&format!("{folder}/f{number}.png")), SIZE);
        }
    }
    let camera = |name: &str, pose: &str| {
        format!(
            "[[camera]]\nname = \"{name}\"\nwidth_px = {}\nheight_px = {}\nfocal_px = [150.0, 150.0]\n\
             centre_px = [79.5, 63.5]\ndistortion = {{ k1 = 0.0, k2 = 0.0, p1 = 0.0, p2 = 0.0, k3 = 0.0 }}\n{pose}\n",
            SIZE.0, SIZE.1
        )
    };
    let at = |x: f64| {
        format!("pose = {{ position_m = [{x:?}, -4.0, 0.5], quaternion = [0.70710678118, -0.70710678118, 0.0, 0.0] }}")
    };
    let pair = camera("left", &at(-1.0)) + &camera("right", &at(1.0));
    scratch.write("pair.toml", &pair);
    scratch.write("three.toml", &(pair + &camera("loose", "")));
    scratch
}

#[test]
fn law_films_without_a_ball_have_no_answer() {
    let scratch = empty_films("track-empty");
    let (a, b, cameras, out) =
        (scratch.path("a"), scratch.path("b"), scratch.path("pair.toml"), scratch.path("flights.csv"));
    let words = ["12 instants", "`left` saw something like a ball in 0 of 12 frames", "9 measurements"];
    fails(&[1], &["track", &a, &b, "--cameras", &cameras, "--out", &out], &words);
    assert!(!scratch.names().contains(&"flights.csv".to_owned()));
}

#[test]
fn law_cameras_and_folders_that_do_not_fit_are_refused() {
    let scratch = empty_films("track-cameras");
    let (a, b, pair, three) =
        (scratch.path("a"), scratch.path("b"), scratch.path("pair.toml"), scratch.path("three.toml"));
    let named = |name: &str, folder: &str| format!("{name}={folder}");
    refuses(&["track", "--cameras", &pair], &["CAMERA=FOLDER"]);
    refuses(&["track", &a, &b], &["--cameras"]);
    refuses(&["track", &a, "--cameras", &pair], &["1 folder given", "2 to 8"]);
    refuses(
        &["track", &a, &b, "--cameras", &three],
        &["3 cameras", "`left`, `right`, `loose`", "2 folders", "CAMERA=FOLDER"],
    );
    refuses(&["track", &named("left", &a), &b, "--cameras", &pair], &["whose?", "all or none"]);
    refuses(&["track", &named("left", &a), &named("up", &b), "--cameras", &pair], &["no camera `up`", "`right`"]);
    refuses(&["track", &named("left", &a), &named("left", &b), "--cameras", &pair], &["`left` is given twice"]);
    refuses(
        &["track", &named("left", &a), &named("loose", &b), "--cameras", &three],
        &["`loose` has no pose", "multiball calibrate --pose", "--name loose"],
    );
    refuses(&["track", "=", &b, "--cameras", &pair], &["`=`", "CAMERA=FOLDER"]);
    refuses(&["track", &a, &b, "--cameras", &scratch.path("none.toml")], &["cannot read", "none.toml"]);
    let bad = scratch.write("bad.toml", "[[camera]]\nname = 3\n");
    refuses(&["track", &a, &b, "--cameras", &bad], &["bad.toml", "line 2"]);
}

#[test]
fn law_frames_that_do_not_fit_are_refused() {
    let scratch = empty_films("track-frames");
    let (a, b, pair) = (scratch.path("a"), scratch.path("b"), scratch.path("pair.toml"));
    let base = ["track", &a, &b, "--cameras", &pair];
    let with =
        |more: &[&'static str]| -> Vec<String> { base.iter().chain(more).map(|word| (*word).to_owned()).collect() };
    refuses(&["track", &a, &scratch.path("nowhere"), "--cameras", &pair], &["nowhere", "no such folder"]);
    refuses(&["track", &a, &pair, "--cameras", &pair], &["pair.toml", "must be a folder"]);
    std::fs::create_dir(scratch.path("bare")).unwrap();
    refuses(&["track", &a, &scratch.path("bare"), "--cameras", &pair], &["bare", ".png"]);
    refuses(&with(&["--background-frames", "13"]), &["13", "12 frames"]);
    refuses(&with(&["--rate-hz", "0"]), &["`0`", "Hz"]);
    refuses(&with(&["--rate-hz", "1000"]), &["--exposure-s 0.002", "--rate-hz 1000", "0.001000 s"]);
    refuses(&with(&["--exposure-s", "-1"]), &["`-1`", "0 to 0.1 s"]);
    refuses(&with(&["--threshold", "256"]), &["`256`", "from 1 to 255"]);
    refuses(&with(&["--noise-grey", "0"]), &["`0`", "from 0.1"]);
    refuses(&with(&["--pixel-error-px", "x"]), &["`x`", "px"]);
    refuses(&with(&["--stroke", "smash"]), &["`smash`", "forehand-attack, backhand-attack"]);
    refuses(&with(&["--out", "flights.txt"]), &["--out flights.txt", ".csv"]);

    scratch.write("b/f7.png", "no image");
    // A place to write that is not there is refused before any frame is read.
    refuses(&with(&["--out", "nowhere/flights.csv"]), &["--out nowhere/flights.csv", "no folder nowhere"]);
    refuses(&base, &["f7.png", "not a PNG image"]);
    write_png(&scratch.path("b/f7.png"), (20, 10));
    refuses(&base, &["f7.png has 20 x 10", "camera `right`", "160 x 128"]);
    write_png(&scratch.path("b/f7.png"), SIZE);

    let rename = |from: &str, to: &str| std::fs::rename(scratch.path(from), scratch.path(to)).unwrap();
    for number in 0..12 {
        rename(&format!("b/f{number}.png"), &format!("b/f{}.png", number + 100));
    }
    refuses(&base, &["same number", "`left` has 0 to 11", "`right` has 100 to 111"]);
    rename("b/f105.png", "b/last.png");
    std::fs::remove_file(scratch.path("b/f106.png")).unwrap();
    refuses(&base, &["`left` has 12 frames", "`right` has 11", "number"]);
}
