//! What a ball is and how it moves at one instant.

use crate::geometry::Vec3;

/// Mass and size of the ball: a thin spherical shell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Body {
    /// Mass, kg.
    pub mass: f64,
    /// Radius, m.
    pub radius: f64,
}

impl Body {
    /// The 40 mm, 2.7 g ball of the rules since 2000.
    pub const STANDARD: Self = Self { mass: 2.7e-3, radius: 0.02 };

    /// Moment of inertia over mass times radius squared: 2/3 for a thin shell.
    pub const INERTIA_RATIO: f64 = 2.0 / 3.0;

    /// Moment of inertia I = (2/3) m R², kg m².
    #[must_use]
    pub fn inertia(&self) -> f64 {
        Self::INERTIA_RATIO * self.mass * self.radius * self.radius
    }

    /// Cross section π R², m².
    #[must_use]
    pub fn area(&self) -> f64 {
        std::f64::consts::PI * self.radius * self.radius
    }

    /// Volume (4/3) π R³, m³.
    #[must_use]
    pub fn volume(&self) -> f64 {
        4.0 / 3.0 * self.area() * self.radius
    }
}

/// Position, velocity and spin of the ball's centre in the world frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BallState {
    /// Position of the centre, m.
    pub position: Vec3,
    /// Velocity, m/s.
    pub velocity: Vec3,
    /// Angular velocity, rad/s, right-handed; flying towards +x, topspin has a positive y component.
    pub spin: Vec3,
}

impl BallState {
    /// A ball with the given position, velocity and spin.
    #[must_use]
    pub fn new(position: Vec3, velocity: Vec3, spin: Vec3) -> Self {
        Self { position, velocity, spin }
    }

    /// Whether all nine numbers are finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        [self.position, self.velocity, self.spin].iter().all(|v| v.iter().all(|c| c.is_finite()))
    }

    /// Kinetic energy of translation and rotation, J.
    #[must_use]
    pub fn kinetic_energy(&self, body: &Body) -> f64 {
        0.5 * body.mass * self.velocity.norm_squared() + 0.5 * body.inertia() * self.spin.norm_squared()
    }

    /// Kinetic and potential energy above z = 0, J.
    #[must_use]
    pub fn energy(&self, body: &Body, gravity: f64) -> f64 {
        self.kinetic_energy(body) + body.mass * gravity * self.position.z
    }

    /// The same motion seen from the other end of the table: half a turn about the vertical.
    #[must_use]
    pub fn from_other_end(&self) -> Self {
        let half_turn = |v: &Vec3| Vec3::new(-v.x, -v.y, v.z);
        Self { position: half_turn(&self.position), velocity: half_turn(&self.velocity), spin: half_turn(&self.spin) }
    }

    /// The same motion seen in a mirror that swaps left and right (y to -y). Spin is an axial vector: its
    /// components in the mirror's plane change sign.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let flip = |v: &Vec3| Vec3::new(v.x, -v.y, v.z);
        Self { position: flip(&self.position), velocity: flip(&self.velocity), spin: -flip(&self.spin) }
    }
}
