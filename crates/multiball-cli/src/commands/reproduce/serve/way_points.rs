//! Tables 1 to 3: the arm, its way points, and the joints there.

use multiball::geometry::{Pose, Vec3};
use multiball::robot::{Arm, Joints, ReachError, Serve5, Serve5Geometry};
use nalgebra::{Rotation3, Translation3, Vector3};

use super::super::Row;
use super::Printed;

/// Table 1: the joints' ranges, deg.
const RANGES_DEG: [[f64; 2]; 5] = [[-180.0, 180.0], [-180.0, 90.0], [-180.0, 180.0], [0.0, 90.0], [-180.0, 180.0]];

pub(super) fn rows(printed: &Printed) -> Result<Vec<Row>, ReachError> {
    let arm = Serve5::default();
    let mut rows = table1(&arm);
    let mut joints_found = Vec::new();
    for (point, way_point) in printed.table2_cm_deg.iter().enumerate() {
        let pose = pose(way_point);
        let joints = arm.nearest(&pose, &Joints::zeros())?.joints;
        let miss_m = (arm.forward(&joints).translation.vector - pose.translation.vector).norm();
        let row = Row::new("2", format!("X{point}, distance of the nearest pose"), "mm", None, 1e3 * miss_m);
        rows.push(row.noted("five joints reach the printed pose up to its rounding"));
        joints_found.push(joints);
    }
    for (point, joints) in joints_found.iter().enumerate() {
        rows.extend(table3(printed, point, joints));
    }
    Ok(rows)
}

/// Table 1: lengths, which are not printed, and ranges.
fn table1(arm: &Serve5) -> Vec<Row> {
    let Serve5Geometry { shoulder_height, upper_arm, forearm, .. } = *arm.geometry();
    let length = |(name, length_m): (&str, f64)| {
        let row = Row::new("1", name, "cm", None, 100.0 * length_m);
        row.noted("from tables 2 and 3 by least squares, residual 0.0003 cm")
    };
    let mut rows: Vec<Row> = [("d1", shoulder_height), ("d3", upper_arm), ("d5", forearm)].map(length).into();
    for (number, (limit, range)) in arm.limits().iter().zip(RANGES_DEG).enumerate() {
        for (what, ours, paper) in [("least", limit.low, range[0]), ("greatest", limit.high, range[1])] {
            let name = format!("joint {}, {what} angle", number + 1);
            rows.push(Row::new("1", name, "deg", Some(paper), ours.to_degrees()));
        }
    }
    rows
}

/// Table 3 from table 2: the joints at a way point.
fn table3(printed: &Printed, point: usize, joints: &Joints<5>) -> Vec<Row> {
    let row = |(joint, angle): (usize, &f64)| {
        let (ours, paper) = (angle.to_degrees(), printed.table3_deg[joint][point]);
        let row = Row::new("3", format!("joint {} at X{point}", joint + 1), "deg", Some(paper), ours);
        let same = (10.0 * ours).round() == (10.0 * paper).round();
        if same { row.noted("every printed digit") } else { row.differs("another last digit") }
    };
    joints.iter().enumerate().map(row).collect()
}

/// A way point of table 2: R = Rx(c) Ry(b) Rz(a).
fn pose([x, y, z, a, b, c]: &[f64; 6]) -> Pose {
    let about = |axis, degrees: f64| Rotation3::from_axis_angle(&axis, degrees.to_radians());
    let attitude = about(Vector3::x_axis(), *c) * about(Vector3::y_axis(), *b) * about(Vector3::z_axis(), *a);
    Pose::from_parts(Translation3::from(Vec3::new(*x, *y, *z) / 100.0), attitude)
}
