//! What a touch does to the ball: table, racket, net, floor and walls.
//!
//! Every law is an instantaneous change of velocity and spin in the frame of the contact, normal along z:
//!
//! ```text
//! s  = (vx - R wy, vy + R wx)                               slip of the ball's skin over the surface, m/s
//! v' = (vx - α sx, vy - α sy, -e vz)                        e restitution
//! w' = (wx - (3α/2R) sy, wy + (3α/2R) sx, wz)               α share of the slip that friction takes
//! ```
//! For a thin shell α = 2/5 stops the slip (the ball rolls off), α = 4/5 would reverse it; energy never grows for
//! 0 ≤ α ≤ 4/5 and 0 ≤ e ≤ 1 [Nakashima et al. 2010, docs/papers.md].

mod floor;
mod interval;
mod net;
mod racket;
mod rubber;
mod strike;
mod sweep;
mod table;
mod wood;

pub use floor::FloorContact;
pub use interval::{IntervalError, RacketInterval};
pub use net::NetContact;
pub use racket::{Blade, RacketContact, RacketMotion, RacketState};
pub use rubber::Rubber;
pub use strike::{Face, StrikeError};
pub use sweep::{Change, Sweep, Touch};
pub use table::TableContact;
pub(in crate::ball) use wood::NearestWood;
pub use wood::{RacketPart, RacketWood};

use crate::geometry::{Basis, Vec3};

/// α at which a thin shell's slip just vanishes: friction cannot take more.
pub(crate) const STICKING: f64 = 2.0 / 5.0;

/// Velocity (m/s) and spin (rad/s) at a contact, in one frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Motion {
    pub(crate) velocity: Vec3,
    pub(crate) spin: Vec3,
}

impl Motion {
    /// The motion in the contact's frame.
    fn local(&self, basis: &Basis) -> Self {
        Self { velocity: basis.local(&self.velocity), spin: basis.local(&self.spin) }
    }

    /// The motion back in the world.
    fn world(&self, basis: &Basis) -> Self {
        Self { velocity: basis.world(&self.velocity), spin: basis.world(&self.spin) }
    }

    /// Slip of the ball's skin over a surface whose normal is z, m/s.
    pub(crate) fn slip(&self, radius: f64) -> (f64, f64) {
        (self.velocity.x - radius * self.spin.y, self.velocity.y + radius * self.spin.x)
    }

    /// The impulse of restitution `e` and friction share `alpha`, in the contact's frame.
    fn rebound(&self, radius: f64, e: f64, alpha: f64) -> Self {
        let (sx, sy) = self.slip(radius);
        let turn = 1.5 * alpha / radius;
        let Self { velocity: v, spin: w } = *self;
        Self {
            velocity: Vec3::new(v.x - alpha * sx, v.y - alpha * sy, -e * v.z),
            spin: Vec3::new(w.x - turn * sy, w.y + turn * sx, w.z),
        }
    }

    /// The motion after a touch with a surface of the given normal, restitution `e` and dry friction, in the world.
    fn rebound_with_friction(&self, normal: Vec3, radius: f64, e: f64, mu: f64) -> Self {
        let basis = Basis::from_normal(normal);
        let local = self.local(&basis);
        local.rebound(radius, e, local.coulomb_share(radius, e, mu)).world(&basis)
    }

    /// The share of slip that dry friction takes: μ (1 + e) |vz| / |s|, at most what stops it.
    fn coulomb_share(&self, radius: f64, e: f64, mu: f64) -> f64 {
        let (sx, sy) = self.slip(radius);
        let slip = (sx * sx + sy * sy).sqrt();
        let sliding = mu * (1.0 + e) * self.velocity.z.abs();
        if sliding >= STICKING * slip { STICKING } else { sliding / slip }
    }
}
