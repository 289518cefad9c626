//! When does the ball first touch a moving racket? A search on the interpolant of one step of flight: here for its
//! face, in `wood_search` for edge and handle.
//!
//! Rackets may move in any way below known speed bounds. A first-order bound brings the search near them. There the gap
//! is sampled every quarter of a millisecond, and a change of sign is bracketed. The samples lie on a grid from the
//! step's start, and a root is moved to a grid of nanoseconds before Newton's method polishes it. So a touch has the
//! same bits wherever the calls of a simulation cut the flight. Two limits remain: a ball that cuts across the rim for
//! less than a sample may pass unseen where the edge cannot be hit, and the touches of a ball that comes to lie on a
//! blade, microseconds apart, are known only to rounding.

use super::Vec3;
use super::contact::{RacketMotion, RacketPart, RacketState};
use super::event::FlightPath;
use super::search::{Surface, Touch, polish};
use super::step::{Interpolant, Step};
use super::wood_search::WoodSearch;
use crate::geometry::{portable, root_in_bracket};

/// Sampling of a moving racket near the ball, s: closing at 50 m/s they come 12 mm nearer, less than the ball's radius.
const SAMPLE_S: f64 = 2.5e-4;
/// Roots are moved down to multiples of this, s, about a nanosecond; a power of two, so that multiples are exact.
const QUANTUM_S: f64 = 1.0 / 1_073_741_824.0;
/// Two computations of the same root differ by less than this, s, while the ball closes in at 2e-6 m/s or faster.
const SAME_ROOT_S: f64 = 1e-10;
/// A ball nearer than this to the face comes over it, not over the rim, m.
const ON_FACE_M: f64 = 1e-7;
/// A polished touch is nearer than this to where the interpolant has it, s. The search looks this far beyond the
/// requested part of the step: the polished time decides which call a touch belongs to.
pub(super) const MARGIN_S: f64 = 2e-6;

/// First touch with the racket of the given index, after one time and not after another within the current step.
pub(super) fn racket_touch(
    flight: &mut FlightPath,
    (index, racket): (usize, &dyn RacketMotion),
    (from_s, to_s): (f64, f64),
    radius: f64,
) -> Option<Touch> {
    let face_reach = portable::hypot(racket.blade().radius, radius) + radius;
    let wood = racket.blade().wood;
    let reach = wood.map_or(face_reach, |wood| face_reach.max(wood.reach(racket.blade().radius) + radius));
    if racket.range().is_some_and(|(center, range_m)| flight.step.distance_to_path(&center) > reach + range_m) {
        return None;
    }
    // The box holds the path of the whole step, and the racket travels no farther from where it is now.
    let travel = racket.speed_bound() * (to_s + MARGIN_S - from_s);
    let distance = flight.step.distance_to_path(&racket.at(from_s).center);
    if distance > reach + travel {
        return None;
    }
    let (step, dense) = flight.dense();
    let is_over_face = distance <= face_reach + travel;
    let face =
        is_over_face.then(|| RacketSearch { step, dense, index, racket, radius }.touch((from_s, to_s))).flatten();
    let Some(wood) = wood else { return face };
    // Where two parts are touched at the same time it is the first of them.
    [RacketPart::Edge, RacketPart::Handle].into_iter().fold(face, |first, part| {
        let until_s = first.map_or(to_s, |first| first.t_s);
        let search = WoodSearch { step, dense, index, racket, wood, part, radius };
        search.touch((from_s, until_s)).filter(|touch| touch.t_s < until_s || first.is_none()).or(first)
    })
}

/// A ball in flight and a racket.
struct RacketSearch<'a> {
    step: &'a Step,
    dense: &'a Interpolant,
    index: usize,
    racket: &'a dyn RacketMotion,
    /// Radius of the ball, m.
    radius: f64,
}

/// Position and approach of a ball relative to a racket's face.
#[derive(Clone, Copy)]
struct Over {
    /// Height of its centre along the face's normal, m, and its rate, m/s.
    height: f64,
    rate: f64,
    /// Distance of its centre from the face's centre, along the face and in all, m.
    lateral: f64,
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
            lateral: (offset - face.normal * height).norm(),
            distance: offset.norm(),
        }
    }

    /// The side of the face that the ball is on.
    fn side(&self) -> f64 {
        1f64.copysign(self.height)
    }
}

