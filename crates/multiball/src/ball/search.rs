//! When does the ball first touch something? Searches on the interpolant of one step of flight.
//!
//! **Fixed solids.** The distance to a convex solid is a convex function of the ball's position, so along a path with
//! |acceleration| ≤ A it cannot fall faster than `gap + gap' τ - A τ² / 2`. No touch can happen before the root of that
//! parabola: jumping from root to root never misses a touch and closes in quadratically.
//!
//! **Rackets** move as they like below known speeds, so the same idea with a first-order bound brings the search near them;
//! there the gap is sampled every quarter of a millisecond and a change of sign is bracketed.

use super::contact::{RacketMotion, RacketState};
use super::event::{FlightPath, TablePart};
use super::room::{Room, Wall};
use super::step::{Interpolant, Step};
use super::{BallState, EventKind, Surroundings, Vec3};
use crate::geometry::{Nearest, portable, root_in_bracket};

/// The gap at which two bodies touch, m.
const TOUCHING: f64 = 1e-11;
/// Least advance of a search, s; what it oversteps is corrected by Newton's method.
const LEAST_ADVANCE: f64 = 1e-7;
/// Depth that a ball which does not approach a surface may sink unseen, m: it may lie against a face for long.
const UNSEEN: f64 = 1e-9;
/// Sampling of a moving racket near the ball, s: closing at 50 m/s they come 12 mm nearer, less than the ball's radius.
const RACKET_SAMPLE: f64 = 2.5e-4;
/// Pieces of a step in which an apex or a crossing of the net's plane is looked for.
const MARKER_PIECES: u32 = 8;
/// A marker this close after the last one is the same one, s.
const SAME_MARKER: f64 = 1e-9;

/// A touch: what, when, the ball then, and the surface's normal.
#[derive(Debug, Clone, Copy)]
pub(super) struct Touch {
    pub(super) surface: Surface,
    pub(super) t_s: f64,
    pub(super) ball: BallState,
    pub(super) normal: Vec3,
}

/// What was touched.
#[derive(Debug, Clone, Copy)]
pub(super) enum Surface {
    Table(TablePart),
    Net,
    Floor,
    Wall,
    Racket(usize, RacketState),
}

impl Surface {
    pub(super) fn kind(self) -> EventKind {
        match self {
            Self::Table(part) => EventKind::Table(part),
            Self::Net => EventKind::Net,
            Self::Floor => EventKind::Floor,
            Self::Wall => EventKind::Wall,
            Self::Racket(index, _) => EventKind::Racket(index),
        }
    }
}

/// Which fixed solid.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Solid {
    Table,
    Net,
    Floor,
    Wall(Wall),
}

impl Solid {
    /// All but the walls, which are rarely near.
    const INNER: [Self; 3] = [Self::Table, Self::Net, Self::Floor];

    fn nearest(self, around: &Surroundings, position: &Vec3) -> Nearest {
        match self {
            Self::Table => around.table.nearest(position),
            Self::Net => around.net.nearest(position),
            Self::Floor => {
                Nearest { distance: position.z - around.floor_z, normal: Vec3::z(), beyond: [false, false, true] }
            }
            Self::Wall(wall) => {
                Nearest { distance: wall.distance(position), normal: wall.normal(), beyond: [false; 3] }
            }
        }
    }

    /// Which of the inner ones a ball anywhere in the box between two corners could touch.
    fn inner_near(around: &Surroundings, (low, high): &(Vec3, Vec3), radius: f64) -> [bool; 3] {
        let (table, net) = (around.table.could_touch(low, high, radius), around.net.could_touch(low, high, radius));
        [table, net, low.z - radius <= around.floor_z]
    }

    fn surface(self, nearest: &Nearest) -> Surface {
        match self {
            Self::Net => Surface::Net,
            Self::Floor => Surface::Floor,
            Self::Wall(_) => Surface::Wall,
            Self::Table => Surface::Table(match nearest.beyond {
                [false, false, true] if nearest.normal.z > 0.0 => TablePart::Top,
                [_, _, true] if nearest.normal.z > 0.0 => TablePart::Edge,
                _ => TablePart::Side,
            }),
        }
    }
}

/// How long a ball of a radius stays clear of a solid for certain, with accelerations up to a bound.
struct Outlook {
    acceleration: f64,
    radius: f64,
    idle_advance: f64,
}

