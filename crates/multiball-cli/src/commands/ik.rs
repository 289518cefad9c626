//! `ik`: the joints that bring a robot's end to a pose.

use std::fmt;

use multiball::geometry::{Attitude, Pose, Vec3};
use multiball::robot::{PlanarPose, PlanarRobot, ReachError, Robot, RobotSolution, ToolAngles};
use serde::Serialize;

use super::robots::{self, joined};
use crate::args::{Common, Ik};
use crate::failure::Failure;
use crate::show::{Align, Table, fitted, print_report};

#[derive(Debug, Serialize)]
struct Report {
    solutions: Vec<Entry>,
    #[serde(skip)]
    name: String,
    #[serde(skip)]
    robot: Box<dyn Robot>,
    /// Whether all solutions were requested.
    #[serde(skip)]
    all: bool,
}

#[derive(Debug, Serialize)]
struct Entry {
    joints: Vec<f64>,
    branch: String,
    in_limits: bool,
}

impl From<RobotSolution> for Entry {
    fn from(RobotSolution { joints, branch, in_limits }: RobotSolution) -> Self {
        let joints = joints.into_iter().map(robots::unsigned_zero).collect();
        let branch = branch.map_or_else(|| "numerical".to_owned(), |branch| branch.to_string());
        Self { joints, branch, in_limits }
    }
}

pub(crate) fn run(ik: &Ik, common: &Common) -> Result<(), Failure> {
    let (robot, name) = (robots::load_seeded(&ik.choice, common.seed)?, ik.choice.robot.clone());
    let goal = goal(ik, &*robot, &name)?;
    let near = match &ik.near {
        Some(near) => {
            robots::check_count("--near", near, &*robot, &name)?;
            near.0.clone()
        }
        None => robot.home(),
    };
    let no_answer = |error: ReachError| Failure::NoAnswer(format!("{name}: {error}"));
    let found = match (&goal, ik.all) {
        (Goal::Plane(planar, pose), true) => planar.inverse_in_plane(pose, &near),
        (Goal::Plane(planar, pose), false) => planar.nearest_in_plane(pose, &near).map(|nearest| vec![nearest]),
        (Goal::Space(pose), true) => robot.inverse(pose, &near),
        (Goal::Space(pose), false) => robot.nearest(pose, &near).map(|nearest| vec![nearest]),
    };
    let solutions = found.map_err(no_answer)?.into_iter().map(Entry::from).collect();
    print_report(&Report { solutions, all: ik.all, name, robot }, common.json)
}

/// The flags of a tool's attitude, and the names of their values.
const TOOL_FLAGS: [(&str, &str); 3] = [("--azimuth-deg", "A"), ("--elevation-deg", "E"), ("--roll-deg", "R")];

/// The pose requested.
enum Goal {
    /// In the plane of a planar robot.
    Plane(PlanarRobot, PlanarPose),
    /// In space.
    Space(Pose),
}

/// The pose requested: in a plane for a planar robot, in space for any other.
fn goal(ik: &Ik, robot: &dyn Robot, name: &str) -> Result<Goal, Failure> {
    let position = ik.position_m.0.as_slice();
    let wrong_count = |allowed: &str| {
        let (given, count) = (joined(position), position.len());
        Failure::input(format!("--position-m {given}: {count} values, but {name} takes {allowed}"))
    };
    let refused = |message: String| Err(Failure::input(message));
    let given = given_tool_flags(ik);
    if let Some(planar) = robot.downcast_ref::<PlanarRobot>() {
        let [x, z] = *position else { return Err(wrong_count("X,Z")) };
        return match (ik.angle_rad, ik.quaternion, given.first()) {
            (_, Some(_), _) => refused(format!("--quaternion does not go with {name}; it takes --angle-rad P")),
            (_, None, Some(flag)) => refused(format!("{flag} does not go with {name}; it takes --angle-rad P")),
            (None, None, None) => {
                refused(format!("--angle-rad P is missing; {name} requires it with --position-m X,Z"))
            }
            (Some(phi), None, None) => Ok(Goal::Plane(*planar, PlanarPose { x, z, phi })),
        };
    }
    let [x, y, z] = *position else { return Err(wrong_count("X,Y,Z")) };
    let attitude = attitude(ik, &given, robots::is_arm6(robot), name)?;
    Ok(Goal::Space(Pose::from_parts(Vec3::new(x, y, z).into(), attitude)))
}

