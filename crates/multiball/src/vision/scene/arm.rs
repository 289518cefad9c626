//! A robot's arm, as a camera sees it.

use super::opponent::Limb;
use crate::geometry::{Capsule, Vec3};

/// A link of an arm: a rod with round ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SceneLink {
    /// Where it is, m.
    pub rod: Capsule,
    /// How fast its ends move, m/s.
    pub velocities: [Vec3; 2],
}

/// A racket: a disc.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SceneRacket {
    /// Middle of its blade, m.
    pub centre: Vec3,
    /// Unit normal of its blade.
    pub normal: Vec3,
    /// How fast the middle moves, m/s.
    pub velocity: Vec3,
    /// Radius of its blade, m.
    pub radius: f64,
}

/// A robot's arm in the middle of the exposure.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SceneArm {
    /// Its links.
    pub links: [Option<SceneLink>; Self::MOST_LINKS],
    /// Its racket.
    pub racket: Option<SceneRacket>,
}

/// Share of the light that an arm sends back: painted white, assumed, which is the worst for a search for white balls.
const PAINT: f64 = 0.85;

impl SceneArm {
    /// Links that are drawn; further ones are left out.
    pub const MOST_LINKS: usize = 8;

    /// Its links as limbs.
    pub(super) fn limbs(&self) -> impl Iterator<Item = Limb> {
        self.links.iter().flatten().map(|SceneLink { rod, velocities }| Limb {
            ends: [rod.from, rod.to],
            velocities: *velocities,
            radii: [rod.radius; 2],
            reflectance: PAINT,
            drawn_at: (rod.from + rod.to) / 2.0,
        })
    }
}
