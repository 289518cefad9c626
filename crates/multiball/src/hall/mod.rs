//! The world: scenarios, one clock, agents that perceive and act, typed events, rounds in parallel.
//!
//! The truth lives here and nowhere else. Players receive measurements such as [`crate::player::PlanarMeasurement`] and
//! answer with motions.

mod agent;
mod builtin;
mod camera_rig;
mod camera_settings;
mod catalog;
mod checked;
mod checked_world;
mod court_settings;
mod distractions;
mod exchange;
mod field_suggestions;
mod filming;
pub mod floor;
mod frame_buffer;
mod frames;
mod hooks;
mod planar;
mod planar_sensor;
mod planar_session;
mod planar_settings;
mod rail;
pub mod random;
pub mod record;
mod rig;
mod rounds;
mod scenario;
mod scenario_check;
mod scenario_error;
mod scenario_fields;
mod seen_stroke;
pub mod training;
mod world_settings;

pub use agent::{BallSensing, MovingJoints, TickRacket};
pub use camera_rig::{CameraRig, Knowledge};
pub use camera_settings::{CameraSet, CameraSettings};
pub use catalog::{Catalog, CatalogError, PlayerChoice};
pub use court_settings::CourtSettings;
pub use exchange::{Exchange, ExchangeError, ExchangeObservation, ExchangeSetup, ExchangeStep, Outcome};
pub use filming::{FilmOptions, FilmedFlight, FilmedStroke, NotInPlay};
pub use frame_buffer::FrameBuffer;
pub use frames::{FloorFrame, HalfTurn, PlayerFrame, world_from_floor, world_from_player};
pub use hooks::{Hooks, NoHooks};
pub use planar::{PlanarArm, PlanarHall, RoundResult};
pub use planar_settings::{NoiseSettings, PlanarSettings};
pub use rail::{PredictionError, RailHall, RailHallError, RailOptions, RailRound, RecordedJoints, SpinKnowledge};
pub use rounds::{Extent, PlayedRounds, play_rounds};
pub use scenario::{BallModels, PlaySettings, Scenario};
pub use scenario_check::Setting;
pub use scenario_error::ScenarioError;
pub use world_settings::{CalibrationErrors, DriveSettings, OwnArm, RigSettings, SensorSettings, WarmUpSettings};
