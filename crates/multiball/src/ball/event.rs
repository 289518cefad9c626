//! Events of a ball, and its path between two of them.

use std::cell::OnceCell;

use serde::Serialize;

use super::BallState;
use super::contact::RacketPart;
use super::flight::FlightLaw;
use super::ground::Ground;
use super::pivot::Pivot;
use super::step::{Interpolant, Node, Step};

/// Where on the table the ball touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TablePart {
    /// The playing surface.
    Top,
    /// The upper edge, which belongs to the playing surface.
    Edge,
    /// The side or the underside of the slab, which do not.
    Side,
}

/// The kind of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventKind {
    /// The ball touched the table.
    Table(TablePart),
    /// The ball touched a part of the racket with this index in the list given to the simulation.
    Racket(usize, RacketPart),
    /// The ball touched the net.
    Net,
    /// The ball's centre crossed the plane x = 0.
    NetPlane,
    /// The ball's centre was at its highest.
    Apex,
    /// The ball touched the floor.
    Floor,
    /// The ball touched a wall of the room.
    Wall,
    /// The ball came to rest.
    Rest,
}

impl EventKind {
    /// Its name in files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Table(_) => "table",
            Self::Racket(..) => "racket",
            Self::Net => "net",
            Self::NetPlane => "net_plane",
            Self::Apex => "apex",
            Self::Floor => "floor",
            Self::Wall => "wall",
            Self::Rest => "rest",
        }
    }
}

/// An event of the ball: its kind, its time and the states around it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BallEvent {
    /// What.
    pub kind: EventKind,
    /// When, s on the simulation's clock.
    pub t_s: f64,
    /// The ball just before.
    pub before: BallState,
    /// The ball just after; differs from `before` only for contacts.
    pub after: BallState,
}

/// The ball's path between two events.
#[derive(Debug, Clone, Copy)]
pub(super) enum Path<'a> {
    Flight(&'a FlightPath),
    Ground(Ground),
    Pivot(Pivot),
    Rest(BallState),
}

/// A step of flight with its interpolant, which is built where it is first needed.
#[derive(Debug, Clone)]
pub(super) struct FlightPath {
    pub(super) step: Step,
    dense: Interpolant,
    is_dense: bool,
}

impl FlightPath {
    pub(super) fn new(step: Step) -> Self {
        Self { step, dense: Interpolant::EMPTY, is_dense: false }
    }

    /// Takes the next step.
    pub(super) fn take(&mut self, from: &Node, guess_s: &mut f64, tolerance: f64) {
        self.step.take_adaptive(from, guess_s, tolerance);
        self.is_dense = false;
    }

    /// From the next step on the ball flies under another law: its spin has changed.
    pub(super) fn change_law(&mut self, law: &FlightLaw) {
        self.step.change_law(law);
        self.is_dense = false;
    }

    /// The step and its interpolant.
    #[inline]
    pub(super) fn dense(&mut self) -> (&Step, &Interpolant) {
        if !self.is_dense {
            self.step.write_interpolant(&mut self.dense);
            self.is_dense = true;
        }
        (&self.step, &self.dense)
    }
}

/// A part of the ball's path without an event inside, for callers that sample it.
#[derive(Debug)]
pub struct Segment<'a> {
    /// Begin, s.
    pub start_s: f64,
    /// End, s.
    pub end_s: f64,
    path: Path<'a>,
    /// The interpolant of a flight that nobody needed before.
    interpolant: OnceCell<Interpolant>,
}

impl<'a> Segment<'a> {
    #[inline]
    pub(super) fn new(start_s: f64, end_s: f64, path: Path<'a>) -> Self {
        Self { start_s, end_s, path, interpolant: OnceCell::new() }
    }

    /// The ball at a time within the segment.
    #[must_use]
    pub fn state_at(&self, t_s: f64) -> BallState {
        match self.path {
            Path::Flight(flight) => {
                let built = || self.interpolant.get_or_init(|| flight.step.interpolant());
                flight.step.state_at(t_s, if flight.is_dense { &flight.dense } else { built() })
            }
            Path::Ground(ground) => ground.state_at(t_s),
            Path::Pivot(pivot) => pivot.state_at(t_s),
            Path::Rest(state) => state,
        }
    }

    /// Ticks of a grid, `begin_s` + i × `interval_s`, that come before the segment's end, when `taken` of them came
    /// before.
    pub fn ticks(&self, begin_s: f64, interval_s: f64, taken: usize) -> impl Iterator<Item = f64> + use<> {
        let end_s = self.end_s;
        (taken..).map(move |i| begin_s + i as f64 * interval_s).take_while(move |t_s| *t_s < end_s)
    }
}
