//! When does the ball first touch a fixed solid? A search on the interpolant of one step of flight.
//!
//! The distance to a convex solid is a convex function of the ball's position, so along a path with
//! |acceleration| ≤ A it cannot fall faster than `gap + gap' τ - A τ² / 2`. No touch can happen before the root of that
//! parabola: jumping from root to root never misses a touch and closes in quadratically.
//!
//! The times looked at follow from the step alone. A search that pauses and goes on later finds the same touch, bit for
//! bit.

use super::contact::{RacketContact, RacketPart, RacketState, RacketWood};
use super::event::{FlightPath, TablePart};
use super::room::{Room, Wall};
use super::step::Step;
use super::{BallState, EventKind, Surroundings, Vec3};
use crate::geometry::Nearest;

/// The gap at which two bodies touch, m.
const TOUCHING: f64 = 1e-11;
/// Least advance of a search, s; what it oversteps is corrected by Newton's method.
const LEAST_ADVANCE: f64 = 1e-7;
/// Depth that a ball which does not approach a surface may sink unseen, m: it may lie against a face for long.
const UNSEEN: f64 = 1e-9;
/// The farthest that Newton's method may move a touch from where the search found it, s.
const MOST_SHIFT: f64 = 1e-5;

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
    /// The face of a racket.
    Racket(usize, RacketState, Option<RacketContact>),
    /// Its edge or handle.
    Wood(usize, RacketPart, RacketState, RacketWood),
}

impl Surface {
    pub(super) fn kind(self) -> EventKind {
        match self {
            Self::Table(part) => EventKind::Table(part),
            Self::Net => EventKind::Net,
            Self::Floor => EventKind::Floor,
            Self::Wall => EventKind::Wall,
            Self::Racket(index, ..) => EventKind::Racket(index, RacketPart::Face),
            Self::Wood(index, part, ..) => EventKind::Racket(index, part),
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

/// Conservative advancement: for how long a ball surely stays clear of a solid, with accelerations up to a bound.
#[derive(Debug, Clone, Copy)]
struct ConservativeAdvance {
    acceleration: f64,
    radius: f64,
    idle_advance: f64,
}

impl ConservativeAdvance {
    /// Of a step with nothing near.
    const UNUSED: Self = Self { acceleration: 0.0, radius: 0.0, idle_advance: 0.0 };

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

/// A search for the first touch with a fixed solid during one step, carried only as far as it is needed.
#[derive(Debug, Clone, Copy)]
pub(super) struct SolidSearch {
    /// Where to look next, s; infinite when nothing is near.
    next_s: f64,
    advance: ConservativeAdvance,
    /// Which solids may be touched: those inside the room, and its walls.
    inner: [bool; 3],
    walls: bool,
}

impl SolidSearch {
    /// A search from the start of a step.
    pub(super) fn new(step: &Step, around: &Surroundings, radius: f64) -> Self {
        let acceleration = step.acceleration_bound();
        let bounds = step.bounds(acceleration);
        let inner = Solid::inner_near(around, &bounds, radius);
        let walls = around.room.is_some_and(|room| room.could_touch(&bounds, radius));
        if inner == [false; 3] && !walls {
            return Self { next_s: f64::INFINITY, advance: ConservativeAdvance::UNUSED, inner, walls };
        }
        Self { next_s: step.start_s(), advance: ConservativeAdvance::new(acceleration, radius), inner, walls }
    }

    /// Whether the whole step has been searched.
    pub(super) fn is_over(&self, step: &Step) -> bool {
        self.next_s > step.end_s()
    }

    /// The first touch, if it comes before `until_s`; it may return one that comes a little later.
    pub(super) fn touch_until(
        &mut self,
        flight: &mut FlightPath,
        around: &Surroundings,
        until_s: f64,
    ) -> Option<Touch> {
        // A touch is moved by less than this from where it is found, so none before `until_s` is left out.
        let last_s = (until_s + 2.0 * MOST_SHIFT).min(flight.step.end_s());
        while self.next_s <= last_s {
            let t = self.next_s;
            // The first look needs no interpolant, and after a bounce it is often the last.
            let (position, velocity) =
                if t == flight.step.start_s() { flight.step.start_motion() } else { flight.dense().1.motion(t) };
            match self.free_s(around, &position, &velocity) {
                Ok(free_s) => self.next_s += free_s,
                Err(solid) => return Some(polish_solid(&flight.step, t, solid, around, self.advance.radius)),
            }
        }
        None
    }

    /// Time before which a ball touches nothing, s, or what it touches now.
    #[inline(always)]
    fn free_s(&self, around: &Surroundings, position: &Vec3, velocity: &Vec3) -> Result<f64, Solid> {
        let mut least = f64::INFINITY;
        for (solid, _) in Solid::INNER.into_iter().zip(self.inner).filter(|(_, near)| *near) {
            least = least.min(self.advance.free_s(&solid.nearest(around, position), velocity).ok_or(solid)?);
        }
        for solid in around.room.iter().filter(|_| self.walls).flat_map(Room::walls).map(Solid::Wall) {
            least = least.min(self.advance.free_s(&solid.nearest(around, position), velocity).ok_or(solid)?);
        }
        Ok(least)
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

/// Time and ball where a gap, given with its rate, vanishes next to `t_s`, but not before the step.
pub(super) fn polish(step: &Step, t_s: f64, gap_and_rate: impl Fn(f64, &BallState) -> (f64, f64)) -> (f64, BallState) {
    let exact = step.shortened(t_s - step.start_s());
    let slope = exact.end_slope();
    let (mut shift_s, mut ball) = (0.0, exact.end_state());
    // Time does not run backwards.
    let least_s = (step.start_s() - t_s).max(-MOST_SHIFT);
    for _ in 0..2 {
        let (gap, rate) = gap_and_rate(t_s + shift_s, &ball);
        // A grazing touch has no rate to speak of; it is where the search found it.
        if rate < -1e-6 {
            shift_s = (shift_s - gap / rate).clamp(least_s, MOST_SHIFT);
            ball = exact.end_state_shifted(shift_s, &slope);
        }
    }
    (t_s + shift_s, ball)
}
