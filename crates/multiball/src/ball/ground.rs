//! A ball that no longer bounces: it slides, then rolls, then stops, on a level surface. Closed form.
//!
//! ```text
//! sliding:  dv/dt = -μ g ŝ,   dω/dt = (3 μ g / 2R) (-ŝy, ŝx)   ŝ keeps its direction; |s| falls by (5/2) μ g per s
//! rolling:  dv/dt = -(c g + (3/5) k_D v²) v̂,   ω = (-vy, vx) / R    until v = 0; k_D the drag of the air over mass
//! ```
//! With q = √(c g), r = √((3/5) k_D), φ = atan(r v / q) falls by q r per second and the distance is ln(cos φ / cos φ₀)
//! / r². The share 3/5 = 1 / (1 + I/mR²) is what drag slows a ball that must also stop spinning. Left out: drag during
//! the slide, which is over in tenths of a second; lift; slopes.

use super::aero::AirForce;
use super::contact::Motion;
use super::physics::Physics;
use super::room::Room;
use super::state::{BallState, Body};
use crate::geometry::{Vec3, first_quadratic_root_after, portable};

/// A slide and roll from one moment to rest.
#[derive(Debug, Clone, Copy)]
pub struct Ground {
    start_s: f64,
    radius: f64,
    start: BallState,
    /// Acceleration while sliding.
    sliding: Vec3,
    slide_s: f64,
    /// State where rolling begins, and how it slows down.
    roll_start: BallState,
    slowing: Slowing,
}

/// Straight motion against a constant resistance and one that grows with the square of the speed.
#[derive(Debug, Clone, Copy)]
struct Slowing {
    speed: f64,
    /// Deceleration at rest, m/s², and its growth with the square of the speed, 1/m.
    constant: f64,
    quadratic: f64,
}

impl Slowing {
    /// √(constant × quadratic), 1/s, and φ at the start.
    fn phase(&self) -> (f64, f64) {
        let rate = (self.constant * self.quadratic).sqrt();
        (rate, portable::atan(self.speed * (self.quadratic / self.constant).sqrt()))
    }

    fn lasts_s(&self) -> f64 {
        let (rate, phase) = self.phase();
        if rate > 0.0 { phase / rate } else { self.speed / self.constant }
    }

    /// Distance and speed after a time.
    fn at(&self, after_s: f64) -> (f64, f64) {
        let (rate, phase) = self.phase();
        if rate == 0.0 {
            return ((self.speed - 0.5 * self.constant * after_s) * after_s, self.speed - self.constant * after_s);
        }
        let now = (phase - rate * after_s).max(0.0);
        let distance = portable::ln(portable::cos(now) / portable::cos(phase)) / self.quadratic;
        (distance, portable::tan(now) * (self.constant / self.quadratic).sqrt())
    }

    /// Time after which a distance has been covered, if it ever is.
    fn covers(&self, distance: f64) -> Option<f64> {
        let (rate, phase) = self.phase();
        if rate == 0.0 {
            let root = first_quadratic_root_after(-0.5 * self.constant, self.speed, -distance, 0.0)?;
            return (root <= self.lasts_s()).then_some(root);
        }
        let cosine = portable::cos(phase) * portable::exp(self.quadratic * distance);
        (distance > 0.0 && cosine <= 1.0).then(|| (phase - portable::acos(cosine)) / rate)
    }
}

impl Ground {
    /// The motion of a ball on the floor. In a room it starts a tiny distance inside of any wall that it touches. It
    /// does not consider walls afterwards: see [`Ground::off_wall`].
    #[must_use]
    pub fn on_floor(start_s: f64, ball: &BallState, physics: &Physics, room: Option<&Room>) -> Self {
        let position = room.map_or(ball.position, |room| room.inside(ball.position, physics.body.radius));
        let grip = Grip { mu: physics.floor.mu, rolling: physics.floor.rolling };
        Self::on(start_s, &BallState { position, ..*ball }, physics, grip)
    }

    /// Time at which the ball meets a wall of the room, and its motion from there on; `None` when it stops before. The
    /// wall's friction would let a fast ball hop (at 1 m/s by 8 mm); here it stays on the floor.
    ///
    /// ```
    /// use multiball::ball::{BallState, Ground, Physics, Room};
    /// use multiball::geometry::Vec3;
    ///
    /// let (physics, room) = (Physics::default(), Room::centred(14.0, 7.0));
    /// let ball = BallState::new(Vec3::new(6.0, 0.0, 0.02), Vec3::new(2.0, 0.5, 0.0), Vec3::zeros());
    /// let mut rolling = Ground::on_floor(0.0, &ball, &physics, Some(&room));
    /// let now_s = 3.0;
    /// while let Some((_, next)) = rolling.off_wall(&room, &physics).filter(|(met_s, _)| *met_s <= now_s) {
    ///     rolling = next;
    /// }
    /// assert!(rolling.state_at(now_s).position.x < 6.98);
    /// ```
    #[must_use]
    pub fn off_wall(&self, room: &Room, physics: &Physics) -> Option<(f64, Self)> {
        let (met_s, normal) = room.met_by(self, self.radius)?;
        let after =
            self.state_at(met_s).off_upright(&normal, |motion| physics.floor.rebound(motion, normal, self.radius));
        Some((met_s, Self::on_floor(met_s, &after, physics, Some(room))))
    }

    /// The motion of a ball on a level surface with the given friction.
    pub(super) fn on(start_s: f64, ball: &BallState, physics: &Physics, grip: Grip) -> Self {
        let air = AirForce::new(physics.aero, &physics.body, &physics.air);
        Self::new(start_s, ball, physics.body.radius, physics.air.gravity, air.drag, grip)
    }