/// Those of the three flags of a tool's attitude that were given, as they are typed.
fn given_tool_flags(ik: &Ik) -> Vec<String> {
    let flags = TOOL_FLAGS.iter().zip([ik.azimuth_deg, ik.elevation_deg, ik.roll_deg]);
    flags.filter_map(|((flag, _), value)| Some(format!("{flag} {}", value?))).collect()
}

/// The attitude of a robot in space: a quaternion, or of arm6 azimuth, elevation and roll.
fn attitude(ik: &Ik, given: &[String], is_arm6: bool, name: &str) -> Result<Attitude, Failure> {
    let refused = |message: String| Err(Failure::input(message));
    let three = TOOL_FLAGS.map(|(flag, value)| format!("{flag} {value}")).join(" ");
    if let Some(angle) = ik.angle_rad {
        return refused(format!("--angle-rad {angle} does not go with {name}; it takes --quaternion W,X,Y,Z"));
    }
    if let (Some(flag), false) = (given.first(), is_arm6) {
        return refused(format!("{flag} does not go with {name}; it takes --quaternion W,X,Y,Z"));
    }
    match (ik.quaternion, ik.azimuth_deg, ik.elevation_deg, ik.roll_deg) {
        (Some(quaternion), None, None, None) => Ok(quaternion),
        (Some(_), ..) => {
            let flags = given.join(" ");
            refused(format!("{flags} does not go with --quaternion; {name} takes that or {three}"))
        }
        (None, Some(azimuth), Some(elevation), Some(roll)) => {
            let [azimuth, elevation, roll] = [azimuth, elevation, roll].map(f64::to_radians);
            Ok(ToolAngles { azimuth, elevation, roll }.attitude())
        }
        (None, None, None, None) => {
            let others = if is_arm6 { format!(", or {three},") } else { String::new() };
            refused(format!("--quaternion W,X,Y,Z is missing; {name} requires it{others} with --position-m X,Y,Z"))
        }
        (None, ..) => {
            let is_missing = |flag: &&str| !given.iter().any(|given| given.starts_with(flag));
            let missing: Vec<&str> = TOOL_FLAGS.iter().map(|(flag, _)| *flag).filter(is_missing).collect();
            let (given, missing) = (given.join(" "), missing.join(" and "));
            refused(format!("{given} without {missing}: {name} takes {three} together"))
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let ([only], false) = (self.solutions.as_slice(), self.all) {
            return write!(f, "{}, {}\n\n{}", self.name, only.branch, robots::joint_table(&*self.robot, &only.joints));
        }
        let count = self.solutions.len();
        writeln!(f, "{}, {count} solution{}\n", self.name, if count == 1 { "" } else { "s" })?;
        let joints: Vec<String> = self
            .robot
            .limits()
            .iter()
            .enumerate()
            .map(|(i, limits)| format!("{}, {}", i + 1, limits.kind.unit()))
            .collect();
        let mut headings = vec![("branch", Align::Left)];
        headings.extend(joints.iter().map(|joint| (joint.as_str(), Align::Right)));
        headings.push(("limits", Align::Left));
        let mut table = Table::new(&headings);
        for Entry { joints, branch, in_limits } in &self.solutions {
            let numbers = joints.iter().map(|value| fitted(*value, 8, 5));
            let limits = if *in_limits { "within" } else { "outside" };
            table.row(std::iter::once(branch.clone()).chain(numbers).chain([limits.to_owned()]));
        }
        write!(f, "{table}")
    }
}
