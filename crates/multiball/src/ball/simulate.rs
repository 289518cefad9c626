//! A ball moved from event to event: flight, contacts, rolling, rest.

use std::cell::OnceCell;

use super::contact::RacketMotion;
use super::event::{BallEvent, EventKind, FlightPath, Path, Segment};
use super::flight::FlightLaw;
use super::ground::Ground;
use super::pivot::Pivot;
use super::search::{self, Touch};
use super::step::{Node, Step};
use super::{BallState, Physics, Surroundings, Vec3};

/// How a simulation runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// Error of the velocity allowed per step, m/s; that of the position is smaller.
    pub tolerance: f64,
    /// Whether passing the net's plane and the apex are reported as events.
    pub markers: bool,
}

impl Settings {
    /// For many balls: a second of flight with a bounce is right to 1e-9 m (`multiball bench` prints the error).
    pub const FAST: Self = Self { tolerance: 4e-9, markers: false };
    /// For one ball: as right as double precision allows, 1e-12 m.
    pub const EXACT: Self = Self { tolerance: 1e-13, markers: true };
}

impl Default for Settings {
    fn default() -> Self {
        Self::FAST
    }
}

/// One ball and its clock. Holds no memory of its path and allocates nothing.
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
pub struct BallSim<'w> {
    pub(super) physics: &'w Physics,
    pub(super) around: &'w Surroundings,
    pub(super) settings: Settings,
    pub(super) t_s: f64,
    pub(super) ball: BallState,
    pub(super) mode: Mode,
    /// The step under way, while the ball flies.
    pub(super) flight: FlightPath,
    /// What ends the stretch under way, when it is known already.
    leg: Option<Leg>,
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

/// When the stretch of path under way ends, and with what.
#[derive(Debug, Clone, Copy)]
struct Leg {
    end_s: f64,
    outcome: Outcome,
}

#[derive(Debug, Clone, Copy)]
enum Outcome {
    /// The flight goes on with the next step.
    Onward,
    /// The ball touches something while flying.
    Touch(Touch),
    /// The ball rolls into the net; the normal points back to it.
    RollsIntoNet(Vec3),
    /// The ball rolls into a wall; the normal points back to it.
    RollsIntoWall(Vec3),
    /// The ball rolls over the rim of the table, in this direction.
    RollsOver(Vec3),
    /// The ball lets go of an edge.
    LetsGo,
    /// The time asked for is up.
    Paused,
    /// The ball stops.
    Stops,
}

impl<'w> BallSim<'w> {
    /// A ball in flight at time 0. [`Surroundings::check`] tells whether it can be there.
    #[must_use]
    pub fn new(physics: &'w Physics, around: &'w Surroundings, ball: BallState) -> Self {
        Self::with_settings(physics, around, ball, 0.0, Settings::default())
    }

