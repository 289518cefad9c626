//! What a ball does after a touch: fly, roll, pivot on an edge, or chatter along a face.

use super::contact::Motion;
use super::event::{BallEvent, EventKind, TablePart};
use super::flight::FlightLaw;
use super::ground::{Grip, Ground};
use super::pivot::{Edge, Pivot};
use super::search::{Surface, Touch};
use super::simulate::{BallSim, Level, Mode};
use super::step::Node;
use super::{BallState, Body, Vec3};

/// A ball that leaves a level surface slower than this stays on it, m/s: it would rise by 0.1 mm.
const STAYS_BELOW: f64 = 0.05;
/// Rolling resistance of a ball on the table, deceleration over gravity (assumed, smoother than the floor).
const TABLE_ROLLING: f64 = 0.01;
/// A ball that lift or gravity presses against a steep surface leaves it with at least this speed, m/s, taken from its
/// motion along the surface: it chatters down the net instead of touching it without end.
const CHATTER: f64 = 1e-3;
/// Touches that follow each other within this time, s, more often than `MOST_RATTLES` in a row, are cut short: the ball
/// is lifted by a hair and rolls on.
const RATTLE_S: f64 = 1e-5;
const MOST_RATTLES: u32 = 100;
const HAIR_M: f64 = 1e-8;

impl BallSim {
    /// Applies the contact law of the touched surface and starts the ball's next motion; returns the event.
    pub(super) fn touch(&mut self, touch: &Touch) -> BallEvent {
        let Touch { surface, t_s, ball: before, normal } = *touch;
        let (physics, radius) = (&self.physics, self.physics.body.radius);
        let after = match surface {
            Surface::Table(_) => before.touching(|motion| physics.table.rebound(motion, normal, radius)),
            Surface::Net => before.touching(|motion| physics.net.rebound(motion, normal, radius)),
            Surface::Floor | Surface::Wall => before.touching(|motion| physics.floor.rebound(motion, normal, radius)),
            Surface::Racket(_, face, own) => own.unwrap_or(physics.racket).rebound(&before, &face, &physics.body),
            Surface::Wood(_, _, racket, wood) => wood.rebound(&before, &racket, normal, &physics.body),
        };
        self.rattles = if t_s - self.touched_s < RATTLE_S { self.rattles + 1 } else { 0 };
        self.touched_s = t_s;
        self.ball = after;
        self.go_on(touch);
        BallEvent { kind: surface.kind(), t_s, before, after: self.ball }
    }

    /// A ball that rolls on the table meets the net.
    pub(super) fn roll_into_net(&mut self, before: &BallState, normal: Vec3) -> BallEvent {
        let radius = self.physics.body.radius;
        self.ball = before.off_upright(&normal, |motion| self.physics.net.rebound(motion, normal, radius));
        self.roll_on(Level::Table);
        BallEvent { kind: EventKind::Net, t_s: self.t_s, before: *before, after: self.ball }
    }

    /// A ball that rolls on the floor meets a wall: its front skin moves down, so that the wall's friction makes a fast
    /// one hop.
    pub(super) fn roll_into_wall(&mut self, before: &BallState, normal: Vec3) -> BallEvent {
        let radius = self.physics.body.radius;
        self.ball = before.off_upright(&normal, |motion| self.physics.floor.rebound(motion, normal, radius));
        if self.ball.velocity.z.abs() < STAYS_BELOW {
            self.roll_on(Level::Floor);
        } else {
            self.take_off();
        }
        BallEvent { kind: EventKind::Wall, t_s: self.t_s, before: *before, after: self.ball }
    }

    /// What the ball does after a touch: fly, roll or pivot.
    fn go_on(&mut self, touch: &Touch) {
        if self.rattles > MOST_RATTLES {
            return self.settle(touch);
        }
        let slow = self.ball.velocity.dot(&touch.normal) < STAYS_BELOW;
        match touch.surface {
            Surface::Table(TablePart::Top) if slow => self.roll_on(Level::Table),
            Surface::Floor if slow => self.roll_on(Level::Floor),
            Surface::Table(TablePart::Edge) | Surface::Net if slow => {
                let level = Vec3::new(touch.normal.x, touch.normal.y, 0.0);
                let across = level.try_normalize(1e-9).unwrap_or_else(Vec3::x);
                let is_rim = !matches!(touch.surface, Surface::Net);
                self.pivot_or(&touch.normal, across, is_rim, |ball| ball.chatter(&touch.normal));
            }
            Surface::Racket(..) | Surface::Wood(..) => self.take_off(),
            _ => self.chatter(&touch.normal),
        }
    }

    /// Rolls over an edge if the ball is slow enough to stay on it; otherwise does `otherwise`.
    pub(super) fn pivot_or(&mut self, normal: &Vec3, across: Vec3, is_rim: bool, otherwise: impl FnOnce(&mut Self)) {
        let edge = Edge { across, is_rim, lasts_s: self.edge_lasts_s(&across, is_rim) };
        let (radius, gravity) = (self.physics.body.radius, self.physics.air.gravity);
        match Pivot::new(self.t_s, &self.ball, normal, &edge, radius, gravity) {
            Some(pivot) => self.enter(Mode::Pivot(pivot)),
            None => otherwise(self),
        }
    }

