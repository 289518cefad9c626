//! A person's walk from one position to another.

use crate::geometry::Vec3;

/// Horizontal position and velocity of the middle between a person's shoulders.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Standing {
    /// Place, m; its height means nothing.
    pub(super) place: Vec3,
    /// Velocity, m/s, level.
    pub(super) velocity: Vec3,
}

/// A walk from where a person stands to where they stop.
///
/// ```text
/// p(s) = p₀ + (p₁ - p₀) (3 s² - 2 s³) + v₀ T (s - 2 s² + s³)        s from 0 to 1 over the duration T
/// ```
/// Place and velocity are continuous at both ends. Assumed, and smooth; feet glide with the body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Walk {
    from: Standing,
    to: Vec3,
    pub(super) begin_s: f64,
    pub(super) end_s: f64,
}

impl Standing {
    /// Standing still.
    pub(super) fn still(place: Vec3) -> Self {
        Self { place, velocity: Vec3::zeros() }
    }
}

impl Walk {
    /// Highest speed of a person, m/s (assumed: quick side steps).
    pub(super) const FASTEST: f64 = 2.5;
    /// Highest speed of a walk over its mean speed, when it begins at rest.
    const PEAK: f64 = 1.5;

    /// How much nearer the end of a walk with this highest speed, m/s, and duration, s, would have to be, m.
    pub(super) fn lacks(fastest: f64, lasts_s: f64) -> f64 {
        (fastest - Self::FASTEST) * lasts_s / Self::PEAK
    }

    /// Duration of a walk from rest with a highest speed, s.
    pub(super) fn lasts_s(distance: f64, fastest: f64) -> f64 {
        Self::PEAK * distance / fastest
    }

    /// Between two times.
    pub(super) fn new(from: Standing, to: Vec3, begin_s: f64, end_s: f64) -> Self {
        Self { from, to, begin_s, end_s }
    }

    /// Where the person is at a time.
    pub(super) fn at(&self, t_s: f64) -> Standing {
        let lasts_s = self.end_s - self.begin_s;
        let s = ((t_s - self.begin_s) / lasts_s).clamp(0.0, 1.0);
        let (displacement, begin) = (level(&(self.to - self.from.place)), level(&self.from.velocity));
        let moved = displacement * (s * s * (3.0 - 2.0 * s));
        let place = self.from.place + moved + begin * (lasts_s * s * (1.0 - s) * (1.0 - s));
        let velocity = displacement * (6.0 * s * (1.0 - s) / lasts_s) + begin * ((1.0 - s) * (1.0 - 3.0 * s));
        Standing { place, velocity }
    }

    /// Highest speed of the walk, m/s: |v|² is a polynomial of degree four, looked at closely enough to be right to a
    /// hundredth.
    pub(super) fn fastest(&self) -> f64 {
        self.moments().map(|there| there.velocity.norm()).fold(0.0, f64::max)
    }

    /// The person at times spread evenly over the walk.
    pub(super) fn moments(&self) -> impl Iterator<Item = Standing> {
        const LOOKS: u32 = 16;
        let time_s = |i: u32| self.begin_s + (self.end_s - self.begin_s) * f64::from(i) / f64::from(LOOKS);
        (0..=LOOKS).map(move |i| self.at(time_s(i)))
    }
}

/// The level part of a vector.
fn level(v: &Vec3) -> Vec3 {
    Vec3::new(v.x, v.y, 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_a_walk_begins_as_the_person_moves_and_ends_at_rest_where_it_should() {
        let from = Standing { place: Vec3::new(-2.0, 0.3, 0.5), velocity: Vec3::new(0.2, -0.6, 0.0) };
        let to = Vec3::new(-2.3, -0.4, 0.1);
        let walk = Walk::new(from, to, 1.0, 1.5);
        assert_eq!(walk.at(0.7), from);
        let end = walk.at(1.5);
        assert!((end.place - Vec3::new(-2.3, -0.4, 0.5)).norm() < 1e-12 && end.velocity.norm() < 1e-12);
        for i in 1..100 {
            let t_s = 1.0 + 0.005 * f64::from(i);
            let by_place = (walk.at(t_s + 1e-6).place - walk.at(t_s - 1e-6).place) / 2e-6;
            assert!((by_place - walk.at(t_s).velocity).norm() < 1e-8);
            assert!(walk.at(t_s).velocity.norm() <= 1.01 * walk.fastest());
        }
    }
}
