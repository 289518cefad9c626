//! The floor of the hall: balls that lie and roll on it, and the robot that picks them up.

mod balls;
mod hall;
mod machine;
mod mouth;
mod result;
mod run;
mod sight;
mod troubles;

pub use hall::{Cleared, FloorHall, Scatter};
pub use machine::MachineSettings;
pub use result::{FloorRun, Moment, Visit, Way};
pub use troubles::Troubles;
