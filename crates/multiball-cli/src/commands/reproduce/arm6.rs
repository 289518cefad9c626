//! Paper 001: inverse kinematics of a six-axis arm in closed form.

use multiball::experiments::{InverseTrial, PlaneTrial, WristSigns};
use multiball::geometry::portable;
use multiball::robot::Arm6;

use super::{PaperReport, Row};
use crate::args::{Common, Reproduce};
use crate::statistics::median;

/// Where the paper's own method stands, which prints no figure.
const PLANES: &str = "eq. 4 to 11";

/// The paper prints no table; its claim is a solution without iteration. The figures are those of the claim, then those
/// of the paper's own formulas.
pub(super) fn report(reproduce: &Reproduce, common: &Common) -> PaperReport {
    let poses = if reproduce.quick { 20_000 } else { 200_000 };
    let (arm, seed) = (Arm6::default(), common.seed_or_default());
    let mut rows = closed_form(&arm, poses, seed);
    rows.push(angle_itself());
    rows.extend(planes(&PlaneTrial::anywhere(&arm, poses, seed)));
    rows.extend(planes_near_singularities(&PlaneTrial::near_singularities(&arm, poses, seed)));
    PaperReport::new("arm6", rows)
}

/// Our closed form on its own.
fn closed_form(arm: &Arm6, poses: usize, seed: u64) -> Vec<Row> {
    let anywhere = InverseTrial::anywhere(arm, poses, seed);
    let near = InverseTrial::near_singularities(arm, poses, seed);
    let row = |name: &str, unit, ours, note: &str| Row::new("text", name, unit, None, ours).noted(note);
    let most = format!("of {} found; most for one pose {}", anywhere.solutions, anywhere.most);
    vec![
        row("poses at random joints", "", poses as f64, "each given back with all its solutions"),
        row("solutions per pose, mean", "", anywhere.solutions as f64 / poses as f64, &most),
        row("poses whose own joints are among them", "%", percent(anywhere.found, poses), ""),
        row("worst position of a solution", "m", anywhere.position_m, "by forward kinematics; 1e-10 required"),
        row("worst attitude of a solution", "rad", anywhere.angle_rad, "by forward kinematics; 1e-10 required"),
        row("poses near a singularity", "", poses as f64, "wrist, elbow or yaw within 1e-12 to 1e-3"),
        row("worst position of a solution there", "m", near.position_m, ""),
        row("worst attitude of a solution there", "rad", near.angle_rad, ""),
        row("poses there without a solution", "", near.lost as f64, ""),
    ]
}

/// The angle between forearm and gripper at one pose. The paper's sum adds angles of rotations that do not commute; it
/// prints the formula and no number.
fn angle_itself() -> Row {
    let (elevation, azimuth, beta, phi1) = (0.3, 0.5, 0.4, 0.2);
    let (sin_e, cos_e) = portable::sin_cos(elevation);
    let (sin_b, cos_b) = portable::sin_cos(beta);
    let around = portable::cos(azimuth - phi1);
    let formula = portable::acos(portable::cos(elevation - beta) * around);
    let itself = portable::acos(cos_e * cos_b * around + sin_e * sin_b);
    of_planes("φ5 for elevation .3, azimuth .5, β .4, φ1 .2", "rad", itself)
        .noted(format!("the angle itself; the paper's formula gives {formula:.4}"))
}

/// The paper's formulas at random joints: as printed, corrected, and with every choice of signs.
fn planes(trial: &PlaneTrial) -> Vec<Row> {
    let mut rows = as_printed(trial);
    let arms =
        format!("of {} for each of {} arms; another number for {}", WristSigns::COUNT, trial.arms, trial.not_two);
    let per_pose = trial.closing as f64 / trial.poses as f64;
    rows.extend([
        of_planes("choices of signs that close, mean", "", trial.closing as f64 / trial.arms as f64).noted(arms),
        of_planes("choices that close for a pose, mean", "", per_pose).noted("of 128, with facing and elbow"),
    ]);
    let choices = WristSigns::all().zip(trial.by_choice).filter(|(signs, _)| !signs.phi5_negative);
    rows.extend(choices.map(|(signs, closing)| {
        let flipped = signs.flipped();
        of_planes(format!("closes: {signs}"), "%", percent(closing, trial.arms)).noted(format!("and {flipped}"))
    }));
    let missed = format!("{} of {} not, to 1e-5 rad", trial.missed, trial.solutions);
    rows.extend([
        of_planes("arms that the rule of signs closes", "%", percent(trial.by_rule, trial.arms))
            .noted("the rule which the paper leaves open, in docs/theory/arms.md"),
        of_planes(
            "our solutions that some choice gives",
            "%",
            percent(trial.solutions - trial.missed, trial.solutions),
        )
        .noted(missed),
        of_planes("best choice, worst position", "m", trial.position_m)
            .noted("an arc cosine near 0 loses half of the digits"),
        of_planes("best choice, worst attitude", "rad", trial.angle_rad),
    ]);
    rows
}

/// The formulas with every arc cosine as it is.
fn as_printed(trial: &PlaneTrial) -> Vec<Row> {
    let notes = [
        ("described", "equation 2 is lost: the triangle in words, arm ahead and elbow up as drawn"),
        ("described", "the same"),
        ("described", "the same"),
        ("printed", "an angle of planes, without sign and quadrant"),
        ("printed", "a sum of angles of rotations that do not commute"),
        ("printed", "θ - ζ, an angle of planes"),
    ];
    let joint = |(index, (count, (source, note))): (usize, (&usize, (&str, &str)))| {
        let name = format!("φ{} as {source} is that of a solution", index + 1);
        of_planes(name, "%", percent(*count, trial.poses)).noted(note)
    };
    let mut rows: Vec<Row> = trial.printed.iter().zip(notes).enumerate().map(joint).collect();
    let readings = ["α = -φ1, β = -(φ2 + φ3)", "α = -φ1, β = φ2 + φ3", "α = φ1, β = -(φ2 + φ3)", "α = φ1, β = φ2 + φ3"];
    rows.extend([
        of_planes("poses reached by all six as printed", "%", percent(trial.printed_whole, trial.poses)),
        of_planes("the same with the angle itself for φ5", "%", percent(trial.corrected_whole, trial.poses)),
    ]);
    rows.extend(readings.iter().zip(&trial.phi5_errors).filter_map(|(reading, errors)| {
        let worst = errors.iter().copied().fold(0.0, f64::max);
        let right = percent(errors.iter().filter(|error| **error < PlaneTrial::SAME).count(), errors.len());
        let name = format!("median error of φ5 as printed, {reading}");
        let note = format!("worst {worst:.4} rad; {right:.2} % within 1e-5 rad");
        Some(of_planes(name, "rad", median(errors.clone())?).noted(note))
    }));
    rows
}

/// The paper's formulas where wrist, elbow or yaw is nearly singular.
fn planes_near_singularities(trial: &PlaneTrial) -> [Row; 3] {
    let undefined = format!("of {}: a plane is undefined", trial.arms);
    [
        of_planes("arms near a singularity without a number", "", trial.undefined as f64).noted(undefined),
        of_planes("best choice there, worst position", "m", trial.position_m),
        of_planes("best choice there, worst attitude", "rad", trial.angle_rad),
    ]
}

/// A figure of the paper's formulas, for which the paper prints no number.
fn of_planes(name: impl Into<String>, unit: &'static str, ours: f64) -> Row {
    Row::new(PLANES, name, unit, None, ours)
}

fn percent(count: usize, of: usize) -> f64 {
    100.0 * count as f64 / of as f64
}
