//! Poses and points on the floor.

use crate::geometry::portable::{atan2, sin_cos};
use crate::geometry::wrapped;

/// A position on the floor, m; home is the origin.
pub type Point2 = nalgebra::Vector2<f64>;

/// The robot's position and heading.
///
/// Right-handed, as everything here: headings and bearings are counted counter-clockwise, from the x axis and from
/// straight ahead. The paper counts both clockwise [paper 002, model]; nothing else changes with the sign.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose2 {
    /// The middle between the wheels, m.
    pub place: Point2,
    /// Direction of travel, rad.
    pub heading: f64,
}

/// A target relative to the robot.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Target {
    /// θ: angle from straight ahead, left positive, from -π to π rad.
    pub bearing: f64,
    /// L: distance from the middle between the wheels, m.
    pub distance: f64,
}

impl Pose2 {
    /// The pose at home, heading along x.
    #[must_use]
    pub fn home() -> Self {
        Self { place: Point2::zeros(), heading: 0.0 }
    }

    /// Unit vector straight ahead.
    #[must_use]
    #[inline]
    pub fn ahead(&self) -> Point2 {
        let (sine, cosine) = sin_cos(self.heading);
        Point2::new(cosine, sine)
    }

    /// Bearing and distance of a position from this pose.
    ///
    /// The four cases of the paper's bearing are one atan2, and wrong in print for a target behind on the left [paper
    /// 002, model].
    #[must_use]
    pub fn sees(&self, place: &Point2) -> Target {
        let to = place - self.place;
        Target { bearing: wrapped(atan2(to.y, to.x) - self.heading), distance: to.norm() }
    }

    /// Position of a target given relative to this pose.
    #[must_use]
    pub fn place_of(&self, target: Target) -> Point2 {
        let (sine, cosine) = sin_cos(self.heading + target.bearing);
        self.place + Point2::new(cosine, sine) * target.distance
    }

    /// The pose after driving for a time, s, at constant speed (m/s) and turn rate (rad/s): exactly an arc.
    #[must_use]
    pub fn after(&self, speed: f64, turn_rate: f64, time_s: f64) -> Self {
        let half_turn = turn_rate * time_s / 2.0;
        // The chord of the arc; its series where the quotient is 0/0.
        let shortening =
            if half_turn.abs() < 1e-4 { 1.0 - half_turn * half_turn / 6.0 } else { sin_cos(half_turn).0 / half_turn };
        let (sine, cosine) = sin_cos(self.heading + half_turn);
        let chord = speed * time_s * shortening;
        Self { place: self.place + Point2::new(cosine, sine) * chord, heading: wrapped(self.heading + 2.0 * half_turn) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn law_what_is_seen_is_where_it_was() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..1000 {
            let mut draw = |most: f64| rng.random_range(-most..most);
            let pose = Pose2 { place: Point2::new(draw(9.0), draw(9.0)), heading: draw(3.0) };
            let place = Point2::new(draw(9.0), draw(9.0));
            assert!((pose.place_of(pose.sees(&place)) - place).norm() < 1e-12);
        }
    }

    #[test]
    fn law_an_arc_is_the_limit_of_many_small_steps_and_can_be_driven_in_pieces() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for _ in 0..200 {
            let (speed, rate, time) =
                (rng.random_range(-1.0..1.0), rng.random_range(-2.0..2.0), rng.random_range(0.0..2.0));
            let at_once = Pose2::home().after(speed, rate, time);
            let (mut walked, steps) = (Pose2::home(), 2000);
            for _ in 0..steps {
                walked = walked.after(speed, rate, time / f64::from(steps));
            }
            assert!((at_once.place - walked.place).norm() < 1e-9, "{speed} {rate} {time}");
            assert!(wrapped(at_once.heading - walked.heading).abs() < 1e-9);
        }
    }

    /// Bearing and distance of a fixed position change as the paper's model says, with its printed sine corrected to
    /// the cosine.
    #[test]
    fn ref_bearing_and_distance_follow_the_model_of_the_paper() {
        let (pose, place) = (Pose2 { place: Point2::new(1.0, 2.0), heading: 0.4 }, Point2::new(3.0, 1.0));
        let (speed, rate, step) = (0.4, 0.7, 1e-6);
        let [before, after] = [-step, step].map(|time| pose.after(speed, rate, time).sees(&place));
        let seen = pose.sees(&place);
        let (sine, cosine) = sin_cos(seen.bearing);
        assert!(((after.distance - before.distance) / (2.0 * step) + speed * cosine).abs() < 1e-8);
        assert!(((after.bearing - before.bearing) / (2.0 * step) - (speed * sine / seen.distance - rate)).abs() < 1e-8);
    }
}
