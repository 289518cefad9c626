//! `plan`: a motion of all joints from one state to another that keeps every limit.

use std::fmt;

use multiball::motion::{
    JointMotion, JointState, LimitError, MotionError, Peaks, Shape, ThreeFiveThree, arrive_at, jerk_limited,
    least_limited_times, soonest,
};
use multiball::robot::{JointKind, JointLimits, Joints};
use serde::Serialize;

use super::per_joint::PerJoint;
use super::sampled::{MotionSample, curves, sampled};
use super::{plan_path, robots};
use crate::args::{Common, Numbers, Plan, PlanMethod, PlanTimes};
use crate::failure::Failure;
use crate::files;
use crate::plot;
use crate::show::{Align, Table, fitted, print_report};

#[derive(Debug, Serialize)]
struct Report {
    robot: String,
    method: &'static str,
    duration_s: f64,
    /// Times of the segments of 353.
    #[serde(skip_serializing_if = "Option::is_none")]
    segments_s: Option<[f64; 3]>,
    /// The same of each joint, where they have times of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    joint_segments_s: Option<Vec<[f64; 3]>>,
    /// The exact checker's verdict; a motion that breaks a limit is not printed.
    keeps_limits: bool,
    joints: Vec<JointReport>,
    samples: Vec<MotionSample>,
}

/// One joint's exact peaks and its limits; a missing limit is null.
#[derive(Debug, Serialize)]
pub(super) struct JointReport {
    unit: &'static str,
    peak_speed: f64,
    speed_limit: Option<f64>,
    peak_acceleration: f64,
    acceleration_limit: Option<f64>,
    peak_jerk: f64,
    jerk_limit: Option<f64>,
}

/// The requested motion of a robot with N joints.
struct Task<const N: usize> {
    points: [Joints<N>; 4],
    to: JointState<N>,
    limits: [JointLimits; N],
    duration_s: Option<f64>,
}

/// A motion that keeps its limits, ready to print.
struct Planned {
    duration_s: f64,
    segments_s: Option<[f64; 3]>,
    joint_segments_s: Option<Vec<[f64; 3]>>,
    peaks: Vec<Peaks>,
    samples: Vec<MotionSample>,
}

pub(crate) fn run(plan: &Plan, common: &Common) -> Result<(), Failure> {
    if let Some(path) = &plan.plot {
        files::check_svg(path)?;
    }
    let robot = robots::load(&plan.choice)?;
    let name = &plan.choice.robot;
    let limits = robot.limits();
    for (flag, values) in lists(plan) {
        robots::check_count(flag, values, &*robot, name)?;
    }
    check_ranges(plan, limits)?;
    let Some(to) = &plan.to else { return plan_path::run(plan, &*robot, common) };
    check_method(plan)?;
    let planned = match limits.len() {
        1 => planned::<1>(plan, to, limits),
        2 => planned::<2>(plan, to, limits),
        3 => planned::<3>(plan, to, limits),
        4 => planned::<4>(plan, to, limits),
        5 => planned::<5>(plan, to, limits),
        6 => planned::<6>(plan, to, limits),
        7 => planned::<7>(plan, to, limits),
        8 => planned::<8>(plan, to, limits),
        joints => Err(Failure::input(format!("{name}: {joints} joints; plan takes robots of 1 to 8"))),
    }?;
    let report = Report::new(name.clone(), plan.method, planned, limits);
    if let Some(path) = &plan.plot {
        let title = format!("{name} by {}, {:.4} s", report.method, report.duration_s);
        let drawn = curves(title, &report.samples, common_unit(limits), marks(report.segments_s));
        files::write_whole(path, &plot::joint_curves(&drawn)?)?;
    }
    print_report(&report, common.json)
}

/// All lists of joint values, with their options.
fn lists(plan: &Plan) -> impl Iterator<Item = (&'static str, &Numbers)> {
    let to = plan.to.iter().map(|values| ("--to", values));
    let via = plan.via.iter().map(|values| ("--via", values));
    let velocity = plan.end_velocity.iter().map(|values| ("--end-velocity", values));
    std::iter::once(("--from", &plan.from)).chain(to).chain(via).chain(velocity)
}

/// Refuses a point that no motion can start from, pass or end at, and a velocity that no motion can end with.
fn check_ranges(plan: &Plan, limits: &[JointLimits]) -> Result<(), Failure> {
    for (flag, values) in lists(plan) {
        for (index, (value, limit)) in values.0.iter().zip(limits).enumerate() {
            let (low, high, allowed, per) = match flag {
                "--end-velocity" => (-limit.speed, limit.speed, value.abs() <= limit.speed, "/s"),
                _ => (limit.low, limit.high, limit.contains(*value), ""),
            };
            if !allowed {
                return Err(Failure::input(format!(
                    "{flag} {}: joint {} = {value} is not allowed; it must be from {low:.4} to {high:.4} {}{per}",
                    robots::joined(&values.0),
                    index + 1,
                    limit.kind.unit()
                )));
            }
        }
    }
    Ok(())
}

