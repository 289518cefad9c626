//! Paper 003: the serving manipulator. Way points, joint angles, the swarm's times compared with the exact ones; then
//! the serve itself.

use std::time::Instant;

use multiball::geometry::{Pose, Vec3};
use multiball::motion::{SpeedLimitedPath, TimingCost, TimingError, least_common_times, through};
use multiball::optimise::{Differential, Evaluation, Genetic, Method, Schedule, Silent, Stop, Swarm, minimise};
use multiball::robot::{Arm, JointKind, JointLimits, Joints, Serve5};
use multiball::serve::Server;
use nalgebra::{Rotation3, Translation3, Vector3};
use serde::Deserialize;

use super::{PaperReport, Picture, Row};
use crate::args::{Common, Reproduce};
use crate::failure::Failure;

/// The paper's tables, as printed.
const PRINTED: &str = include_str!("../../../../../data/reference/paper003.json");
/// Speed limit of table 5, deg/s.
const LIMIT_DEG_S: f64 = 80.0;
/// Each method has so many members and evaluations, and is run with so many seeds.
const POPULATION: usize = 20;
const EVALUATIONS: u64 = 2000;
const SEEDS: u64 = 30;
/// Serves that the search for the least joint speed tries; for the rules' least toss four seeds then agree within 7 %.
const SERVES_TRIED: u64 = 12_000;
/// Rises of the toss for which the least joint speed is searched, m: the rules' least first.
const RISES_M: [f64; 3] = [0.16, 0.30, 0.50];

#[derive(Debug, Deserialize)]
struct Printed {
    table2_cm_deg: [[f64; 6]; 4],
    table3_deg: [[f64; 4]; 5],
    table4_s: Times,
    table5_s: [[f64; 3]; 5],
}

/// Table 4: time that each method found for joint 1, s.
#[derive(Debug, Deserialize)]
struct Times {
    #[serde(rename = "SPSO")]
    spso: f64,
    #[serde(rename = "PSO-1")]
    pso1: f64,
    #[serde(rename = "GA")]
    ga: f64,
    #[serde(rename = "DE")]
    de: f64,
    #[serde(rename = "NPSO")]
    npso: f64,
}

pub(super) fn report(reproduce: &Reproduce, common: &Common) -> Result<PaperReport, Failure> {
    let printed: Printed =
        serde_json::from_str(PRINTED).map_err(|error| Failure::input(format!("paper003.json: {error}")))?;
    let failed = |error: &dyn std::fmt::Display| Failure::NoAnswer(error.to_string());
    let mut rows = table3(&printed).map_err(|error| failed(&error))?;
    let paths = printed.table3_deg.map(|way_points| SpeedLimitedPath { way_points, speed_limit: LIMIT_DEG_S });
    let seed = common.seed_or_default();
    rows.extend(table4(&paths[0], &printed.table4_s, seed).map_err(|error| failed(&error))?);
    rows.extend(table5(&paths, &printed.table5_s).map_err(|error| failed(&error))?);
    rows.extend(common_times(&paths).map_err(|error| failed(&error))?);
    rows.push(jerk_limited(&paths)?);
    rows.extend(serves(if reproduce.quick { &RISES_M[..1] } else { &RISES_M }, seed).map_err(|error| failed(&error))?);
    let pictures = if reproduce.report.is_some() { vec![draw()?] } else { Vec::new() };
    Ok(PaperReport { pictures, ..PaperReport::new("serve", rows) })
}

fn draw() -> Result<Picture, Failure> {
    let caption = "The paper plans the swing; here it strikes a ball, and the referee calls the serve good.".into();
    Ok(Picture { title: "A legal serve with topspin and sidespin", caption, svg: super::super::serve::example()? })
}

