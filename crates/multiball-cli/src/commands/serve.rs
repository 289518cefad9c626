//! `serve`: a planned serve, simulated and judged by the referee, printed or drawn.

use std::fmt;

use multiball::ball::{BallEvent, Blade, EventKind, Segment};
use multiball::geometry::Vec3;
use multiball::robot::{Arm, JointLimits};
use multiball::serve::{RequestField, ServeError, ServePlan, ServeRequest, Server, SwungRacket};
use serde::Serialize;

use super::sampled::{MotionSample, curves, sampled};
use crate::args::{Common, Serve};
use crate::failure::Failure;
use crate::files;
use crate::plot::{self, Mark};
use crate::show::{Align, Table, print_report};

/// Time between two points of the drawn trajectory, s.
const DRAWN_EVERY_S: f64 = 0.004;

type Triple = [f64; 3];

#[derive(Debug, Serialize)]
struct Report {
    request: Request,
    /// The referee's verdict.
    referee: &'static str,
    toss: Toss,
    racket: Racket,
    joints_rad: Vec<f64>,
    joint_rates_rad_s: Vec<f64>,
    joint_speed_limits_rad_s: Vec<f64>,
    /// The greatest share of a joint's speed limit that the stroke takes.
    effort: f64,
    struck: Struck,
    net_clearance_m: f64,
    bounces: Vec<Bounce>,
    swing: Swing,
}

#[derive(Debug, Serialize)]
struct Request {
    own_bounce_m: (f64, f64),
    far_bounce_m: (f64, f64),
    topspin_rad_s: f64,
    sidespin_rad_s: f64,
}

#[derive(Debug, Serialize)]
struct Toss {
    from_m: Triple,
    rise_m: f64,
    speed_m_s: f64,
    /// When the racket meets the ball.
    hit_s: f64,
}

#[derive(Debug, Serialize)]
struct Racket {
    position_m: Triple,
    normal: Triple,
    velocity_m_s: Triple,
}

/// The ball right after the stroke.
#[derive(Debug, Serialize)]
struct Struck {
    velocity_m_s: Triple,
    spin_rad_s: Triple,
}

#[derive(Debug, Serialize)]
struct Bounce {
    t_s: f64,
    position_m: Triple,
}

/// The joints through the swing; times from the release of the ball.
#[derive(Debug, Serialize)]
struct Swing {
    start_s: f64,
    end_s: f64,
    peak_speeds_rad_s: Vec<f64>,
    samples: Vec<MotionSample>,
}

pub(crate) fn run(serve: &Serve, common: &Common) -> Result<(), Failure> {
    if let Some(path) = &serve.plot {
        files::check_svg(path)?;
    }
    let server = server(serve);
    let request = request(serve);
    let plan = server.plan(&request).map_err(|error| match error {
        ServeError::Request { field, value, allowed } => {
            Failure::input(format!("--{}: {value} is not allowed; it must be {allowed}", flag_of(field)))
        }
        other => Failure::NoAnswer(other.to_string()),
    })?;
    let made = Made::of(&server, &plan)?;
    let report = Report::new(&server, &plan, &made.events);
    if let Some(path) = &serve.plot {
        files::write_whole(path, &made.drawn(&server, &plan)?)?;
    }
    print_report(&report, common.json)
}

/// A serve that was simulated and judged by the referee.
struct Made {
    /// The ball's positions.
    trajectory: Vec<Vec3>,
    events: Vec<BallEvent>,
}

