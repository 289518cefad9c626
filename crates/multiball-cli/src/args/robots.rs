//! Arguments of the commands about robots.

use std::path::PathBuf;

use clap::Args;
use multiball::geometry::{Attitude, rotation_from_quaternion};

use super::{check_size, number, number_within};

/// Numbers with commas between them: as many as a robot has joints, or a pose has coordinates.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Numbers(pub(crate) Vec<f64>);

#[derive(Debug, Args)]
pub(crate) struct RobotChoice {
    /// planar3, arm6, serve5, rail6, or a .toml or .urdf file; robots/README.md lists the fields
    pub(crate) robot: String,
    /// Last link of the robot in a .urdf file with several ends
    #[arg(long, value_name = "LINK")]
    pub(crate) tip: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Joints outside their limits are accepted and flagged.
The Jacobian's rows are velocity and angular velocity in the base frame. planar3 has the rates of x, z and the angle.

Examples:
  multiball fk arm6 --joints 0.3,-0.5,0.2,0.1,0.9,0.4
  multiball fk planar3 --joints 1.7,-1.9,0.4
  multiball fk rail6 --joints 0.9,1.1,0,0.5,1.0,0 --json
  multiball fk arm6.urdf --joints 0.3,-0.5,0.2 --tip link3")]
pub(crate) struct Fk {
    #[command(flatten)]
    pub(crate) choice: RobotChoice,
    /// One value per joint: rad, or m for a sliding joint
    #[arg(long, value_name = "A,B,…", allow_hyphen_values = true, value_parser = joint_values)]
    pub(crate) joints: Numbers,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Without --all the command prints the solution within the limits that is nearest to --near.
When there is none, it prints the reason and exits with code 1.
Quaternions are w,x,y,z of length 1 within 0.001. planar3 takes --position-m X,Z and --angle-rad instead.
For arm6 and its robot files azimuth, elevation and roll may replace the quaternion: R = Rz(A) Rx(E) Ry(R).
They turn by the right hand: azimuth to the left, elevation up, roll clockwise as seen from behind the tool.
Solutions are exact to 1e-10 m and rad, those of a URDF arm with fewer than six joints to 1e-5.
For a .urdf file the search within the limits starts from 100 points drawn with --seed.

Examples:
  multiball ik arm6 --position-m 0.2,0.9,1.1 --quaternion 0.9239,0.3827,0,0
  multiball ik arm6 --position-m 0.2,0.9,1.1 --quaternion 0.9239,0.3827,0,0 --all
  multiball ik arm6 --position-m 0.2,0.9,1.1 --azimuth-deg -20 --elevation-deg 45 --roll-deg 10
  multiball ik serve5 --position-m 0.34691,0.01138,0.25424 --quaternion 0.21242,-0.11716,0.96952,0.03433
  multiball ik planar3 --position-m 0.5,0.4 --angle-rad 0.3 --json
  multiball ik arm6.urdf --position-m 0.2,0.9,1.1 --quaternion 0.9239,0.3827,0,0")]
pub(crate) struct Ik {
    #[command(flatten)]
    pub(crate) choice: RobotChoice,
    /// The end point, m: X,Y,Z, or X,Z of planar3
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = coordinates)]
    pub(crate) position_m: Numbers,
    /// The attitude of the end frame
    #[arg(long, value_name = "W,X,Y,Z", allow_hyphen_values = true, value_parser = quaternion)]
    pub(crate) quaternion: Option<Attitude>,
    /// arm6: where the tool points, from y towards -x, deg
    #[arg(long, value_name = "A", allow_hyphen_values = true, value_parser = turn_deg)]
    pub(crate) azimuth_deg: Option<f64>,
    /// arm6: how far the tool points up, deg
    #[arg(long, value_name = "E", allow_hyphen_values = true, value_parser = elevation_deg)]
    pub(crate) elevation_deg: Option<f64>,
    /// arm6: how far the tool is turned about itself, from its z towards its x, deg
    #[arg(long, value_name = "R", allow_hyphen_values = true, value_parser = turn_deg)]
    pub(crate) roll_deg: Option<f64>,
    /// The angle of planar3's racket normal from x towards z, rad
    #[arg(long, value_name = "P", allow_hyphen_values = true, value_parser = angle)]
    pub(crate) angle_rad: Option<f64>,
    /// Preferred joints [default: 0 or the nearest value within the limits; the middle of rails]
    #[arg(long, value_name = "A,B,…", allow_hyphen_values = true, value_parser = joint_values)]
    pub(crate) near: Option<Numbers>,
    /// Print every solution, within limits or not
    #[arg(long)]
    pub(crate) all: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
The text goes to standard output, or to a file that appears whole or not at all.
It holds kinematics, ranges, speeds and simple shapes. URDF before 1.2 has no field for acceleration and jerk.

Examples:
  multiball urdf arm6
  multiball urdf arm6 --output arm6.urdf")]
pub(crate) struct Urdf {
    #[command(flatten)]
    pub(crate) choice: RobotChoice,
    /// Write to this file
    #[arg(long, value_name = "F.urdf")]
    pub(crate) output: Option<PathBuf>,
}

fn list(text: &str) -> Result<Vec<f64>, String> {
    text.split(',').map(number).collect()
}

/// Numbers of a size that makes sense; how many are needed depends on the robot.
fn numbers(text: &str, most: f64, unit: &str) -> Result<Numbers, String> {
    let values = list(text)?;
    check_size(&values, most, unit).map(|()| Numbers(values))
}

pub(super) fn joint_values(text: &str) -> Result<Numbers, String> {
    numbers(text, 1000.0, "rad or m")
}

pub(super) fn joint_rates(text: &str) -> Result<Numbers, String> {
    numbers(text, 1000.0, "rad/s or m/s")
}

/// A pose: coordinates, and the quaternion or angle of the attitude.
pub(super) fn pose_values(text: &str) -> Result<Numbers, String> {
    numbers(text, 100.0, "m or rad")
}

fn coordinates(text: &str) -> Result<Numbers, String> {
    numbers(text, 100.0, "m")
}

fn angle(text: &str) -> Result<f64, String> {
    match numbers(text, 1000.0, "rad")?.0.as_slice() {
        [angle] => Ok(*angle),
        several => Err(format!("{} numbers: it takes one", several.len())),
    }
}

fn turn_deg(text: &str) -> Result<f64, String> {
    number_within(text, -360.0, 360.0, "deg")
}

fn elevation_deg(text: &str) -> Result<f64, String> {
    number_within(text, -90.0, 90.0, "deg")
}

fn quaternion(text: &str) -> Result<Attitude, String> {
    match list(text)?.as_slice() {
        [w, x, y, z] => rotation_from_quaternion([*w, *x, *y, *z]).map_err(|error| error.to_string()),
        other => Err(format!("{} of four numbers: it takes W,X,Y,Z", other.len())),
    }
}
