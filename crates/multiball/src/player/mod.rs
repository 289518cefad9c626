//! Players: what they see of the ball, how they decide, and the motion that hits it.
//!
//! A player never sees the truth: it gets measurements, in the types of this folder, from the session that it plays in.

mod aim;
mod command;
mod identification;
mod planar;
mod rail;
mod registry;
mod seam;

pub use aim::{Aim, AimError, Aimer, BLADE_RADIUS, LinearRacket, PaperStroke, PlayError, Rehearsal, Return, rehearse};
pub use command::{JointCommand, JointTrajectory, TrajectoryError};
pub use identification::{
    ConstantsIdentifier, Finding, Identification, MeasuredJoints, OwnStroke, RacketIdentifier, RacketModel,
    RacketPrior, SpinHint, SpinIdentifier,
};
pub use planar::{
    NoStroke, PlanarAgent, PlanarBody, PlanarChoice, PlanarMeasurement, PlanarPlayer, PlanarSwing, RacketAtHit,
    Rejections, StrokePlan, parabola_through,
};
pub use rail::{
    ArmPart, CollisionChecker, HitConfiguration, HitConfigurationError, NoHit, NoReturn, NotClear, RailPlayer,
    RailSettings, RailStroke, RailStroker, StrokeChoice, StrokeRequest, Touching,
};
pub use registry::{NAMES, PlayerError, PlayerSetup, by_name};
pub use seam::{Found, Intent, MeasuredBall, Observation, Observed, Player, WhyNot};
