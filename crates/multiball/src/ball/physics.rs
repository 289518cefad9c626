//! Everything that decides how a ball moves.

use super::spec::Range;
use super::{Aero, Air, Body, FloorContact, NetContact, RacketContact, TableContact};

/// The models and constants of one world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Physics {
    /// The ball.
    pub body: Body,
    /// Gravity and air.
    pub air: Air,
    /// Force of the air.
    pub aero: Aero,
    /// Share of its spin that the ball loses per metre of flight: dω/dt = -k |v| ω. No measurement was found; about
    /// 1/240 per metre is plausible and moves a landing by less than half a millimetre, so the default is none.
    pub spin_decay_per_m: f64,
    /// Bounce on the table.
    pub table: TableContact,
    /// Touching the net.
    pub net: NetContact,
    /// Bouncing and rolling on the floor.
    pub floor: FloorContact,
    /// Rebound from a racket.
    pub racket: RacketContact,
}

impl Default for Physics {
    fn default() -> Self {
        Self {
            body: Body::STANDARD,
            air: Air::STANDARD,
            aero: Aero::default(),
            spin_decay_per_m: 0.0,
            table: TableContact::default(),
            net: NetContact::default(),
            floor: FloorContact::default(),
            racket: RacketContact::default(),
        }
    }
}

impl Physics {
    /// Allowed spin decay, 1/m.
    pub const SPIN_DECAY: Range = Range::from_to(0.0, 1.0);
}
