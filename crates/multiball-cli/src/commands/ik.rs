//! `ik`: the joints that bring a robot's end to a pose.

use std::fmt;

use multiball::geometry::{Pose, Vec3};
use multiball::robot::{PlanarPose, PlanarRobot, ReachError, Robot, RobotSolution};
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
    if let Some(planar) = robot.downcast_ref::<PlanarRobot>() {
        let [x, z] = *position else { return Err(wrong_count("X,Z")) };
        return match (ik.angle_rad, ik.quaternion) {
            (_, Some(_)) => refused(format!("--quaternion does not go with {name}; it takes --angle-rad P")),
            (None, None) => refused(format!("--angle-rad P is missing; {name} requires it with --position-m X,Z")),
            (Some(phi), None) => Ok(Goal::Plane(*planar, PlanarPose { x, z, phi })),
        };
    }
    let [x, y, z] = *position else { return Err(wrong_count("X,Y,Z")) };
    match (ik.angle_rad, ik.quaternion) {
        (Some(angle), _) => {
            refused(format!("--angle-rad {angle} does not go with {name}; it takes --quaternion W,X,Y,Z"))
        }
        (None, None) => refused(format!("--quaternion W,X,Y,Z is missing; {name} requires it with --position-m X,Y,Z")),
        (None, Some(attitude)) => Ok(Goal::Space(Pose::from_parts(Vec3::new(x, y, z).into(), attitude))),
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
