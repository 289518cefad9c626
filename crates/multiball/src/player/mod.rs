//! Players: what they see of the ball, how they decide, and the motion that hits it.
//!
//! A player never sees the truth: it gets measurements, in the types of this folder, from whoever runs the world.

mod aim;
mod planar;
mod rail;

pub use aim::{Aim, AimError, Aimer, BLADE_RADIUS, LinearRacket, PaperStroke, PlayError, Rehearsal, Return, rehearse};
pub use planar::{
    NoStroke, PlanarBody, PlanarChoice, PlanarMeasurement, PlanarPlayer, RacketAtHit, Rejections, StrokePlan,
    parabola_through,
};
pub use rail::{
    ArmPart, CollisionChecker, HitConfiguration, HitConfigurationError, NoHit, NoReturn, RailPlayer, RailSettings,
    RailStroke, RailStroker, StrokeChoice, StrokeWish, Touching,
};
