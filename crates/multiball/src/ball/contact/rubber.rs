//! Rubbers on a blade: ten that were measured, and others by their numbers.

use super::super::spec::{ModelSpec, Range, SpecError};
use super::super::state::Body;
use super::Motion;
use crate::geometry::portable;

/// A rubber on a blade: e = c0 + c1 vz, k_p = d0 + d1 |s|, α = k_p / m.
///
/// Ten rackets measured by pairs of ball states before and after. vz < 0 is the normal speed of approach (m/s), s the
/// slip (m/s), k_p in kg. Rubber stores tangential energy, so α may pass 2/5; outside the measured range e is kept in
/// 0..1 and α in 0..4/5, where no rebound can gain energy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rubber {
    /// Name, as `RacketContact` reads it.
    pub name: &'static str,
    c0: f64,
    c1: f64,
    grip: Grip,
}

/// How a rubber holds the ball along its face.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Grip {
    /// k_p = d0 + d1 |s|, kg.
    Elastic { d0: f64, d1: f64 },
    /// Dry friction.
    Coulomb { mu: f64 },
}

impl Rubber {
    const fn elastic(name: &'static str, c0: f64, c1: f64, d0: f64, d1: f64) -> Self {
        Self { name, c0, c1, grip: Grip::Elastic { d0, d1 } }
    }

    /// The measured rackets; the first is the default.
    pub const ALL: [Self; 10] = [
        Self::elastic("offensive-inverted-2.1", 0.9172, 0.02170, 1.934e-3, -1.977e-5),
        Self::elastic("offensive-inverted-1.8", 0.8585, 0.01758, 1.883e-3, -1.517e-5),
        Self::elastic("defensive-inverted-2.1", 0.8856, 0.02341, 1.970e-3, -2.298e-5),
        Self::elastic("defensive-inverted-1.8", 0.8131, 0.01794, 1.884e-3, -1.537e-5),
        Self::elastic("allround-long-pips-1.2", 0.7488, 0.00734, 5.603e-4, 5.605e-5),
        Self::elastic("allround-long-pips-bare", 0.7289, 0.00547, 4.945e-4, 3.683e-5),
        Self::elastic("allround-medium-pips-1.2", 0.7722, 0.01381, 1.495e-3, -2.060e-5),
        Self::elastic("allround-short-pips-2.0", 0.8662, 0.01631, 1.968e-3, -2.195e-5),
        Self::elastic("allround-inverted-2.1", 0.8844, 0.01923, 1.959e-3, -2.089e-5),
        Self { name: "allround-anti-spin", c0: 0.5358, c1: 0.00045, grip: Grip::Coulomb { mu: 0.189 } },
    ];

    /// Rubbers by their numbers alone, which default to those of the default rubber and of the one that slips.
    const OWN: [Self; 2] = [Self { name: "elastic", ..Self::ALL[0] }, Self { name: "coulomb", ..Self::ALL[9] }];
    /// How they are written.
    pub(super) const FORMS: &'static str = "elastic:c0=.92,c1=.022,d0=.0019,d1=-2e-5 | coulomb:c0=.54,c1=.0005,mu=.19";

    /// The rubber of a model's text, with its numbers where the text has none; `None` when no rubber has that name.
    pub(super) fn take_from(spec: &mut ModelSpec<'_>) -> Option<Result<Self, SpecError>> {
        let known = Self::ALL.into_iter().chain(Self::OWN).find(|rubber| rubber.name == spec.name())?;
        Some(known.with_numbers(spec))
    }

    fn with_numbers(self, spec: &mut ModelSpec<'_>) -> Result<Self, SpecError> {
        // Within these bounds (1 + e) vz grows with the speed: every speed after a touch belongs to one before.
        let c0 = spec.take("c0", self.c0, Range::from_to(0.0, 1.0))?;
        let c1 = spec.take("c1", self.c1, Range::from_to(0.0, 0.1))?;
        let grip = match self.grip {
            Grip::Elastic { d0, d1 } => Grip::Elastic {
                d0: spec.take("d0", d0, Range::from_to(0.0, 4e-3))?,
                d1: spec.take("d1", d1, Range::from_to(-1e-3, 1e-3))?,
            },
            Grip::Coulomb { mu } => Grip::Coulomb { mu: spec.take("mu", mu, Range::from_to(0.0, 2.0))? },
        };
        Ok(Self { c0, c1, grip, ..self })
    }

