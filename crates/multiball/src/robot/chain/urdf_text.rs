//! Chains as URDF text, for other programs.

use nalgebra::{Isometry, Rotation3, Translation3};

use super::model::z_to;
use super::rpy::rpy_from_rotation;
use super::{Chain, ChainJoint};
use crate::geometry::{Pose, Vec3};
use crate::robot::{JointKind, JointLimits};

/// A limit as great as this is none: URDF 1.0 cannot say so otherwise, and files in use write such numbers.
pub(super) const UNLIMITED: f64 = 1e9;

impl Chain {
    /// The chain as URDF: links `base`, `link1` … and `tip`, joints under their own names.
    ///
    /// `Chain::from_urdf` gives the same robot back, its tip to some 1e-15 m. Tubes, drums and boxes stand for links
    /// and joints, so that viewers have something to show. What has no limit is written as 1e9; effort, which is not
    /// known here, has none. Acceleration and jerk have no place in URDF 1.0.
    #[must_use]
    pub fn to_urdf(&self, name: &str) -> String {
        let thickness = 0.06 * self.typical_length();
        let mut text = format!("<?xml version=\"1.0\"?>\n<robot name=\"{}\">\n", escaped(name));
        let frames = self.joints().iter().map(|joint| &joint.parent_from_joint).chain([self.last_from_tip()]);
        for (index, frame) in frames.enumerate() {
            let own = index.checked_sub(1).map(|before| hub(&self.joints()[before], thickness));
            let shapes = own.into_iter().chain(tube(&frame.translation.vector, thickness));
            text += &link(&link_name(index), &shapes.collect::<String>());
            text += &match self.joints().get(index) {
                Some(joint) => moving(joint, &link_name(index), &link_name(index + 1)),
                None => connection(&self.name_of_tip_joint(), "fixed", &link_name(index), "tip", frame, ""),
            };
        }
        let cube = shape(&Pose::identity(), &format!("<box size=\"{thickness} {thickness} {thickness}\"/>"));
        text + &link("tip", &cube) + "</robot>\n"
    }

    /// A name that no joint has yet.
    fn name_of_tip_joint(&self) -> String {
        let mut name = "tip".to_owned();
        while self.joints().iter().any(|joint| joint.name == name) {
            name.push('_');
        }
        name
    }
}

fn link_name(index: usize) -> String {
    if index == 0 { "base".to_owned() } else { format!("link{index}") }
}

fn link(name: &str, shapes: &str) -> String {
    match shapes {
        "" => format!("  <link name=\"{name}\"/>\n"),
        _ => format!("  <link name=\"{name}\">\n{shapes}  </link>\n"),
    }
}

fn moving(joint: &ChainJoint, parent: &str, child: &str) -> String {
    let JointLimits { kind, low, high, speed, .. } = joint.limits;
    let (low, high) = (low.max(-UNLIMITED), high.min(UNLIMITED));
    let (kind, range) = match kind {
        JointKind::Revolute if low == -UNLIMITED && high == UNLIMITED => ("continuous", String::new()),
        JointKind::Revolute => ("revolute", format!("lower=\"{low}\" upper=\"{high}\" ")),
        JointKind::Prismatic => ("prismatic", format!("lower=\"{low}\" upper=\"{high}\" ")),
    };
    let axis = numbers(&joint.axis);
    let limit = format!("<limit {range}effort=\"{UNLIMITED}\" velocity=\"{}\"/>", speed.min(UNLIMITED));
    let motion = format!("    <axis xyz=\"{axis}\"/>\n    {limit}\n");
    connection(&joint.name, kind, parent, child, &joint.parent_from_joint, &motion)
}

fn connection(name: &str, kind: &str, parent: &str, child: &str, frame: &Pose, motion: &str) -> String {
    let name = escaped(name);
    let links = format!("    <parent link=\"{parent}\"/>\n    <child link=\"{child}\"/>\n");
    format!("  <joint name=\"{name}\" type=\"{kind}\">\n{links}    {}\n{motion}  </joint>\n", origin(frame))
}

fn origin(frame: &Pose) -> String {
    let rpy = rpy_from_rotation(&frame.rotation);
    format!("<origin xyz=\"{}\" rpy=\"{}\"/>", numbers(&frame.translation.vector), numbers(&rpy.into()))
}

/// Digits enough to read the same numbers back.
fn numbers(vector: &Vec3) -> String {
    // Adding 0 turns -0 into 0.
    format!("{} {} {}", vector.x + 0.0, vector.y + 0.0, vector.z + 0.0)
}

fn shape(frame: &Pose, geometry: &str) -> String {
    format!("    <visual>\n      {}\n      <geometry>{geometry}</geometry>\n    </visual>\n", origin(frame))
}

/// A tube from a link's joint to the next one.
fn tube(offset: &Vec3, thickness: f64) -> Option<String> {
    let length = offset.norm();
    let frame = || Isometry::from_parts(Translation3::from(offset * 0.5), z_to(&(offset / length)));
    let radius = 0.5 * thickness;
    let cylinder = format!("<cylinder radius=\"{radius}\" length=\"{length}\"/>");
    (length > 0.01 * thickness).then(|| shape(&frame(), &cylinder))
}

/// A drum about the axis of a joint that turns, a box along that of one that slides.
fn hub(joint: &ChainJoint, thickness: f64) -> String {
    let turned: Rotation3<f64> = z_to(&joint.axis);
    let (radius, length) = (0.75 * thickness, 2.0 * thickness);
    let geometry = match joint.limits.kind {
        JointKind::Revolute => format!("<cylinder radius=\"{radius}\" length=\"{length}\"/>"),
        JointKind::Prismatic => format!("<box size=\"{thickness} {thickness} {length}\"/>"),
    };
    shape(&Isometry::from_parts(Translation3::identity(), turned), &geometry)
}

fn escaped(name: &str) -> String {
    let name = name.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    name.replace('"', "&quot;").replace('\'', "&apos;")
}
