//! Paper 001: inverse kinematics of a six-axis arm in closed form.

use multiball::experiments::InverseTrial;
use multiball::geometry::portable;
use multiball::robot::Arm6;

use super::{PaperReport, Row};
use crate::args::{Common, Reproduce};

/// The paper prints no table; its claim is a solution without iteration. The figures are those of the claim.
pub(super) fn report(reproduce: &Reproduce, common: &Common) -> PaperReport {
    let poses = if reproduce.quick { 20_000 } else { 200_000 };
    let arm = Arm6::default();
    let anywhere = InverseTrial::anywhere(&arm, poses, common.seed_or_default());
    let near = InverseTrial::near_singularities(&arm, poses, common.seed_or_default());
    let row = |name: &str, unit, ours, note: &str| Row::new("text", name, unit, None, ours).noted(note);
    let most = format!("of {} found; most for one pose {}", anywhere.solutions, anywhere.most);
    let rows = vec![
        printed_angle(),
        row("poses at random joints", "", poses as f64, "each given back with all its solutions"),
        row("solutions per pose, mean", "", anywhere.solutions as f64 / poses as f64, &most),
        row("poses whose own joints are among them", "%", 100.0 * anywhere.found as f64 / poses as f64, ""),
        row("worst position of a solution", "m", anywhere.position_m, "by forward kinematics; 1e-10 required"),
        row("worst attitude of a solution", "rad", anywhere.angle_rad, "by forward kinematics; 1e-10 required"),
        row("poses near a singularity", "", poses as f64, "wrist, elbow or yaw within 1e-12 to 1e-3"),
        row("worst position of a solution there", "m", near.position_m, ""),
        row("worst attitude of a solution there", "rad", near.angle_rad, ""),
        row("poses there without a solution", "", near.lost as f64, ""),
    ];
    PaperReport::new("arm6", rows)
}

/// The paper's angle between forearm and gripper adds angles of rotations that do not commute.
fn printed_angle() -> Row {
    let (elevation, azimuth, beta, phi1) = (0.3, 0.5, 0.4, 0.2);
    let (sin_e, cos_e) = portable::sin_cos(elevation);
    let (sin_b, cos_b) = portable::sin_cos(beta);
    let printed = portable::acos(portable::cos(elevation - beta) * portable::cos(azimuth - phi1));
    let exact = portable::acos(cos_e * cos_b * portable::cos(azimuth - phi1) + sin_e * sin_b);
    Row::new("text", "φ5 for elevation .3, azimuth .5, β .4, φ1 .2", "rad", Some(printed), exact)
        .noted("the paper's sum of angles, and the angle itself")
}
