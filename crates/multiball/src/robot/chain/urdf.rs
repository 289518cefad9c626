//! Chains from URDF text.

use nalgebra::{Isometry, Translation3};
use urdf_rs::{Joint, JointLimit, JointType};

use super::rpy::rotation_from_rpy;
use super::urdf_text::UNLIMITED;
use super::urdf_tree::Tree;
use super::{Chain, ChainJoint, UrdfError};
use crate::geometry::Pose;
use crate::robot::{JointKind, JointLimits};

/// Levels of elements within elements that are read; the parser uses the stack for each.
const DEEPEST: usize = 100;

impl Chain {
    /// The chain from the root of a URDF robot to a link, or to its only leaf.
    ///
    /// It reads the `<link>` names and of each `<joint>` its name, type, `<parent>`, `<child>`, `<origin>`, `<axis>`
    /// and `<limit>`; fixed joints are merged into the frames. A `<limit>` of 1e9 or more is none, and so is a velocity
    /// of
    /// 0. Joints that do not lie between root and tip may be of any kind.
    ///
    /// # Errors
    /// When the text is no URDF, its links are no tree, the tip is unknown or not unique, or a joint between root and
    /// tip is not revolute, continuous, prismatic or fixed, mimics another, or has numbers that make no sense.
    pub fn from_urdf(text: &str, tip: Option<&str>) -> Result<Self, UrdfError> {
        let robot = parse(text)?;
        let tree = Tree::new(&robot)?;
        let tip = tree.tip(tip)?;
        let (mut joints, mut since_last) = (Vec::new(), Pose::identity());
        for joint in tree.joints_to(tip) {
            since_last *= origin(joint)?;
            if let Some(limits) = limits(joint)? {
                let (name, parent_from_joint) = (joint.name.clone(), std::mem::take(&mut since_last));
                joints.push(ChainJoint { name, parent_from_joint, axis: joint.axis.xyz.0.into(), limits });
            }
        }
        if joints.is_empty() {
            let tip = robot.links[tip].name.clone();
            return Err(UrdfError::NothingMoves { root: tree.root().to_owned(), tip });
        }
        Ok(Self::new(joints, since_last)?)
    }
}

fn parse(text: &str) -> Result<urdf_rs::Robot, UrdfError> {
    if deeper_than(text, DEEPEST) {
        return Err(UrdfError::TooDeep { allowed: DEEPEST });
    }
    // The parser ignores it in URDF 1.0 and rounds it by up to 4 mrad near a pitch of 90° in 1.1.
    if text.contains("quat_xyzw") {
        return Err(UrdfError::Quaternion);
    }
    urdf_rs::read_from_string(text).map_err(|error| {
        let message = error.to_string();
        UrdfError::Unreadable { place: element_of(text, &message), message }
    })
}

/// Whether tags nest deeper than allowed, or look so: comments and text count too.
fn deeper_than(text: &str, allowed: usize) -> bool {
    let mut depth = 0_usize;
    for (at, _) in text.match_indices(['<', '/']) {
        let rest = &text[at..];
        if rest.starts_with("</") || rest.starts_with("/>") {
            depth = depth.saturating_sub(1);
        } else if rest[1..].starts_with(|c: char| c.is_alphanumeric() || c == '_') && rest.starts_with('<') {
            depth += 1;
        }
        if depth > allowed {
            return true;
        }
    }
    false
}

/// The element that causes a parser's message: the first one that gives the same message on its own.
fn element_of(text: &str, message: &str) -> String {
    for element in ["joint", "link"] {
        let (open, close) = (format!("<{element} "), format!("</{element}>"));
        for (at, _) in text.match_indices(&open) {
            let whole = whole_element(&text[at..], &close);
            let alone = urdf_rs::read_from_string(&format!("<robot name=\"\">{whole}</robot>"));
            if alone.is_err_and(|error| error.to_string() == message) {
                let name = whole.split("name=").nth(1).unwrap_or("").chars().skip(1);
                let name: String = name.take_while(|c| !matches!(c, '"' | '\'' | '>')).collect();
                return format!(" at {element} {name:?}");
            }
        }
    }
    String::new()
}

/// An element from the begin of a text to its own end.
fn whole_element<'a>(text: &'a str, close: &str) -> &'a str {
    match text.find('>') {
        Some(end) if text[..end].ends_with('/') => &text[..=end],
        _ => text.find(close).map_or(text, |end| &text[..end + close.len()]),
    }
}

fn origin(joint: &Joint) -> Result<Pose, UrdfError> {
    let (xyz, rpy) = (joint.origin.xyz.0, joint.origin.rpy.0);
    finite(joint, "<origin xyz>", &xyz)?;
    finite(joint, "<origin rpy>", &rpy)?;
    Ok(Isometry::from_parts(Translation3::from(xyz), rotation_from_rpy(rpy)))
}

/// Limits of a joint that moves; `None` for a fixed one.
fn limits(joint: &Joint) -> Result<Option<JointLimits>, UrdfError> {
    let unsupported = |kind| Err(UrdfError::UnsupportedKind { joint: joint.name.clone(), kind });
    let kind = match joint.joint_type {
        JointType::Fixed => return Ok(None),
        JointType::Floating => return unsupported("floating"),
        JointType::Planar => return unsupported("planar"),
        JointType::Spherical => return unsupported("spherical"),
        JointType::Revolute | JointType::Continuous => JointKind::Revolute,
        JointType::Prismatic => JointKind::Prismatic,
    };
    if let Some(mimic) = &joint.mimic {
        return Err(UrdfError::Mimic { joint: joint.name.clone(), leader: mimic.joint.clone() });
    }
    finite(joint, "<axis xyz>", &joint.axis.xyz.0)?;
    let JointLimit { velocity, acceleration, jerk, .. } = joint.limit;
    not_nan(joint, "<limit velocity>", velocity)?;
    let (low, high) = range(joint)?;
    let rate = |value: f64| if value > 0.0 && value < UNLIMITED { value } else { f64::INFINITY };
    let (speed, acceleration, jerk) = (rate(velocity), rate(acceleration), rate(jerk));
    Ok(Some(JointLimits { kind, low, high, speed, acceleration, jerk }))
}

fn range(joint: &Joint) -> Result<(f64, f64), UrdfError> {
    let JointLimit { lower, upper, .. } = joint.limit;
    let kind = match joint.joint_type {
        JointType::Continuous => return Ok((f64::NEG_INFINITY, f64::INFINITY)),
        JointType::Prismatic => "prismatic",
        _ => "revolute",
    };
    not_nan(joint, "<limit lower>", lower)?;
    not_nan(joint, "<limit upper>", upper)?;
    if lower == 0.0 && upper == 0.0 {
        return Err(UrdfError::NoRange { joint: joint.name.clone(), kind });
    }
    let low = if lower <= -UNLIMITED { f64::NEG_INFINITY } else { lower };
    let high = if upper >= UNLIMITED { f64::INFINITY } else { upper };
    Ok((low, high))
}

fn finite(joint: &Joint, field: &'static str, values: &[f64; 3]) -> Result<(), UrdfError> {
    match values.iter().find(|value| !value.is_finite()) {
        Some(value) => Err(UrdfError::NotFinite { joint: joint.name.clone(), field, value: *value }),
        None => Ok(()),
    }
}

fn not_nan(joint: &Joint, field: &'static str, value: f64) -> Result<(), UrdfError> {
    match value.is_nan() {
        true => Err(UrdfError::NotFinite { joint: joint.name.clone(), field, value }),
        false => Ok(()),
    }
}
