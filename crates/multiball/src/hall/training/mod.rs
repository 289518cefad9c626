//! A training session: a serving arm feeds, a robot returns to its target, an opponent plays on, a referee decides, and
//! a robot picks the balls up and refills the hopper, all on one clock.
//!
//! Everything moves in ticks of a millisecond; within them balls move event-exactly. Each agent gets the readings of
//! its sensors at its own rate: cameras 200 times a second and late, the picker's instruments as often. Every ball is
//! always in exactly one place, which is checked whenever one changes it.

mod balls;
mod choices;
mod context;
mod errors;
mod feeder;
mod floor_plan;
mod floor_work;
mod hall;
mod learned;
mod ledger;
mod observation;
mod outbox;
mod people;
mod picker_settings;
mod play;
mod recorded_robot;
mod result;
mod run;

mod session;
mod settings;
mod stage;
mod stroke_record;

pub use choices::{ShotChoice, StrokeModelChoice};
pub use errors::TrainingError;
pub use hall::TrainingHall;
pub(super) use hall::rail_options_of;
pub use ledger::LostBall;
pub use observation::{PickerObservation, RobotObservation};
pub use picker_settings::PickerSettings;
pub use result::{FoundOut, PickerTally, PointResult, StrokeResult, TrainingResult, Wait};
pub use session::{CommandError, Progress, Session};
pub use settings::{
    HallWorld, OpponentSettings, PlayerSettings, RoomSettings, SensingChoice, ServerSettings, TrainingSettings,
    WorldKnowledge,
};
pub use stage::TARGET_HALF_SIDES_M;

use super::agent::TICK_S;
use crate::court::Side;

/// Ticks from frame to frame of the cameras, and from step to step of the robot on the floor.
const FRAME_TICKS: u64 = 5;
/// Time from frame to frame of the cameras, s.
pub const FRAME_S: f64 = FRAME_TICKS as f64 * TICK_S;

/// Name of the robot of a side.
fn robot_name(side: Side) -> &'static str {
    match side {
        Side::Home => "player",
        Side::Away => "opponent",
    }
}