    /// A ball in flight at a given time, with settings.
    #[must_use]
    pub fn with_settings(
        physics: &'w Physics,
        around: &'w Surroundings,
        ball: BallState,
        t_s: f64,
        settings: Settings,
    ) -> Self {
        let law = FlightLaw::new(physics, &ball.spin);
        let node = Node::new(&law, t_s, &ball);
        Self {
            physics,
            around,
            settings,
            t_s,
            ball,
            mode: Mode::Flight(node),
            flight: FlightPath { step: Step::empty(&law, &node), interpolant: OnceCell::new() },
            leg: None,
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

    /// The next event, with rackets that move in the ball's way; every stretch of path is shown to `watch` first.
    pub fn next_event_among(
        &mut self,
        until_s: f64,
        rackets: &[&dyn RacketMotion],
        watch: &mut dyn FnMut(&Segment<'_>),
    ) -> Option<BallEvent> {
        if !self.ball.is_finite() {
            // Refused at every door; if one was left open, stand still rather than search for ever.
            self.mode = Mode::Rest;
        }
        if self.leg.as_ref().is_some_and(|leg| leg.end_s > until_s || !rackets.is_empty()) {
            // The rest of a stretch found under other conditions no longer holds.
            self.leg = None;
            self.take_off();
        }
        while self.t_s < until_s {
            let leg = match self.leg.take() {
                Some(leg) => leg,
                None => self.next_leg(until_s, rackets),
            };
            if let Some((kind, t_s)) = self.next_marker(&leg) {
                watch(&Segment { start_s: self.t_s, end_s: t_s, path: self.path() });
                self.ball = self.path().state_at(t_s);
                self.t_s = t_s;
                self.leg = Some(leg);
                return Some(BallEvent { kind, t_s, before: self.ball, after: self.ball });
            }
            watch(&Segment { start_s: self.t_s, end_s: leg.end_s, path: self.path() });
            self.t_s = leg.end_s;
            if let Some(event) = self.finish(&leg, until_s) {
                return Some(event);
            }
        }
        None
    }

    fn path(&self) -> Path<'_> {
        match self.mode {
            Mode::Flight(_) => Path::Flight(&self.flight),
            Mode::Ground(ground, _) => Path::Ground(ground),
            Mode::Pivot(pivot) => Path::Pivot(pivot),
            Mode::Rest => Path::Rest(self.ball),
        }
    }

    fn next_marker(&self, leg: &Leg) -> Option<(EventKind, f64)> {
        match self.mode {
            Mode::Flight(_) if self.settings.markers => search::marker(self.flight.interpolant(), self.t_s, leg.end_s),
            _ => None,
        }
    }

    fn next_leg(&mut self, until_s: f64, rackets: &[&dyn RacketMotion]) -> Leg {
        match self.mode {
            Mode::Flight(node) => self.fly(&node, until_s, rackets),
            Mode::Ground(ground, level) => self.roll(&ground, level, until_s),
            Mode::Pivot(pivot) => earlier(until_s, Leg { end_s: pivot.end_s(), outcome: Outcome::LetsGo }),
            Mode::Rest => Leg { end_s: until_s, outcome: Outcome::Paused },
        }
    }

    fn fly(&mut self, node: &Node, until_s: f64, rackets: &[&dyn RacketMotion]) -> Leg {
        self.flight.interpolant.take();
        self.flight.step.take_adaptive(node, until_s - self.t_s, &mut self.guess_s, self.settings.tolerance);
        let (flight, radius) = (&self.flight, self.physics.body.radius);
        let mut touch = search::solid_touch(flight, self.around, radius);
        for racket in rackets.iter().copied().enumerate() {
            let end_s = touch.as_ref().map_or(flight.step.end_s(), |touch| touch.t_s);
            touch = search::racket_touch(flight, racket, end_s, radius).or(touch);
        }
        match touch {
            Some(touch) => Leg { end_s: touch.t_s, outcome: Outcome::Touch(touch) },
            None => Leg { end_s: flight.step.end_s(), outcome: Outcome::Onward },
        }
    }

    fn roll(&self, ground: &Ground, level: Level, until_s: f64) -> Leg {
        let mut end = Leg { end_s: ground.end_s(), outcome: Outcome::Stops };
        let mut consider = |t: Option<f64>, outcome: Outcome| {
            if let Some(end_s) = t.filter(|t| *t < end.end_s) {
                end = Leg { end_s, outcome };
            }
        };
        let radius = self.physics.body.radius;
        let wall = self.around.room.filter(|_| level == Level::Floor).and_then(|room| room.met_by(ground, radius));
        if let Some((met_s, normal)) = wall {
            consider(Some(met_s), Outcome::RollsIntoWall(normal));
        }
        if level == Level::Table {
            let table = &self.around.table;
            for (axis, direction) in [(0, Vec3::x()), (1, Vec3::y())] {
                for sign in [1.0, -1.0] {
                    let rim = table.center[axis] + sign * table.half[axis];
                    consider(ground.reaches(axis, rim), Outcome::RollsOver(direction * sign));
                }
            }
            let side = 1f64.copysign(self.ball.position.x);
            consider(ground.reaches(0, side * radius), Outcome::RollsIntoNet(Vec3::x() * side));
        }
        earlier(until_s, end)
    }

    /// Takes the ball past the end of a leg; returns the event that stands there.
    fn finish(&mut self, leg: &Leg, until_s: f64) -> Option<BallEvent> {
        let t_s = leg.end_s;
        match &leg.outcome {
            Outcome::Onward => {
                // The state is worked out only where someone can see it: when the time asked for is up.
                if t_s >= until_s {
                    self.ball = self.flight.step.end_state();
                }
                self.mode = Mode::Flight(self.flight.step.end());
                None
            }
            Outcome::Touch(touch) => Some(self.touch(touch)),
            Outcome::Paused => {
                self.ball = self.path().state_at(t_s);
                None
            }
            Outcome::LetsGo => {
                self.ball = self.path().state_at(t_s);
                match self.mode {
                    Mode::Pivot(pivot) if pivot.ends_on_top() => {
                        self.ball.position.z = self.physics.body.radius;
                        self.roll_on(Level::Table);
                    }
                    _ => self.take_off(),
                }
                None
            }
            Outcome::RollsOver(across) => {
                self.ball = self.path().state_at(t_s);
                self.pivot_or(&Vec3::z(), *across, true, Self::take_off);
                None
            }
            Outcome::RollsIntoNet(normal) => {
                let before = self.path().state_at(t_s);
                Some(self.roll_into_net(&before, *normal))
            }
            Outcome::RollsIntoWall(normal) => {
                let before = self.path().state_at(t_s);
                Some(self.roll_into_wall(&before, *normal))
            }
            Outcome::Stops => {
                let before = self.path().state_at(t_s);
                self.ball = BallState { velocity: Vec3::zeros(), spin: Vec3::zeros(), ..before };
                self.mode = Mode::Rest;
                Some(BallEvent { kind: EventKind::Rest, t_s, before, after: self.ball })
            }
        }
    }
}

/// The leg, unless the time asked for comes first.
fn earlier(until_s: f64, leg: Leg) -> Leg {
    if leg.end_s <= until_s { leg } else { Leg { end_s: until_s, outcome: Outcome::Paused } }
}