    /// How long the ball can move along an edge before the edge ends or the net stands in the way, s.
    fn edge_lasts_s(&self, across: &Vec3, is_rim: bool) -> f64 {
        let axis = if across.x.abs() > across.y.abs() { 1 } else { 0 };
        let solid = if is_rim { &self.around.table } else { &self.around.net };
        let (p, v) = (self.ball.position[axis], self.ball.velocity[axis]);
        let towards = |bound: f64| ((bound - p) / v).max(0.0);
        let end = solid.center[axis] + solid.half[axis].copysign(v);
        let net = self.physics.body.radius.copysign(p);
        let towards_net = axis == 0 && p * v < 0.0;
        if v == 0.0 {
            f64::INFINITY
        } else if towards_net {
            towards(net).min(towards(end))
        } else {
            towards(end)
        }
    }

    /// Ends a rattle: many small touches leave the ball rolling, and a tiny clearance lets it move on.
    fn settle(&mut self, touch: &Touch) {
        self.rattles = 0;
        let (normal, radius, beta) = (touch.normal, self.physics.body.radius, Body::INERTIA_RATIO);
        if normal.z > 0.0 && !matches!(touch.surface, Surface::Racket(..) | Surface::Wood(..)) {
            let BallState { velocity, spin, .. } = self.ball;
            let along = velocity - normal * velocity.dot(&normal);
            let rolling = (along + spin.cross(&normal) * (beta * radius)) / (1.0 + beta);
            self.ball.velocity = rolling;
            self.ball.spin = normal.cross(&rolling) / radius + normal * normal.dot(&spin);
        }
        self.ball.position += normal * HAIR_M;
        self.take_off();
    }

    /// Takes off from a surface that the ball may be pressed against, without gaining energy.
    fn chatter(&mut self, normal: &Vec3) {
        let towards = self.ball.velocity.dot(normal);
        let along = self.ball.velocity - normal * towards;
        // Rounding may leave a hair of approach.
        let leaving = towards.max(0.0);
        let (needed, spare) = (CHATTER * CHATTER - leaving * leaving, along.norm_squared());
        if leaving < CHATTER && spare > needed {
            self.ball.velocity = along * (1.0 - needed / spare).sqrt() + normal * CHATTER;
        }
        self.take_off();
    }

    /// Starts flying from where the ball is.
    pub(super) fn take_off(&mut self) {
        let law = FlightLaw::new(&self.physics, &self.ball.spin);
        self.flight.change_law(&law);
        let node = Node::new(&law, self.t_s, &self.ball);
        self.guess_s = node.first_guess_s(&law, self.settings.tolerance);
        self.marked_s = self.t_s;
        self.enter(Mode::Flight(node));
    }

    /// Starts sliding or rolling on a level surface from where the ball is.
    pub(super) fn roll_on(&mut self, level: Level) {
        let radius = self.physics.body.radius;
        self.ball.velocity.z = 0.0;
        let ground = match level {
            Level::Table => {
                // A hair inside the rim and outside the net: a motion that starts on a bound would not be seen to cross
                // it.
                let (position, half) = (&mut self.ball.position, &self.around.table.half);
                position.x = position.x.abs().clamp(radius + 1e-12, half.x - 1e-12).copysign(position.x);
                position.y = position.y.abs().min(half.y - 1e-12).copysign(position.y);
                let grip = Grip { mu: self.physics.table.sliding_friction(), rolling: TABLE_ROLLING };
                Ground::on(self.t_s, &self.ball, &self.physics, grip)
            }
            Level::Floor => Ground::on_floor(self.t_s, &self.ball, &self.physics, self.around.room.as_ref()),
        };
        self.enter(Mode::Ground(ground, level));
    }
}

impl BallState {
    /// The state after a contact law.
    fn touching(&self, law: impl FnOnce(&Motion) -> Motion) -> Self {
        let after = law(&Motion { velocity: self.velocity, spin: self.spin });
        Self { position: self.position, velocity: after.velocity, spin: after.spin }
    }

    /// The state after the contact law of an upright face that the ball met on a level surface. Topspin would drive a
    /// slow ball back into it at once: it stays, its spin spent on the face.
    pub(super) fn off_upright(&self, normal: &Vec3, law: impl FnOnce(&Motion) -> Motion) -> Self {
        let mut after = self.touching(law);
        let rolling_axis = Vec3::z().cross(normal);
        let (leaving, topspin) = (after.velocity.dot(normal), after.spin.dot(&rolling_axis));
        if leaving < STAYS_BELOW && topspin < 0.0 {
            after.velocity -= normal * leaving;
            after.spin -= rolling_axis * topspin;
        }
        after
    }
}
