//! Bounces, sliding and rolling on the floor, and bounces off the walls, which are of the same stuff.

use super::super::spec::{ModelSpec, Range, SpecError};
use super::Motion;
use crate::geometry::Vec3;

/// How the ball leaves the floor or a wall, and how it slows down on the floor when it no longer bounces. Walls as hard
/// and as rough as the floor are assumed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FloorContact {
    /// Restitution.
    pub e: f64,
    /// Friction coefficient while the ball slides.
    pub mu: f64,
    /// Rolling resistance: deceleration over gravity.
    pub rolling: f64,
}

impl Default for FloorContact {
    /// Assumed values for a hard sports floor, not measured: somewhat less lively and rougher than a table; a ball
    /// rolling at 1 m/s stops after 3.4 m.
    fn default() -> Self {
        Self { e: 0.80, mu: 0.30, rolling: 0.015 }
    }
}

impl FloorContact {
    pub(crate) fn rebound(&self, motion: &Motion, normal: Vec3, radius: f64) -> Motion {
        motion.rebound_with_friction(normal, radius, self.e, self.mu)
    }
}

impl std::str::FromStr for FloorContact {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let mut spec = ModelSpec::parse("floor model", text)?;
        if spec.name() != "hard" {
            return Err(spec.unknown_name("hard:e=.80,mu=.30,rolling=.015"));
        }
        let default = Self::default();
        let model = Self {
            e: spec.take("e", default.e, Range::above_to(0.0, 0.99))?,
            mu: spec.take("mu", default.mu, Range::above_to(0.0, 2.0))?,
            rolling: spec.take("rolling", default.rolling, Range::above_to(0.0, 1.0))?,
        };
        spec.finish()?;
        Ok(model)
    }
}

impl std::fmt::Display for FloorContact {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "hard:e={},mu={},rolling={}", self.e, self.mu, self.rolling)
    }
}