/// Refuses options that do not go together.
fn check_method(plan: &Plan) -> Result<(), Failure> {
    let three = plan.method == PlanMethod::ThreeFiveThree;
    if plan.times == PlanTimes::PerJoint && !three {
        let method = plan.method.name();
        return Err(Failure::input(format!("--times per-joint goes with --method 353, not with {method}")));
    }
    if let Some(velocity) = plan.end_velocity.as_ref().filter(|_| three) {
        return Err(Failure::input(format!(
            "--end-velocity {}: a 353 motion ends at rest; take cubic, quintic or jerk",
            robots::joined(&velocity.0)
        )));
    }
    match plan.via.len() {
        0 => Ok(()),
        _ if !three => Err(Failure::input(format!("--via goes with --method 353, not with {}", plan.method.name()))),
        2 => Ok(()),
        1 => Err(Failure::input("--via: 1 way point; a 353 motion passes two")),
        given => Err(Failure::input(format!("--via: {given} way points; a 353 motion passes two"))),
    }
}

fn planned<const N: usize>(plan: &Plan, to: &Numbers, limits: &[JointLimits]) -> Result<Planned, Failure> {
    let joints = |values: &Numbers| Joints::<N>::from_iterator(values.0.iter().copied());
    let (from, to) = (joints(&plan.from), joints(to));
    let [first, second] = match plan.via.as_slice() {
        [first, second] => [joints(first), joints(second)],
        _ => [from + (to - from) / 3.0, from + (to - from) * (2.0 / 3.0)],
    };
    let velocity = plan.end_velocity.as_ref().map_or(Joints::zeros(), joints);
    let task = Task {
        points: [from, first, second, to],
        to: JointState::moving(to, velocity),
        limits: std::array::from_fn(|i| limits[i]),
        duration_s: plan.duration_s,
    };
    match plan.method {
        PlanMethod::Cubic => task.of_shape(Shape::Cubic),
        PlanMethod::Quintic => task.of_shape(Shape::Quintic),
        PlanMethod::ThreeFiveThree => match plan.times {
            PlanTimes::Common => task.through_way_points(),
            PlanTimes::PerJoint => task.each_joint_by_itself(),
        },
        PlanMethod::Jerk => task.jerk_limited(),
    }
}

impl<const N: usize> Task<N> {
    fn from(&self) -> JointState<N> {
        JointState::at_rest(self.points[0])
    }

    fn of_shape(&self, shape: Shape) -> Result<Planned, Failure> {
        let motion = match self.duration_s {
            Some(duration_s) => {
                let motion = JointMotion::between(shape, 0.0, &self.from(), duration_s, &self.to);
                motion.check(&self.limits).map_err(|error| self.too_short(shape, &error))?;
                motion
            }
            None => soonest(shape, 0.0, &self.from(), &self.to, &self.limits).map_err(no_answer)?,
        };
        Ok(Planned::new(&motion, None))
    }

    /// Why the requested duration is too short, and the least possible one.
    fn too_short(&self, shape: Shape, error: &LimitError) -> Failure {
        let soonest = soonest(shape, 0.0, &self.from(), &self.to, &self.limits);
        let advice = soonest.map_or(String::new(), |motion| {
            format!("; the soonest that keeps all limits takes {:.4} s", motion.end_s())
        });
        Failure::NoAnswer(format!("{error}{advice}"))
    }

    fn jerk_limited(&self) -> Result<Planned, Failure> {
        let motion = match self.duration_s {
            Some(duration_s) => arrive_at(0.0, &self.from(), duration_s, &self.to, &self.limits),
            None => jerk_limited(0.0, &self.from(), &self.to, &self.limits),
        };
        let motion = motion.map_err(|error| match error {
            MotionError::Unusable { .. } => Failure::NoAnswer(format!(
                "{error}; a robot file (.toml) gives such limits, and so does URDF with version=\"1.2\""
            )),
            other => no_answer(other),
        })?;
        Ok(Planned::new(&motion, None))
    }

    fn way_points(&self) -> [[f64; 4]; N] {
        std::array::from_fn(|i| self.points.map(|point| point[i]))
    }

    fn each_joint_by_itself(&self) -> Result<Planned, Failure> {
        let PerJoint { motion, times_s } =
            PerJoint::plan(&self.way_points(), &self.limits, self.duration_s).map_err(no_answer)?;
        motion.check(&self.limits).map_err(no_answer)?;
        Ok(Planned { joint_segments_s: Some(times_s.into()), ..Planned::new(&motion, None) })
    }