impl Made {
    /// Simulates a plan, which was rehearsed; a serve that fails all the same is reported as an error.
    fn of(server: &Server, plan: &ServePlan) -> Result<Self, Failure> {
        let mut trajectory = Vec::new();
        let performance = server.perform_observed(plan, &mut |segment: &Segment<'_>| {
            let ticks = segment.ticks(0.0, DRAWN_EVERY_S, trajectory.len());
            trajectory.extend(ticks.map(|t_s| segment.state_at(t_s).position));
        });
        performance.good().map_err(|error| Failure::NoAnswer(error.to_string()))?;
        trajectory.extend(performance.events.last().map(|event| event.before.position));
        Ok(Self { trajectory, events: performance.events })
    }

    /// Ball, arm and swing as SVG text.
    fn drawn(&self, server: &Server, plan: &ServePlan) -> Result<String, Failure> {
        let marks: Vec<Mark> = self.events.iter().filter(|event| event.kind != EventKind::Apex).map(mark).collect();
        let stroke = vec![(plan.toss.duration_s, "stroke")];
        let swing = curves("Swing of the serving arm".into(), &Swing::new(plan).samples, "rad", stroke);
        plot::serve_view(&server.court, &self.trajectory, &marks, &outlines(server, plan), &swing)
    }
}

/// A serve with medium spin by the arm as it is, as SVG text.
pub(super) fn example() -> Result<String, Failure> {
    let server = Server::default();
    let request = ServeRequest {
        own_bounce: (1.0, 0.0),
        far_bounce: (-0.9, -0.3),
        topspin: 120.0,
        sidespin: 40.0,
        toss_rise: 0.2,
    };
    let plan = server.plan(&request).map_err(|error| Failure::NoAnswer(error.to_string()))?;
    Made::of(&server, &plan)?.drawn(&server, &plan)
}

fn server(serve: &Serve) -> Server {
    let mut server = Server::default();
    server.physics.racket = serve.rubber;
    if let Some(speed_deg_s) = serve.joint_speed_deg_s {
        let slower = |limit: &JointLimits| JointLimits { speed: speed_deg_s.to_radians(), ..*limit };
        server.arm.arm = server.arm.arm.with_limits(server.arm.limits().each_ref().map(slower));
    }
    server
}

fn request(serve: &Serve) -> ServeRequest {
    ServeRequest {
        own_bounce: serve.own_bounce_m,
        far_bounce: serve.far_bounce_m,
        topspin: serve.topspin_rad_s,
        sidespin: serve.sidespin_rad_s,
        toss_rise: serve.toss_rise_m,
    }
}

/// The option that sets a field.
fn flag_of(field: RequestField) -> &'static str {
    match field {
        RequestField::OwnBounce => "own-bounce-m",
        RequestField::FarBounce => "far-bounce-m",
        RequestField::Topspin => "topspin-rad-s",
        RequestField::Sidespin => "sidespin-rad-s",
        RequestField::TossRise => "toss-rise-m",
    }
}

/// The arm at the stroke: its links, and the rim of its racket.
fn outlines(server: &Server, plan: &ServePlan) -> Vec<Vec<Vec3>> {
    let racket = SwungRacket { arm: &server.arm, swing: &plan.swing, blade: Blade::of_radius(server.racket_radius) };
    let base = server.arm.world_from_base;
    let joints = server.arm.arm.points(&plan.arm.joints);
    let in_world = |point: Vec3| base.transform_point(&point.into()).coords;
    let links = std::iter::once(Vec3::zeros()).chain(joints).map(in_world).collect();
    vec![links, racket.rim_at(plan.toss.duration_s)]
}

fn mark(event: &BallEvent) -> Mark {
    Mark {
        t_s: event.t_s,
        position: event.before.position,
        contact: !matches!(event.kind, EventKind::Apex | EventKind::NetPlane),
        below: matches!(event.kind, EventKind::Table(_)),
    }
}

