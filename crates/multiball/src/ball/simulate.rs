//! One ball and its clock: how it is made, read and moved.

use super::advance::{Ahead, Stop};
use super::contact::RacketMotion;
use super::crossing::{Crossing, Plane};
use super::event::{BallEvent, EventKind, FlightPath, Segment};
use super::flight::FlightLaw;
use super::ground::Ground;
use super::pivot::Pivot;
use super::search::Touch;
use super::step::{Node, Step};
use super::{BallState, Physics, Surroundings};

/// How a simulation runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// Error of the velocity allowed per step, m/s; that of the position is smaller.
    pub tolerance: f64,
    /// Whether passing the net's plane and the apex are reported as events.
    pub markers: bool,
}

impl Settings {
    /// For many balls: 99 % of one-second flights with a bounce are right to 6e-9 m (see `multiball bench`).
    pub const FAST: Self = Self { tolerance: 4e-9, markers: false };
    /// For one ball: as right as double precision allows, 1e-12 m.
    pub const EXACT: Self = Self { tolerance: 1e-13, markers: true };
}

impl Default for Settings {
    fn default() -> Self {
        Self::FAST
    }
}

/// One ball and its clock. It owns a copy of its world, keeps no record of its path and allocates nothing.
///
/// The flight does not depend on when it is looked at. A ball moved in one go, in a thousand slices or at random times
/// has the same states and events, bit for bit: integrator steps are chosen by the ball alone, and states between their
/// ends are read from the method's continuous extension. This holds with rackets in the way too, if each racket's
/// motion is the same function of time in every call.
///
/// ```
/// use multiball::ball::{BallSim, BallState, EventKind, Physics};
/// use multiball::court::Court;
/// use multiball::geometry::Vec3;
///
/// let (physics, court) = (Physics::default(), Court::STANDARD.surroundings());
/// let topspin = BallState::new(Vec3::new(-1.3, 0.1, 0.3), Vec3::new(7.0, 0.0, 1.0), Vec3::new(0.0, 300.0, 0.0));
/// let mut ball = BallSim::new(&physics, &court, topspin);
/// let bounce = ball.next_event(5.0).expect("it comes down");
/// assert!(matches!(bounce.kind, EventKind::Table(_)));
/// ```
#[derive(Debug, Clone)]
pub struct BallSim {
    pub(super) physics: Physics,
    pub(super) around: Surroundings,
    pub(super) settings: Settings,
    pub(super) t_s: f64,
    pub(super) ball: BallState,
    pub(super) mode: Mode,
    /// The current step, while the ball flies.
    pub(super) flight: FlightPath,
    /// The end of the current segment, as far as it is known.
    pub(super) ahead: Ahead,
    /// The touch with a fixed solid that ends it, where one does, and the last one with a racket. They stand apart from
    /// `ahead`, which is copied at every step.
    pub(super) solid_touch: Option<Touch>,
    pub(super) racket_touch: Option<Touch>,
    /// The next marker of the current step, once it has been searched for.
    pub(super) marker: Option<Option<(EventKind, f64)>>,
    /// When the last marker was reported, or the flight began, s.
    pub(super) marked_s: f64,
    /// When a requested plane was last crossed, s.
    pub(super) crossed_s: f64,
    /// Length of step to try next.
    pub(super) guess_s: f64,
    /// When the ball last touched something in flight, and how often in quick succession.
    pub(super) touched_s: f64,
    pub(super) rattles: u32,
}

/// What the ball is doing.
#[derive(Debug, Clone, Copy)]
pub(super) enum Mode {
    Flight(Node),
    Ground(Ground, Level),
    Pivot(Pivot),
    Rest,
}

/// A level surface to roll on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Level {
    Table,
    Floor,
}

impl BallSim {
    /// A ball in flight at time 0. [`Surroundings::check`] says whether it can be there.
    #[must_use]
    #[inline]
    pub fn new(physics: &Physics, around: &Surroundings, ball: BallState) -> Self {
        Self::with_settings(physics, around, ball, 0.0, Settings::default())
    }

