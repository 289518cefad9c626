//! Chessboard corners found in simulated pictures.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::geometry::{Attitude, Pose, Vec3};
use multiball::vision::board::{Board, BoardNotFound, Exposure, find_board, photograph, random_view};
use multiball::vision::{Brown, Camera, Frame, Lens, Region, Vec2};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

const WIDTH: usize = 640;
const HEIGHT: usize = 512;

fn lens(rng: &mut ChaCha8Rng) -> Lens {
    let mut draw = |size: f64| rng.random_range(-size..size);
    let distortion = Brown { k1: -0.15 + draw(0.15), k2: 0.05 + draw(0.05), p1: draw(2e-3), p2: draw(2e-3), k3: 0.0 };
    Lens { distortion, ..Lens::pinhole(WIDTH, HEIGHT, 700.0 + draw(150.0)) }
}

/// Discs, bars, boxes and lines in random greys, some of them crossing.
fn clutter(rng: &mut ChaCha8Rng) -> Frame {
    let mut frame = Frame::filled(Region::whole(WIDTH, HEIGHT), rng.random_range(40..200));
    for _ in 0..rng.random_range(0..40) {
        let middle = Vec2::new(rng.random_range(0.0..WIDTH as f64), rng.random_range(0.0..HEIGHT as f64));
        let angle = rng.random_range(0.0..3.15f64);
        let along = Vec2::new(angle.cos(), angle.sin());
        let (long, short) = (rng.random_range(5.0..200.0), rng.random_range(1.0..60.0));
        let (round, grey) = (rng.random_bool(0.3), rng.random_range(0..=255));
        for (index, pixel) in frame.pixels_mut().iter_mut().enumerate() {
            let away = Vec2::new((index % WIDTH) as f64, (index / WIDTH) as f64) - middle;
            let (u, v) = (away.dot(&along) / long, away.perp(&along) / short);
            if if round { u * u + v * v < 1.0 } else { u.abs().max(v.abs()) < 1.0 } {
                *pixel = grey;
            }
        }
    }
    frame
}

fn truth(board: &Board, camera: &Camera) -> Vec<Vec2> {
    board.corners().iter().map(|corner| camera.project(&corner.push(0.0)).unwrap()).collect()
}

/// One random view, its corners, and what was found.
fn view(seed: u64, exposure: &Exposure, least_square_px: f64) -> (Board, Vec<Vec2>, Result<Vec<Vec2>, BoardNotFound>) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let rows = rng.random_range(3..9);
    let board = Board::new(rows + 1 + 2 * rng.random_range(0..2), rows, 0.03).unwrap();
    let lens = lens(&mut rng);
    let camera = random_view(&board, &lens, 60f64.to_radians(), 3.15, least_square_px, &mut rng).unwrap();
    let light_slope = Vec2::new(rng.random_range(-0.4..0.4), rng.random_range(-0.4..0.4));
    let background = clutter(&mut rng);
    let exposure = Exposure { light_slope, ..*exposure };
    let picture = photograph(&board, &camera, &exposure, &background, &mut rng);
    (board, truth(&board, &camera), find_board(&picture, &board))
}

/// Root mean square and greatest distance over many views; all must be found in the right order.
fn errors(views: u64, exposure: &Exposure, least_square_px: f64) -> (f64, f64) {
    let all: Vec<f64> = (0..views)
        .into_par_iter()
        .flat_map_iter(|seed| {
            let (_, truth, found) = view(seed, exposure, least_square_px);
            let found = found.unwrap_or_else(|error| panic!("view {seed}: {error}"));
            found.into_iter().zip(truth).map(|(a, b)| (a - b).norm()).collect::<Vec<_>>()
        })
        .collect();
    let rms = (all.iter().map(|e| e * e).sum::<f64>() / all.len() as f64).sqrt();
    (rms, all.iter().copied().fold(0.0, f64::max))
}

#[test]
fn law_every_board_is_found_to_a_few_hundredths_of_a_pixel() {
    // Tilted by up to 60 degrees, rotated by any angle, among clutter, in uneven light, squares from 12 px up.
    let (rms, worst) = errors(200, &Exposure::default(), 12.0);
    println!("200 views, noise 2, blur 0.7 px: RMS {rms:.4} px, worst {worst:.3} px");
    assert!(rms < 0.025 && worst < 0.2, "{rms} {worst}");
}

#[test]
fn law_boards_out_of_focus_noisy_or_faint_are_found_too() {
    for (name, exposure, least_square_px, most_rms) in [
        ("sharp, no noise", Exposure { blur_px: 0.3, noise: 0.0, ..Exposure::default() }, 12.0, 0.03),
        ("blur 2 px", Exposure { blur_px: 2.0, ..Exposure::default() }, 20.0, 0.05),
        ("blur 3 px", Exposure { blur_px: 3.0, ..Exposure::default() }, 25.0, 0.1),
        ("noise 8", Exposure { noise: 8.0, ..Exposure::default() }, 20.0, 0.1),
        ("contrast 40", Exposure { ink: 60.0, paper: 100.0, ..Exposure::default() }, 16.0, 0.1),
    ] {
        let (rms, worst) = errors(15, &exposure, least_square_px);
        println!("{name}: RMS {rms:.4} px, worst {worst:.3} px");
        assert!(rms < most_rms, "{name}: {rms}");
    }
}