impl Report {
    fn new(server: &Server, plan: &ServePlan, events: &[BallEvent]) -> Self {
        let triple = |vector: &Vec3| -> Triple { (*vector).into() };
        let list = |joints: &multiball::robot::Joints<5>| joints.iter().copied().collect::<Vec<f64>>();
        let ServeRequest { own_bounce, far_bounce, topspin, sidespin, toss_rise } = plan.request;
        let bounces = events.iter().filter(|event| matches!(event.kind, EventKind::Table(_)));
        Self {
            request: Request {
                own_bounce_m: own_bounce,
                far_bounce_m: far_bounce,
                topspin_rad_s: topspin,
                sidespin_rad_s: sidespin,
            },
            referee: "good",
            toss: Toss {
                from_m: triple(&plan.before.position),
                rise_m: toss_rise,
                speed_m_s: plan.toss.speed,
                hit_s: plan.toss.duration_s,
            },
            racket: Racket {
                position_m: triple(&plan.racket.center),
                normal: triple(&plan.racket.normal),
                velocity_m_s: triple(&plan.racket.velocity),
            },
            joints_rad: list(&plan.arm.joints),
            joint_rates_rad_s: list(&plan.arm.rates),
            joint_speed_limits_rad_s: server.arm.limits().iter().map(|limit| limit.speed).collect(),
            effort: plan.arm.effort,
            struck: Struck {
                velocity_m_s: triple(&plan.path.struck.velocity),
                spin_rad_s: triple(&plan.path.struck.spin),
            },
            net_clearance_m: plan.path.net_clearance,
            bounces: bounces
                .map(|event| Bounce { t_s: event.t_s, position_m: triple(&event.before.position) })
                .collect(),
            swing: Swing::new(plan),
        }
    }
}

impl Swing {
    fn new(plan: &ServePlan) -> Self {
        let motion = &plan.swing.motion;
        let (start_s, end_s) = (motion.start_s(), motion.end_s());
        let peak_speeds_rad_s = motion.peak_speeds().iter().copied().collect();
        Self { start_s, end_s, peak_speeds_rad_s, samples: sampled(start_s, end_s, |t_s| motion.at(t_s)) }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Request { own_bounce_m: own, far_bounce_m: far, topspin_rad_s, sidespin_rad_s } = &self.request;
        writeln!(
            f,
            "Serve to ({}, {}) and ({}, {}) m, topspin {topspin_rad_s} rad/s, sidespin {sidespin_rad_s} rad/s\n",
            own.0, own.1, far.0, far.1
        )?;
        let three = |[x, y, z]: &Triple, digits: usize| format!("{x:>8.digits$} {y:>8.digits$} {z:>8.digits$}");
        let mut ball =
            Table::new(&[("", Align::Left), ("t, s", Align::Right), ("x, y, z", Align::Right), ("", Align::Left)]);
        let mut row = |what: &str, t_s: Option<f64>, vector: String, unit: &str| {
            ball.row([what.into(), t_s.map(|t| format!("{t:.4}")).unwrap_or_default(), vector, unit.into()]);
        };
        row("toss, rising", Some(0.0), three(&self.toss.from_m, 4), "m");
        row("racket at the stroke", Some(self.toss.hit_s), three(&self.racket.position_m, 4), "m");
        row("  its normal", None, three(&self.racket.normal, 4), "");
        row("  its velocity", None, three(&self.racket.velocity_m_s, 3), "m/s");
        row("ball after the stroke", None, three(&self.struck.velocity_m_s, 3), "m/s");
        row("  its spin", None, three(&self.struck.spin_rad_s, 1), "rad/s");
        for (bounce, half) in self.bounces.iter().zip(["bounce, own half", "bounce, far half"]) {
            row(half, Some(bounce.t_s), three(&bounce.position_m, 4), "m");
        }
        write!(f, "{ball}")?;
        writeln!(
            f,
            "\n  rise of the toss {:.2} m, clearance over the net {:.0} mm\n",
            self.toss.rise_m,
            1e3 * self.net_clearance_m
        )?;
        let mut joints = Table::new(&[
            ("joint", Align::Right),
            ("at the stroke, deg", Align::Right),
            ("rate, deg/s", Align::Right),
            ("limit, deg/s", Align::Right),
        ]);
        for (joint, ((angle, rate), limit)) in
            self.joints_rad.iter().zip(&self.joint_rates_rad_s).zip(&self.joint_speed_limits_rad_s).enumerate()
        {
            let degrees = |value: &f64| format!("{:.1}", value.to_degrees());
            joints.row([(joint + 1).to_string(), degrees(angle), degrees(rate), degrees(limit)]);
        }
        write!(f, "{joints}")?;
        let (start_s, end_s) = (self.swing.start_s, self.swing.end_s);
        writeln!(f, "\n  swing from {start_s:.3} to {end_s:.3} s, within all limits; the referee calls the serve good")
    }
}