    /// The motion of a ball on a level surface; its vertical velocity is dropped. `drag_per_m` is k_D.
    fn new(start_s: f64, ball: &BallState, radius: f64, gravity: f64, drag_per_m: f64, grip: Grip) -> Self {
        let start = BallState { velocity: Vec3::new(ball.velocity.x, ball.velocity.y, 0.0), ..*ball };
        let (sx, sy) = Motion { velocity: start.velocity, spin: start.spin }.slip(radius);
        let slip = portable::hypot(sx, sy);
        let friction = grip.mu * gravity;
        let sliding = if slip > 0.0 { Vec3::new(-sx, -sy, 0.0) * (friction / slip) } else { Vec3::zeros() };
        let quadratic = drag_per_m / (1.0 + Body::INERTIA_RATIO);
        let slowing = Slowing { speed: 0.0, constant: grip.rolling * gravity, quadratic };
        let slide_s = slip / (2.5 * friction);
        let mut ground = Self { start_s, radius, start, sliding, slide_s, roll_start: start, slowing };
        ground.roll_start = ground.slid(slide_s);
        ground.slowing.speed = ground.roll_start.velocity.norm();
        ground
    }

    /// When it comes to rest, s.
    #[must_use]
    pub fn end_s(&self) -> f64 {
        self.start_s + self.slide_s + self.slowing.lasts_s()
    }

    /// Level unit vector of the rolling; zero where the ball does not roll.
    fn heading(&self) -> Vec3 {
        self.roll_start.velocity.try_normalize(0.0).unwrap_or_else(Vec3::zeros)
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
        let (distance, speed) = self.slowing.at(after_s);
        let heading = self.heading();
        let velocity = heading * speed;
        // Spin about the vertical dies away together with the rolling: its friction torque is not modelled apart.
        let left = if self.slowing.speed > 0.0 { speed / self.slowing.speed } else { 0.0 };
        BallState {
            position: self.roll_start.position + heading * distance,
            velocity,
            spin: Vec3::new(-velocity.y / self.radius, velocity.x / self.radius, self.roll_start.spin.z * left),
        }
    }

    /// Its state at a time from the start on, s.
    #[must_use]
    pub fn state_at(&self, t_s: f64) -> BallState {
        let after_s = t_s - self.start_s;
        if after_s < self.slide_s {
            self.slid(after_s)
        } else {
            self.rolled((after_s - self.slide_s).min(self.slowing.lasts_s()))
        }
    }

    /// When the centre first reaches the coordinate `bound` along `axis` (0 for x, 1 for y), moving on past it.
    pub(super) fn reaches(&self, axis: usize, bound: f64) -> Option<f64> {
        let mut normal = Vec3::zeros();
        normal[axis] = 1.0;
        self.crosses(&normal, bound, self.start_s)
    }

    /// When the centre first crosses the plane `normal · p = bound` after a time.
    pub(super) fn crosses(&self, normal: &Vec3, bound: f64, after_s: f64) -> Option<f64> {
        let [p, v, a] = [&self.start.position, &self.start.velocity, &self.sliding].map(|vector| normal.dot(vector));
        let after_s = after_s - self.start_s;
        let sliding = first_quadratic_root_after(0.5 * a, v, p - bound, after_s);
        let rolling = || {
            let distance = (bound - normal.dot(&self.roll_start.position)) / normal.dot(&self.heading());
            Some(self.slide_s + self.slowing.covers(distance)?).filter(|root| *root > after_s)
        };
        let crossed_s = sliding.filter(|root| *root <= self.slide_s).or_else(rolling)?;
        Some(self.start_s + crossed_s)
    }
}

/// Friction of a level surface.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grip {
    /// Friction coefficient while the ball slides.
    pub(super) mu: f64,
    /// Deceleration over gravity while it rolls slowly.
    pub(super) rolling: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(spin: Vec3) -> Ground {
        let ball = BallState::new(Vec3::new(0.0, 0.0, 0.02), Vec3::new(2.0, -0.5, 0.0), spin);
        Ground::new(1.0, &ball, 0.02, 9.81, 0.156, Grip { mu: 0.3, rolling: 0.015 })
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
    fn law_rolling_obeys_its_equation_and_without_air_is_the_parabola() {
        let slowing = Slowing { speed: 3.0, constant: 0.15, quadratic: 0.09 };
        for i in 1..40 {
            let t = slowing.lasts_s() * f64::from(i) / 41.0;
            let (distance, speed) = slowing.at(t);
            let h = 1e-5;
            let (before, after) = (slowing.at(t - h), slowing.at(t + h));
            assert!(((after.0 - before.0) / (2.0 * h) - speed).abs() < 1e-8);
            assert!(((after.1 - before.1) / (2.0 * h) + 0.15 + 0.09 * speed * speed).abs() < 1e-8);
            assert!((slowing.covers(distance).unwrap() - t).abs() < 1e-9);
        }
        let airless = Slowing { quadratic: 0.0, ..slowing };
        let thin = Slowing { quadratic: 1e-9, ..slowing };
        assert!((airless.at(7.0).0 - thin.at(7.0).0).abs() < 1e-6 && (airless.lasts_s() - 20.0).abs() < 1e-12);
        assert!(airless.covers(31.0).is_none() && slowing.covers(31.0).is_none());
    }

    #[test]
    fn law_reaching_a_bound_is_where_the_path_is() {
        let ground = sample(Vec3::zeros());
        let t = ground.reaches(0, 1.5).unwrap();
        assert!((ground.state_at(t).position.x - 1.5).abs() < 1e-12);
        assert!(ground.reaches(0, 1e3).is_none() && ground.reaches(1, 0.5).is_none());
    }
}
