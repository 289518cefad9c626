//! The seventeen points of a body, and limbs of constant length between them.

use crate::geometry::Vec3;

/// A point of the body, in the order of the COCO data set and of paper 004; left first, as the person has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub enum Keypoint {
    /// Nose.
    Nose,
    /// Left eye.
    LeftEye,
    /// Right eye.
    RightEye,
    /// Left ear.
    LeftEar,
    /// Right ear.
    RightEar,
    /// Left shoulder.
    LeftShoulder,
    /// Right shoulder.
    RightShoulder,
    /// Left elbow.
    LeftElbow,
    /// Right elbow.
    RightElbow,
    /// Left wrist.
    LeftWrist,
    /// Right wrist.
    RightWrist,
    /// Left hip.
    LeftHip,
    /// Right hip.
    RightHip,
    /// Left knee.
    LeftKnee,
    /// Right knee.
    RightKnee,
    /// Left ankle.
    LeftAnkle,
    /// Right ankle.
    RightAnkle,
}

impl Keypoint {
    /// Number of keypoints.
    pub const COUNT: usize = 17;

    /// The same joint of a chosen side: `left` is that of the left.
    #[must_use]
    pub(super) fn of_side(left: Self, right_side: bool) -> usize {
        left as usize + usize::from(right_side)
    }
}

/// A person at one instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Skeleton {
    /// The keypoints in the order of [`Keypoint`], m.
    pub points: [Vec3; Keypoint::COUNT],
}

impl Skeleton {
    /// Where a point is, m.
    #[must_use]
    pub fn at(&self, keypoint: Keypoint) -> Vec3 {
        self.points[keypoint as usize]
    }
}

/// How a limb bends: when it points along `limb`, its middle joint stands out along `joint`; unit vectors at right
/// angles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Bend {
    pub(super) limb: Vec3,
    pub(super) joint: Vec3,
}

/// The joint between two bones that lead from `root` to `tip`. Their lengths are kept when the distance of the two lies
/// between the difference and the sum of them.
///
/// The joint's direction is rotated by the smallest rotation from `bend.limb` to where the limb points. It is smooth
/// everywhere but straight against `bend.limb`; a fixed direction to bend to would flip the joint at two places.
pub(super) fn joint_between(root: Vec3, tip: Vec3, first: f64, second: f64, bend: &Bend) -> Vec3 {
    let span = tip - root;
    let distance = span.norm().max(1e-9);
    let along = span / distance;
    let both = bend.limb + along;
    let joint = bend.joint - both * (bend.joint.dot(&along) / (1.0 + bend.limb.dot(&along)).max(1e-6));
    let foot = (distance * distance + first * first - second * second) / (2.0 * distance);
    root + along * foot + joint * (first * first - foot * foot).max(0.0).sqrt()
}
