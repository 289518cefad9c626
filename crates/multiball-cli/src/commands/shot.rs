//! `shot`: one ball, flown exactly.

use std::fmt;

use multiball::ball::{BallEvent, BallSim, BallState, EventKind, Physics, Segment, Settings, TablePart};
use multiball::court::{Court, Side};
use multiball::geometry::Vec3;
use serde::{Serialize, Serializer};

use crate::args::{Common, Shot};
use crate::failure::Failure;
use crate::files;
use crate::plot::{self, Mark};
use crate::show::{Align, Table, fitted, print_report};

/// A shot that has not ended by then flies in circles, which unrealistic lift can cause, s.
const LONGEST_S: f64 = 1000.0;
/// Time between two points of the drawn path, s.
const DRAWN_EVERY_S: f64 = 0.004;

type Triple = [f64; 3];

/// One event, in the contract's words and units.
#[derive(Debug, Serialize)]
struct Event {
    #[serde(serialize_with = "kind_name")]
    kind: EventKind,
    t_s: f64,
    position_m: Triple,
    velocity_in_m_s: Triple,
    velocity_out_m_s: Triple,
    spin_in_rad_s: Triple,
    spin_out_rad_s: Triple,
    side: Side,
    /// For the table: top, edge or side.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<TablePart>,
    /// For the net's plane: clearance of the ball's lowest point above the net's height, and whether it passed over the
    /// net, not around it or under the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    clearance_m: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    over_net: Option<bool>,
}

/// The contract knows kinds by name alone; which part of the table it was stands in a field of its own.
fn kind_name<S: Serializer>(kind: &EventKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.name())
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
    net: String,
    decay_per_m: f64,
    ended_by: End,
    /// Where and when the ball stopped, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    rest: Option<Rest>,
    events: Vec<Event>,
    samples: Vec<Sample>,
}

#[derive(Debug, Clone, Copy, Serialize)]
struct Rest {
    t_s: f64,
    position_m: Triple,
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
    let mut film = Film::new(shot.sample_interval_s);
    let (events, ended_by, rest) = fly(&court, &physics, ball, shot.bounces, &mut film)?;
    if let Some(file) = &shot.plot {
        let marks: Vec<Mark> = events.iter().map(Event::mark).collect();
        files::write_whole(file, &plot::court_views(&court, &film.path, &marks, &[])?)?;
    }
    print_report(&Report::new(&physics, events, (ended_by, rest), film.samples), common.json)
}

/// Samples of the flight between events.
struct Film {
    sample_interval_s: f64,
    samples: Vec<Sample>,
    /// Points to draw, taken at regular times and at events.
    path: Vec<Vec3>,
    /// How many of them were taken at regular times.
    drawn: usize,
}

impl Film {
    fn new(sample_interval_s: f64) -> Self {
        Self { sample_interval_s, samples: Vec::new(), path: Vec::new(), drawn: 0 }
    }

    fn watch(&mut self, segment: &Segment<'_>) {
        let ticks = segment.ticks(0.0, self.sample_interval_s, self.samples.len());
        self.samples.extend(ticks.map(|t_s| sample(t_s, &segment.state_at(t_s))));
        for t_s in segment.ticks(0.0, DRAWN_EVERY_S, self.drawn) {
            self.path.push(segment.state_at(t_s).position);
            self.drawn += 1;
        }
    }
}

/// Flies the ball while the film watches; returns what happened to it and what ended it.
fn fly(
    court: &Court,
    physics: &Physics,
    ball: BallState,
    most_bounces: u64,
    film: &mut Film,
) -> Result<(Vec<Event>, End, Option<Rest>), Failure> {
    let around = court.surroundings();
    let mut sim = BallSim::with_settings(physics, &around, ball, 0.0, Settings::EXACT);
    let mut events = Vec::new();
    let mut bounces = 0;
    while let Some(event) = sim.next_event_among(LONGEST_S, &[], &mut |segment| film.watch(segment)) {
        film.path.push(event.before.position);
        if event.kind == EventKind::Rest {
            let rest = Rest { t_s: event.t_s, position_m: event.after.position.into() };
            return Ok((events, End::Rest, Some(rest)));
        }
        events.push(describe(&event, court, physics.body.radius));
        match event.kind {
            EventKind::Floor => return Ok((events, End::Floor, None)),
            EventKind::Table(TablePart::Top | TablePart::Edge) => bounces += 1,
            _ => {}
        }
        if bounces >= most_bounces {
            return Ok((events, End::Bounces, None));
        }
    }
    let height = sim.state().position.z;
    Err(Failure::NoAnswer(format!("still flying after {LONGEST_S} s, at z = {height:.3} m")))
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
        kind: event.kind,
        t_s: event.t_s,
        position_m: (*position).into(),
        velocity_in_m_s: event.before.velocity.into(),
        velocity_out_m_s: event.after.velocity.into(),
        spin_in_rad_s: event.before.spin.into(),
        spin_out_rad_s: event.after.spin.into(),
        side: Side::of(position.x),
        part,
        clearance_m: crossing.then(|| position.z - radius - court.net_height),
        over_net: crossing.then(|| position.z > 0.0 && position.y.abs() <= court.side_line() + court.net_overhang),
    }
}

