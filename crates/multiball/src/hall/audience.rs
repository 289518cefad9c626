//! Who watches a round: recorders, pictures, live views.

use crate::ball::{BallEvent, BallState, Segment};
use crate::court::{Decision, Side};
use crate::player::{NoStroke, StrokePlan};

use super::planar::PlanarArm;

/// Something that happened in the hall.
#[derive(Debug, Clone, Copy, PartialEq)]
#[allow(clippy::large_enum_variant)] // Shown by reference, once a stroke, and kept by nobody.
pub enum HallEvent {
    /// A round began with a ball played from a side.
    Feed {
        /// From where.
        by: Side,
        /// The ball.
        ball: BallState,
    },
    /// Something happened to the ball.
    Ball(BallEvent),
    /// A player decided on a stroke.
    Planned {
        /// Who.
        by: Side,
        /// What.
        plan: StrokePlan,
    },
    /// A player found no stroke.
    Helpless {
        /// Who.
        by: Side,
        /// Why.
        reason: NoStroke,
    },
    /// The referee decided the rally.
    Decided(Decision),
}

/// Sees a round as it goes.
pub trait Audience {
    /// Something happened at a time (s).
    fn event(&mut self, _t_s: f64, _event: &HallEvent) {}

    /// The ball flew a stretch; the arms, home first, moved meanwhile as they say.
    fn stretch(&mut self, _ball: &Segment<'_>, _arms: &[PlanarArm; 2]) {}
}

/// Nobody watches.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Audience for Silent {}
