//! Rebound from a moving racket.

use super::super::spec::{ModelSpec, Range, SpecError};
use super::super::state::{BallState, Body};
use super::{Motion, RacketWood, Rubber};
use crate::geometry::{Basis, Vec3, portable};

/// Where a racket is and how it moves at one instant.
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
    /// Unit vector from the middle of the blade along the handle, square to the normal; none where it has no
    /// handle.
    pub handle: Option<Vec3>,
}

impl RacketState {
    /// Velocity of the racket's material at a point, m/s.
    #[must_use]
    pub fn velocity_at(&self, point: &Vec3) -> Vec3 {
        self.velocity + self.turning.cross(&(point - self.center))
    }
}

/// A racket as balls meet it: its blade, how a ball leaves the faces, and its wood.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Blade {
    /// Radius, m.
    pub radius: f64,
    /// How the ball leaves its faces; none where that is as in all the world.
    pub contact: Option<RacketContact>,
    /// Edge and handle, where the ball can hit them; none for a racket that is its face alone. A handle can be hit
    /// where the state of the racket says where it is.
    pub wood: Option<RacketWood>,
}

impl Blade {
    /// A face of a radius, m, without wood, which the ball leaves as in all the world.
    #[must_use]
    pub const fn of_radius(radius: f64) -> Self {
        Self { radius, contact: None, wood: None }
    }
}

/// A racket that moves through the world.
pub trait RacketMotion {
    /// The racket at a time on the world's clock.
    fn at(&self, t_s: f64) -> RacketState;

    /// What of it moves there.
    fn blade(&self) -> &Blade;

    /// A speed (m/s) that the blade's centre never exceeds: it lets the search for contacts skip ahead.
    fn speed_bound(&self) -> f64;

    /// An angular speed (rad/s) that it never exceeds, for the same purpose.
    fn turn_bound(&self) -> f64;

    /// A sphere that the blade's centre never leaves, if one is known: its own centre, and its radius, m. A flight that
    /// stays far from it is not searched.
    fn range(&self) -> Option<(Vec3, f64)> {
        None
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
    /// A rubber, one that was measured or another.
    Rubber(Rubber),
}

impl Default for RacketContact {
    fn default() -> Self {
        Self::Rubber(Rubber::ALL[0])
    }
}

impl RacketContact {
    /// The same on a racket of a mass, kg: see [`Rubber::on_racket_of`]. The other models are exact by definition.
    #[must_use]
    pub fn on_racket_of(self, mass_kg: f64, body: &Body) -> Self {
        match self {
            Self::Rubber(rubber) => Self::Rubber(rubber.on_racket_of(mass_kg, body)),
            other => other,
        }
    }

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
            _ => match Rubber::take_from(&mut spec) {
                Some(rubber) => Self::Rubber(rubber?),
                None => {
                    let rubbers = Rubber::ALL.map(|rubber| rubber.name).join(" | ");
                    return Err(spec.unknown_name(format!("ideal:k=.8 | linear | {rubbers} | {}", Rubber::FORMS)));
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
            Self::Rubber(rubber) => rubber.fmt(f),
        }
    }
}
