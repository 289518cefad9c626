//! Roll, pitch and yaw as URDF means them: rotations about the fixed axes x, y, z, in this order.

use nalgebra::{Matrix3, Rotation3};

use crate::geometry::portable;

/// R = Rz(yaw) Ry(pitch) Rx(roll), rad.
pub(super) fn rotation_from_rpy([roll, pitch, yaw]: [f64; 3]) -> Rotation3<f64> {
    let ((sr, cr), (sp, cp)) = (portable::sin_cos(roll), portable::sin_cos(pitch));
    let (sy, cy) = portable::sin_cos(yaw);
    #[rustfmt::skip]
    let matrix = Matrix3::new(
        cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr,
        sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr,
        -sp,     cp * sr,                cp * cr,
    );
    Rotation3::from_matrix_unchecked(matrix)
}

/// Angles that give this rotation back to the last bits, at any attitude.
///
/// Yaw is the heading of the first column. Where pitch is ±90° that heading is made of rounding alone and could be
/// anything; but whatever it is, turning it away leaves Ry(pitch) Rx(roll), and both are then read from entries of full
/// size.
pub(super) fn rpy_from_rotation(rotation: &Rotation3<f64>) -> [f64; 3] {
    let m = rotation.matrix();
    let yaw = portable::atan2(m[(1, 0)], m[(0, 0)]);
    let (s, c) = portable::sin_cos(yaw);
    let pitch = portable::atan2(-m[(2, 0)], c * m[(0, 0)] + s * m[(1, 0)]);
    let roll = portable::atan2(s * m[(0, 2)] - c * m[(1, 2)], c * m[(1, 1)] - s * m[(0, 1)]);
    // Adding 0 turns -0 into 0, which reads better.
    [roll + 0.0, pitch + 0.0, yaw + 0.0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use std::f64::consts::{FRAC_PI_2, PI};

    #[test]
    fn law_angles_give_the_rotation_back_also_where_pitch_is_a_right_angle() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for i in 0..100_000 {
            // Every second case lies within 1e-1 to 1e-17 of a right angle, or on it.
            let off = [0.0, 1e-1, 1e-4, 1e-8, 1e-12, 1e-17][i / 2 % 6] * rng.random_range(-1.0..1.0);
            let steep = if rng.random() { FRAC_PI_2 } else { -FRAC_PI_2 } + off;
            let pitch = if i % 2 == 0 { steep } else { rng.random_range(-PI..PI) };
            let rotation = rotation_from_rpy([rng.random_range(-PI..PI), pitch, rng.random_range(-PI..PI)]);
            let back = rotation_from_rpy(rpy_from_rotation(&rotation));
            assert!((back.matrix() - rotation.matrix()).amax() < 1e-15, "{rotation} became {back}");
        }
    }

    #[test]
    fn ref_each_angle_turns_about_its_axis() {
        let z = nalgebra::Vector3::z();
        assert!((rotation_from_rpy([FRAC_PI_2, 0.0, 0.0]) * z + nalgebra::Vector3::y()).norm() < 1e-15);
        assert!((rotation_from_rpy([0.0, FRAC_PI_2, 0.0]) * z - nalgebra::Vector3::x()).norm() < 1e-15);
        assert_eq!(rotation_from_rpy([0.0, 0.0, 1.0]) * z, z);
        assert_eq!(rpy_from_rotation(&Rotation3::identity()), [0.0; 3]);
    }
}
