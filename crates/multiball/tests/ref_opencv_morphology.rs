//! Thresholds, morphology and connected parts against OpenCV's.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use std::path::PathBuf;

use multiball::vision::image::{Components, Element, Foreground, Mask, Morphology, Reading};
use multiball::vision::{Frame, Region};
use serde_json::Value;

/// The oracle's answers: from the folder that `MULTIBALL_ORACLE` names, or those that come with the program.
fn answers() -> Value {
    let kept = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data/oracle");
    let folder = std::env::var_os("MULTIBALL_ORACLE").map_or_else(kept, PathBuf::from);
    serde_json::from_str(&std::fs::read_to_string(folder.join("opencv_morphology.json")).unwrap()).unwrap()
}

fn bytes(hex: &Value) -> Vec<u8> {
    let hex = hex.as_str().unwrap();
    (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap()).collect()
}

/// A mask in the oracle's spelling.
fn packed(mask: &Mask) -> Vec<u8> {
    let row_bytes = mask.width().div_ceil(8);
    let byte = |i: usize| {
        let (y, x) = (i / row_bytes, i % row_bytes * 8);
        (0..8).fold(0, |byte, bit| byte << 1 | u8::from(mask.get(x + bit, y)))
    };
    (0..row_bytes * mask.height()).map(byte).collect()
}

fn element(name: &str) -> Element {
    match name {
        "Square3" => Element::Square3,
        // An ellipse of 3 x 3 is a cross.
        "Cross3" | "Ellipse3" => Element::Cross3,
        "Square5" => Element::Square5,
        "Cross5" => Element::Cross5,
        "Ellipse5" => Element::Ellipse5,
        _ => panic!("{name}"),
    }
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

fn assert_parts(mask: &Mask, answers: &Value) -> usize {
    let mut components = Components::with_capacity(2000);
    let ours = components.find(mask).unwrap();
    let theirs = answers.as_array().unwrap();
    assert_eq!(ours.len(), theirs.len());
    for theirs in theirs {
        let bounds: Vec<usize> = numbers(&theirs["bounds"]).iter().map(|number| *number as usize).collect();
        let bounds = Region { left: bounds[0], top: bounds[1], width: bounds[2], height: bounds[3] };
        let (centre, spread) = (numbers(&theirs["centre"]), numbers(&theirs["spread"]));
        let agrees = |ours: &[f64], theirs: &[f64], to: f64| ours.iter().zip(theirs).all(|(a, b)| (a - b).abs() < to);
        let same = ours.iter().any(|ours| {
            ours.bounds == bounds
                && Some(ours.area) == theirs["area"].as_u64()
                && agrees(ours.centre().as_slice(), &centre, 1e-12)
                // OpenCV subtracts sums of squares in floating point.
                && agrees(&ours.spread(), &spread, 1e-9)
        });
        assert!(same, "no part is {theirs}");
    }
    theirs.len()
}

#[test]
fn ref_masks_are_opencvs_to_the_bit_and_parts_to_rounding() {
    let answers = answers();
    let (mut morphology, mut masks, mut parts) = (Morphology::default(), 0, 0);
    for case in answers["cases"].as_array().unwrap() {
        let size = |name: &str| case[name].as_u64().unwrap() as usize;
        let region = Region::whole(size("width"), size("height"));
        let image = |name: &str| Frame::from_pixels(region, bytes(&case[name])).unwrap();
        let (frame, background) = (image("frame"), image("background"));
        let mut mask = Mask::default();
        let difference = Foreground { reading: Reading::Difference, low: 90, high: 255, least_difference: 0 };
        difference.mark(&frame, &background, &region, &mut mask);
        assert_eq!(packed(&mask), bytes(&case["difference"]));
        Foreground::default().mark(&frame, &background, &region, &mut mask);
        assert_eq!(packed(&mask), bytes(&case["bright_and_changed"]));
        parts += assert_parts(&mask, &case["parts"]);
        for (name, theirs) in case["elements"].as_object().unwrap() {
            let mut result = Mask::default();
            morphology.erode(&mask, element(name), &mut result);
            assert_eq!(packed(&result), bytes(&theirs["eroded"]), "erosion by {name}");
            morphology.dilate(&mask, element(name), &mut result);
            assert_eq!(packed(&result), bytes(&theirs["dilated"]), "dilation by {name}");
            let mut opened = mask.clone();
            morphology.open(&mut opened, element(name));
            assert_eq!(packed(&opened), bytes(&theirs["opened"]), "opening by {name}");
            assert_eq!(packed(&opened), bytes(&theirs["again"]), "a second opening by {name}");
            masks += 4;
        }
    }
    println!("OpenCV {}: {masks} masks equal, {parts} parts equal", answers["opencv"]);
    assert!(masks == 336 && parts > 200, "{masks} masks, {parts} parts");
}
