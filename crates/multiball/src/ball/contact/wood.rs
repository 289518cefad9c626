//! The wood of a racket around its faces: the blade's edge and the handle.

use serde::{Deserialize, Serialize};

use super::super::state::{BallState, Body};
use super::rubber::impulse_of;
use super::{Motion, RacketState};
use crate::geometry::{Basis, Capsule, Vec3};

/// Where on a racket the ball touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RacketPart {
    /// One of its faces.
    Face,
    /// The edge of its blade.
    Edge,
    /// Its handle.
    Handle,
}

impl RacketPart {
    /// Whether it is one of the faces, which are all that a player means to hit the ball with.
    #[must_use]
    pub fn is_face(&self) -> bool {
        *self == Self::Face
    }
}

/// The parts of a racket that the ball can hit next to its faces, and how it leaves them.
///
/// The edge is the circle around the blade, which has no thickness, as its faces have none. The handle is a rod with
/// round ends from the edge on, along [`RacketState::handle`]. A ball leaves both with restitution e along the normal
/// and dry friction μ, relative to the wood where it touches.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RacketWood {
    /// Whether the edge can be hit.
    pub edge: bool,
    /// Length of the handle from the edge to its end, m; 0 for none.
    pub handle_m: f64,
    /// Restitution.
    pub e: f64,
    /// Friction coefficient.
    pub mu: f64,
}

/// Half of a handle's thickness, m: assumed, between the 22 and the 34 mm that usual handles are thick and wide.
const HANDLE_RADIUS: f64 = 0.014;
/// Restitution and friction on wood: assumed, not measured. It is less than on a table, as the rim of the rubbers
/// gives way, and as rough as the floor.
const WOOD: (f64, f64) = (0.70, 0.30);

/// The point of a part of a racket's wood that is nearest to a ball.
#[derive(Debug, Clone, Copy)]
pub(in crate::ball) struct NearestWood {
    /// Distance of the ball's centre from its surface, m.
    pub(in crate::ball) distance: f64,
    /// Unit vector from the wood to the ball's centre.
    pub(in crate::ball) normal: Vec3,
}

impl RacketWood {
    /// An edge, if it can be hit, and a handle of a length, m; none where there is neither.
    #[must_use]
    pub fn new(edge: bool, handle_m: f64) -> Option<Self> {
        let (e, mu) = WOOD;
        (edge || handle_m > 0.0).then_some(Self { edge, handle_m, e, mu })
    }

    /// The same on a racket of a mass, kg: see [`super::Rubber::on_racket_of`]. It gives way as if it was touched in
    /// its centre of mass; one that is touched far from there gives way more, which is left out.
    #[must_use]
    pub fn on_racket_of(self, mass_kg: f64, body: &Body) -> Self {
        Self { e: (impulse_of(mass_kg, body) * (1.0 + self.e) - 1.0).clamp(0.0, 1.0), ..self }
    }

    /// The farthest that the wood of a racket of a radius is from the middle of the blade, m.
    #[must_use]
    pub fn reach(&self, radius: f64) -> f64 {
        radius + self.handle_m
    }

    /// The nearest point of a part, if it can be hit, of a racket of a radius, m. The face has no wood.
    pub(in crate::ball) fn nearest(
        &self,
        part: RacketPart,
        racket: &RacketState,
        radius: f64,
        point: &Vec3,
    ) -> Option<NearestWood> {
        match part {
            RacketPart::Face => None,
            RacketPart::Edge => self.edge.then(|| nearest_of_edge(racket, radius, point)),
            RacketPart::Handle => {
                let along = racket.handle.filter(|_| self.handle_m > 0.0)?;
                Some(nearest_of_handle(&self.handle(&racket.center, radius, &along), point))
            }
        }
    }

    /// The handle of a racket of a radius, m.
    fn handle(&self, center: &Vec3, radius: f64, along: &Vec3) -> Capsule {
        let thin = HANDLE_RADIUS.min(0.5 * self.handle_m);
        Capsule {
            from: center + along * (radius + thin),
            to: center + along * (radius + self.handle_m - thin),
            radius: thin,
        }
    }

    /// The ball right after a touch with wood whose normal points to it.
    pub(in crate::ball) fn rebound(
        &self,
        ball: &BallState,
        racket: &RacketState,
        normal: Vec3,
        body: &Body,
    ) -> BallState {
        let surface = racket.velocity_at(&(ball.position - normal * body.radius));
        let relative = Motion { velocity: ball.velocity - surface, spin: ball.spin };
        let after = relative.rebound_with_friction(normal, body.radius, self.e, self.mu);
        BallState { position: ball.position, velocity: after.velocity + surface, spin: after.spin }
    }
}

fn nearest_of_edge(racket: &RacketState, radius: f64, point: &Vec3) -> NearestWood {
    let offset = point - racket.center;
    let along = offset - racket.normal * offset.dot(&racket.normal);
    // From the middle of the blade all of the edge is equally far.
    let outward = along.try_normalize(1e-12).unwrap_or_else(|| Basis::from_normal(racket.normal).x);
    let away = offset - outward * radius;
    let normal = away.try_normalize(1e-12).unwrap_or(outward);
    NearestWood { distance: away.norm(), normal }
}

fn nearest_of_handle(handle: &Capsule, point: &Vec3) -> NearestWood {
    let away = point - handle.nearest_on_line(point);
    let normal = away.try_normalize(1e-12).unwrap_or_else(Vec3::z);
    NearestWood { distance: away.norm() - handle.radius, normal }
}
