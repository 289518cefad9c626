//! The textbook's linear triangulation.

use nalgebra::{Matrix4, Vector4};

use super::super::{Camera, Vec2};
use super::{TriangulationError, check};
use crate::geometry::{Vec3, symmetric_eigen};

/// The homogeneous point X of length 1 with the least |A X|, where each camera with the matrix P = (R | t) that sees
/// the point at (x, y) on its plane z = 1 gives A the rows x P₃ - P₁ and y P₃ - P₂. [Hartley and Zisserman, section
/// 12.2; what OpenCV's triangulatePoints computes from undistorted points]
///
/// It weighs cameras by their distance and so is not the likeliest point: a start, or something to compare with.
///
/// # Errors
/// As [`triangulate`](super::triangulate), but a point behind the cameras is not noticed.
pub fn triangulate_linear(measurements: &[(&Camera, Vec2)]) -> Result<Vec3, TriangulationError> {
    check(measurements, 1.0)?;
    let mut normal = Matrix4::zeros();
    for (index, (camera, pixel)) in measurements.iter().enumerate() {
        let no_ray = TriangulationError::NoRay { number: index + 1, x: pixel.x, y: pixel.y };
        let plane = camera.lens.undistort(pixel).ok_or(no_ray)?;
        let [first, second, third] = rows(camera);
        for row in [third * plane.x - first, third * plane.y - second] {
            normal += row * row.transpose();
        }
    }
    let (_, vectors) = symmetric_eigen(&normal);
    let point: Vec3 = vectors.fixed_view::<3, 1>(0, 0) / vectors[(3, 0)];
    let sine = vectors[(3, 0)].abs();
    let finite = point.iter().all(|value| value.is_finite());
    if finite { Ok(point) } else { Err(TriangulationError::Parallel { sine, least: f64::MIN_POSITIVE }) }
}

/// The rows of (R | t).
fn rows(camera: &Camera) -> [Vector4<f64>; 3] {
    let pose = &camera.camera_from_world;
    [0, 1, 2].map(|i| {
        let row = pose.rotation.matrix().row(i);
        Vector4::new(row[0], row[1], row[2], pose.translation.vector[i])
    })
}
