//! Poses from which one would photograph a board.

use rand::{Rng, RngExt};

use super::Board;
use crate::geometry::portable::sin_cos;
use crate::geometry::{Attitude, Pose, Vec3};
use crate::vision::{Camera, Lens};

/// No pose was found in which the whole board is seen.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error(
    "no view of the whole board with squares of at least {least_square_px} px on {width} x {height} pixels found in \
     {tries} tries"
)]
pub struct BoardOutOfView {
    /// Least distance between neighbouring corners that was requested, px.
    pub least_square_px: f64,
    /// Columns of the sensor.
    pub width: usize,
    /// Rows of the sensor.
    pub height: usize,
    /// Poses tried.
    pub tries: usize,
}

/// Poses tried before giving up: a view that is possible at all is found in some ten.
const MOST_TRIES: usize = 10_000;
/// Clearance between the outer corners of the printed squares and the sensor's edge, px.
const EDGE_PX: f64 = 8.0;

/// A random view of a board: tilted by up to `most_tilt` (rad) about any axis, turned in its plane by up to `most_turn`
/// (rad), anywhere on the sensor, from the nearest possible distance to four times as far, but wholly seen and with
/// neighbouring corners at least `least_square_px` apart. The camera's world is the board's frame.
///
/// # Errors
/// When no such view is found.
pub fn random_view(
    board: &Board,
    lens: &Lens,
    most_tilt: f64,
    most_turn: f64,
    least_square_px: f64,
    rng: &mut impl Rng,
) -> Result<Camera, BoardOutOfView> {
    let size = (board.columns.max(board.rows) + 1) as f64 * board.square_m;
    let side = lens.width.max(lens.height) as f64;
    let nearest = size * lens.focal_px.min() / side;
    for _ in 0..MOST_TRIES {
        let (sin, cos) = sin_cos(rng.random_range(-std::f64::consts::PI..std::f64::consts::PI));
        let tilt = Attitude::new(Vec3::new(cos, sin, 0.0) * rng.random_range(0.0..=most_tilt));
        let attitude = tilt * Attitude::new(Vec3::z() * rng.random_range(-most_turn..=most_turn));
        let distance = nearest * rng.random_range(0.8..4.0);
        let mut aside = || rng.random_range(-0.5..0.5) * distance * side / lens.focal_px.min();
        let middle = Vec3::new(aside(), aside(), distance);
        let origin = middle - attitude * board.middle().push(0.0);
        let camera = Camera { lens: *lens, camera_from_world: Pose::from_parts(origin.into(), attitude) };
        if closest_corners_px(board, &camera).is_some_and(|closest| closest >= least_square_px) {
            return Ok(camera);
        }
    }
    Err(BoardOutOfView { least_square_px, width: lens.width, height: lens.height, tries: MOST_TRIES })
}

/// The least distance between neighbouring corners in the image; `None` when a square is not wholly seen.
fn closest_corners_px(board: &Board, camera: &Camera) -> Option<f64> {
    let (mut closest, square) = (f64::INFINITY, board.square_m);
    let seen = |column: usize, row: usize| {
        let pixel = camera.project(&Vec3::new((column as f64 - 1.0) * square, (row as f64 - 1.0) * square, 0.0))?;
        let inside = |value: f64, size: usize| value >= EDGE_PX && value <= size as f64 - 1.0 - EDGE_PX;
        (inside(pixel.x, camera.lens.width) && inside(pixel.y, camera.lens.height)).then_some(pixel)
    };
    // From the outer corners of the squares inwards, each against its neighbours to the left and above.
    for row in 0..board.rows + 2 {
        for column in 0..board.columns + 2 {
            let pixel = seen(column, row)?;
            for (left, up) in [(1, 0), (0, 1)].into_iter().filter(|(left, up)| column >= *left && row >= *up) {
                closest = closest.min((pixel - seen(column - left, row - up)?).norm());
            }
        }
    }
    Some(closest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn law_views_show_the_whole_board_as_requested() {
        let (board, lens) = (Board::new(9, 6, 0.025).unwrap(), Lens::pinhole(640, 480, 700.0));
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..200 {
            let camera = random_view(&board, &lens, 0.8, 0.3, 15.0, &mut rng).unwrap();
            let pixels: Vec<_> = board.corners().iter().map(|c| camera.project(&c.push(0.0)).unwrap()).collect();
            assert!(pixels.iter().all(|pixel| lens.sees(pixel)));
            assert!(pixels.chunks(9).all(|row| row.windows(2).all(|pair| (pair[1] - pair[0]).norm() >= 15.0)));
            let facing = camera.camera_from_world.rotation * Vec3::z();
            assert!(facing.z >= crate::geometry::portable::cos(0.8) - 1e-12);
        }
        let error = random_view(&board, &lens, 0.8, 0.3, 70.0, &mut rng).unwrap_err();
        assert!(error.to_string().contains("at least 70 px on 640 x 480"), "{error}");
    }
}
