//! The world: scenarios, one clock, agents that see and act, typed events, rounds in parallel.
//!
//! The truth lives here and nowhere else. Players receive measurements such as [`crate::player::PlanarMeasurement`] and answer with motions.

mod camera_rig;
mod checked;
mod distractions;
mod eyes;
mod filming;
pub mod floor;
mod hooks;
mod plain_eyes;
mod planar;
mod planar_session;
mod rail;
mod random;
pub mod record;
mod rounds;
mod scenario;
mod tally;
pub mod training;
mod watching;

pub use camera_rig::{CameraRig, Knowledge, Search, Watcher};
pub use filming::{FilmOptions, FilmedFlight, FilmedStroke, NotInPlay};
pub use hooks::{Hooks, NoHooks};
pub use planar::{PlanarArm, PlanarHall, RoundResult};
pub use rail::{
    BallSensing, PredictionError, RailHall, RailHallError, RailOptions, RailRound, RecordedJoints, SpinKnowledge,
};
pub use rounds::{Extent, Session, play_rounds};
pub use scenario::{
    BallModels, Changes, NoiseSettings, PlanarSettings, PlaySettings, Scenario, ScenarioError, Setting,
};
pub use watching::{PlainWatched, Watch, Watched};
