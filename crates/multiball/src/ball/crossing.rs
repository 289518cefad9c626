//! Where the ball's centre crosses a plane, and where it is highest.
//!
//! A step of flight is always cut into the same pieces, and each piece is searched for a change of sign. So the roots
//! follow from the flight alone, not from the times at which a caller reads it.

use super::event::FlightPath;
use super::pivot::Pivot;
use super::{BallState, EventKind, Vec3};
use crate::geometry::root_in_bracket;

/// Pieces of a step in which a crossing or an apex is looked for.
const PIECES: u32 = 8;
/// A crossing or an apex this close after the last one is the same one, s.
pub(super) const SAME_S: f64 = 1e-9;
/// Tolerance of a root, s.
const ROOT_S: f64 = 1e-13;

/// A plane of the world: all points p with `normal · p = offset`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plane {
    /// Unit normal.
    pub normal: Vec3,
    /// Distance from the origin along the normal, m.
    pub offset: f64,
}

impl Plane {
    /// The upright plane x = const, square to the table's length.
    #[must_use]
    pub fn at_x(x: f64) -> Self {
        Self { normal: Vec3::x(), offset: x }
    }

    /// The upright plane y = const, along the table.
    #[must_use]
    pub fn at_y(y: f64) -> Self {
        Self { normal: Vec3::y(), offset: y }
    }

    /// The level plane z = const.
    #[must_use]
    pub fn at_z(z: f64) -> Self {
        Self { normal: Vec3::z(), offset: z }
    }

    /// The plane through a point with a unit normal.
    #[must_use]
    pub fn through(point: &Vec3, normal: Vec3) -> Self {
        Self { normal, offset: normal.dot(point) }
    }

    /// Signed distance of a point, m.
    #[must_use]
    #[inline]
    pub fn height(&self, point: &Vec3) -> f64 {
        self.normal.dot(point) - self.offset
    }
}

/// A ball as its centre crosses a plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Crossing {
    /// When, s on the simulation's clock.
    pub t_s: f64,
    /// The ball then.
    pub ball: BallState,
}

impl FlightPath {
    /// When the ball first crosses a plane after `after_s` and not after `to_s`.
    pub(super) fn crossing(&mut self, plane: &Plane, after_s: f64, to_s: f64) -> Option<f64> {
        if self.step.stays_on_one_side(plane) {
            return None;
        }
        let pieces = Pieces { start_s: self.step.start_s(), end_s: self.step.end_s() };
        let (_, dense) = self.dense();
        let height = |t: f64| plane.height(&dense.position(t));
        let rate = |t: f64| plane.normal.dot(&dense.velocity(t));
        pieces.first_crossing(height, rate, after_s, to_s).filter(|t_s| *t_s <= to_s)
    }
}

/// When a ball that pivots about an edge first crosses a plane after `after_s` and not after `to_s`.
pub(super) fn of_pivot(pivot: &Pivot, plane: &Plane, after_s: f64, to_s: f64) -> Option<f64> {
    let height = |t: f64| plane.height(&pivot.state_at(t).position);
    let rate = |t: f64| plane.normal.dot(&pivot.state_at(t).velocity);
    let pieces = Pieces { start_s: pivot.start_s(), end_s: pivot.end_s() };
    pieces.first_crossing(height, rate, after_s, to_s).filter(|t_s| *t_s <= to_s)
}

/// First apex or crossing of the net's plane after `after_s` in the step.
pub(super) fn marker(flight: &mut FlightPath, after_s: f64) -> Option<(EventKind, f64)> {
    let pieces = Pieces { start_s: flight.step.start_s(), end_s: flight.step.end_s() };
    let (_, dense) = flight.dense();
    let look = |t: f64| (t, dense.position(t).x, dense.velocity(t).z);
    let mut a = look(pieces.start_s);
    for i in 1..=PIECES {
        let b = look(pieces.bound(i));
        let ((ta, xa, va), (tb, xb, vb)) = (a, b);
        let apex = (va > 0.0 && vb <= 0.0)
            .then(|| (EventKind::Apex, root_in_bracket(|t| dense.velocity(t).z, ta, tb, va, vb, ROOT_S)));
        let net_plane = ((xa < 0.0) != (xb < 0.0))
            .then(|| (EventKind::NetPlane, root_in_bracket(|t| dense.position(t).x, ta, tb, xa, xb, ROOT_S)));
        let found = [apex, net_plane].into_iter().flatten().filter(|(_, t)| *t > after_s);
        let first = found.min_by(|one, other| one.1.total_cmp(&other.1));
        if first.is_some() {
            return first;
        }
        a = b;
    }
    None
}

/// A time interval cut into equal pieces.
struct Pieces {
    start_s: f64,
    end_s: f64,
}

impl Pieces {
    /// Where piece `i` ends and the next one begins, s.
    fn bound(&self, i: u32) -> f64 {
        if i == PIECES {
            self.end_s
        } else {
            self.start_s + (self.end_s - self.start_s) / f64::from(PIECES) * f64::from(i)
        }
    }

    /// First change of a height's sign after `after_s`, in the pieces that begin before `to_s`.
    fn first_crossing(
        &self,
        height: impl Fn(f64) -> f64,
        rate: impl Fn(f64) -> f64,
        after_s: f64,
        to_s: f64,
    ) -> Option<f64> {
        for i in (0..PIECES).skip_while(|i| self.bound(i + 1) <= after_s) {
            let (a, b) = (self.bound(i), self.bound(i + 1));
            if a >= to_s {
                break;
            }
            let (from, to) = (height(a), height(b));
            let root = |a: f64, b: f64, from: f64, to: f64| {
                Some(root_in_bracket(&height, a, b, from, to, ROOT_S)).filter(|t| *t > after_s)
            };
            let found = if (from < 0.0) != (to < 0.0) {
                root(a, b, from, to)
            } else {
                // A ball that comes and leaves again may cross twice within one piece.
                let turn = turning_point(&rate, (a, from), b).map(|turn| (turn, height(turn)));
                turn.filter(|(_, at)| (*at < 0.0) != (from < 0.0))
                    .and_then(|(turn, at)| root(a, turn, from, at).or_else(|| root(turn, b, at, to)))
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

/// Where a height with the same sign at both ends comes nearest to zero between them, if it turns there.
fn turning_point(rate: impl Fn(f64) -> f64, (a, from): (f64, f64), b: f64) -> Option<f64> {
    let side = if from < 0.0 { -1.0 } else { 1.0 };
    let (coming, leaving) = (side * rate(a), side * rate(b));
    (coming < 0.0 && leaving > 0.0).then(|| root_in_bracket(|t| side * rate(t), a, b, coming, leaving, SAME_S))
}