impl Report {
    fn new(physics: &Physics, events: Vec<Event>, (ended_by, rest): (End, Option<Rest>), samples: Vec<Sample>) -> Self {
        Self {
            aero: physics.aero.to_string(),
            table: physics.table.to_string(),
            net: physics.net.to_string(),
            decay_per_m: physics.spin_decay_per_m,
            ended_by,
            rest,
            events,
            samples,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decay =
            if self.decay_per_m > 0.0 { format!(", spin decay {} per m", self.decay_per_m) } else { String::new() };
        writeln!(f, "air {}, table {}\nnet {}{decay}\n", self.aero, self.table, self.net)?;
        let mut table = Table::new(&[
            ("t, s", Align::Right),
            ("event", Align::Left),
            ("x, y, z, m", Align::Right),
            ("velocity, m/s", Align::Right),
            ("spin, rad/s", Align::Right),
        ]);
        for event in &self.events {
            event.rows().into_iter().for_each(|row| table.row(row));
        }
        write!(f, "{table}")?;
        match &self.rest {
            Some(Rest { t_s, position_m }) => {
                writeln!(f, "\nThe ball came to rest after {t_s:.3} s at {} m.", triple(position_m, 7, 4))
            }
            None => Ok(()),
        }
    }
}

impl Event {
    /// Whether the ball touched something.
    fn is_contact(&self) -> bool {
        !matches!(self.kind, EventKind::Apex | EventKind::NetPlane)
    }

    fn mark(&self) -> Mark {
        Mark {
            t_s: self.t_s,
            position: self.position_m.into(),
            contact: self.is_contact(),
            below: matches!(self.kind, EventKind::Table(_)),
        }
    }

    /// Its lines of the table: one, and a second for what would make the first too long for a narrow terminal.
    fn rows(&self) -> Vec<[String; 5]> {
        let motion = |velocity, spin| (triple(velocity, 7, 3), triple(spin, 6, 1));
        let (velocity, spin) = motion(&self.velocity_in_m_s, &self.spin_in_rad_s);
        let mut rows = vec![[fitted(self.t_s, 8, 6), self.label(), triple(&self.position_m, 7, 4), velocity, spin]];
        if self.is_contact() {
            let (velocity, spin) = motion(&self.velocity_out_m_s, &self.spin_out_rad_s);
            rows.push([String::new(), "  after".into(), String::new(), velocity, spin]);
        }
        if let (Some(clearance), Some(true)) = (self.clearance_m, self.over_net) {
            let cell = format!("  {:.1} mm", clearance * 1e3);
            rows.push([String::new(), cell, String::new(), String::new(), String::new()]);
        }
        rows
    }

    fn label(&self) -> String {
        match (self.kind, self.over_net) {
            (EventKind::Table(TablePart::Top), _) => format!("table, {}", self.side),
            (EventKind::Table(TablePart::Edge), _) => format!("table edge, {}", self.side),
            (EventKind::Table(TablePart::Side), _) => format!("table side, {}", self.side),
            (EventKind::NetPlane, Some(true)) => "over the net by".into(),
            (EventKind::NetPlane, _) if self.position_m[2] < 0.0 => "below the net".into(),
            (EventKind::NetPlane, _) => "around the net".into(),
            _ => self.kind.name().into(),
        }
    }
}

fn triple(values: &Triple, width: usize, digits: usize) -> String {
    values.map(|value| fitted(value, width, digits)).join(" ")
}
