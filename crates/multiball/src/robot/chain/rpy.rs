//! Roll, pitch and yaw as URDF means them: turns about the fixed axes x, y, z, in this order.

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
