//! Zhang's closed form: a lens without distortion, and the poses that go with it.

use nalgebra::{Matrix2, Matrix3, SMatrix, SVector, Vector2, Vector5};

use super::super::attitude::attitude_from_axes;
use super::super::projective::Normaliser;
use super::super::{Lens, Vec2};
use super::normal::Estimate;
use super::{CalibrationError, Corner, refine};
use crate::geometry::{Pose, Vec3, portable, symmetric_eigen};

/// The better of two initial estimates, or why there is none: Zhang's, and one with the principal point in the middle
/// of the image, which stays sound where few tilts and noise do not determine that point.
pub(super) fn guess(
    width: usize,
    height: usize,
    views: &[&[Corner]],
    homographies: &[Matrix3<f64>],
) -> Result<Estimate, CalibrationError> {
    let sensor = Lens::pinhole(width, height, 1.0);
    // In units of half the sensor's size about its middle all elements are of size 1.
    let unit = 0.25 * (width + height) as f64;
    let normal_from_pixel = Normaliser { middle: sensor.centre_px, scale: 1.0 / unit }.matrix();
    let normalised: Vec<_> = homographies.iter().map(|h| scaled(normal_from_pixel * h)).collect();
    let lenses = [zhang(&normalised), centred(&normalised)].into_iter().flatten().map(|(focal, centre)| Lens {
        focal_px: focal * unit,
        centre_px: sensor.centre_px + centre * unit,
        ..sensor
    });
    let estimates = lenses.map(|lens| {
        let camera_from_board = homographies.iter().map(|h| board_pose(&lens, h)).collect();
        Estimate { lens, camera_from_board }
    });
    let costs = estimates.filter_map(|estimate| Some((estimate.squares(views)?, estimate)));
    let best = costs.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, estimate)| estimate);
    best.ok_or_else(|| {
        // Any lens will do to say roughly how the boards are tilted.
        let lens = Lens::pinhole(width, height, 4.0 * unit);
        let poses: Vec<_> = homographies.iter().map(|h| board_pose(&lens, h)).collect();
        refine::undetermined(&poses, f64::INFINITY)
    })
}

/// A homography whose first two columns have the mean length 1, so that every view weighs the same.
fn scaled(homography: Matrix3<f64>) -> Matrix3<f64> {
    homography * (2.0 / (homography.column(0).norm() + homography.column(1).norm()))
}

/// Coefficients of the product aᵀ B b in B11, B22, B13, B23, B33, where B12 = 0 without skew.
fn conic_row(a: &Vec3, b: &Vec3) -> Vector5<f64> {
    Vector5::new(a.x * b.x, a.y * b.y, a.x * b.z + a.z * b.x, a.y * b.z + a.z * b.y, a.z * b.z)
}

/// The two equations of each view: its board's axes are at right angles, and of one length.
fn equations(homographies: &[Matrix3<f64>]) -> impl Iterator<Item = Vector5<f64>> {
    homographies.iter().flat_map(|h| {
        let (x, y): (Vec3, Vec3) = (h.column(0).into(), h.column(1).into());
        [conic_row(&x, &y), conic_row(&x, &x) - conic_row(&y, &y)]
    })
}

/// Focal lengths and principal point from B = K⁻ᵀ K⁻¹ up to scale.
fn zhang(homographies: &[Matrix3<f64>]) -> Option<(Vec2, Vec2)> {
    let normal: SMatrix<f64, 5, 5> = equations(homographies).map(|row| row * row.transpose()).sum();
    let (values, vectors) = symmetric_eigen(&normal);
    // Two vanishing eigenvalues: the views are alike, any mixture of the two solutions would do.
    if values[1] <= 1e-14 * values[4] {
        return None;
    }
    let b: SVector<f64, 5> = vectors.column(0).into();
    let centre = Vec2::new(-b[2] / b[0], -b[3] / b[1]);
    let scale = b[4] + centre.x * b[2] + centre.y * b[3];
    focal(scale / b[0], scale / b[1]).map(|focal| (focal, centre))
}

/// Focal lengths when the principal point is in the middle.
fn centred(homographies: &[Matrix3<f64>]) -> Option<(Vec2, Vec2)> {
    let (mut normal, mut right) = (Matrix2::zeros(), Vector2::zeros());
    for row in equations(homographies) {
        let slope = Vector2::new(row[0], row[1]);
        normal += slope * slope.transpose();
        right -= slope * row[4];
    }
    let inverse_squares = normal.cholesky()?.solve(&right);
    focal(1.0 / inverse_squares.x, 1.0 / inverse_squares.y).map(|focal| (focal, Vec2::zeros()))
}

fn focal(x_squared: f64, y_squared: f64) -> Option<Vec2> {
    // Half the sensor's size is 1: from a view of nearly 180 degrees to one of a tenth of a degree.
    let sound = |square: f64| (1e-4..1e6).contains(&square);
    (sound(x_squared) && sound(y_squared)).then(|| Vec2::new(x_squared.sqrt(), y_squared.sqrt()))
}

/// The board's pose from its homography and a lens without distortion.
fn board_pose(lens: &Lens, homography: &Matrix3<f64>) -> Pose {
    let plane = |column: Vec3| {
        let centred = column.xy() - lens.centre_px * column.z;
        centred.component_div(&lens.focal_px).push(column.z)
    };
    let [x, y, place] = [0, 1, 2].map(|i| plane(homography.column(i).into()));
    // The board's origin need not be in front of the camera, but a homography from `projective` has positive depths.
    let scale = 2.0 / (x.norm() + y.norm());
    Pose::from_parts((place * scale).into(), attitude_from_axes(&x, &y))
}

/// The greatest angle between the normals of two boards, deg.
pub(super) fn greatest_tilt_deg(camera_from_board: &[Pose]) -> f64 {
    let normal = |pose: &Pose| pose.rotation * Vec3::z();
    let pairs = camera_from_board.iter().enumerate().flat_map(|(i, a)| {
        camera_from_board[..i].iter().map(move |b| {
            let (a, b) = (normal(a), normal(b));
            portable::atan2(a.cross(&b).norm(), a.dot(&b))
        })
    });
    pairs.fold(0.0, f64::max).to_degrees()
}
