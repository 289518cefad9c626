//! How a ball gets from one event to the next: flight, rolling, pivoting, rest.
//!
//! The current segment of the path (a step of flight, a roll, a pivot about an edge) is computed once and kept until
//! the ball reaches its end. A call that stops before that end reads its state within the segment. Rackets may differ
//! from call to call, so they are searched over the part of the segment that a call covers.

use super::BallState;
use super::Vec3;
use super::contact::RacketMotion;
use super::crossing::{self, Crossing, Plane, SAME_S};
use super::event::{BallEvent, EventKind, Path, Segment};
use super::ground::Ground;
use super::racket_search::racket_touch;
use super::search::SolidSearch;
use super::simulate::{BallSim, Level, Mode};

/// What a call stops at.
pub(super) enum Stop {
    /// An event of the ball.
    Event(BallEvent),
    /// The ball crosses the plane that was given.
    Crossing(Crossing),
}

/// What is known about the end of the current segment.
#[derive(Debug, Clone, Copy)]
pub(super) enum Ahead {
    /// The segment has not begun.
    Unknown,
    /// A step of flight, searched for touches up to some time.
    Searching(SolidSearch),
    /// The segment's end is known.
    Known(Leg),
}

/// The end of a segment: its time and its outcome.
#[derive(Debug, Clone, Copy)]
pub(super) struct Leg {
    end_s: f64,
    outcome: Outcome,
}

#[derive(Debug, Clone, Copy)]
enum Outcome {
    /// The flight goes on with the next step.
    Onward,
    /// The ball touches a fixed solid while flying.
    SolidTouch,
    /// The ball touches a racket of this call.
    RacketTouch,
    /// The ball rolls into the net; the normal points back to it.
    RollsIntoNet(Vec3),
    /// The ball rolls into a wall; the normal points back to it.
    RollsIntoWall(Vec3),
    /// The ball rolls over the rim of the table, in this direction.
    RollsOver(Vec3),
    /// The ball lets go of an edge.
    LetsGo,
    /// The requested time is reached; the segment goes on.
    Paused,
    /// The ball stops.
    Stops,
}

