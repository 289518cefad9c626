//! The floor of the hall: balls that lie and roll on it, and the robot that picks them up.

mod balls;
mod hall;
mod instrument_settings;
mod instruments;
mod machine;
mod mouth;
mod result;
mod run;
mod stereo;
mod troubles;

pub use hall::{Cleared, FloorHall, Scatter};
pub use instrument_settings::{CompassBias, Echoes, InstrumentSettings, Outage};
pub use instruments::Instruments;
pub use machine::MachineSettings;
pub use result::{DriveStats, FloorRun, Moment, Visit};
pub(in crate::hall) use run::{Passed, Run};
pub use troubles::{Troubles, busy_outlines};
