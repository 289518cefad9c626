//! `fk`: forward kinematics and Jacobian of a robot's end.

use std::fmt;

use multiball::geometry::{Attitude, quaternion_from_rotation};
use multiball::robot::{PlanarRobot, Robot, ToolAngles};
use nalgebra::Vector3;
use serde::Serialize;

use super::robots;
use crate::args::{Common, Fk};
use crate::failure::Failure;
use crate::show::{Align, Table, fitted, print_report};

#[derive(Debug, Serialize)]
struct Report {
    position_m: Vec<f64>,
    /// Planar robots only.
    #[serde(skip_serializing_if = "Option::is_none")]
    angle_rad: Option<f64>,
    quaternion: [f64; 4],
    /// arm6 only.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    tool: Option<ToolDegrees>,
    jacobian: Vec<Vec<f64>>,
    in_limits: bool,
    #[serde(skip)]
    name: String,
    #[serde(skip)]
    joints: Vec<f64>,
    #[serde(skip)]
    robot: Box<dyn Robot>,
}

/// The attitude of a tool that points along y of the end frame.
#[derive(Debug, Serialize)]
struct ToolDegrees {
    azimuth_deg: f64,
    elevation_deg: f64,
    roll_deg: f64,
}

impl From<&Attitude> for ToolDegrees {
    fn from(attitude: &Attitude) -> Self {
        let ToolAngles { azimuth, elevation, roll } = ToolAngles::of(attitude);
        let [azimuth_deg, elevation_deg, roll_deg] =
            [azimuth, elevation, roll].map(|angle| robots::unsigned_zero(angle.to_degrees()));
        Self { azimuth_deg, elevation_deg, roll_deg }
    }
}

pub(crate) fn run(fk: &Fk, common: &Common) -> Result<(), Failure> {
    let (robot, name) = (robots::load(&fk.choice)?, fk.choice.robot.clone());
    robots::check_count("--joints", &fk.joints, &*robot, &name)?;
    let joints = fk.joints.0.clone();
    let (pose, matrix) =
        robot.forward_and_jacobian(&joints).map_err(|error| Failure::input(format!("--joints: {error}")))?;
    let rows = matrix.row_iter().map(|row| row.iter().copied().map(robots::unsigned_zero).collect());
    let (position_m, angle_rad, jacobian) = match robot.downcast_ref::<PlanarRobot>() {
        Some(planar) => {
            // A planar robot's end has two coordinates and an angle.
            let (pose, matrix) = planar.arm.forward_and_jacobian(&Vector3::from_column_slice(&joints));
            let rows = matrix.row_iter().map(|row| row.iter().copied().map(robots::unsigned_zero).collect());
            (vec![pose.x, pose.z], Some(pose.phi), rows.collect())
        }
        None => (pose.translation.vector.as_slice().to_vec(), None, rows.collect()),
    };
    let report = Report {
        position_m: position_m.into_iter().map(robots::unsigned_zero).collect(),
        angle_rad,
        quaternion: quaternion_from_rotation(&pose.rotation),
        tool: robots::is_arm6(&*robot).then(|| ToolDegrees::from(&pose.rotation)),
        jacobian,
        in_limits: robot.in_limits(&joints),
        name,
        joints,
        robot,
    };
    print_report(&report, common.json)
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n\n{}", self.name, robots::joint_table(&*self.robot, &self.joints))?;
        if !self.in_limits {
            writeln!(f, "The joints are outside their limits: the robot cannot be there.\n")?;
        }
        writeln!(f, "{}", self.pose_table())?;
        if let Some(angle) = self.angle_rad {
            writeln!(f, "The racket's normal points {angle:.6} rad from x towards z.\n")?;
        }
        if let Some(ToolDegrees { azimuth_deg, elevation_deg, roll_deg }) = &self.tool {
            let angles = format!("azimuth {azimuth_deg:.6}, elevation {elevation_deg:.6}, roll {roll_deg:.6} deg");
            writeln!(f, "The tool's attitude is {angles}.\n")?;
        }
        write!(f, "{}", self.jacobian_table())
    }
}

impl Report {
    /// Position and quaternion, in the order in which `ik` takes their numbers.
    fn pose_table(&self) -> Table {
        let number = |value: &f64| fitted(*value, 9, 6);
        let right = |heading| (heading, Align::Right);
        let mut table = Table::new(&[("end", Align::Left), right("w"), right("x"), right("y"), right("z")]);
        let [x, y, z] = match self.position_m.as_slice() {
            [x, z] => [number(x), String::new(), number(z)],
            [x, y, z] => [number(x), number(y), number(z)],
            _ => [const { String::new() }; 3],
        };
        table.row(["position, m".into(), String::new(), x, y, z]);
        let [w, x, y, z] = self.quaternion.each_ref().map(number);
        table.row(["quaternion".into(), w, x, y, z]);
        table
    }

    fn jacobian_table(&self) -> Table {
        let names: &[&str] = match self.jacobian.len() {
            3 => &["x", "z", "angle"],
            _ => &["velocity x", "velocity y", "velocity z", "turning x", "turning y", "turning z"],
        };
        let columns: Vec<String> = (1..=self.joints.len()).map(|joint| format!("joint {joint}")).collect();
        let headings = columns.iter().map(|column| (column.as_str(), Align::Right));
        let headings: Vec<(&str, Align)> = std::iter::once(("Jacobian", Align::Left)).chain(headings).collect();
        let mut table = Table::new(&headings);
        for (name, row) in names.iter().zip(&self.jacobian) {
            let numbers = row.iter().map(|value| fitted(*value, 9, 6));
            table.row(std::iter::once((*name).to_owned()).chain(numbers));
        }
        table
    }
}
