//! The ball against the net.
//!
//! The net is a fixed vertical sheet without thickness. Where the ball's centre is below the cord the sheet yields and
//! gives little back; on the cord, which is tight, it gives back more. Between the two the restitution follows the
//! square of the contact normal's vertical part:
//!
//! ```text
//! e = e_face + (e_cord - e_face) nz²
//! ```
//! Friction is Coulomb's. A ball too slow to bounce on the cord rolls over it (see `pivot`). Limits: a real net swings
//! and holds the ball for some 30 ms and lets it drop close by; here it rebounds at once. The cord's sag (up to 1 cm)
//! and the posts' clamps are not there. No measurements of e were found: values are assumed.

use super::super::spec::{ModelSpec, Range, SpecError};
use super::Motion;
use crate::geometry::Vec3;

/// How the ball leaves the net.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NetContact {
    /// Restitution against the sheet.
    pub face: f64,
    /// Restitution on top of the cord.
    pub cord: f64,
    /// Friction coefficient.
    pub mu: f64,
}

impl Default for NetContact {
    /// Assumed, not measured: a ball at 5 m/s into the net comes back at 0.5 m/s.
    fn default() -> Self {
        Self { face: 0.10, cord: 0.50, mu: 0.30 }
    }
}

impl NetContact {
    pub(crate) fn rebound(&self, motion: &Motion, normal: Vec3, radius: f64) -> Motion {
        let e = self.face + (self.cord - self.face) * normal.z * normal.z;
        motion.rebound_with_friction(normal, radius, e, self.mu)
    }
}

impl std::str::FromStr for NetContact {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let mut spec = ModelSpec::parse("net model", text)?;
        if spec.name() != "sheet" {
            return Err(spec.unknown_name("sheet:face=.10,cord=.50,mu=.30"));
        }
        let default = Self::default();
        let model = Self {
            face: spec.take("face", default.face, Range::above_to(0.0, 0.99))?,
            cord: spec.take("cord", default.cord, Range::above_to(0.0, 0.99))?,
            mu: spec.take("mu", default.mu, Range::above_to(0.0, 2.0))?,
        };
        spec.finish()?;
        Ok(model)
    }
}

impl std::fmt::Display for NetContact {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "sheet:face={},cord={},mu={}", self.face, self.cord, self.mu)
    }
}
