//! Arguments of `plan`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::positive_seconds;
use super::robots::{Numbers, RobotChoice, joint_rates, joint_values};

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

#[derive(Debug, Args)]
#[command(after_help = "\
All joints move together and keep every limit of the robot: range, speed, acceleration and jerk.
A cubic keeps the jerk limit only between its ends.
Without --duration-s the motion is as short as the limits allow. With it, the motion takes exactly that long.
When that is impossible, the command prints the reason and exits with code 1.

Examples:
  multiball plan arm6 --from 0,0,0,0,0,0 --to 0.5,-0.3,0.4,1,0.5,-1
  multiball plan arm6 --from 0,0,0,0,0,0 --to 0.5,-0.3,0.4,1,0.5,-1 --method jerk --plot motion.svg
  multiball plan planar3 --from 1.7,-1.9,0.4 --to 1.2,-1.4,0.3 --end-velocity 2,0,-1 --duration-s 0.5 --json
  multiball plan serve5 --method 353 --from -0.76,-2.88,-2.80,0.06,1.66 --via -0.28,-2.54,-2.36,0.32,1.90 \
    --via 0.25,-1.92,-2.01,0.53,2.17 --to 0.79,-1.61,-1.64,0.80,2.36
  multiball plan serve5 --method 353 --times per-joint --from -0.76,-2.88,-2.80,0.06,1.66 \
    --to 0.79,-1.61,-1.64,0.80,2.36")]
pub(crate) struct Plan {
    #[command(flatten)]
    pub(crate) choice: RobotChoice,
    /// Joints to start from, at rest
    #[arg(long, value_name = "A,B,…", allow_hyphen_values = true, value_parser = joint_values)]
    pub(crate) from: Numbers,
    /// Joints to end at
    #[arg(long, value_name = "A,B,…", allow_hyphen_values = true, value_parser = joint_values)]
    pub(crate) to: Numbers,
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