    /// The least common times that keep every limit; longer in proportion where a duration is requested.
    fn through_way_points(&self) -> Result<Planned, Failure> {
        let way_points = self.way_points();
        let least_s = least_limited_times(&way_points, &self.limits).map_err(no_answer)?;
        let shortest_s: f64 = least_s.iter().sum();
        if let Some(requested_s) = self.duration_s.filter(|requested_s| *requested_s < shortest_s * (1.0 - 1e-9)) {
            let reason = format!("a 353 motion takes {shortest_s:.4} s here, --duration-s is {requested_s} s");
            return Err(Failure::NoAnswer(reason));
        }
        let times_s = match self.duration_s {
            // Joints that stay where they are have no least times to stretch.
            Some(requested_s) if shortest_s == 0.0 => [requested_s / 3.0; 3],
            Some(requested_s) => least_s.map(|time_s| time_s * (requested_s / shortest_s)),
            None => least_s,
        };
        let mut pieces = Vec::with_capacity(N);
        for way_points in way_points {
            pieces.push(ThreeFiveThree::new(way_points, times_s).map_err(no_answer)?.pieces());
        }
        let motion = JointMotion::<N, 3>::of_pieces(0.0, times_s.iter().sum(), std::array::from_fn(|i| pieces[i]));
        motion.check(&self.limits).map_err(no_answer)?;
        Ok(Planned::new(&motion, Some(times_s)))
    }
}

pub(super) fn no_answer(error: impl fmt::Display) -> Failure {
    Failure::NoAnswer(error.to_string())
}

impl Planned {
    fn new<const N: usize, const P: usize>(motion: &JointMotion<N, P>, segments_s: Option<[f64; 3]>) -> Self {
        let (start_s, end_s) = (motion.start_s(), motion.end_s());
        Self {
            duration_s: end_s - start_s,
            segments_s,
            joint_segments_s: None,
            peaks: motion.peaks().into(),
            samples: sampled(start_s, end_s, |t_s| motion.at(t_s)),
        }
    }
}

/// One unit for a picture's axes.
pub(super) fn common_unit(limits: &[JointLimits]) -> &'static str {
    let slides = limits.iter().filter(|limit| limit.kind == JointKind::Prismatic).count();
    match slides {
        0 => "rad",
        all if all == limits.len() => "m",
        _ => "rad or m",
    }
}

/// The way points of 353.
fn marks(segments_s: Option<[f64; 3]>) -> Vec<(f64, &'static str)> {
    segments_s.map_or_else(Vec::new, |[t1, t2, _]| vec![(t1, "way points"), (t1 + t2, "way points")])
}

impl Report {
    fn new(robot: String, method: PlanMethod, planned: Planned, limits: &[JointLimits]) -> Self {
        Self {
            robot,
            method: method.name(),
            duration_s: planned.duration_s,
            segments_s: planned.segments_s,
            joint_segments_s: planned.joint_segments_s,
            keeps_limits: true,
            joints: joint_reports(&planned.peaks, limits),
            samples: planned.samples,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} by {}: {:.4} s", self.robot, self.method, self.duration_s)?;
        if let Some([t1, t2, t3]) = self.segments_s {
            write!(f, " = {t1:.4} + {t2:.4} + {t3:.4}")?;
        }
        writeln!(f, ", within all limits\n")?;
        write!(f, "{}", joint_table(&self.joints))?;
        for (index, [t1, t2, t3]) in self.joint_segments_s.iter().flatten().enumerate() {
            let gap = if index == 0 { "\n" } else { "" };
            writeln!(f, "{gap}  joint {}: {t1:.4} + {t2:.4} + {t3:.4} = {:.4} s", index + 1, t1 + t2 + t3)?;
        }
        Ok(())
    }
}

/// The peaks of all joints with their limits.
pub(super) fn joint_reports(peaks: &[Peaks], limits: &[JointLimits]) -> Vec<JointReport> {
    let finite = |limit: f64| Some(limit).filter(|limit| limit.is_finite());
    let joint = |(peaks, limit): (&Peaks, &JointLimits)| JointReport {
        unit: limit.kind.unit(),
        peak_speed: peaks.speed.value,
        speed_limit: finite(limit.speed),
        peak_acceleration: peaks.acceleration.value,
        acceleration_limit: finite(limit.acceleration),
        peak_jerk: peaks.jerk.value,
        jerk_limit: finite(limit.jerk),
    };
    peaks.iter().zip(limits).map(joint).collect()
}

/// The same as text.
pub(super) fn joint_table(joints: &[JointReport]) -> String {
    let right = |heading| (heading, Align::Right);
    let mut table = Table::new(&[
        right("joint"),
        ("", Align::Left),
        right("peak speed"),
        right("limit"),
        right("peak acceleration"),
        right("limit"),
        right("peak jerk"),
        right("limit"),
    ]);
    let limit = |limit: Option<f64>| limit.map_or("none".into(), |limit| fitted(limit, 8, 3));
    for (index, joint) in joints.iter().enumerate() {
        table.row([
            (index + 1).to_string(),
            joint.unit.into(),
            fitted(joint.peak_speed, 8, 3),
            limit(joint.speed_limit),
            fitted(joint.peak_acceleration, 8, 3),
            limit(joint.acceleration_limit),
            fitted(joint.peak_jerk, 8, 3),
            limit(joint.jerk_limit),
        ]);
    }
    format!("{table}\n  exact peaks, in the joint's unit and seconds\n")
}
