//! A ball that no longer bounces: it slides, then rolls, then stops, on a level surface. Closed form.
//!
//! ```text
//! sliding:  dv/dt = -μ g ŝ,   dω/dt = (3 μ g / 2R) (-ŝy, ŝx)      ŝ keeps its direction; |s| falls by (5/2) μ g per second
//! rolling:  dv/dt = -c g v̂,   ω = (-vy, vx) / R                   until v = 0
//! ```
//! The drag of the air is left out (at 1 m/s it is a tenth of the rolling resistance), and so are slopes.

use super::contact::Motion;
use super::state::BallState;
use crate::geometry::{Vec3, first_quadratic_root_after};

/// A slide and roll from one moment to rest.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ground {
    start_s: f64,
    radius: f64,
    start: BallState,
    /// Acceleration while sliding.
    sliding: Vec3,
    slide_s: f64,
    /// State where rolling begins, and acceleration while rolling.
    roll_start: BallState,
    rolling: Vec3,
    roll_s: f64,
}

impl Ground {
    /// From a ball on a level surface; its vertical velocity is dropped.
    pub(super) fn new(start_s: f64, ball: &BallState, radius: f64, gravity: f64, mu: f64, rolling: f64) -> Self {
        let start = BallState { velocity: Vec3::new(ball.velocity.x, ball.velocity.y, 0.0), ..*ball };
        let (sx, sy) = Motion { velocity: start.velocity, spin: start.spin }.slip(radius);
        let slip = sx.hypot(sy);
        let slide_s = slip / (2.5 * mu * gravity);
        let sliding = if slip > 0.0 { Vec3::new(-sx, -sy, 0.0) * (mu * gravity / slip) } else { Vec3::zeros() };
        let mut ground =
            Self { start_s, radius, start, sliding, slide_s, roll_start: start, rolling: Vec3::zeros(), roll_s: 0.0 };
        ground.roll_start = ground.slid(slide_s);
        let speed = ground.roll_start.velocity.norm();
        if speed > 0.0 {
            ground.rolling = ground.roll_start.velocity * (-rolling * gravity / speed);
            ground.roll_s = speed / (rolling * gravity);
        }
        ground
    }

    pub(super) fn end_s(&self) -> f64 {
        self.start_s + self.slide_s + self.roll_s
    }

    fn slid(&self, after_s: f64) -> BallState {
        let turn = 1.5 / self.radius * after_s;
        BallState {
            position: self.start.position + (self.start.velocity + self.sliding * (0.5 * after_s)) * after_s,
            velocity: self.start.velocity + self.sliding * after_s,
            spin: self.start.spin + Vec3::new(self.sliding.y, -self.sliding.x, 0.0) * turn,
        }
    }

    fn rolled(&self, after_s: f64) -> BallState {
        let from = &self.roll_start;
        let velocity = from.velocity + self.rolling * after_s;
        // Spin about the vertical dies away together with the rolling: its friction torque is not modelled apart.
        let left = if self.roll_s > 0.0 { 1.0 - after_s / self.roll_s } else { 0.0 };
        BallState {
            position: from.position + (from.velocity + self.rolling * (0.5 * after_s)) * after_s,
            velocity,
            spin: Vec3::new(-velocity.y / self.radius, velocity.x / self.radius, from.spin.z * left),
        }
    }

    pub(super) fn state_at(&self, t_s: f64) -> BallState {
        let after_s = t_s - self.start_s;
        if after_s < self.slide_s { self.slid(after_s) } else { self.rolled((after_s - self.slide_s).min(self.roll_s)) }
    }

    /// When the centre first reaches the coordinate `bound` along `axis` (0 for x, 1 for y), moving on past it.
    pub(super) fn reaches(&self, axis: usize, bound: f64) -> Option<f64> {
        let phases = [
            (0.0, self.slide_s, &self.start, self.sliding[axis]),
            (self.slide_s, self.roll_s, &self.roll_start, self.rolling[axis]),
        ];
        phases.into_iter().find_map(|(offset_s, lasts_s, from, acceleration)| {
            let (p, v) = (from.position[axis], from.velocity[axis]);
            let root = first_quadratic_root_after(0.5 * acceleration, v, p - bound, 0.0)?;
            (root <= lasts_s).then_some(self.start_s + offset_s + root)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(spin: Vec3) -> Ground {
        let ball = BallState::new(Vec3::new(0.0, 0.0, 0.02), Vec3::new(2.0, -0.5, 0.0), spin);
        Ground::new(1.0, &ball, 0.02, 9.81, 0.3, 0.015)
    }

    #[test]
    fn law_sliding_ends_without_slip_and_rolling_ends_at_rest() {
        let ground = sample(Vec3::new(40.0, -200.0, 30.0));
        let begin = ground.state_at(1.0 + ground.slide_s);
        let (sx, sy) = Motion { velocity: begin.velocity, spin: begin.spin }.slip(0.02);
        assert!(sx.abs() < 1e-12 && sy.abs() < 1e-12, "slip ({sx}, {sy})");
        let end = ground.state_at(ground.end_s());
        assert!(end.velocity.norm() < 1e-12 && end.spin.norm() < 1e-9);
    }

    #[test]
    fn law_sliding_and_rolling_never_gain_energy() {
        let ground = sample(Vec3::new(-300.0, 500.0, 0.0));
        let body = super::super::Body::STANDARD;
        let energies: Vec<f64> = (0..=400)
            .map(|i| ground.state_at(1.0 + (ground.end_s() - 1.0) * f64::from(i) / 400.0).kinetic_energy(&body))
            .collect();
        assert!(energies.windows(2).all(|pair| pair[1] <= pair[0] + 1e-15));
    }

    #[test]
    fn law_reaching_a_bound_is_where_the_path_is() {
        let ground = sample(Vec3::zeros());
        let t = ground.reaches(0, 1.5).unwrap();
        assert!((ground.state_at(t).position.x - 1.5).abs() < 1e-12);
        assert!(ground.reaches(0, 1e3).is_none() && ground.reaches(1, 0.5).is_none());
    }
}
