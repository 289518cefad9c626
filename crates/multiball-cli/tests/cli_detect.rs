//! `detect` through the binary: frames made here, positions that must come out, and what it refuses.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::{Scratch, json, refuses, succeed};

const WIDTH: usize = 320;
const HEIGHT: usize = 200;

/// A grey image as a PNG file.
fn write_png(path: &str, (width, height): (usize, usize), pixels: &[u8]) {
    let mut encoder = png::Encoder::new(std::fs::File::create(path).unwrap(), width as u32, height as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header().unwrap().write_image_data(pixels).unwrap();
}

/// Where the ball is in a frame; it is hidden in some.
fn ball(frame: usize) -> Option<(f64, f64)> {
    let t = frame as f64;
    (frame >= 5 && frame % 11 != 10).then_some((20.3 + 6.4 * t, 140.0 - 3.1 * t + 0.06 * t * t))
}

/// A table with a white line; optionally a ball, and a larger white block that swings.
fn frame(number: Option<usize>) -> Vec<u8> {
    let mut noise = 7u32 + number.unwrap_or(99) as u32;
    let disc = |x: f64, y: f64, centre: (f64, f64), radius: f64| {
        (radius + 0.5 - ((x - centre.0).powi(2) + (y - centre.1).powi(2)).sqrt()).clamp(0.0, 1.0)
    };
    (0..WIDTH * HEIGHT)
        .map(|i| {
            let (x, y) = ((i % WIDTH) as f64, (i / WIDTH) as f64);
            let mut grey = if (172.0..176.0).contains(&y) { 215.0 } else { 80.0 };
            if let Some(number) = number {
                let swing = 200.0 + 30.0 * ((number % 20) as f64 / 20.0);
                if (x - swing).abs() < 17.0 && (y - 25.0).abs() < 12.0 {
                    grey = 240.0;
                }
                let share = ball(number).map_or(0.0, |centre| disc(x, y, centre, 6.0));
                grey += share * (230.0 - grey);
            }
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (grey + f64::from(noise >> 24) / 64.0 - 2.0).round() as u8
        })
        .collect()
}

/// A folder of forty frames, and an empty one next to it.
fn film(test: &str) -> Scratch {
    let scratch = Scratch::new(test);
    std::fs::create_dir(scratch.path("frames")).unwrap();
    for number in 0..40 {
        write_png(&scratch.path(&format!("frames/f{number}.png")), (WIDTH, HEIGHT), &frame(Some(number)));
    }
    write_png(&scratch.path("empty.png"), (WIDTH, HEIGHT), &frame(None));
    scratch
}

#[test]
fn law_the_ball_is_found_in_every_frame_that_shows_it() {
    let scratch = film("detect-found");
    let (frames, empty, out, plot) =
        (scratch.path("frames"), scratch.path("empty.png"), scratch.path("positions.csv"), scratch.path("overlay.png"));
    let known = ["--min-radius-px", "5", "--max-radius-px", "7"];
    for background in [&["--background", &empty][..], &[]] {
        let arguments =
            [&["detect", &frames, "--json", "--out", &out, "--plot", &plot], &known[..], background].concat();
        let report = json(&arguments);
        let rows = report["frames"].as_array().unwrap();
        assert_eq!(rows.len(), 40);
        let mut found = 0;
        // Something that swings slowly leaves its mark in a median of frames; the ball, once it flies, is better than
        // that.
        let from = if background.is_empty() { 8 } else { 0 };
        for (number, row) in rows.iter().enumerate().skip(from) {
            assert_eq!(row["file"], format!("f{number}.png"));
            assert!((row["t_s"].as_f64().unwrap() - number as f64 / 200.0).abs() < 1e-12);
            let seen = row["ball"].as_object().map(|ball| {
                let value = |name: &str| ball[name].as_f64().unwrap();
                assert!((value("radius_px") - 6.0).abs() < 0.6 && value("sd_px") < 2.0 && value("score") > 0.1);
                (value("x_px"), value("y_px"))
            });
            match (seen, ball(number)) {
                (Some(seen), Some(is)) => {
                    found += 1;
                    assert!((seen.0 - is.0).abs() < 0.3 && (seen.1 - is.1).abs() < 0.3, "{number}: {seen:?} {is:?}");
                }
                (Some(seen), None) => panic!("frame {number}: there is no ball at {seen:?}"),
                (None, _) => {}
            }
        }
        assert!(found >= 28, "{found} of 29 or 32");
        assert!(report["summary"]["found"].as_u64().unwrap() >= found);
        assert_eq!(report["summary"]["frames"], 40);
        assert!(report["summary"]["compute_us_median"].as_f64().unwrap() > 0.0);
    }
    let csv = scratch.read("positions.csv");
    assert_eq!(csv.lines().next(), Some("frame,t_s,x_px,y_px,radius_px,score,sd_px"));
    assert_eq!(csv.lines().count(), 41);
    assert_eq!(csv.lines().nth(1), Some("0,0,,,,,"));
    let row: Vec<&str> = csv.lines().nth(21).unwrap().split(',').collect();
    assert!(row.len() == 7 && (0.01..2.0).contains(&row[6].parse::<f64>().unwrap()), "{row:?}");
    assert!(std::fs::metadata(scratch.path("overlay.png")).unwrap().len() > 1000);
}

#[test]
fn law_the_papers_chain_takes_the_largest_blob_and_a_region_hides_it() {
    let scratch = film("detect-paper");
    let (frames, empty) = (scratch.path("frames"), scratch.path("empty.png"));
    let base = ["detect", &frames, "--background", &empty, "--method", "paper", "--json"];
    let whole = json(&base);
    let y = |report: &serde_json::Value| report["frames"][20]["ball"]["y_px"].as_f64().unwrap();
    assert!((y(&whole) - 25.0).abs() < 1.0, "the white block is larger than the ball");
    assert_eq!(whole["frames"][20]["ball"]["score"], serde_json::Value::Null);
    let part = json(&[&base[..], &["--region", "0,40,320,160"]].concat());
    assert!((y(&part) - ball(20).unwrap().1).abs() < 0.5);
    let text = succeed(&["detect", &frames, "--background-frames", "5", "--region", "0,40,320,160"]);
    // Only frames with a ball are rows.
    assert!(!text.contains("f2.png") && text.contains("f20.png") && text.contains("frames without a ball"), "{text}");
    assert!(text.contains("frames of 320 x 200 px") && text.contains("mean of the first 5 frames"), "{text}");
}

#[test]
fn bug_one_flashed_frame_ended_the_search_of_all() {
    let scratch = Scratch::new("detect-flash");
    std::fs::create_dir(scratch.path("frames")).unwrap();
    const SIZE: (usize, usize) = (640, 480);
    let ball = |number: usize| (60.0 + 12.0 * number as f64, 200.0);
    for number in 0..16 {
        let grey = |i: usize| {
            let (x, y) = (i % SIZE.0, i / SIZE.0);
            let flashed = number == 9 && x % 6 < 4 && y % 6 < 4;
            let (dx, dy) = (x as f64 - ball(number).0, y as f64 - ball(number).1);
            if flashed || dx * dx + dy * dy < 36.0 { 240 } else { 80 }
        };
        let pixels: Vec<u8> = (0..SIZE.0 * SIZE.1).map(grey).collect();
        write_png(&scratch.path(&format!("frames/f{number}.png")), SIZE, &pixels);
    }
    for method in ["gated", "paper"] {
        let query = ["detect", &scratch.path("frames"), "--method", method, "--region", "0,0,640,480"];
        let report = json(&[&query[..], &["--json"]].concat());
        let row = |number: usize| &report["frames"][number];
        assert_eq!(report["summary"]["frames"], 16);
        if method == "gated" {
            assert_eq!(report["summary"]["unsearched"], 1);
            assert!(row(9)["ball"].is_null() && row(9)["candidates"].is_null(), "{}", row(9));
            assert_eq!(row(8)["candidates"], 1);
            let text = succeed(&query);
            assert!(text.contains("1 frame was in too many pieces to be searched."), "{text}");
        }
        for number in [5, 8, 10, 15] {
            let x_px = row(number)["ball"]["x_px"].as_f64().unwrap();
            assert!((x_px - ball(number).0).abs() < 0.5, "{method}, frame {number}: {x_px}");
        }
    }
}

#[test]
fn law_what_cannot_be_used_is_refused_with_its_name() {
    let scratch = film("detect-errors");
    let frames = scratch.path("frames");
    refuses(&["detect", &scratch.path("nowhere")], &["nowhere", "no such folder"]);
    refuses(&["detect", &scratch.path("empty.png")], &["empty.png", "must be a folder"]);
    std::fs::create_dir(scratch.path("bare")).unwrap();
    refuses(&["detect", &scratch.path("bare")], &["bare", ".png"]);
    refuses(&["detect", &frames, "--region", "300,0,40,40"], &["--region 300,0,40,40", "320 x 200"]);
    refuses(&["detect", &frames, "--region", "1,2,3"], &["3 of four numbers"]);
    refuses(&["detect", &frames, "--min-radius-px", "9", "--max-radius-px", "4"], &["--min-radius-px 9", "4"]);
    refuses(&["detect", &frames, "--background-frames", "41"], &["41", "40 frames"]);
    refuses(&["detect", &frames, "--threshold", "0"], &["`0`", "from 1 to 255"]);
    refuses(&["detect", &frames, "--rate-hz", "-5"], &["`-5`", "Hz"]);
    refuses(&["detect", &frames, "--out", "positions.txt"], &["--out positions.txt", ".csv"]);
    refuses(&["detect", &frames, "--plot", "overlay.svg"], &["--plot overlay.svg", ".png"]);
    std::fs::create_dir(scratch.path("taken.csv")).unwrap();
    refuses(&["detect", &frames, "--out", &scratch.path("taken.csv")], &["--out", "taken.csv", "is a folder"]);
    std::fs::create_dir(scratch.path("short")).unwrap();
    write_png(&scratch.path("short/f0.png"), (WIDTH, HEIGHT), &frame(Some(20)));
    refuses(&["detect", &scratch.path("short")], &["short has 1 frame;", "at least 3 frames", "give --background"]);
    write_png(&scratch.path("small.png"), (20, 10), &[80; 200]);
    refuses(
        &["detect", &frames, "--background", &scratch.path("small.png")],
        &["small.png has 20 x 10", "f0.png has 320 x 200"],
    );
    write_png(&scratch.path("frames/f7.png"), (20, 10), &[80; 200]);
    refuses(&["detect", &frames], &["f7.png has 20 x 10", "f0.png has 320 x 200"]);
    scratch.write("frames/f7.png", "no image");
    refuses(&["detect", &frames], &["f7.png", "not a PNG image"]);
}
