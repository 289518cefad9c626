//! Rebound from a moving racket.

use super::super::spec::{ModelSpec, Range, SpecError};
use super::super::state::{BallState, Body};
use super::Motion;
use crate::geometry::{Basis, Vec3, portable};

/// Where a racket is and how it moves at one instant: a disc.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RacketState {
    /// Centre of the face, m.
    pub center: Vec3,
    /// Unit normal of the face.
    pub normal: Vec3,
    /// Velocity of the centre, m/s.
    pub velocity: Vec3,
    /// Angular velocity, rad/s.
    pub turning: Vec3,
}

impl RacketState {
    /// Velocity of the racket's material at a point, m/s.
    #[must_use]
    pub fn velocity_at(&self, point: &Vec3) -> Vec3 {
        self.velocity + self.turning.cross(&(point - self.center))
    }
}

/// A racket that moves through the world.
pub trait RacketMotion {
    /// The racket at a time on the world's clock.
    fn at(&self, t_s: f64) -> RacketState;

    /// Radius of the blade, m.
    fn radius(&self) -> f64;

    /// A speed (m/s) that the blade's centre never exceeds: it lets the search for contacts skip ahead.
    fn speed_bound(&self) -> f64;

    /// An angular speed (rad/s) that it never exceeds, for the same purpose.
    fn turn_bound(&self) -> f64;

    /// How the ball leaves it; none where that is as in all the world.
    fn contact(&self) -> Option<RacketContact> {
        None
    }
}

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

    /// The same rubber on another blade or at another age: so much more restitution, and so many times the friction.
    #[must_use]
    pub fn changed(self, restitution: f64, friction: f64) -> Self {
        let grip = match self.grip {
            Grip::Elastic { d0, d1 } => Grip::Elastic { d0: friction * d0, d1: friction * d1 },
            Grip::Coulomb { mu } => Grip::Coulomb { mu: friction * mu },
        };
        Self { c0: self.c0 + restitution, grip, ..self }
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

    fn rebound(&self, local: &Motion, body: &Body) -> Motion {
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

/// How the ball leaves the racket.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RacketContact {
    /// Relative to the racket the normal part reverses with restitution k, the rest is kept [paper 000].
    Ideal {
        /// Restitution.
        k: f64,
    },
    /// R (V' - V_r) = K_r R (V - V_r) + B_r with the rows of R as in paper 004, the second row the face normal:
    /// K_r = diag(k1, k2, k3), B_r = (b1, 0, b3). Spin is kept. The printed third factor reverses a tangential speed,
    /// which no rubber does without spin: this is the paper's profile, not a model to rely on.
    Linear {
        /// Factor along the first tangent (up the face).
        k1: f64,
        /// Factor of the normal velocity, negative.
        k2: f64,
        /// Factor along the second tangent (level).
        k3: f64,
        /// Added along the first tangent, m/s.
        b1: f64,
        /// Added along the second tangent, m/s.
        b3: f64,
    },
    /// A measured rubber.
    Rubber(Rubber),
}

impl Default for RacketContact {
    fn default() -> Self {
        Self::Rubber(Rubber::ALL[0])
    }
}

impl RacketContact {
    /// The ball right after the touch. The side of the face that it comes from does not matter.
    #[must_use]
    pub fn rebound(&self, ball: &BallState, racket: &RacketState, body: &Body) -> BallState {
        let behind = (ball.position - racket.center).dot(&racket.normal) < 0.0;
        let normal = if behind { -racket.normal } else { racket.normal };
        let surface = racket.velocity_at(&(ball.position - normal * body.radius));
        let relative = Motion { velocity: ball.velocity - surface, spin: ball.spin };
        let after = match self {
            Self::Ideal { k } => {
                let basis = Basis::from_normal(normal);
                relative.local(&basis).rebound(body.radius, *k, 0.0).world(&basis)
            }
            Self::Linear { k1, k2, k3, b1, b3 } => {
                let (first, third) = paper_tangents(&normal);
                let v = &relative.velocity;
                let velocity =
                    first * (k1 * first.dot(v) + b1) + normal * (k2 * normal.dot(v)) + third * (k3 * third.dot(v) + b3);
                Motion { velocity, spin: relative.spin }
            }
            Self::Rubber(rubber) => {
                let basis = Basis::from_normal(normal);
                rubber.rebound(&relative.local(&basis), body).world(&basis)
            }
        };
        BallState { position: ball.position, velocity: after.velocity + surface, spin: after.spin }
    }
}

/// First and third row of paper 004's rotation for a face normal n = (-sin ψ sin φ, cos ψ sin φ, -cos φ).
fn paper_tangents(normal: &Vec3) -> (Vec3, Vec3) {
    let sin_phi = portable::hypot(normal.x, normal.y);
    let cos_phi = -normal.z;
    // A face that lies flat has no level direction of its own; ψ = 0 then.
    let (sin_psi, cos_psi) = if sin_phi > 0.0 { (-normal.x / sin_phi, normal.y / sin_phi) } else { (0.0, 1.0) };
    (Vec3::new(-cos_phi * sin_psi, cos_phi * cos_psi, sin_phi), Vec3::new(-cos_psi, -sin_psi, 0.0))
}

impl std::str::FromStr for RacketContact {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let mut spec = ModelSpec::parse("racket model", text)?;
        let tangential = Range::from_to(-1.0, 1.0);
        let offset = Range::from_to(-5.0, 5.0);
        let model = match spec.name() {
            "ideal" => Self::Ideal { k: spec.take("k", 0.8, Range::above_to(0.0, 1.0))? },
            "linear" => Self::Linear {
                k1: spec.take("k1", 0.82, tangential)?,
                k2: spec.take("k2", -0.88, Range::from_below(-1.0, 0.0))?,
                k3: spec.take("k3", -0.82, tangential)?,
                b1: spec.take("b1", 0.1, offset)?,
                b3: spec.take("b3", 0.1, offset)?,
            },
            name => match Rubber::ALL.iter().find(|rubber| rubber.name == name) {
                Some(rubber) => Self::Rubber(*rubber),
                None => {
                    let rubbers = Rubber::ALL.map(|rubber| rubber.name).join(" | ");
                    return Err(spec.unknown_name(format!("ideal:k=.8 | linear | {rubbers}")));
                }
            },
        };
        spec.finish()?;
        Ok(model)
    }
}

impl std::fmt::Display for RacketContact {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Ideal { k } => write!(f, "ideal:k={k}"),
            Self::Linear { k1, k2, k3, b1, b3 } => write!(f, "linear:k1={k1},k2={k2},k3={k3},b1={b1},b3={b3}"),
            Self::Rubber(rubber) => write!(f, "{}", rubber.name),
        }
    }
}
