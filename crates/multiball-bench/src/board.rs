//! Corners of a chessboard, compared with OpenCV.

use std::collections::BTreeMap;
use std::fmt::Write;

use multiball::vision::board::{Board, Exposure, find_board, photograph, random_view};
use multiball::vision::{Brown, Camera, Frame, Lens, Region, Vec2};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;

use crate::clock::least_ns;
use crate::{Effort, Row, python};

/// The peer's program.
const PROGRAM: &str = include_str!("opencv_board_peer.py");
/// What the figures mean.
pub(crate) const NOTE: &str = "chessboard: one picture of 1280 x 1024, 9 x 6 corners, noise of 2 grey levels, one \
    thread; distances from the true corners are RMS";

#[derive(Debug, Deserialize)]
struct Answer {
    version: String,
    ns: BTreeMap<String, f64>,
    corners: BTreeMap<String, Vec<[f64; 2]>>,
}

/// Our row compared with each of OpenCV's methods, and remarks: how accurate each is, or why there is no peer.
pub(crate) fn rows(effort: Effort) -> (Vec<Row>, Vec<String>) {
    let scene = scene();
    let (board, camera, picture) = match scene {
        Ok(scene) => scene,
        Err(reason) => return (Vec::new(), vec![format!("chessboard was not measured: {reason}")]),
    };
    let truth: Vec<Vec2> = board.corners().iter().filter_map(|corner| camera.project(&corner.push(0.0))).collect();
    let name = "corners of a chessboard, 1280 x 1024";
    let ours = Row::alone(name, least_ns(effort, || drop(std::hint::black_box(find_board(&picture, &board)))));
    let mut notes = Vec::new();
    if let Ok(found) = find_board(&picture, &board) {
        notes.push(format!("chessboard: our corners are {:.3} px from the truth", rms(&found, &truth)));
    }
    let answer = match ask(&board, &picture, effort) {
        Ok(answer) => answer,
        Err(reason) => {
            notes.push(format!("OpenCV's chessboard was not measured: {reason}"));
            return (vec![ours], notes);
        }
    };
    for (method, corners) in &answer.corners {
        let corners: Vec<Vec2> = corners.iter().map(|corner| Vec2::from(*corner)).collect();
        notes.push(match corners.len() {
            0 => format!("chessboard: OpenCV {method} does not find it"),
            _ => format!("chessboard: OpenCV {method}'s corners are {:.3} px from the truth", rms(&corners, &truth)),
        });
    }
    let versus =
        |(method, ns): (&String, &f64)| ours.clone().versus(format!("OpenCV {} {method}", answer.version), *ns, None);
    (answer.ns.iter().map(versus).collect(), notes)
}

/// A board at a medium distance, the camera that sees it, and its picture.
fn scene() -> Result<(Board, Camera, Frame), String> {
    let board = Board::new(9, 6, 0.025).map_err(|error| error.to_string())?;
    let distortion = Brown { k1: -0.21, k2: 0.09, ..Brown::default() };
    let lens = Lens { distortion, ..Lens::pinhole(1280, 1024, 1400.0) };
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let camera = random_view(&board, &lens, 0.6, 0.5, 40.0, &mut rng).map_err(|error| error.to_string())?;
    let background = Frame::filled(Region::whole(lens.width, lens.height), 110);
    let picture = photograph(&board, &camera, &Exposure::default(), &background, &mut rng);
    Ok((board, camera, picture))
}

fn ask(board: &Board, picture: &Frame, effort: Effort) -> Result<Answer, String> {
    let mut hex = String::with_capacity(2 * picture.pixels().len());
    for pixel in picture.pixels() {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{pixel:02x}");
    }
    let seconds = match effort {
        Effort::Quick => 0.3,
        Effort::Full => 2.0,
    };
    let question = serde_json::json!({
        "seconds": seconds,
        "width": picture.region().width,
        "height": picture.region().height,
        "columns": board.columns(),
        "rows": board.rows(),
        "pixels_hex": hex,
    });
    python::ask(PROGRAM, &question.to_string())
}

/// Root mean square distance in the given or the reverse order: a peer may begin at either end.
fn rms(found: &[Vec2], truth: &[Vec2]) -> f64 {
    let mean = |truth: &mut dyn Iterator<Item = &Vec2>| {
        (found.iter().zip(truth).map(|(a, b)| (a - b).norm_squared()).sum::<f64>() / found.len() as f64).sqrt()
    };
    mean(&mut truth.iter()).min(mean(&mut truth.iter().rev()))
}