    /// The same rubber on another blade or at another age: so much more restitution, and so many times the friction.
    #[must_use]
    pub fn changed(self, restitution: f64, friction: f64) -> Self {
        let grip = match self.grip {
            Grip::Elastic { d0, d1 } => Grip::Elastic { d0: friction * d0, d1: friction * d1 },
            Grip::Coulomb { mu } => Grip::Coulomb { mu: friction * mu },
        };
        Self { c0: self.c0 + restitution, grip, ..self }
    }

    /// Mass of the rackets that were measured, kg: assumed, that of a blade with two rubbers.
    pub const MEASURED_ON_KG: f64 = 0.18;

    /// The same rubber on a racket of another mass M, kg, that gives way as a free one does: the impulse of a touch is
    /// that of a fixed racket times M / (M + m), so 1 + e and α change by (1 + m/M₀) / (1 + m/M).
    #[must_use]
    pub fn on_racket_of(self, mass_kg: f64, body: &Body) -> Self {
        if mass_kg == Self::MEASURED_ON_KG {
            return self;
        }
        let impulse = impulse_of(mass_kg, body);
        let grip = match self.grip {
            Grip::Elastic { d0, d1 } => Grip::Elastic { d0: impulse * d0, d1: impulse * d1 },
            // What slides has friction with the normal impulse, which 1 + e holds.
            coulomb @ Grip::Coulomb { .. } => coulomb,
        };
        Self { c0: impulse * (1.0 + self.c0) - 1.0, c1: impulse * self.c1, grip, ..self }
    }

    /// How it holds the ball along its face.
    pub(super) fn grip(&self) -> Grip {
        self.grip
    }

    /// Restitution for a normal speed of approach (vz < 0, m/s).
    #[must_use]
    pub fn restitution(&self, vz: f64) -> f64 {
        (self.c0 + self.c1 * vz).clamp(0.0, 1.0)
    }

    /// How the restitution changes with that speed, s/m; not at all where it is held at 0 or 1.
    pub(super) fn restitution_slope(&self, vz: f64) -> f64 {
        if (0.0..=1.0).contains(&(self.c0 + self.c1 * vz)) { self.c1 } else { 0.0 }
    }

    pub(super) fn rebound(&self, local: &Motion, body: &Body) -> Motion {
        let e = self.restitution(local.velocity.z);
        let alpha = match self.grip {
            Grip::Elastic { d0, d1 } => {
                let (sx, sy) = local.slip(body.radius);
                ((d0 + d1 * portable::hypot(sx, sy)) / body.mass).clamp(0.0, 0.8)
            }
            Grip::Coulomb { mu } => local.coulomb_share(body.radius, e, mu),
        };
        local.rebound(body.radius, e, alpha)
    }
}

/// The impulse of a touch with a racket of a mass, kg, over that with one on which rubbers were measured.
pub(super) fn impulse_of(mass_kg: f64, body: &Body) -> f64 {
    (1.0 + body.mass / Rubber::MEASURED_ON_KG) / (1.0 + body.mass / mass_kg)
}

impl std::fmt::Display for Rubber {
    /// Its name; with its numbers where they are not those that were measured.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { name, c0, c1, grip } = self;
        if Self::ALL.contains(self) {
            return f.write_str(name);
        }
        write!(f, "{name}:c0={c0},c1={c1}")?;
        match grip {
            Grip::Elastic { d0, d1 } => write!(f, ",d0={d0},d1={d1}"),
            Grip::Coulomb { mu } => write!(f, ",mu={mu}"),
        }
    }
}
