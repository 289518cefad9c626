//! A slow ball on an edge: over the rim of the table, or on top of the net's cord.
//!
//! The ball rolls without slipping about a fixed horizontal line, its centre on a circle of the ball's radius:
//!
//! ```text
//! θ̈ = g sin θ / ((1 + β) R)          β = I / m R² = 2/3, θ from the vertical
//! it lets go when   R θ̇² ≥ g cos θ   (the edge would have to pull)
//! ```
//! Motion along the edge goes on unhindered, up to where the caller says that the edge ends. On the rim of the table a
//! ball that turns inwards comes to lie on the table.

use super::state::{BallState, Body};
use crate::geometry::{Vec3, portable};

/// Time step of the integration, s; the circle takes some 0.1 s, so Runge-Kutta of order 4 is exact to 1e-10.
const STEP_S: f64 = 5e-4;

/// An edge that a ball can roll over.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edge {
    /// Level unit vector across it, outwards.
    pub(super) across: Vec3,
    /// Whether it is the rim of a slab (or a cord, free on both sides).
    pub(super) is_rim: bool,
    /// How long the ball may move along it before it ends, s.
    pub(super) lasts_s: f64,
}

/// Rolling about an edge until the ball lets go.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pivot {
    start_s: f64,
    end_s: f64,
    /// Whether it ends with the ball on top of the slab.
    ends_on_top: bool,
    /// Point of the edge under the ball at the start.
    anchor: Vec3,
    /// Level unit vector across the edge; θ grows towards it.
    across: Vec3,
    /// Velocity along the edge.
    along: Vec3,
    radius: f64,
    gravity: f64,
    angle: f64,
    rate: f64,
}

impl Pivot {
    /// From a ball that touches the edge; `None` when it is too fast to stay, or below the edge.
    pub(super) fn new(
        start_s: f64,
        ball: &BallState,
        normal: &Vec3,
        edge: &Edge,
        radius: f64,
        gravity: f64,
    ) -> Option<Self> {
        let across = edge.across;
        let angle = portable::atan2(normal.dot(&across), normal.z);
        let (sin, cos) = portable::sin_cos(angle);
        let tangent = across * cos - Vec3::z() * sin;
        let axis = Vec3::z().cross(&across);
        // The touch conserves angular momentum about the edge: spin and tangential speed settle on rolling.
        let beta = Body::INERTIA_RATIO;
        let speed = (ball.velocity.dot(&tangent) + beta * radius * ball.spin.dot(&axis)) / (1.0 + beta);
        let mut rate = speed / radius;
        if angle.abs() < 1e-9 && rate.abs() < 1e-9 {
            // Nothing balances on an edge for ever.
            rate = 1e-9;
        }
        let along = axis * ball.velocity.dot(&axis);
        let anchor = ball.position - normal * radius;
        let mut pivot =
            Self { start_s, end_s: start_s, ends_on_top: false, anchor, across, along, radius, gravity, angle, rate };
        if cos <= 0.0 || pivot.lets_go(angle, rate) || (edge.is_rim && angle <= 0.0 && rate < 0.0) {
            return None;
        }
        pivot.run(edge);
        Some(pivot)
    }

    /// Finds the end: letting go, the end of the edge, or the top of the slab.
    fn run(&mut self, edge: &Edge) {
        let (mut angle, mut rate) = (self.angle, self.rate);
        let last_s = self.start_s + edge.lasts_s;
        while !self.lets_go(angle, rate) && self.end_s < last_s {
            let h = STEP_S.min(last_s - self.end_s);
            let next = self.step(angle, rate, h);
            if edge.is_rim && next.0 <= 0.0 {
                self.end_s += h * angle / (angle - next.0);
                self.ends_on_top = true;
                return;
            }
            (angle, rate) = next;
            self.end_s += h;
        }
    }

