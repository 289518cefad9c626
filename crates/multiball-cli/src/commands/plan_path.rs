//! `plan --to-pose`: a motion of all joints that leads the tool along lines or arcs in space.

use std::fmt;

use multiball::geometry::{Pose, Vec3, rotation_from_quaternion};
use multiball::motion::{CartesianError, CartesianMotion, CartesianPath, LegReport, PathShape, follow_path};
use multiball::robot::{PlanarPose, PlanarRobot, Robot};
use serde::Serialize;

use super::plan::{JointReport, common_unit, joint_reports, joint_table, no_answer};
use super::robots::joined;
use super::sampled::{MotionSample, curves, sampled_path};
use crate::args::{Common, Numbers, Plan, PlanPath, name_of};
use crate::failure::Failure;
use crate::files;
use crate::plot;
use crate::show::print_report;

#[derive(Debug, Serialize)]
struct Report {
    robot: String,
    method: &'static str,
    path: String,
    duration_s: f64,
    /// The exact checker's verdict; a motion that breaks a limit is not printed.
    keeps_limits: bool,
    path_length_m: f64,
    /// The tool's greatest speed.
    tool_speed_m_s: f64,
    /// The tool's greatest distance from the path, and angle to its attitude.
    path_error_m: f64,
    attitude_error_rad: f64,
    legs: Vec<Leg>,
    joints: Vec<JointReport>,
    samples: Vec<MotionSample>,
}

/// One line or arc.
#[derive(Debug, Serialize)]
struct Leg {
    length_m: f64,
    end_s: f64,
    tool_speed_m_s: f64,
}

/// Plans, draws and prints the motion along the path.
pub(super) fn run(plan: &Plan, robot: &dyn Robot, common: &Common) -> Result<(), Failure> {
    let name = &plan.choice.robot;
    let vias = plan.via_pose.iter().map(|values| pose("--via-pose", values, robot, name));
    let ends = plan.to_pose.iter().map(|values| pose("--to-pose", values, robot, name));
    let path = CartesianPath {
        poses: vias.chain(ends).collect::<Result<_, _>>()?,
        shape: match plan.path {
            PlanPath::Line => PathShape::Line,
            PlanPath::Arc => PathShape::Arc,
        },
        tool_speed_m_s: plan.tool_speed_m_s,
    };
    let motion = follow_path(robot, &plan.from.0, &path).map_err(refused)?;
    let motion = match plan.duration_s {
        Some(requested_s) => motion.lasting(requested_s).map_err(no_answer)?,
        None => motion,
    };
    let report = Report::new(name, plan.path, &motion, robot);
    if let Some(path) = &plan.plot {
        let title = format!("{name} along a path of {:.3} m, {:.4} s", report.path_length_m, report.duration_s);
        let stops = report.legs.iter().rev().skip(1).map(|leg| (leg.end_s, "stops")).collect();
        let drawn = curves(title, &report.samples, common_unit(robot.limits()), stops);
        files::write_whole(path, &plot::joint_curves(&drawn)?)?;
    }
    print_report(&report, common.json)
}

/// A path that is none is bad input; one that the arm cannot follow has no answer.
fn refused(error: CartesianError) -> Failure {
    match error {
        CartesianError::NoPath { .. } | CartesianError::OddArc { .. } | CartesianError::Straight { .. } => {
            Failure::input(format!("--to-pose, --via-pose: {error}"))
        }
        CartesianError::NoLimit => no_answer(format!("{error} with --tool-speed-m-s")),
        other => no_answer(other),
    }
}

/// A pose as it is typed.
fn pose(flag: &str, values: &Numbers, robot: &dyn Robot, name: &str) -> Result<Pose, Failure> {
    let (planar, given) = (robot.downcast_ref::<PlanarRobot>().is_some(), values.0.as_slice());
    match *given {
        [x, z, phi] if planar => Ok(PlanarRobot::in_space(&PlanarPose { x, z, phi })),
        [x, y, z, qw, qx, qy, qz] if !planar => {
            let attitude = rotation_from_quaternion([qw, qx, qy, qz])
                .map_err(|error| Failure::input(format!("{flag} {}: {error}", joined(given))))?;
            Ok(Pose::from_parts(Vec3::new(x, y, z).into(), attitude))
        }
        _ => {
            let form = if planar { "X,Z,ANGLE" } else { "X,Y,Z,W,X,Y,Z" };
            let count = given.len();
            Err(Failure::input(format!("{flag} {}: {count} values, but {name} takes {form}", joined(given))))
        }
    }
}

impl Report {
    fn new(name: &str, path: PlanPath, motion: &CartesianMotion, robot: &dyn Robot) -> Self {
        let legs = motion.legs();
        let most = |value: fn(&LegReport) -> f64| legs.iter().map(value).fold(0.0, f64::max);
        let leg =
            |leg: &LegReport| Leg { length_m: leg.length_m, end_s: leg.end_s, tool_speed_m_s: leg.tool_speed_m_s };
        Self {
            robot: name.to_owned(),
            method: "path",
            path: name_of(&path),
            duration_s: motion.duration_s(),
            keeps_limits: true,
            path_length_m: legs.iter().map(|leg| leg.length_m).sum(),
            tool_speed_m_s: most(|leg| leg.tool_speed_m_s),
            path_error_m: most(|leg| leg.path_error_m),
            attitude_error_rad: most(|leg| leg.attitude_error_rad),
            legs: legs.iter().map(leg).collect(),
            joints: joint_reports(&motion.peaks(), robot.limits()),
            samples: sampled_path(motion),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { robot, path, duration_s, path_length_m, tool_speed_m_s, .. } = self;
        writeln!(f, "{robot} by {path}: {duration_s:.4} s for {path_length_m:.4} m, within all limits\n")?;
        writeln!(f, "  tool: at most {tool_speed_m_s:.3} m/s")?;
        writeln!(f, "  off the path by at most {:.1e} m, {:.1e} rad", self.path_error_m, self.attitude_error_rad)?;
        for (index, leg) in self.legs.iter().enumerate().filter(|_| self.legs.len() > 1) {
            writeln!(f, "  leg {}: {:.4} m, ends at {:.4} s", index + 1, leg.length_m, leg.end_s)?;
        }
        write!(f, "\n{}", joint_table(&self.joints))
    }
}