impl Outlook {
    fn new(acceleration: f64, radius: f64) -> Self {
        let idle_advance = (2.0 * UNSEEN / acceleration).sqrt().clamp(LEAST_ADVANCE, 1e-5);
        Self { acceleration, radius, idle_advance }
    }

    /// Time before which there is no touch, s; `None` when there is one now.
    #[inline(always)]
    fn free_s(&self, nearest: &Nearest, velocity: &Vec3) -> Option<f64> {
        let gap = (nearest.distance - self.radius).max(0.0);
        let opening = nearest.normal.dot(velocity);
        let free = (opening + (opening * opening + 2.0 * self.acceleration * gap).sqrt()) / self.acceleration;
        let touches = opening < 0.0 && (gap <= TOUCHING || free < LEAST_ADVANCE);
        (!touches).then(|| free.max(if opening < 0.0 { LEAST_ADVANCE } else { self.idle_advance }))
    }
}

/// First touch with a fixed solid during the step.
pub(super) fn solid_touch(flight: &FlightPath, around: &Surroundings, radius: f64) -> Option<Touch> {
    let step = &flight.step;
    let acceleration = step.acceleration_bound();
    let bounds = step.bounds(acceleration);
    let inner = Solid::inner_near(around, &bounds, radius);
    let walls = around.room.filter(|room| room.could_touch(&bounds, radius));
    if inner == [false; 3] && walls.is_none() {
        return None;
    }
    let outlook = Outlook::new(acceleration, radius);
    let mut t = step.start_s();
    // The first look needs no interpolant, and after a bounce it is often the last.
    let (mut position, mut velocity) = step.start_motion();
    loop {
        let mut wait = f64::INFINITY;
        for (solid, _) in Solid::INNER.into_iter().zip(inner).filter(|(_, near)| *near) {
            match outlook.free_s(&solid.nearest(around, &position), &velocity) {
                Some(free_s) => wait = wait.min(free_s),
                None => return Some(polish_solid(step, t, solid, around, radius)),
            }
        }
        for solid in walls.iter().flat_map(Room::walls).map(Solid::Wall) {
            match outlook.free_s(&solid.nearest(around, &position), &velocity) {
                Some(free_s) => wait = wait.min(free_s),
                None => return Some(polish_solid(step, t, solid, around, radius)),
            }
        }
        t += wait;
        if t > step.end_s() {
            return None;
        }
        let dense = flight.interpolant();
        (position, velocity) = (dense.position(t), dense.velocity(t));
    }
}

/// The touch near `t_s` at the method's full order: one fresh step from the start, then Newton on the gap.
fn polish_solid(step: &Step, t_s: f64, solid: Solid, around: &Surroundings, radius: f64) -> Touch {
    let (t_s, ball) = polish(step, t_s, |_, ball| {
        let nearest = solid.nearest(around, &ball.position);
        (nearest.distance - radius, nearest.normal.dot(&ball.velocity))
    });
    let nearest = solid.nearest(around, &ball.position);
    Touch { surface: solid.surface(&nearest), t_s, ball, normal: nearest.normal }
}

/// Time and ball where a gap, given with its rate, vanishes next to `t_s`.
fn polish(step: &Step, t_s: f64, gap_and_rate: impl Fn(f64, &BallState) -> (f64, f64)) -> (f64, BallState) {
    let exact = step.shortened(t_s - step.start_s());
    let slope = exact.end_slope();
    let (mut shift_s, mut ball) = (0.0, exact.end_state());
    for _ in 0..2 {
        let (gap, rate) = gap_and_rate(t_s + shift_s, &ball);
        // A grazing touch has no rate to speak of; it is where the search found it.
        if rate < -1e-6 {
            // Never back before the step: time does not run backwards.
            shift_s = (shift_s - gap / rate).clamp((step.start_s() - t_s).max(-1e-5), 1e-5);
            ball = exact.end_state_shifted(shift_s, &slope);
        }
    }
    (t_s + shift_s, ball)
}

