//! Rotations as quaternions w, x, y, z, and how the joints of a stage move.

use multiball::geometry::portable;
use multiball::hall::record::{StagedJoint, StagedPose};

/// The product of two rotations: first `second`, then `first`, as matrices multiply.
pub(super) fn product(first: [f64; 4], second: [f64; 4]) -> [f64; 4] {
    let ([aw, ax, ay, az], [bw, bx, by, bz]) = (first, second);
    [
        aw * bw - ax * bx - ay * by - az * bz,
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
    ]
}

/// A vector after a rotation.
pub(super) fn rotated([w, x, y, z]: [f64; 4], [vx, vy, vz]: [f64; 3]) -> [f64; 3] {
    let [_, x, y, z] = product(product([w, x, y, z], [0.0, vx, vy, vz]), [w, -x, -y, -z]);
    [x, y, z]
}

/// The rotation about a unit axis by an angle (rad).
pub(super) fn about([x, y, z]: [f64; 3], angle: f64) -> [f64; 4] {
    let (sine, cosine) = portable::sin_cos(angle / 2.0);
    [cosine, sine * x, sine * y, sine * z]
}

/// The smallest rotation from the z axis to a unit vector.
pub(super) fn from_z_to([x, y, z]: [f64; 3]) -> [f64; 4] {
    let w = 1.0 + z;
    let size = (w * w + x * x + y * y).sqrt();
    // Straight down any level axis will do.
    if size < 1e-9 { [0.0, 1.0, 0.0, 0.0] } else { [w / size, -y / size, x / size, 0.0] }
}

/// Frame of a joint at a value in that of the joint before: its origin, then its motion.
pub(super) fn moved(joint: &StagedJoint, value: f64) -> StagedPose {
    let StagedPose { position_m, quaternion } = joint.origin;
    if joint.slides {
        let slide = rotated(quaternion, joint.axis.map(|component| component * value));
        StagedPose { position_m: std::array::from_fn(|axis| position_m[axis] + slide[axis]), quaternion }
    } else {
        StagedPose { position_m, quaternion: product(quaternion, about(joint.axis, value)) }
    }
}

#[cfg(test)]
#[allow(clippy::disallowed_methods)]
mod tests {
    use super::*;
    use multiball::geometry::{Pose, Vec3, rotation_from_quaternion};
    use multiball::robot::{JointKind, by_name};

    fn pose(staged: &StagedPose) -> Pose {
        Pose::from_parts(Vec3::from(staged.position_m).into(), rotation_from_quaternion(staged.quaternion).unwrap())
    }

    #[test]
    fn law_frames_of_joints_lead_to_the_tip_of_the_chain() {
        for name in ["planar3", "arm6", "serve5", "rail6"] {
            let chain = by_name(name).unwrap().chain().unwrap();
            let values: Vec<f64> = (0..chain.joints().len()).map(|joint| 0.3 - 0.2 * joint as f64).collect();
            let mut base_from_joint = Pose::identity();
            for (joint, value) in chain.joints().iter().zip(&values) {
                let staged = StagedJoint {
                    name: joint.name.clone(),
                    slides: joint.limits.kind == JointKind::Prismatic,
                    origin: StagedPose {
                        position_m: joint.parent_from_joint.translation.vector.into(),
                        quaternion: multiball::geometry::quaternion_from_rotation(&joint.parent_from_joint.rotation),
                    },
                    axis: joint.axis.into(),
                    low: 0.0,
                    high: 0.0,
                };
                base_from_joint *= pose(&moved(&staged, *value));
            }
            let tip = base_from_joint * chain.last_from_tip();
            let expected = chain.forward(&values).unwrap();
            assert!((tip.to_homogeneous() - expected.to_homogeneous()).norm() < 1e-9, "{name}");
        }
    }

    #[test]
    fn law_z_is_rotated_to_any_direction() {
        for direction in [[0.6, 0.0, 0.8], [0.0, 0.0, -1.0], [0.0, -1.0, 0.0], [0.48, 0.6, -0.64]] {
            let image = rotated(from_z_to(direction), [0.0, 0.0, 1.0]);
            assert!((0..3).all(|axis| (image[axis] - direction[axis]).abs() < 1e-12), "{direction:?}");
        }
    }
}
