//! The floor of the hall: balls that lie and roll on it, and the robot that picks them up.

mod balls;
mod machine;
mod mouth;
mod run;
mod sight;
mod troubles;

pub use machine::MachineSettings;
pub use run::{FloorHall, FloorRun, Moment, Visit, Way};
pub use troubles::Troubles;
