//! OpenCV as oracle for the corners of a chessboard: data/oracle/make_opencv_board.py drew the pictures and ran it.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use std::path::Path;

use multiball::vision::board::{Board, find_board};
use multiball::vision::{Frame, Region, Vec2};
use serde_json::Value;

/// The answers: those in the folder that `MULTIBALL_ORACLE` names, made a moment ago, or the ones that come with the
/// repository.
fn answers() -> Value {
    let kept = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/oracle");
    let folder = std::env::var_os("MULTIBALL_ORACLE").map_or_else(kept, Into::into);
    serde_json::from_str(&std::fs::read_to_string(folder.join("opencv_board.json")).unwrap()).unwrap()
}

fn count(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

fn points(value: &Value) -> Vec<Vec2> {
    let point = |value: &Value| Vec2::new(value[0].as_f64().unwrap(), value[1].as_f64().unwrap());
    value.as_array().unwrap().iter().map(point).collect()
}

/// Root mean square distance, in the order or the reverse, whichever is nearer: OpenCV begins where it likes.
fn rms(a: &[Vec2], b: &[Vec2]) -> f64 {
    let mean = |b: &mut dyn Iterator<Item = &Vec2>| {
        (a.iter().zip(b).map(|(a, b)| (a - b).norm_squared()).sum::<f64>() / a.len() as f64).sqrt()
    };
    mean(&mut b.iter()).min(mean(&mut b.iter().rev()))
}

#[test]
fn ref_corners_are_those_of_opencv_and_nearer_to_the_truth() {
    let answers = answers();
    let (width, height) = (count(&answers["width"]), count(&answers["height"]));
    let board = Board::new(count(&answers["columns"]), count(&answers["rows"]), 1.0).unwrap();
    let mut squares = [0.0; 3];
    for view in answers["views"].as_array().unwrap() {
        let hex = view["pixels_hex"].as_str().unwrap().as_bytes();
        let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
        let pixels = hex.chunks_exact(2).map(byte).collect();
        let frame = Frame::from_pixels(Region::whole(width, height), pixels).unwrap();
        let ours = find_board(&frame, &board).unwrap();
        let (truth, sub_pix, sectors) =
            (points(&view["truth"]), points(&view["corner_sub_pix"]), points(&view["sector_based"]));
        let apart = (rms(&ours, &sub_pix), rms(&ours, &sectors));
        // As near as OpenCV's two methods are to the truth: in pictures this small they are 0.05 and 0.15 px off
        // themselves.
        println!("{apart:.4?} px from OpenCV's two methods");
        assert!(apart.0 < 0.05 && apart.1 < 0.2, "{apart:?}");
        // Ours in their order, not only in one that fits.
        assert!(ours.iter().zip(&truth).all(|(a, b)| (a - b).norm() < 0.1));
        for (sum, found) in squares.iter_mut().zip([&ours, &sub_pix, &sectors]) {
            *sum += rms(found, &truth).powi(2);
        }
    }
    let views = answers["views"].as_array().unwrap().len() as f64;
    let [ours, sub_pix, sectors] = squares.map(|sum| (sum / views).sqrt());
    println!("from the truth, RMS px: ours {ours:.4}, cornerSubPix {sub_pix:.4}, findChessboardCornersSB {sectors:.4}");
    assert!(ours < sub_pix && ours < sectors);
}
