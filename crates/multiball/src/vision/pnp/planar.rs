//! The two poses of a plane whose image is known near its middle.

use nalgebra::{Matrix2, Matrix3, Vector3};

use super::super::attitude::attitude_from_axes;
use super::super::projective::{Moments, Normaliser, Projective};
use super::super::{Lens, Vec2};
use super::spread::{Spread, image_normaliser, undistorted};
use super::{Landmark, PnpError};
use crate::geometry::{Attitude, Basis, Pose, Vec3};

/// Both poses of points that lie in a plane, or nearly.
///
/// The homography gives the image v of the points' middle and the derivative J (2 x 2) of the image by the plane's
/// coordinates there. With the middle at depth s, and a frame F whose third axis is the line of sight (v, 1), the
/// attitude is F Q and
///
/// ```text
/// J = (1/s) (I | -v) F Q (e₁ e₂) = (1/s) B Q₂₂           B: the first two columns of (I | -v) F, its third is 0
/// ```
/// The greater singular value of the upper left block Q₂₂ of a rotation is 1, so s = 1/σ₁(B⁻¹ J) and Q₂₂ = s B⁻¹ J. The
/// rest of the two columns (q₃₁, q₃₂) follows from their lengths and their right angle but for one sign common to both:
/// two poses. [the geometry of Collins and Bartoli 2014, derived anew]
pub(super) fn starts(lens: &Lens, landmarks: &[Landmark], spread: &Spread) -> Result<[Option<Pose>; 2], PnpError> {
    let images = image_normaliser(lens, landmarks);
    let scale = (2.0 / (spread.sizes.x * spread.sizes.x + spread.sizes.y * spread.sizes.y)).sqrt();
    let mut moments = Moments::<3>::new();
    for pair in undistorted(lens, landmarks) {
        let (point, image) = pair?;
        let local = spread.axes.tr_mul(&(point - spread.middle)) * scale;
        moments.add(&Vector3::new(local.x, local.y, 1.0), &((image - images.middle) * images.scale));
    }
    let Some(homography) = moments.solve() else { return Ok([None; 2]) };
    let (image, derivative) = in_the_middle(&homography, &images, scale);
    let plane_poses = poses(&image, &derivative);
    Ok(plane_poses.map(|pose| pose.map(|pose| from_world(&pose, spread))))
}

/// The image of the middle and the derivative there, from the homography between normalised coordinates.
fn in_the_middle(h: &Projective<3>, images: &Normaliser<2>, scale: f64) -> (Vec2, Matrix2<f64>) {
    let image = Vec2::new(h[(0, 2)], h[(1, 2)]);
    let derivative = Matrix2::from_fn(|row, column| h[(row, column)] - image[row] * h[(2, column)]);
    (image / images.scale + images.middle, derivative * (scale / images.scale))
}

fn poses(image: &Vec2, derivative: &Matrix2<f64>) -> [Option<Pose>; 2] {
    let line_of_sight = image.push(1.0);
    let frame = Basis::from_normal(line_of_sight.normalize());
    let flat = |axis: &Vec3| axis.xy() - image * axis.z;
    let Some(inverse) = Matrix2::from_columns(&[flat(&frame.x), flat(&frame.y)]).try_inverse() else {
        return [None; 2];
    };
    let stretched = inverse * derivative;
    // The greater eigenvalue of AᵀA is the square of the greater singular value.
    let (trace, determinant) = (stretched.norm_squared(), stretched.determinant());
    let greater = 0.5 * (trace + (trace * trace - 4.0 * determinant * determinant).max(0.0).sqrt());
    let depth = 1.0 / greater.sqrt();
    if !depth.is_finite() {
        return [None; 2];
    }
    let block = stretched * depth;
    let (first, second) = (block.column(0).into_owned(), block.column(1).into_owned());
    let rest = |column: &Vec2| (1.0 - column.norm_squared()).max(0.0).sqrt();
    let lower = Vec2::new(rest(&first), -rest(&second).copysign(first.dot(&second)));
    let world_from_frame = Attitude::from_basis_unchecked(&[frame.x, frame.y, frame.z]);
    [1.0, -1.0].map(|sign| {
        let turned = attitude_from_axes(&first.push(sign * lower.x), &second.push(sign * lower.y));
        let pose = Pose::from_parts((line_of_sight * depth).into(), world_from_frame * turned);
        pose.rotation.matrix().iter().all(|element| element.is_finite()).then_some(pose)
    })
}

/// The pose relative to the world, from that relative to the principal axes about the middle.
pub(super) fn from_world(from_axes: &Pose, spread: &Spread) -> Pose {
    let rotation: Matrix3<f64> = from_axes.rotation.matrix() * spread.axes.transpose();
    let place = from_axes.translation.vector - rotation * spread.middle;
    Pose::from_parts(place.into(), Attitude::from_matrix_unchecked(rotation))
}
