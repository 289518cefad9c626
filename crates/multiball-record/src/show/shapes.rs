//! Foxglove's primitives from our types.

use foxglove::messages::line_primitive::Type;
use foxglove::messages::{
    Color, CubePrimitive, CylinderPrimitive, Duration, LinePrimitive, Point3, Pose, Quaternion, SceneEntity,
    SpherePrimitive, Timestamp, Vector3,
};

/// No rotation.
pub(super) const LEVEL: [f64; 4] = [1.0, 0.0, 0.0, 0.0];

/// Steps of what is shown: 1/2^13 m, or of a quaternion's component. As a power of two it leaves most bits of a number
/// 0, which take no space in a file.
const STEPS: f64 = 8192.0;

/// A number without the digits that nobody sees.
fn shown(value: f64) -> f64 {
    (value * STEPS).round() / STEPS
}

/// A colour: red, green, blue, opacity.
pub(super) type Rgba = [f64; 4];

pub(super) fn stamp(time_ns: u64) -> Option<Timestamp> {
    let (seconds, rest) = (time_ns / 1_000_000_000, time_ns % 1_000_000_000);
    Timestamp::new_checked(u32::try_from(seconds).ok()?, rest as u32)
}

pub(super) fn vector(vector: [f64; 3]) -> Option<Vector3> {
    let [x, y, z] = vector.map(shown);
    Some(Vector3 { x, y, z })
}

pub(super) fn quaternion(rotation: [f64; 4]) -> Option<Quaternion> {
    let [w, x, y, z] = rotation.map(shown);
    Some(Quaternion { x, y, z, w })
}

pub(super) fn pose(position: [f64; 3], rotation: [f64; 4]) -> Option<Pose> {
    Some(Pose { position: vector(position), orientation: quaternion(rotation) })
}

fn color([r, g, b, a]: Rgba) -> Option<Color> {
    Some(Color { r, g, b, a })
}

pub(super) fn cube(position: [f64; 3], size: [f64; 3], rgba: Rgba) -> CubePrimitive {
    CubePrimitive { pose: pose(position, LEVEL), size: vector(size), color: color(rgba) }
}

pub(super) fn sphere(position: [f64; 3], radius: f64, rgba: Rgba) -> SpherePrimitive {
    SpherePrimitive { pose: pose(position, LEVEL), size: vector([2.0 * radius; 3]), color: color(rgba) }
}

/// A cylinder around its own z.
pub(super) fn cylinder(
    position: [f64; 3],
    rotation: [f64; 4],
    radius: f64,
    length: f64,
    rgba: Rgba,
) -> CylinderPrimitive {
    CylinderPrimitive {
        pose: pose(position, rotation),
        size: vector([2.0 * radius, 2.0 * radius, length]),
        bottom_scale: 1.0,
        top_scale: 1.0,
        color: color(rgba),
    }
}

/// Lines of a thickness in m.
pub(super) fn lines(
    kind: Type,
    points: impl IntoIterator<Item = [f64; 3]>,
    thickness: f64,
    rgba: Rgba,
) -> LinePrimitive {
    LinePrimitive {
        r#type: kind.into(),
        pose: pose([0.0; 3], LEVEL),
        thickness,
        points: points.into_iter().map(|point| point.map(shown)).map(|[x, y, z]| Point3 { x, y, z }).collect(),
        color: color(rgba),
        ..LinePrimitive::default()
    }
}

/// An empty entity in a frame; without a lifetime it stays.
pub(super) fn entity(id: impl Into<String>, frame: impl Into<String>, time_ns: u64, lifetime_s: i32) -> SceneEntity {
    SceneEntity {
        timestamp: stamp(time_ns),
        frame_id: frame.into(),
        id: id.into(),
        lifetime: Duration::new_checked(lifetime_s, 0),
        frame_locked: true,
        ..SceneEntity::default()
    }
}