/// A board with squares of 30 px, seen square on.
fn facing(columns: usize, rows: usize) -> (Board, Camera) {
    let board = Board::new(columns, rows, 0.03).unwrap();
    let lens = Lens { centre_px: Vec2::new(90.3, 100.8), ..Lens::pinhole(WIDTH, HEIGHT, 1000.0) };
    (board, Camera { lens, camera_from_world: Pose::translation(0.0, 0.0, 1.0) })
}

#[test]
fn law_a_board_rotated_by_half_a_turn_is_distinguished_from_one_that_is_not() {
    let background = Frame::filled(Region::whole(WIDTH, HEIGHT), 120);
    for (columns, rows, known) in
        [(7, 4, true), (4, 7, true), (7, 5, false), (6, 4, false), (5, 5, false), (6, 6, false)]
    {
        let (board, upright) = facing(columns, rows);
        for quarter in 0..4u32 {
            let middle = board.middle().push(0.0);
            let turn = Attitude::new(Vec3::z() * (f64::from(quarter) * std::f64::consts::FRAC_PI_2));
            let place = upright.camera_from_world.translation.vector + Vec3::new(0.12, 0.12, 0.0) - turn * middle;
            let camera = Camera { camera_from_world: Pose::from_parts(place.into(), turn), ..upright };
            let mut rng = ChaCha8Rng::seed_from_u64(quarter.into());
            let picture = photograph(&board, &camera, &Exposure::default(), &background, &mut rng);
            let found = find_board(&picture, &board).unwrap();
            let truth = truth(&board, &camera);
            let off = |found: &[Vec2]| found.iter().zip(&truth).map(|(a, b)| (a - b).norm()).fold(0.0, f64::max);
            let reversed: Vec<Vec2> = found.iter().rev().copied().collect();
            if known {
                assert!(off(&found) < 0.1, "{columns} x {rows}, {quarter}");
            } else if columns != rows {
                assert!(off(&found).min(off(&reversed)) < 0.1, "{columns} x {rows}, {quarter}");
            }
            // Any order is one of a flat board seen from its front.
            let (right, down) = (found[1] - found[0], found[columns] - found[0]);
            assert!(right.perp(&down) > 0.0);
        }
    }
}

#[test]
fn law_corners_are_those_of_the_sensor_whatever_part_is_read() {
    let (board, camera) = facing(7, 4);
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let background = Frame::filled(Region { left: 21, top: 33, width: 400, height: 300 }, 90);
    let found = find_board(&photograph(&board, &camera, &Exposure::default(), &background, &mut rng), &board).unwrap();
    assert!(found.iter().zip(truth(&board, &camera)).all(|(a, b)| (a - b).norm() < 0.1));
}

#[test]
fn law_what_is_missing_is_said_in_numbers() {
    let (board, camera) = facing(9, 6);
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let background = Frame::filled(Region { left: 0, top: 0, width: 315, height: 400 }, 90);
    let picture = photograph(&board, &camera, &Exposure::default(), &background, &mut rng);
    let error = find_board(&picture, &board).unwrap_err();
    let BoardNotFound::OtherGrid { columns: 9, rows: 6, found: 48, found_columns: 8, found_rows: 6, .. } = error else {
        panic!("{error}");
    };
    assert!(error.to_string().contains("no board of 9 x 6 inner corners") && error.to_string().contains("48 in 8 x 6"));
    let blank = find_board(&Frame::filled(Region::whole(300, 200), 7), &board).unwrap_err();
    assert_eq!(blank, BoardNotFound::NoGrid { columns: 9, rows: 6, candidates: 0 });
}

#[test]
fn law_no_board_is_seen_where_there_is_none() {
    let board = Board::new(7, 4, 0.03).unwrap();
    (0..60u64).into_par_iter().for_each(|seed| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut picture = clutter(&mut rng);
        match seed % 3 {
            // White lines on a dark ground, crossing at right angles as on floors and tables.
            0 => {
                let (pitch, width) = (rng.random_range(12..60), rng.random_range(1..6));
                for (index, pixel) in picture.pixels_mut().iter_mut().enumerate() {
                    let line = index % WIDTH % pitch < width || index / WIDTH % pitch < width;
                    *pixel = if line { 230 } else { 60 };
                }
            }
            // Noise alone, coarse or fine.
            1 => {
                let grain = rng.random_range(1..9);
                let greys: Vec<u8> = (0..WIDTH * HEIGHT).map(|_| rng.random()).collect();
                for (index, pixel) in picture.pixels_mut().iter_mut().enumerate() {
                    *pixel = greys[index / WIDTH / grain * WIDTH + index % WIDTH / grain];
                }
            }
            // A board of another size.
            _ => {
                let other = [(7, 5), (8, 4), (6, 4), (8, 5), (10, 7)][seed as usize / 3 % 5];
                let other = Board::new(other.0, other.1, 0.03).unwrap();
                let camera = random_view(&other, &lens(&mut rng), 0.8, 3.15, 12.0, &mut rng).unwrap();
                picture = photograph(&other, &camera, &Exposure::default(), &picture, &mut rng);
            }
        }
        assert!(find_board(&picture, &board).is_err(), "picture {seed}");
    });
}
