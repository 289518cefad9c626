//! The world: scenarios, one clock, agents that see and act, typed events, rounds in parallel.
//!
//! The truth lives here and nowhere else. Players receive sights such as [`crate::player::PlanarSight`] and answer with motions.

mod audience;
mod checked;
mod distractions;
mod eyes;
mod filming;
pub mod floor;
mod lookout;
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

pub use audience::{Audience, HallEvent, Silent};
pub use filming::{FilmOptions, FilmedFlight, FilmedStroke, NotInPlay};
pub use lookout::{Knowledge, Lookout, Search, Watcher};
pub use planar::{PlanarArm, PlanarHall, RoundResult};
pub use rail::{Drive, ForetoldError, RailHall, RailHallError, RailOptions, RailRound, RailSight, SpinKnowledge};
pub use rounds::{Extent, Session, play_rounds};
pub use scenario::{
    BallModels, Changes, NoiseSettings, PlanarSettings, PlaySettings, Scenario, ScenarioError, Setting,
};
pub use watching::{PlainWatched, Watch, Watched};
