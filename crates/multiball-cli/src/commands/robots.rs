//! Robots by name or from a file, and their joints in print: shared by the commands about robots.

use std::path::Path;

use multiball::robot::{self, Arm6, Chain, ChainRobot, Mounted, Robot, Search};

use crate::args::{Numbers, RobotChoice};
use crate::failure::Failure;
use crate::files;
use crate::show::{Align, Table, fitted};

/// Tolerance (m, rad) with which a chain of fewer than six joints must reach a requested pose.
const ROUNDED: f64 = 1e-5;

/// Reads a robot by its name or from its file.
pub(super) fn load(choice: &RobotChoice) -> Result<Box<dyn Robot>, Failure> {
    load_seeded(choice, None)
}

/// The same with a seed for a robot with a numerical inverse.
pub(super) fn load_seeded(choice: &RobotChoice, seed: Option<u64>) -> Result<Box<dyn Robot>, Failure> {
    let name = choice.robot.as_str();
    let path = Path::new(name);
    let kind = path.extension().and_then(|extension| extension.to_str());
    if let (Some(tip), false) = (&choice.tip, kind == Some("urdf")) {
        return Err(Failure::input(format!("--tip {tip}: {name} has one end; --tip goes with a .urdf file")));
    }
    if let Some(robot) = robot::by_name(name) {
        return Ok(robot);
    }
    if !path.exists() {
        let known = robot::NAMES.join(", ");
        return Err(Failure::input(format!("no robot `{name}`: neither a file nor one of {known}")));
    }
    let refused = |error: &dyn std::fmt::Display| Failure::input(format!("{name}: {}", error.to_string().trim_end()));
    match kind {
        Some("toml") => robot::from_toml(&files::read_text(path)?).map_err(|error| refused(&error)),
        Some("urdf") => {
            let chain =
                Chain::from_urdf(&files::read_text(path)?, choice.tip.as_deref()).map_err(|error| refused(&error))?;
            // With fewer joints than a pose has degrees of freedom, a printed, rounded pose is never met exactly.
            let search = match chain.joints().len() {
                0..6 => Search { position_m: ROUNDED, angle_rad: ROUNDED, ..Search::default() },
                _ => Search::default(),
            };
            let search = Search { seed: seed.unwrap_or(search.seed), ..search };
            Ok(Box::new(ChainRobot::new(chain, search)))
        }
        _ => Err(refused(&"a robot's file must end in .toml or .urdf")),
    }
}

/// Whether a robot is an arm6, by its name or from a file: the tool then points along y of the end frame.
pub(super) fn is_arm6(robot: &dyn Robot) -> bool {
    robot.downcast_ref::<Mounted<Arm6>>().is_some()
}

/// Refuses joint values unless there is one for each joint.
pub(super) fn check_count(flag: &str, values: &Numbers, robot: &dyn Robot, name: &str) -> Result<(), Failure> {
    let limits = robot.limits();
    if values.0.len() == limits.len() {
        return Ok(());
    }
    let units: Vec<&str> = limits.iter().map(|limits| limits.kind.unit()).collect();
    Err(Failure::input(format!(
        "{flag} {}: {} values, but {name} has {} joints: {}",
        joined(&values.0),
        values.0.len(),
        limits.len(),
        units.join(", ")
    )))
}

/// Adding 0 turns -0 into 0.
pub(super) fn unsigned_zero(value: f64) -> f64 {
    value + 0.0
}

/// Numbers as they are typed.
pub(super) fn joined(values: &[f64]) -> String {
    values.iter().map(f64::to_string).collect::<Vec<_>>().join(",")
}

/// Joints under each other, with their limits.
pub(super) fn joint_table(robot: &dyn Robot, joints: &[f64]) -> Table {
    let headings = [("", Align::Right), ("joint", Align::Left), ("value", Align::Right), ("unit", Align::Left)];
    let bounds = [("low", Align::Right), ("high", Align::Right), ("", Align::Left)];
    let mut table = Table::new(&[&headings[..], &bounds].concat());
    let rows = robot.joint_names().into_iter().zip(robot.limits()).zip(joints);
    for (index, ((name, limits), value)) in rows.enumerate() {
        let outside = if limits.contains(*value) { "" } else { "outside" };
        table.row([
            (index + 1).to_string(),
            name,
            fitted(*value, 9, 6),
            limits.kind.unit().into(),
            fitted(limits.low, 9, 6),
            fitted(limits.high, 9, 6),
            outside.into(),
        ]);
    }
    table
}
