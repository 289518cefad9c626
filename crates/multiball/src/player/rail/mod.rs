//! The rail player: an arm on rails that returns balls to a chosen point [paper 004].

mod grasp;
mod room;
mod stroke;

pub use grasp::{Grasp, GraspError};
pub use room::{ArmPart, CourtRoom, Touching};
pub use stroke::{NoReturn, RailStroke, RailStroker, StrokeChoice, StrokeWish};
