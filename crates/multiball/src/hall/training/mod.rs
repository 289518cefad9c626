//! A training session: a serving arm feeds, a robot returns to its target, an opponent plays on, a referee decides, and
//! a robot picks the balls up and refills the hopper, all on one clock.
//!
//! Everything moves in ticks of a millisecond; within them balls move event-exactly. Each agent gets the readings of
//! its sensors at its own rate: cameras 200 times a second, or as the scenario says, and late; the picker's instruments
//! 200 times a second. Every ball is
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
mod perceived;
#[cfg(test)]
mod picker_laws;
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
pub(super) use hall::{RailWorld, rail_options_of, rail_world_of};
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

/// Ticks from step to step of the robot on the floor, and from one sample of a record to the next.
const FRAME_TICKS: u64 = 5;
/// The same as a time, s.
const FRAME_S: f64 = FRAME_TICKS as f64 * TICK_S;

/// The number of the frame that cameras take in a tick, if they take one: in the first tick that is not before its
/// time.
fn frame_in(tick: u64, rate_hz: f64) -> Option<u64> {
    /// Of a product of rate and time, frames.
    const ROUNDING: f64 = 1e-6;
    let begun = |tick: u64| (tick as f64 * TICK_S * rate_hz + ROUNDING) as u64;
    let number = begun(tick);
    (tick == 0 || number > begun(tick - 1)).then_some(number)
}

/// Name of the robot of a side.
fn robot_name(side: Side) -> &'static str {
    match side {
        Side::Home => "player",
        Side::Away => "opponent",
    }
}