/// Table 3 from table 2: the joints at each way point.
fn table3(printed: &Printed) -> Result<Vec<Row>, multiball::robot::ReachError> {
    let arm = Serve5::default();
    let mut rows = Vec::new();
    for (point, way_point) in printed.table2_cm_deg.iter().enumerate() {
        let joints = arm.nearest(&pose(way_point), &Joints::zeros())?.joints;
        for (joint, angle) in joints.iter().enumerate() {
            let (ours, paper) = (angle.to_degrees(), printed.table3_deg[joint][point]);
            let same = (10.0 * ours).round() == (10.0 * paper).round();
            let name = format!("joint {} at X{point}", joint + 1);
            let note = if same { "every printed digit" } else { "differs" };
            rows.push(Row::new("3", name, "deg", Some(paper), ours).noted(note));
        }
    }
    Ok(rows)
}

/// A way point of table 2: R = Rx(c) Ry(b) Rz(a).
fn pose([x, y, z, a, b, c]: &[f64; 6]) -> Pose {
    let about = |axis, degrees: f64| Rotation3::from_axis_angle(&axis, degrees.to_radians());
    let attitude = about(Vector3::x_axis(), *c) * about(Vector3::y_axis(), *b) * about(Vector3::z_axis(), *a);
    Pose::from_parts(Translation3::from(Vec3::new(*x, *y, *z) / 100.0), attitude)
}

/// Table 4: joint 1 by five methods at equal evaluations, compared with the exact optimum.
fn table4(path: &SpeedLimitedPath, printed: &Times, seed: u64) -> Result<Vec<Row>, Failure> {
    let exact: f64 = path.least_times_s().map_err(|error| Failure::NoAnswer(error.to_string()))?.iter().sum();
    let swarm = |schedule| Swarm::new(schedule, POPULATION);
    let methods: [(&str, f64, Box<dyn Method>); 5] = [
        ("SPSO", printed.spso, Box::new(swarm(Schedule::Standard))),
        ("PSO-1", printed.pso1, Box::new(swarm(Schedule::Linear))),
        ("GA", printed.ga, Box::new(Genetic::new(POPULATION))),
        ("DE", printed.de, Box::new(Differential::new(POPULATION))),
        ("NPSO", printed.npso, Box::new(swarm(Schedule::Nonlinear))),
    ];
    let problem = TimingCost::new(*path).map_err(|error| Failure::NoAnswer(error.to_string()))?;
    let mut rows = Vec::new();
    for (name, paper, method) in &methods {
        let begin = Instant::now();
        let mut sums = Vec::new();
        for run in 0..SEEDS {
            let stop = Stop::after(EVALUATIONS);
            let best = minimise(&problem, method.as_ref(), &stop, seed + run, Evaluation::Serial, &mut Silent);
            sums.push(best.map_err(|error| Failure::NoAnswer(format!("{name}: {error}")))?.cost);
        }
        let each_ms = 1e3 * begin.elapsed().as_secs_f64() / SEEDS as f64;
        sums.sort_by(f64::total_cmp);
        let (median, worst) = (0.5 * (sums[14] + sums[15]), sums[29]);
        let gap = |sum: f64| 100.0 * (sum / exact - 1.0);
        let note =
            format!("median of {SEEDS} seeds; gap {:.3} %, worst {:.2} %, {each_ms:.2} ms", gap(median), gap(worst));
        rows.push(Row::new("4", format!("joint 1 by {name}"), "s", Some(*paper), median).noted(note));
    }
    let note = format!("each method above: {POPULATION} members, {EVALUATIONS} evaluations");
    rows.push(Row::new("4", "joint 1, exact optimum", "s", None, exact).noted(note));
    Ok(rows)
}

