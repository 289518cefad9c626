//! `return`: the stroke that sends a ball to a target, simulated in the whole court, printed or drawn.

mod report;

use multiball::ball::{BallState, Physics, RacketContact, Segment};
use multiball::court::Court;
use multiball::geometry::{Basis, Vec3, portable};
use multiball::player::{
    AimError, BLADE_RADIUS, LinearRacket, NoReturn, RailStroke, RailStroker, Rehearsal, StrokeRequest, rehearse,
};
use multiball::robot::{Arm, Joints, Mounted, Rail6};

use crate::args::{Common, ReturnBall, Scheme};
use crate::failure::Failure;
use crate::files;
use crate::plot::{self, Mark};
use crate::show::print_report;
use report::Report;

/// Time between two points of the drawn trajectory, s.
const DRAWN_EVERY_S: f64 = 0.004;
/// Corners of the drawn blade's rim.
const RIM_CORNERS: u32 = 32;

pub(crate) fn run(arguments: &ReturnBall, common: &Common) -> Result<(), Failure> {
    if let Some(path) = &arguments.plot {
        files::check_svg(path)?;
    }
    let (rubber, scheme) = racket(arguments)?;
    let (court, physics) = (Court::STANDARD, Physics { racket: rubber, ..Physics::default() });
    let ball = ball(arguments, &court, &physics)?;
    let arm = Rail6::default().at_home();
    let near = Joints::from_fn(|joint, _| arm.limits()[joint].middle());
    let request = StrokeRequest { over_net: arguments.over_net_m, brush_up: arguments.brush_m_s };
    let stroker = RailStroker::new(&physics, court, arm);
    let stroke = stroker.find(&ball, arguments.target_m, &request, &near).map_err(refused)?;
    let mut trajectory = Vec::new();
    let mut watch = |segment: &Segment<'_>| {
        let ticks = segment.ticks(segment.start_s, DRAWN_EVERY_S, 0);
        trajectory.extend(ticks.map(|t_s| segment.state_at(t_s).position));
    };
    let seen = rehearse(&physics, &court, &ball, &stroke.racket, &mut watch)
        .map_err(|error| Failure::NoAnswer(error.to_string()))?;
    if let Some(path) = &arguments.plot {
        trajectory.push(seen.landing.before.position);
        let svg = plot::court_views(&court, &trajectory, &marks(&seen), &outlines(&arm, &stroke))?;
        files::write_whole(path, &svg)?;
    }
    let report = Report::new(&ball, arguments.target_m, (&physics, scheme), &arm, &stroke, &seen);
    print_report(&report, common.json)
}

/// The racket model and the scheme that finds its strokes.
fn racket(arguments: &ReturnBall) -> Result<(RacketContact, Scheme), Failure> {
    let default = if arguments.scheme == Some(Scheme::Paper) {
        "linear".parse().map_err(|error| Failure::input(format!("--rubber: {error}")))?
    } else {
        RacketContact::default()
    };
    let rubber = arguments.rubber.unwrap_or(default);
    let linear = LinearRacket::try_from(rubber).is_ok();
    match arguments.scheme {
        Some(Scheme::Paper) if !linear => Err(Failure::input(format!(
            "--rubber {rubber}: with --scheme paper it must be linear, the racket of that paper, with its parameters"
        ))),
        Some(Scheme::Full) if linear => Err(Failure::input(format!(
            "--scheme full: it is not allowed with --rubber {rubber}, which has no place for spin; it must be paper"
        ))),
        _ if linear && arguments.brush_m_s.is_some() => {
            Err(Failure::input("--brush-m-s is not allowed with --scheme paper, whose racket moves along x"))
        }
        _ => Ok((rubber, if linear { Scheme::Paper } else { Scheme::Full })),
    }
}

/// The incoming ball, after checks of its position and direction.
fn ball(arguments: &ReturnBall, court: &Court, physics: &Physics) -> Result<BallState, Failure> {
    let ball = BallState::new(arguments.position_m, arguments.velocity_m_s, arguments.spin_rad_s);
    court
        .surroundings()
        .check(&ball, physics.body.radius)
        .map_err(|error| Failure::input(format!("--position-m: {error}")))?;
    let (x, y, z) = (ball.position.x, ball.position.y, ball.position.z);
    if x.abs() <= court.end_line() && y.abs() <= court.side_line() && z < 0.0 {
        return Err(Failure::input(format!(
            "--position-m: the ball at ({x}, {y}, {z}) m is below the table; over the table z must be at least {} m",
            physics.body.radius
        )));
    }
    if ball.velocity.x <= 0.0 {
        return Err(Failure::input(format!(
            "--velocity-m-s: x = {} m/s is not allowed; the ball must come towards the home side, with x greater than \
             0",
            ball.velocity.x
        )));
    }
    Ok(ball)
}

fn refused(error: NoReturn) -> Failure {
    match error {
        NoReturn::Aim(AimError::Target { .. }) => Failure::input(format!("--target-m: {error}")),
        NoReturn::Aim(AimError::Behind { .. }) => Failure::input(format!("--position-m: {error}")),
        other => Failure::NoAnswer(other.to_string()),
    }
}

fn marks(seen: &Rehearsal) -> Vec<Mark> {
    let mark = |event: &multiball::ball::BallEvent, contact: bool, below: bool| Mark {
        t_s: event.t_s - seen.stroke.t_s,
        position: event.before.position,
        contact,
        below,
    };
    vec![mark(&seen.stroke, true, true), mark(&seen.over_net, false, false), mark(&seen.landing, true, true)]
}

/// The arm at the stroke: its links, and the rim of its racket.
fn outlines(arm: &Mounted<Rail6>, stroke: &RailStroke) -> Vec<Vec<Vec3>> {
    let in_world = |point: Vec3| arm.world_from_base.transform_point(&point.into()).coords;
    let links = arm.arm.points(&stroke.configuration.joints).map(in_world).to_vec();
    let basis = Basis::from_normal(stroke.racket.normal);
    let rim = (0..=RIM_CORNERS).map(|corner| {
        let (sin, cos) = portable::sin_cos(std::f64::consts::TAU * f64::from(corner) / f64::from(RIM_CORNERS));
        stroke.racket.center + basis.world(&(Vec3::new(cos, sin, 0.0) * BLADE_RADIUS))
    });
    vec![links, rim.collect()]
}