impl BallSim {
    /// Advances to the next event or crossing of the plane, at most to `until_s`.
    pub(super) fn next_stop(
        &mut self,
        until_s: f64,
        rackets: &[&dyn RacketMotion],
        plane: Option<&Plane>,
        watch: &mut dyn FnMut(&Segment<'_>),
    ) -> Option<Stop> {
        if !self.ball.is_finite() {
            // Callers refuse such states. Should one get in, the ball stands still rather than be searched for ever.
            self.enter(Mode::Rest);
        }
        while self.t_s < until_s {
            let leg = self.next_leg(until_s, rackets);
            let marker = self.next_marker().filter(|(_, t_s)| *t_s <= leg.end_s);
            let look_to_s = marker.map_or(leg.end_s, |(_, t_s)| t_s);
            if let Some(t_s) = plane.and_then(|plane| self.crossing(plane, look_to_s)) {
                self.move_along(t_s, watch);
                self.crossed_s = t_s;
                return Some(Stop::Crossing(Crossing { t_s, ball: self.ball }));
            }
            if let Some((kind, t_s)) = marker {
                self.move_along(t_s, watch);
                (self.marker, self.marked_s) = (None, t_s);
                return Some(Stop::Event(BallEvent { kind, t_s, before: self.ball, after: self.ball }));
            }
            watch(&Segment::new(self.t_s, leg.end_s, self.path()));
            self.t_s = leg.end_s;
            if let Some(event) = self.finish(&leg, until_s) {
                return Some(Stop::Event(event));
            }
        }
        None
    }

    /// Begins another kind of motion.
    pub(super) fn enter(&mut self, mode: Mode) {
        self.mode = mode;
        (self.ahead, self.marker) = (Ahead::Unknown, None);
    }

    /// Moves along the current segment to a time before its end.
    fn move_along(&mut self, t_s: f64, watch: &mut dyn FnMut(&Segment<'_>)) {
        watch(&Segment::new(self.t_s, t_s, self.path()));
        self.ball = self.state_at(t_s);
        self.t_s = t_s;
    }

    /// The ball at a time within the current segment.
    fn state_at(&mut self, t_s: f64) -> BallState {
        match &self.mode {
            Mode::Flight(_) => {
                let (step, dense) = self.flight.dense();
                step.state_at(t_s, dense)
            }
            Mode::Ground(ground, _) => ground.state_at(t_s),
            Mode::Pivot(pivot) => pivot.state_at(t_s),
            Mode::Rest => self.ball,
        }
    }

    fn path(&self) -> Path<'_> {
        match &self.mode {
            Mode::Flight(_) => Path::Flight(&self.flight),
            Mode::Ground(ground, _) => Path::Ground(*ground),
            Mode::Pivot(pivot) => Path::Pivot(*pivot),
            Mode::Rest => Path::Rest(self.ball),
        }
    }

    /// The next marker of the current step.
    fn next_marker(&mut self) -> Option<(EventKind, f64)> {
        if !self.settings.markers || !matches!(self.mode, Mode::Flight(_)) {
            return None;
        }
        let (flight, after_s) = (&mut self.flight, self.marked_s + SAME_S);
        *self.marker.get_or_insert_with(|| crossing::marker(flight, after_s))
    }

    /// Time at which the ball next crosses a plane on the current segment, not after `to_s`.
    fn crossing(&mut self, plane: &Plane, to_s: f64) -> Option<f64> {
        let after_s = self.t_s.max(self.crossed_s + SAME_S);
        match &self.mode {
            Mode::Flight(_) => self.flight.crossing(plane, after_s, to_s),
            Mode::Ground(ground, _) => ground.crosses(&plane.normal, plane.offset, after_s).filter(|t_s| *t_s <= to_s),
            Mode::Pivot(pivot) => crossing::of_pivot(pivot, plane, after_s, to_s),
            Mode::Rest => None,
        }
    }

    /// The end of the current segment, a touch with a racket before it, or the requested time.
    fn next_leg(&mut self, until_s: f64, rackets: &[&dyn RacketMotion]) -> Leg {
        if let Ahead::Unknown = self.ahead {
            self.begin();
        }
        if let Ahead::Searching(search) = &mut self.ahead {
            if let Some(touch) = search.touch_until(&mut self.flight, &self.around, until_s) {
                self.ahead = Ahead::Known(Leg { end_s: touch.t_s, outcome: Outcome::SolidTouch });
                self.solid_touch = Some(touch);
            } else if search.is_over(&self.flight.step) {
                self.ahead = Ahead::Known(Leg { end_s: self.flight.step.end_s(), outcome: Outcome::Onward });
            }
        }
        let mut leg = match &self.ahead {
            Ahead::Known(leg) if leg.end_s <= until_s => *leg,
            _ => Leg { end_s: until_s, outcome: Outcome::Paused },
        };
        if matches!(self.mode, Mode::Flight(_)) {
            for racket in rackets.iter().copied().enumerate() {
                let covered = (self.t_s, leg.end_s);
                if let Some(touch) = racket_touch(&mut self.flight, racket, covered, self.physics.body.radius) {
                    leg = Leg { end_s: touch.t_s, outcome: Outcome::RacketTouch };
                    self.racket_touch = Some(touch);
                }
            }
        }
        leg
    }

    /// Begins the next segment: takes a step of flight, or finds where a roll or a pivot about an edge ends.
    fn begin(&mut self) {
        self.ahead = match &self.mode {
            Mode::Flight(node) => {
                self.flight.take(node, &mut self.guess_s, self.settings.tolerance);
                self.marker = None;
                Ahead::Searching(SolidSearch::new(&self.flight.step, &self.around, self.physics.body.radius))
            }
            Mode::Ground(ground, level) => Ahead::Known(self.roll(ground, *level)),
            Mode::Pivot(pivot) => Ahead::Known(Leg { end_s: pivot.end_s(), outcome: Outcome::LetsGo }),
            Mode::Rest => Ahead::Unknown,
        };
    }

    fn roll(&self, ground: &Ground, level: Level) -> Leg {
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
        end
    }

    /// Takes the ball past the end of a segment; returns the event there, if any.
    fn finish(&mut self, leg: &Leg, until_s: f64) -> Option<BallEvent> {
        let t_s = leg.end_s;
        match &leg.outcome {
            Outcome::Onward => {
                // The state is computed only where a caller can read it: at the requested time.
                if t_s >= until_s {
                    self.ball = self.flight.step.end_state();
                }
                self.enter(Mode::Flight(self.flight.step.end()));
                None
            }
            Outcome::SolidTouch | Outcome::RacketTouch => {
                let is_racket = matches!(leg.outcome, Outcome::RacketTouch);
                let touch = if is_racket { &self.racket_touch } else { &self.solid_touch };
                // An outcome is only set together with its touch.
                let touch = (*touch)?;
                Some(self.touch(&touch))
            }
            Outcome::Paused => {
                self.ball = self.state_at(t_s);
                None
            }
            Outcome::LetsGo => {
                self.ball = self.state_at(t_s);
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
                self.ball = self.state_at(t_s);
                self.pivot_or(&Vec3::z(), *across, true, Self::take_off);
                None
            }
            Outcome::RollsIntoNet(normal) => {
                let before = self.state_at(t_s);
                Some(self.roll_into_net(&before, *normal))
            }
            Outcome::RollsIntoWall(normal) => {
                let before = self.state_at(t_s);
                Some(self.roll_into_wall(&before, *normal))
            }
            Outcome::Stops => {
                let before = self.state_at(t_s);
                self.ball = BallState { velocity: Vec3::zeros(), spin: Vec3::zeros(), ..before };
                self.enter(Mode::Rest);
                Some(BallEvent { kind: EventKind::Rest, t_s, before, after: self.ball })
            }
        }
    }
}
