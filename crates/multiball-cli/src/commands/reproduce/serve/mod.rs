//! Paper 003: the serving manipulator. Way points, joint angles, the swarm's times compared with the exact ones; then
//! the serve itself.

mod convergence;
mod end_path;
mod motions;
mod way_points;

use multiball::motion::{SpeedLimitedPath, TimingError, least_common_times, through};
use multiball::robot::{Arm, JointKind, JointLimits, Joints};
use multiball::serve::Server;
use serde::Deserialize;

use self::convergence::Searches;
use self::end_path::EndPaths;
use self::motions::{Motions, Timings};
use super::{PaperReport, Picture, Row};
use crate::args::{Common, Paper, Reproduce};
use crate::failure::Failure;

/// The paper's tables, as printed.
const PRINTED: &str = include_str!("../../../../../../data/reference/paper003.json");
/// Speed limit of table 5, deg/s.
const LIMIT_DEG_S: f64 = 80.0;
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
    let mut rows = way_points::rows(&printed).map_err(no_answer)?;
    let paths = printed.table3_deg.map(|way_points| SpeedLimitedPath { way_points, speed_limit: LIMIT_DEG_S });
    let seed = common.seed_or_default();
    let searches = Searches::new(&paths[0], &printed.table4_s, seed)?;
    rows.extend(searches.rows());
    rows.extend(table5(&paths, &printed.table5_s).map_err(no_answer)?);
    rows.extend(common_times(&paths).map_err(no_answer)?);
    rows.push(jerk_limited(&paths)?);
    let timings = Timings::new(&paths, &printed.table5_s)?;
    let together = Motions::new(&paths, &[least_common_times(&paths).map_err(no_answer)?; 5])?;
    let end = EndPaths::new(&printed.table3_deg, &together, &timings);
    rows.extend(timings.rows());
    rows.extend(end.rows());
    rows.extend(serves(if reproduce.quick { &RISES_M[..1] } else { &RISES_M }, seed).map_err(no_answer)?);
    let mut pictures = Vec::new();
    if reproduce.report.is_some() || (reproduce.plot.is_some() && reproduce.paper == Paper::Serve) {
        pictures.extend([timings.picture()?, end.picture()?, searches.picture()?]);
    }
    if reproduce.report.is_some() {
        pictures.push(draw()?);
    }
    Ok(PaperReport { pictures, stacked: true, ..PaperReport::new("serve", rows) })
}

fn no_answer(error: impl std::fmt::Display) -> Failure {
    Failure::NoAnswer(error.to_string())
}

fn draw() -> Result<Picture, Failure> {
    let caption = "The paper plans the swing; here it strikes a ball, and the referee calls the serve good.".into();
    Ok(Picture { title: "A legal serve with topspin and sidespin", caption, svg: super::super::serve::example()? })
}

/// Table 5: the printed times break the printed limit; the least times that keep it are longer, or shorter.
fn table5(paths: &[SpeedLimitedPath; 5], printed: &[[f64; 3]; 5]) -> Result<Vec<Row>, TimingError> {
    let mut rows = Vec::new();
    for (joint, (path, times)) in paths.iter().zip(printed).enumerate() {
        let peak = path.motion(*times)?.peak_speed();
        let [t1, t2, t3] = path.least_times_s()?;
        let kept = if peak > LIMIT_DEG_S { "breaks" } else { "keeps" };
        let (exact, how) = (
            format!("exact {t1:.4} {t2:.4} {t3:.4}"),
            format!("printed peaks at {peak:.1} deg/s, {kept} {LIMIT_DEG_S}"),
        );
        let name = format!("joint {}, t1 + t2 + t3", joint + 1);
        rows.push(Row::new("5", name, "s", Some(times.iter().sum()), t1 + t2 + t3).noted(exact).differs(&how));
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
    let times_s = least_common_times(paths).map_err(no_answer)?;
    let mut limits = Vec::with_capacity(paths.len());
    for path in paths {
        let motion = path.motion(times_s).map_err(no_answer)?;
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
    let motion = through::<5, 21>(0.0, &points, &limits).map_err(no_answer)?;
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