    /// Whether the ball ends on top of the slab, to roll on there.
    pub(super) fn ends_on_top(&self) -> bool {
        self.ends_on_top
    }

    fn lets_go(&self, angle: f64, rate: f64) -> bool {
        self.radius * rate * rate >= self.gravity * portable::cos(angle)
    }

    /// One Runge-Kutta step of the angle and its rate.
    fn step(&self, angle: f64, rate: f64, h: f64) -> (f64, f64) {
        let acceleration = self.gravity / ((1.0 + Body::INERTIA_RATIO) * self.radius);
        let f = |a: f64, r: f64| (r, acceleration * portable::sin(a));
        let k1 = f(angle, rate);
        let k2 = f(angle + 0.5 * h * k1.0, rate + 0.5 * h * k1.1);
        let k3 = f(angle + 0.5 * h * k2.0, rate + 0.5 * h * k2.1);
        let k4 = f(angle + h * k3.0, rate + h * k3.1);
        let mean = |a: f64, b: f64, c: f64, d: f64| h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
        (angle + mean(k1.0, k2.0, k3.0, k4.0), rate + mean(k1.1, k2.1, k3.1, k4.1))
    }

    pub(super) fn start_s(&self) -> f64 {
        self.start_s
    }

    pub(super) fn end_s(&self) -> f64 {
        self.end_s
    }

    pub(super) fn state_at(&self, t_s: f64) -> BallState {
        let (mut angle, mut rate) = (self.angle, self.rate);
        let mut left = t_s - self.start_s;
        while left > 0.0 {
            let h = left.min(STEP_S);
            (angle, rate) = self.step(angle, rate, h);
            left -= h;
        }
        let (sin, cos) = portable::sin_cos(angle);
        let outwards = self.across * sin + Vec3::z() * cos;
        let tangent = self.across * cos - Vec3::z() * sin;
        BallState {
            position: self.anchor + self.along * (t_s - self.start_s) + outwards * self.radius,
            velocity: self.along + tangent * (rate * self.radius),
            spin: Vec3::z().cross(&self.across) * rate,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RIM: Edge = Edge { across: Vec3::new(1.0, 0.0, 0.0), is_rim: true, lasts_s: f64::INFINITY };

    fn roll_off(speed: f64) -> Pivot {
        let ball =
            BallState::new(Vec3::new(1.37, 0.0, 0.02), Vec3::new(speed, 0.1, 0.0), Vec3::new(0.0, speed / 0.02, 0.0));
        Pivot::new(0.0, &ball, &Vec3::z(), &RIM, 0.02, 9.81).unwrap()
    }

    /// Energy about the edge gives cos θ = (u²/gR + 6/5) / (11/5) where the ball lets go.
    #[test]
    fn ref_letting_go_angle_is_the_closed_form() {
        for speed in [0.01, 0.1, 0.2, 0.4] {
            let pivot = roll_off(speed);
            let end = pivot.state_at(pivot.end_s());
            let expected = (speed * speed / (9.81 * 0.02) + 1.2) / 2.2;
            let cos = (end.position.z) / 0.02;
            // The end is found to one step of half a millisecond.
            assert!((cos - expected).abs() < 0.02, "cos {cos}, expected {expected}");
        }
    }

    #[test]
    fn law_energy_is_kept_while_pivoting() {
        let pivot = roll_off(0.15);
        let body = Body::STANDARD;
        let energy = |t: f64| pivot.state_at(t).energy(&body, 9.81);
        assert!((energy(pivot.end_s()) - energy(0.0)).abs() < 1e-12);
    }

    #[test]
    fn law_a_fast_ball_does_not_pivot() {
        let ball = BallState::new(Vec3::new(1.37, 0.0, 0.02), Vec3::new(2.0, 0.0, 0.0), Vec3::new(0.0, 100.0, 0.0));
        assert!(Pivot::new(0.0, &ball, &Vec3::z(), &RIM, 0.02, 9.81).is_none());
    }
}
