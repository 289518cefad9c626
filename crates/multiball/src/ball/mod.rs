//! The ball: its state, its flight through air, its contacts, and their event-exact simulation.
//!
//! [`Physics`] says how a ball behaves, [`Surroundings`] what it can touch, [`BallSim`] moves it from event to event.

mod advance;
mod aero;
mod aftermath;
mod air_slope;
mod contact;
mod crossing;
mod event;
mod flight;
mod ground;
mod physics;
mod pivot;
mod racket_search;
mod record;
mod room;
mod search;
mod simulate;
mod spec;
mod state;
mod step;
mod surroundings;
mod tableau;
mod wood_search;

pub use aero::{Aero, Air};
pub use air_slope::AirSlope;
pub use contact::{
    Blade, Change, Face, FloorContact, IntervalError, NetContact, RacketContact, RacketInterval, RacketMotion,
    RacketPart, RacketState, RacketWood, Rubber, StrikeError, Sweep, TableContact, Touch,
};
pub use crossing::{Crossing, Plane};
pub use event::{BallEvent, EventKind, Segment, TablePart};
pub use ground::Ground;
pub use physics::Physics;
pub use record::Recording;
pub use room::Room;
pub use simulate::{BallSim, Settings};
pub use spec::{Range, SpecError};
pub use state::{BallState, Body};
pub use surroundings::{PlacementError, Surroundings};

use crate::geometry::Vec3;
