//! Filmed shots through cameras with errors of calibration: consistency of the tracker's covariance.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use std::sync::atomic::AtomicBool;

use multiball::experiments::Watch;
use multiball::hall::{FilmOptions, Knowledge};
use multiball::vision::Miscalibration;
use multiball::vision::scene::four_camera_rig;

/// The errors of a camera are the same in all frames of a shot: a covariance that shrinks with every measurement would
/// be many times too small.
#[test]
fn law_errors_are_as_large_as_their_covariance_says() {
    let knowledge = Knowledge::Calibrated(Miscalibration::TYPICAL);
    let watch = Watch::new(&four_camera_rig()[..2], FilmOptions::PLAIN, knowledge, 11);
    let shots = watch.shots(6, &AtomicBool::new(false), &|| ());
    let mean = |values: Vec<f64>| {
        assert_eq!(values.len(), 6, "every shot has a figure");
        values.iter().sum::<f64>() / 6.0
    };
    let present = mean(shots.iter().filter_map(|shot| shot.present_nees).collect());
    let bounce = mean(shots.iter().filter_map(|shot| shot.bounce_nees).collect());
    println!("squared error over covariance: {present:.2} of the present place, {bounce:.2} of the bounce");
    assert!((1.0..6.0).contains(&present), "{present} where 3 is right");
    assert!((0.3..5.0).contains(&bounce), "{bounce} where 2 is right");
}
