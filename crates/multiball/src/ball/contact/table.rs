//! Bounce on the table.

use super::super::spec::{ModelSpec, Range, SpecError};
use super::Motion;
use crate::geometry::{Basis, Vec3};

/// How the ball leaves the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TableContact {
    /// Tangential velocity and spin kept, normal velocity times -k [paper 000].
    Ideal {
        /// Restitution.
        k: f64,
    },
    /// V' = K V + B in the table frame [paper 004, rebound model]: kx, ky, kz multiply, bx adds along the ball's
    /// direction in x.
    ///
    /// Printed for balls that come towards the robot; here bx takes the sign of vx, so that the table is the same from
    /// both ends. It is a fit for fast balls: below vx = bx / (1 - kx), about 1 m/s, it would add energy. Spin is kept.
    Linear {
        /// Factor along the table.
        kx: f64,
        /// Factor across the table.
        ky: f64,
        /// Factor of the vertical velocity, negative.
        kz: f64,
        /// Added along the table, m/s.
        bx: f64,
    },
    /// Restitution and dry friction that either slides or sticks [Nakashima 2010].
    Nakashima {
        /// Restitution.
        e: f64,
        /// Friction coefficient.
        mu: f64,
    },
}

impl Default for TableContact {
    /// Nakashima's printed values. 252 real bounces give e between 0.924 and 0.961 and μ between 0.20 and 0.24.
    fn default() -> Self {
        Self::Nakashima { e: 0.93, mu: 0.25 }
    }
}

impl TableContact {
    const MODELS: &'static str = "nakashima:e=.93,mu=.25 | ideal:k=.88 | linear:kx=.50259,ky=.75,kz=-.9,bx=.50652";

    pub(crate) fn rebound(&self, motion: &Motion, normal: Vec3, radius: f64) -> Motion {
        let basis = Basis::from_normal(normal);
        let local = motion.local(&basis);
        let after = match *self {
            Self::Ideal { k } => local.rebound(radius, k, 0.0),
            Self::Linear { kx, ky, kz, bx } => {
                let v = local.velocity;
                let pushed = if v.x == 0.0 { 0.0 } else { bx.copysign(v.x) };
                Motion { velocity: Vec3::new(kx * v.x + pushed, ky * v.y, kz * v.z), ..local }
            }
            Self::Nakashima { e, mu } => local.rebound(radius, e, local.coulomb_share(radius, e, mu)),
        };
        after.world(&basis)
    }

    /// Friction coefficient of a ball that slides on the table after its last bounce.
    pub(crate) fn sliding_friction(&self) -> f64 {
        match *self {
            Self::Ideal { .. } | Self::Linear { .. } => 0.25,
            Self::Nakashima { mu, .. } => mu,
        }
    }
}

impl std::str::FromStr for TableContact {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let mut spec = ModelSpec::parse("table model", text)?;
        let restitution = Range::above_to(0.0, 1.0);
        let model = match spec.name() {
            "ideal" => Self::Ideal { k: spec.take("k", 0.88, restitution)? },
            "linear" => Self::Linear {
                kx: spec.take("kx", 0.50259, restitution)?,
                ky: spec.take("ky", 0.75, restitution)?,
                kz: spec.take("kz", -0.9, Range::from_below(-1.0, 0.0))?,
                bx: spec.take("bx", 0.50652, Range::from_to(0.0, 5.0))?,
            },
            "nakashima" => Self::Nakashima {
                e: spec.take("e", 0.93, restitution)?,
                mu: spec.take("mu", 0.25, Range::above_to(0.0, 2.0))?,
            },
            _ => return Err(spec.unknown_name(Self::MODELS)),
        };
        spec.finish()?;
        Ok(model)
    }
}

impl std::fmt::Display for TableContact {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Ideal { k } => write!(f, "ideal:k={k}"),
            Self::Linear { kx, ky, kz, bx } => write!(f, "linear:kx={kx},ky={ky},kz={kz},bx={bx}"),
            Self::Nakashima { e, mu } => write!(f, "nakashima:e={e},mu={mu}"),
        }
    }
}
