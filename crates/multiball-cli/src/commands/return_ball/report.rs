//! Report of `return`.

use std::fmt;

use multiball::ball::{BallState, Physics};
use multiball::court::Court;
use multiball::geometry::{Vec3, quaternion_from_rotation};
use multiball::player::{RailStroke, RailStroker, Rehearsal};
use multiball::robot::{Arm, JointKind, Mounted, Rail6};
use serde::Serialize;

use crate::args::Scheme;
use crate::show::{Align, Table};

type Triple = [f64; 3];

#[derive(Debug, Serialize)]
pub(super) struct Report {
    request: Request,
    scheme: &'static str,
    /// The referee's verdict.
    referee: &'static str,
    racket: Racket,
    joints: Vec<Joint>,
    /// The greatest share of a joint's speed limit that the stroke takes.
    effort: f64,
    struck: Struck,
    net_clearance_m: f64,
    flight_s: f64,
    landing: Landing,
    sensitivity: Sensitivity,
}

#[derive(Debug, Serialize)]
struct Request {
    position_m: Triple,
    velocity_m_s: Triple,
    spin_rad_s: Triple,
    target_m: (f64, f64),
    rubber: String,
}

#[derive(Debug, Serialize)]
struct Racket {
    position_m: Triple,
    normal: Triple,
    quaternion: [f64; 4],
    velocity_m_s: Triple,
    /// Along the normal, up the face and level along it.
    normal_speed_m_s: f64,
    brush_m_s: f64,
    level_brush_m_s: f64,
}

#[derive(Debug, Serialize)]
struct Joint {
    unit: &'static str,
    position: f64,
    rate: f64,
    speed_limit: f64,
    share: f64,
}

/// The ball right after the stroke.
#[derive(Debug, Serialize)]
struct Struck {
    velocity_m_s: Triple,
    spin_rad_s: Triple,
}

#[derive(Debug, Serialize)]
struct Landing {
    position_m: Triple,
    velocity_m_s: Triple,
    distance_m: f64,
}

/// Derivatives of the landing's x and y by x, y, z of the incoming ball, and the landing's spread for assumed errors.
#[derive(Debug, Serialize)]
struct Sensitivity {
    by_position_m_per_m: [Triple; 2],
    by_velocity_m_per_m_s: [Triple; 2],
    by_spin_m_per_rad_s: [Triple; 2],
    ball_sd: BallErrors,
    landing_sd_m: f64,
}

#[derive(Debug, Serialize)]
struct BallErrors {
    position_m: f64,
    velocity_m_s: f64,
    spin_rad_s: f64,
}

impl Report {
    pub(super) fn new(
        ball: &BallState,
        target: (f64, f64),
        (physics, scheme): (&Physics, Scheme),
        arm: &Mounted<Rail6>,
        stroke: &RailStroke,
        seen: &Rehearsal,
    ) -> Self {
        let height = seen.over_net.before.position.z;
        Self {
            request: Request {
                position_m: ball.position.into(),
                velocity_m_s: ball.velocity.into(),
                spin_rad_s: ball.spin.into(),
                target_m: target,
                rubber: physics.racket.to_string(),
            },
            scheme: match scheme {
                Scheme::Full => "full",
                Scheme::Paper => "paper",
            },
            referee: "good",
            racket: Racket::new(arm, stroke),
            joints: joints(arm, stroke),
            effort: stroke.configuration.effort,
            struck: Struck {
                velocity_m_s: seen.stroke.after.velocity.into(),
                spin_rad_s: seen.stroke.after.spin.into(),
            },
            net_clearance_m: height - physics.body.radius - Court::STANDARD.net_height,
            flight_s: seen.landing.t_s - seen.stroke.t_s,
            landing: Landing::new(&seen.landing.before, target),
            sensitivity: Sensitivity::new(stroke),
        }
    }
}

impl Racket {
    fn new(arm: &Mounted<Rail6>, stroke: &RailStroke) -> Self {
        let (racket, sweep) = (&stroke.racket, &stroke.plan.sweep);
        Self {
            position_m: racket.center.into(),
            normal: racket.normal.into(),
            quaternion: quaternion_from_rotation(&arm.forward(&stroke.configuration.joints).rotation),
            velocity_m_s: racket.velocity.into(),
            normal_speed_m_s: sweep.speed,
            brush_m_s: sweep.brush_up,
            level_brush_m_s: sweep.brush_level,
        }
    }
}

fn joints(arm: &Mounted<Rail6>, stroke: &RailStroke) -> Vec<Joint> {
    let joint = |(limit, (position, rate)): (&multiball::robot::JointLimits, (&f64, &f64))| Joint {
        unit: limit.kind.unit(),
        position: *position,
        rate: *rate,
        speed_limit: limit.speed,
        share: rate.abs() / limit.speed,
    };
    arm.limits()
        .iter()
        .zip(stroke.configuration.joints.iter().zip(stroke.configuration.rates.iter()))
        .map(joint)
        .collect()
}

impl Landing {
    fn new(ball: &BallState, (x, y): (f64, f64)) -> Self {
        let place = ball.position;
        Self {
            position_m: place.into(),
            velocity_m_s: ball.velocity.into(),
            distance_m: (place - Vec3::new(x, y, place.z)).norm(),
        }
    }
}

