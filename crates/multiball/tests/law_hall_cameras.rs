//! Cameras as a scenario describes them: number, place, rate, noise, late stamps, rolling shutters.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use std::sync::atomic::AtomicBool;

use multiball::court::Side;
use multiball::hall::record::NullRecorder;
use multiball::hall::training::TrainingHall;
use multiball::hall::{CameraSet, Extent, NoHooks, RailHall, RailOptions, RailRound, Scenario};
use multiball::opponent::Lesson;

use crate::support::schooling;

/// A camera on the other side of the table, and two that are coarser and wider than the usual ones.
const OTHERS: &str = "
[[camera]]
place_m = [-1.6, -4.2, 2.6]

[[camera]]
place_m = [2.0, -3.9, 2.3]
looks_at_m = [0.0, 0.1, 0.3]
resolution_px = [1024, 800]
focal_px = 1000.0

[[camera]]
place_m = [0.3, 4.4, 2.8]
";

fn hall(sensing: &[(&str, &str)], cameras: &str) -> Scenario {
    let text = Scenario::builtin_text("hall").unwrap();
    let mut scenario = Scenario::from_toml(&format!("{text}\n{cameras}")).unwrap();
    for (field, value) in sensing {
        scenario.set_text(field, value).unwrap();
    }
    scenario.check().unwrap();
    scenario
}

/// Rounds in the world of a scenario, whose player knows air, table and racket.
fn rounds(scenario: &Scenario, count: u64) -> Vec<RailRound> {
    let mut told = scenario.clone();
    told.set("player.knows", "exact").unwrap();
    let options = RailOptions { warm_up: 0, ..RailOptions::of(&told).unwrap() };
    let hall = RailHall::new(options, schooling(Lesson { players: 12, ..Lesson::default() }), 5).unwrap();
    hall.rounds(count, &AtomicBool::new(false), &|| {}).unwrap()
}

fn hits(rounds: &[RailRound]) -> usize {
    rounds.iter().filter(|round| round.hit).count()
}

/// The median error of the last predictions with which strokes were planned, m.
fn error_m(rounds: &[RailRound]) -> f64 {
    let mut errors: Vec<f64> = rounds.iter().filter_map(|round| Some(round.predicted?.position)).collect();
    errors.sort_by(f64::total_cmp);
    errors[errors.len() / 2]
}

#[test]
fn law_two_to_four_cameras_at_any_rate_see_balls_well_enough_to_hit_them() {
    for (sensing, cameras) in [
        (&[][..], ""),
        (&[("sensing.cameras", "3")], ""),
        (&[("sensing.cameras", "4")], ""),
        (&[], OTHERS),
        (&[("sensing.rate_hz", "60")], ""),
        (&[("sensing.rate_hz", "90")], OTHERS),
        (&[("sensing.rate_hz", "500"), ("sensing.exposure_s", "0.001")], ""),
    ] {
        let played = rounds(&hall(sensing, cameras), 12);
        let off_m = error_m(&played);
        assert!(hits(&played) >= 11 && off_m < 0.02, "{sensing:?}: {} of 12 hits, {off_m} m off", hits(&played));
    }
}

#[test]
fn law_every_property_of_cameras_acts() {
    let usual = rounds(&hall(&[], ""), 6);
    for (field, value) in [
        ("sensing.read_noise_grey", "3"),
        ("sensing.shot_noise_grey", "5"),
        ("sensing.exposure_s", "0.004"),
        ("sensing.rate_hz", "150"),
        ("sensing.cameras", "3"),
        ("sensing.line_time_s", "5e-6"),
    ] {
        let played = rounds(&hall(&[(field, value)], ""), 6);
        assert_ne!(played, usual, "{field} = {value} changes nothing");
        assert!(hits(&played) > 3, "{field} = {value}: {} of 6 hits", hits(&played));
    }
}

#[test]
fn law_what_is_not_known_of_a_shutter_costs_accuracy_and_what_is_known_does_not() {
    let rolling = [("sensing.line_time_s", "1e-5"), ("sensing.latency_s", "0.012")];
    let pair =
        |late: &str| format!("[[camera]]\nplace_m = [-1.6, -4.2, 2.6]\n{late}\n[[camera]]\nplace_m = [1.6, -4.2, 2.6]");
    let error = |sensing: &[(&str, &str)], cameras: &str| error_m(&rounds(&hall(sensing, cameras), 16));
    let (global, unknown) = (error(&rolling[1..], ""), error(&rolling, ""));
    let known = error(&[rolling[0], rolling[1], ("sensing.line_time_known", "true")], "");
    let (prompt, offset) = (error(&[], &pair("")), error(&[], &pair("time_offset_s = 0.01")));
    let shown = format!(
        "global {global:.4} m, rolling {unknown:.4} m, when told {known:.4} m; two cameras {prompt:.4} m, one of \
         them late {offset:.4} m"
    );
    assert!(unknown > 1.2 * global && known < 0.9 * unknown, "{shown}");
    assert!(offset > prompt, "{shown}");
}