impl RacketSearch<'_> {
    /// First touch with the face after one time and not after another within the current step.
    fn touch(&self, (from_s, to_s): (f64, f64)) -> Option<Touch> {
        let reach = portable::hypot(self.racket.blade().radius, self.radius) + self.radius;
        let last_s = to_s + MARGIN_S;
        let closing = self.step.speed_bound() + self.racket.speed_bound();
        let mut t = from_s;
        let mut now = self.look(t);
        if self.is_in_touch(&now) {
            return Some(self.touch_from(t, &now)).filter(|touch| touch.t_s <= to_s);
        }
        while t < last_s {
            // A touch needs the ball both within reach of the blade and at the face, whose plane also swings. Until
            // then the ball comes no farther away than twice the distance.
            let to_blade = (now.distance - reach) / closing;
            let to_plane = (now.height.abs() - self.radius) / (closing + 2.0 * self.racket.turn_bound() * now.distance);
            let next_s = next_look_s(self.step, t, to_blade.max(to_plane)).min(last_s);
            let next = self.look(next_s);
            if let Some(touch) = self.touch_between((t, &now), (next_s, &next)) {
                return Some(touch).filter(|touch| touch.t_s <= to_s);
            }
            (t, now) = (next_s, next);
        }
        None
    }

    fn look(&self, t_s: f64) -> Over {
        let (position, velocity) = self.dense.motion(t_s);
        Over::new(&self.racket.at(t_s), &position, &velocity)
    }

    /// What keeps a ball from touching the face on a side: positive while it is away, leaves, or is off the blade.
    fn apart(&self, over: &Over, side: f64) -> f64 {
        (side * over.height - self.radius).max(side * over.rate).max(over.lateral - self.racket.blade().radius)
    }

    fn is_in_touch(&self, over: &Over) -> bool {
        let side = over.side();
        side * over.height < self.radius && side * over.rate < 0.0 && over.lateral <= self.racket.blade().radius
    }

    /// The touch of a ball that is in touch on the interpolant already: it rests on the blade, or the polished touch is
    /// still to come.
    fn touch_from(&self, t_s: f64, now: &Over) -> Touch {
        let before_s = (t_s - MARGIN_S).max(self.step.start_s());
        let polished = (before_s < t_s)
            .then(|| self.touch_between((before_s, &self.look(before_s)), (t_s, now)))
            .flatten()
            .filter(|touch| touch.t_s > t_s);
        polished.unwrap_or_else(|| self.touch_at(t_s, now.side()))
    }

    /// The touch between two looks.
    fn touch_between(&self, (start_s, start): (f64, &Over), (end_s, end): (f64, &Over)) -> Option<Touch> {
        let side = start.side();
        let is_away = side * start.height >= self.radius;
        let closing = |over: &Over| (side * over.height - self.radius, side * over.rate);
        if is_away
            && let Some(root_s) = closing_root(|t_s| Some(self.look(t_s)), closing, (start_s, start), (end_s, end))
            && let Some(touch) = self.touch_near(root_s, side)
        {
            return Some(touch);
        }
        // A ball that came over the rim is in touch without having crossed the face.
        if !self.is_in_touch(end) {
            return None;
        }
        let side = end.side();
        let (before, after) = (self.apart(start, side), self.apart(end, side));
        if before < 0.0 || after >= 0.0 {
            return Some(self.touch_at(end_s, side));
        }
        let entry_s = quantised_root(|t| self.apart(&self.look(t), side), [(start_s, before), (end_s, after)]);
        // It may have started on the face, so that its return is no change of sign. That is a touch like any other.
        let is_on_face = (side * self.look(entry_s).height - self.radius).abs() < ON_FACE_M;
        let polished = is_on_face.then(|| self.touch_near(entry_s, side)).flatten();
        Some(polished.unwrap_or_else(|| self.touch_at(entry_s + QUANTUM_S, side)))
    }

    /// The touch with the racket's face near `t_s`, unless the ball misses the blade.
    fn touch_near(&self, t_s: f64, side: f64) -> Option<Touch> {
        let (t_s, ball) = polish(self.step, t_s.max(self.step.start_s()), |t, ball| {
            let over = Over::new(&self.racket.at(t), &ball.position, &ball.velocity);
            (side * over.height - self.radius, side * over.rate)
        });
        let face = self.racket.at(t_s);
        let lateral = Over::new(&face, &ball.position, &ball.velocity).lateral;
        let normal = face.normal * side;
        (lateral <= self.racket.blade().radius).then_some(Touch {
            surface: Surface::Racket(self.index, face, self.racket.blade().contact),
            t_s,
            ball,
            normal,
        })
    }

    /// The touch of a ball that overlaps the blade at a time.
    fn touch_at(&self, t_s: f64, side: f64) -> Touch {
        let face = self.racket.at(t_s);
        let ball = self.step.state_at(t_s, self.dense);
        Touch {
            surface: Surface::Racket(self.index, face, self.racket.blade().contact),
            t_s,
            ball,
            normal: face.normal * side,
        }
    }
}

