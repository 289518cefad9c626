//! Arguments of `plan`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::robots::{Numbers, RobotChoice, joint_rates, joint_values, pose_values};
use super::{number_within, positive_seconds};

/// How joints get from one state to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlanMethod {
    /// A cubic per joint: meets positions and velocities; its acceleration jumps at both ends
    Cubic,
    /// A quintic per joint: meets accelerations too, so the jerk stays finite
    Quintic,
    /// A cubic, a quintic and a cubic through two way points [paper 003]
    #[value(name = "353")]
    ThreeFiveThree,
    /// The fastest motion within the limits of speed, acceleration and jerk
    Jerk,
}

impl PlanMethod {
    /// Its name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Cubic => "cubic",
            Self::Quintic => "quintic",
            Self::ThreeFiveThree => "353",
            Self::Jerk => "jerk",
        }
    }
}

/// How the times of a 353 motion are divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlanTimes {
    /// The same three for all joints, which pass the way points together
    Common,
    /// Three of its own for each joint, the least that its limits allow [paper 003, table 5]
    PerJoint,
}

/// How the tool gets from one pose to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlanPath {
    /// A straight line to each pose; the tool stops at each
    Line,
    /// Arcs of circles, each through one pose to the next
    Arc,
}

#[derive(Debug, Args)]
#[command(after_help = "\
All joints move together and keep every limit of the robot: range, speed, acceleration and jerk.
A cubic keeps the jerk limit only between its ends.
Without --duration-s the motion is as short as the limits allow. With it, the motion takes exactly that long.
When that is impossible, the command prints the reason and exits with code 1.
With --to-pose the tool runs along a path in space, within 1e-6 m, as fast as the limits allow or at --tool-speed-m-s.
An arm of fewer than six joints keeps the position, and the attitude as near as it can.
The attitude turns evenly from one end to the other. At the end of each line or arc the tool stops.
A path that the arm cannot follow is refused with the place and the reason, exit code 1.

Examples:
  multiball plan arm6 --from 0,0,0,0,0,0 --to 0.5,-0.3,0.4,1,0.5,-1
  multiball plan arm6 --from 0,0,0,0,0,0 --to 0.5,-0.3,0.4,1,0.5,-1 --method jerk --plot motion.svg
  multiball plan planar3 --from 1.7,-1.9,0.4 --to 1.2,-1.4,0.3 --end-velocity 2,0,-1 --duration-s 0.5 --json
  multiball plan serve5 --method 353 --from -0.76,-2.88,-2.80,0.06,1.66 --via -0.28,-2.54,-2.36,0.32,1.90 \
    --via 0.25,-1.92,-2.01,0.53,2.17 --to 0.79,-1.61,-1.64,0.80,2.36
  multiball plan serve5 --method 353 --times per-joint --from -0.76,-2.88,-2.80,0.06,1.66 \
    --to 0.79,-1.61,-1.64,0.80,2.36
  multiball plan arm6 --from 0.3,-0.5,0.2,0.1,0.9,0.4 --to-pose 0.2,0.9,1.1,0.9239,0.3827,0,0 --tool-speed-m-s 0.5
  multiball plan arm6 --from 0,0,0,0,0.9,0 --path arc --via-pose 0.2,1,1.1,0.9239,0.3827,0,0 \
    --to-pose 0.3,0.8,1.2,0.9239,0.3827,0,0 --plot arc.svg
  multiball plan planar3 --from 1.7,-1.9,0.4 --via-pose 0.4,0.3,0.2 --to-pose 0.5,0.4,0.3 --json")]
pub(crate) struct Plan {
    #[command(flatten)]
    pub(crate) choice: RobotChoice,
    /// Joints to start from, at rest
    #[arg(long, value_name = "A,B,…", allow_hyphen_values = true, value_parser = joint_values)]
    pub(crate) from: Numbers,
    /// Joints to end at
    #[arg(
        long,
        value_name = "A,B,…",
        allow_hyphen_values = true,
        value_parser = joint_values,
        required_unless_present = "to_pose"
    )]
    pub(crate) to: Option<Numbers>,
    /// Pose of the tool to end at, m and quaternion w,x,y,z: in place of --to; X,Z,ANGLE of planar3
    #[arg(
        long,
        value_name = "X,Y,Z,W,X,Y,Z",
        allow_hyphen_values = true,
        value_parser = pose_values,
        conflicts_with_all = ["to", "via", "end_velocity", "method", "times"]
    )]
    pub(crate) to_pose: Option<Numbers>,
    /// A pose on the way, which may be given several times
    #[arg(
        long,
        value_name = "X,Y,Z,W,X,Y,Z",
        allow_hyphen_values = true,
        value_parser = pose_values,
        conflicts_with = "to"
    )]
    pub(crate) via_pose: Vec<Numbers>,
    /// How the tool gets from pose to pose
    #[arg(long, value_name = "P", default_value = "line", conflicts_with = "to")]
    pub(crate) path: PlanPath,
    /// Speed of the tool, m/s, where the joints allow it [default: as fast as they allow]
    #[arg(
        long,
        value_name = "V",
        allow_hyphen_values = true,
        value_parser = tool_speed,
        conflicts_with_all = ["to", "duration_s"]
    )]
    pub(crate) tool_speed_m_s: Option<f64>,
    /// A way point of 353, given twice [default: at one and two thirds of the path]
    #[arg(long, value_name = "A,B,…", allow_hyphen_values = true, value_parser = joint_values)]
    pub(crate) via: Vec<Numbers>,
    /// Velocities at the end, rad/s or m/s [default: at rest]
    #[arg(long, value_name = "A,B,…", allow_hyphen_values = true, value_parser = joint_rates)]
    pub(crate) end_velocity: Option<Numbers>,
    /// Duration of the motion, s [default: the least that the limits allow]
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = positive_seconds)]
    pub(crate) duration_s: Option<f64>,
    /// Method
    #[arg(long, value_name = "M", default_value = "quintic")]
    pub(crate) method: PlanMethod,
    /// Times of the three segments of 353
    #[arg(long, value_name = "T", default_value = "common")]
    pub(crate) times: PlanTimes,
    /// Draw position, velocity and acceleration over time
    #[arg(long, value_name = "F.svg")]
    pub(crate) plot: Option<PathBuf>,
}

fn tool_speed(text: &str) -> Result<f64, String> {
    number_within(text, 1e-4, 100.0, "m/s")
}
