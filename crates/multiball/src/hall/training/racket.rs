//! A robot's racket during one tick.

use crate::ball::{RacketMotion, RacketState};
use crate::court::Side;
use crate::hall::rail::{between, racket_bounds, racket_of};
use crate::hall::world_from_player;
use crate::player::BLADE_RADIUS;
use crate::robot::{Joints, Mounted, Rail6};

/// The racket of a rail player between two ticks of its drives. The joints follow the cubic through both states with
/// their velocities; the racket is in the world's frame.
#[derive(Debug, Clone, Copy)]
pub struct TickRacket<'a> {
    /// The arm, in its player's frame.
    pub arm: &'a Mounted<Rail6>,
    /// Where the player stands.
    pub side: Side,
    /// When the tick begins, s.
    pub start_s: f64,
    /// Length of the tick, s.
    pub tick_s: f64,
    /// Joint positions and velocities at its begin.
    pub from: (Joints<6>, Joints<6>),
    /// Joint positions and velocities at its end.
    pub to: (Joints<6>, Joints<6>),
}

impl TickRacket<'_> {
    /// Greatest speeds of the joints at the ends of the tick; never quite nothing, for a cubic may move in between.
    fn fastest(&self) -> Joints<6> {
        const LEAST: f64 = 1e-3;
        self.from.1.abs().sup(&self.to.1.abs()).add_scalar(LEAST)
    }
}

impl RacketMotion for TickRacket<'_> {
    fn at(&self, t_s: f64) -> RacketState {
        let share = ((t_s - self.start_s) / self.tick_s).clamp(0.0, 1.0);
        let [from, to] = [&self.from, &self.to].map(|(position, velocity)| (position, velocity));
        let (position, velocity) = between(from, to, share, self.tick_s);
        world_from_player(self.side).to_world(&racket_of(self.arm, &position, &velocity))
    }

    fn radius(&self) -> f64 {
        BLADE_RADIUS
    }

    fn speed_bound(&self) -> f64 {
        racket_bounds(self.arm, &self.fastest()).0
    }

    fn turn_bound(&self) -> f64 {
        racket_bounds(self.arm, &self.fastest()).1
    }
}
