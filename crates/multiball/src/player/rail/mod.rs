//! The rail player: an arm on rails that returns balls to a chosen point [paper 004].
//!
//! A [`RailPlayer`] takes predictions of the ball, frame by frame, and commands joints, tick by tick. It chooses where
//! to meet the ball and how, plans quintics to there while the prediction moves, and recovers. `aim` finds the stroke
//! that sends a ball to the target; [`HitConfiguration`] finds the arm's joints for it.

mod as_player;
mod choice;
mod clearance;
mod collision;
mod correction;
mod hit_configuration;
mod meeting;
mod no_hit;
mod play;
mod settings;
mod stroke;
mod window;

pub use collision::{ArmPart, CollisionChecker, NotClear, Touching};
pub use hit_configuration::{HitConfiguration, HitConfigurationError};
pub use no_hit::NoHit;
pub use play::RailPlayer;
pub use settings::RailSettings;
pub use stroke::{NoReturn, RailStroke, RailStroker, StrokeChoice, StrokeRequest};