#[test]
fn law_a_hall_with_three_cameras_at_sixty_hertz_plays_and_returns() {
    let mut scenario = hall(&[("sensing.rate_hz", "60")], OTHERS);
    scenario.set("player.knows", "exact").unwrap();
    let hall = TrainingHall::of(&scenario, 2).unwrap();
    let play =
        || hall.play(Extent::DurationS(25.0), &mut NullRecorder, &mut NoHooks, &AtomicBool::new(false), &mut |_| {});
    let result = play().unwrap();
    let strokes = result.strokes.iter().filter(|stroke| stroke.side == Side::Home);
    let (hits, all) = strokes.fold((0, 0), |(hits, all), stroke| (hits + usize::from(stroke.hit), all + 1));
    // With a frame every 17 ms four of five balls are hit.
    assert!(all >= 3 && 2 * hits > all, "{hits} of {all} hit");
    assert_eq!(play().unwrap(), result);
}

#[test]
fn law_cameras_that_do_not_fit_are_refused() {
    let text = Scenario::builtin_text("hall").unwrap();
    let refused = |more: &str, sensing: &str| {
        let text = text.replace("[sensing]\nlatency_s = 0.01 ", &format!("[sensing]\n{sensing}\nlatency_s = 0.01 "));
        Scenario::from_toml(&format!("{text}\n{more}")).unwrap_err().to_string()
    };
    for (more, sensing, words) in [
        ("[[camera]]\nplace_m = [0, 4, 2]", "", &["[[camera]]", "two to four"][..]),
        (&OTHERS.repeat(2), "", &["[[camera]]", "two to four"]),
        (&OTHERS.replace("[2.0, -3.9, 2.3]", "[0.0, 0.1, 0.3]"), "", &["looks_at_m", "0.1 m away from place_m"]),
        (&OTHERS.replace("1000.0", "50.0"), "", &["line ", "50", "at least 100 and at most 10000"]),
        (&OTHERS.replace("1024, 800", "1024, 8"), "", &["line ", "[1024, 8]", "from 64 to 4096"]),
        (&OTHERS.replace("2.8]", "80.0]"), "", &["line ", "80", "at most 20"]),
        (&format!("{OTHERS}time_offset_s = 0.1"), "", &["line ", "0.1", "at most 0.01"]),
        (
            &format!("{OTHERS}time_offset_s = -0.01"),
            "line_time_s = 1e-6",
            &["time_offset_s", "[[camera]]", "latency_s"],
        ),
        (OTHERS, "cameras = 3", &["cameras in [sensing]", "without [[camera]]"]),
        ("", "cameras = 5", &["line ", "5", "from 2 to 4"]),
        ("", "rate_hz = 20", &["line ", "20", "at least 50 and at most 500"]),
        ("", "exposure_s = 0.006", &["exposure_s", "1 / rate_hz"]),
        ("", "exposure_s = 1", &["line ", "at most 0.02"]),
        ("", "read_noise_grey = -1", &["line ", "-1", "at least 0 and at most 25"]),
        ("", "shot_noise_grey = 30", &["line ", "30", "at most 25"]),
        ("", "line_time_s = 2e-5", &["line_time_s", "latency_s"]),
        ("", "line_time_s = 1", &["line ", "at most 0.00005"]),
        ("", "line_time_known = true", &["line_time_known", "above 0"]),
    ] {
        let error = refused(more, sensing);
        assert!(words.iter().all(|word| error.contains(word)), "{sensing} {more}: {error}");
    }
}

#[test]
fn law_cameras_are_written_and_read_again() {
    let scenario = hall(&[("sensing.rate_hz", "120")], OTHERS);
    let again = Scenario::from_toml(&scenario.to_toml().unwrap()).unwrap();
    assert_eq!(again, scenario);
    let options = RailOptions::of(&scenario).unwrap();
    assert_eq!(options.cameras, CameraSet::new(&scenario.camera));
    let places: Vec<[f64; 3]> =
        options.cameras.cameras(&options.sensors).iter().map(|camera| camera.place().into()).collect();
    for (place, described) in places.iter().zip(&scenario.camera) {
        assert!((0..3).all(|axis| (place[axis] - described.place_m[axis]).abs() < 1e-12));
    }
    assert_eq!(places.len(), 3);
}

#[test]
fn law_late_and_noisy_keypoints_read_fewer_strokes() {
    let right = |sensing: &[(&str, &str)]| {
        let mut scenario = hall(sensing, "");
        scenario.set("player.sensing", "points").unwrap();
        let options = RailOptions { warm_up: 0, ..RailOptions::of(&scenario).unwrap() };
        let taught = schooling(Lesson { players: 12, ..options.lesson() });
        let played = RailHall::new(options, taught, 5).unwrap().rounds(100, &AtomicBool::new(false), &|| {}).unwrap();
        played.iter().filter(|round| round.read == Some(round.stroke)).count()
    };
    let usual = right(&[]);
    let late = right(&[("sensing.keypoint_latency_s", "0.25")]);
    let noisy = right(&[("sensing.keypoint_sd_m", "0.08")]);
    assert!(late < usual && noisy + 5 < usual, "{usual} of 100, late {late}, with noise {noisy}");
}