/// First touch with the racket of the given index between the start of the step and `end_s`.
pub(super) fn racket_touch(
    flight: &FlightPath,
    (index, racket): (usize, &dyn RacketMotion),
    end_s: f64,
    radius: f64,
) -> Option<Touch> {
    let (step, dense) = (&flight.step, flight.interpolant());
    let reach = portable::hypot(racket.radius(), radius) + radius;
    let closing = step.speed_bound() + racket.speed_bound();
    let mut t = step.start_s();
    let mut last: Option<(f64, f64)> = None;
    loop {
        let now = Over::new(&racket.at(t), &dense.position(t), &dense.velocity(t));
        if let Some((before_t, before)) = last {
            let side = 1f64.copysign(before);
            let (gap_before, gap_now) = (side * before - radius, side * now.height - radius);
            if gap_before >= 0.0 && gap_now < 0.0 {
                let gap = |t: f64| side * Over::new(&racket.at(t), &dense.position(t), &Vec3::zeros()).height - radius;
                let root = root_in_bracket(gap, before_t, t, gap_before, gap_now, 1e-13);
                if let Some(touch) = polish_racket(step, root, side, (index, racket), radius) {
                    return Some(touch);
                }
            }
        }
        // A ball that rests on the blade, or came over its rim, is in touch without having crossed anything.
        let side = 1f64.copysign(now.height);
        if side * now.height < radius && side * now.rate < 0.0 && now.beside <= racket.radius() {
            return polish_racket(step, t, side, (index, racket), radius);
        }
        last = Some((t, now.height));
        if t >= end_s {
            return None;
        }
        // A touch needs the ball both within reach of the blade and at the face, whose plane also swings. Until then the
        // ball comes no farther away than twice the distance.
        let to_blade = (now.distance - reach) / closing;
        let to_plane = (now.height.abs() - radius) / (closing + 2.0 * racket.turn_bound() * now.distance);
        t = (t + to_blade.max(to_plane).max(RACKET_SAMPLE)).min(end_s);
    }
}

/// Where a ball is over a racket's face.
struct Over {
    /// Height of its centre along the face's normal, m, and its rate, m/s.
    height: f64,
    rate: f64,
    /// Distance of its centre from the face's centre, along the face and in all, m.
    beside: f64,
    distance: f64,
}

impl Over {
    fn new(face: &RacketState, position: &Vec3, velocity: &Vec3) -> Self {
        let offset = position - face.center;
        let height = offset.dot(&face.normal);
        let swing = face.turning.cross(&face.normal).dot(&offset);
        Self {
            height,
            rate: face.normal.dot(&(velocity - face.velocity)) + swing,
            beside: (offset - face.normal * height).norm(),
            distance: offset.norm(),
        }
    }
}

/// The touch with the racket's face near `t_s`, unless the ball passes beside the blade.
fn polish_racket(
    step: &Step,
    t_s: f64,
    side: f64,
    (index, racket): (usize, &dyn RacketMotion),
    radius: f64,
) -> Option<Touch> {
    let (t_s, ball) = polish(step, t_s, |t, ball| {
        let over = Over::new(&racket.at(t), &ball.position, &ball.velocity);
        (side * over.height - radius, side * over.rate)
    });
    let face = racket.at(t_s);
    let over = Over::new(&face, &ball.position, &ball.velocity);
    let normal = face.normal * side;
    (over.beside <= racket.radius()).then_some(Touch { surface: Surface::Racket(index, face), t_s, ball, normal })
}

/// First apex or crossing of the net's plane after `from_s` and not after `to_s`.
pub(super) fn marker(dense: &Interpolant, from_s: f64, to_s: f64) -> Option<(EventKind, f64)> {
    let piece = (to_s - from_s) / f64::from(MARKER_PIECES);
    let mut first: Option<(EventKind, f64)> = None;
    let look = |t: f64| (dense.position(t).x, dense.velocity(t).z);
    let mut a = (from_s, look(from_s));
    for i in 1..=MARKER_PIECES {
        let t = if i == MARKER_PIECES { to_s } else { from_s + piece * f64::from(i) };
        let b = (t, look(t));
        let ((ta, (xa, va)), (tb, (xb, vb))) = (a, b);
        let mut consider = |kind, root: f64| {
            if root > from_s + SAME_MARKER && first.is_none_or(|(_, t)| root < t) {
                first = Some((kind, root));
            }
        };
        if va > 0.0 && vb <= 0.0 {
            consider(EventKind::Apex, root_in_bracket(|t| dense.velocity(t).z, ta, tb, va, vb, 1e-13));
        }
        if xa != 0.0 && xa.signum() != xb.signum() {
            consider(EventKind::NetPlane, root_in_bracket(|t| dense.position(t).x, ta, tb, xa, xb, 1e-13));
        }
        if first.is_some() {
            break;
        }
        a = b;
    }
    first
}
