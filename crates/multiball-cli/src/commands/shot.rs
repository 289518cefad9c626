//! `shot`: one ball, flown exactly.

use std::fmt;

use multiball::ball::{BallEvent, BallSim, BallState, EventKind, Physics, Settings, TablePart};
use multiball::court::{Court, Side};
use multiball::geometry::Vec3;
use serde::Serialize;

use crate::args::{Common, Shot};
use crate::failure::Failure;
use crate::files;
use crate::plot;
use crate::show::{Align, Table, print_report};

/// A shot that has not ended by then is flying in circles: lift beyond reason can do that, s.
const LONGEST_S: f64 = 1000.0;
/// Time between two points of the drawn path, s.
const DRAWN_EVERY_S: f64 = 0.004;

type Triple = [f64; 3];

/// One event, in the contract's words and units.
#[derive(Debug, Serialize)]
pub(crate) struct Event {
    pub(crate) kind: &'static str,
    pub(crate) t_s: f64,
    pub(crate) position_m: Triple,
    velocity_in_m_s: Triple,
    velocity_out_m_s: Triple,
    spin_in_rad_s: Triple,
    spin_out_rad_s: Triple,
    side: Side,
    /// For the table: top, edge or side.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<TablePart>,
    /// For the net's plane: room between the ball's lowest point and the net, and whether it passed above the net's width.
    #[serde(skip_serializing_if = "Option::is_none")]
    clearance_m: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    over_net: Option<bool>,
}

#[derive(Debug, Serialize)]
struct Sample {
    t_s: f64,
    position_m: Triple,
    velocity_m_s: Triple,
    spin_rad_s: Triple,
}

/// What ended the shot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum End {
    Floor,
    Bounces,
    Rest,
}

#[derive(Debug, Serialize)]
struct Report {
    aero: String,
    table: String,
    decay_per_m: f64,
    ended_by: End,
    events: Vec<Event>,
    samples: Vec<Sample>,
}

pub(crate) fn run(shot: &Shot, common: &Common) -> Result<(), Failure> {
    if let Some(path) = &shot.plot {
        files::check_svg(path)?;
    }
    let court = Court::STANDARD;
    let physics = Physics {
        aero: shot.aero,
        table: shot.table,
        net: shot.net,
        spin_decay_per_m: shot.decay_per_m,
        ..Physics::default()
    };
    let ball = BallState::new(shot.position_m, shot.velocity_m_s, shot.spin_rad_s);
    court
        .surroundings()
        .check(&ball, physics.body.radius)
        .map_err(|error| Failure::input(format!("--position-m: {error}")))?;
    let (report, path) = fly(shot, &court, &physics, ball)?;
    if let Some(file) = &shot.plot {
        files::write_whole(file, &plot::court_views(&court, &path, &report.events)?)?;
    }
    print_report(&report, common.json)
}

/// Flies the ball; returns the report and closely spaced points of the path.
fn fly(shot: &Shot, court: &Court, physics: &Physics, ball: BallState) -> Result<(Report, Vec<Vec3>), Failure> {
    let around = court.surroundings();
    let mut sim = BallSim::with_settings(physics, &around, ball, 0.0, Settings::EXACT);
    let (mut events, mut samples, mut path) = (Vec::new(), Vec::new(), Vec::new());
    let mut bounces = 0;
    let mut drawn = 0u32;
    let ended_by = loop {
        let event = sim.next_event_among(LONGEST_S, &[], &mut |segment| {
            loop {
                let t_s = samples.len() as f64 * shot.sample_interval_s;
                if t_s >= segment.end_s {
                    break;
                }
                samples.push(sample(t_s, &segment.state_at(t_s)));
            }
            while f64::from(drawn) * DRAWN_EVERY_S < segment.end_s {
                path.push(segment.state_at(f64::from(drawn) * DRAWN_EVERY_S).position);
                drawn += 1;
            }
        });
        let Some(event) = event else {
            let height = sim.state().position.z;
            return Err(Failure::NoAnswer(format!("still flying after {LONGEST_S} s, at z = {height:.3} m")));
        };
        path.push(event.before.position);
        if event.kind == EventKind::Rest {
            break End::Rest;
        }
        events.push(describe(&event, court, physics.body.radius));
        match event.kind {
            EventKind::Floor => break End::Floor,
            EventKind::Table(TablePart::Top | TablePart::Edge) => bounces += 1,
            _ => {}
        }
        if bounces >= shot.bounces {
            break End::Bounces;
        }
    };
    let (aero, table) = (physics.aero.to_string(), physics.table.to_string());
    let report = Report { aero, table, decay_per_m: physics.spin_decay_per_m, ended_by, events, samples };
    Ok((report, path))
}

fn sample(t_s: f64, ball: &BallState) -> Sample {
    Sample { t_s, position_m: ball.position.into(), velocity_m_s: ball.velocity.into(), spin_rad_s: ball.spin.into() }
}

fn describe(event: &BallEvent, court: &Court, radius: f64) -> Event {
    let position = &event.before.position;
    let part = match event.kind {
        EventKind::Table(part) => Some(part),
        _ => None,
    };
    let crossing = event.kind == EventKind::NetPlane;
    Event {
        kind: event.kind.name(),
        t_s: event.t_s,
        position_m: (*position).into(),
        velocity_in_m_s: event.before.velocity.into(),
        velocity_out_m_s: event.after.velocity.into(),
        spin_in_rad_s: event.before.spin.into(),
        spin_out_rad_s: event.after.spin.into(),
        side: Side::of(position.x),
        part,
        clearance_m: crossing.then(|| position.z - radius - court.net_height),
        over_net: crossing.then(|| position.y.abs() <= court.side_line() + court.net_overhang),
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decay =
            if self.decay_per_m > 0.0 { format!(", spin decay {} per m", self.decay_per_m) } else { String::new() };
        writeln!(f, "air {}, table {}{decay}\n", self.aero, self.table)?;
        let mut table = Table::new(&[
            ("t, s", Align::Right),
            ("event", Align::Left),
            ("x, y, z, m", Align::Right),
            ("velocity before, m/s", Align::Right),
            ("after, m/s", Align::Right),
            ("spin after, rad/s", Align::Right),
        ]);
        for event in &self.events {
            let contact = !matches!(event.kind, "apex" | "net_plane");
            let after = |text: String| if contact { text } else { String::new() };
            table.row([
                format!("{:.6}", event.t_s),
                event.label(),
                triple(&event.position_m, 6),
                triple(&event.velocity_in_m_s, 4),
                after(triple(&event.velocity_out_m_s, 4)),
                after(triple(&event.spin_out_rad_s, 1)),
            ]);
        }
        write!(f, "{table}")?;
        match self.ended_by {
            End::Floor | End::Bounces => Ok(()),
            End::Rest => writeln!(f, "\nThe ball came to rest on the table."),
        }
    }
}

impl Event {
    fn label(&self) -> String {
        match (self.part, self.clearance_m, self.over_net) {
            (Some(TablePart::Top), _, _) => format!("table, {}", self.side),
            (Some(TablePart::Edge), _, _) => format!("table edge, {}", self.side),
            (Some(TablePart::Side), _, _) => format!("table side, {}", self.side),
            (_, Some(clearance), Some(true)) => format!("over the net by {:.1} mm", clearance * 1e3),
            (_, Some(_), _) => "around the net".into(),
            _ => self.kind.into(),
        }
    }
}

fn triple(values: &Triple, digits: usize) -> String {
    values.map(|value| format!("{value:>8.digits$}")).join(" ")
}