impl Sensitivity {
    fn new(stroke: &RailStroke) -> Self {
        let by = &stroke.plan.by_ball;
        let part = |first: usize| [0, 1].map(|row| [0, 1, 2].map(|column| by[(row, first + column)]));
        let [position_m, velocity_m_s, spin_rad_s] = RailStroker::BALL_ERRORS;
        Self {
            by_position_m_per_m: part(0),
            by_velocity_m_per_m_s: part(3),
            by_spin_m_per_rad_s: part(6),
            ball_sd: BallErrors { position_m, velocity_m_s, spin_rad_s },
            landing_sd_m: stroke.plan.landing_sd(RailStroker::BALL_ERRORS),
        }
    }
}

/// Numbers in columns, without negative zero.
fn columns(values: &[f64], digits: usize) -> String {
    let least = 0.5 * 0.1f64.powi(digits as i32);
    let shown = values.iter().map(|value| if value.abs() < least { 0.0 } else { *value });
    shown.map(|value| format!("{value:>8.digits$}")).collect::<Vec<_>>().join(" ")
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Request { target_m, rubber, .. } = &self.request;
        let scheme = if self.scheme == "paper" { ", by the scheme of paper 004" } else { "" };
        writeln!(f, "Return to ({}, {}) m, rubber {rubber}{scheme}\n", target_m.0, target_m.1)?;
        write!(f, "{}", self.motions())?;
        let (net_mm, flight_s, off_mm) = (1e3 * self.net_clearance_m, self.flight_s, 1e3 * self.landing.distance_m);
        writeln!(
            f,
            "\n  clearance over the net {net_mm:.0} mm, flight {flight_s:.3} s, {off_mm:.4} mm from the target"
        )?;
        let brush = columns(&[self.racket.brush_m_s], 2);
        let brush = brush.trim_start();
        writeln!(f, "  racket {:.2} m/s along its normal, {brush} m/s up its face\n", self.racket.normal_speed_m_s)?;
        write!(f, "{}", self.arm())?;
        writeln!(f, "\n{}", self.sensitivity)?;
        writeln!(f, "  made in the whole court; the referee calls the return good")
    }
}

impl Report {
    fn motions(&self) -> Table {
        let mut table = Table::new(&[("", Align::Left), ("x, y, z", Align::Right), ("", Align::Left)]);
        let mut row = |what: &str, values: &Triple, digits, unit: &str| {
            table.row([what.into(), columns(values, digits), unit.into()]);
        };
        row("ball that comes", &self.request.position_m, 4, "m");
        row("  its velocity", &self.request.velocity_m_s, 3, "m/s");
        row("  its spin", &self.request.spin_rad_s, 1, "rad/s");
        row("racket", &self.racket.position_m, 4, "m");
        row("  its normal", &self.racket.normal, 4, "");
        row("  its velocity", &self.racket.velocity_m_s, 3, "m/s");
        row("ball after the stroke", &self.struck.velocity_m_s, 3, "m/s");
        row("  its spin", &self.struck.spin_rad_s, 1, "rad/s");
        row("landing", &self.landing.position_m, 4, "m");
        row("  its velocity", &self.landing.velocity_m_s, 3, "m/s");
        table.row(["racket as w, x, y, z".into(), columns(&self.racket.quaternion, 4), "".into()]);
        table
    }

    fn arm(&self) -> Table {
        let mut table = Table::new(&[
            ("joint of rail6", Align::Right),
            ("at the stroke", Align::Right),
            ("", Align::Left),
            ("rate", Align::Right),
            ("limit", Align::Right),
            ("", Align::Left),
            ("share", Align::Right),
        ]);
        for (number, joint) in self.joints.iter().enumerate() {
            let slides = joint.unit == JointKind::Prismatic.unit();
            let shown = |value: f64| if slides { columns(&[value], 3) } else { columns(&[value.to_degrees()], 1) };
            let unit = if slides { "m" } else { "deg" };
            table.row([
                (number + 1).to_string(),
                shown(joint.position),
                unit.into(),
                shown(joint.rate),
                shown(joint.speed_limit),
                format!("{unit}/s"),
                format!("{:.0} %", 100.0 * joint.share),
            ]);
        }
        table
    }
}

impl fmt::Display for Sensitivity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BallErrors { position_m, velocity_m_s, spin_rad_s } = self.ball_sd;
        let mut table = Table::new(&[
            ("if the ball is wrong by", Align::Left),
            ("along x, y, z the landing moves, mm", Align::Right),
        ]);
        let parts = [
            (format!("{} mm", 1e3 * position_m), &self.by_position_m_per_m, position_m),
            (format!("{velocity_m_s} m/s"), &self.by_velocity_m_per_m_s, velocity_m_s),
            (format!("{spin_rad_s} rad/s"), &self.by_spin_m_per_rad_s, spin_rad_s),
        ];
        for (what, by, error) in parts {
            let moved: Triple = [0, 1, 2].map(|axis| 1e3 * error * (by[0][axis].powi(2) + by[1][axis].powi(2)).sqrt());
            table.row([what, columns(&moved, 1)]);
        }
        write!(f, "{table}")?;
        writeln!(f, "\n  all of it together: the landing is uncertain by {:.0} mm", 1e3 * self.landing_sd_m)
    }
}
