//! How the acceleration of a flying ball changes with its velocity and spin: what Newton's method needs of a flight.

use nalgebra::Matrix3;

use super::aero::{AirForce, Lift};
use super::{Physics, Vec3};
use crate::geometry::{tanh, tanh_quotients};

/// Acceleration of a flying ball and its derivatives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AirSlope {
    /// Acceleration, m/s².
    pub acceleration: Vec3,
    /// By the velocity, 1/s.
    pub by_velocity: Matrix3<f64>,
    /// By the spin, m/s per rad.
    pub by_spin: Matrix3<f64>,
}

/// A ball slower than this feels no air, m/s: the bound keeps quotients finite.
const SLOWEST: f64 = 1e-6;

impl Physics {
    /// Acceleration in free flight and its derivatives.
    ///
    /// With s = |v|, w = |ω|, x = c w / s, c = R / b, and lift m(x) ω × v, m = K c tanh(x) / x (a saturating lift) or m
    /// = K (one proportional to spin):
    ///
    /// ```text
    /// a = -g - D s v + m ω × v
    /// ∂a/∂v = -D (s + v vᵀ / s) + m [ω]ₓ + (ω × v) ∂m/∂v        ∂m/∂v = K c B x² vᵀ / s²
    /// ∂a/∂ω = -m [v]ₓ + (ω × v) ∂m/∂ω                  ∂m/∂ω = -K c B (c / s)² ωᵀ   B = (tanh x - x / cosh² x) / x³
    /// ```
    #[must_use]
    pub fn air_slope(&self, velocity: &Vec3, spin: &Vec3) -> AirSlope {
        let force = AirForce::new(self.aero, &self.body, &self.air);
        let speed = velocity.norm().max(SLOWEST);
        let (m, m_by_velocity, m_by_spin) = match force.lift {
            Lift::None => (0.0, 0.0, 0.0),
            Lift::Proportional { factor } => (factor, 0.0, 0.0),
            Lift::Saturating { factor, bend } => {
                let x = bend * spin.norm() / speed;
                let (ratio, bent) = tanh_quotients(x, tanh(x));
                let scale = factor * bend;
                let per_speed = bend / speed;
                (scale * ratio, scale * bent * x * x / (speed * speed), -scale * bent * per_speed * per_speed)
            }
        };
        let across = spin.cross(velocity);
        AirSlope {
            acceleration: across * m - velocity * (force.drag * speed) - Vec3::z() * self.air.gravity,
            by_velocity: spin.cross_matrix() * m + across * velocity.transpose() * m_by_velocity
                - Matrix3::from_diagonal_element(force.drag * speed)
                - velocity * velocity.transpose() * (force.drag / speed),
            by_spin: velocity.cross_matrix() * -m + across * spin.transpose() * m_by_spin,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn law_slopes_are_the_limits_of_differences() {
        let mut rng = ChaCha8Rng::seed_from_u64(31);
        for aero in ["vacuum", "drag", "constant", "saturating"] {
            let physics = Physics { aero: aero.parse().unwrap(), ..Physics::default() };
            for _ in 0..300 {
                let mut draw = |most: f64| Vec3::from_fn(|_, _| rng.random_range(-most..most));
                let (velocity, spin) = (draw(9.0), draw(400.0));
                let slope = physics.air_slope(&velocity, &spin);
                for axis in 0..3 {
                    let mut step = Vec3::zeros();
                    step[axis] = 1e-4;
                    let at = |v: Vec3, w: Vec3| physics.air_slope(&v, &w).acceleration;
                    let by_velocity = (at(velocity + step, spin) - at(velocity - step, spin)) / 2e-4;
                    let by_spin = (at(velocity, spin + step) - at(velocity, spin - step)) / 2e-4;
                    assert!((by_velocity - slope.by_velocity.column(axis)).norm() < 1e-5, "{aero} {by_velocity}");
                    assert!((by_spin - slope.by_spin.column(axis)).norm() < 1e-6, "{aero} {by_spin}");
                }
            }
        }
    }

    #[test]
    fn ref_the_acceleration_is_that_of_the_simulation() {
        use crate::ball::{BallSim, BallState, Surroundings};
        let physics = Physics::default();
        let around = Surroundings::far_below();
        let ball = BallState::new(Vec3::zeros(), Vec3::new(-7.0, 1.0, 2.0), Vec3::new(30.0, -250.0, 60.0));
        let mut sim = BallSim::new(&physics, &around, ball);
        let span_s = 1e-3;
        while sim.next_event(span_s).is_some() {}
        let change = (sim.state().velocity - ball.velocity) / span_s;
        let middle = (sim.state().velocity + ball.velocity) / 2.0;
        assert!((change - physics.air_slope(&middle, &ball.spin).acceleration).norm() < 1e-4);
    }
}
