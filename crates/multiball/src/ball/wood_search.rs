//! When does the ball first touch the edge or the handle of a moving racket? As the search for its face, on the same
//! grid of samples, with a gap that needs no side.
//!
//! No point of the wood is faster than the blade's centre and its turning about it allow. So the gap cannot close
//! before `gap / (ball's speed + centre's speed + angular speed × reach)`, which lets the search skip ahead.

use super::Vec3;
use super::contact::{NearestWood, RacketMotion, RacketPart, RacketState, RacketWood};
use super::racket_search::{MARGIN_S, closing_root, next_look_s};
use super::search::{Surface, Touch, polish};
use super::state::BallState;
use super::step::{Interpolant, Step};

/// A ball in flight and the wood of a racket.
pub(super) struct WoodSearch<'a> {
    pub(super) step: &'a Step,
    pub(super) dense: &'a Interpolant,
    pub(super) index: usize,
    pub(super) racket: &'a dyn RacketMotion,
    pub(super) wood: RacketWood,
    /// Which part of it. Each is searched alone: the nearest of both can come near twice between two looks.
    pub(super) part: RacketPart,
    /// Radius of the ball, m.
    pub(super) radius: f64,
}

/// Position and approach of a ball relative to a racket's wood.
#[derive(Clone, Copy)]
struct Near {
    /// Gap between ball and wood, m, and its rate, m/s.
    gap: f64,
    rate: f64,
    /// Distance of the ball's centre from that of the blade, m.
    distance: f64,
}

impl Near {
    fn is_touch(&self) -> bool {
        self.gap < 0.0 && self.rate < 0.0
    }

    fn gap_and_rate(&self) -> (f64, f64) {
        (self.gap, self.rate)
    }
}

impl WoodSearch<'_> {
    /// First touch after one time and not after another within the current step.
    pub(super) fn touch(&self, (from_s, to_s): (f64, f64)) -> Option<Touch> {
        let reach = self.wood.reach(self.racket.blade().radius);
        let closing = self.step.speed_bound() + self.racket.speed_bound();
        let swinging = closing + self.racket.turn_bound() * reach;
        let last_s = to_s + MARGIN_S;
        let mut t = from_s;
        let mut now = self.look(t)?;
        if now.is_touch() {
            return self.touch_from(t, &now).filter(|touch| touch.t_s <= to_s);
        }
        while t < last_s {
            let free_s = ((now.distance - reach - self.radius) / closing).max(now.gap / swinging);
            let next_s = next_look_s(self.step, t, free_s).min(last_s);
            let next = self.look(next_s)?;
            if let Some(touch) = self.touch_between((t, &now), (next_s, &next)) {
                return Some(touch).filter(|touch| touch.t_s <= to_s);
            }
            (t, now) = (next_s, next);
        }
        None
    }

    /// Where the ball is relative to the wood at a time; nothing where the racket has none.
    fn look(&self, t_s: f64) -> Option<Near> {
        let (position, velocity) = self.dense.motion(t_s);
        let (racket, nearest) = self.nearest(t_s, &position)?;
        Some(self.near(&racket, &nearest, &position, &velocity))
    }

    /// The racket at a time, and its wood that is nearest to a position.
    fn nearest(&self, t_s: f64, position: &Vec3) -> Option<(RacketState, NearestWood)> {
        let racket = self.racket.at(t_s);
        let nearest = self.wood.nearest(self.part, &racket, self.racket.blade().radius, position)?;
        Some((racket, nearest))
    }

    fn near(&self, racket: &RacketState, nearest: &NearestWood, position: &Vec3, velocity: &Vec3) -> Near {
        let surface = racket.velocity_at(&(position - nearest.normal * nearest.distance));
        Near {
            gap: nearest.distance - self.radius,
            rate: nearest.normal.dot(&(velocity - surface)),
            distance: (position - racket.center).norm(),
        }
    }

    /// The touch of a ball that is in touch on the interpolant already: it rests on the wood, or the polished touch is
    /// still to come.
    fn touch_from(&self, t_s: f64, now: &Near) -> Option<Touch> {
        let before_s = (t_s - MARGIN_S).max(self.step.start_s());
        let before = (before_s < t_s).then(|| self.look(before_s)).flatten();
        let polished = before.and_then(|before| self.touch_between((before_s, &before), (t_s, now)));
        polished.filter(|touch| touch.t_s > t_s).or_else(|| self.touch_at(t_s, self.step.state_at(t_s, self.dense)))
    }

    /// The touch between two looks.
    fn touch_between(&self, start: (f64, &Near), end: (f64, &Near)) -> Option<Touch> {
        // A ball that has just left may be a rounding error deep, and can come back.
        let may_touch = start.1.gap >= 0.0 || (start.1.rate > 0.0 && end.1.is_touch());
        let found = may_touch.then(|| closing_root(|t_s| self.look(t_s), Near::gap_and_rate, start, end)).flatten();
        let (t_s, ball) = polish(self.step, found?.max(self.step.start_s()), |t_s, ball| {
            let near = self.nearest(t_s, &ball.position);
            near.map_or((0.0, 0.0), |(racket, nearest)| {
                self.near(&racket, &nearest, &ball.position, &ball.velocity).gap_and_rate()
            })
        });
        self.touch_at(t_s, ball)
    }

    /// The touch of a ball with what is nearest to it at a time.
    fn touch_at(&self, t_s: f64, ball: BallState) -> Option<Touch> {
        let (racket, nearest) = self.nearest(t_s, &ball.position)?;
        let surface = Surface::Wood(self.index, self.part, racket, self.wood);
        Some(Touch { surface, t_s, ball, normal: nearest.normal })
    }
}