/// Table 5: the printed times break the printed limit; the least times that keep it are longer, or shorter.
fn table5(paths: &[SpeedLimitedPath; 5], printed: &[[f64; 3]; 5]) -> Result<Vec<Row>, TimingError> {
    let mut rows = Vec::new();
    for (joint, (path, times)) in paths.iter().zip(printed).enumerate() {
        let peak = path.motion(*times)?.peak_speed();
        let [t1, t2, t3] = path.least_times_s()?;
        let kept = if peak > LIMIT_DEG_S { "breaks" } else { "keeps" };
        let note = format!("printed peaks at {peak:.1} deg/s, {kept} {LIMIT_DEG_S}; exact {t1:.4} {t2:.4} {t3:.4}");
        let name = format!("joint {}, t1 + t2 + t3", joint + 1);
        rows.push(Row::new("5", name, "s", Some(times.iter().sum()), t1 + t2 + t3).noted(note));
    }
    Ok(rows)
}

/// One timing for all joints.
fn common_times(paths: &[SpeedLimitedPath; 5]) -> Result<Vec<Row>, TimingError> {
    let mut longest = [0.0f64; 3];
    for path in paths {
        let times = path.least_times_s()?;
        longest = std::array::from_fn(|segment| longest[segment].max(times[segment]));
    }
    let mut peak: f64 = 0.0;
    for path in paths {
        peak = peak.max(path.motion(longest)?.peak_speed());
    }
    let [t1, t2, t3] = least_common_times(paths)?;
    Ok(vec![
        Row::new("5", "all joints, longest of each segment", "s", None, longest.iter().sum())
            .noted(format!("peaks at {peak:.1} deg/s: breaks {LIMIT_DEG_S}")),
        Row::new("5", "all joints, least common times", "s", None, t1 + t2 + t3)
            .noted(format!("{t1:.4} {t2:.4} {t3:.4}, keeps {LIMIT_DEG_S}")),
    ])
}

/// The same way points without a stop, by phases of constant jerk, with the peaks of the best common 3-5-3 motion as
/// limits.
fn jerk_limited(paths: &[SpeedLimitedPath; 5]) -> Result<Row, Failure> {
    let no_answer = |error: &dyn std::fmt::Display| Failure::NoAnswer(error.to_string());
    let times_s = least_common_times(paths).map_err(|error| no_answer(&error))?;
    let mut limits = Vec::with_capacity(paths.len());
    for path in paths {
        let motion = path.motion(times_s).map_err(|error| no_answer(&error))?;
        limits.push(JointLimits {
            kind: JointKind::Revolute,
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
            speed: path.speed_limit,
            acceleration: motion.peak_acceleration(),
            jerk: motion.peak_jerk(),
        });
    }
    let limits: [JointLimits; 5] = std::array::from_fn(|joint| limits[joint]);
    let points: [Joints<5>; 4] = std::array::from_fn(|i| Joints::from_fn(|joint, _| paths[joint].way_points[i]));
    // Seven phases from each point to the next.
    let motion = through::<5, 21>(0.0, &points, &limits).map_err(|error| no_answer(&error))?;
    let note = "same way points, limits and peaks, without a stop (library: motion::through)";
    Ok(Row::new("5", "all joints, jerk-limited", "s", None, motion.end_s()).noted(note))
}

/// How fast the joints must be for a legal serve.
fn serves(rises_m: &[f64], seed: u64) -> Result<Vec<Row>, multiball::optimise::OptimiseError> {
    let server = Server::default();
    let mut rows = Vec::new();
    for &rise in rises_m {
        let least = server.least_joint_speed(rise, SERVES_TRIED, seed)?;
        let speed = least.plan.path.struck.velocity.norm();
        let note = format!("the slowest found, with a legal serve of {speed:.1} m/s; paper's limit {LIMIT_DEG_S}");
        let name = format!("least joint speed, toss of {rise:.2} m");
        rows.push(Row::new("text", name, "deg/s", None, least.speed.to_degrees()).noted(note));
    }
    let default = server.arm.limits()[0].speed.to_degrees();
    let note = "default of the serving arm: what medium serves with spin take, see `serve`";
    rows.push(Row::new("text", "joint speed limit used", "deg/s", None, default).noted(note));
    Ok(rows)
}