    /// A ball in flight at a given time, with settings.
    #[must_use]
    #[inline] // 2 kB that are written where they stay.
    pub fn with_settings(
        physics: &Physics,
        around: &Surroundings,
        ball: BallState,
        t_s: f64,
        settings: Settings,
    ) -> Self {
        let law = FlightLaw::new(physics, &ball.spin);
        let node = Node::new(&law, t_s, &ball);
        Self {
            physics: *physics,
            around: *around,
            settings,
            t_s,
            ball,
            mode: Mode::Flight(node),
            flight: FlightPath::new(Step::empty(&law, &node)),
            ahead: Ahead::Unknown,
            solid_touch: None,
            racket_touch: None,
            marker: None,
            marked_s: t_s,
            crossed_s: f64::NEG_INFINITY,
            guess_s: node.first_guess_s(&law, settings.tolerance),
            touched_s: f64::NEG_INFINITY,
            rattles: 0,
        }
    }

    /// Time on the ball's clock, s.
    #[must_use]
    pub fn time_s(&self) -> f64 {
        self.t_s
    }

    /// The ball now.
    #[must_use]
    pub fn state(&self) -> &BallState {
        &self.ball
    }

    /// Whether it has come to rest.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        matches!(self.mode, Mode::Rest)
    }

    /// Whether it rolls or lies on the floor.
    #[must_use]
    pub fn is_on_floor(&self) -> bool {
        match self.mode {
            Mode::Ground(_, level) => level == Level::Floor,
            Mode::Rest => self.ball.position.z < self.around.table.center.z,
            Mode::Flight(_) | Mode::Pivot(_) => false,
        }
    }

    /// The next event up to a time; `None` when the time comes first (the clock then stands at it) or the ball rests.
    pub fn next_event(&mut self, until_s: f64) -> Option<BallEvent> {
        self.next_event_among(until_s, &[], &mut |_| {})
    }

    /// The next event, with moving rackets that the ball may touch; `watch` first receives every segment of the path.
    pub fn next_event_among(
        &mut self,
        until_s: f64,
        rackets: &[&dyn RacketMotion],
        watch: &mut dyn FnMut(&Segment<'_>),
    ) -> Option<BallEvent> {
        match self.next_stop(until_s, rackets, None, watch)? {
            Stop::Event(event) => Some(event),
            // Only a plane can be crossed, and none was given.
            Stop::Crossing(_) => None,
        }
    }

    /// Moves the ball to a time and returns its state there. `on_event` sees every event on the way.
    ///
    /// ```
    /// use multiball::ball::{BallSim, BallState, Physics};
    /// use multiball::{court::Court, geometry::Vec3};
    ///
    /// let (physics, court) = (Physics::default(), Court::STANDARD.surroundings());
    /// let serve = BallState::new(Vec3::new(-1.4, 0.0, 0.3), Vec3::new(4.0, 0.0, -1.0), Vec3::zeros());
    /// let mut ball = BallSim::new(&physics, &court, serve);
    /// let mut bounces = 0;
    /// let later = ball.advance_to(0.5, |event| bounces += u32::from(event.kind.name() == "table"));
    /// assert!(later.position.x > -0.5);
    /// assert_eq!(bounces, 1);
    /// ```
    pub fn advance_to(&mut self, t_s: f64, mut on_event: impl FnMut(&BallEvent)) -> &BallState {
        while let Some(event) = self.next_event(t_s) {
            on_event(&event);
        }
        &self.ball
    }

    /// Moves the ball to where its centre next crosses a plane, and returns it there. `None` when the time comes first.
    /// `on_event` sees every event on the way.
    ///
    /// ```
    /// use multiball::ball::{BallSim, BallState, Physics, Plane};
    /// use multiball::{court::Court, geometry::Vec3};
    ///
    /// let (physics, court) = (Physics::default(), Court::STANDARD.surroundings());
    /// let topspin = BallState::new(Vec3::new(-1.3, 0.1, 0.3), Vec3::new(7.0, 0.0, 1.0), Vec3::new(0.0, 300.0, 0.0));
    /// let mut ball = BallSim::new(&physics, &court, topspin);
    /// let hit = ball.next_crossing(&Plane::at_x(1.5), 2.0, |_| {}).expect("it comes that far");
    /// assert!((hit.ball.position.x - 1.5).abs() < 1e-9);
    /// ```
    pub fn next_crossing(
        &mut self,
        plane: &Plane,
        until_s: f64,
        mut on_event: impl FnMut(&BallEvent),
    ) -> Option<Crossing> {
        loop {
            match self.next_stop(until_s, &[], Some(plane), &mut |_| {})? {
                Stop::Event(event) => on_event(&event),
                Stop::Crossing(crossing) => return Some(crossing),
            }
        }
    }
}