/// The next time to look at when nothing can happen for a while, on the grid of samples.
pub(super) fn next_look_s(step: &Step, t_s: f64, free_s: f64) -> f64 {
    let start_s = step.start_s();
    let grid_index = |t_s: f64| (t_s - start_s) / SAMPLE_S;
    // A time on the grid may lie a hair below it by rounding.
    let next = (grid_index(t_s) + 1e-6).floor() + 1.0;
    start_s + grid_index(t_s + free_s).floor().max(next) * SAMPLE_S
}

/// When a gap first closes between two looks, s, quantised. `look` sees the ball relative to a part of the racket,
/// `gap_and_rate` reads the gap from that.
pub(super) fn closing_root<L: Copy>(
    look: impl Fn(f64) -> Option<L>,
    gap_and_rate: impl Fn(&L) -> (f64, f64),
    (start_s, start): (f64, &L),
    end: (f64, &L),
) -> Option<f64> {
    let (inside_s, inside) = depth_between(&look, &gap_and_rate, (start_s, start), end)?;
    // A ball that leaves the surface at the start must not be found there, but where it comes back.
    let comes_back = gap_and_rate(start).1 > 0.0 && gap_and_rate(&inside).1 < 0.0;
    let apart = |seen: &L| {
        let (gap, rate) = gap_and_rate(seen);
        if comes_back { gap.max(rate) } else { gap }
    };
    let bracket = [(start_s, apart(start)), (inside_s, apart(&inside))];
    Some(quantised_root(|t_s| look(t_s).map_or(0.0, |seen| apart(&seen)), bracket))
}

/// A time between two looks at which the ball is deeper than the surface, and where it is then: at the end, or where a
/// ball that comes and leaves again is nearest.
fn depth_between<L: Copy>(
    look: impl Fn(f64) -> Option<L>,
    gap_and_rate: impl Fn(&L) -> (f64, f64),
    (start_s, start): (f64, &L),
    (end_s, end): (f64, &L),
) -> Option<(f64, L)> {
    let ((_, coming), (gap, leaving)) = (gap_and_rate(start), gap_and_rate(end));
    if gap < 0.0 {
        return Some((end_s, *end));
    }
    if coming >= 0.0 || leaving <= 0.0 || gap > leaving * (end_s - start_s) {
        return None;
    }
    let rate = |t_s: f64| look(t_s).map_or(0.0, |seen| gap_and_rate(&seen).1);
    let nearest_s = root_in_bracket(rate, start_s, end_s, coming, leaving, SAMPLE_S * 1e-6);
    let nearest = look(nearest_s)?;
    (gap_and_rate(&nearest).0 < 0.0).then_some((nearest_s, nearest))
}

/// The root of a function that falls below zero within a bracket, moved down to the next multiple of the quantum. Which
/// multiple does not depend on the bracket: next to one, the function's own sign there decides.
fn quantised_root(f: impl Fn(f64) -> f64, [(a, fa), (b, fb)]: [(f64, f64); 2]) -> f64 {
    let root = root_in_bracket(&f, a, b, fa, fb, 1e-13);
    let nearest = (root / QUANTUM_S).round() * QUANTUM_S;
    if (root - nearest).abs() > SAME_ROOT_S {
        (root / QUANTUM_S).floor() * QUANTUM_S
    } else if f(nearest) >= 0.0 {
        nearest
    } else {
        nearest - QUANTUM_S
    }
}
